//! Best play in the report: what to do in each situation, the value of each option, and the cost of
//! a mistake.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde_json::{Value, json};

use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::Numerals;
use oddsmith_model::labels::capitalize;
use oddsmith_model::report::play::{BestPlay, HeldChoice, How, MetSituation, Offer};
use oddsmith_model::report::{Case, Report};
use oddsmith_model::table::{Cell, CellStyle, Column, ColumnKind, Table};

use super::data::script_data;
use super::words::counted;
use crate::table::{aim, gain_text};

/// The maximal number of situations of a case that are shown. The rest is counted.
const MAX_SITUATIONS: usize = 150;
/// The maximal number of situations of a table that is not folded.
const MAX_UNFOLDED: usize = 12;
/// The maximal number of situations that can be picked, over all cases.
const MAX_PICKABLE: usize = 4000;

/// Returns the section; empty if no choice asks for best play.
pub fn section(report: &Report) -> Markup {
    let plays: Vec<(&Case, &BestPlay)> = report
        .cases
        .iter()
        .filter_map(|case| Some((case, case.best_play.as_ref()?)))
        .collect();
    if plays.is_empty() {
        return html! {};
    }
    let is_only = report.cases.len() == 1;
    html! {
        section aria-labelledby="play" {
            h2 #play { "Best play" }
            p {
                "The best choice in every state that the play can reach. Loss: how much you give up by choosing an option once "
                "and playing perfectly afterwards."
            }
            (picker(report, &plays))
            @for (case, play) in plays { (case_section(report, case, play, is_only)) }
        }
        "\n"
    }
}

/// Returns the picker of a situation with its data; empty if the player decides nothing.
fn picker(report: &Report, plays: &[(&Case, &BestPlay)]) -> Markup {
    let mut plays = plays.to_vec();
    plays.retain(|(_, play)| !play.situations.is_empty());
    if plays.is_empty() {
        return html! {};
    }
    let room = MAX_PICKABLE / plays.len().min(MAX_PICKABLE);
    let is_left_out = plays.iter().any(|(_, play)| play.situations.len() > room);
    let json: Vec<Value> = plays
        .iter()
        .take(MAX_PICKABLE)
        .map(|(case, play)| situations_json(report, case, play, room))
        .collect();
    html! {
        h3 { "What should you do here?" }
        noscript { p { "Picking a state needs JavaScript." } }
        div #pick-play {}
        @if is_left_out {
            p.note { "To keep the page small, only the most frequent states can be picked." }
        }
        (script_data("plays", &json.into()))
    }
}

/// Returns the most frequent situations of a case, in the order of the plan.
fn situations_json(report: &Report, case: &Case, play: &BestPlay, room: usize) -> Value {
    let mut often: Vec<usize> = (0..play.situations.len()).collect();
    often.sort_by(|&a, &b| {
        let reached = |index: usize| play.situations.get(index).reached();
        reached(b).total_cmp(&reached(a)).then(a.cmp(&b))
    });
    often.truncate(room);
    often.sort_unstable();
    let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for situation in often.iter().map(|&index| play.situations.get(index)) {
        let known = parts.entry(situation.choice()).or_default();
        for (name, _) in situation.parts() {
            if !known.contains(&name) {
                known.push(name);
            }
        }
    }
    let situation = |situation: MetSituation<'_>| {
        let value = |name: &&str| situation.part(name).unwrap_or_default();
        let option =
            |offer: Offer<'_>| json!([offer.name, offer.value(), offer.loss(), offer.probability]);
        json!({
            "words": situation.words(),
            "choice": situation.choice(),
            "parts": parts[situation.choice()].iter().map(value).collect::<Vec<_>>(),
            "best": situation.best(),
            "value": situation.value(),
            "isChance": play.kind_at(situation).is_chance(),
            "aim": play.theirs.as_ref().filter(|_| situation.has_their_aim()).map(|theirs| &theirs.aim),
            "options": situation.options().map(option).collect::<Vec<_>>(),
            "reached": situation.reached(),
        })
    };
    let situations: Vec<Value> = often
        .iter()
        .map(|&index| situation(play.situations.get(index)))
        .collect();
    json!({ "name": report.case_name(case), "aim": aim(report, play), "parts": parts, "situations": situations })
}

fn case_section(report: &Report, case: &Case, play: &BestPlay, is_only: bool) -> Markup {
    let states = counted(play.situations.len(), "state", "states");
    let known = |value, kind| Estimate::known(value).text(kind, Numerals::ENGLISH);
    let is_game = || play.situations.iter().any(|situation| situation.is_game());
    html! {
        details open[is_only] {
            "\n" summary {
                @if !is_only { (report.case_name(case)) ", " }
                (aim(report, play)) ": " (value_text(play, play.value)) " with " (report.play_name(play))
                @if play.is_theirs { " by the other side" }
                " (" (states) ")"
            }
            @if let Some(then) = &play.then { p { "Ties are broken by " (then) "." } }
            @if let Some(theirs) = &play.theirs { p { (theirs.text(known)) } }
            @if let Some(optimality) = play.optimality {
                p { (optimality.text(|gap| gain_text(gap, play.kind))) }
            } @else if play.theirs.is_none() && is_game() {
                p {
                    "Both sides choose at the same time. The values of which they are sure agree to within "
                    (format!("{:.0e}", play.shortfall.max(f64::EPSILON))) "."
                }
            }
            @if let Some(ties) = play.ties_text(known, |question| report.is_asked_again(question)) {
                p { (ties) "." }
            }
            @match play.held.as_deref() {
                None => p { "Fixed strategies were not computed: the game has too many states." },
                Some([]) => {},
                Some(held_choices) => ul {
                    @for held in held_choices { li { (held_choice_text(report, play, held)) } }
                },
            }
            (situations_table(report, case, play, is_only))
        }
        "\n"
    }
}

