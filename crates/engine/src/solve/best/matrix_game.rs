//! Matrix games: two players decide at once, and one wins what the other loses.
//!
//! A linear program gives the best mixed strategy of each player. The tableau starts with all slack
//! variables in the basis, so that it needs no first phase, and the solution is computed once more
//! from the final basis. [`MatrixGame::gap`] proves the result: it compares what each player is
//! sure of.

use super::tableau::{NEGLIGIBLE, Tableau};
use crate::odds::Mass;

/// Payoffs that differ by no more than this, relative to the range of all payoffs, count as equal
/// when options are compared.
const SAME_PAYOFF: f64 = 1e-13;
/// After the usual pivots, reduced costs above this count, too: they are gains among payoffs that are
/// small next to others.
const LEAST_COST: f64 = 1e-14;
/// The solution without dominated options is accepted if neither player can gain more than this,
/// relative to the range of all payoffs.
const ACCEPTED_GAP: f64 = 1e-12;
/// A weight below this is 0.
const LEAST_WEIGHT: f64 = 1e-12;
/// The largest denominator of a weight that is stored as a fraction.
const MOST_DENOMINATOR: u64 = 10_000;

/// A matrix of payoffs, row by row. The row player wants more, and the column player less.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixGame<'p> {
    payoffs: &'p [f64],
    columns: usize,
}

/// A pair of strategies: the probability of each row and of each column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameSolution {
    pub(super) value: f64,
    pub(super) rows: Vec<f64>,
    pub(super) columns: Vec<f64>,
}

