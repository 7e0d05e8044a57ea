//! Compares rules of thumb with best play: finds cases that differ only in how choices are decided.

use oddsmith_engine::{DecisionRule, Skill};

use super::{Case, CaseDecision, Report};

impl Case {
    /// Returns whether this case differs from the other only in that rules of thumb decide some of
    /// the choices that best play decides there.
    fn replaces_best_play(&self, best: &Case) -> bool {
        let pairs = || {
            best.decisions
                .iter()
                .copied()
                .zip(self.decisions.iter().copied())
        };
        let is_replaced = |(decision, other): (CaseDecision, CaseDecision)| {
            (decision.rule, other.rule) == (DecisionRule::Best, DecisionRule::Heuristic)
        };
        let has_same_choices = best.decisions.len() == self.decisions.len();
        has_same_choices
            && pairs().any(is_replaced)
            && pairs().all(|(decision, other)| decision == other || is_replaced((decision, other)))
    }
}

/// The prefix of the keys of `[play]` in variants and sweeps.
const PLAY_PREFIX: &str = "play.";

impl Report {
    /// Returns the cases that can be compared with one of best play: they differ only in that rules
    /// of thumb decide some of the choices. Each has a label for this difference. All other
    /// choices, including those of the opponent, are decided in the same way.
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

    /// Returns the quoted labels of two groups of choices. A rule of thumb decides the first group
    /// in the second case. Best play decides the second group in both cases. Returns `None` if best
    /// play decides no choice in both.
    pub fn sides_of_play(&self, best: &Case, other: &Case) -> Option<(String, String)> {
        let labels = |is_included: fn(CaseDecision) -> bool| {
            let pairs = best
                .decisions
                .iter()
                .zip(&other.decisions)
                .zip(&self.choice_words);
            let included = pairs.filter(|((decision, other), _)| {
                decision.rule == DecisionRule::Best && is_included(**other)
            });
            included
                .map(|(_, (name, _))| format!("“{}”", self.choice_label(name)))
                .collect::<Vec<_>>()
                .join(" and ")
        };
        let best_in_both =
            labels(|other| other.rule == DecisionRule::Best && other.skill == Skill::Best);
        (!best_in_both.is_empty()).then(|| {
            (
                labels(|other| other.rule == DecisionRule::Heuristic),
                best_in_both,
            )
        })
    }

    /// Returns the rule parameters that the variant of a case sets.
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

    /// Returns the label for the difference between two cases with different play.
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
