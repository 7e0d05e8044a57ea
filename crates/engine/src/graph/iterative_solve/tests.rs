use super::super::sample_cycles::{grid, random_cycle, unit_inflow, visits_by_elimination};
use super::*;

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
        let mut solver = IterativeSolver::new(cycle);
        let inflow = unit_inflow(cycle.exits.len());
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
    let mut solver = IterativeSolver::new(&cycle);
    let left = solver.solve(unit_inflow(20_000), &Watch::default());
    assert_eq!(left, Ok(Some(0.0)));
    let out: f64 = solver
        .visits()
        .zip(&cycle.exits)
        .map(|(visits, exit)| visits * exit)
        .sum();
    assert!((out - 1.0).abs() < 1e-12);
}
