//! The peaks of a law: a count that is mostly one of two things.

use rustc_hash::FxHashMap;

use crate::report::Law;

/// A second peak counts from this share on, and where the valley between the two is lower by a third.
const PEAK: f64 = 0.1;

/// The values at which a law has a peak, the highest first.
pub(crate) fn peaks(law: &Law) -> Vec<i64> {
    let shares = shares(law);
    let share = |nth: usize| shares[nth].1;
    let rises_to = |nth: usize| nth == 0 || share(nth) > share(nth - 1);
    let falls_from = |nth: usize| nth + 1 == shares.len() || share(nth) >= share(nth + 1);
    let mut tops: Vec<usize> = (0..shares.len()).filter(|&nth| rises_to(nth) && falls_from(nth)).collect();
    tops.sort_by(|&a, &b| share(b).total_cmp(&share(a)).then(a.cmp(&b)));
    let Some(&highest) = tops.first() else { return Vec::new() };
    let is_apart = |&top: &usize| {
        let between = highest.min(top)..=highest.max(top);
        let valley = between.map(share).fold(1.0, f64::min);
        top == highest || share(top) >= PEAK && valley < share(top) * 2.0 / 3.0
    };
    tops.into_iter().filter(is_apart).map(|nth| shares[nth].0).collect()
}

/// The best that is known of the chance of each value, gaps between them included.
fn shares(law: &Law) -> Vec<(i64, f64)> {
    let shown = law.tally.total() as f64;
    let known: FxHashMap<i64, f64> = match law.pmf() {
        Some(pmf) => pmf.masses().iter().map(|&(value, mass)| (value, mass.value())).collect(),
        None => law.tally.iter().map(|(value, count)| (value, count as f64 / shown)).collect(),
    };
    let (Some(&low), Some(&high)) = (known.keys().min(), known.keys().max()) else { return Vec::new() };
    if high - low > 1000 {
        return Vec::new();
    }
    (low..=high).map(|value| (value, known.get(&value).copied().unwrap_or(0.0))).collect()
}
