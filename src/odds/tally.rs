//! Counts of what trials showed.

/// How often each whole number was seen. Memory grows with the range of the values, not with trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    lowest: i64,
    counts: Vec<u64>,
}

impl Tally {
    /// Counts a value once more.
    #[inline]
    pub fn see(&mut self, value: i64) {
        self.add(value, 1);
    }

    /// Counts a value `times` more.
    #[inline]
    pub fn add(&mut self, value: i64, times: u64) {
        let index = value.wrapping_sub(self.lowest);
        if let Ok(index) = usize::try_from(index)
            && let Some(count) = self.counts.get_mut(index)
        {
            *count += times;
        } else if times > 0 {
            self.make_room(value);
            self.counts[(value - self.lowest) as usize] += times;
        }
    }

    fn make_room(&mut self, value: i64) {
        if self.counts.is_empty() {
            self.lowest = value;
        }
        if value < self.lowest {
            let more = (self.lowest - value) as usize;
            self.counts.splice(0..0, std::iter::repeat_n(0, more));
            self.lowest = value;
        }
        let needed = (value - self.lowest) as usize + 1;
        if needed > self.counts.len() {
            self.counts.resize(needed, 0);
        }
    }

    /// Adds another's counts.
    pub fn merge(&mut self, other: &Tally) {
        for (value, count) in other.iter() {
            self.add(value, count);
        }
    }

    /// The values seen with their counts, lowest value first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + '_ {
        self.counts.iter().enumerate().filter(|&(_, &n)| n > 0).map(|(i, &n)| (self.lowest + i as i64, n))
    }

    /// How often a value was seen.
    pub fn count(&self, value: i64) -> u64 {
        usize::try_from(value.wrapping_sub(self.lowest)).ok().and_then(|i| self.counts.get(i)).copied().unwrap_or(0)
    }

    /// How many trials it counts.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean; `None` of nothing.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let sum: i128 = self.iter().map(|(value, n)| i128::from(value) * i128::from(n)).sum();
        (total > 0).then(|| sum as f64 / total as f64)
    }

    /// The standard deviation of the sample (its variance divides by n - 1); `None` of nothing.
    pub fn sd(&self) -> Option<f64> {
        let mean = self.mean()?;
        let squares: f64 = self.iter().map(|(value, n)| (value as f64 - mean).powi(2) * n as f64).sum();
        let total = self.total();
        Some(if total > 1 { (squares / (total - 1) as f64).sqrt() } else { 0.0 })
    }

    /// The smallest value whose cumulative share reaches `percent`; `None` of nothing.
    pub fn quantile(&self, percent: u64) -> Option<i64> {
        let needed = u128::from(self.total()) * u128::from(percent);
        let mut cumulative = 0u128;
        self.iter().find_map(|(value, n)| {
            cumulative += u128::from(n);
            (cumulative * 100 >= needed).then_some(value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn four_values_have_their_median_and_spread() {
        let mut tally = Tally::default();
        [4, -1, 4, 7].into_iter().for_each(|value| tally.see(value));
        assert_eq!((tally.total(), tally.mean(), tally.quantile(50)), (4, Some(3.5), Some(4)));
        assert!((tally.sd().unwrap() - (33.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!((tally.quantile(5), tally.quantile(95)), (Some(-1), Some(7)));
        assert_eq!(Tally::default().mean(), None);
    }

    proptest! {
        #[test]
        fn merging_is_counting_all_at_once(a in prop::collection::vec(-50i64..50, 0..40), b in prop::collection::vec(-500i64..500, 0..40)) {
            let count = |values: &[i64]| { let mut tally = Tally::default(); values.iter().for_each(|&v| tally.see(v)); tally };
            let mut merged = count(&a);
            merged.merge(&count(&b));
            let all: Vec<i64> = a.iter().chain(&b).copied().collect();
            prop_assert!(merged.iter().eq(count(&all).iter()));
            prop_assert_eq!(merged.total(), all.len() as u64);
        }
    }
}
