//! The distribution of the largest or smallest count of a multinomial distribution: things that
//! fall into places with given weights.
//!
//! The counts are independent Poisson numbers, conditioned on their sum. For each value of the
//! extreme, the places are added one by one. For the places so far, the code keeps the chance of
//! each number of things in two cases. In the first case, no place has reached the value. In the
//! second, one has, and none has passed it. It adds only positive numbers, so that small chances
//! keep their relative precision.

/// The maximal number of multiplications, about two seconds on one core.
const MAX_WORK: usize = 4_000_000_000;
/// Values with a smaller chance are omitted.
const RAREST_VALUE: f64 = 1e-60;
/// Counts with a smaller chance are omitted: of one place, and of several places together.
const RAREST_COUNT: f64 = 1e-75;

/// The chances of consecutive numbers, from `first` on.
#[derive(Clone, Debug)]
struct Run {
    first: usize,
    chances: Vec<f64>,
}

impl Run {
    /// Returns the Poisson distribution with this mean: the count of one place.
    fn poisson(mean: f64) -> Run {
        if mean <= 0.0 {
            return Run {
                first: 0,
                chances: vec![1.0],
            };
        }
        let mode = mean.floor() as usize;
        // Both sequences start at the mode, and each chance follows from its neighbour.
        let faint = |chance: &f64| *chance > RAREST_COUNT;
        let up = std::iter::successors(Some((mode, 1.0)), |(k, chance)| {
            Some((k + 1, chance * mean / (k + 1) as f64))
        });
        let down = std::iter::successors(Some((mode, 1.0)), |(k, chance)| {
            Some((k.checked_sub(1)?, chance * *k as f64 / mean))
        });
        let down: Vec<f64> = down
            .map(|(_, chance)| chance)
            .take_while(faint)
            .skip(1)
            .collect();
        let up = up.map(|(_, chance)| chance).take_while(faint);
        let mut chances: Vec<f64> = down.iter().rev().copied().chain(up).collect();
        let total: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= total);
        Run {
            first: mode - down.len(),
            chances,
        }
    }

    /// Returns the chances of the numbers from `least` to `most`, both included.
    fn between(&self, least: usize, most: usize) -> Run {
        let first = least.max(self.first);
        let end = (most + 1).min(self.first + self.chances.len());
        let part = if first < end {
            &self.chances[first - self.first..end - self.first]
        } else {
            &[]
        };
        Run {
            first,
            chances: part.to_vec(),
        }
    }

    fn chance(&self, number: usize) -> f64 {
        number
            .checked_sub(self.first)
            .and_then(|index| self.chances.get(index))
            .copied()
            .unwrap_or(0.0)
    }

    /// Adds the chances of the sums of two independent numbers, up to `most`. Returns the number of
    /// multiplications.
    fn add_sums(&mut self, run: &Run, other: &Run, most: usize) -> usize {
        let (short, long) = if run.chances.len() < other.chances.len() {
            (run, other)
        } else {
            (other, run)
        };
        let first = run.first + other.first;
        if short.chances.is_empty() || first > most {
            return 0;
        }
        let end = (first + run.chances.len() + other.chances.len() - 1).min(most + 1);
        self.cover(first, end);
        for (index, &chance) in short.chances.iter().enumerate() {
            let from = first + index;
            let Some(room) = end.checked_sub(from) else {
                break;
            };
            let into = &mut self.chances[from - self.first..];
            into.iter_mut()
                .zip(&long.chances[..long.chances.len().min(room)])
                .for_each(|(sum, other_chance)| *sum += chance * other_chance);
        }
        short.chances.len() * long.chances.len()
    }

    /// Extends the range to the numbers from `first` to `end - 1`.
    fn cover(&mut self, first: usize, end: usize) {
        if self.chances.is_empty() {
            self.first = first;
        }
        if first < self.first {
            self.chances
                .splice(0..0, std::iter::repeat_n(0.0, self.first - first));
            self.first = first;
        }
        let len = self.chances.len().max(end - self.first);
        self.chances.resize(len, 0.0);
    }

    /// Removes chances at both ends that are negligible.
    fn trimmed(mut self) -> Run {
        let is_there = |chance: &f64| *chance > RAREST_COUNT;
        let end = self
            .chances
            .iter()
            .rposition(is_there)
            .map_or(0, |index| index + 1);
        self.chances.truncate(end);
        let before = self.chances.iter().position(is_there).unwrap_or(0);
        self.chances.drain(..before);
        self.first += before;
        self
    }

    fn empty() -> Run {
        Run {
            first: 0,
            chances: Vec::new(),
        }
    }

    fn certain_zero() -> Run {
        Run {
            first: 0,
            chances: vec![1.0],
        }
    }
}

