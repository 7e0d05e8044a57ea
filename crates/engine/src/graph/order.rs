//! Finds the order in which probability can be pushed through a graph.

use std::sync::Arc;

use super::components::Components;
use super::state_graph::Graph;

/// Finds the components that can be reached from a state (Tarjan 1972, with a stack of its own
/// instead of recursion). A graph whose every edge leads to a higher number is in order as it is.
pub(crate) fn components(graph: &Graph, from: usize) -> Components {
    let is_upwards = |state: usize| {
        graph
            .edges_of(state)
            .all(|e| graph.next_states(e).iter().all(|&t| t as usize > state))
    };
    if from == 0 && (0..graph.state_count()).all(is_upwards) {
        return Components::singletons_in_order(graph.state_count() as u32);
    }
    let mut search = Tarjan::new(graph);
    search.visit(from as u32);
    search.components()
}

impl Graph {
    /// Its states in the order in which probability flows from the start on.
    pub(crate) fn order(&self) -> Arc<Components> {
        self.order
            .clone()
            .unwrap_or_else(|| Arc::new(components(self, 0)))
    }

    /// Stores the order, as no edge will be added any more. Later calls of `order` return it.
    pub(crate) fn store_order(&mut self) {
        self.order = Some(self.order());
    }
}

const UNSEEN: u32 = u32::MAX;

struct Tarjan<'g> {
    graph: &'g Graph,
    found: u32,
    /// When each state was found.
    index: Vec<u32>,
    /// The earliest state on the stack that each can come back to.
    low: Vec<u32>,
    is_on_stack: Vec<bool>,
    stack: Vec<u32>,
    /// Components, the last ones first.
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

    /// The next state that a frame leads to. While a graph is being explored, some of its targets
    /// are not yet among its states: these are passed over.
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

    /// A state is done with; if it can come back to none before it, it closes a component.
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

    /// In the order in which probability flows: the last found is the first.
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

    /// The second state leads to the first, which was found before it; then a long way in steps of
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
