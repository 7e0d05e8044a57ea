//! Every state of a small rule, described by the names of its file, and the transitions between
//! them.

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};

use super::inspected_rule::explore_fully;
use crate::rule::SetRule;
use crate::situation;

/// Names of a state, each with its value as text.
pub type NamedValues = Vec<(String, String)>;

impl SetRule {
    /// Returns the graph of a rule with a state for each iteration of the outermost loop. For each
    /// state, it returns the names that still matter, with their values.
    ///
    /// # Errors
    ///
    /// Fails if it is stopped, exceeds the budget, or the rule has a fault.
    pub fn state_space(
        &self,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<(Graph, Vec<NamedValues>), Stop> {
        let mut named = Vec::new();
        let totals = !self.flags.sums_totals;
        let see = |machine: &crate::machine::Machine| {
            named.push(situation::describe_machine(machine, &self.program, totals))
        };
        let graph = explore_fully(self, budget, watch, see)?;
        // States that were seen after a truncation are not part of the graph.
        named.truncate(graph.state_count());
        Ok((graph, named))
    }
}
