//! Removes cycles without observations from a graph before it is solved.

use rustc_hash::FxHashMap;

use crate::budget::{Stop, Watch};
use crate::graph::{
    Edge, EdgeTable, Graph, Masses, OpenEdge, SPLITS, TRUNCATED, Visits, visits_from,
};
use crate::odds::Mass;

/// The maximal number of states at which trials enter a cycle.
const MAX_ENTRIES: usize = 64;

/// The transitions and the cost that replace a cycle for trials that enter it at one state.
struct CycleShortcut {
    entry: u32,
    edges: Vec<Edge>,
    cost: f64,
}

impl Graph {
    /// Removes the cycles without observations. Each state where a trial enters such a cycle then
    /// leads directly to the states after it. A cycle stays if its shortcuts are more than its
    /// transitions, if it contains a decision or a split, or if trials may never leave it.
    ///
    /// # Errors
    /// Returns an error if the work is stopped.
    pub(crate) fn without_silent_cycles(self, watch: &Watch) -> Result<Graph, Stop> {
        let order = self.order();
        if !order.has_cycles || !self.decisions.is_empty() || self.unavoidable_trap().is_some() {
            return Ok(self);
        }
        let component_of = order.numbers(self.state_count());
        let entries = self.entries(&component_of);
        let mut passed: FxHashMap<u32, CycleShortcut> = FxHashMap::default();
        let mut masses = self.masses.clone();
        for (number, states) in (1u32..)
            .zip(order.iter())
            .filter(|(_, states)| states.len() > 1)
        {
            let entries: Vec<usize> = (0..states.len())
                .filter(|&index| entries[states[index] as usize])
                .collect();
            if entries.len() <= MAX_ENTRIES
                && self.is_silent(states, |state| component_of[state as usize] == number)
            {
                let within = |state: u32| component_of[state as usize] == number;
                let shortcuts =
                    self.cycle_shortcuts(states, &entries, within, &mut masses, watch)?;
                passed.extend(
                    shortcuts
                        .into_iter()
                        .flatten()
                        .map(|shortcut| (shortcut.entry, shortcut)),
                );
            }
        }
        if passed.is_empty() {
            return Ok(self);
        }
        let edges_of = |state: u32| match passed.get(&state) {
            Some(shortcut) => &shortcut.edges[..],
            None => &self.edges[self.edges_of(state as usize)],
        };
        let cost_of = |state: u32| {
            passed
                .get(&state)
                .map_or(self.costs[state as usize], |shortcut| shortcut.cost)
        };
        Ok(self.rewire(masses, edges_of, cost_of).0)
    }

    /// Returns, for each state, whether a transition from another component leads to it. The first
    /// state counts as entered.
    fn entries(&self, component_of: &[u32]) -> Vec<bool> {
        let mut entries = vec![false; self.state_count()];
        entries[0] = true;
        for state in 0..self.state_count() {
            for &target in self.edges_of(state).flat_map(|edge| self.next_states(edge)) {
                entries[target as usize] |= component_of[target as usize] != component_of[state];
            }
        }
        entries
    }

    /// Returns whether no transition within the cycle has observations.
    fn is_silent(&self, states: &[u32], within: impl Fn(u32) -> bool) -> bool {
        let mut edges = states
            .iter()
            .flat_map(|&state| self.edges_of(state as usize));
        edges.all(|edge| match *self.next_states(edge) {
            [target] if within(target) => self.edge_cell_indices(edge).is_empty(),
            [_] | [] => true,
            ref sides => !sides.iter().any(|&side| within(side)),
        })
    }

    /// Returns the shortcuts from each entry of a cycle; `None` if the cycle stays.
    fn cycle_shortcuts(
        &self,
        states: &[u32],
        entries: &[usize],
        within: impl Fn(u32) -> bool,
        masses: &mut Masses,
        watch: &Watch,
    ) -> Result<Option<Vec<CycleShortcut>>, Stop> {
        let mut exits: Vec<(usize, OpenEdge)> = Vec::new();
        let (mut ends, mut edge_table) = (Vec::new(), EdgeTable::default());
        let mut edge_count = 0;
        for (index, &state) in states.iter().enumerate() {
            for edge in &self.edges[self.edges_of(state as usize)] {
                edge_count += 1;
                if edge.target >= SPLITS || !within(edge.target) {
                    let exit = OpenEdge {
                        mass: self.masses.get(edge.mass),
                        target: edge.target,
                        list: edge.list,
                    };
                    edge_table.add(&mut ends, exit);
                    exits.push((index, exit));
                }
            }
        }
        if entries.len() * ends.len() > edge_count {
            return Ok(None);
        }
        let Some(visits) = visits_from(self, states, entries, watch)? else {
            return Ok(None);
        };
        let passed = |(
            &entry,
            Visits {
                by_state: visits,
                left,
            },
        ): (&usize, Visits)| {
            let mut edges: Vec<OpenEdge> = Vec::with_capacity(ends.len());
            let mut edge_table = EdgeTable::default();
            for (index, exit) in &exits {
                let mass = visits[*index] * exit.mass;
                edge_table.add(&mut edges, OpenEdge { mass, ..*exit });
            }
            // The mass that stays in the cycle has no observations (list 0) and counts as
            // truncated.
            if left > 0.0 {
                edges.push(OpenEdge {
                    target: TRUNCATED,
                    mass: Mass::inexact(left),
                    list: 0,
                });
            }
            let cost = states
                .iter()
                .zip(&visits)
                .map(|(&state, n)| n.float() * self.costs[state as usize])
                .sum();
            CycleShortcut {
                entry: states[entry],
                edges: edges.into_iter().map(|edge| edge.close(masses)).collect(),
                cost,
            }
        };
        Ok(Some(entries.iter().zip(visits).map(passed).collect()))
    }
}
