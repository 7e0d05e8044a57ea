//! Best play in cycles: policy iteration with exact values, after value iteration if both sides
//! decide.

use std::ops::Range;

use super::compare::{ScaledValue, endless_play_error};
use super::layers::Layers;
use super::ring::DecisionCycle;
use super::search::BestPlaySearch;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;

/// Value iteration in a cycle ends when no value changes by more than this, relative to the largest
/// scale: policy iteration then finds the exact values ...
const CONVERGENCE_TOLERANCE: f64 = 1e-9;
/// ... or after this number of multiplications, which take a few seconds.
const MAX_PRODUCTS: u64 = 300_000_000;
/// The number of iterations before the first check for an endless gain. Each next check comes after
/// twice as many.
const FIRST_GAIN_CHECK: u64 = 64;
/// The maximal number of rounds of policy iteration in a cycle.
const MAX_ROUNDS: u32 = 1000;

/// Makes the decisions in a cycle of states, and computes the values of the states.
///
/// Policy iteration starts with a play that ends. Such a play can only be improved to another one
/// that ends, or to an endless gain. If both sides decide, policy iteration could go round in
/// circles, so that value iteration comes first. It also starts with the values of a play that
/// ends: if all values started at 0, a play that never ends would look better than any play with a
/// cost.
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
    if cycle.choose_exits(false) && !cycle.solve_chosen(watch)? {
        return Err(too_long_error());
    }
    if !cycle.is_one_sided() {
        iterate_values(cycle, watch)?;
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

/// Performs value iteration until the values hardly change.
fn iterate_values(cycle: &mut DecisionCycle, watch: &Watch) -> Result<(), Stop> {
    let (mut products, mut rounds, mut next_look) = (0, 0u64, FIRST_GAIN_CHECK);
    // All values may go to 0. The scale is then that of the first play.
    let mut largest = cycle.largest_scale();
    loop {
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
        if rounds == next_look {
            cycle.choose_best();
            if cycle.gains_without_end() {
                return Err(endless_play_error());
            }
            next_look *= 2;
        }
        if products > MAX_PRODUCTS || !largest.is_finite() {
            return Err(too_long_error());
        }
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
