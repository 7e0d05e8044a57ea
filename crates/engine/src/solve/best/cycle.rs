//! Best play in cycles: policy iteration with exact values, after value iteration if both sides
//! decide.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::compare::{ScaledValue, endless_play_error};
use super::layers::Layers;
use super::ring::DecisionCycle;
use super::search::BestPlaySearch;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;

/// Value iteration in a cycle ends when no value changes by more than this, relative to the largest
/// scale (policy iteration then finds the exact values) ...
const CONVERGENCE_TOLERANCE: f64 = 1e-9;
/// ... or after this number of multiplications, which take a few seconds.
const MAX_PRODUCTS: u64 = 300_000_000;
/// Changes form a geometric series if their ratio varies by at most this, relative to its distance
/// from 1. Extrapolation then leaves about this share of the error.
const SERIES_TOLERANCE: f64 = 0.03;
/// The number of iterations before the first check for an endless gain. Each next check comes after
/// twice as many.
const FIRST_GAIN_CHECK: u64 = 64;
/// The maximal number of rounds of policy iteration in a cycle.
const MAX_ROUNDS: u32 = 1000;

/// Makes the decisions in a cycle of states, and computes the values of the states.
///
/// Policy iteration starts with a play that ends. Such a play can only be improved to another one
/// that ends, or to an endless gain. If both sides decide, policy iteration could repeat the same
/// plays forever, so that value iteration comes first. It also starts with the values of a play
/// that ends. If all values started at 0, a play that never ends would look better than any play
/// with a cost.
///
/// # Errors
/// Returns an error if the work is stopped, or if there is no best play.
pub(super) fn decide_cycle(
    search: &BestPlaySearch<'_>,
    states: &[u32],
    layers: &Layers,
) -> Result<DecisionCycle, Stop> {
    let mut cycle = decision_cycle(search, states, layers);
    optimise(&mut cycle, search.watch)?;
    Ok(cycle)
}

/// Finds the best play of a cycle and its values.
///
/// # Errors
/// Fails like [`decide_cycle`].
pub(super) fn optimise(cycle: &mut DecisionCycle, watch: &Watch) -> Result<(), Stop> {
    // If every play ends, only the values of best play satisfy the equations. Value iteration may
    // then start with any values, and continue from any values.
    let may_extrapolate = !cycle.is_one_sided() && cycle.always_ends();
    match optimise_from(cycle, may_extrapolate, watch) {
        // Extrapolated values may not have converged.
        Err(Stop::Rule(_)) if may_extrapolate => optimise_from(cycle, false, watch),
        found => found,
    }
}

/// Finds the best play. If `may_extrapolate` is set, it starts with the values 0, and value
/// iteration extrapolates. Otherwise it starts with the values of a play that ends.
fn optimise_from(
    cycle: &mut DecisionCycle,
    may_extrapolate: bool,
    watch: &Watch,
) -> Result<(), Stop> {
    if !may_extrapolate && cycle.choose_exits(false) && !cycle.solve_chosen(watch)? {
        return Err(too_long_error());
    }
    if !cycle.is_one_sided() {
        iterate_values(cycle, may_extrapolate, watch)?;
    }
    cycle.choose_best();
    let mut has_chosen_first = false;
    for _ in 0..MAX_ROUNDS {
        if !cycle.choose_exits(true) {
            return Err(endless_play_error());
        }
        if !cycle.solve_chosen(watch)? {
            break;
        }
        if cycle.improve() {
            continue;
        }
        // Among equally good options, the first is chosen. This changes values by rounding errors.
        if has_chosen_first || !cycle.choose_best() {
            return Ok(());
        }
        has_chosen_first = true;
    }
    Err(too_long_error())
}

/// Performs value iteration until the values hardly change. If `may_extrapolate` is set, it takes
/// the limit of a geometric series as soon as the changes form one (Aitken 1926).
fn iterate_values(
    cycle: &mut DecisionCycle,
    may_extrapolate: bool,
    watch: &Watch,
) -> Result<(), Stop> {
    let (mut products, mut rounds, mut next_check) = (0, 0u64, FIRST_GAIN_CHECK);
    let mut changes = ChangeSeries::default();
    let mut before = Vec::new();
    // All values may converge to 0. So the largest scale so far counts, from the first play on.
    let mut largest = cycle.largest_scale();
    loop {
        before.clear();
        before.extend_from_slice(cycle.values());
        let (change, scale) = cycle.sweep();
        largest = largest.max(scale);
        products += cycle.sweep_cost();
        if watch.is_stopped() {
            return Err(Stop::Requested);
        }
        if change <= CONVERGENCE_TOLERANCE * largest {
            return Ok(());
        }
        rounds += 1;
        if rounds == next_check {
            cycle.choose_best();
            if cycle.gains_without_end() {
                return Err(endless_play_error());
            }
            next_check *= 2;
        }
        if products > MAX_PRODUCTS || !largest.is_finite() {
            return Err(too_long_error());
        }
        if may_extrapolate && let Some(rest) = changes.rest_after(change) {
            cycle.extrapolate(&before, rest);
        }
    }
}

/// The largest changes of values in one round after another.
#[derive(Default)]
struct ChangeSeries {
    change: f64,
    ratio: f64,
}

impl ChangeSeries {
    /// Adds the change of a round. If the changes are a geometric series, it returns the sum of all
    /// later changes, relative to this one, and starts again.
    fn rest_after(&mut self, change: f64) -> Option<f64> {
        let ratio = change / self.change;
        let is_series =
            ratio < 1.0 && (ratio - self.ratio).abs() <= SERIES_TOLERANCE * (1.0 - ratio);
        *self = ChangeSeries { change, ratio };
        is_series.then(|| {
            *self = ChangeSeries::default();
            ratio / (1.0 - ratio)
        })
    }
}

/// Returns a cycle of states with the transitions of their options.
pub(super) fn decision_cycle(
    search: &BestPlaySearch<'_>,
    states: &[u32],
    layers: &Layers,
) -> DecisionCycle {
    let graph = search.graph;
    let mut cycle = DecisionCycle::new(search.has_scales());
    let push_edges = |cycle: &mut DecisionCycle, edges: Range<usize>| {
        for edge in edges {
            let targets = graph.next_states(edge);
            let index = |&target: &u32| layers.index_with(target, states[0]);
            let (mut leads_out, mut outside) = (targets.is_empty(), ScaledValue::default());
            for target in targets.iter().filter(|target| index(target).is_none()) {
                leads_out = true;
                outside += search.value(*target);
            }
            cycle.push_edge(
                graph.mass(edge).float(),
                search.aim.by_edge[edge],
                leads_out.then_some(outside),
                targets.iter().filter_map(index),
            );
        }
    };
    for &state in states {
        match search.decision(state) {
            None => {
                cycle.push_option(0);
                push_edges(&mut cycle, graph.edges_of(state as usize));
                cycle.close_state(true);
            }
            Some((_, decision)) => {
                for option in search.ending_options(decision) {
                    cycle.push_option(option as u32);
                    push_edges(&mut cycle, graph.edges_of_option(decision, option));
                }
                cycle.close_state(search.aim.wants_more(decision));
            }
        }
    }
    cycle
}

fn too_long_error() -> Stop {
    let help = "give each round a cost, or set a limit";
    Stop::Rule(RuleError::new(
        "there is no best play: going round again always gains, or changes the value forever",
        help,
    ))
}
