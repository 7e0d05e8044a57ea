//! All results of a pool, without regard to order.

use num_bigint::BigUint;
use num_traits::One;

use super::{Pool, binomials};

/// Goes through all multisets of faces that a pool can show. The number of ways of a multiset is
/// the number of ordered rolls that show it, times their weights.
pub(crate) struct Multisets<'a> {
    pool: &'a Pool,
    /// How many dice show each face, for the faces that have been decided.
    counts: Vec<u64>,
    /// The ways up to each decided face.
    ways: Vec<BigUint>,
    /// The rows of Pascal's triangle up to the number of dice.
    rows: Vec<Vec<BigUint>>,
    is_finished: bool,
}

impl<'a> Multisets<'a> {
    pub(crate) fn new(pool: &'a Pool) -> Self {
        let mut multisets = Self {
            pool,
            counts: Vec::new(),
            ways: vec![BigUint::one()],
            rows: (0..=pool.count).map(binomials).collect(),
            is_finished: false,
        };
        if pool.die.is_empty() {
            multisets.is_finished = true;
        } else {
            multisets.extend();
        }
        multisets
    }

    fn placed(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Lets the next faces take all dice that are left, from the highest face down.
    fn extend(&mut self) {
        let mut left = self.pool.count - self.placed();
        while self.counts.len() < self.pool.die.faces().len() {
            self.push(left, left);
            left = 0;
        }
    }

    fn push(&mut self, count: u64, left: u64) {
        let faces = self.pool.die.faces();
        let (_, weight) = &faces[faces.len() - 1 - self.counts.len()];
        let ways = &self.ways[self.ways.len() - 1];
        let ways = if count == 0 {
            ways.clone()
        } else {
            ways * &self.rows[left as usize][count as usize]
                * weight.pow(u32::try_from(count).unwrap_or(u32::MAX))
        };
        self.counts.push(count);
        self.ways.push(ways);
    }

    /// Returns the next multiset, highest values first, and its ways.
    pub(crate) fn next(&mut self) -> Option<(Vec<i64>, BigUint)> {
        if self.is_finished {
            return None;
        }
        let faces = self.pool.die.faces();
        let mut values = Vec::with_capacity(self.pool.count as usize);
        for (count, (value, _)) in self.counts.iter().zip(faces.iter().rev()) {
            for _ in 0..*count {
                values.push(*value);
            }
        }
        let ways = self.ways[self.ways.len() - 1].clone();
        self.advance();
        Some((values, ways))
    }

    /// Moves one die from the last face that can lose one to the faces after it.
    fn advance(&mut self) {
        self.counts.pop();
        self.ways.pop();
        while let Some(count) = self.counts.pop() {
            self.ways.pop();
            if count > 0 {
                let left = self.pool.count - self.placed();
                self.push(count - 1, left);
                self.extend();
                return;
            }
        }
        self.is_finished = true;
    }
}
