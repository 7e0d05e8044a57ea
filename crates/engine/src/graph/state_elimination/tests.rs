use super::super::sample_cycles::{grid, random_cycle, unit_inflow, visits_by_elimination};
use super::*;
use crate::odds::Mass;

fn eliminate<N: FlowNumber>(cycle: &CycleTransitions<N>) -> StateElimination<N> {
    let plan = EliminationPlan::new(&cycle.pattern);
    plan.eliminate(cycle, &Watch::default())
        .expect("it goes on")
}

fn samples() -> Vec<CycleTransitions<f64>> {
    vec![
        random_cycle(2, 1, 1, 0.5, 1),
        random_cycle(40, 3, 40, 1e-3, 2),
        random_cycle(300, 3, 5, 0.3, 3),
        random_cycle(700, 2, 2, 1e-6, 4),
        random_cycle(400, 5, 1, 1e-15, 5),
        grid(23, 2, 0.5),
        grid(8, 3, 1e-9),
        grid(500, 1, 0.1),
    ]
}

/// All visits keep their relative precision, also if trials stay in the cycle for a long time.
#[test]
fn visits_agree_with_dense_elimination() {
    for (number, cycle) in samples().iter().enumerate() {
        let visits = eliminate(cycle).visits(unit_inflow(cycle.exits.len()));
        for (found, right) in visits.into_iter().zip(visits_by_elimination(cycle)) {
            assert!(
                (found / right - 1.0).abs() < 1e-11,
                "{number}: {found} and {right}"
            );
        }
    }
}

/// The value of trials is the sum of visits times values. Solving for visits and solving for values
/// must give the same result.
#[test]
fn values_and_visits_agree() {
    for (number, cycle) in samples().iter().enumerate() {
        let n = cycle.exits.len();
        let each: Vec<f64> = (0..n).map(|state| (state % 7) as f64).collect();
        let elimination = eliminate(cycle);
        let sum = |first: &[f64], other: &[f64]| -> f64 {
            first.iter().zip(other).map(|(a, b)| a * b).sum()
        };
        let forwards = sum(&elimination.visits(unit_inflow(n)), &each);
        let backwards = sum(&unit_inflow(n), &elimination.worth(each));
        assert!(
            (forwards / backwards - 1.0).abs() < 1e-12,
            "{number}: {forwards} and {backwards}"
        );
    }
}

/// In a ring of 31 states, a trial goes on with probability 2/3 and leaves otherwise.
#[test]
fn masses_keep_their_fractions() {
    let mut ring = CycleTransitions::new();
    for state in 0..31u32 {
        ring.push_state(
            &mut [((state + 1) % 31, Mass::ratio(2, 3))],
            Mass::ratio(1, 3),
        );
    }
    let mut inflow = vec![Mass::ZERO; 31];
    inflow[0] = Mass::ONE;
    let visits = eliminate(&ring).visits(inflow);
    let around = 1.0 - (2f64 / 3.0).powi(31);
    assert!((visits[0].float() * around - 1.0).abs() < 1e-14);
    for state in 1..31 {
        let ratio = visits[state] * visits[state - 1].inverse();
        assert_eq!(ratio.fraction(), Some((2, 3)), "{state}");
    }
}

/// An unknown fraction spreads only to states that trials reach through it.
#[test]
fn zeros_of_a_dense_matrix_keep_fractions() {
    let half = Mass::ratio(1, 2);
    let mut cycle = CycleTransitions::new();
    cycle.push_state(&mut [(1, half)], half);
    cycle.push_state(&mut [(0, half)], half);
    cycle.push_state(&mut [(0, Mass::inexact(0.5)), (3, half)], Mass::ZERO);
    cycle.push_state(&mut [(2, half)], half);
    let inflow = vec![Mass::ONE, Mass::ZERO, Mass::ZERO, Mass::ZERO];
    let visits = eliminate(&cycle).visits(inflow);
    assert_eq!(visits[0].inverse().fraction(), Some((3, 4)));
    assert_eq!(visits[1].fraction(), Some((2, 3)));
    assert!(visits[2].is_zero() && visits[3].is_zero());
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let cycle = grid(160, 2, 0.5);
    let plan = EliminationPlan::new(&cycle.pattern);
    let fronts = &plan.tree.expect("it is small").fronts;
    assert!(independent_parts(fronts, plan.operations).len() > 20);
    let visits = |threads: usize| -> Vec<u64> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let visits = pool
            .expect("threads")
            .install(|| eliminate(&cycle).visits(unit_inflow(cycle.exits.len())));
        visits.into_iter().map(f64::to_bits).collect()
    };
    let alone = visits(1);
    assert_eq!(visits(2), alone);
    assert_eq!(visits(7), alone);
}

/// The plan counts the numbers that are kept, and the multiplications of plain elimination.
#[test]
fn plan_knows_work_and_memory() {
    for cycle in samples() {
        let plan = EliminationPlan::new(&cycle.pattern);
        let (operations, bytes) = (plan.operations, plan.bytes::<f64>());
        let fronts = &plan.tree.expect("it is small").fronts;
        let wanted: usize = fronts
            .iter()
            .flat_map(|front| (0..front.pivots).map(|done| (front.states.len() - done).pow(2)))
            .sum();
        assert_eq!(operations, wanted as u64);
        let elimination = eliminate(&cycle);
        let kept = |front: &SolvedFront<f64>| front.rows.len() + front.below.len();
        let kept: usize = elimination.solved.iter().map(kept).sum();
        assert!(bytes >= 8 * kept as u64, "{bytes} bytes for {kept} numbers");
        assert!(bytes < 40 * kept as u64, "{bytes} bytes for {kept} numbers");
    }
}

/// Each of 24,000 states leads to ten others at random, so that almost all of them end up in one
/// dense matrix. The plan is refused without finding its fronts.
#[test]
fn too_large_plan_knows_what_it_needs() {
    let cycle = random_cycle(24_000, 10, 1, 0.5, 6);
    let plan = EliminationPlan::new(&cycle.pattern);
    assert!(plan.tree.is_none() && !plan.is_within::<f64>(u64::MAX, u64::MAX));
    let Stop::CycleTooLarge {
        states,
        operations,
        bytes,
    } = plan.too_large()
    else {
        panic!("a cycle")
    };
    assert_eq!(states, 24_000);
    let dense = 24_000f64;
    assert!((0.3..1.0).contains(&(bytes as f64 / (8.0 * dense.powi(2)))));
    assert!((0.2..1.0).contains(&(operations as f64 / (dense.powi(3) / 3.0))));
}