impl<'p> MatrixGame<'p> {
    /// Returns the game with these payoffs.
    ///
    /// # Panics
    /// Panics if there is no payoff, or if the last row is incomplete.
    pub(super) fn new(payoffs: &'p [f64], columns: usize) -> MatrixGame<'p> {
        assert!(
            !payoffs.is_empty() && payoffs.len().is_multiple_of(columns),
            "a game has complete rows"
        );
        MatrixGame { payoffs, columns }
    }

    fn row_count(&self) -> usize {
        self.payoffs.len() / self.columns
    }

    fn payoff(&self, row: usize, column: usize) -> f64 {
        self.payoffs[row * self.columns + column]
    }

    /// Returns the largest difference between two payoffs.
    fn range(&self) -> f64 {
        let (least, most) = self.extremes();
        most - least
    }

    fn extremes(&self) -> (f64, f64) {
        let first = (f64::INFINITY, f64::NEG_INFINITY);
        self.payoffs.iter().fold(first, |(least, most), &payoff| {
            (least.min(payoff), most.max(payoff))
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
        if self.gap(&solution) <= ACCEPTED_GAP * self.range() {
            return solution;
        }
        let all_rows: Vec<usize> = (0..self.row_count()).collect();
        let all_columns: Vec<usize> = (0..self.columns).collect();
        let other = self.mixed(&all_rows, &all_columns);
        if self.gap(&other) < self.gap(&solution) {
            other
        } else {
            solution
        }
    }

    /// Returns what the row player could gain at most by another option, plus what the column
    /// player could gain. The pair of strategies is optimal if this is 0 (von Neumann 1928).
    pub(super) fn gap(&self, solution: &GameSolution) -> f64 {
        let best_row = (0..self.row_count())
            .map(|row| self.row_payoff(row, &solution.columns))
            .fold(f64::NEG_INFINITY, f64::max);
        let best_column = (0..self.columns)
            .map(|column| self.column_payoff(column, &solution.rows))
            .fold(f64::INFINITY, f64::min);
        best_row - best_column
    }

    /// Returns the mean payoff of a row against a mixed strategy of the column player.
    pub(super) fn row_payoff(&self, row: usize, columns: &[f64]) -> f64 {
        let payoff = |(column, weight): (usize, &f64)| weight * self.payoff(row, column);
        weighted(columns).map(payoff).sum()
    }

    /// Returns the mean payoff of a column against a mixed strategy of the row player.
    pub(super) fn column_payoff(&self, column: usize, rows: &[f64]) -> f64 {
        let payoff = |(row, weight): (usize, &f64)| weight * self.payoff(row, column);
        weighted(rows).map(payoff).sum()
    }

    /// Removes options that another option dominates, again and again. Of equal options, the first
    /// stays.
    fn undominated(&self) -> (Vec<usize>, Vec<usize>) {
        let same = SAME_PAYOFF * self.range();
        let mut rows: Vec<usize> = (0..self.row_count()).collect();
        let mut columns: Vec<usize> = (0..self.columns).collect();
        loop {
            let before = rows.len() + columns.len();
            let row_gain = |row: usize, other: usize, column: usize| {
                self.payoff(row, column) - self.payoff(other, column)
            };
            remove_dominated(&mut rows, &columns, same, row_gain);
            let column_gain = |column: usize, other: usize, row: usize| {
                self.payoff(row, other) - self.payoff(row, column)
            };
            remove_dominated(&mut columns, &rows, same, column_gain);
            if rows.len() + columns.len() == before {
                return (rows, columns);
            }
        }
    }

    /// Returns the first pair of single options among these at which neither player gains by
    /// another one.
    fn saddle_point(&self, rows: &[usize], columns: &[usize]) -> Option<GameSolution> {
        let same = SAME_PAYOFF * self.range();
        let least: Vec<f64> = rows
            .iter()
            .map(|&row| {
                let payoffs = columns.iter().map(|&column| self.payoff(row, column));
                payoffs.fold(f64::INFINITY, f64::min)
            })
            .collect();
        let most: Vec<f64> = columns
            .iter()
            .map(|&column| {
                let payoffs = rows.iter().map(|&row| self.payoff(row, column));
                payoffs.fold(f64::NEG_INFINITY, f64::max)
            })
            .collect();
        let sure_for_row = least.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sure_for_column = most.iter().copied().fold(f64::INFINITY, f64::min);
        if sure_for_column - sure_for_row > same {
            return None;
        }
        let row = rows[least.iter().position(|&least| least >= sure_for_row)?];
        let column = columns[most.iter().position(|&most| most <= sure_for_column)?];
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
        let (least, range) = (self.extremes().0, self.range());
        let scaled = |row: usize, column: usize| {
            1.0 + (self.payoff(rows[row], columns[column]) - least) / range
        };
        let mut tableau = game_tableau(rows.len(), columns.len(), scaled);
        // Without the shift of the tableau, small payoffs next to large ones keep their digits.
        let unshifted = |row: usize, column: usize| self.payoff(rows[row], columns[column]) / range;
        tableau.optimise(NEGLIGIBLE);
        let mut candidates = vec![tableau.solution()];
        candidates.extend(tableau.strategies_of_basis(unshifted));
        tableau.optimise(LEAST_COST);
        candidates.extend(tableau.strategies_of_basis(unshifted));
        let solutions = candidates.into_iter().map(|(row_mix, column_mix)| {
            let mut solution = GameSolution {
                value: 0.0,
                rows: vec![0.0; self.row_count()],
                columns: vec![0.0; self.columns],
            };
            for (&row, weight) in rows.iter().zip(row_mix) {
                solution.rows[row] = weight;
            }
            for (&column, weight) in columns.iter().zip(column_mix) {
                solution.columns[column] = weight;
            }
            normalise(&mut solution.rows);
            normalise(&mut solution.columns);
            solution
        });
        let mut best = solutions
            .min_by(|first, other| self.gap(first).total_cmp(&self.gap(other)))
            .expect("the tableau has strategies");
        best.value = weighted(&best.rows)
            .map(|(row, weight)| weight * self.row_payoff(row, &best.columns))
            .sum();
        best
    }
}

/// Solves a game in which the row player wants more or less of the payoffs. Returns its value and
/// its solution.
pub(super) fn solve_oriented(
    mut payoffs: Vec<f64>,
    columns: usize,
    wants_more: bool,
) -> (f64, GameSolution) {
    if wants_more {
        let solution = MatrixGame::new(&payoffs, columns).solve();
        return (solution.value, solution);
    }
    payoffs.iter_mut().for_each(|payoff| *payoff = -*payoff);
    let solution = MatrixGame::new(&payoffs, columns).solve();
    (-solution.value, solution)
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
    same: f64,
    gain: impl Fn(usize, usize, usize) -> f64,
) {
    let mut index = 0;
    while index < options.len() {
        let option = options[index];
        let is_dominated = options.iter().enumerate().any(|(by_index, &by)| {
            let mut gains = others.iter().map(|&other| gain(by, option, other));
            by != option
                && others.iter().all(|&other| gain(by, option, other) >= -same)
                && (by_index < index || gains.any(|gain| gain > same))
        });
        if is_dominated {
            options.remove(index);
        } else {
            index += 1;
        }
    }
}

/// Sets negligible weights to 0, lets the others sum to 1, and rounds them to fractions if all of
/// them are close to short ones.
fn normalise(mix: &mut [f64]) {
    mix.iter_mut()
        .filter(|weight| **weight < LEAST_WEIGHT)
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
    normalise(&mut mix);
    masses_of_mix(&mix)
}

/// Returns the weights of a mixed strategy as numerators over a common denominator, if all of them
/// are short fractions. Such a strategy has exact odds.
fn as_fractions(mix: &[f64]) -> Option<(Vec<u64>, u64)> {
    let mut whole = 1u64;
    for &weight in mix {
        let scaled = weight * whole as f64;
        whole *= denominator_of(scaled, MOST_DENOMINATOR / whole)?;
    }
    let counts: Vec<u64> = mix
        .iter()
        .map(|weight| (weight * whole as f64).round() as u64)
        .collect();
    (counts.iter().sum::<u64>() == whole).then_some((counts, whole))
}

/// Returns the denominator of the shortest fraction that equals a number up to rounding errors.
fn denominator_of(number: f64, most: u64) -> Option<u64> {
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
        let spread = |indices: &[usize], weights: Vec<f64>, length: usize| {
            let mut all = vec![0.0; length];
            indices
                .iter()
                .zip(weights)
                .for_each(|(&index, weight)| all[index] = weight);
            let is_allowed = all.iter().all(|weight| *weight >= -LEAST_WEIGHT);
            is_allowed.then_some(all)
        };
        Some((
            spread(&rows, row_weights, self.rows)?,
            spread(&columns, column_weights, self.columns)?,
        ))
    }
}

/// Returns the weights, with the sum 1, with which all weighted means are the same: one mean for each
/// equation. Solves the system by elimination and one step of iterative refinement. Returns `None` if
/// it is singular.
fn equalise(n: usize, payoff: impl Fn(usize, usize) -> f64) -> Option<Vec<f64>> {
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
    Some(solution)
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
