//! Matrix games: two players decide at once, and one wins what the other loses.
//!
//! A linear program gives the best mixed strategy of each player. The tableau starts with all slack
//! variables in the basis, so that it needs no first phase. The solution is computed once more from
//! the final basis. [`MatrixGame::gap`] proves the result: it computes how much a player could gain
//! by another option. If payoffs of very different size spoil the proof, the program is solved in
//! whole numbers.

use super::compare::{ScaledValue, relative};
use super::exact_game::solve_exactly;
use super::tableau::{NEGLIGIBLE, Tableau};
use crate::odds::Mass;

/// Payoffs that differ by no more than this, relative to the larger scale, count as equal when
/// options are compared.
const SAME_PAYOFF: f64 = 1e-13;
/// In a second run of the simplex method, reduced costs above this count, too. They are gains among
/// payoffs that are small compared with others.
const MIN_COST: f64 = 1e-14;
/// A solution is accepted if neither player can gain more than this, relative to the scale of the
/// payoffs that they get.
const ACCEPTED_GAP: f64 = 1e-12;
/// The tableau rounds payoffs to multiples of their range divided by this number, so that rounding
/// errors do not choose between several best mixes.
const PARTS: f64 = (1u64 << 46) as f64;
/// A game with at most this number of pairs of options is solved in whole numbers if no other
/// solution is accepted.
const MAX_EXACT_PAIRS: usize = 400;
/// A weight below this is set to 0 if the solution is then still accepted.
const MIN_WEIGHT: f64 = 1e-12;
/// The largest denominator of a weight that is stored as a fraction.
const MAX_DENOMINATOR: u64 = 10_000;

/// A matrix of payoffs, row by row. The row player wants more, and the column player less.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixGame<'p> {
    payoffs: &'p [ScaledValue],
    columns: usize,
}

/// A pair of strategies: the probability of each row and of each column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameSolution {
    pub(super) value: ScaledValue,
    pub(super) rows: Vec<f64>,
    pub(super) columns: Vec<f64>,
}

