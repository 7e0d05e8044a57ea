//! Counts of the values of trials.

use rustc_hash::FxHashMap;

/// The number of times that each integer was recorded.
///
/// Values close to each other are counted in an array (the row), and distant values in a hash
/// table. So the memory depends on the number of different values and not on their distance.
///
/// ```
/// use oddsmith_engine::odds::Tally;
///
/// let mut tally = Tally::default();
/// [4, -1, 4, 7].into_iter().for_each(|value| tally.record(value));
/// assert_eq!((tally.total(), tally.mean(), tally.quantile(50)), (4, Some(3.5), Some(4)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The value of the first entry of the row.
    first: i64,
    row: Vec<u64>,
    far: FxHashMap<i64, u64>,
}

/// The maximal length of the row.
const LONGEST_ROW: usize = 2048;

impl Tally {
    /// Counts a value once.
    #[inline]
    pub fn record(&mut self, value: i64) {
        self.add(value, 1);
    }

    /// Returns the index of a value in the row, which may be beyond its end.
    #[inline]
    fn row_index(&self, value: i64) -> Option<usize> {
        // On 32-bit machines, a conversion that drops bits would map distant values to near ones.
        usize::try_from(value.wrapping_sub(self.first) as u64).ok()
    }

    /// Counts a value `times` times.
    #[inline]
    pub fn add(&mut self, value: i64, times: u64) {
        match self
            .row_index(value)
            .and_then(|index| self.row.get_mut(index))
        {
            Some(count) => *count += times,
            None if times > 0 => self.add_far(value, times),
            None => {}
        }
    }

    #[cold]
    fn add_far(&mut self, value: i64, times: u64) {
        if self.row.is_empty() {
            (self.first, self.row) = (value, vec![0]);
        } else if !self.stretch(value) {
            *self.far.entry(value).or_default() += times;
            return;
        }
        self.row[(value - self.first) as usize] += times;
    }

    /// Extends the row to a value. Returns `false` if it would become too long.
    fn stretch(&mut self, value: i64) -> bool {
        let first = self.first.min(value);
        let last = (self.first + (self.row.len() as i64 - 1)).max(value);
        let Some(length) = last
            .checked_sub(first)
            .filter(|&length| length < LONGEST_ROW as i64)
        else {
            return false;
        };
        let before = (self.first - first) as usize;
        self.row.splice(0..0, std::iter::repeat_n(0, before));
        self.row.resize(length as usize + 1, 0);
        self.first = first;
        // Values in the hash table may now be within the row.
        let row = first..=last;
        if self.far.keys().any(|value| row.contains(value)) {
            let near: Vec<(i64, u64)> = self
                .far
                .extract_if(|value, _| row.contains(value))
                .collect();
            near.into_iter()
                .for_each(|(value, count)| self.row[(value - first) as usize] += count);
        }
        true
    }

    /// Adds the counts of another tally.
    pub fn merge(&mut self, other: &Tally) {
        for (value, count) in other.unordered() {
            self.add(value, count);
        }
    }

    /// Returns the values with their counts, in any order. Values with a count of 0 may be among
    /// them.
    fn unordered(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let row = self.row.iter().enumerate();
        let row = row.map(|(index, &count)| (self.first + index as i64, count));
        row.chain(self.far.iter().map(|(&value, &count)| (value, count)))
    }

