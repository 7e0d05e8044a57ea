//! Every word that the program says of itself on charts and in tables for rulebooks: its key, in English, in German. What
//! stands in braces is put in.

macro_rules! words {
    ($($name:ident $key:literal $english:literal $german:literal)*) => {
        /// A word, or a sentence, that the program says of itself on charts and in tables for rulebooks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Word {
            $(#[doc = concat!("In English: ", $english)] $name,)*
        }

        impl Word {
            /// All of them, in the order in which they are listed.
            pub const ALL: &[Word] = &[$(Word::$name,)*];

            /// Its key in `[words]`.
            pub fn key(self) -> &'static str {
                match self { $(Word::$name => $key,)* }
            }

            /// In English.
            pub fn english(self) -> &'static str {
                match self { $(Word::$name => $english,)* }
            }

            /// In German.
            pub fn german(self) -> &'static str {
                match self { $(Word::$name => $german,)* }
            }
        }
    };
}

words! {
    // Numbers, quotation marks and names in a row.
    DecimalPoint "decimal_point" "." ","
    Thousands "thousands" "," "."
    BeforePercent "before_percent" "" "\u{202f}"
    Range "range" " to " "–"
    OneIn "one_in" " in " ":"
    Quoted "quoted" "“{name}”" "„{name}“"
    And "and" "and" "und"
    Or "or" "or" "oder"

    // Titles and what is plotted.
    By "by" "{what}, by {axes}" "{what}, nach: {axes}"
    Sheet "sheet" "{title} ({nth} of {all})" "{title} ({nth} von {all})"
    VariantAxis "variant_axis" "variant" "Variante"
    BestPlay "best_play" "What is best: {choice}" "Was am besten ist: {choice}"
    WhatMatters "what_matters" "What matters most: {ask}" "Was am meisten ausmacht: {ask}"
    Settings "settings" "{met} of {all} settings meet all wishes" "{met} von {all} Einstellungen erfüllen alle Wünsche"
    Pairs "pairs" "{one} and {other}" "{one} und {other}"
    ShowsOutcomes "shows_outcomes" "Chance of each outcome" "Wahrscheinlichkeit jedes Ergebnisses"
    ShowsValues "shows_values" "Chance of each value" "Wahrscheinlichkeit jedes Werts"
    ShowsAtLeast "shows_at_least" "Chance of at least k" "Wahrscheinlichkeit von mindestens k"
    ShowsFan "shows_fan" "Median, {half} and {most} bands" "Median, Bänder für {half} und {most}"
    ShowsChance "shows_chance" "Chance" "Wahrscheinlichkeit"
    ShowsChanceOf "shows_chance_of" "Chance: {what}" "Wahrscheinlichkeit: {what}"
    ShowsMean "shows_mean" "Mean" "Mittelwert"
    ShowsStates "shows_states" "Each box a situation, each arrow a way on with its chance" "Jeder Kasten eine Situation, jeder Pfeil ein Weg weiter mit seiner Wahrscheinlichkeit"
    ShowsBest "shows_best" "The best option" "Die beste Möglichkeit"
    ShowsPairs "shows_pairs" "Chance of each pair" "Wahrscheinlichkeit jedes Paars"
    InPercent "in_percent" "{what}, in %" "{what}, in %"
    AtLeast "at_least" "at least {number}" "mindestens {number}"
    AtMost "at_most" "at most {number}" "höchstens {number}"
    Down "down" "{label} (down)" "{label} (abwärts)"
    Across "across" "{label} (across)" "{label} (quer)"
    EndsWith "ends_with" "It ends with {place}: past it fewer than {share} of the trials have a value" "Ende bei {place}: danach haben weniger als {share} der Durchgänge einen Wert"
    SameWithAll "same_with_all" "The same with every variant" "Gleich bei jeder Variante"
    SameWith "same_with" "The same with {names}" "Gleich bei {names}"
    SomeVariants "some_variants" "{some} of {all} variants" "{some} von {all} Varianten"

    // What to do.
    DoAlways "do_always" "always {option}" "immer {option}"
    DoMostly "do_mostly" "mostly {option}" "meistens {option}"
    DoUpTo "do_up_to" "{option} up to {place}" "{option} bis {place}"
    DoFrom "do_from" "{option} from {number}" "{option} ab {number}"
    DoAt "do_at" "{option} at {place}" "{option} bei {place}"
    DoWith "do_with" "{option} with {place}" "{option} bei {place}"
    DoTie "do_tie" "at {number} both are as good" "bei {number} ist beides gleich gut"
    DoAlso "do_also" "{what}; sometimes another is as good" "{what}; mitunter ist anderes gleich gut"
    DoOtherwise "do_otherwise" "otherwise {what}" "sonst {what}"
    DoFor "do_for" "for {names}" "für {names}"
    DoFirst "do_first" "{option} first" "zuerst {option}"
    DoThen "do_then" "then {option}" "dann {option}"
    DoRight "do_right" "{what}: right in {share} of the decisions that come up" "{what}: richtig in {share} der Entscheidungen, die vorkommen"
    DoRightOfThese "do_right_of_these" "{what}: right in {share} of these decisions" "{what}: richtig in {share} dieser Entscheidungen"

    // Cards.
    InAHundred "in_a_hundred" "Chances in 100." "Wahrscheinlichkeiten in Prozent."
    InAHundredOrNever "in_a_hundred_or_never" "Chances in 100; – is impossible." "Wahrscheinlichkeiten in Prozent; – ist unmöglich."
    OfScenario "of_scenario" "Scenario {name}: {title}" "Szenario {name}: {title}"
    RuleFrom "rule_from" "From: {origin}" "Quelle: {origin}"
    LeftOut "left_out" "Left out: {names}." "Weggelassen: {names}."
    MapIsChart "map_is_chart" "The map of best play is the chart {file}." "Die Karte des besten Spiels ist das Bild {file}."
    FaintValues "faint_values" "{count} values of less than {share} each" "{count} Werte von je weniger als {share}"
    LabelMean "label_mean" "{label}, mean" "{label}, Mittelwert"

    // Axes, columns and what stands among the marks.
    Chance "chance" "Chance" "Wahrscheinlichkeit"
    Mean "mean" "mean" "Mittelwert"
    Median "median" "median" "Median"
    OfTrials "of_trials" "{share} of trials" "{share} der Durchgänge"
    Goal "goal" "design goal {goal}" "Zielwert {goal}"
    Never "never" "never" "nie"
    Always "always" "{metric}: always {value}." "{metric}: immer {value}."
    Otherwise "otherwise" "Otherwise" "Sonst"
    AbsentValue "absent_value" "absent" "keins"
    Yes "yes" "yes" "ja"
    No "no" "no" "nein"
    True "true" "yes" "ja"
    False "false" "no" "nein"
    AtLeastOf "at_least_of" "Chance of at least k {metric}" "Wahrscheinlichkeit von mindestens k {metric}"
    KOf "k_of" "k, {metric}" "k, {metric}"
    Gain "gain" "Gain of {one} over {other}, percentage points" "Vorsprung von {one} vor {other}, Prozentpunkte"
    Gains "gains" "Gain over {other}, percentage points" "Vorsprung vor {other}, Prozentpunkte"
    Alike "alike" "No difference: {all} have the same odds." "Kein Unterschied: {all} haben dieselben Wahrscheinlichkeiten."
    AndMore "and_more" "{first} and {count} more" "{first} und {count} mehr"
    Points "points" "pp" "PP"
    Gap "gap" "Gap" "Abstand"
    EachWay "each_way" "{chance} each" "je {chance}"
    FromColumn "from_column" "From" "Von"
    ToColumn "to_column" "To" "Nach"
    Either "either" "either" "egal"
    Any "any" "any" "egal"
    AnyOf "any_of" "any of {count}" "eins von {count}"
    OnOffer "on_offer" "on offer" "im Angebot"
    SoFar "so_far" "{what} so far" "{what} bisher"
    Over "over" "over" "darüber"
    Short "short" "short" "darunter"
    AsItIs "as_it_is" "as it is: {value}" "wie es ist: {value}"
    AtValue "at_value" "at {value}" "bei {value}"
    OfEntry "of_entry" "{what} of {entry}" "{what} von {entry}"
    Variant "variant" "Variant" "Variante"
    Difference "difference" "Difference" "Unterschied"
    DifferenceOf "difference_of" "Difference of {line}" "Unterschied von {line}"
    Parameter "parameter" "Parameter" "Wert"
    Is "is" "Is" "Ist"
    StepDown "step_down" "One step down" "Ein Schritt weniger"
    StepUp "step_up" "One step up, or turned" "Ein Schritt mehr, oder umgekehrt"

    // What explains marks and cells.
    GoalReached "goal_reached" "Design goal {goal}: {reached}." "Zielwert {goal}: {reached}."
    Throughout "throughout" "reached throughout" "durchweg erreicht"
    WhereValued "where_valued" "reached wherever it has a value" "erreicht, wo immer es einen Wert gibt"
    UpTo "up_to" "reached up to {place}" "erreicht bis {place}"
    From "from" "reached from {place} on" "erreicht ab {place}"
    NeverReached "never_reached" "never reached" "nie erreicht"
    ReachedAt "reached_at" "reached at {some} of {all}" "erreicht an {some} von {all} Stellen"
    Upright "upright" "Upright: where they are farthest apart." "Senkrecht: wo sie am weitesten auseinanderliegen."
    GapIs "gap_is" "{gap}: {one} less {other}." "{gap}: {one} minus {other}."
    LineOf "line_of" "The line of {first} is that of {others} too." "Die Linie von {first} ist auch die von {others}."
    DashedMean "dashed_mean" "Dashed: the mean." "Gestrichelt: der Mittelwert."
    TwoSides "two_sides" "Where hardly any trial is in the middle, each side has bands of its own, and no median is shown." "Wo kaum ein Durchgang in der Mitte liegt, hat jede Seite eigene Bänder, und es gibt keinen Median."
    ThinFirst "thin_first" "Thin: the first trial." "Dünn: der erste Durchgang."
    ThinTrials "thin_trials" "Thin, set a little apart: trials 1 to {many}." "Dünn, etwas versetzt: Durchgänge 1 bis {many}."
    SharesAtEnd "shares_at_end" "Right: shares at the end, {step}{cut}." "Rechts: Anteile am Ende, {step}{cut}."
    SharesAtEnds "shares_at_ends" "Right: shares at each end{cut}." "Rechts: Anteile an jedem Ende{cut}."
    SharesFrom "shares_from" ", of {share} and more" ", ab {share}"
    HeavyLine "heavy_line" "The heavy line parts {half} or more from less." "Die dicke Linie trennt {half} und mehr von weniger."
    MeansImpossible "means_impossible" "– means impossible." "– heißt unmöglich."
    BarsBlue "bars_blue" "Bars: simulated. Blue ticks: exact." "Balken: simuliert. Blaue Striche: exakt."
    BarsDark "bars_dark" "Bars: simulated. Dark ticks: exact." "Balken: simuliert. Dunkle Striche: exakt."
    EachBar "each_bar" "Each bar is {count} values." "Jeder Balken steht für {count} Werte."
    CutBoth "cut_both" "Values under {low} and over {high} are left out: less than {share} each." "Werte unter {low} und über {high} sind weggelassen: je weniger als {share}."
    CutUnder "cut_under" "Values under {low} are left out: less than {share}." "Werte unter {low} sind weggelassen: weniger als {share}."
    CutOver "cut_over" "Values over {high} are left out: less than {share}." "Werte über {high} sind weggelassen: weniger als {share}."
    FaintLeftOut "faint_left_out" "Values of less than {share} everywhere are left out." "Werte, die überall unter {share} liegen, sind weggelassen."
    SteppedExact "stepped_exact" "Stepped line: exact. Dots: simulated." "Stufenlinie: exakt. Punkte: simuliert."
    LinesExact "lines_exact" "Lines: exact. Dots: simulated." "Linien: exakt. Punkte: simuliert."
    Rounded "rounded" "Rounded, so a row may not add up to {all}." "Gerundet: eine Zeile ergibt vielleicht nicht genau {all}."
    Parted "parted" "Upright lines part at most {share} at either end." "Senkrechte Linien trennen an beiden Enden höchstens {share} ab."
    NotParted "not_parted" "No end of {share} can be parted: the first and the last value have more each." "Kein Ende von {share} lässt sich abtrennen: der erste und der letzte Wert haben jeder mehr."
    GreyFirst "grey_first" "Grey: {title}." "Grau: {title}."
    EarlierSame "earlier_same" "The earlier results are the same." "Die früheren Ergebnisse sind dieselben."
    EarlierBars "earlier_bars" "Grey, under a bar: where its parts met in the earlier results." "Grau unter einem Balken: wo seine Teile in den früheren Ergebnissen aneinanderstießen."
    EarlierCorners "earlier_corners" "Corners: up or down since the earlier results." "Ecken: mehr oder weniger als in den früheren Ergebnissen."
    EarlierGrey "earlier_grey" "Grey: the earlier results." "Grau: die früheren Ergebnisse."
    PinnedSame "pinned_same" "The pinned results are the same." "Die gemerkten Ergebnisse sind dieselben."
    PinnedBars "pinned_bars" "Grey, under a bar: where its parts met in the pinned results." "Grau unter einem Balken: wo seine Teile in den gemerkten Ergebnissen aneinanderstießen."
    PinnedCorners "pinned_corners" "Corners: up or down since the pinned results." "Ecken: mehr oder weniger als in den gemerkten Ergebnissen."
    PinnedGrey "pinned_grey" "Grey: the pinned results." "Grau: die gemerkten Ergebnisse."
    ChanceAtLeast "chance_at_least" "Chance of at least k." "Wahrscheinlichkeit von mindestens k."
    SecondLessFirst "second_less_first" "The difference is the second less the first, in percentage points, rounded by itself." "Der Unterschied ist die zweite minus die erste, in Prozentpunkten, für sich gerundet."
    OneLessFirst "one_less_first" "A difference is that one less the first, in percentage points, rounded by itself." "Ein Unterschied ist diese minus die erste, in Prozentpunkten, für sich gerundet."
    Quantiles "quantiles" "A column of p% is the smallest number that at least p% of trials do not exceed." "Eine Spalte von p\u{202f}% ist die kleinste Zahl, die mindestens p\u{202f}% der Durchgänge nicht überschreiten."

    HeavyOutline "heavy_outline" "Heavy outline: the start." "Dicker Rand: der Anfang."
    EachWayMeans "each_way_means" "“Each”: every way on from there that has no number." "„je“: jeder Weg von dort, an dem keine Zahl steht."
    SharedBox "shared_box" "Situations that act alike share a box." "Situationen, die gleich wirken, teilen sich einen Kasten."
    WithoutRoom "without_room" "Without room beside their arrows: {ways}." "Ohne Platz neben ihren Pfeilen: {ways}."

    // How numbers were got.
    Exact "exact" "Exact." "Exakt."
    ExactWhere "exact_where" "Exact where it was computed." "Exakt, wo es berechnet wurde."
    Simulated "simulated" "Simulated." "Simuliert."
    ExactBeside "exact_beside" "Exact; {trials}." "Exakt; {trials}."
    SimulatedBy "simulated_by" "Simulated: {trials}." "Simuliert: {trials}."
    BothBy "both_by" "Exact where it was computed, else simulated: {trials}." "Exakt, wo es berechnet wurde, sonst simuliert: {trials}."
    SimulatedTo "simulated_to" "Simulated, seed\u{a0}{seed}; each to about ±{half}." "Simuliert, Startzahl\u{a0}{seed}; jeweils auf etwa ±{half}."
    Whiskers "whiskers" "Whiskers are {level} intervals." "Die feinen Striche sind {level}-Intervalle."
    Seed "seed" "seed" "Startzahl"
    NoTrials "no_trials" "no trials" "keine Durchgänge"
    Played "played" "{number} trials played" "{number} Durchgänge gespielt"
    Drawn "drawn" "a sample of {number} drawn" "eine Stichprobe von {number} gezogen"
    PlayedOrDrawn "played_or_drawn" "{one} or {other}" "{one} oder {other}"
    PlayedBeside "played_beside" ", {number} trials played beside it" ", daneben {number} Durchgänge gespielt"
    GivenUp "given_up" " and {number} given up that went on and on" " und {number} aufgegeben, die nicht endeten"
    PerCase "per_case" " per case" " je Fall"
    ForEachCase "for_each_case" " for each case" " je Fall"
    ForSome "for_some" " for {some} of {all} cases" " für {some} von {all} Fällen"
    Confidence "confidence" ", {level} confidence" ", {level} Konfidenz"
    WilsonWhiskers "wilson_whiskers" "; whiskers are {level} Wilson intervals" "; die feinen Striche sind {level}-Wilson-Intervalle"
    PlainWhiskers "plain_whiskers" "; whiskers are {level} intervals" "; die feinen Striche sind {level}-Intervalle"
    UnseenWhiskers "unseen_whiskers" "; its {level} intervals are too short to be seen" "; die {level}-Intervalle sind zu kurz, um sichtbar zu sein"
    Agree "agree" "Played trials agree with the exact odds." "Gespielte Durchgänge bestätigen die exakten Werte."
    Disagree "disagree" "Played trials disagree with the exact odds (p = {p}): one of the two is wrong." "Gespielte Durchgänge widersprechen den exakten Werten (p = {p}): eins von beiden ist falsch."
    DrawnDisagree "drawn_disagree" "The sample that was drawn disagrees with the exact odds (p = {p}): one of the two is wrong." "Die gezogene Stichprobe widerspricht den exakten Werten (p = {p}): eins von beiden ist falsch."
    NotBest "not_best" "Best play is not best: looked at step by step, another option is better somewhere, by {gap} of what is at stake." "Das beste Spiel ist nicht das beste: Schritt für Schritt betrachtet ist irgendwo eine andere Möglichkeit besser, um {gap} dessen, was auf dem Spiel steht."
    Unresolved "unresolved" "Up to {share} of all trials go on too long to be followed to their end: a chance may be greater by as much." "Bis zu {share} aller Durchgänge dauern zu lange, um bis zum Ende verfolgt zu werden: eine Wahrscheinlichkeit kann um so viel größer sein."
    Absent "absent" "Counted only where it happens: in {share} of the trials it does not." "Gezählt wird nur, wo es vorkommt: in {share} der Durchgänge kommt es nicht vor."
    AbsentAs "absent_as" "Counted only where it happens: in {share} of the trials it does not ({absent})." "Gezählt wird nur, wo es vorkommt: in {share} der Durchgänge kommt es nicht vor ({absent})."
    MoreThan "more_than" "more than {share}" "mehr als {share}"
    ShareUpTo "share_up_to" "up to {share}" "bis zu {share}"
    UpToNearly "up_to_nearly" "up to nearly {all}" "bis zu fast {all}"

    // Maps of best play.
    BestExact "best_exact" "Exact, best play." "Exakt, bestes Spiel."
    BestAims "best_aims" "Exact, best play; aims differ." "Exakt, bestes Spiel; die Ziele sind verschieden."
    WorthSo "worth_so" "{aim}: {value} so" "{aim}: so {value}"
    WorthAlways "worth_always" "{value} with {option} every time" "immer {option}: {value}"
    WorthByChance "worth_by_chance" "{value} by chance" "zufällig: {value}"
    MistakeShades "mistake_shades" "Where best play comes, a mistake costs less than {slight} where the colour is light, more than {some} where it is full, at most {most}{unit}." "Wohin das beste Spiel kommt, kostet ein Fehler weniger als {slight}, wo die Farbe hell ist, mehr als {some}, wo sie voll ist, höchstens {most}{unit}."
    MistakeNumbers "mistake_numbers" "Numbers: what a mistake costs{unit}." "Zahlen: was ein Fehler kostet{unit}."
    InPoints "in_points" ", in percentage points" ", in Prozentpunkten"
    SomeInPoints "some_in_points" ", in percentage points where the aim is a chance" ", in Prozentpunkten, wo das Ziel eine Wahrscheinlichkeit ist"
    Palest "palest" "Palest: who plays so from the start never comes there." "Ganz blass: wer von Anfang an so spielt, kommt nie dorthin."
    AsGood "as_good" "Grey: as good as each other." "Grau: gleich gut."
    MetMostOften "met_most_often" "Of situations that share a cell, it shows the one met most often." "Teilen sich mehrere Lagen ein Feld, zeigt es die häufigste."
    NothingToDecide "nothing_to_decide" "Empty: nothing to decide." "Leer: nichts zu entscheiden."
    InBrackets "in_brackets" "In brackets: what the second best gives away{unit}." "In Klammern: was das Zweitbeste verschenkt{unit}."
    InPercentagePoints "in_percentage_points" ", in percentage points" ", in Prozentpunkten"
    SeveralSituations "several_situations" "A cell may stand for several situations: the one met most often is told." "Ein Feld kann für mehrere Lagen stehen: es gilt die häufigste."

    // What matters most.
    OneChange "one_change" "{ask}, one change at a time: whole numbers by one, decimals by a tenth, flags turned" "{ask}, je eine Änderung: ganze Zahlen um eins, Kommazahlen um ein Zehntel, Schalter umgelegt"
    OneChangeBase "one_change_base" "{ask}, one change at a time; it is {base} as it is" "{ask}, je eine Änderung; wie es ist: {base}"
    MostThatMove "most_that_move" "The {most} of {all} parameters that move it most." "Die {most} von {all} Werten, die am meisten ausmachen."
    OneStill "one_still" "1 parameter changes nothing." "1 Wert ändert nichts."
    SomeStill "some_still" "{count} parameters change nothing." "{count} Werte ändern nichts."
    NotTried "not_tried" "Not tried, being no numbers: {names}." "Nicht versucht, weil keine Zahlen: {names}."

    // What came of looking for numbers.
    WishesBy "wishes_by" "Which wishes a setting meets, by {names}" "Welche Wünsche eine Einstellung erfüllt, nach: {names}"
    AllElse "all_else" "; all else as in the best setting: {others}" "; alles andere wie in der besten Einstellung: {others}"
    WithinAllMet "within_all_met" "Within it all wishes are met" "Darin sind alle Wünsche erfüllt"
    MetNowhere "met_nowhere" "{wish}: met nowhere here" "{wish}: hier nirgends erfüllt"
    MetEverywhere "met_everywhere" "{wish}: met everywhere here" "{wish}: hier überall erfüllt"
    BestSetting "best_setting" "The best setting" "Die beste Einstellung"
    NearestSetting "nearest_setting" "The nearest setting" "Die nächste Einstellung"
    AsPublished "as_published" "As published" "Wie veröffentlicht"
    DarkerMoreMet "darker_more_met" "Exact. The darker, the more wishes are met; a line bounds one wish, on the side where it comes true." "Exakt. Je dunkler, desto mehr Wünsche sind erfüllt; eine Linie begrenzt einen Wunsch, auf der Seite, auf der er erfüllt ist."
    White "white" "White: left out, or not tried." "Weiß: ausgelassen oder nicht versucht."
    WishesWithoutLine "wishes_without_line" "{count} wishes more have no line." "{count} weitere Wünsche haben keine Linie."
    MetInAllCases "met_in_all_cases" "A wish is met where it is in all {count} cases." "Ein Wunsch ist erfüllt, wo er es in allen {count} Fällen ist."
    SomeTriedMeet "some_tried_meet" "With these values some of those tried meet all wishes; the darker, the more do" "Mit diesen Werten erfüllen einige der versuchten alle Wünsche; je dunkler, desto mehr"
    SettingsMeet "settings_meet" "With these values settings meet all wishes; the darker, the more of them do" "Mit diesen Werten erfüllen Einstellungen alle Wünsche; je dunkler, desto mehr"
    NoSettingMeets "no_setting_meets" "No setting meets all wishes" "Keine Einstellung erfüllt alle Wünsche"
    BestSettings "best_settings" "The best settings; in brackets how far an answer may move before it is off, or how far it is off" "Die besten Einstellungen; in Klammern, wie weit sich eine Antwort bewegen darf oder wie weit sie daneben liegt"
}
