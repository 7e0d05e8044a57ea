//! Describes a plan in words: every situation that its play can meet, and the value of each option
//! there.

use std::collections::BTreeSet;

use oddsmith_engine::solve::{self, NOT_SEEN, Plan, PlannedDecision};
use oddsmith_engine::{DecisionRule, Side};
use rustc_hash::FxHashMap;

use super::situation_parts::describe_parts;
use crate::estimate::ROUNDING;
use crate::report::play::{
    BestPlay, Offer, Optimality, SituationFacts, Situations, SituationsBuilder, Stake, TheirAim,
};
use crate::rule::BuiltRule;
use crate::rule::choice::ShownChoice;
use crate::rule::presentation::Presentation;
use crate::scenario::play::{CasePlay, PlayerAim};

/// Describes the plan in words.
pub(super) fn describe(
    built: &BuiltRule,
    wanted: &PlayerAim,
    playing: &CasePlay,
    found: &Plan,
) -> BestPlay {
    let words = PlanWords {
        built,
        remembered: found
            .remembered
            .iter()
            .map(|&slot| name_of_slot(&built.presentation, slot))
            .collect(),
        distinguished: choices_distinguished_by_options(found),
        theirs: their_choices(playing, found),
    };
    BestPlay {
        aim: wanted.text.clone(),
        kind: wanted.kind,
        minimises: wanted.aim.minimises,
        value: shown_value(found),
        shortfall: found.shortfall,
        optimality: found.optimality.map(shown_optimality),
        situations: words.situations(&found.decisions),
        unmet: words.situations(&found.unmet),
        is_theirs: false,
        stated: Vec::new(),
        held: None,
        recommendations: Vec::new(),
        then: wanted.then.as_ref().map(|then| {
            format!(
                "{} {}",
                if then.aim.minimises { "least" } else { "most" },
                then.text
            )
        }),
        spreads: Vec::new(),
        theirs: found
            .their_value
            .zip(wanted.theirs.as_ref())
            .map(|(value, theirs)| TheirAim {
                aim: theirs.text.clone(),
                kind: theirs.kind,
                minimises: theirs.aim.minimises,
                value,
            }),
    }
}

/// Returns the choices of the other side, if it has a different aim.
fn their_choices(playing: &CasePlay, found: &Plan) -> Vec<usize> {
    let answered = playing.answered.iter();
    let theirs = answered.filter(|answered| {
        found.their_value.is_some()
            && answered.answer == DecisionRule::Best
            && answered.side == Side::Them
    });
    theirs.map(|answered| answered.choice).collect()
}

/// Returns the value of a plan. A value that differs from 0 only by rounding errors is 0.
pub(super) fn shown_value(found: &Plan) -> f64 {
    if found.value.abs() <= ROUNDING * found.scale {
        0.0
    } else {
        found.value
    }
}

/// The data for describing the decisions of a plan.
struct PlanWords<'p> {
    built: &'p BuiltRule,
    /// The names of the values that a trial remembers for the aim.
    remembered: Vec<String>,
    /// The choices whose values are those of the other side's aim.
    theirs: Vec<usize>,
    /// The choices whose situations differ only in the options on offer.
    distinguished: BTreeSet<usize>,
}

