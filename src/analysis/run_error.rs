//! The reasons why a run has no report, with the messages for them.

use std::fmt;

use oddsmith_engine::RuleError;
use oddsmith_engine::explore::{MAX_CYCLE_BYTES, MAX_CYCLE_OPERATIONS, Stop, Watch};

use crate::figures::grouped;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::Scenario;
use crate::scenario::settings::MAX_LIMIT;

/// Why a run has no report.
#[derive(Debug)]
pub enum RunError {
    /// The watch stopped the run.
    Interrupted,
    /// The input has mistakes, or asks for something impossible.
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
pub(super) fn stop_error(scenario: &Scenario, case: usize, stop: Stop) -> RunError {
    match stop {
        Stop::Requested => RunError::Interrupted,
        Stop::Rule(error) => RunError::Diagnostics(fault(scenario, case, error).into()),
        Stop::OutOfMemory => RunError::Diagnostics(
            Diagnostic::nowhere(
                format!("the counts of case {} need too much memory: there are too many different values", case + 1),
                format!("{}, or use fewer trials", scenario.rule.simplify_help()),
            )
            .into(),
        ),
        Stop::CycleTooLarge {
            states,
            operations,
            bytes,
        } => RunError::Diagnostics(
            Diagnostic::nowhere(
                format!(
                    "case {} is too large for exact odds: trials can return to {} states. \
                        Solving them needs {} and {}, and the limits are {} and {}",
                    case + 1,
                    grouped(states as u64),
                    gigabytes(bytes),
                    multiplications(operations),
                    gigabytes(MAX_CYCLE_BYTES),
                    multiplications(MAX_CYCLE_OPERATIONS),
                ),
                format!(
                    "{}; or set exact = \"auto\" to simulate it",
                    size_help(scenario, case)
                ),
            )
            .into(),
        ),
        Stop::TooLarge {
            states,
            edges,
            bytes,
        } => RunError::Diagnostics(
            Diagnostic::nowhere(
                match states {
                    0 => format!(
                        "case {} is too large for exact odds: it has more than {} transitions between states",
                        case + 1,
                        grouped(edges as u64)
                    ),
                    _ => format!(
                        "case {} is too large for exact odds: oddsmith found {} states and \
                            {} transitions, and there are more{}",
                        case + 1,
                        grouped(states as u64),
                        grouped(edges as u64),
                        needed_text(scenario, bytes)
                    ),
                },
                format!(
                    "{}{}; or set exact = \"auto\" to simulate it",
                    size_help(scenario, case),
                    limit_help(scenario)
                ),
            )
            .into(),
        ),
    }
}

fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB of memory", bytes as f64 / 1e9)
}

fn multiplications(operations: u64) -> String {
    format!("{:.1} billion multiplications", operations as f64 / 1e9)
}

/// Returns the fault of a rule with its position. If the engine reported none, the rule is run
/// again to find it.
fn fault(scenario: &Scenario, case: usize, error: RuleError) -> Diagnostic {
    let find_fault = || {
        scenario
            .build_case(case)
            .ok()?
            .rule
            .fault(&Watch::default())
    };
    let found = if error.span.is_none() {
        find_fault()
    } else {
        None
    };
    scenario
        .rule
        .fault(&scenario.fault_prefix(case), &found.unwrap_or(error))
}

/// Returns advice on how to make a case smaller. The rule may name what grows; otherwise the advice
/// is general.
pub(super) fn size_help(scenario: &Scenario, case: usize) -> String {
    if let Some(output) = scenario.output(case) {
        return format!(
            "use fewer dice, or dice with fewer faces, in `{}`",
            output.word
        );
    }
    let grows = scenario
        .build_case(case)
        .ok()
        .and_then(|built| built.rule.growth_text(&Watch::default()));
    grows.unwrap_or_else(|| scenario.rule.simplify_help().to_owned())
}

/// The memory that the known states need is reported if it is more than this many times the limit.
const TELLING_RATIO: f64 = 1.05;

/// Returns a text about the limit that the known states alone would need, if they need clearly more
/// than the present one.
pub(super) fn needed_text(scenario: &Scenario, bytes: Option<u64>) -> String {
    let limit = scenario.settings.budget.bytes as f64;
    let needed = bytes.filter(|&bytes| bytes as f64 > TELLING_RATIO * limit);
    needed.map_or_else(String::new, |bytes| {
        format!(". These states alone need about {}", limit_text(bytes))
    })
}

/// Returns a limit as a scenario writes it, rounded up to two digits.
fn limit_text(bytes: u64) -> String {
    let digit = 10u64.pow(bytes.max(10).ilog10() - 1);
    let rounded = (bytes.div_ceil(digit) * digit) as f64;
    let (unit, name) = match rounded {
        ..1e6 => (1e3, "kB"),
        ..1e9 => (1e6, "MB"),
        _ => (1e9, "GB"),
    };
    format!("{} {name}", rounded / unit)
}

/// Returns the additional advice to raise `limit`, if it can be raised.
pub(super) fn limit_help(scenario: &Scenario) -> String {
    let bytes = scenario.settings.budget.bytes;
    match bytes as f64 {
        size if size < MAX_LIMIT => format!(
            "; or use a higher `limit` in [run] (now \"{}\")",
            if bytes < 1_000_000 {
                format!("{} kB", bytes / 1000)
            } else {
                format!("{} MB", bytes / 1_000_000)
            }
        ),
        _ => String::new(),
    }
}
