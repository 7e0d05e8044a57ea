//! Recommendations against known answers, and against values that are computed another way: the recommended rule played as a
//! fixed strategy of `[play]`, and a game of cards evaluated by hand.

use std::sync::Arc;

use crate::analysis::{EngineMode, plan, run};
use crate::figures::NumberKind;
use crate::input::diagnostic::Source;
use crate::recommendation::{
    Condition, ConditionValues, Recommendation, RuleClause, ShortRule, recommended as sentences_of,
};
use crate::report::Report;
use crate::report::play::BestPlay;
use crate::rule_file::find::Beside;
use crate::scenario::document::{Overrides, Scenario};
use crate::summary::{Sentence, summary};
use crate::wordbook::Wordbook;
use oddsmith_engine::explore::Watch;

fn report(toml: &str, beside: Beside<'_>) -> Report {
    let source = Arc::new(Source { name: "mine.toml".to_owned(), text: toml.to_owned() });
    let overrides = Overrides { run: vec![("trials", "50".to_owned())], ..Overrides::default() };
    let scenario =
        Scenario::parse_beside("mine", source, beside, &overrides).unwrap_or_else(|problems| panic!("{problems}"));
    let plan = plan(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
    run(&plan, EngineMode::Auto, &Watch::default()).unwrap_or_else(|failure| panic!("{failure:?}"))
}

/// The report of a rule whose only choice is played best for an aim.
fn of_rule(text: &str, choice: &str, aim: &str, parameters: &str) -> Report {
    let texts = [Source { name: "mine.odds".to_owned(), text: text.to_owned() }];
    report(&toml("mine.odds", choice, "best", aim, parameters), Beside::Texts(&texts))
}

fn toml(rule: &str, choice: &str, answer: &str, aim: &str, parameters: &str) -> String {
    format!(
        "rule = \"{rule}\"\n[parameters]\n{parameters}\n[play]\naim = \"{aim}\"\n{choice} = \"{answer}\"\n[[ask]]\nvalue = \"{aim}\"\n"
    )
}

fn best_play(report: &Report) -> &BestPlay {
    report.cases[0].best_play.as_ref().expect("best play")
}

fn rule(report: &Report) -> &ShortRule {
    best_play(report).recommendations[0].rule.as_ref().expect("a rule")
}

/// The rule as a fixed strategy of `[play]`: "roll while pot <= 19, else bank".
pub(super) fn strategy(rule: &ShortRule) -> String {
    let holds = |condition: &Condition| {
        let part = &condition.part;
        match &condition.values {
            ConditionValues::AtLeast(least) => format!("{part} >= {least}"),
            ConditionValues::AtMost(most) => format!("{part} <= {most}"),
            ConditionValues::Between(least, most) => format!("{part} >= {least} and {part} <= {most}"),
            ConditionValues::Is(value) if value == "true" => part.clone(),
            ConditionValues::Is(value) if value == "false" => format!("not {part}"),
            ConditionValues::Is(value) if value.contains(' ') => format!("{part} = '{value}'"),
            ConditionValues::Is(value) => format!("{part} = {value}"),
        }
    };
    let clause = |clause: &RuleClause| {
        let all: Vec<String> = clause.conditions.iter().map(holds).collect();
        let condition = if all.is_empty() { "1 = 1".to_owned() } else { all.join(" and ") };
        format!("{} while {condition}, ", clause.option)
    };
    let clauses: String = rule.clauses.iter().map(clause).collect();
    if clauses.is_empty() { rule.otherwise.clone() } else { format!("{clauses}else {}", rule.otherwise) }
}

/// The recommendation, which has to be worth what it says: played as a fixed strategy it gives its value.
fn recommended(text: &str, choice: &str, aim: &str, parameters: &str) -> String {
    let best = of_rule(text, choice, aim, parameters);
    let short_rule = rule(&best);
    let texts = [Source { name: "mine.odds".to_owned(), text: text.to_owned() }];
    let played = report(&toml("mine.odds", choice, &strategy(short_rule), aim, parameters), Beside::Texts(&texts));
    let value = played.cases[0].answers[0].figure().expect("an exact answer").value;
    assert!((value - short_rule.value).abs() < 1e-9, "{}: {value}, not {}", strategy(short_rule), short_rule.value);
    assert!(((best_play(&best).value - value).abs() - short_rule.cost).abs() < 1e-9);
    let sentences = summary(&best, Wordbook::english()).sentences;
    sentences.iter().find(|sentence| sentence.is_recommendation()).expect("a sentence").text()
}

const PIG: &str = r#""""Pig: one turn"""
again = player("Roll on?", roll = "roll on", bank = "bank")
score = count("Points of a turn")

def trial():
    pot = 0  # "points in the pot"
    while pot < 40 and choose(again, ["roll", "bank"]) == "roll":
        face = roll(6)
        if face == 1:
            pot = 0
            break
        pot += face
    record(score, pot)
"#;

#[test]
fn pig_is_banked_at_20() {
    let text = "Roll on? Bank with 20 or more points in the pot; else roll on. Agrees with best play in every decision; \
                costs nothing.";
    assert_eq!(recommended(PIG, "again", "mean(score)", ""), text);
    // A variable without words is in code type.
    let bare = PIG.replace("  # \"points in the pot\"", "");
    let text = recommended(&bare, "again", "mean(score)", "");
    assert!(text.starts_with("Roll on? Bank with `pot` 20 or more; else roll on."), "{text}");
}

#[test]
fn a_name_of_one_letter_never_appears() {
    let hidden = PIG.replace("  # \"points in the pot\"", "").replace("pot", "p");
    let report = of_rule(&hidden, "again", "mean(score)", "");
    let recommendation = &best_play(&report).recommendations[0];
    assert!(recommendation.rule.is_none(), "{recommendation:?}");
    let sentence = summary(&report, Wordbook::english())
        .sentences
        .into_iter()
        .find(|sentence| sentence.is_recommendation())
        .expect("a sentence");
    assert_eq!(sentence.text(), "Roll on? No short rule: see the decision map.");
}

const SECRETARY: &str = r#""""The secretary problem: each applicant who is the best so far may be taken"""
n    = whole(10, 2, 200, "applicants")
take = player("Take this applicant?", take = "take", wait = "wait")
win  = flag("The best is taken")

def trial():
    taken, won = false, false
    for applicant in upto(n):
        if chance(1, applicant):
            if taken:
                won = false
            elif choose(take, ["take", "wait"]) == "take":
                taken, won = true, true
    record(win, won)
"#;

#[test]
fn three_of_ten_applicants_pass_and_37_of_a_hundred() {
    for (n, first, value) in [(10, 4, 0.398_690), (100, 38, 0.371_043)] {
        let parameters = format!("n = {n}");
        let report = of_rule(SECRETARY, "take", "P(win)", &parameters);
        let short_rule = rule(&report);
        assert!((short_rule.value - value).abs() < 1e-6 && short_rule.agreement == 1.0, "{short_rule:?}");
        let text = recommended(SECRETARY, "take", "P(win)", &parameters);
        let (wait, take) = (
            format!("wait with `applicant` {} or less; else take", first - 1),
            format!("take with `applicant` {first} or more; else wait"),
        );
        assert!(text.to_lowercase().contains(&wait) || text.to_lowercase().contains(&take), "{text}");
    }
}

/// What a rule says for values of the parts of a situation.
fn decided<'r>(rule: &'r ShortRule, parts: &[(&str, &str)]) -> &'r str {
    let value = |part: &str| parts.iter().find(|(name, _)| *name == part).map(|(_, value)| *value).expect("a part");
    let holds = |condition: &Condition| {
        let number = || value(&condition.part).parse::<i64>().expect("a number");
        match &condition.values {
            ConditionValues::AtLeast(least) => number() >= *least,
            ConditionValues::AtMost(most) => number() <= *most,
            ConditionValues::Between(least, most) => (*least..=*most).contains(&number()),
            ConditionValues::Is(expected) => value(&condition.part) == expected,
        }
    };
    let clause = rule.clauses.iter().find(|clause| clause.conditions.iter().all(holds));
    clause.map_or(&rule.otherwise, |clause| &clause.option)
}

