//! Finds the peaks of a distribution, and stretches of values with gaps between them.

use rustc_hash::FxHashMap;

use super::Distribution;

/// The smallest share of a second peak. The valley between two peaks must be lower by a third.
const MIN_PEAK_SHARE: f64 = 0.1;

/// Returns the values at which a distribution has a peak, the highest peak first.
pub fn peaks(distribution: &Distribution) -> Vec<i64> {
    let shares = gap_filled_chances(distribution);
    let share = |nth: usize| shares[nth].1;
    let rises_to = |nth: usize| nth == 0 || share(nth) > share(nth - 1);
    let falls_from = |nth: usize| nth + 1 == shares.len() || share(nth) >= share(nth + 1);
    let mut tops: Vec<usize> = (0..shares.len())
        .filter(|&nth| rises_to(nth) && falls_from(nth))
        .collect();
    tops.sort_by(|&a, &b| share(b).total_cmp(&share(a)).then(a.cmp(&b)));
    let Some(&highest) = tops.first() else {
        return Vec::new();
    };
    let is_apart = |&top: &usize| {
        let between = highest.min(top)..=highest.max(top);
        let valley = between.map(share).fold(1.0, f64::min);
        top == highest || share(top) >= MIN_PEAK_SHARE && valley < share(top) * 2.0 / 3.0
    };
    tops.into_iter()
        .filter(is_apart)
        .map(|nth| shares[nth].0)
        .collect()
}

/// Returns the best estimate of the probability of each value that occurs.
pub fn value_chances(distribution: &Distribution) -> Vec<(i64, f64)> {
    let shown = distribution.tally.total() as f64;
    match distribution.pmf() {
        Some(pmf) => pmf
            .masses()
            .iter()
            .map(|&(value, mass)| (value, mass.value()))
            .collect(),
        None => distribution
            .tally
            .iter()
            .map(|(value, count)| (value, count as f64 / shown))
            .collect(),
    }
}

/// Returns the probability of every value from the lowest to the highest, including those that do
/// not occur. The list is empty if it would be too long.
fn gap_filled_chances(distribution: &Distribution) -> Vec<(i64, f64)> {
    let known: FxHashMap<i64, f64> = value_chances(distribution).into_iter().collect();
    let (Some(&low), Some(&high)) = (known.keys().min(), known.keys().max()) else {
        return Vec::new();
    };
    if high.abs_diff(low) > 1000 {
        return Vec::new();
    }
    (low..=high)
        .map(|value| (value, known.get(&value).copied().unwrap_or(0.0)))
        .collect()
}

/// The smallest share of a stretch.
const MIN_STRETCH_SHARE: f64 = 0.15;
/// The largest share of the values between two stretches.
const MAX_GAP_SHARE: f64 = 0.02;
/// The smallest width of a gap, as a share of the usual range.
const MIN_GAP_WIDTH: f64 = 0.25;
/// The smallest width of a gap, as a number of values.
const MIN_GAP_VALUES: i64 = 4;
/// The share that is trimmed at each end of a stretch.
const TRIMMED_TAIL: f64 = 0.005;

/// A range of values without large gaps, with its share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The smallest value.
    pub low: i64,
    /// The largest value.
    pub high: i64,
    /// The share of the values in this range.
    pub share: f64,
}

/// Returns the stretches of a distribution, the lowest first. There are several if hardly any value
/// lies between them, so that the middle of the distribution is not typical.
pub fn stretches(distribution: &Distribution) -> Vec<Stretch> {
    let mut known = value_chances(distribution);
    known.sort_unstable_by_key(|entry| entry.0);
    let Some(unit) = known
        .windows(2)
        .map(|pair| pair[1].0.saturating_sub(pair[0].0))
        .min()
    else {
        return Vec::new();
    };
    let usual = match (distribution.quantile(5), distribution.quantile(95)) {
        (Some(low), Some(high)) => high.saturating_sub(low),
        _ => return Vec::new(),
    };
    let wide = ((usual as f64 * MIN_GAP_WIDTH) as i64).max(unit.saturating_mul(MIN_GAP_VALUES));
    split_at_gaps(&known, wide)
        .into_iter()
        .map(trim_tails)
        .collect()
}

/// Splits the values at the widest gap if it is wide enough, and then splits each part.
fn split_at_gaps(known: &[(i64, f64)], wide: i64) -> Vec<&[(i64, f64)]> {
    let sum = |part: &[(i64, f64)]| part.iter().map(|entry| entry.1).sum::<f64>();
    let (mut below, total) = (0.0, sum(known));
    let mut widest: Option<(i64, usize, usize)> = None;
    let (mut end, mut between) = (1, 0.0);
    for start in 0..known.len() {
        below += known[start].1;
        if end <= start + 1 {
            (end, between) = (start + 1, 0.0);
        } else {
            between -= known[start].1;
        }
        while end + 1 < known.len() && between + known[end].1 <= MAX_GAP_SHARE {
            between += known[end].1;
            end += 1;
        }
        let Some(&(high, _)) = known.get(end) else {
            break;
        };
        let room = high.saturating_sub(known[start].0);
        let is_fair = below >= MIN_STRETCH_SHARE && total - below - between >= MIN_STRETCH_SHARE;
        if is_fair && room >= wide && widest.is_none_or(|(widest, ..)| room > widest) {
            widest = Some((room, start, end));
        }
    }
    match widest {
        Some((_, start, end)) => [
            split_at_gaps(&known[..=start], wide),
            split_at_gaps(&known[end..], wide),
        ]
        .concat(),
        None => vec![known],
    }
}

/// Returns a part without its tails.
fn trim_tails(part: &[(i64, f64)]) -> Stretch {
    let tail = |values: &mut dyn Iterator<Item = f64>| {
        let mut sum = 0.0;
        values
            .take_while(|share| {
                (sum + share <= TRIMMED_TAIL)
                    .then(|| sum += share)
                    .is_some()
            })
            .count()
    };
    let first = tail(&mut part.iter().map(|entry| entry.1)).min(part.len() - 1);
    let last =
        part.len() - tail(&mut part.iter().rev().map(|entry| entry.1)).min(part.len() - 1 - first);
    let kept = &part[first..last];
    Stretch {
        low: kept[0].0,
        high: kept[kept.len() - 1].0,
        share: kept.iter().map(|entry| entry.1).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretches_of(shares: &[(i64, f64)]) -> Vec<(i64, i64)> {
        split_at_gaps(shares, 4)
            .into_iter()
            .map(trim_tails)
            .map(|stretch| (stretch.low, stretch.high))
            .collect()
    }

    #[test]
    fn values_split_at_empty_gaps() {
        let far = [
            (0, 0.2),
            (1, 0.3),
            (5, 0.01),
            (9, 0.3),
            (10, 0.186),
            (11, 0.004),
        ];
        assert_eq!(stretches_of(&far), [(0, 1), (9, 10)]);
        let near = [(0, 0.2), (1, 0.3), (2, 0.1), (3, 0.3), (4, 0.1)];
        assert_eq!(stretches_of(&near), [(0, 4)]);
        assert_eq!(
            stretches_of(&[(0, 0.95), (9, 0.05)]),
            [(0, 9)],
            "a rare value is a tail"
        );
        let three = [(0, 0.3), (9, 0.3), (10, 0.1), (20, 0.3)];
        assert_eq!(stretches_of(&three), [(0, 0), (9, 10), (20, 20)]);
    }
}
