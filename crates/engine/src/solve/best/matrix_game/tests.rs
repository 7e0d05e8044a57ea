//! Matrix games against independent solvers, which compute with fractions.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use proptest::prelude::*;

use super::*;

type Fraction = Ratio<i128>;

/// Returns the value of a game with whole payoffs. It tries all pairs of supports of equal size and
/// accepts the first pair of strategies that neither player can improve on. There is always such a
/// pair (Shapley and Snow 1950).
fn value_by_supports(payoffs: &[Vec<i64>]) -> Fraction {
    // With positive payoffs, the value is positive and the systems of equations have solutions.
    let least = payoffs.iter().flatten().min().copied().unwrap();
    let payoff = |row: usize, column: usize| {
        Fraction::from_integer(i128::from(payoffs[row][column] - least + 1))
    };
    let (n, m) = (payoffs.len(), payoffs[0].len());
    for rows in supports(n) {
        for columns in supports(m).filter(|columns| columns.len() == rows.len()) {
            let size = rows.len();
            let of_rows = by_cramer(size, |equation, row| payoff(rows[row], columns[equation]));
            let of_columns = by_cramer(size, |equation, column| {
                payoff(rows[equation], columns[column])
            });
            let (Some(x), Some(y)) = (of_rows, of_columns) else {
                continue;
            };
            let zero = Fraction::from_integer(0);
            if x.iter().chain(&y).any(|weight| *weight < zero) {
                continue;
            }
            let sum: Fraction = x.iter().sum();
            let against_rows = (0..m).map(|column| -> Fraction {
                (0..size).map(|k| x[k] * payoff(rows[k], column)).sum()
            });
            let against_columns = (0..n)
                .map(|row| -> Fraction { (0..size).map(|k| y[k] * payoff(row, columns[k])).sum() });
            let one = Fraction::from_integer(1);
            if against_rows.min().unwrap() >= one && against_columns.max().unwrap() <= one {
                return sum.recip() + Fraction::from_integer(i128::from(least - 1));
            }
        }
    }
    panic!("every game has an equilibrium")
}

fn supports(n: usize) -> impl Iterator<Item = Vec<usize>> {
    (1u32..1 << n).map(move |set| (0..n).filter(|k| set >> k & 1 == 1).collect())
}

/// Solves a system whose right-hand sides are 1 by Cramer's rule.
fn by_cramer(n: usize, entry: impl Fn(usize, usize) -> Fraction) -> Option<Vec<Fraction>> {
    let matrix: Vec<Vec<Fraction>> = (0..n)
        .map(|row| (0..n).map(|column| entry(row, column)).collect())
        .collect();
    let whole = determinant(&matrix);
    (whole != Fraction::from_integer(0)).then(|| {
        let replaced = |replaced: usize| {
            let mut matrix = matrix.clone();
            matrix
                .iter_mut()
                .for_each(|row| row[replaced] = Fraction::from_integer(1));
            determinant(&matrix) / whole
        };
        (0..n).map(replaced).collect()
    })
}

/// Returns a determinant by expansion along the first row.
fn determinant(matrix: &[Vec<Fraction>]) -> Fraction {
    let Some((first, rest)) = matrix.split_first() else {
        return Fraction::from_integer(1);
    };
    let minor = |left_out: usize| -> Vec<Vec<Fraction>> {
        let kept = |row: &Vec<Fraction>| {
            let entries = row.iter().enumerate();
            entries
                .filter(|(column, _)| *column != left_out)
                .map(|(_, entry)| *entry)
                .collect()
        };
        rest.iter().map(kept).collect()
    };
    let term = |(column, entry): (usize, &Fraction)| {
        let sign = Fraction::from_integer(if column % 2 == 0 { 1 } else { -1 });
        sign * *entry * determinant(&minor(column))
    };
    first.iter().enumerate().map(term).sum()
}

fn scaled(payoffs: &[f64]) -> Vec<ScaledValue> {
    payoffs
        .iter()
        .map(|&payoff| ScaledValue::of(payoff))
        .collect()
}

fn solved(payoffs: &[&[f64]]) -> GameSolution {
    let all = scaled(&payoffs.concat());
    let game = MatrixGame::new(&all, payoffs[0].len());
    let solution = game.solve();
    assert!(game.gap(&solution) <= 1e-12);
    solution
}

