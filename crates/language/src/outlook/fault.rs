//! Finds faults of a rule by exploring a small part of it.

use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::{RuleError, RuleErrorKind};

use super::inspected_rule::explore_briefly;
use crate::machine::{Fault, Machine};
use crate::rule::SetRule;

const ENDLESS_LOOP_PROBLEM: &str = "this loop can never end once it gets here";
const ENDLESS_LOOP_HELP: &str =
    "change the condition so that every trial ends: can it still become false?";
const ENDLESS_CHOICE_HELP: &str = "a choice that [play] does not decide always takes its first option: decide it in [play], or put an \
    option that ends the loop first";

/// The result of exploring a small part of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// The number above which the states repeat themselves without a bound.
    pub repeats_above: Option<i64>,
}

impl SetRule {
    /// Returns a fault that can happen, or a cycle that never ends, for any dice and for any
    /// decisions of open choices. `None` means that the explored part has no fault; this is a proof
    /// for small rules only.
    pub fn fault(&self, watch: &Watch) -> Option<RuleError> {
        self.outlook(watch).err()
    }

    /// Explores a small part of a rule.
    ///
    /// # Errors
    ///
    /// Returns the fault, as [`fault`](SetRule::fault).
    pub fn outlook(&self, watch: &Watch) -> Result<Outlook, RuleError> {
        let parts = self.part_rules();
        if parts.is_empty() {
            return self.whole_outlook(watch);
        }
        parts.iter().try_fold(Outlook::default(), |before, part| {
            let outlook = part.whole_outlook(watch)?;
            Ok(Outlook {
                repeats_above: before.repeats_above.or(outlook.repeats_above),
            })
        })
    }

    fn whole_outlook(&self, watch: &Watch) -> Result<Outlook, RuleError> {
        let mut machines = Vec::new();
        Err(
            match explore_briefly(self, watch, |machine| machines.push(machine.clone())).graph {
                Ok(graph) => {
                    let Some(state) = graph.unavoidable_trap() else {
                        return Ok(Outlook {
                            repeats_above: graph.repeats_above(),
                        });
                    };
                    // If the states repeat themselves, exploration was restarted: the last machines
                    // are those of the graph.
                    let first = graph
                        .repeats_above()
                        .map_or(0, |_| machines.len() - graph.state_count());
                    let fix = if self.program.code.choices.is_empty() {
                        ENDLESS_LOOP_HELP
                    } else {
                        ENDLESS_CHOICE_HELP
                    };
                    (*machines[first + state].fault(
                        &self.program,
                        ENDLESS_LOOP_PROBLEM.to_owned(),
                        fix,
                    ))
                    .into()
                }
                Err(Stop::Rule(error)) if error.span.is_none() => {
                    self.locate_error(error, &machines, watch)
                }
                Err(Stop::Rule(error)) => error,
                Err(_) => return Ok(Outlook::default()),
            },
        )
    }

    /// Adds a span to an error of the engine. A second or a missing record is found again by a
    /// machine that marks its records. All other errors get the span at which the last machine had
    /// stopped.
    fn locate_error(&self, error: RuleError, machines: &[Machine], watch: &Watch) -> RuleError {
        let mut marking = self.clone();
        marking.flags.marks_records = true;
        match (
            explore_briefly(&marking, watch, |_| ()).graph,
            machines.last(),
        ) {
            (Err(Stop::Rule(found)), _) if found.span.is_some() => found,
            (_, Some(machine)) => {
                let (problem, help) = match machine.unbounded_number(&self.program) {
                    Some((name, rises)) if error.kind == RuleErrorKind::Endless => {
                        endless_loop_text(name, rises)
                    }
                    _ => (error.problem, error.help),
                };
                let found = machine.fault(&self.program, problem, &help);
                RuleError::from(Fault {
                    sort: error.kind,
                    ..*found
                })
            }
            (_, None) => error,
        }
    }
}

/// Describes a loop in which a number rises, or falls, on average, and the bound that ends it.
fn endless_loop_text(name: &str, rises: bool) -> (String, String) {
    let (moves, kind, bound) = if rises {
        ("rises", "an upper", "< 500")
    } else {
        ("falls", "a lower", "> -500")
    };
    let problem = format!("`{name}` {moves} on average, so this loop may never end");
    (
        problem,
        format!("add {kind} bound to its condition: `and {name} {bound}`"),
    )
}
