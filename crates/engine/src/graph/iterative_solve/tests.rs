use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// The transitions within a cycle, and the exit probability of each state.
type Cycle = (Vec<Vec<(u32, f64)>>, Vec<f64>);

/// Returns a cycle in which each state has this number of transitions to random states. `exits` of
/// the states have an exit with the probability `rare`.
fn random_cycle(
    states: usize,
    transition_count: usize,
    exits: usize,
    rare: f64,
    seed: u64,
) -> Cycle {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut cycle = (Vec::new(), vec![0.0; states]);
    for state in 0..states {
        let mut state_transitions: Vec<(u32, f64)> = vec![(((state + 1) % states) as u32, 1.0)];
        state_transitions.extend((1..transition_count).map(|_| {
            (
                random.random_range(0..states as u32),
                random.random_range(0.1..1.0),
            )
        }));
        state_transitions.sort_by_key(|&(to, _)| to);
        state_transitions.dedup_by_key(|&mut (to, _)| to);
        let total_weight: f64 = state_transitions.iter().map(|(_, p)| p).sum();
        let exit = if state % (states / exits) == 0 {
            rare
        } else {
            0.0
        };
        state_transitions
            .iter_mut()
            .for_each(|(_, p)| *p *= (1.0 - exit) / total_weight);
        cycle.0.push(state_transitions);
        cycle.1[state] = exit;
    }
    cycle
}

/// Returns a grid with this number of dimensions, of which one corner has an exit.
fn grid(side: usize, dimensions: u32, exit: f64) -> Cycle {
    let states = side.pow(dimensions);
    let mut grid = (Vec::new(), vec![0.0; states]);
    grid.1[0] = exit;
    for state in 0..states {
        let mut state_transitions = Vec::new();
        for step in (0..dimensions).map(|dimension| side.pow(dimension)) {
            let coordinate = state / step % side;
            state_transitions.extend((coordinate > 0).then(|| ((state - step) as u32, 1.0)));
            state_transitions
                .extend((coordinate + 1 < side).then_some(((state + step) as u32, 1.1)));
        }
        state_transitions.sort_by_key(|&(to, _)| to);
        let total_weight: f64 = state_transitions.iter().map(|(_, p)| p).sum();
        state_transitions
            .iter_mut()
            .for_each(|(_, p)| *p *= (1.0 - grid.1[state]) / total_weight);
        grid.0.push(state_transitions);
    }
    grid
}

fn transitions((rows, exits): &Cycle) -> CycleTransitions<f64> {
    let mut cycle = CycleTransitions::new();
    for (row, &exit) in rows.iter().zip(exits) {
        cycle.push_state(&mut row.clone(), exit);
    }
    cycle
}

fn unit_inflow(states: usize) -> Vec<f64> {
    let mut arrived = vec![0.0; states];
    (arrived[states / 2], arrived[1]) = (0.75, 0.25);
    arrived
}

/// Computes the visits by elimination, which does not subtract and keeps full relative precision.
fn visits_by_elimination((transitions, exits): &Cycle) -> Vec<f64> {
    let n = exits.len();
    let (mut exits, mut visits) = (exits.clone(), unit_inflow(n));
    let mut dense = vec![vec![0.0; n]; n];
    transitions
        .iter()
        .zip(&mut dense)
        .for_each(|(state_transitions, row)| {
            state_transitions
                .iter()
                .for_each(|&(to, p)| row[to as usize] = p)
        });
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

#[test]
fn iteration_agrees_with_elimination() {
    let cycles = [
        random_cycle(300, 3, 5, 0.3, 1),
        random_cycle(500, 4, 2, 1e-6, 2),
        random_cycle(400, 3, 1, 1e-12, 3),
        grid(20, 2, 0.5),
        grid(7, 3, 1e-9),
    ];
    for (number, cycle) in cycles.iter().enumerate() {
        let mut solver = IterativeSolver::new(&transitions(cycle));
        let inflow = unit_inflow(cycle.1.len());
        let left = solver.solve(inflow, &Watch::default()).expect("it goes on");
        assert!(left.is_some_and(|left| left < 1e-15), "{number}: {left:?}");
        for (iterated, right) in solver.visits().zip(visits_by_elimination(cycle)) {
            assert!(
                (iterated / right - 1.0).abs() < 1e-12,
                "{number}: {iterated} and {right}"
            );
        }
    }
}

/// The cycle has 20,000 states in random order, too dense for elimination.
#[test]
fn large_unordered_cycle_leaves_no_mass() {
    let cycle = random_cycle(20_000, 3, 2, 1e-7, 5);
    let mut solver = IterativeSolver::new(&transitions(&cycle));
    let left = solver.solve(unit_inflow(20_000), &Watch::default());
    assert_eq!(left, Ok(Some(0.0)));
    let out: f64 = solver
        .visits()
        .zip(&cycle.1)
        .map(|(visits, exit)| visits * exit)
        .sum();
    assert!((out - 1.0).abs() < 1e-12);
}
