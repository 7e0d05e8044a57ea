//! A graph whose states are augmented with the values so far of some slots.

use crate::budget::{Budget, Stop, Watch};
use crate::choice::NOT_SEEN;
use crate::error::RuleError;
use crate::explore::{Expand, Leaves, Onward, OpenChoice, Outset, Termination, explore_all};
use crate::graph::{EdgeTarget, Graph};

/// The values that a trial has recorded so far in the slots of an aim.
pub(super) type Memory = Box<[Option<i64>]>;

/// Returns the memory after an edge, given the memory before it.
pub(super) fn memory_after(
    graph: &Graph,
    slots: &[u32],
    memory: &Memory,
    edge: usize,
) -> Result<Memory, RuleError> {
    let mut memory = memory.clone();
    for cell in graph.edge_cells(edge) {
        let Ok(index) = slots.binary_search(&cell.slot) else {
            continue;
        };
        let fold = graph.layout.metric(cell.slot as usize).fold;
        let value = match memory[index] {
            None => cell.value,
            Some(before) => fold
                .combine(before, cell.value)
                .ok_or_else(|| graph.layout.recorded_twice_error(cell.slot))?,
        };
        memory[index] = Some(value);
    }
    Ok(memory)
}

/// Returns the augmented graph in which the states remember these slots. For each state it also
/// returns the state of the original graph and the memory.
///
/// # Errors
/// Returns an error if the work is stopped or exceeds the budget, if a number overflows 64 bits, or
/// if trials split.
pub(super) fn remember_slots(
    graph: &Graph,
    slots: &[u32],
    budget: &Budget,
    watch: &Watch,
) -> Result<(Graph, Vec<(u32, Memory)>), Stop> {
    let mut augmented = MemoryAugmentation {
        graph,
        slots,
        met: Vec::new(),
    };
    let ending = Termination::where_endless(graph.is_unbounded(|slot| slots.contains(&slot)));
    let outset = Outset::new(graph.layout.clone(), (0, vec![None; slots.len()].into()))
        .with_termination(ending)
        .with_early_truncation();
    Ok((
        explore_all(&mut augmented, outset, budget, watch)?,
        augmented.met,
    ))
}

struct MemoryAugmentation<'g> {
    graph: &'g Graph,
    slots: &'g [u32],
    /// The augmented states in the order of their expansion.
    met: Vec<(u32, Memory)>,
}

impl Expand for MemoryAugmentation<'_> {
    type State = (u32, Memory);

    fn expand(
        &mut self,
        state: &Self::State,
        leaves: &mut Leaves<Self::State>,
    ) -> Result<(), RuleError> {
        let ((base_state, memory), graph) = (state, self.graph);
        self.met.push(state.clone());
        let decision = graph.decision_at(*base_state).map(|(_, decision)| decision);
        for option in 0..decision.map_or(1, |decision| decision.options.len()) {
            let (edges, cost) = match decision {
                None => (
                    graph.edges_of(*base_state as usize),
                    graph.costs[*base_state as usize],
                ),
                Some(decision) => {
                    let is_seen = !decision.sees_part;
                    let seen = memory
                        .iter()
                        .map(|value| value.filter(|_| is_seen).unwrap_or(NOT_SEEN));
                    let situation = decision.situation.iter().copied().chain(seen).collect();
                    let (choice, options) =
                        (decision.choice as usize, decision.options.as_ref().into());
                    leaves.choose(&OpenChoice {
                        choice,
                        options,
                        situation,
                        sees_part: decision.sees_part,
                        option,
                        at_once: decision.at_once.clone(),
                    });
                    (
                        graph.edges_of_option(decision, option),
                        graph.cost_of_option(decision, option),
                    )
                }
            };
            leaves.add_average_cost(cost);
            for edge in edges {
                let after = memory_after(graph, self.slots, memory, edge)?;
                let onward = match graph.target(edge) {
                    EdgeTarget::State(target) => Onward::State((target, after)),
                    EdgeTarget::Done => Onward::Done,
                    EdgeTarget::Truncated => Onward::Truncated,
                    EdgeTarget::Split(_) => return Err(split_aim_error()),
                };
                let cells: Vec<_> = graph.edge_cells(edge).collect();
                leaves.add_cells(graph.mass(edge), &cells, onward);
            }
        }
        Ok(())
    }
}

fn split_aim_error() -> RuleError {
    let help = "aim at the mean of a sum, such as mean(X) of a metric that adds up";
    RuleError::new(
        "this aim combines results of independent parts of a trial",
        help,
    )
}
