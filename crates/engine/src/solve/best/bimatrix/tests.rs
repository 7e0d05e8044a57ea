//! Equilibria of known games, and of random games with a separate test for best responses.

use proptest::prelude::*;

use super::*;

/// The payoffs of both players for each pair of options, row by row.
type Payoffs = Vec<Vec<(i64, i64)>>;

fn equilibrium(payoffs: &Payoffs) -> [Vec<f64>; 2] {
    let of = |payoff: fn(&(i64, i64)) -> i64| -> Vec<ScaledValue> {
        let pairs = payoffs.iter().flatten();
        pairs
            .map(|pair| ScaledValue::of(payoff(pair) as f64))
            .collect()
    };
    let (first, second) = (of(|pair| pair.0), of(|pair| pair.1));
    let game = BimatrixGame {
        payoffs: [&first, &second],
        columns: payoffs[0].len(),
    };
    game.equilibrium().expect("every game has an equilibrium")
}

fn known(payoffs: &[&[(i64, i64)]]) -> [Vec<f64>; 2] {
    equilibrium(&payoffs.iter().map(|row| row.to_vec()).collect())
}

#[test]
fn known_games_have_known_equilibria() {
    // Prisoner's dilemma: both defect.
    let dilemma = known(&[&[(3, 3), (0, 5)], &[(5, 0), (1, 1)]]);
    assert_eq!(dilemma, [[0.0, 1.0], [0.0, 1.0]]);
    // Chicken: the first pair is the one in which the row player swerves.
    let chicken = known(&[&[(0, 0), (-1, 1)], &[(1, -1), (-10, -10)]]);
    assert_eq!(chicken, [[1.0, 0.0], [0.0, 1.0]]);
    // Battle of the sexes: both pairs are equally good, so that the first counts.
    let sexes = known(&[&[(2, 1), (0, 0)], &[(0, 0), (1, 2)]]);
    assert_eq!(sexes, [[1.0, 0.0], [1.0, 0.0]]);
    // Stag hunt: hunting the stag is better for both, although hares come first.
    let stag = known(&[&[(2, 2), (3, 0)], &[(0, 3), (4, 4)]]);
    assert_eq!(stag, [[0.0, 1.0], [0.0, 1.0]]);
    // Matching pennies with unequal prizes: each mixes by the prizes of the other.
    let pennies = known(&[&[(3, -1), (0, 0)], &[(0, 0), (1, -1)]]);
    assert_eq!(pennies, [[0.5, 0.5], [0.25, 0.75]]);
    // A cycle of best responses, after Shapley 1964: by hand, 2 y3 = y1 = 3 y2 and 4 x3 = x1 = 2
    // x2.
    let cycle = known(&[
        &[(0, 0), (0, 1), (2, 0)],
        &[(1, 0), (0, 0), (0, 2)],
        &[(0, 4), (3, 0), (0, 0)],
    ]);
    let fraction = |counts: [f64; 3], whole: f64| counts.map(|count| count / whole).to_vec();
    assert_eq!(
        cycle,
        [
            fraction([4.0, 2.0, 1.0], 7.0),
            fraction([6.0, 2.0, 3.0], 11.0)
        ]
    );
}

#[test]
fn games_of_any_shape_have_an_equilibrium() {
    assert_eq!(known(&[&[(1, 1)]]), [[1.0], [1.0]]);
    assert_eq!(known(&[&[(0, 1), (0, 3), (0, 2)]])[1], [0.0, 1.0, 0.0]);
    // All pairs are equilibria, and the first is taken.
    assert_eq!(
        known(&[&[(0, 0), (0, 0)], &[(0, 0), (0, 0)]]),
        [[1.0, 0.0], [1.0, 0.0]]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn nobody_gains_by_departing_from_an_equilibrium(
        payoffs in (1usize..=6, 1usize..=6, 1i64..=100).prop_flat_map(|(n, m, most)| {
            // Few different payoffs make ties likely.
            let pair = (-most..=most, -most..=most);
            prop::collection::vec(prop::collection::vec(pair, m), n)
        })
    ) {
        let [rows, columns] = equilibrium(&payoffs);
        for mix in [&rows, &columns] {
            prop_assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            prop_assert!(mix.iter().all(|&weight| weight >= 0.0));
        }
        // The payoff of each option, and of the mix, for each player.
        let by_row: Vec<f64> = payoffs
            .iter()
            .map(|row| row.iter().zip(&columns).map(|(pair, q)| pair.0 as f64 * q).sum())
            .collect();
        let by_column: Vec<f64> = (0..columns.len())
            .map(|column| payoffs.iter().zip(&rows).map(|(row, p)| row[column].1 as f64 * p).sum())
            .collect();
        for (payoffs, mix) in [(by_row, &rows), (by_column, &columns)] {
            let value: f64 = payoffs.iter().zip(mix).map(|(payoff, weight)| payoff * weight).sum();
            let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(best <= value + 1e-9, "{best} is better than {value}");
        }
    }
}
