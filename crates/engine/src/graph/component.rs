//! Strongly connected components: the expected visits of their states, solved without unrolling.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::iterative_solve::IterativeSolver;
use super::number::FlowNumber;
use super::state_elimination::{StateElimination, StateTransitions};
use super::state_graph::Graph;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::odds::Mass;

/// The limit on the work of state elimination before another method is tried, about a second.
const QUICK_WORK_LIMIT: u64 = 600_000_000;
/// The limit on the work of state elimination if no other method is left.
const PATIENT_WORK_LIMIT: u64 = 6_000_000_000;

/// The maximal number of entry states for which the visits are iterated separately, at a few
/// seconds each.
const MAX_ITERATED_ENTRIES: usize = 4;

/// Returns the error for a cycle that no transition leaves.
pub(crate) fn endless_loop_error() -> Stop {
    let help = "add a limit, or a chance to stop";
    Stop::Rule(RuleError::endless(
        "a trial can come into a loop that never ends",
        help,
    ))
}

/// A strongly connected component, with its states numbered from 0.
pub(crate) struct Component<'g, N> {
    states: &'g [u32],
    /// The transitions within the component, state by state.
    transitions: Vec<StateTransitions<N>>,
    /// The probability of leaving the component from each state.
    exits: Vec<N>,
    /// The inflow from outside; after solving, the expected visits.
    visits: Vec<N>,
}

impl<'g, N: FlowNumber> Component<'g, N> {
    /// Sets the inflow of its states from outside.
    pub(crate) fn set_inflow(&mut self, arrived: &[N]) {
        self.visits = self
            .states
            .iter()
            .map(|&state| arrived[state as usize])
            .collect();
    }

    /// Builds a component from some edges of each state, as if there were no others. Edges that
    /// `allows` rejects count as exits.
    pub(crate) fn along_edges(
        graph: &Graph,
        states: &'g [u32],
        edges_of: &impl Fn(u32) -> Range<usize>,
        allows: &impl Fn(usize) -> bool,
    ) -> Component<'g, N> {
        let number: FxHashMap<u32, u32> = states.iter().copied().zip(0..).collect();
        let mut transitions = vec![Vec::new(); states.len()];
        let mut exits = vec![N::ZERO; states.len()];
        for (index, &state) in states.iter().enumerate() {
            for e in edges_of(state) {
                let mass = N::from_mass(graph.mass(e));
                let inside = graph
                    .next_states(e)
                    .iter()
                    .filter_map(|target| number.get(target));
                let mut leads_inside = false;
                for &target in inside.filter(|_| allows(e)) {
                    add_transition(&mut transitions[index], target, mass);
                    leads_inside = true;
                }
                if !leads_inside {
                    exits[index] = exits[index] + mass;
                }
            }
        }
        Component {
            states,
            transitions,
            exits,
            visits: vec![N::ZERO; states.len()],
        }
    }

    /// Returns the inflow of a trial that enters at this state.
    fn unit_inflow(&self, entry: usize) -> Vec<N> {
        let mut arrived = vec![N::ZERO; self.states.len()];
        arrived[entry] = N::ONE;
        arrived
    }

    /// Returns each state with its expected visits, after solving.
    pub(crate) fn visits(&self) -> impl Iterator<Item = (u32, N)> + '_ {
        self.states.iter().copied().zip(self.visits.iter().copied())
    }

    /// Computes the expected visits from the inflow. Returns the mass that remains in the cycle if
    /// the iteration was given up.
    pub(crate) fn solve(&mut self, watch: &Watch) -> Result<N, Stop> {
        if self.exits.iter().all(|exit| exit.float() == 0.0) {
            return Err(endless_loop_error());
        }
        if self.eliminate(QUICK_WORK_LIMIT, watch)? {
            return Ok(N::ZERO);
        }
        let mut solver = IterativeSolver::new(&self.transitions, &self.exits, &self.visits);
        if let Some(left) = solver.solve(watch)? {
            return Ok(self.set_visits(solver.visits(), left));
        }
        let mut in_floats = self.to_floats();
        if in_floats.eliminate(PATIENT_WORK_LIMIT, watch)? {
            return Ok(self.set_visits(in_floats.visits.into_iter(), 0.0));
        }
        let left = solver.propagate(&self.transitions, watch)?;
        Ok(self.set_visits(solver.visits(), left))
    }

    /// Computes the expected visits if that takes at most a second. Otherwise returns the error
    /// [`Stop::TooLarge`].
    pub(super) fn solve_quickly(&mut self, watch: &Watch) -> Result<N, Stop> {
        if self.exits.iter().all(|exit| exit.float() == 0.0) {
            return Err(endless_loop_error());
        }
        if self.eliminate(QUICK_WORK_LIMIT, watch)? {
            Ok(N::ZERO)
        } else {
            Err(Stop::TooLarge {
                states: self.states.len(),
                edges: self.transitions.iter().map(Vec::len).sum(),
            })
        }
    }

    /// Returns the component with floats instead of masses.
    fn to_floats(&self) -> Component<'g, f64> {
        let floats = |numbers: &[N]| numbers.iter().map(|number| number.float()).collect();
        let transitions = self
            .transitions
            .iter()
            .map(|to| to.iter().map(|&(to, p)| (to, p.float())).collect())
            .collect();
        Component {
            states: self.states,
            transitions,
            exits: floats(&self.exits),
            visits: floats(&self.visits),
        }
    }

    /// Stores visits that were computed in floats. Returns the mass that remains in the cycle.
    fn set_visits(&mut self, visits: impl Iterator<Item = f64>, left: f64) -> N {
        self.visits = visits.map(N::from_float).collect();
        if left > 0.0 {
            N::from_float(left)
        } else {
            N::ZERO
        }
    }

    /// Computes the visits by state elimination. Returns `false`, and changes nothing, if that is
    /// too expensive.
    fn eliminate(&mut self, most: u64, watch: &Watch) -> Result<bool, Stop> {
        let Some(elimination) =
            StateElimination::compute(&self.transitions, &self.exits, most, watch)?
        else {
            return Ok(false);
        };
        self.visits = elimination.visits(std::mem::take(&mut self.visits));
        Ok(true)
    }

    /// Returns, for each state, the expected value until the component is left, given the value of
    /// each visit. Returns `None` if the work exceeds its limit or a value is too large for a
    /// float.
    pub(crate) fn worth(&self, worth: Vec<N>, watch: &Watch) -> Result<Option<Vec<N>>, Stop> {
        let worth =
            StateElimination::compute(&self.transitions, &self.exits, PATIENT_WORK_LIMIT, watch)?
                .map(|elimination| elimination.worth(worth));
        Ok(worth.filter(|worth| worth.iter().all(|worth| worth.float().is_finite())))
    }
}