impl PlanWords<'_> {
    /// Describes the situations of decisions.
    fn situations(&self, decisions: &[PlannedDecision]) -> Situations {
        let mut described = SituationsBuilder::default();
        for decision in decisions {
            self.describe(decision, &mut described);
        }
        described.finish()
    }

    /// Adds the situation of a decision.
    fn describe(&self, decision: &PlannedDecision, described: &mut SituationsBuilder) {
        let choice = &self.built.presentation.choices[decision.choice];
        let parts_end = decision.situation.len() - self.remembered.len();
        let (situation, so_far) = decision.situation.split_at(parts_end);
        let file_parts = self.built.rule.situation(decision.choice, situation);
        let is_of_a_file = file_parts.is_some();
        let (part_texts, parts) = match file_parts {
            Some(parts) => (
                parts.iter().map(|part| in_words(choice, part)).collect(),
                parts,
            ),
            None => describe_parts(choice, situation),
        };
        let remembered = || self.remembered.iter().zip(so_far);
        let so_far_texts = remembered().map(|(name, &value)| seen_value_text(name, value));
        let so_far_parts = remembered().map(|(name, &value)| {
            let text = if value == NOT_SEEN {
                String::new()
            } else {
                value.to_string()
            };
            (format!("{name} so far"), text)
        });
        let is_distinguished = self.distinguished.contains(&decision.choice);
        let on_offer = is_distinguished.then(|| {
            let options = decision.options.iter();
            let names: Vec<String> = options.map(|&option| choice.options.word(option)).collect();
            names.join(" or ")
        });
        let offered = on_offer.iter().map(|names| format!("{names} on offer"));
        let mut words: Vec<String> = part_texts
            .into_iter()
            .chain(so_far_texts)
            .chain(offered)
            .collect();
        if words.is_empty() {
            let anywhere = if is_of_a_file {
                "whenever it is asked"
            } else {
                "at the start"
            };
            words.push(anywhere.to_owned());
        }
        let parts = parts
            .into_iter()
            .chain(so_far_parts)
            .chain(on_offer.map(|names| ("on offer".to_owned(), names)));
        let facts = SituationFacts {
            choice: &choice.name,
            number: decision.choice,
            best: &choice.options.word(decision.options[decision.best]),
            value: decision.value,
            is_game: decision.is_game,
            has_their_aim: self.theirs.contains(&decision.choice),
            reached: decision.reached,
        };
        described.push(&facts, words, parts);
        push_offers(choice, decision, described);
    }
}

fn shown_optimality(optimality: solve::Optimality) -> Optimality {
    match optimality {
        solve::Optimality::Exact => Optimality::Exact,
        solve::Optimality::ExactRule => Optimality::ExactRule,
        solve::Optimality::BestFound { gap } => Optimality::BestFound(gap),
        solve::Optimality::Exploitable { by } => Optimality::Exploitable(by),
    }
}

/// Adds the options of a decision with their values.
fn push_offers(
    choice: &ShownChoice,
    decision: &PlannedDecision,
    described: &mut SituationsBuilder,
) {
    for (index, &option) in decision.options.iter().enumerate() {
        let values = decision.worths[index].zip(decision.losses[index]);
        let stake = values.map(|(value, loss)| Stake { value, loss });
        described.push_offer(&Offer {
            name: &choice.options.word(option),
            stake,
            is_best: decision.is_tied[index] && stake.is_some_and(|stake| stake.loss == 0.0),
            probability: decision.weights.masses()[index].value(),
        });
    }
}

/// Describes the value that a metric has had before a decision.
fn seen_value_text(name: &str, value: i64) -> String {
    match value {
        NOT_SEEN => format!("no {name} so far"),
        value => format!("{value} {name} so far"),
    }
}

/// Describes a part of a situation in the words that the rule gives it: "12 points in the pot".
/// Without such words it uses the part's name: "pot 12".
fn in_words(choice: &ShownChoice, (name, value): &(String, String)) -> String {
    match choice.words.part(name) {
        Some(words) if value.parse::<i64>().is_ok() => format!("{value} {words}"),
        Some(words) => format!("{words}: {value}"),
        None => format!("{name} {value}"),
    }
}

/// Returns the choices that offer different options in situations that are otherwise equal.
fn choices_distinguished_by_options(found: &Plan) -> BTreeSet<usize> {
    let mut seen: FxHashMap<(usize, &[i64]), &[i64]> = FxHashMap::default();
    let mut apart = BTreeSet::new();
    for PlannedDecision {
        choice,
        situation,
        options,
        ..
    } in &found.decisions
    {
        if **seen.entry((*choice, situation)).or_insert(options) != **options {
            apart.insert(*choice);
        }
    }
    apart
}

/// Returns the name of a slot, such as `successes@2`.
fn name_of_slot(presentation: &Presentation, slot: u32) -> String {
    let mut first = 0;
    for metric in &presentation.metrics {
        for step in metric.all_steps() {
            if first == slot {
                return step.map_or_else(
                    || metric.name.clone(),
                    |step| format!("{}@{step}", metric.name),
                );
            }
            first += 1;
        }
    }
    String::new()
}
