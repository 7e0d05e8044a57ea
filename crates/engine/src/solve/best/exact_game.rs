//! Matrix games in whole numbers, for payoffs of very different size.
//!
//! Every float is a whole number times a power of two, so that the payoffs of a game are whole
//! numbers of a small unit. The simplex method then needs no rounding: the tableau holds whole
//! numbers over a common denominator, the last pivot (Edmonds 1967, Bareiss 1968).

use num_bigint::BigInt;

/// The strategies and the value of a game.
pub(super) struct ExactSolution {
    pub(super) rows: Vec<f64>,
    pub(super) columns: Vec<f64>,
    pub(super) value: f64,
}

/// Solves a game whose row player wants more. The payoffs are row by row. The weights and the value
/// have the rounding error of one division. Returns `None` if a payoff is not finite.
pub(super) fn solve_exactly(payoffs: &[f64], columns: usize) -> Option<ExactSolution> {
    let finite = payoffs.iter().all(|payoff| payoff.is_finite());
    let parts: Vec<(i64, i32)> = finite.then(|| payoffs.iter().map(|&p| in_parts(p)).collect())?;
    let nonzero = parts.iter().filter(|(digits, _)| *digits != 0);
    let unit = nonzero.map(|(_, exponent)| *exponent).min().unwrap_or(0);
    let whole = |&(digits, exponent): &(i64, i32)| match digits {
        0 => BigInt::ZERO,
        _ => BigInt::from(digits) << (exponent - unit) as usize,
    };
    let mut entries: Vec<BigInt> = parts.iter().map(whole).collect();
    let shift = BigInt::from(1) - entries.iter().min()?;
    entries.iter_mut().for_each(|entry| *entry += &shift);
    let mut tableau = WholeTableau::new(&entries, columns);
    tableau.optimise();
    let (row_weights, column_weights) = tableau.weights();
    let (row_sum, sum) = (row_weights.iter().sum(), column_weights.iter().sum());
    let shares = |weights: &[BigInt], sum: &BigInt| {
        weights
            .iter()
            .map(|weight| quotient(weight, sum, 0))
            .collect()
    };
    // The shifted value is 1 divided by the sum of the weights.
    Some(ExactSolution {
        rows: shares(&row_weights, &row_sum),
        columns: shares(&column_weights, &sum),
        value: quotient(&(&tableau.denominator - shift * &sum), &sum, unit),
    })
}

/// Returns a whole number and an exponent of 2 whose product is a finite float.
fn in_parts(number: f64) -> (i64, i32) {
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, (bits & ((1 << 52) - 1)) as i64);
    let digits = if exponent == 0 {
        fraction
    } else {
        fraction | 1 << 52
    };
    let sign = if number < 0.0 { -1 } else { 1 };
    (sign * digits, exponent.max(1) - 1075)
}

/// Returns the quotient of two whole numbers times a power of 2.
fn quotient(numerator: &BigInt, denominator: &BigInt, exponent: i32) -> f64 {
    // The quotient gets at least 62 bits, and then fits into 64.
    let shift = 63 - (numerator.bits() as i64 - denominator.bits() as i64);
    let shifted = if shift >= 0 {
        (numerator << shift as usize) / denominator
    } else {
        numerator / (denominator << -shift as usize)
    };
    let digits = i128::try_from(shifted).unwrap_or_default() as f64;
    // Two factors, because a power of 2 may be too small for a float before it is multiplied.
    let power = i64::from(exponent) - shift;
    let half = power / 2;
    digits * 2f64.powi(half as i32) * 2f64.powi((power - half) as i32)
}

/// The linear program of the column player: maximise the sum of the variables, where no row of a
/// positive matrix times the variables exceeds 1.
struct WholeTableau {
    /// The entries times the denominator, row by row: the variables, then the slack variables, then
    /// the upper bound. The last row has the reduced costs.
    entries: Vec<BigInt>,
    denominator: BigInt,
    width: usize,
    columns: usize,
    /// The variable of each row.
    basis: Vec<usize>,
}

impl WholeTableau {
    fn new(payoffs: &[BigInt], columns: usize) -> WholeTableau {
        let rows = payoffs.len() / columns;
        let width = columns + rows + 1;
        let mut entries = vec![BigInt::ZERO; (rows + 1) * width];
        let one = || BigInt::from(1);
        for row in 0..rows {
            let line = &mut entries[row * width..(row + 1) * width];
            line[..columns].clone_from_slice(&payoffs[row * columns..(row + 1) * columns]);
            line[columns + row] = one();
            line[width - 1] = one();
        }
        entries[rows * width..][..columns].fill(one());
        WholeTableau {
            entries,
            denominator: one(),
            width,
            columns,
            basis: (columns..columns + rows).collect(),
        }
    }

    fn at(&self, row: usize, column: usize) -> &BigInt {
        &self.entries[row * self.width + column]
    }

    /// Performs the simplex method with the first column of a positive reduced cost (Bland 1977),
    /// which always ends.
    fn optimise(&mut self) {
        let rows = self.basis.len();
        let entering = |tableau: &WholeTableau| {
            let mut columns = 0..tableau.width - 1;
            columns.find(|&column| *tableau.at(rows, column) > BigInt::ZERO)
        };
        while let Some(column) = entering(self) {
            let Some(row) = self.leaving_row(column) else {
                return;
            };
            self.pivot(row, column);
        }
    }

    /// Returns the row that limits a column most. Of equal rows, it is the one with the first
    /// variable.
    fn leaving_row(&self, column: usize) -> Option<usize> {
        let last = self.width - 1;
        let limits = |row: &usize| *self.at(*row, column) > BigInt::ZERO;
        (0..self.basis.len()).filter(limits).min_by(|&row, &other| {
            let (left, right) = (
                self.at(row, last) * self.at(other, column),
                self.at(other, last) * self.at(row, column),
            );
            left.cmp(&right)
                .then(self.basis[row].cmp(&self.basis[other]))
        })
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.width;
        let line: Vec<BigInt> = self.entries[row * width..(row + 1) * width].to_vec();
        let pivot = &line[column];
        for other in (0..=self.basis.len()).filter(|&other| other != row) {
            let changed = &mut self.entries[other * width..(other + 1) * width];
            let factor = changed[column].clone();
            for (entry, by) in changed.iter_mut().zip(&line) {
                // The division has no remainder.
                *entry = (&*entry * pivot - &factor * by) / &self.denominator;
            }
        }
        self.denominator = pivot.clone();
        self.basis[row] = column;
    }

    /// Returns the weights of the rows and of the columns, times the denominator.
    fn weights(&self) -> (Vec<BigInt>, Vec<BigInt>) {
        let rows = self.basis.len();
        let prices = (0..rows).map(|row| -self.at(rows, self.columns + row));
        let mut values = vec![BigInt::ZERO; self.columns];
        for (row, &variable) in self.basis.iter().enumerate() {
            if variable < self.columns {
                values[variable] = self.at(row, self.width - 1).clone();
            }
        }
        (prices.collect(), values)
    }
}
