//! Expected visits: how often a trial visits each state on average.

use std::sync::Arc;

use super::component::{Component, endless_loop_error};
use super::edge::EdgeTarget;
use super::number::FlowNumber;
use super::order::components;
use super::state_graph::Graph;
use crate::budget::{Stop, Watch};
use crate::odds::Mass;

/// At most this probability may enter a cycle that only truncation ends. Exploring may have
/// truncated the transitions by which such rare trials would have left it.
const TRACE_MASS: f64 = 1e-9;

/// The expected visits of each state, and the truncated mass.
pub(crate) struct Flow<N> {
    pub(crate) visits: Vec<N>,
    /// The mass on truncated edges, and the mass that remained in cycles when the iteration was
    /// given up.
    pub(crate) unresolved: N,
    /// Whether the iteration was given up in any cycle.
    pub(crate) was_given_up: bool,
    /// The component of each visited state, from 1.
    component: Vec<u32>,
}

impl<N: FlowNumber> Flow<N> {
    /// Returns the flow of trials that start in a state.
    pub(crate) fn from_state(graph: &Graph, from: usize, watch: &Watch) -> Result<Flow<N>, Stop> {
        Flow::along_edges(graph, from, watch, |_| true)
    }

    /// Returns the flow of trials that start in a state and follow allowed edges. Trials disappear
    /// at other edges.
    pub(crate) fn along_edges(
        graph: &Graph,
        from: usize,
        watch: &Watch,
        allows: impl Fn(usize) -> bool,
    ) -> Result<Flow<N>, Stop> {
        Flow::with_solver(graph, from, watch, allows, |component, watch| {
            component.solve(watch)
        })
    }

