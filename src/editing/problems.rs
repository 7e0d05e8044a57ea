//! What is wrong with a text, at once and after a longer look.

use oddsmith_engine::explore::Watch;

use super::edited::Edited;
use crate::analysis::{self, RunPlan};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::rehearsal::rehearse;
use crate::rule_file::expectations;
use crate::scenario::document::Scenario;
use crate::scenario::idle::idle;
use crate::scenario::named_rule::NamedRule;
use crate::scenario::unchanged::unchanged;

/// Something that an editor underlines.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What it is.
    pub told: Diagnostic,
    /// Whether nothing is wrong, but who wrote it should know.
    pub is_warning: bool,
}

/// What an editor underlines, in the order found.
pub type Problems = Vec<Problem>;

/// What is worth knowing of a scenario in which nothing is wrong.
pub(crate) fn warnings(scenario: &Scenario, plan: &RunPlan<'_>) -> Vec<Diagnostic> {
    let of_plan = plan.unused_in_some.iter().chain(plan.left_out.iter().map(|own| &own.why)).cloned();
    let words = scenario.words_left_out.iter().cloned();
    idle(scenario).into_iter().chain(unchanged(scenario)).chain(of_plan).chain(words).collect()
}

fn wrong(problems: Diagnostics) -> Problems {
    problems.0.into_iter().map(|told| Problem { told, is_warning: false }).collect()
}

impl Edited<'_> {
    /// What is wrong with a rule file as far as reading shows it, and with a scenario once each of its cases was played
    /// once, best play at that.
    pub fn problems(&self, watch: &Watch) -> Problems {
        if self.is_rule_file() {
            return self.rule_file().map_or_else(wrong, |_| Vec::new());
        }
        let looked = self.scenario().and_then(|scenario| {
            rehearse(&scenario, watch)?;
            let plan = analysis::plan(&scenario)?;
            Ok(warnings(&scenario, &plan))
        });
        looked.map_or_else(wrong, |told| told.into_iter().map(|told| Problem { told, is_warning: true }).collect())
    }

    /// What a longer look at a sound rule file shows: faults of its trial, and what it expects of itself in vain.
    pub fn faults(&self, watch: &Watch) -> Problems {
        let Some(rule) = self.sound_rule() else { return Vec::new() };
        if let NamedRule::File(file) = &rule
            && file.file.has_trial()
            && let Err(problems) = rule.checked_by_default(watch)
        {
            return wrong(problems);
        }
        let unheld = held(&rule, watch).into_iter().filter_map(|(_, found)| found.err());
        unheld.map(|told| Problem { told, is_warning: false }).collect()
    }

    /// Each expectation of a rule file that holds: where it stands, and what was found.
    pub fn held(&self, watch: &Watch) -> Vec<(std::ops::Range<usize>, String)> {
        let Some(rule) = self.sound_rule() else { return Vec::new() };
        held(&rule, watch).into_iter().filter_map(|(span, found)| Some((span, found.ok()?))).collect()
    }

    fn sound_rule(&self) -> Option<NamedRule> {
        self.is_rule_file().then(|| self.rule_file().ok().map(|file| NamedRule::File(file.into()))).flatten()
    }
}

/// What was found of one expectation, where it stands.
type HeldAt = (std::ops::Range<usize>, Result<String, Diagnostic>);

fn held(rule: &NamedRule, watch: &Watch) -> Vec<HeldAt> {
    match rule {
        NamedRule::File(file) => expectations::held(file, watch, &|error| rule.fault("", &error)),
        NamedRule::Bundled(_) => Vec::new(),
    }
}
