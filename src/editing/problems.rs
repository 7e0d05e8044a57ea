//! Finds the mistakes in a text: first those that reading finds, then those that take longer to
//! find.

use std::ops::Range;
use std::sync::Arc;

use oddsmith_engine::explore::Watch;

use super::edited::Edited;
use crate::analysis::{self, RunPlan};
use crate::front::around;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::rule_file::{FileRule, expectations};
use crate::scenario::document::Scenario;
use crate::scenario::named_rule::NamedRule;

/// A problem that an editor underlines.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The message, its position and its fix.
    pub diagnostic: Diagnostic,
    /// Whether the text is correct and this is only a warning.
    pub is_warning: bool,
}

/// Problems in the order in which they were found.
pub type Problems = Vec<Problem>;

/// Returns the warnings about a scenario without mistakes, also about charts that are left out.
pub(crate) fn warnings(plan: &RunPlan<'_>) -> Vec<Diagnostic> {
    let left_out = plan.left_out.iter();
    let left_out = left_out.map(|left_out| left_out.diagnostic.clone());
    around::warnings(plan).into_iter().chain(left_out).collect()
}

fn errors(problems: Diagnostics) -> Problems {
    problems
        .0
        .into_iter()
        .map(|diagnostic| Problem {
            diagnostic,
            is_warning: false,
        })
        .collect()
}

/// The result of reading a text.
pub struct ReadText {
    /// The problems that reading shows.
    pub problems: Problems,
    /// The text for slower checks; `None` if it has a mistake already.
    pub checked: Option<CheckedText>,
}

/// A text in which reading finds no mistake.
#[derive(Clone)]
pub enum CheckedText {
    /// A rule file.
    RuleFile(Arc<FileRule>),
    /// A scenario.
    Scenario(Arc<Scenario>),
}

impl Edited<'_> {
    /// Reads the text. For a scenario it also reads the questions and the setting of each case.
    pub fn read(&self) -> ReadText {
        let checked = if self.is_rule_file() {
            self.rule_file()
                .map(|file| CheckedText::RuleFile(Arc::new(file)))
        } else {
            self.scenario().and_then(|scenario| {
                analysis::plan(&scenario)?;
                Ok(CheckedText::Scenario(Arc::new(scenario)))
            })
        };
        match checked {
            Ok(checked) => ReadText {
                problems: Vec::new(),
                checked: Some(checked),
            },
            Err(problems) => ReadText {
                problems: errors(problems),
                checked: None,
            },
        }
    }

    /// Returns each expectation of a rule file that holds: its position, and what was found.
    pub fn held_expectations(&self, watch: &Watch) -> Vec<(Range<usize>, String)> {
        let Some(file) = self.is_rule_file().then(|| self.rule_file().ok()).flatten() else {
            return Vec::new();
        };
        check_expectations(&NamedRule::File(file.into()), watch)
            .into_iter()
            .filter_map(|(span, found)| Some((span, found.ok()?)))
            .collect()
    }
}

impl CheckedText {
    /// Returns all texts that the slow checks depend on, beginning with the text itself.
    pub fn inputs(&self) -> Vec<String> {
        match self {
            CheckedText::RuleFile(file) => {
                let used = file
                    .used_files
                    .iter()
                    .map(|(_, source)| source.text.clone());
                std::iter::once(file.source.text.clone())
                    .chain(used)
                    .collect()
            }
            CheckedText::Scenario(scenario) => {
                let rule = scenario.rule.text().map(|source| source.text.clone());
                let used = scenario.rule.used_files().map(|(_, text)| text.to_owned());
                std::iter::once(scenario.source.text.clone())
                    .chain(rule)
                    .chain(used)
                    .collect()
            }
        }
    }

    /// Runs the slow checks. For a rule file they find faults of its trial, and expectations that
    /// do not hold. For a scenario they find charts that cannot be drawn, or else warnings.
    pub fn slow_problems(&self, watch: &Watch) -> Problems {
        match self {
            CheckedText::RuleFile(file) => faults(file, watch),
            CheckedText::Scenario(scenario) => {
                let checked = around::plan(scenario, watch).map(|plan| warnings(&plan));
                let warning = |diagnostic| Problem {
                    diagnostic,
                    is_warning: true,
                };
                checked.map_or_else(errors, |found| found.into_iter().map(warning).collect())
            }
        }
    }
}

fn faults(file: &Arc<FileRule>, watch: &Watch) -> Problems {
    let rule = NamedRule::File(Arc::clone(file));
    if file.file.has_trial()
        && let Err(problems) = rule.check_default(watch)
    {
        return errors(problems);
    }
    let unheld = check_expectations(&rule, watch)
        .into_iter()
        .filter_map(|(_, found)| found.err());
    unheld
        .map(|diagnostic| Problem {
            diagnostic,
            is_warning: false,
        })
        .collect()
}

/// An expectation: its position, and what was found or what is wrong.
type CheckedExpectation = (Range<usize>, Result<String, Diagnostic>);

fn check_expectations(rule: &NamedRule, watch: &Watch) -> Vec<CheckedExpectation> {
    match rule {
        NamedRule::File(file) => {
            expectations::check_each(file, watch, &|error| rule.fault("", &error))
        }
        NamedRule::Bundled(_) => Vec::new(),
    }
}