    /// Returns the same flow, with this function for solving cycles.
    pub(super) fn with_solver(
        graph: &Graph,
        from: usize,
        watch: &Watch,
        allows: impl Fn(usize) -> bool,
        solve: impl Fn(&mut Component<'_, N>, &Watch) -> Result<N, Stop>,
    ) -> Result<Flow<N>, Stop> {
        graph.check_decided()?;
        let n = graph.state_count();
        let mut flow = Flow {
            visits: vec![N::ZERO; n],
            unresolved: N::ZERO,
            was_given_up: false,
            component: vec![0; n],
        };
        flow.visits[from] = N::ONE;
        let components = if from == 0 {
            graph.order()
        } else {
            Arc::new(components(graph, from))
        };
        for (number, component) in components.iter().enumerate() {
            if number % 4096 == 0 && watch.is_stopped() {
                return Err(Stop::Requested);
            }
            component
                .iter()
                .for_each(|&state| flow.component[state as usize] = number as u32 + 1);
            flow.solve(graph, component, watch, &allows, &solve)?;
            component
                .iter()
                .for_each(|&state| flow.propagate(graph, state, number as u32 + 1, &allows));
        }
        Ok(flow)
    }

    /// Computes the expected visits of a component from its inflow.
    fn solve(
        &mut self,
        graph: &Graph,
        states: &[u32],
        watch: &Watch,
        allows: &impl Fn(usize) -> bool,
        solve: &impl Fn(&mut Component<'_, N>, &Watch) -> Result<N, Stop>,
    ) -> Result<(), Stop> {
        let edges_of = |state: u32| graph.edges_of(state as usize);
        let &[alone] = states else {
            self.check_exit(graph, states, allows)?;
            let mut component = Component::along_edges(graph, states, &edges_of, allows);
            component.set_inflow(&self.visits);
            let came = states
                .iter()
                .fold(N::ZERO, |sum, &state| sum + self.visits[state as usize]);
            let mut left = solve(&mut component, watch)?;
            // The number of visits is too large for a float: trials stay in this cycle for longer
            // than any number that is shown.
            let is_countable = component
                .visits()
                .all(|(_, visits)| visits.float().is_finite());
            if !is_countable {
                left = N::from_float(came.float());
            }
            let visits = |visits: N| if is_countable { visits } else { N::ZERO };
            component
                .visits()
                .for_each(|(state, count)| self.visits[state as usize] = visits(count));
            self.unresolved = self.unresolved + left;
            self.was_given_up |= left.float() > 0.0;
            return Ok(());
        };
        let is_self_loop = |e: &usize| allows(*e) && graph.next_states(*e).contains(&alone);
        if edges_of(alone).any(|e| is_self_loop(&e)) {
            self.check_exit(graph, states, allows)?;
            // The sum of the exits is more precise than 1 - p if exits are rare.
            let exits = edges_of(alone).filter(|e| !is_self_loop(e));
            let exit = exits.fold(N::ZERO, |sum, e| sum + N::from_mass(graph.mass(e)));
            if exit.float() == 0.0 {
                return Err(endless_loop_error());
            }
            self.visits[alone as usize] = self.visits[alone as usize] * exit.inverse();
        }
        Ok(())
    }

    /// Checks that at most a negligible share of all trials enters a cycle that ends only by
    /// truncation. Such trials must be too rare to change any number that is shown.
    fn check_exit(
        &self,
        graph: &Graph,
        cycle: &[u32],
        allows: &impl Fn(usize) -> bool,
    ) -> Result<(), Stop> {
        let component = self.component[cycle[0] as usize];
        let is_outside = |target: u32| self.component[target as usize] != component;
        let leads_out = |edge: usize| match graph.target(edge) {
            _ if !allows(edge) => true,
            EdgeTarget::Done => true,
            EdgeTarget::Truncated => false,
            EdgeTarget::State(target) => is_outside(target),
            EdgeTarget::Split(targets) => targets.iter().copied().any(is_outside),
        };
        let comes: f64 = cycle
            .iter()
            .map(|&state| self.visits[state as usize].float())
            .sum();
        let mut edges = cycle
            .iter()
            .flat_map(|&state| graph.edges_of(state as usize));
        if comes <= TRACE_MASS || edges.any(leads_out) {
            Ok(())
        } else {
            Err(endless_loop_error())
        }
    }

    /// Propagates the visits of a state along the edges that leave its component.
    #[inline]
    fn propagate(
        &mut self,
        graph: &Graph,
        state: u32,
        component: u32,
        allows: &impl Fn(usize) -> bool,
    ) {
        let state_visits = self.visits[state as usize];
        for e in graph.edges_of(state as usize).filter(|&e| allows(e)) {
            let mass = state_visits * N::from_mass(graph.mass(e));
            match graph.target(e) {
                EdgeTarget::Done => {}
                EdgeTarget::Truncated => self.unresolved = self.unresolved + mass,
                EdgeTarget::State(target) => self.add_arrival(target, mass, component),
                EdgeTarget::Split(targets) => targets
                    .iter()
                    .for_each(|&target| self.add_arrival(target, mass, component)),
            }
        }
    }

    #[inline]
    fn add_arrival(&mut self, target: u32, mass: N, component: u32) {
        if self.component[target as usize] != component {
            let visits = &mut self.visits[target as usize];
            *visits = *visits + mass;
        }
    }
}

impl Flow<Mass> {
    /// Returns the probability that the last edge of a trial has no observations.
    pub(crate) fn silent_end_mass(&self, graph: &Graph) -> Mass {
        let silent = |state: usize| {
            let edges = graph.edges_of(state);
            let ends = edges.filter(|&e| {
                graph.target(e) == EdgeTarget::Done && graph.edge_cell_indices(e).is_empty()
            });
            ends.map(|e| graph.mass(e)).sum::<Mass>()
        };
        let states = (0..graph.state_count()).filter(|&state| !self.visits[state].is_zero());
        states.map(|state| self.visits[state] * silent(state)).sum()
    }

    /// Returns the expected number of times that a trial records each cell.
    pub(crate) fn cell_masses(&self, graph: &Graph) -> Vec<Mass> {
        let mut cell_masses = vec![Mass::ZERO; graph.cells.len()];
        for state in 0..graph.state_count() {
            let state_visits = self.visits[state];
            if state_visits.is_zero() {
                continue;
            }
            for e in graph.edges_of(state) {
                let seen = graph.edge_cell_indices(e);
                if !seen.is_empty() {
                    let mass = state_visits * graph.mass(e);
                    seen.iter()
                        .for_each(|&cell| cell_masses[cell as usize] += mass);
                }
            }
        }
        cell_masses
    }
}
