//! The chance of at least k, for every k.

use super::number::Chance;
use super::pick::Picked;
use crate::chance::mass::Mass;
use crate::stats::interval::Confidence;

/// The chance of at least k, for every k from `first` on.
pub(super) struct Tail {
    first: i64,
    chances: Vec<Chance>,
}

impl Tail {
    /// The tail of a law for k from `first` to `last`.
    pub(super) fn of(picked: &Picked, first: i64, last: i64, confidence: Confidence) -> Tail {
        let rows = picked.law.rows(confidence);
        let trials = picked.law.tally.total();
        let mut rows = rows.iter().rev().peekable();
        let (mut mass, mut count) = (Mass::ZERO, 0);
        let mut chances = Vec::new();
        for k in (first..=last).rev() {
            while let Some(row) = rows.next_if(|row| row.value >= k) {
                mass += row.exact.unwrap_or(Mass::ZERO);
                count += row.count;
            }
            chances.push(if picked.law.exact.is_some() {
                Chance::exact(mass.value(), picked.unresolved())
            } else {
                let interval = confidence.wilson(count, trials);
                let value = if trials > 0 { count as f64 / trials as f64 } else { 0.0 };
                Chance { value, low: interval.low, high: interval.high, is_exact: false }
            });
        }
        chances.reverse();
        Tail { first, chances }
    }

    /// The chance of at least k.
    pub(super) fn at(&self, k: i64) -> Chance {
        self.chances[(k - self.first) as usize]
    }
}

/// The lowest and the highest value of some laws.
pub(super) fn range<'p, 'r: 'p>(laws: impl Iterator<Item = &'p Picked<'r>>) -> Option<(i64, i64)> {
    let mut range: Option<(i64, i64)> = None;
    for picked in laws {
        let seen = picked.law.tally.iter().map(|(value, _)| value);
        let known = picked.law.exact.iter().flat_map(|pmf| pmf.masses()).filter(|(_, mass)| mass.float() > 0.0);
        for value in seen.chain(known.map(|&(value, _)| value)) {
            let (low, high) = range.unwrap_or((value, value));
            range = Some((low.min(value), high.max(value)));
        }
    }
    range
}
