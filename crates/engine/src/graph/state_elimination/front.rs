//! The elimination of some states of a dense matrix.

use rayon::prelude::*;

use super::super::number::FlowNumber;

/// The number of states that are eliminated before the other rows are changed.
const BLOCK: usize = 32;
/// The number of columns that are changed at a time, so that a block of rows stays in the cache.
const TILE: usize = 256;
/// Rows are changed in parallel if this takes at least this number of multiplications.
const PARALLEL_WORK: usize = 1_000_000;

/// The transitions of some states to each other, row by row, with the exit of each row in the last
/// column.
pub(super) struct DenseFront<N> {
    pub(super) width: usize,
    pub(super) values: Vec<N>,
}

impl<N: FlowNumber> DenseFront<N> {
    pub(super) fn new(states: usize) -> DenseFront<N> {
        DenseFront {
            width: states + 1,
            values: vec![N::ZERO; states * (states + 1)],
        }
    }

    /// Adds the rows that another front passed on. `indices` has the index in this front of each
    /// row's state.
    pub(super) fn add_passed_on(&mut self, indices: &[u32], values: &[N]) {
        let (width, exits) = (self.width, self.width - 1);
        for (row, &index) in values.chunks_exact(indices.len() + 1).zip(indices) {
            let into = &mut self.values[index as usize * width..][..width];
            for (&value, &column) in row.iter().zip(indices) {
                into[column as usize] = into[column as usize] + value;
            }
            into[exits] = into[exits] + row[indices.len()];
        }
    }

    /// Eliminates the first states without subtractions. Returns the reciprocals of the
    /// probabilities of leaving them. In the rows below, the columns of these states then contain
    /// probabilities that are already multiplied by these reciprocals.
    ///
    /// # Formula
    /// The probability of leaving state k for a state that remains is d = sum over j > k of p_kj,
    /// with the exits. Then p_ij grows by p_ik p_kj / d.
    pub(super) fn eliminate(&mut self, pivots: usize) -> Vec<N> {
        let width = self.width;
        let mut inverses = Vec::with_capacity(pivots);
        for first in (0..pivots).step_by(BLOCK) {
            let end = pivots.min(first + BLOCK);
            let (above, below) = self.values.split_at_mut(end * width);
            for k in first..end {
                let (done, later) = above.split_at_mut((k + 1) * width);
                let pivot = &done[k * width + k + 1..];
                let inverse = sum(pivot).inverse();
                inverses.push(inverse);
                for row in later.chunks_exact_mut(width) {
                    let times = row[k].times(inverse);
                    row[k] = times;
                    add_multiple(&mut row[k + 1..], times, pivot);
                }
            }
            let (block, inverses) = (&above[first * width..], &inverses[first..]);
            let change = |row: &mut [N]| add_block(row, first, block, inverses);
            if below.len() * (end - first) >= PARALLEL_WORK {
                below.par_chunks_exact_mut(width).for_each(change);
            } else {
                below.chunks_exact_mut(width).for_each(change);
            }
        }
        inverses
    }
}

/// Changes a row by the elimination of a block of states, the first of which has the index `first`.
fn add_block<N: FlowNumber>(row: &mut [N], first: usize, block: &[N], inverses: &[N]) {
    let (width, size) = (row.len(), inverses.len());
    let end = first + size;
    let mut times = [N::ZERO; BLOCK];
    for (k, &inverse) in inverses.iter().enumerate() {
        times[k] = row[first + k].times(inverse);
        row[first + k] = times[k];
        let pivot = &block[k * width..][first + k + 1..end];
        add_multiple(&mut row[first + k + 1..end], times[k], pivot);
    }
    for start in (end..width).step_by(TILE) {
        let stop = width.min(start + TILE);
        let into = &mut row[start..stop];
        let pivot = |k: usize| &block[k * width + start..k * width + stop];
        let mut k = 0;
        while k + 4 <= size {
            let four = [times[k], times[k + 1], times[k + 2], times[k + 3]];
            add_four_multiples(
                into,
                four,
                [pivot(k), pivot(k + 1), pivot(k + 2), pivot(k + 3)],
            );
            k += 4;
        }
        (k..size).for_each(|k| add_multiple(into, times[k], pivot(k)));
    }
}

/// Adds a multiple of a row to another.
#[inline]
pub(super) fn add_multiple<N: FlowNumber>(into: &mut [N], times: N, row: &[N]) {
    if times.is_zero() {
        return;
    }
    into.iter_mut()
        .zip(row)
        .for_each(|(value, &p)| *value = value.plus_product(times, p));
}

fn add_four_multiples<N: FlowNumber>(into: &mut [N], times: [N; 4], rows: [&[N]; 4]) {
    if times.iter().all(|times| times.is_zero()) {
        return;
    }
    let [a, b, c, d] = rows.map(|row| &row[..into.len()]);
    for (i, value) in into.iter_mut().enumerate() {
        *value = value
            .plus_product(times[0], a[i])
            .plus_product(times[1], b[i])
            .plus_product(times[2], c[i])
            .plus_product(times[3], d[i]);
    }
}

/// Returns the scalar product. It keeps four partial sums, which a processor can add at the same
/// time.
#[inline]
pub(super) fn product<N: FlowNumber>(row: &[N], values: &[N]) -> N {
    let mut sums = [N::ZERO; 4];
    let (rows, rest) = row.as_chunks::<4>();
    let (values, values_rest) = values.as_chunks::<4>();
    for (row, values) in rows.iter().zip(values) {
        for lane in 0..4 {
            sums[lane] = sums[lane].plus_product(row[lane], values[lane]);
        }
    }
    for (lane, (&p, &value)) in rest.iter().zip(values_rest).enumerate() {
        sums[lane] = sums[lane].plus_product(p, value);
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// Returns the sum. It keeps four partial sums, which a processor can add at the same time.
fn sum<N: FlowNumber>(numbers: &[N]) -> N {
    let mut sums = [N::ZERO; 4];
    let (fours, rest) = numbers.as_chunks::<4>();
    for four in fours {
        sums.iter_mut()
            .zip(four)
            .for_each(|(sum, &number)| *sum = *sum + number);
    }
    sums.iter_mut()
        .zip(rest)
        .for_each(|(sum, &number)| *sum = *sum + number);
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}