/// Returns the table of what to do in each situation, folded if it is long.
fn situations_table(report: &Report, case: &Case, play: &BestPlay, is_only: bool) -> Markup {
    let (text, numbers) = (ColumnKind::Text, ColumnKind::Numbers);
    let is_mixed = mixes(play);
    let taken = is_mixed.then_some((text, "Taken"));
    let columns = [
        (ColumnKind::Names, "State"),
        (text, "Choice"),
        (text, "Best"),
        (numbers, "Value"),
        (text, "Other options, with their loss"),
    ];
    let columns = columns
        .into_iter()
        .chain(taken)
        .chain([(numbers, "Visits")]);
    let columns = columns
        .map(|(kind, head)| Column::new(kind, head))
        .collect();
    let name = if is_only {
        String::new()
    } else {
        format!(": {}", report.case_name(case))
    };
    let table = Table::from_rows(
        columns,
        play.situations
            .iter()
            .take(MAX_SITUATIONS)
            .map(|situation| row(play, situation, is_mixed)),
    );
    let subtitle =
        "Every state that the play can reach, with the mean number of visits in a trial.";
    let count = play.situations.len();
    let shown = html! {
        (table.with_title(format!("What to do{name}"), subtitle).to_html())
        @if count > MAX_SITUATIONS { p { "... and " (count - MAX_SITUATIONS) " more states." } }
    };
    if count <= MAX_UNFOLDED {
        return shown;
    }
    html! {
        details { summary { "The table of " (counted(count, "state", "states")) } (shown) }
    }
}

/// Describes a fixed strategy and its loss.
fn held_choice_text(report: &Report, play: &BestPlay, held: &HeldChoice) -> String {
    let gives = held.worth_text(|value| value_text(play, value));
    let is_better = held
        .value()
        .is_some_and(|value| (value > play.value) != play.minimises);
    let word = if held.how == How::Best || play.theirs.is_some() && is_better {
        "gain"
    } else {
        "loss"
    };
    let lost = held
        .value()
        .map(|value| format!(" ({word} {})", loss_text(play, play.value - value)));
    let lost = lost.unwrap_or_default();
    let words = report.words_of(&held.choice);
    let answer = held.answer_text_with(|option| words.map_or(option, |words| words.option(option)));
    let heading = report.choice_heading(&held.choice);
    let strategy = match heading.strip_suffix(':') {
        Some(label) => format!("{label}, {answer}"),
        None => format!("{heading} {}", capitalize(&answer)),
    };
    format!("{strategy}: {gives}{lost}")
}

/// Returns the text of a value of the aim.
fn value_text(play: &BestPlay, value: f64) -> String {
    Estimate::known(value).text(play.kind, Numerals::ENGLISH)
}

/// Returns the text of a loss.
fn loss_text(play: &BestPlay, by: f64) -> String {
    let unit = if play.kind.is_chance() {
        " percentage points"
    } else {
        ""
    };
    Numerals::ENGLISH.loss(by, play.kind) + unit
}

/// Returns whether the play takes other options than the best, or mixes options.
fn mixes(play: &BestPlay) -> bool {
    let mut situations = play.situations.iter();
    if situations.any(|situation| situation.mixed_share().is_some()) {
        return true;
    }
    let offers = play
        .situations
        .iter()
        .flat_map(|situation| situation.options());
    let mut others = offers.filter(|offer| !offer.is_best);
    others.any(|offer| offer.probability > 0.0)
}

/// Returns how likely the play takes each option, the likeliest first: "bank 95.0%, roll 5.0%".
fn taken_text(situation: MetSituation<'_>) -> String {
    let is_taken = |offer: &Offer<'_>| offer.probability > 0.0;
    let mut taken: Vec<Offer<'_>> = situation.options().filter(is_taken).collect();
    taken.sort_by(|offer, other| other.probability.total_cmp(&offer.probability));
    let text = |offer: &Offer<'_>| {
        let chance = Numerals::ENGLISH.chance(offer.probability);
        format!("{} {chance}", offer.name)
    };
    taken.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn row(play: &BestPlay, situation: MetSituation<'_>, is_mixed: bool) -> Vec<Cell> {
    let other_offers = situation
        .options()
        .filter(|offer| offer.name != situation.best());
    let gives_away = |loss: Option<f64>| {
        loss.map_or_else(
            || "never ends".to_owned(),
            |loss| Numerals::ENGLISH.lost(loss, play.kind_at(situation)),
        )
    };
    let other_options: Vec<String> = other_offers
        .map(|offer| format!("{}: {}", offer.name, gives_away(offer.loss())))
        .collect();
    let value = Estimate::known(situation.value()).text(play.kind_at(situation), Numerals::ENGLISH);
    let cells = [
        Cell::from(situation.words()),
        Cell::from(situation.choice()),
        Cell::styled(CellStyle::Strong, situation.best()),
        value.into(),
        other_options.join("; ").into(),
    ];
    let taken = is_mixed.then(|| taken_text(situation).into());
    let visits = Numerals::ENGLISH.mean(situation.reached()).into();
    cells.into_iter().chain(taken).chain([visits]).collect()
}
