//! What is wrong with a rule, as far as a short look shows it.

use oddsmith_engine::RuleError;
use oddsmith_engine::explore::{Stop, Watch};

use super::look::look;
use crate::player;
use crate::rule::Rule;

const CIRCLE: &str = "a trial can come into a circle here that nothing ends";
const CURE: &str =
    "can the loop's condition ever become false from there? Every trial must come to an end, however late";

impl Rule {
    /// What is wrong on any way that chance may take, and a player where a choice is left open: a fault, or a circle that
    /// nothing ends. `None` where a short look finds nothing, which proves it for small rules only.
    pub fn fault(&self, watch: &Watch) -> Option<RuleError> {
        let mut machines = Vec::new();
        match look(self, watch, |machine| machines.push(machine.clone())).graph {
            Ok(graph) => {
                let machine = &machines[graph.stays()?];
                Some(player::error(*machine.fault(&self.program, CIRCLE.to_owned(), CURE)))
            }
            Err(Stop::Rule(error)) => Some(error),
            Err(_) => None,
        }
    }
}