/// Returns the distribution of the largest or smallest count if `n` things fall into places with
/// these weights. Returns `None` if this takes too much work. Values with a chance below 1e-60 are
/// omitted.
///
/// ```
/// use oddsmith_engine::chance::extremes;
///
/// // Two coins show the same side half of the time.
/// let distribution = extremes(2, &[1, 1], true).unwrap();
/// let expected = [(1, 0.5), (2, 0.5)];
/// let is_close = |(a, b): (&(u32, f64), (u32, f64))| a.0 == b.0 && (a.1 - b.1).abs() < 1e-15;
/// assert!(distribution.iter().zip(expected).all(is_close));
/// ```
pub fn extremes(n: u32, weights: &[u64], largest: bool) -> Option<Vec<(u32, f64)>> {
    let n = n as usize;
    let total_weight: f64 = weights.iter().map(|&weight| weight as f64).sum();
    let mut places: Vec<(u64, Run)> = Vec::new();
    let mut run_of_weight = |weight: u64| match places
        .iter()
        .find(|(known_weight, _)| *known_weight == weight)
    {
        Some((_, run)) => run.clone(),
        None => {
            let run = Run::poisson(n as f64 * weight as f64 / total_weight);
            places.push((weight, run.clone()));
            run
        }
    };
    let places: Vec<Run> = weights
        .iter()
        .map(|&weight| run_of_weight(weight))
        .collect();
    let mut work = 0;
    let mut whole = Run::certain_zero();
    for place in &places {
        let mut next = Run::empty();
        work += next.add_sums(&whole, place, n);
        whole = next.trimmed();
    }
    let whole = whole.chance(n);
    let mean = n / weights.len();
    let values: Box<dyn Iterator<Item = usize>> = if largest {
        Box::new(n.div_ceil(weights.len())..=n)
    } else {
        Box::new((0..=mean).rev())
    };
    let mut distribution: Vec<(u32, f64)> = Vec::new();
    for value in values {
        let chance = chance_of_value(&places, n, value, largest, &mut work)? / whole;
        if chance >= RAREST_VALUE {
            distribution.push((value as u32, chance));
        } else if !distribution.is_empty() {
            break;
        }
    }
    Some(distribution)
}

/// Returns the chance that the places hold `n` things and that the extreme is `value`.
fn chance_of_value(
    places: &[Run],
    n: usize,
    value: usize,
    largest: bool,
    work: &mut usize,
) -> Option<f64> {
    let (mut short_of_it, mut at_it) = (Run::certain_zero(), Run::empty());
    for place in places {
        let (least, most) = if largest { (0, value) } else { (value, n) };
        let up_to = place.between(least, most);
        let before = match (largest, value.checked_sub(1)) {
            (true, Some(most)) => place.between(0, most),
            (true, None) => Run::empty(),
            (false, _) => place.between(value + 1, n),
        };
        let just = place.between(value, value);
        let (mut next_at_it, mut next_short) = (Run::empty(), Run::empty());
        *work += next_at_it.add_sums(&at_it, &up_to, n);
        *work += next_at_it.add_sums(&short_of_it, &just, n);
        *work += next_short.add_sums(&short_of_it, &before, n);
        if *work > MAX_WORK {
            return None;
        }
        (short_of_it, at_it) = (next_short.trimmed(), next_at_it.trimmed());
    }
    Some(at_it.chance(n))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Enumerates the sequences of places into which the things fall.
    fn brute_force_distribution(n: u32, weights: &[u64], largest: bool) -> BTreeMap<u32, f64> {
        let total_weight: u64 = weights.iter().sum();
        let mut occupancies: BTreeMap<Vec<u32>, f64> =
            BTreeMap::from([(vec![0; weights.len()], 1.0)]);
        for _ in 0..n {
            let mut next = BTreeMap::new();
            for (counts, chance) in occupancies {
                for (index, &weight) in weights.iter().enumerate() {
                    let mut counts = counts.clone();
                    counts[index] += 1;
                    *next.entry(counts).or_insert(0.0) +=
                        chance * weight as f64 / total_weight as f64;
                }
            }
            occupancies = next;
        }
        let mut distribution = BTreeMap::new();
        for (counts, chance) in occupancies {
            let extreme = if largest {
                counts.iter().max()
            } else {
                counts.iter().min()
            };
            *distribution
                .entry(*extreme.expect("a place"))
                .or_insert(0.0) += chance;
        }
        distribution.retain(|_, chance| *chance > 0.0);
        distribution
    }

    #[test]
    fn extremes_match_brute_force() {
        for weights in [
            &[1, 1][..],
            &[1, 1, 1, 1],
            &[3, 1, 2],
            &[5, 0, 1],
            &[1; 6],
            &[7],
        ] {
            for n in [0, 1, 2, 5, 9] {
                for largest in [true, false] {
                    let distribution: BTreeMap<u32, f64> = extremes(n, weights, largest)
                        .expect("little work")
                        .into_iter()
                        .collect();
                    let counted = brute_force_distribution(n, weights, largest);
                    assert_eq!(
                        distribution.keys().collect::<Vec<_>>(),
                        counted.keys().collect::<Vec<_>>(),
                        "{n} {weights:?}"
                    );
                    for (value, chance) in &distribution {
                        let other = counted[value];
                        assert!(
                            (chance - other).abs() < 1e-13 * other,
                            "{n} {weights:?} {value}: {chance} {other}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn chances_of_many_things_sum_to_one() {
        for (n, places, largest) in [
            (1000, 6, true),
            (1000, 100, true),
            (1000, 6, false),
            (200, 50, false),
        ] {
            let distribution = extremes(n, &vec![1; places], largest).expect("not too much work");
            let total: f64 = distribution.iter().map(|(_, chance)| chance).sum();
            assert!((total - 1.0).abs() < 1e-11, "{n} {places}: {total}");
        }
    }
}