#[test]
fn hard_totals_of_blackjack_are_the_published_strategy() {
    let report = report(&toml("blackjack.odds", "card", "best", "mean(net)", ""), Beside::Bundled);
    let short_rule = rule(&report);
    for up in 1..=10 {
        for hard in 4..=20 {
            let (hard_text, up_text) = (hard.to_string(), up.to_string());
            let parts = [("hard", hard_text.as_str()), ("up", &up_text), ("ace", "false"), ("natural", "false")];
            let stands = hard >= 17 || hard >= 13 && (2..=6).contains(&up) || hard == 12 && (4..=6).contains(&up);
            assert_eq!(
                decided(short_rule, &parts),
                if stands { "stand" } else { "hit" },
                "{hard} against {up}: {short_rule:?}"
            );
        }
    }
    assert!(short_rule.cost < 0.05 && short_rule.agreement > 0.99, "{short_rule:?}");
}

const EXPLORERS: &str = r#""""Incan Gold: one explorer in one round; five hazards of three cards each, and fifteen treasures of seven gems"""
onward = player("Explore on?", explore = "explore on", leave = "leave")
gems   = count("Gems")

def trial():
    treasures, gone = 15, false
    pot = 0      # "gems in the pot"
    hazards = 0  # "hazards met"
    while treasures > 0 and not gone and choose(onward, ["explore", "leave"]) == "explore":
        left = treasures + 15 - hazards
        card = roll(left)
        if card <= treasures:
            treasures -= 1
            pot += 7
        elif card <= treasures + 2 * hazards:
            gone = true
        else:
            hazards += 1
    record(gems, 0 if gone else pot)
