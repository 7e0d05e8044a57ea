//! Best play in cycles: value iteration until the values converge, followed by an exact solution of
//! the play found.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::ring::{DecisionCycle, state_indices};
use super::search::{BestPlaySearch, endless_play_error};
use crate::budget::Stop;
use crate::error::RuleError;
use crate::graph::Component;
use crate::graph::Decision;

/// Value iteration in a cycle ends when no value changes by more than this, relative to the largest
/// value (at least 1) ...
const CONVERGENCE_TOLERANCE: f64 = 1e-14;
/// ... or after this number of multiplications, which take a few seconds.
const MAX_PRODUCTS: u64 = 300_000_000;
/// The number of iterations before the first check for an endless gain. Each next check comes after
/// twice as many.
const FIRST_GAIN_CHECK: u64 = 64;
/// The maximal number of rounds of policy iteration in a cycle.
const MAX_ROUNDS: u32 = 1000;

impl BestPlaySearch<'_> {
    /// Makes the decisions in a cycle of states, and computes the values of the states.
    pub(super) fn decide_cycle(&mut self, states: &[u32]) -> Result<(), Stop> {
        // Value iteration starts with the values of a play that ends. If all values started at 0, a
        // play that never ends would look better than any play with a cost.
        if self.choose_exits(states, |_, _, _, _| true) {
            self.solve_chosen(states)?;
        }
        self.iterate_values(states)?;
        for _ in 0..MAX_ROUNDS {
            self.ensure_exit(states)?;
            if !self.solve_chosen(states)? {
                return Err(too_long_error());
            }
            if !self.improve_choices(states) {
                return Ok(());
            }
        }
        Err(too_long_error())
    }

    /// Performs value iteration until the values converge, and makes the decisions.
    fn iterate_values(&mut self, states: &[u32]) -> Result<(), Stop> {
        // States that were found last are usually closest to an exit.
        let backwards: Vec<u32> = states.iter().rev().copied().collect();
        let mut ring = self.decision_cycle(&backwards);
        let (mut products, mut rounds, mut next_look) = (0, 0u64, FIRST_GAIN_CHECK);
        loop {
            let (change, largest) = ring.sweep();
            products += ring.sweep_cost();
            if self.watch.is_stopped() {
                return Err(Stop::Requested);
            }
            if change <= CONVERGENCE_TOLERANCE * largest {
                self.take_values(&backwards, &ring);
                return Ok(());
            }
            rounds += 1;
            if rounds == next_look {
                self.take_values(&backwards, &ring);
                self.check_endless_gain(states)?;
                next_look *= 2;
            }
            if products > MAX_PRODUCTS || !largest.is_finite() {
                return Err(too_long_error());
            }
        }
    }

    /// Returns the states of a cycle with the transitions of their options.
    fn decision_cycle(&self, states: &[u32]) -> DecisionCycle {
        let place = state_indices(states.iter().copied());
        let mut ring = DecisionCycle::new(
            states
                .iter()
                .map(|&state| self.values[state as usize])
                .collect(),
        );
        let ahead = |edges: Range<usize>| {
            let (mut outside, mut within) = (0.0, Vec::new());
            for edge in edges {
                let mass = self.graph.edges[edge].mass.float();
                outside += mass * self.aim.by_edge[edge];
                for target in self.graph.next_states(edge) {
                    match place.get(target) {
                        Some(&inside) => within.push((inside, mass)),
                        None => outside += mass * self.values[*target as usize],
                    }
                }
            }
            (outside, within)
        };
        for &state in states {
            match self.decision(state) {
                None => ring.push_state(
                    true,
                    std::iter::once(ahead(self.graph.edges_of(state as usize))),
                ),
                Some((_, decision)) => {
                    let options = self
                        .ending_options(decision)
                        .map(|option| self.graph.edges_of_option(decision, option));
                    ring.push_state(self.aim.wants_more(decision), options.map(ahead));
                }
            }
        }
        ring
    }

    /// Stores the values of a cycle, and makes the decisions by them.
    fn take_values(&mut self, states: &[u32], ring: &DecisionCycle) {
        states
            .iter()
            .zip(ring.values())
            .for_each(|(&state, &value)| self.values[state as usize] = value);
        for &state in states {
            if let Some((number, decision)) = self.decision(state) {
                self.weigh_options(decision);
                self.best[number] = self.first_best(decision);
            }
        }
    }

    /// Returns the edges of a state under the current decisions.
    fn chosen_edges(&self, state: u32) -> Range<usize> {
        match self.decision(state) {
            None => self.graph.edges_of(state as usize),
            Some((number, decision)) => self
                .graph
                .edges_of_option(decision, self.best[number] as usize),
        }
    }

    /// Returns an error if the current decisions stay in the cycle and gain in each round.
    fn check_endless_gain(&self, states: &[u32]) -> Result<(), Stop> {
        let within: FxHashSet<u32> = states.iter().copied().collect();
        let mut stays = within.clone();
        loop {
            let leaves = |&state: &u32| {
                let mut onward = self
                    .chosen_edges(state)
                    .map(|edge| self.graph.next_states(edge));
                onward.any(|targets| {
                    targets.is_empty() || targets.iter().any(|target| !stays.contains(target))
                })
            };
            let leaving: Vec<u32> = stays.iter().copied().filter(leaves).collect();
            if leaving.is_empty() {
                break;
            }
            leaving.iter().for_each(|state| {
                stays.remove(state);
            });
        }
        let worth = || {
            stays
                .iter()
                .flat_map(|&state| self.chosen_edges(state))
                .map(|edge| self.aim.by_edge[edge])
        };
        let decisions = || stays.iter().filter_map(|&state| self.decision(state));
        let gains = worth().all(|worth| worth >= 0.0)
            && decisions().all(|(_, decision)| self.aim.wants_more(decision));
        let loses = worth().all(|worth| worth <= 0.0)
            && !decisions().any(|(_, decision)| self.aim.wants_more(decision));
        if worth().any(|worth| worth != 0.0) && (gains || loses) {
            Err(endless_play_error())
        } else {
            Ok(())
        }
    }

    /// Chooses among equally good options such that a trial leaves the cycle eventually.
    fn ensure_exit(&mut self, states: &[u32]) -> Result<(), Stop> {
        let is_free = |search: &Self, number: usize, decision: &Decision, option: usize| {
            let current = search.best[number] as usize;
            let worth = |option: usize| {
                search.expected_worth(search.graph.edges_of_option(decision, option))
            };
            let is_equal = || {
                let (current_worth, other) = (worth(current), worth(option));
                !search.is_better(decision, current_worth, other)
                    && !search.is_better(decision, other, current_worth)
            };
            option == current || is_equal()
        };
        if self.choose_exits(states, is_free) {
            Ok(())
        } else {
            Err(endless_play_error())
        }
    }

    /// Makes every decision take an option from which the cycle can be left. It keeps the current
    /// option if possible, and otherwise takes the first one that `is_free` accepts. It returns
    /// `false` if that fails.
    fn choose_exits(
        &mut self,
        states: &[u32],
        is_free: impl Fn(&Self, usize, &Decision, usize) -> bool,
    ) -> bool {
        let within: FxHashSet<u32> = states.iter().copied().collect();
        let mut leaves: FxHashSet<u32> = FxHashSet::default();
        let mut left: Vec<u32> = states.to_vec();
        loop {
            let leads_out = |edge: usize, leaves: &FxHashSet<u32>| {
                let onward = self.graph.next_states(edge);
                onward.is_empty()
                    || onward
                        .iter()
                        .any(|target| !within.contains(target) || leaves.contains(target))
            };
            let (mut found, mut decided) = (Vec::new(), Vec::new());
            left.retain(|&state| {
                let has_exit = match self.decision(state) {
                    None => self
                        .graph
                        .edges_of(state as usize)
                        .any(|edge| leads_out(edge, &leaves)),
                    Some((number, decision)) => {
                        let leads = |option: usize| {
                            self.graph
                                .edges_of_option(decision, option)
                                .any(|edge| leads_out(edge, &leaves))
                        };
                        let current = self.best[number] as usize;
                        let mut options =
                            std::iter::once(current).chain(self.ending_options(decision));
                        let option = options.find(|&option| {
                            leads(option) && is_free(self, number, decision, option)
                        });
                        option
                            .map(|option| decided.push((number, option as u32)))
                            .is_some()
                    }
                };
                if has_exit {
                    found.push(state);
                }
                !has_exit
            });
            if left.is_empty() && found.is_empty() {
                return true;
            }
            if found.is_empty() {
                return false;
            }
            decided
                .into_iter()
                .for_each(|(number, option)| self.best[number] = option);
            leaves.extend(found);
        }
    }

    /// Computes the values under the current decisions by solving a linear system. It returns
    /// `false`, and changes nothing, if that is too expensive.
    fn solve_chosen(&mut self, states: &[u32]) -> Result<bool, Stop> {
        let before: Vec<f64> = states
            .iter()
            .map(|&state| self.values[state as usize])
            .collect();
        // Contributions from within the cycle are part of the linear system.
        states
            .iter()
            .for_each(|&state| self.values[state as usize] = 0.0);
        let component = Component::<f64>::along_edges(
            self.graph,
            states,
            &|state| self.chosen_edges(state),
            &|_| true,
        );
        let once: Vec<f64> = states
            .iter()
            .map(|&state| self.expected_worth(self.chosen_edges(state)))
            .collect();
        let solved = component.solver(self.watch)?.worth(once);
        let is_solved = solved
            .as_ref()
            .is_some_and(|values| values.iter().all(|value| value.is_finite()));
        let values = if is_solved {
            solved.unwrap_or_default()
        } else {
            before
        };
        states
            .iter()
            .zip(values)
            .for_each(|(&state, value)| self.values[state as usize] = value);
        Ok(is_solved)
    }

    /// Changes decisions for which another option is better. Returns whether there were any.
    fn improve_choices(&mut self, states: &[u32]) -> bool {
        let mut is_changed = false;
        for &state in states {
            let Some((number, decision)) = self.decision(state) else {
                continue;
            };
            self.weigh_options(decision);
            let (best, current) = (self.first_best(decision), self.best[number]);
            if self.is_better(
                decision,
                self.worths[best as usize],
                self.worths[current as usize],
            ) {
                self.best[number] = best;
                is_changed = true;
            }
        }
        is_changed
    }
}

fn too_long_error() -> Stop {
    let help = "give each round a cost, or set a limit";
    Stop::Rule(RuleError::new(
        "there is no best play: going round again always gains, or changes the value forever",
        help,
    ))
}