    /// Returns the values with their counts, in ascending order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + '_ {
        let mut far: Vec<(i64, u64)> = self
            .far
            .iter()
            .map(|(&value, &count)| (value, count))
            .collect();
        far.sort_unstable();
        let below = far.partition_point(|&(value, _)| value < self.first);
        let above = far.split_off(below);
        let row = self.row.iter().enumerate().filter(|&(_, &count)| count > 0);
        far.into_iter()
            .chain(row.map(|(i, &count)| (self.first + i as i64, count)))
            .chain(above)
    }

    /// Returns the count of a value.
    pub fn count(&self, value: i64) -> u64 {
        let near = self
            .row_index(value)
            .and_then(|index| self.row.get(index))
            .copied();
        near.unwrap_or_else(|| self.far.get(&value).copied().unwrap_or(0))
    }

    /// Returns the total count of the values that `allows` accepts.
    pub fn count_where(&self, allows: impl Fn(i64) -> bool) -> u64 {
        self.unordered()
            .filter(|&(value, _)| allows(value))
            .map(|(_, count)| count)
            .sum()
    }

    /// Returns the total count.
    pub fn total(&self) -> u64 {
        self.row.iter().sum::<u64>() + self.far.values().sum::<u64>()
    }

    /// Returns the memory that it needs, in units of a value.
    pub(crate) fn memory(&self) -> u64 {
        (self.row.len() / 2 + 2 * self.far.len()) as u64
    }

    /// Returns the mean; `None` if the tally is empty.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let sum: i128 = self
            .unordered()
            .map(|(value, n)| i128::from(value) * i128::from(n))
            .sum();
        (total > 0).then(|| sum as f64 / total as f64)
    }

    /// Returns the sample standard deviation (its variance divides by n - 1); `None` if the tally
    /// is empty.
    pub fn sd(&self) -> Option<f64> {
        let mean = self.mean()?;
        let squares: f64 = self
            .iter()
            .map(|(value, n)| (value as f64 - mean).powi(2) * n as f64)
            .sum();
        let total = self.total();
        Some(if total > 1 {
            (squares / (total - 1) as f64).sqrt()
        } else {
            0.0
        })
    }

    /// Returns the smallest value whose cumulative share reaches `percent`; `None` if the tally is
    /// empty.
    pub fn quantile(&self, percent: u64) -> Option<i64> {
        let needed = u128::from(self.total()) * u128::from(percent);
        let mut cumulative = 0u128;
        self.iter().find_map(|(value, n)| {
            cumulative += u128::from(n);
            (cumulative * 100 >= needed).then_some(value)
        })
    }
}

/// Two tallies are equal if their counts are equal, even if one uses the row and the other the hash
/// table.
impl PartialEq for Tally {
    fn eq(&self, other: &Tally) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tally {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tally_of(values: &[i64]) -> Tally {
        let mut tally = Tally::default();
        values.iter().for_each(|&value| tally.record(value));
        tally
    }

    #[test]
    fn four_values_have_their_deviation_and_quantiles() {
        let tally = tally_of(&[4, -1, 4, 7]);
        assert!((tally.sd().unwrap() - (33.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!((tally.quantile(5), tally.quantile(95)), (Some(-1), Some(7)));
        assert_eq!(Tally::default().mean(), None);
    }

    #[test]
    fn distant_values_take_no_space_between() {
        assert_eq!(
            tally_of(&[i64::MAX, i64::MIN, i64::MAX - 1]).iter().count(),
            3
        );
        let tally = tally_of(&[0, i64::MAX, i64::MIN, 1_000_000, 0]);
        let seen: Vec<_> = tally.iter().collect();
        assert_eq!(seen, [(i64::MIN, 1), (0, 2), (1_000_000, 1), (i64::MAX, 1)]);
        assert!(tally.memory() < 20 && tally.count(1_000_000) == 1 && tally.count(7) == 0);
    }

    proptest! {
        #[test]
        fn merging_equals_counting_together(
            a in prop::collection::vec(-50i64..50, 0..40),
            b in prop::collection::vec(-5000i64..5000, 0..40),
        ) {
            let mut merged = tally_of(&a);
            merged.merge(&tally_of(&b));
            let mut values: Vec<i64> = a.iter().chain(&b).copied().collect();
            prop_assert_eq!(&merged, &tally_of(&values));
            prop_assert_eq!(merged.total(), values.len() as u64);
            let is_odd = |value: i64| value % 2 != 0;
            prop_assert_eq!(merged.count_where(is_odd), values.iter().filter(|&&value| is_odd(value)).count() as u64);
            values.sort_unstable();
            values.dedup();
            prop_assert!(merged.iter().map(|(value, _)| value).eq(values));
        }
    }
}
