//! The simplex method for linear programs: it maximises a linear function of nonnegative variables.
//! The constraints are nonnegative upper bounds of linear functions.

/// Pivots below this count as 0, and usually reduced costs do, too. The entries of a tableau should
/// be near 1 at first.
pub(in crate::solve) const NEGLIGIBLE: f64 = 1e-11;
/// Reduced costs and limits that differ by no more than this, relative to the value, are equal:
/// rounding errors decide nothing.
const SAME: f64 = 1e-10;

/// A linear program in the form of a tableau. All slack variables are in the basis at first, so
/// that it needs no first phase.
pub(in crate::solve) struct Tableau {
    /// The entries, row by row: the variables, then the slack variables, then the upper bound. The
    /// last row has the reduced costs.
    entries: Vec<f64>,
    width: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The variable of each row: a column, or `columns` plus a row for a slack variable.
    pub(super) basis: Vec<usize>,
}

impl Tableau {
    /// Returns a program with this number of inequalities and variables. All numbers are 0.
    pub(in crate::solve) fn new(rows: usize, columns: usize) -> Tableau {
        let width = columns + rows + 1;
        let mut entries = vec![0.0; (rows + 1) * width];
        (0..rows).for_each(|row| entries[row * width + columns + row] = 1.0);
        Tableau {
            entries,
            width,
            rows,
            columns,
            basis: (columns..columns + rows).collect(),
        }
    }

    /// Adds to the coefficient of a variable in an inequality.
    pub(in crate::solve) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.entries[row * self.width + column] += value;
    }

    /// Adds to the upper bound of an inequality. The sum must not be negative.
    pub(in crate::solve) fn add_right(&mut self, row: usize, value: f64) {
        self.add(row, self.width - 1, value);
    }

    /// Adds to the coefficient of a variable in the function to maximise.
    pub(in crate::solve) fn add_objective(&mut self, column: usize, value: f64) {
        self.add(self.rows, column, value);
    }

    /// Divides the function to maximise by its largest coefficient, and returns this coefficient.
    pub(in crate::solve) fn scale_objective(&mut self) -> f64 {
        let objective = &mut self.entries[self.rows * self.width..];
        let largest = objective
            .iter()
            .fold(0.0f64, |most, entry| most.max(entry.abs()));
        if largest == 0.0 {
            return 1.0;
        }
        objective.iter_mut().for_each(|entry| *entry /= largest);
        largest
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.width + column]
    }

    /// Performs the simplex method. It takes the last column with the largest reduced cost, and
    /// after many pivots the first one (Bland 1977), which cannot cycle. A reduced cost of
    /// `least_cost` or less is 0.
    pub(in crate::solve) fn optimise(&mut self, least_cost: f64) {
        let usual = 10 * (self.rows + self.columns);
        for round in 0..20 * usual {
            let costs = &self.entries[self.rows * self.width..][..self.width - 1];
            let largest = costs.iter().copied().fold(0.0, f64::max);
            let column = if round < usual {
                let least = least_cost.max(largest * (1.0 - SAME));
                costs.iter().rposition(|cost| *cost > least)
            } else {
                costs.iter().position(|cost| *cost > least_cost)
            };
            let Some(column) = column else {
                return;
            };
            let Some(row) = self.leaving_row(column) else {
                return;
            };
            self.pivot(row, column);
        }
    }

    /// Returns the row that limits a column most. Of equal rows, it is the one with the first
    /// variable.
    fn leaving_row(&self, column: usize) -> Option<usize> {
        let ratio = |row: usize| self.at(row, self.width - 1) / self.at(row, column);
        let limits = || (0..self.rows).filter(|&row| self.at(row, column) > NEGLIGIBLE);
        let least = limits().map(ratio).fold(f64::INFINITY, f64::min);
        limits()
            .filter(|&row| ratio(row) <= least + SAME * least.abs())
            .min_by_key(|&row| self.basis[row])
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let (width, pivot) = (self.width, self.at(row, column));
        let line = &mut self.entries[row * width..(row + 1) * width];
        line.iter_mut().for_each(|entry| *entry /= pivot);
        let line: Vec<(usize, f64)> = line
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, entry)| *entry != 0.0)
            .collect();
        for other in (0..=self.rows).filter(|&other| other != row) {
            let changed = &mut self.entries[other * width..(other + 1) * width];
            let factor = changed[column];
            if factor != 0.0 {
                line.iter()
                    .for_each(|&(index, entry)| changed[index] -= factor * entry);
                changed[column] = 0.0;
            }
        }
        self.basis[row] = column;
    }

    /// Returns the shadow price of each inequality, and the value of each variable.
    pub(in crate::solve) fn solution(&self) -> (Vec<f64>, Vec<f64>) {
        let prices = (0..self.rows).map(|row| -self.at(self.rows, self.columns + row));
        let mut values = vec![0.0; self.columns];
        for (row, &variable) in self.basis.iter().enumerate() {
            if variable < self.columns {
                values[variable] = self.at(row, self.width - 1);
            }
        }
        (prices.collect(), values)
    }
}
