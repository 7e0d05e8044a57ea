//! Compares random graphs with cycles with Gaussian elimination over fractions.

use num_bigint::BigInt;
use num_rational::BigRational;
use oddsmith_engine::chance::Weights;
use oddsmith_engine::explore::Watch;
use oddsmith_engine::solve::moments;
use oddsmith_engine::{Fold, Metric, Step};
use proptest::prelude::*;

use crate::support::{Game, assert_near, assert_trials_agree, distributions, graph};

/// For each state, the weights of moving to each state, followed by the weight of the end.
type Matrix = Vec<Vec<u64>>;

fn matrices() -> impl Strategy<Value = Matrix> {
    (2usize..8).prop_flat_map(|n| {
        let weight = prop_oneof![3 => Just(0u64), 3 => 1u64..20];
        let row = (prop::collection::vec(weight, n), 1u64..8).prop_map(|(mut row, end)| {
            row.push(end);
            row
        });
        prop::collection::vec(row, n)
    })
}

/// Records where the trial ended, how often it entered state 1, and the highest state that it
/// entered.
fn game(matrix: &Matrix) -> Game<usize> {
    let rows: Vec<Weights> = matrix
        .iter()
        .map(|row| Weights::new(row).unwrap())
        .collect();
    let metrics = [
        Metric::whole("left from"),
        Metric::whole("entered").fold(Fold::Sum).optional(),
        Metric::whole("highest").fold(Fold::Max).optional(),
    ];
    Game::new(metrics, 0, move |state: &mut usize, ask| {
        let next = ask.pick(&rows[*state]);
        if next == rows.len() {
            ask.observe_whole(0, *state as i64);
            return Step::Done;
        }
        if next == 1 {
            ask.observe_whole(1, 1);
        }
        ask.observe_whole(2, next as i64);
        *state = next;
        Step::Continue
    })
}

fn share(weight: u64, row: &[u64]) -> BigRational {
    BigRational::new(weight.into(), row.iter().sum::<u64>().into())
}

/// Returns the expected visits of each state, from v (I - P) = e0, by Gauss-Jordan elimination. The
/// trial also ends at states from `below` on.
fn bf_visits(matrix: &Matrix, below: usize) -> Vec<BigRational> {
    let (zero, one) = (
        BigRational::from_integer(0.into()),
        BigRational::from_integer(1.into()),
    );
    let mut rows: Vec<Vec<BigRational>> = (0..below)
        .map(|to| {
            let mut row: Vec<BigRational> = (0..below)
                .map(
                    |from| if from == to { one.clone() } else { zero.clone() } - share(matrix[from][to], &matrix[from]),
                )
                .collect();
            row.push(if to == 0 { one.clone() } else { zero.clone() });
            row
        })
        .collect();
    for column in 0..below {
        let pivot = (column..below)
            .find(|&row| rows[row][column] != zero)
            .expect("every state is left");
        rows.swap(column, pivot);
        let scale = rows[column][column].clone();
        rows[column]
            .iter_mut()
            .for_each(|value| *value /= scale.clone());
        let pivot = rows[column].clone();
        for (_, row) in rows
            .iter_mut()
            .enumerate()
            .filter(|&(row, _)| row != column)
        {
            let times = row[column].clone();
            row.iter_mut()
                .zip(&pivot)
                .for_each(|(value, above)| *value -= times.clone() * above);
        }
    }
    rows.into_iter().map(|mut row| row.pop().unwrap()).collect()
}

fn float(value: &BigRational) -> f64 {
    let scaled = value * BigRational::from_integer(BigInt::from(10u64).pow(30));
    scaled.to_integer().to_string().parse::<f64>().unwrap() / 1e30
}

/// Asserts that a probability equals a fraction, as a float and, if it is short, exactly.
fn assert_fraction(mass: oddsmith_engine::odds::Mass, expected: &BigRational) {
    assert_near(mass.value(), float(expected), 1e-12);
    let short = |n: &BigInt| n.to_string().len() <= 18;
    let fraction = mass
        .fraction()
        .map(|(n, d)| BigRational::new(n.into(), d.into()));
    if short(expected.numer()) && short(expected.denom()) {
        assert_eq!(fraction.as_ref(), Some(expected))
    } else {
        assert_eq!(fraction, None)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs_match_elimination(matrix in matrices()) {
        let game = game(&matrix);
        let n = matrix.len();
        let distributions = distributions(&game);
        let visits = bf_visits(&matrix, n);
        let zero = BigRational::from_integer(0.into());
        for state in 0..n {
            let expected = visits[state].clone() * share(matrix[state][n], &matrix[state]);
            if expected != zero {
                assert_fraction(distributions[0].pmf.mass(state as i64), &expected);
            }
        }
        // The highest state entered is below m if a trial moves from the states below m directly to
        // the end.
        let mut so_far = distributions[2].absent;
        for below in 1..n {
            so_far += distributions[2].pmf.mass(below as i64 - 1);
            let visits = bf_visits(&matrix, below);
            let ended = (0..below).map(|state| visits[state].clone() * share(matrix[state][n], &matrix[state]));
            assert_fraction(so_far, &ended.fold(zero.clone(), |sum, p| sum + p));
        }
        // This compares the mean number of times that a trial enters state 1.
        if let Some(entered) = moments(&graph(&game), 1, &Watch::default()).unwrap() {
            let entries = (0..n).map(|state| visits[state].clone() * share(matrix[state][1], &matrix[state]));
            let mean = entries.fold(zero.clone(), |sum, p| sum + p);
            assert_near(entered.mean * distributions[1].presence_probability(), float(&mean), 1e-11);
            let sd = distributions[1].pmf_if_present().map_or(distributions[1].pmf.sd(), |pmf| pmf.sd());
            assert!((sd.powi(2) - entered.sd.powi(2)).abs() < 1e-9 * (1e-3 + sd * sd), "{sd} is not {}", entered.sd);
        }
    }
}

#[test]
fn simulation_and_sampling_of_random_graphs_agree() {
    let graphs: [&[&[u64]]; 3] = [
        &[&[1, 2, 3], &[2, 0, 1]],
        &[&[0, 5, 0, 1], &[0, 0, 5, 1], &[5, 0, 0, 1]],
        &[
            &[3, 1, 1, 1, 1],
            &[0, 7, 0, 3, 1],
            &[1, 0, 1, 0, 9],
            &[0, 4, 0, 0, 2],
        ],
    ];
    for rows in graphs {
        let game = game(&rows.iter().map(|row| row.to_vec()).collect());
        assert_trials_agree(&game, &distributions(&game));
    }
}