#[test]
fn known_games_have_known_strategies() {
    let third = 1.0 / 3.0;
    let rock = solved(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
    assert_eq!(rock.rows, [third; 3]);
    assert_eq!(rock.columns, [third; 3]);
    assert!(rock.value.value.abs() < 1e-15);
    // A win by paper counts 2: by hand, rock, paper and scissors have weights 1/4, 1/4 and 1/2.
    let prize = solved(&[&[0.0, -2.0, 1.0], &[2.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
    assert_eq!(prize.rows, [0.25, 0.25, 0.5]);
    assert_eq!(prize.columns, prize.rows);
    // Two-finger Morra, in which the row player wins odd sums: the value is 1/12.
    let morra = solved(&[&[-2.0, 3.0], &[3.0, -4.0]]);
    assert_eq!(morra.rows, [7.0 / 12.0, 5.0 / 12.0]);
    assert!((morra.value.value - 1.0 / 12.0).abs() < 1e-15);
}

#[test]
fn saddle_points_are_played_purely_and_dominated_options_never() {
    let saddle = solved(&[&[3.0, 5.0, 4.0], &[1.0, 9.0, 2.0], &[3.0, 6.0, 3.0]]);
    assert_eq!(
        (saddle.value.value, &saddle.columns[..]),
        (3.0, &[1.0, 0.0, 0.0][..])
    );
    assert_eq!(saddle.rows, [1.0, 0.0, 0.0]);
    // The second row is never worse than the first, so the first is not played.
    assert_eq!(solved(&[&[0.0, 0.0], &[0.0, 1.0]]).rows, [0.0, 1.0]);
    // Among equal options, the first is played.
    assert_eq!(solved(&[&[2.0, 2.0], &[2.0, 2.0]]).rows, [1.0, 0.0]);
    let pennies = solved(&[&[1.0, -1.0, 1.0], &[-1.0, 1.0, 1.0], &[1.0, -1.0, 1.0]]);
    assert_eq!(pennies.rows, [0.5, 0.5, 0.0]);
    assert_eq!(pennies.columns, [0.5, 0.5, 0.0]);
}

/// An illegal order costs a million or more. Small payoffs keep their digits all the same.
#[test]
fn large_payoffs_next_to_small_ones_lose_no_digits() {
    let two = |large: i64| vec![vec![1, -1], vec![-large, large]];
    let three = |large: i64| vec![vec![1, -1, 0], vec![-large, large, 3], vec![2, -large, 5]];
    let other = |large: i64| vec![vec![3, 0, -large], vec![-2, 1, 4], vec![0, -1, 2]];
    let large = [1_000, 1_000_000].into_iter();
    let games = large.flat_map(|large| [two(large), three(large), other(large)]);
    for payoffs in games.chain([two(100_000_000), three(100_000_000), other(100_000_000)]) {
        let exact = value_by_supports(&payoffs);
        let exact = *exact.numer() as f64 / *exact.denom() as f64;
        let floats: Vec<f64> = payoffs
            .iter()
            .flatten()
            .map(|&payoff| payoff as f64)
            .collect();
        let floats = scaled(&floats);
        let game = MatrixGame::new(&floats, payoffs[0].len());
        let found = game.solve();
        assert!(
            (found.value.value - exact).abs() < 1e-10,
            "{payoffs:?}: {} {exact}",
            found.value.value
        );
        assert!(
            game.gap(&found) < 1e-12,
            "{payoffs:?}: {}",
            game.gap(&found)
        );
    }
}

#[test]
fn shapes_at_the_limits_are_solved() {
    assert_eq!(solved(&[&[7.0]]).value.value, 7.0);
    assert_eq!(solved(&[&[4.0, -2.0, 9.0]]).columns, [0.0, 1.0, 0.0]);
    // A generalised rock, paper, scissors with 51 options, and 50 options with unequal prizes.
    let cyclic = |row: usize, column: usize| match (51 + row - column) % 51 {
        0 => 0.0,
        1..=25 => 1.0,
        _ => -1.0,
    };
    let all: Vec<f64> = (0..51 * 51).map(|k| cyclic(k / 51, k % 51)).collect();
    let solution = MatrixGame::new(&scaled(&all), 51).solve();
    assert!(solution.rows.iter().all(|x| (x - 1.0 / 51.0).abs() < 1e-13));
    let diagonal: Vec<f64> = (0..2500)
        .map(|k| {
            if k / 50 == k % 50 {
                1.0 + (k % 50) as f64
            } else {
                0.0
            }
        })
        .collect();
    let harmonic: f64 = (1..=50).map(|n| 1.0 / f64::from(n)).sum();
    let solution = MatrixGame::new(&scaled(&diagonal), 50).solve();
    assert!((solution.value.value - 1.0 / harmonic).abs() < 1e-13);
}

#[test]
fn weights_are_recognised_as_fractions() {
    let sevenths = [3.0 / 7.0, 0.0, 4.0 / 7.0];
    assert_eq!(as_fractions(&sevenths), Some((vec![3, 0, 4], 7)));
    let mixed = [0.25, 1.0 / 3.0, 5.0 / 12.0];
    assert_eq!(as_fractions(&mixed), Some((vec![3, 4, 5], 12)));
    let root = std::f64::consts::FRAC_1_SQRT_2;
    assert_eq!(as_fractions(&[root, 1.0 - root]), None);
    // A tiny weight is not 0.
    assert_eq!(as_fractions(&[1.0, 1e-14]), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn random_games_have_the_value_of_support_enumeration(
        payoffs in (1usize..=5, 1usize..=5).prop_flat_map(|(n, m)| {
            // Few different payoffs make ties and dominated options likely.
            (1i64..=20).prop_flat_map(move |most| {
                prop::collection::vec(prop::collection::vec(-most..=most, m), n)
            })
        })
    ) {
        let columns = payoffs[0].len();
        let all: Vec<f64> = payoffs.concat().iter().map(|&payoff| payoff as f64).collect();
        let all = scaled(&all);
        let game = MatrixGame::new(&all, columns);
        let solution = game.solve();
        let expected = value_by_supports(&payoffs);
        let expected = *expected.numer() as f64 / *expected.denom() as f64;
        prop_assert!((solution.value.value - expected).abs() <= 1e-12 * expected.abs().max(1.0));
        prop_assert!(game.gap(&solution) <= 1e-12);
        for mix in [&solution.rows, &solution.columns] {
            prop_assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            prop_assert!(mix.iter().all(|&weight| weight >= 0.0));
        }
    }

    #[test]
    fn large_random_games_are_proved_by_duality(
        (n, m) in (1usize..=30, 1usize..=30), seed in any::<u64>(), is_coarse in any::<bool>()
    ) {
        let mut state = seed;
        let all: Vec<f64> = (0..n * m)
            .map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let number = (state >> 40) as f64 / (1u64 << 24) as f64;
                if is_coarse { (number * 4.0).floor() } else { number }
            })
            .collect();
        let all = scaled(&all);
        let game = MatrixGame::new(&all, m);
        prop_assert!(game.gap(&game.solve()) <= 1e-12);
    }

    #[test]
    fn payoffs_of_very_different_size_have_exact_values(
        (n, m, payoffs) in (1usize..=5, 1usize..=5).prop_flat_map(|(n, m)| {
            let payoff = (-9.0f64..9.0, any::<bool>())
                .prop_map(|(size, is_loss)| 10f64.powf(size) * if is_loss { -1.0 } else { 1.0 });
            (Just(n), Just(m), prop::collection::vec(payoff, n * m))
        })
    ) {
        let all = scaled(&payoffs);
        let game = MatrixGame::new(&all, m);
        let solution = game.solve();
        let expected = value_by_fractions(&payoffs, n, m);
        let scale = solution.value.scale.max(expected.abs());
        prop_assert!(
            (solution.value.value - expected).abs() <= 1e-12 * scale,
            "{} {expected}", solution.value.value
        );
        prop_assert!(game.gap(&solution) <= 1e-12, "{}", game.gap(&solution));
    }

    /// A positive factor of all payoffs changes no strategy.
    #[test]
    fn the_unit_of_payoffs_changes_no_strategy(
        (m, payoffs) in (1usize..=4, 1usize..=4).prop_flat_map(|(n, m)| {
            (Just(m), prop::collection::vec(-5i32..=5, n * m))
        }),
        exponent in -250i32..250,
    ) {
        let unit = 10f64.powi(exponent);
        let whole: Vec<f64> = payoffs.iter().map(|&payoff| f64::from(payoff)).collect();
        let other: Vec<f64> = whole.iter().map(|payoff| payoff * unit).collect();
        let whole = MatrixGame::new(&scaled(&whole), m).solve();
        let other = MatrixGame::new(&scaled(&other), m).solve();
        let close = |first: &[f64], other: &[f64]| {
            first.iter().zip(other).all(|(p, q)| (p - q).abs() < 1e-12)
        };
        prop_assert!(close(&whole.rows, &other.rows) && close(&whole.columns, &other.columns));
    }
}

/// Returns the value of a game by trying all pairs of supports with exact fractions.
fn value_by_fractions(payoffs: &[f64], n: usize, m: usize) -> f64 {
    let exact = |&payoff: &f64| BigRational::from_float(payoff).expect("a payoff is finite");
    let exact: Vec<BigRational> = payoffs.iter().map(exact).collect();
    let zero = || BigRational::from_integer(BigInt::ZERO);
    for rows in supports(n) {
        for columns in supports(m).filter(|columns| columns.len() == rows.len()) {
            let of = |row: usize, column: usize| &exact[rows[row] * m + columns[column]];
            let size = rows.len();
            // The last unknown is the value, which every option of the support yields.
            let row_mix = gauss(size, |equation, row| of(row, equation).clone());
            let column_mix = gauss(size, |equation, column| of(equation, column).clone());
            let (Some(x), Some(y)) = (row_mix, column_mix) else {
                continue;
            };
            let is_mix = |mix: &[BigRational]| mix[..size].iter().all(|weight| *weight >= zero());
            if !is_mix(&x) || !is_mix(&y) {
                continue;
            }
            let value = &x[size];
            let mut against_rows = (0..m).map(|column| {
                let terms = (0..size).map(|k| &x[k] * &exact[rows[k] * m + column]);
                terms.fold(zero(), |sum, term| sum + term)
            });
            let mut against_columns = (0..n).map(|row| {
                let terms = (0..size).map(|k| &y[k] * &exact[row * m + columns[k]]);
                terms.fold(zero(), |sum, term| sum + term)
            });
            let is_sure = against_rows.all(|payoff| payoff >= *value);
            if is_sure && against_columns.all(|payoff| payoff <= *value) {
                return near(value);
            }
        }
    }
    panic!("every game has an equilibrium with a regular system, or a single pair of options")
}

/// Returns the float nearest to a fraction, from the decimal digits of long division.
fn near(fraction: &BigRational) -> f64 {
    let digits = BigInt::from(10).pow(60u32) * fraction.numer() / fraction.denom();
    format!("{digits}e-60")
        .parse()
        .expect("digits are a number")
}

/// Solves the equations of a support by elimination with fractions: all means are equal, and the
/// weights add up to 1.
fn gauss(n: usize, entry: impl Fn(usize, usize) -> BigRational) -> Option<Vec<BigRational>> {
    let whole = |number: i32| BigRational::from_integer(BigInt::from(number));
    let mut lines: Vec<Vec<BigRational>> = (0..=n)
        .map(|row| {
            let cell = |column: usize| match (row == n, column == n) {
                (false, false) => entry(row, column),
                (false, true) => whole(-1),
                (true, false) => whole(1),
                (true, true) => whole(0),
            };
            let right = whole(i32::from(row == n));
            (0..=n).map(cell).chain([right]).collect()
        })
        .collect();
    for column in 0..=n {
        let pivot = (column..=n).find(|&row| lines[row][column] != whole(0))?;
        lines.swap(column, pivot);
        let factor = lines[column][column].recip();
        lines[column].iter_mut().for_each(|cell| *cell *= &factor);
        let line = lines[column].clone();
        for row in (0..=n).filter(|&row| row != column) {
            let factor = lines[row][column].clone();
            for (cell, by) in lines[row].iter_mut().zip(&line) {
                *cell -= &factor * by;
            }
        }
    }
    Some(lines.into_iter().map(|line| line[n + 1].clone()).collect())
}

#[test]
fn numbers_that_are_not_finite_have_no_fractions() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(denominator_of(number, 1 << 40), None);
        assert_eq!(as_fractions(&[number, number]), None);
    }
}

#[test]
fn singular_systems_have_no_solution() {
    // The second equation is the first one, and the third differs by less than rounding errors.
    assert_eq!(equalise(2, |_, weight| [0.1, 0.7][weight]), None);
    for tiny in [1e-300, 1e-17, 3e-17, 1e-16] {
        let payoff = |equation: usize, weight: usize| {
            [0.1, 0.3, 0.7][weight] * (1.0 + tiny * (equation * weight) as f64)
        };
        let sum = equalise(3, payoff).map_or(1.0, |weights| weights.iter().sum::<f64>());
        assert!((sum - 1.0).abs() < 0.5, "{tiny}: {sum}");
    }
}
