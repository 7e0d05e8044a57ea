//! What is wrong with a rule, as far as a short look shows it.

use oddsmith_engine::RuleError;
use oddsmith_engine::explore::{Stop, Watch};

use super::look::look;
use crate::machine::{Fault, Machine};
use crate::rule::SetRule;

const CIRCLE: &str = "a trial can come into a circle here that nothing ends";
const CURE: &str =
    "can the loop's condition ever become false from there? Every trial must come to an end, however late";

/// What a short look at a rule shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// The number above which its situations repeat themselves without a bound.
    pub repeats_above: Option<i64>,
}

impl SetRule {
    /// What is wrong on any way that chance may take, and a player where a choice is left open: a fault, or a circle that
    /// nothing ends. `None` where a short look finds nothing, which proves it for small rules only.
    pub fn fault(&self, watch: &Watch) -> Option<RuleError> {
        self.outlook(watch).err()
    }

    /// What a short look shows of a rule.
    ///
    /// # Errors
    /// With what is wrong, as [`fault`](SetRule::fault).
    pub fn outlook(&self, watch: &Watch) -> Result<Outlook, RuleError> {
        let parts = self.parts_alone();
        if parts.is_empty() {
            return self.own_outlook(watch);
        }
        parts.iter().try_fold(Outlook::default(), |before, part| {
            let own = part.own_outlook(watch)?;
            Ok(Outlook { repeats_above: before.repeats_above.or(own.repeats_above) })
        })
    }

    fn own_outlook(&self, watch: &Watch) -> Result<Outlook, RuleError> {
        let mut machines = Vec::new();
        Err(match look(self, watch, |machine| machines.push(machine.clone())).graph {
            Ok(graph) => {
                let Some(state) = graph.stays() else { return Ok(Outlook { repeats_above: graph.repeats_above() }) };
                // Where situations repeat themselves it was begun anew: the last that were seen are those of the graph.
                let first = graph.repeats_above().map_or(0, |_| machines.len() - graph.state_count());
                (*machines[first + state].fault(&self.program, CIRCLE.to_owned(), CURE)).into()
            }
            Err(Stop::Rule(error)) if error.place.is_none() => self.found_where_it_happens(error, &machines, watch),
            Err(Stop::Rule(error)) => error,
            Err(_) => return Ok(Outlook::default()),
        })
    }

    /// What the engine finds has no place. What is recorded twice or left out is met again, with its place, by a program that
    /// remembers its records; all else is where the trial had come to.
    fn found_where_it_happens(&self, error: RuleError, machines: &[Machine], watch: &Watch) -> RuleError {
        let mut marking = self.clone();
        marking.manner.marks = true;
        match (look(&marking, watch, |_| ()).graph, machines.last()) {
            (Err(Stop::Rule(found)), _) if found.place.is_some() => found,
            (_, Some(machine)) => {
                let found = machine.fault(&self.program, error.problem, &error.help);
                RuleError::from(Fault { sort: error.sort, ..*found })
            }
            (_, None) => error,
        }
    }
}
