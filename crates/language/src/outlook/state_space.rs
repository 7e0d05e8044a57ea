//! Every situation of a small rule, by the names of its file, and the ways between them.

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};

use super::look::look_at_all;
use crate::rule::SetRule;
use crate::situation;

/// Names of a situation, each with its value in words.
pub type NamedValues = Vec<(String, String)>;

impl SetRule {
    /// The graph of a rule as a trial goes through it turn by turn, and for each of its states the
    /// names that still matter there, with their values.
    ///
    /// # Errors
    /// When it is stopped, past the budget, or the rule is at fault.
    pub fn state_space(
        &self,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<(Graph, Vec<NamedValues>), Stop> {
        let mut named = Vec::new();
        let totals = !self.manner.sums_totals;
        let see = |machine: &crate::machine::Machine| {
            named.push(situation::describe_machine(machine, &self.program, totals))
        };
        let graph = look_at_all(self, budget, watch, see)?;
        // What was seen past a cut is no state of the graph.
        named.truncate(graph.state_count());
        Ok((graph, named))
    }
}
