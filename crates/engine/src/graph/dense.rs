//! Small dense matrices of probabilities.

/// A dense matrix, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Dense {
    columns: usize,
    values: Vec<f64>,
}

impl Dense {
    /// Returns a matrix of zeros.
    pub(crate) fn new(rows: usize, columns: usize) -> Dense {
        Dense {
            columns,
            values: vec![0.0; rows * columns],
        }
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    fn rows(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.values[row * self.columns..(row + 1) * self.columns]
    }

    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.columns + column] += value;
    }

    /// Returns the sum of a row.
    pub(crate) fn row_sum(&self, row: usize) -> f64 {
        self.row(row).iter().sum()
    }

    pub(crate) fn largest_row_sum(&self) -> f64 {
        (0..self.rows())
            .map(|row| self.row_sum(row))
            .fold(0.0, f64::max)
    }

    /// Adds the product of a row vector and the matrix to `into`.
    pub(crate) fn add_row_product(&self, weights: &[f64], into: &mut [f64]) {
        for (row, &weight) in weights
            .iter()
            .enumerate()
            .filter(|&(_, &weight)| weight > 0.0)
        {
            into.iter_mut()
                .zip(self.row(row))
                .for_each(|(into, value)| *into += weight * value);
        }
    }

    pub(crate) fn product(&self, other: &Dense) -> Dense {
        let mut product = Dense::new(self.rows(), other.columns);
        for row in 0..self.rows() {
            other.add_row_product(self.row(row), product.row_mut(row));
        }
        product
    }

    pub(crate) fn add_matrix(&mut self, other: &Dense) {
        self.values
            .iter_mut()
            .zip(&other.values)
            .for_each(|(value, more)| *value += more);
    }

    /// Scales each row of `rows`, so that together with the same row of `other_rows` it has the sum
    /// 1. This prevents rounding errors from accumulating.
    pub(crate) fn normalize_rows(rows: &mut Dense, other_rows: &Dense) {
        for row in 0..rows.rows() {
            let (sum, room) = (rows.row_sum(row), 1.0 - other_rows.row_sum(row));
            if sum > 0.0 && room > 0.0 {
                rows.scale_row(row, room / sum);
            }
        }
    }

    /// Eliminates the transitions within a set of states: each row of `onward` becomes the
    /// distribution of the final exits. The method does not subtract (Grassmann, Taksar and Heyman
    /// 1985).
    pub(crate) fn sum_out(within: &mut Dense, onward: &mut [&mut Dense]) {
        for state in 0..within.rows() {
            within.row_mut(state)[state] = 0.0;
            let leaves = within.row_sum(state)
                + onward
                    .iter()
                    .map(|onward| onward.row_sum(state))
                    .sum::<f64>();
            if leaves == 0.0 {
                continue;
            }
            within.scale_row(state, 1.0 / leaves);
            onward
                .iter_mut()
                .for_each(|onward| onward.scale_row(state, 1.0 / leaves));
            for other in (0..within.rows()).filter(|&other| other != state) {
                let through = std::mem::take(&mut within.row_mut(other)[state]);
                if through > 0.0 {
                    within.add_rows(other, state, through);
                    onward
                        .iter_mut()
                        .for_each(|onward| onward.add_rows(other, state, through));
                }
            }
        }
    }

    fn scale_row(&mut self, row: usize, times: f64) {
        self.row_mut(row)
            .iter_mut()
            .for_each(|value| *value *= times);
    }

    /// Adds a multiple of one row to another.
    fn add_rows(&mut self, to: usize, from: usize, times: f64) {
        let columns = self.columns;
        for column in 0..columns {
            let value = self.values[from * columns + column];
            self.values[to * columns + column] += times * value;
        }
    }
}