impl<'p> MatrixGame<'p> {
    /// Returns the game with these payoffs.
    ///
    /// # Panics
    /// Panics if there is no payoff, or if the last row is incomplete.
    pub(super) fn new(payoffs: &'p [ScaledValue], columns: usize) -> MatrixGame<'p> {
        assert!(
            !payoffs.is_empty() && payoffs.len().is_multiple_of(columns),
            "a game has complete rows"
        );
        MatrixGame { payoffs, columns }
    }

    fn row_count(&self) -> usize {
        self.payoffs.len() / self.columns
    }

    fn payoff(&self, row: usize, column: usize) -> ScaledValue {
        self.payoffs[row * self.columns + column]
    }

    /// Returns the smallest and the largest payoff.
    fn extremes(&self) -> (f64, f64) {
        let first = (f64::INFINITY, f64::NEG_INFINITY);
        self.payoffs.iter().fold(first, |(least, most), payoff| {
            (least.min(payoff.value), most.max(payoff.value))
        })
    }

    /// Returns the value of the game and a best strategy for each player. Dominated options have
    /// weight 0. If a pair of single options is best, the strategies are the first such pair.
    pub(super) fn solve(&self) -> GameSolution {
        let (rows, columns) = self.undominated();
        if let Some(saddle) = self.saddle_point(&rows, &columns) {
            return saddle;
        }
        let solution = self.mixed(&rows, &columns);
        if self.gap(&solution) <= ACCEPTED_GAP {
            return solution;
        }
        let other = if rows.len() * columns.len() <= MAX_EXACT_PAIRS {
            self.exact(&rows, &columns)
        } else {
            let all_rows: Vec<usize> = (0..self.row_count()).collect();
            let all_columns: Vec<usize> = (0..self.columns).collect();
            Some(self.mixed(&all_rows, &all_columns))
        };
        other
            .filter(|other| self.gap(other) < self.gap(&solution))
            .unwrap_or(solution)
    }

    /// Returns the most that a player could gain by another option, relative to the scale of the
    /// payoffs. The pair of strategies is optimal if this is 0 (von Neumann 1928).
    pub(super) fn gap(&self, solution: &GameSolution) -> f64 {
        let value = solution.value;
        let part = |gain: f64, mean: ScaledValue| relative(gain, mean.scale.max(value.scale));
        let rows = (0..self.row_count()).map(|row| {
            let mean = self.row_payoff(row, &solution.columns);
            part(mean.value - value.value, mean)
        });
        let columns = (0..self.columns).map(|column| {
            let mean = self.column_payoff(column, &solution.rows);
            part(value.value - mean.value, mean)
        });
        rows.chain(columns).fold(0.0, f64::max)
    }

    /// Returns the mean payoff of a row against a mixed strategy of the column player.
    fn row_payoff(&self, row: usize, columns: &[f64]) -> ScaledValue {
        let payoff = |(column, weight): (usize, &f64)| *weight * self.payoff(row, column);
        sum(weighted(columns).map(payoff))
    }

    /// Returns the mean payoff of a column against a mixed strategy of the row player.
    fn column_payoff(&self, column: usize, rows: &[f64]) -> ScaledValue {
        let payoff = |(row, weight): (usize, &f64)| *weight * self.payoff(row, column);
        sum(weighted(rows).map(payoff))
    }

    /// Returns the solution with these strategies, and the value of a game in which both are
    /// played.
    fn played(&self, rows: Vec<f64>, columns: Vec<f64>) -> GameSolution {
        let payoffs = weighted(&rows).map(|(row, &weight)| weight * self.row_payoff(row, &columns));
        let value = sum(payoffs);
        GameSolution {
            value,
            rows,
            columns,
        }
    }

    /// Removes options that another option dominates, until there are none. Of equal options, the
    /// first stays.
    fn undominated(&self) -> (Vec<usize>, Vec<usize>) {
        let mut rows: Vec<usize> = (0..self.row_count()).collect();
        let mut columns: Vec<usize> = (0..self.columns).collect();
        loop {
            let before = rows.len() + columns.len();
            let row_gain = |row: usize, other: usize, column: usize| {
                gain(self.payoff(row, column), self.payoff(other, column))
            };
            remove_dominated(&mut rows, &columns, row_gain);
            let column_gain = |column: usize, other: usize, row: usize| {
                gain(self.payoff(row, other), self.payoff(row, column))
            };
            remove_dominated(&mut columns, &rows, column_gain);
            if rows.len() + columns.len() == before {
                return (rows, columns);
            }
        }
    }

    /// Returns the first pair of single options among these at which neither player gains by
    /// another one.
    fn saddle_point(&self, rows: &[usize], columns: &[usize]) -> Option<GameSolution> {
        let by_value =
            |first: &ScaledValue, other: &ScaledValue| first.value.total_cmp(&other.value);
        let least = |&row: &usize| {
            let payoffs = columns.iter().map(|&column| self.payoff(row, column));
            payoffs.min_by(by_value)
        };
        let most = |&column: &usize| {
            let payoffs = rows.iter().map(|&row| self.payoff(row, column));
            payoffs.max_by(by_value)
        };
        let least: Vec<ScaledValue> = rows.iter().filter_map(least).collect();
        let most: Vec<ScaledValue> = columns.iter().filter_map(most).collect();
        let sure_for_row = least.iter().copied().max_by(by_value)?;
        let sure_for_column = most.iter().copied().min_by(by_value)?;
        if gain(sure_for_column, sure_for_row) > 0.0 {
            return None;
        }
        let row = rows[least.iter().position(|p| p.value >= sure_for_row.value)?];
        let column = columns[most.iter().position(|p| p.value <= sure_for_column.value)?];
        let mut solution = GameSolution {
            value: self.payoff(row, column),
            rows: vec![0.0; self.row_count()],
            columns: vec![0.0; self.columns],
        };
        (solution.rows[row], solution.columns[column]) = (1.0, 1.0);
        Some(solution)
    }

    /// Returns the best mixed strategies over these rows and columns.
    fn mixed(&self, rows: &[usize], columns: &[usize]) -> GameSolution {
        let (least, most) = self.extremes();
        let range = most - least;
        let scaled = |row: usize, column: usize| {
            let share = (self.payoff(rows[row], columns[column]).value - least) / range;
            1.0 + (share * PARTS).round() / PARTS
        };
        let mut tableau = game_tableau(rows.len(), columns.len(), scaled);
        // Without the shift of the tableau, small payoffs next to large ones keep their digits.
        let unshifted =
            |row: usize, column: usize| self.payoff(rows[row], columns[column]).value / range;
        tableau.optimise(NEGLIGIBLE);
        let mut candidates = Vec::from_iter(tableau.strategies_of_basis(unshifted));
        candidates.push(tableau.solution());
        tableau.optimise(MIN_COST);
        candidates.extend(tableau.strategies_of_basis(unshifted));
        let best_of = |least_weight: f64| {
            let solutions = candidates.iter().map(|(row_mix, column_mix)| {
                let mut row_mix = spread(rows, row_mix, self.row_count());
                let mut column_mix = spread(columns, column_mix, self.columns);
                normalise(&mut row_mix, least_weight);
                normalise(&mut column_mix, least_weight);
                self.played(row_mix, column_mix)
            });
            // Rounding errors do not choose between solutions.
            let size = |solution: &GameSolution| self.gap(solution).max(ACCEPTED_GAP);
            solutions
                .min_by(|first, other| size(first).total_cmp(&size(other)))
                .expect("the tableau has strategies")
        };
        let usual = best_of(MIN_WEIGHT);
        if self.gap(&usual) <= ACCEPTED_GAP {
            return usual;
        }
        // Next to large payoffs, small weights count, too.
        let other = best_of(0.0);
        if self.gap(&other) < self.gap(&usual) {
            other
        } else {
            usual
        }
    }

    /// Returns the best mixed strategies over these rows and columns, computed in whole numbers.
    fn exact(&self, rows: &[usize], columns: &[usize]) -> Option<GameSolution> {
        let row = |&row: &usize| {
            columns
                .iter()
                .map(move |&column| self.payoff(row, column).value)
        };
        let payoffs: Vec<f64> = rows.iter().flat_map(row).collect();
        let exact = solve_exactly(&payoffs, columns.len())?;
        let mut solution = self.played(
            spread(rows, &exact.rows, self.row_count()),
            spread(columns, &exact.columns, self.columns),
        );
        solution.value.value = exact.value;
        Some(solution)
    }
}

/// Returns a strategy with these weights at some options, and 0 at the others.
fn spread(options: &[usize], weights: &[f64], length: usize) -> Vec<f64> {
    let mut all = vec![0.0; length];
    for (&option, &weight) in options.iter().zip(weights) {
        all[option] = weight;
    }
    all
}

fn sum(values: impl Iterator<Item = ScaledValue>) -> ScaledValue {
    let mut sum = ScaledValue::default();
    values.for_each(|value| sum += value);
    sum
}

/// Returns how much larger one payoff is than another; 0 if they count as equal.
pub(super) fn gain(payoff: ScaledValue, other: ScaledValue) -> f64 {
    let gain = payoff.value - other.value;
    let same = SAME_PAYOFF * payoff.scale.max(other.scale);
    if gain.abs() <= same { 0.0 } else { gain }
}

/// Solves a game in which the row player wants more or less of the payoffs. Returns its value and
/// its solution.
pub(super) fn solve_oriented(
    mut payoffs: Vec<ScaledValue>,
    columns: usize,
    wants_more: bool,
) -> (ScaledValue, GameSolution) {
    if wants_more {
        let solution = MatrixGame::new(&payoffs, columns).solve();
        return (solution.value, solution);
    }
    payoffs
        .iter_mut()
        .for_each(|payoff| *payoff = -1.0 * *payoff);
    let solution = MatrixGame::new(&payoffs, columns).solve();
    (-1.0 * solution.value, solution)
}

/// Returns the options that a mixed strategy takes, each with its weight.
fn weighted(mix: &[f64]) -> impl Iterator<Item = (usize, &f64)> {
    mix.iter().enumerate().filter(|(_, weight)| **weight > 0.0)
}

/// Removes the options that another option dominates. `gain` returns how much better one option is
/// than another, against an option of the other player.
fn remove_dominated(
    options: &mut Vec<usize>,
    others: &[usize],
    gain: impl Fn(usize, usize, usize) -> f64,
) {
    let mut index = 0;
    while index < options.len() {
        let option = options[index];
        let is_dominated = options.iter().enumerate().any(|(by_index, &by)| {
            let mut gains = others.iter().map(|&other| gain(by, option, other));
            by != option
                && others.iter().all(|&other| gain(by, option, other) >= 0.0)
                && (by_index < index || gains.any(|gain| gain > 0.0))
        });
        if is_dominated {
            options.remove(index);
        } else {
            index += 1;
        }
    }
}

/// Sets weights below a limit to 0 and scales the others to the sum 1. Rounds them to fractions if
/// all of them are close to short ones.
pub(super) fn normalise(mix: &mut [f64], least: f64) {
    mix.iter_mut()
        .filter(|weight| **weight < least)
        .for_each(|weight| *weight = 0.0);
    let sum: f64 = mix.iter().sum();
    mix.iter_mut().for_each(|weight| *weight /= sum);
    if let Some((counts, whole)) = as_fractions(mix) {
        mix.iter_mut()
            .zip(counts)
            .for_each(|(weight, count)| *weight = count as f64 / whole as f64);
    }
}

/// Returns the weights of a mixed strategy. They are exact if all of them are short fractions.
pub(super) fn masses_of_mix(mix: &[f64]) -> Vec<Mass> {
    let inexact = |&weight: &f64| match weight {
        0.0 => Mass::ZERO,
        weight => Mass::inexact(weight),
    };
    match as_fractions(mix) {
        Some((counts, whole)) => counts
            .into_iter()
            .map(|count| Mass::ratio(count.into(), whole.into()))
            .collect(),
        None => mix.iter().map(inexact).collect(),
    }
}

/// Returns the probabilities of a mixed strategy that was computed with rounding errors.
pub(in crate::solve) fn rounded_masses(mut mix: Vec<f64>) -> Vec<Mass> {
    normalise(&mut mix, MIN_WEIGHT);
    masses_of_mix(&mix)
}

/// Returns the weights of a mixed strategy as numerators over a common denominator, if all of them
/// are short fractions. Such a strategy has exact odds.
fn as_fractions(mix: &[f64]) -> Option<(Vec<u64>, u64)> {
    let mut whole = 1u64;
    for &weight in mix {
        let scaled = weight * whole as f64;
        whole *= denominator_of(scaled, MAX_DENOMINATOR / whole)?;
    }
    let counts: Vec<u64> = mix
        .iter()
        .map(|weight| (weight * whole as f64).round() as u64)
        .collect();
    // A tiny weight is not 0.
    let mut pairs = counts.iter().zip(mix);
    let is_close = pairs.all(|(&count, &weight)| count > 0 || weight == 0.0);
    (is_close && counts.iter().sum::<u64>() == whole).then_some((counts, whole))
}

/// Returns the denominator of the shortest fraction that equals a number up to rounding errors.
fn denominator_of(number: f64, most: u64) -> Option<u64> {
    if !number.is_finite() {
        return None;
    }
    let is_whole = |number: f64| (number - number.round()).abs() <= ACCEPTED_GAP * number.max(1.0);
    let (mut rest, mut before, mut denominator) = (number, 0u64, 1u64);
    // The denominators of the continued fraction.
    while denominator <= most {
        if is_whole(number * denominator as f64) {
            return Some(denominator);
        }
        rest = 1.0 / (rest - rest.floor());
        let next = (rest.floor() as u64)
            .checked_mul(denominator)?
            .checked_add(before)?;
        (before, denominator) = (denominator, next);
    }
    None
}

/// Returns the linear program of the column player: maximise the sum of `y`, where no row of the
/// positive matrix times `y` exceeds 1. The shadow prices of the rows are the strategy of the row
/// player.
fn game_tableau(rows: usize, columns: usize, payoff: impl Fn(usize, usize) -> f64) -> Tableau {
    let mut tableau = Tableau::new(rows, columns);
    for row in 0..rows {
        (0..columns).for_each(|column| tableau.add(row, column, payoff(row, column)));
        tableau.add_right(row, 1.0);
    }
    (0..columns).for_each(|column| tableau.add_objective(column, 1.0));
    tableau
}

impl Tableau {
    /// Computes the strategies once more from the payoffs of the basis, without the rounding errors
    /// of the pivots. Returns `None` if the basis is singular or a weight would be negative.
    fn strategies_of_basis(
        &self,
        payoff: impl Fn(usize, usize) -> f64,
    ) -> Option<(Vec<f64>, Vec<f64>)> {
        let mut columns: Vec<usize> = self.basis.clone();
        columns.retain(|&variable| variable < self.columns);
        columns.sort_unstable();
        let is_tight = |row: &usize| !self.basis.contains(&(self.columns + row));
        let rows: Vec<usize> = (0..self.rows).filter(is_tight).collect();
        let of = |row: usize, column: usize| payoff(rows[row], columns[column]);
        let n = rows.len();
        if n != columns.len() {
            return None;
        }
        let row_weights = equalise(n, |equation, row| of(row, equation))?;
        let column_weights = equalise(n, of)?;
        let allowed = |indices: &[usize], weights: Vec<f64>, length: usize| {
            let is_allowed = weights.iter().all(|weight| *weight >= -MIN_WEIGHT);
            is_allowed.then(|| spread(indices, &weights, length))
        };
        Some((
            allowed(&rows, row_weights, self.rows)?,
            allowed(&columns, column_weights, self.columns)?,
        ))
    }
}

/// Returns the weights, with the sum 1, with which all weighted means are the same: one mean for
/// each equation. Solves the system by elimination and one step of iterative refinement. Returns
/// `None` if it is singular, or singular but for rounding errors.
pub(super) fn equalise(n: usize, payoff: impl Fn(usize, usize) -> f64) -> Option<Vec<f64>> {
    // The last unknown is the mean, and the last equation the sum of the weights.
    let entry = |row: usize, column: usize| match (row == n, column == n) {
        (false, false) => payoff(row, column),
        (false, true) => -1.0,
        (true, false) => 1.0,
        (true, true) => 0.0,
    };
    let right = |row: usize| if row == n { 1.0 } else { 0.0 };
    let mut solution = eliminate(n + 1, entry, (0..=n).map(right).collect())?;
    let product = |row: usize| -> f64 {
        let terms = solution.iter().enumerate();
        terms.map(|(column, x)| entry(row, column) * x).sum()
    };
    let rest: Vec<f64> = (0..=n).map(|row| right(row) - product(row)).collect();
    let correction = eliminate(n + 1, entry, rest)?;
    solution
        .iter_mut()
        .zip(correction)
        .for_each(|(x, by)| *x += by);
    solution.pop();
    // If only rounding errors keep the system from being singular, not even the sum is right.
    let sum: f64 = solution.iter().sum();
    ((sum - 1.0).abs() < 0.5).then_some(solution)
}

/// Solves a system of linear equations by Gaussian elimination with partial pivoting.
fn eliminate(
    n: usize,
    entry: impl Fn(usize, usize) -> f64,
    mut right: Vec<f64>,
) -> Option<Vec<f64>> {
    let mut matrix: Vec<Vec<f64>> = (0..n)
        .map(|row| (0..n).map(|column| entry(row, column)).collect())
        .collect();
    for column in 0..n {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..n).max_by(|row, other| size(row).total_cmp(&size(other)))?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        if matrix[column][column] == 0.0 {
            return None;
        }
        for row in column + 1..n {
            let factor = matrix[row][column] / matrix[column][column];
            let (above, below) = matrix.split_at_mut(row);
            below[0][column..]
                .iter_mut()
                .zip(&above[column][column..])
                .for_each(|(entry, from)| *entry -= factor * from);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests;
