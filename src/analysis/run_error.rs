//! Why there is no report, and the messages for the reasons that stop an engine.

use std::fmt;

use oddsmith_engine::RuleError;
use oddsmith_engine::explore::{Stop, Watch};

use crate::figures::grouped;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::Scenario;
use crate::scenario::settings::MOST_LIMIT;

/// Why there is no report.
#[derive(Debug)]
pub enum RunError {
    /// The run was asked to stop.
    Interrupted,
    /// The scenario asks for what cannot be had.
    Diagnostics(Diagnostics),
}

impl From<Diagnostics> for RunError {
    fn from(problems: Diagnostics) -> RunError {
        RunError::Diagnostics(problems)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Interrupted => f.write_str("interrupted"),
            RunError::Diagnostics(problems) => problems.fmt(f),
        }
    }
}

/// Returns the error message for what stopped an engine.
pub(super) fn stopped(scenario: &Scenario, case: usize, stop: Stop) -> RunError {
    match stop {
        Stop::Asked => RunError::Interrupted,
        Stop::Rule(error) => RunError::Diagnostics(fault(scenario, case, error).into()),
        Stop::TooMuch => RunError::Diagnostics(
            Diagnostic::nowhere(
                format!("the counts of case {} need too much memory: there are too many different values", case + 1),
                format!("{}, or use fewer trials", scenario.rule.smaller()),
            )
            .into(),
        ),
        Stop::TooLarge { states, edges } => RunError::Diagnostics(
            Diagnostic::nowhere(
                match states {
                    0 => format!(
                        "case {} is too large for exact odds: it has more than {edges} transitions between states",
                        case + 1
                    ),
                    _ => format!(
                        "case {} is too large for exact odds: oddsmith found {states} states and \
                            {edges} transitions, and there are more",
                        case + 1
                    ),
                },
                format!(
                    "{}{}; or set exact = \"auto\" to simulate it",
                    what_helps(scenario, case),
                    more_room(scenario)
                ),
            )
            .into(),
        ),
    }
}

/// What is wrong with a rule, at its place: one that the engine met without a place is looked for
/// once more.
fn fault(scenario: &Scenario, case: usize, error: RuleError) -> Diagnostic {
    let again = || scenario.built(case).ok()?.rule.fault(&Watch::default());
    let found = if error.place.is_none() { again() } else { None };
    scenario
        .rule
        .fault(&scenario.before(case), &found.unwrap_or(error))
}

/// What makes a case smaller: the rule's own word for what grows in it, where it has one.
pub(super) fn what_helps(scenario: &Scenario, case: usize) -> String {
    let grows = scenario
        .built(case)
        .ok()
        .and_then(|built| built.rule.what_grows(&Watch::default()));
    grows.unwrap_or_else(|| scenario.rule.smaller().to_owned())
}

/// What may help as well where something is not much too large.
pub(super) fn more_room(scenario: &Scenario) -> String {
    match scenario.settings.budget.edges as u64 {
        edges if edges < MOST_LIMIT as u64 => format!(
            "; or use a higher `limit` in [run] (now {})",
            grouped(edges)
        ),
        _ => String::new(),
    }
}