"#;

#[test]
fn an_explorer_leaves_at_a_threshold_for_each_number_of_hazards() {
    let report = of_rule(EXPLORERS, "onward", "mean(gems)", "");
    let short_rule = rule(&report);
    let thresholds: Vec<i64> = (0..=5)
        .map(|hazards| {
            let leaves = |pot: &i64| {
                let (hazards, pot) = (hazards.to_string(), pot.to_string());
                decided(short_rule, &[("hazards", &hazards), ("pot", &pot), ("treasures", "8")]) == "leave"
            };
            (0..=15).map(|treasures| 7 * treasures).find(leaves).unwrap_or(i64::MAX)
        })
        .collect();
    assert!(
        thresholds.is_sorted_by(|one, other| one >= other) && thresholds[1] > thresholds[3],
        "{thresholds:?} {short_rule:?}"
    );
    assert!(short_rule.agreement > 0.95, "{short_rule:?}");
    recommended(EXPLORERS, "onward", "mean(gems)", "");
}

const MULLIGAN: &str = r#""""A London mulligan: seven new cards, and one more goes to the bottom each time"""
act = player("Keep?", keep = "keep", again = "take a mulligan")
win = flag("We win")

def trial():
    full = cards(land = 24, spell = 36)
    hand, deck = draw(full, 7)
    mulligans = 0
    while mulligans < 2 and choose(act, ["keep", "again"]) == "again":
        mulligans += 1
        hand, deck = draw(full, 7)
    held = min(hand.land, 7 - mulligans)
    later, deck = draw(deck, 4)
    fine = 4 <= held + later.land and held + later.land <= 6
    record(win, fine and roll(10) > mulligans)
"#;

#[test]
fn a_london_mulligan_has_a_threshold_of_lands() {
    let report = of_rule(MULLIGAN, "act", "P(win)", "");
    let short_rule = rule(&report);
    assert!(short_rule.agreement > 0.99, "{short_rule:?}");
    let text = recommended(MULLIGAN, "act", "P(win)", "");
    assert!(text.starts_with("Keep? Keep with `hand.land` ") && text.contains("; else take a mulligan."), "{text}");
}

const BAG: &str = r#""""Tokens from a bag: the second skull loses all"""
score = count("Score")
again = player("Draw again?", draw = "draw", stop = "stop")

def trial():
    silver = 8
    gold = 4
    pot, bad = 0, 0
    while silver + gold + 5 - bad > 0 and bad < 2 and choose(again, ["draw", "stop"]) == "draw":
        token = roll(silver + gold + 5 - bad)
        if token <= silver:
            silver -= 1
            pot += 1
        elif token <= silver + gold:
            gold -= 1
            pot += 3
        else:
            bad += 1
    record(score, pot if bad < 2 else 0)
"#;

/// The bag, counted by hand: what best play gives, and what a rule gives and how often it does as well.
struct Bag<'r> {
    rule: &'r ShortRule,
    decisions: f64,
    agreed: f64,
}

impl Bag<'_> {
    fn pot([silver, gold, _]: [u32; 3]) -> f64 {
        f64::from(8 - silver) + 3.0 * f64::from(4 - gold)
    }

    /// The three states after a draw, each with its chance.
    fn drawn(&self, [silver, gold, bad]: [u32; 3]) -> Vec<(f64, [u32; 3])> {
        let all = f64::from(silver + gold + 5 - bad);
        let draws = [
            (silver, [silver.wrapping_sub(1), gold, bad]),
            (gold, [silver, gold.wrapping_sub(1), bad]),
            (5 - bad, [silver, gold, bad + 1]),
        ];
        draws
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, state)| (f64::from(count) / all, state))
            .collect()
    }

    fn best(&self, state: [u32; 3]) -> f64 {
        if state[2] == 2 { 0.0 } else { Bag::pot(state).max(self.draw(state)) }
    }

    fn draw(&self, state: [u32; 3]) -> f64 {
        self.drawn(state).into_iter().map(|(chance, next)| chance * self.best(next)).sum()
    }

    /// What the rule gives from a state that is reached so often.
    fn follow(&mut self, state: [u32; 3], reached: f64) -> f64 {
        let [silver, gold, bad] = state;
        if bad == 2 {
            return 0.0;
        }
        let pot = Bag::pot(state);
        let texts = [silver, gold, bad, pot as u32].map(|number| number.to_string());
        let parts = [("silver", texts[0].as_str()), ("gold", &texts[1]), ("bad", &texts[2]), ("pot", &texts[3])];
        let draws = decided(self.rule, &parts) == "draw";
        let worths = [self.draw(state), pot];
        let taken = if draws { worths[0] } else { worths[1] };
        self.decisions += reached;
        self.agreed += if taken >= worths[0].max(worths[1]) - 1e-9 { reached } else { 0.0 };
        if !draws {
            return pot;
        }
        self.drawn(state).into_iter().map(|(chance, next)| chance * self.follow(next, reached * chance)).sum()
    }
}

