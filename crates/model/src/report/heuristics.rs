//! Rules of thumb compared with best play: cases that differ only in how they are played.

use oddsmith_engine::DecisionRule;

use super::{Case, Report};

impl Case {
    /// Whether fixed strategies answer some of the choices that best play answers in another case,
    /// and all other choices are answered as there.
    fn replaces_best_play(&self, best: &Case) -> bool {
        let pairs = || {
            best.decisions
                .iter()
                .copied()
                .zip(self.decisions.iter().copied())
        };
        let is_replaced =
            |(decision, other)| (decision, other) == (DecisionRule::Best, DecisionRule::Heuristic);
        let has_same_choices = best.decisions.len() == self.decisions.len();
        has_same_choices
            && pairs().any(is_replaced)
            && pairs().all(|(decision, other)| decision == other || is_replaced((decision, other)))
    }
}

/// What a key of `[play]` begins with, in variants and sweeps.
const PLAY_PREFIX: &str = "play.";

impl Report {
    /// Returns the cases that differ from one with best play in this alone, that fixed strategies
    /// answer some of the choices that best play answers there; each with what tells it from
    /// that case. All other choices, also those of the other side, are answered alike, so that
    /// what the two come to can be compared.
    pub fn heuristic_cases(&self, best: &Case) -> Vec<(String, &Case)> {
        if best.best_play.is_none() {
            return Vec::new();
        }
        let is_comparable = |case: &&Case| {
            let mut points = self.sweep.iter().zip(best.point.iter().zip(&case.point));
            let is_same_swept = points.all(|(swept, (best_index, other))| {
                best_index == other || swept.key.starts_with(PLAY_PREFIX)
            });
            case.replaces_best_play(best)
                && is_same_swept
                && self.rule_changes(best) == self.rule_changes(case)
        };
        self.cases
            .iter()
            .filter(is_comparable)
            .map(|case| (self.strategy_label(best, case), case))
            .collect()
    }

    /// Where best play answers a choice in both of two cases, as of the other side: the choices
    /// that a fixed strategy answers in the second, and those that it does not, each by its
    /// label in quotes.
    pub fn sides_of_play(&self, best: &Case, other: &Case) -> Option<(String, String)> {
        let labels = |is_included: fn(DecisionRule) -> bool| {
            let pairs = best
                .decisions
                .iter()
                .zip(&other.decisions)
                .zip(&self.choice_words);
            let included = pairs.filter(|((decision, other), _)| {
                **decision == DecisionRule::Best && is_included(**other)
            });
            included
                .map(|(_, (name, _))| format!("“{}”", self.choice_label(name)))
                .collect::<Vec<_>>()
                .join(" and ")
        };
        let best_in_both = labels(|other| other == DecisionRule::Best);
        (!best_in_both.is_empty()).then(|| {
            (
                labels(|other| other == DecisionRule::Heuristic),
                best_in_both,
            )
        })
    }

    /// What the variant of a case sets of the rule itself.
    fn rule_changes(&self, case: &Case) -> Vec<&(String, String)> {
        let variant_changes = case.variant.and_then(|variant| self.changes.get(variant));
        let mut changes: Vec<_> = variant_changes
            .into_iter()
            .flatten()
            .filter(|(key, _)| !key.starts_with(PLAY_PREFIX))
            .collect();
        changes.sort();
        changes
    }

    /// What tells a case from another, that is played otherwise.
    fn strategy_label(&self, best: &Case, case: &Case) -> String {
        let variant = case
            .variant
            .filter(|_| case.variant != best.variant)
            .map(|index| self.variants[index].clone());
        let points = self.sweep.iter().zip(best.point.iter().zip(&case.point));
        let swept = points
            .filter(|(_, (best_index, other))| best_index != other)
            .map(|(swept, (_, other))| swept.values[*other].printed_text());
        variant
            .into_iter()
            .chain(swept)
            .collect::<Vec<_>>()
            .join(", ")
    }
}
