//! Cycles for tests, and their visits by plain elimination.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::cycle_transitions::CycleTransitions;

type Cycle = CycleTransitions<f64>;

/// Returns a cycle in which each state has this number of transitions to random states. `exits` of
/// the states have an exit with the probability `rare`.
pub(super) fn random_cycle(
    states: usize,
    transition_count: usize,
    exits: usize,
    rare: f64,
    seed: u64,
) -> Cycle {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut cycle = Cycle::new();
    for state in 0..states {
        let mut transitions: Vec<(u32, f64)> = vec![(((state + 1) % states) as u32, 1.0)];
        transitions.extend((1..transition_count).map(|_| {
            (
                random.random_range(0..states as u32),
                random.random_range(0.1..1.0),
            )
        }));
        let exit = if state % (states / exits) == 0 {
            rare
        } else {
            0.0
        };
        push_state(&mut cycle, transitions, exit);
    }
    cycle
}

/// Returns a grid with this number of dimensions, of which one corner has an exit.
pub(super) fn grid(side: usize, dimensions: u32, exit: f64) -> Cycle {
    let mut grid = Cycle::new();
    for state in 0..side.pow(dimensions) {
        let mut transitions = Vec::new();
        for step in (0..dimensions).map(|dimension| side.pow(dimension)) {
            let coordinate = state / step % side;
            transitions.extend((coordinate > 0).then(|| ((state - step) as u32, 1.0)));
            transitions.extend((coordinate + 1 < side).then_some(((state + step) as u32, 1.1)));
        }
        push_state(&mut grid, transitions, if state == 0 { exit } else { 0.0 });
    }
    grid
}

/// Adds a state with these weights of its transitions.
fn push_state(cycle: &mut Cycle, mut transitions: Vec<(u32, f64)>, exit: f64) {
    let total_weight: f64 = transitions.iter().map(|(_, weight)| weight).sum();
    transitions
        .iter_mut()
        .for_each(|(_, p)| *p *= (1.0 - exit) / total_weight);
    cycle.push_state(&mut transitions, exit);
}

pub(super) fn unit_inflow(states: usize) -> Vec<f64> {
    let mut arrived = vec![0.0; states];
    (arrived[states / 2], arrived[1]) = (0.75, 0.25);
    arrived
}

/// Computes the visits by elimination in a dense matrix, which does not subtract and keeps full
/// relative precision.
pub(super) fn visits_by_elimination(cycle: &Cycle) -> Vec<f64> {
    let n = cycle.exits.len();
    let (mut exits, mut visits) = (cycle.exits.clone(), unit_inflow(n));
    let mut dense = vec![vec![0.0; n]; n];
    for (state, row) in dense.iter_mut().enumerate() {
        for (&to, &p) in cycle
            .pattern
            .targets_of(state)
            .iter()
            .zip(cycle.masses_of(state))
        {
            row[to as usize] = p;
        }
    }
    for k in (0..n).rev() {
        let leaves: f64 = dense[k][..k].iter().sum::<f64>() + exits[k];
        for i in 0..k {
            let through = dense[i][k] / leaves;
            dense[i][k] = through;
            if through > 0.0 {
                exits[i] += through * exits[k];
                let (above, below) = dense.split_at_mut(k);
                above[i][..k]
                    .iter_mut()
                    .zip(&below[0][..k])
                    .for_each(|(value, more)| *value += through * more);
            }
        }
        let state_visits = visits[k] / leaves;
        (0..k).for_each(|j| visits[j] += state_visits * dense[k][j]);
        visits[k] = state_visits;
    }
    for k in 0..n {
        visits[k] += (0..k).map(|i| visits[i] * dense[i][k]).sum::<f64>();
    }
    visits
}