#[test]
fn agreement_and_cost_are_those_that_are_counted_by_hand() {
    let report = of_rule(BAG, "again", "mean(score)", "");
    let short_rule = rule(&report);
    let mut bag = Bag { rule: short_rule, decisions: 0.0, agreed: 0.0 };
    let start = [8, 4, 0];
    let value = bag.follow(start, 1.0);
    let best = bag.best(start);
    assert!((best - best_play(&report).value).abs() < 1e-9);
    assert!(
        (value - short_rule.value).abs() < 1e-9 && ((best - value) - short_rule.cost).abs() < 1e-9,
        "{value}: {short_rule:?}"
    );
    let agreement = bag.agreed / bag.decisions;
    assert!((agreement - short_rule.agreement).abs() < 1e-9, "{agreement}: {short_rule:?}");
    recommended(BAG, "again", "mean(score)", "");
}

#[test]
fn a_rule_in_german() {
    let report = of_rule(PIG, "again", "mean(score)", "");
    let german = Wordbook::german();
    let texts: Vec<String> = sentences_of(&report, &german).iter().map(Sentence::text).collect();
    let text = "Roll on? Bank bei 20 oder mehr points in the pot; sonst roll on. Stimmt in jeder Entscheidung mit dem besten \
                Spiel überein; kostet nichts.";
    assert_eq!(texts, [text]);
}

/// The sentence of a rule, in the words of a scenario about Pig.
fn worded(clauses: Vec<RuleClause>, agreement: f64, cost: f64, kind: NumberKind) -> String {
    let mut report = of_rule(PIG, "again", "mean(score)", "");
    let rule = ShortRule { clauses, otherwise: "bank".to_owned(), agreement, value: 8.0, cost };
    let play = report.cases[0].best_play.as_mut().expect("best play");
    play.kind = kind;
    play.recommendations = vec![Recommendation { choice: "again".to_owned(), is_theirs: false, rule: Some(rule) }];
    sentences_of(&report, Wordbook::english())[0].text()
}

fn clause(option: &str, conditions: &[(&str, ConditionValues)]) -> RuleClause {
    let condition =
        |(part, values): &(&str, ConditionValues)| Condition { part: (*part).to_owned(), values: values.clone() };
    RuleClause { option: option.to_owned(), conditions: conditions.iter().map(condition).collect() }
}

#[test]
fn every_condition_has_words() {
    use ConditionValues::{AtLeast, AtMost, Between, Is};
    let first = clause("roll", &[("pot", AtLeast(3)), ("left", AtMost(2))]);
    let second = clause("roll", &[("pot", Between(4, 6)), ("left", Between(1, 2))]);
    let text = worded(vec![first, second], 0.925, 0.0312, NumberKind::Mean);
    let expected = "Roll on? Roll on with 3 or more points in the pot and `left` 2 or less, or with 4 to 6 points in the pot and \
                    `left` 1 to 2; else bank. Agrees with best play in 92.5% of decisions; costs 0.031 on average.";
    assert_eq!(text, expected);
    let named = clause("roll", &[("wing", Is("Left".to_owned())), ("pot", Is("0".to_owned()))]);
    let ranked = clause("bank", &[]);
    let text = worded(vec![named, ranked], 0.5, 0.012, NumberKind::Chance);
    let expected = "Roll on? Roll on with `wing` Left and 0 points in the pot; else bank if on offer; else bank. Agrees with best \
                    play in 50.0% of decisions; costs 1.2 percentage points.";
    assert_eq!(text, expected);
    assert!(
        worded(Vec::new(), 1.0, 0.0, NumberKind::Mean)
            .starts_with("Roll on? Always bank. Agrees with best play in every")
    );
}
