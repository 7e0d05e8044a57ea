//! The topological order of the components of a graph.

use std::ops::Range;
use std::sync::Arc;

use super::components::Components;
use super::state_graph::Graph;

/// Finds the strongly connected components that can be reached from a state (Tarjan 1972, with an
/// explicit stack instead of recursion). A graph in which every edge leads to a higher state is
/// already in order.
pub(crate) fn components(graph: &Graph, from: usize) -> Components {
    components_from(graph, from..from + 1)
}

/// Finds the components that can be reached from any of these states.
fn components_from(graph: &Graph, from: Range<usize>) -> Components {
    let is_upwards = |state: usize| {
        graph
            .edges_of(state)
            .all(|e| graph.next_states(e).iter().all(|&t| t as usize > state))
    };
    if from.start == 0 && (0..graph.state_count()).all(is_upwards) {
        return Components::singletons((0..graph.state_count() as u32).collect());
    }
    let mut search = Tarjan::new(graph);
    for from in from {
        if search.index[from] == UNSEEN {
            search.visit(from as u32);
        }
    }
    search.components()
}

impl Graph {
    /// Returns the components that can be reached from the start, in topological order.
    pub(crate) fn order(&self) -> Arc<Components> {
        self.order
            .clone()
            .unwrap_or_else(|| Arc::new(components(self, 0)))
    }

    /// Stores the order. No edge may be added afterwards. Later calls of `order` return the stored
    /// order.
    pub(crate) fn store_order(&mut self) {
        self.order = Some(self.order());
    }

    /// Stores the order of all states, whether they can be reached from the start or not.
    pub(crate) fn store_order_of_all(&mut self) {
        let all = components_from(self, 0..self.state_count());
        self.order = Some(Arc::new(all));
    }
}

const UNSEEN: u32 = u32::MAX;

struct Tarjan<'g> {
    graph: &'g Graph,
    found: u32,
    /// The order in which the states were found.
    index: Vec<u32>,
    /// For each state, the earliest state on the stack that it can reach.
    low: Vec<u32>,
    is_on_stack: Vec<bool>,
    stack: Vec<u32>,
    /// The states of finished components, in reverse topological order.
    states: Vec<u32>,
    sizes: Vec<u32>,
}

/// A state whose edges are being followed.
struct OpenState {
    state: u32,
    edge: usize,
    branch: usize,
}

impl<'g> Tarjan<'g> {
    fn new(graph: &'g Graph) -> Tarjan<'g> {
        let n = graph.state_count();
        Tarjan {
            graph,
            found: 0,
            index: vec![UNSEEN; n],
            low: vec![0; n],
            is_on_stack: vec![false; n],
            stack: Vec::new(),
            states: Vec::new(),
            sizes: Vec::new(),
        }
    }

    fn open_state(&mut self, state: u32) -> OpenState {
        self.index[state as usize] = self.found;
        self.low[state as usize] = self.found;
        self.found += 1;
        self.stack.push(state);
        self.is_on_stack[state as usize] = true;
        OpenState {
            state,
            edge: self.graph.edges_of(state as usize).start,
            branch: 0,
        }
    }

    fn visit(&mut self, from: u32) {
        let mut frames = vec![self.open_state(from)];
        while let Some(frame) = frames.last_mut() {
            let state = frame.state as usize;
            match self.next_target(frame) {
                Some(target) if self.index[target as usize] == UNSEEN => {
                    frames.push(self.open_state(target))
                }
                Some(target) if self.is_on_stack[target as usize] => {
                    self.low[state] = self.low[state].min(self.index[target as usize]);
                }
                Some(_) => {}
                None => {
                    frames.pop();
                    if let Some(parent) = frames.last() {
                        let parent = parent.state as usize;
                        self.low[parent] = self.low[parent].min(self.low[state]);
                    }
                    self.close_state(state);
                }
            }
        }
    }

    /// Returns the next target of a frame. It skips states that have not been explored yet.
    fn next_target(&self, frame: &mut OpenState) -> Option<u32> {
        let end = self.graph.edges_of(frame.state as usize).end;
        while frame.edge < end {
            match self.graph.next_states(frame.edge).get(frame.branch) {
                Some(&target) => {
                    frame.branch += 1;
                    if (target as usize) < self.index.len() {
                        return Some(target);
                    }
                }
                None => (frame.edge, frame.branch) = (frame.edge + 1, 0),
            }
        }
        None
    }

    /// Finishes a state. If it cannot reach an earlier state on the stack, it completes a
    /// component.
    fn close_state(&mut self, state: usize) {
        if self.low[state] != self.index[state] {
            return;
        }
        let before = self.states.len();
        while let Some(member) = self.stack.pop() {
            self.is_on_stack[member as usize] = false;
            self.states.push(member);
            if member as usize == state {
                break;
            }
        }
        self.sizes.push((self.states.len() - before) as u32);
    }

    /// Returns the components in topological order, which is the reverse of the order in which they
    /// were completed.
    fn components(mut self) -> Components {
        self.states.reverse();
        let mut starts = vec![0];
        for &size in self.sizes.iter().rev() {
            starts.push(starts[starts.len() - 1] + size);
        }
        let leads_back = |&state: &u32| self.graph.leads_back(state);
        let has_cycles =
            self.sizes.iter().any(|&size| size > 1) || self.states.iter().any(leads_back);
        Components::new(self.states, starts, has_cycles)
    }
}

#[cfg(test)]
mod tests {
    use crate::chance::Die;
    use crate::explore::{Budget, Watch, explore};
    use crate::{Ask, Metric, Parts, Rule, RuleError, Step};

    /// A rule in which state 2 leads to state 1, which was found earlier, followed by many steps of
    /// a die.
    struct Detour;

    const END: u32 = 5_000;

    impl Rule for Detour {
        type State = u32;

        fn metrics(&self) -> Vec<Metric> {
            vec![Metric::whole("end")]
        }

        fn start(&self, _: &Parts) -> u32 {
            0
        }

        fn step<A: Ask>(&self, state: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
            *state = match *state {
                0 => ask.roll(Die::new(2)),
                1 => 3,
                2 => 1,
                so_far => so_far + ask.roll(Die::new(20)),
            };
            if *state < END {
                return Ok(Step::Continue);
            }
            ask.observe_whole(0, i64::from(*state));
            Ok(Step::Done)
        }
    }

    #[test]
    fn order_ignores_unexplored_states() {
        let graph = explore(&Detour, &Parts::ALL, &Budget::default(), &Watch::default())
            .expect("within the budget");
        assert_eq!(graph.state_count(), END as usize);
    }
}