/// The expected visits of each state of a cycle for trials that enter at one state, and the mass
/// that remains in the cycle.
pub(crate) struct Visits {
    pub(crate) by_state: Vec<Mass>,
    pub(crate) left: f64,
}

/// Returns the expected visits of each state of a cycle, for trials that enter at each of these
/// states, given by index. Returns `None` if the work exceeds its limit.
///
/// # Errors
/// Returns an error if the work is stopped.
pub(crate) fn visits_from(
    graph: &Graph,
    states: &[u32],
    entries: &[usize],
    watch: &Watch,
) -> Result<Option<Vec<Visits>>, Stop> {
    let component = Component::<Mass>::along_edges(
        graph,
        states,
        &|state| graph.edges_of(state as usize),
        &|_| true,
    );
    let Some(entry_visits) = component.visits_by_entry(entries, watch)? else {
        return Ok(None);
    };
    // The result is `None` if a number of visits is too large for a float.
    let is_countable = |visits: &Visits| {
        visits
            .by_state
            .iter()
            .all(|visits| visits.float().is_finite())
    };
    Ok(entry_visits
        .iter()
        .all(is_countable)
        .then_some(entry_visits))
}

impl Component<'_, Mass> {
    fn visits_by_entry(
        &self,
        entries: &[usize],
        watch: &Watch,
    ) -> Result<Option<Vec<Visits>>, Stop> {
        if let Some(elimination) =
            StateElimination::compute(&self.transitions, &self.exits, QUICK_WORK_LIMIT, watch)?
        {
            let visits_of_entry = |&entry: &usize| Visits {
                by_state: elimination.visits(self.unit_inflow(entry)),
                left: 0.0,
            };
            return Ok(Some(entries.iter().map(visits_of_entry).collect()));
        }
        if entries.len() <= MAX_ITERATED_ENTRIES
            && let Some(iterated) = self.iterate_visits(entries, watch)?
        {
            return Ok(Some(iterated));
        }
        let in_floats = self.to_floats();
        let Some(elimination) = StateElimination::compute(
            &in_floats.transitions,
            &in_floats.exits,
            PATIENT_WORK_LIMIT,
            watch,
        )?
        else {
            return Ok(None);
        };
        let visits_of_entry = |&entry: &usize| {
            let visits = elimination.visits(in_floats.unit_inflow(entry));
            Visits {
                by_state: visits.into_iter().map(Mass::inexact).collect(),
                left: 0.0,
            }
        };
        Ok(Some(entries.iter().map(visits_of_entry).collect()))
    }

    fn iterate_visits(
        &self,
        entries: &[usize],
        watch: &Watch,
    ) -> Result<Option<Vec<Visits>>, Stop> {
        let mut entry_visits = Vec::with_capacity(entries.len());
        for &entry in entries {
            let mut solver =
                IterativeSolver::new(&self.transitions, &self.exits, &self.unit_inflow(entry));
            let Some(left) = solver.solve(watch)? else {
                return Ok(None);
            };
            entry_visits.push(Visits {
                by_state: solver.visits().map(Mass::inexact).collect(),
                left,
            });
        }
        Ok(Some(entry_visits))
    }
}

/// Adds a transition of a state, or its mass to an existing one.
fn add_transition<N: FlowNumber>(transitions: &mut StateTransitions<N>, to: u32, mass: N) {
    match transitions.binary_search_by_key(&to, |&(to, _)| to) {
        Ok(place) => transitions[place].1 = transitions[place].1 + mass,
        Err(place) => transitions.insert(place, (to, mass)),
    }
}
