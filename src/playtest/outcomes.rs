//! The test of a category: how probable is a count of its outcomes that is at most as probable as
//! the observed one?
//!
//! This is the exact multinomial test (Freeman and Halton 1951 order tables the same way). If there
//! are too many possible counts, it draws some of them: with `B` draws, of which `b` are at most as
//! probable as the observed one, p is `(b + 1) / (B + 1)`, which is a valid p-value by itself
//! (Barnard 1963; Davison and Hinkley 1997).

use oddsmith_engine::simulate::{Purpose, Random, Stream};

use crate::report::playtest::TestMethod;

/// The most counts that are enumerated.
const MAX_COUNTS: f64 = 300_000.0;
/// The number of draws otherwise.
pub(super) const DRAWS: u64 = 9_999;
/// The tolerance for equal logarithms of probabilities.
const TOLERANCE: f64 = 1e-9;

/// The outcomes of trials with the same odds: their probabilities, and how often each occurred.
#[derive(Clone, Debug)]
pub(super) struct OutcomeCounts {
    pub(super) chances: Vec<f64>,
    pub(super) counts: Vec<u64>,
}

impl OutcomeCounts {
    fn trials(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of possible counts.
    fn possible_counts(&self) -> f64 {
        let outcomes = self.chances.iter().filter(|&&chance| chance > 0.0).count();
        let trials = self.trials() as f64;
        (1..outcomes).fold(1.0, |product, i| product * (trials + i as f64) / i as f64)
    }
}

/// Logarithms of factorials.
struct LogFactorials(Vec<f64>);

impl LogFactorials {
    fn up_to(most: u64) -> LogFactorials {
        let mut table = vec![0.0];
        for n in 1..=most {
            table.push(table[n as usize - 1] + (n as f64).ln());
        }
        LogFactorials(table)
    }

    /// Returns the logarithm of the probability of counts. Impossible counts have minus infinity.
    fn log_probability(&self, chances: &[f64], counts: &[u64]) -> f64 {
        let trials: u64 = counts.iter().sum();
        let terms = chances.iter().zip(counts).filter(|(_, count)| **count > 0);
        terms.fold(self.0[trials as usize], |sum, (chance, &count)| {
            sum + count as f64 * chance.ln() - self.0[count as usize]
        })
    }
}

/// Returns the p-value of observed outcomes, for one or more groups of trials with different odds.
pub(super) fn test_outcomes(groups: &[OutcomeCounts], seed: u64) -> (f64, TestMethod) {
    let most = groups.iter().map(OutcomeCounts::trials).max().unwrap_or(0);
    let table = LogFactorials::up_to(most);
    let log_probability =
        |group: &OutcomeCounts| table.log_probability(&group.chances, &group.counts);
    let observed: f64 = groups.iter().map(log_probability).sum();
    match groups {
        [group] if group.possible_counts() <= MAX_COUNTS => {
            (enumerate(group, observed, &table), TestMethod::Exact)
        }
        _ => (
            draw(groups, observed, &table, seed),
            TestMethod::Sampled(DRAWS),
        ),
    }
}

/// Returns the probability of all counts that are at most as probable as the observed ones.
fn enumerate(group: &OutcomeCounts, observed: f64, table: &LogFactorials) -> f64 {
    let chances: Vec<f64> = group
        .chances
        .iter()
        .copied()
        .filter(|&chance| chance > 0.0)
        .collect();
    if observed == f64::NEG_INFINITY || chances.is_empty() {
        return 0.0;
    }
    let mut total = 0.0;
    let trials = group.trials();
    let mut visit = |log: f64| {
        if log <= observed + TOLERANCE {
            total += log.exp();
        }
    };
    add_counts(
        &chances,
        trials,
        table.0[trials as usize],
        table,
        &mut visit,
    );
    // All counts together are certain, whatever the rounding.
    if total > 1.0 - TOLERANCE { 1.0 } else { total }
}

/// Visits every way to split the rest of the trials among the rest of the outcomes.
fn add_counts(
    chances: &[f64],
    rest: u64,
    log: f64,
    table: &LogFactorials,
    visit: &mut impl FnMut(f64),
) {
    let term = |chance: f64, count: u64| {
        if count == 0 {
            0.0
        } else {
            count as f64 * chance.ln() - table.0[count as usize]
        }
    };
    match chances {
        [] => {}
        [last] => visit(log + term(*last, rest)),
        [first, others @ ..] => {
            for count in 0..=rest {
                add_counts(
                    others,
                    rest - count,
                    log + term(*first, count),
                    table,
                    visit,
                );
            }
        }
    }
}

/// Returns the p-value from random counts.
fn draw(groups: &[OutcomeCounts], observed: f64, table: &LogFactorials, seed: u64) -> f64 {
    let mut random = random_numbers(seed);
    let mut as_rare = 0;
    let mut counts = Vec::new();
    for _ in 0..DRAWS {
        let mut log = 0.0;
        for group in groups {
            random.count_outcomes(&group.chances, group.trials(), &mut counts);
            log += table.log_probability(&group.chances, &counts);
        }
        as_rare += u64::from(log <= observed + TOLERANCE);
    }
    (as_rare + 1) as f64 / (DRAWS + 1) as f64
}

/// Returns the p-value of a sum of scores from random counts: the share of sums that are at least
/// as far from the expected one. It is for sums whose exact distribution is too large.
pub(super) fn draw_sums(groups: &[OutcomeCounts], scores: &[i64], seed: u64) -> (f64, TestMethod) {
    let sum = |counts: &[u64]| -> f64 {
        let terms = scores.iter().zip(counts);
        terms
            .map(|(&score, &count)| score as f64 * count as f64)
            .sum()
    };
    let mean = |group: &OutcomeCounts| {
        let terms = scores.iter().zip(&group.chances);
        terms
            .map(|(&score, chance)| score as f64 * chance)
            .sum::<f64>()
            * group.trials() as f64
    };
    let expected: f64 = groups.iter().map(mean).sum();
    let observed: f64 = groups.iter().map(|group| sum(&group.counts)).sum();
    let least = (observed - expected).abs() * (1.0 - TOLERANCE);
    let mut random = random_numbers(seed);
    let (mut as_far, mut counts) = (0, Vec::new());
    for _ in 0..DRAWS {
        let mut drawn = 0.0;
        for group in groups {
            random.count_outcomes(&group.chances, group.trials(), &mut counts);
            drawn += sum(&counts);
        }
        as_far += u64::from((drawn - expected).abs() >= least);
    }
    (
        (as_far + 1) as f64 / (DRAWS + 1) as f64,
        TestMethod::Sampled(DRAWS),
    )
}

/// Returns the random numbers of the counts that observed ones are compared with.
fn random_numbers(seed: u64) -> Random {
    let purpose = Purpose::Compared;
    Stream {
        seed,
        case: 0,
        purpose,
    }
    .random_numbers()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(chances: &[f64], counts: &[u64]) -> OutcomeCounts {
        OutcomeCounts {
            chances: chances.to_vec(),
            counts: counts.to_vec(),
        }
    }

    /// Returns the p-value by following every sequence of outcomes, independently of the code
    /// above.
    fn by_sequences(group: &OutcomeCounts) -> f64 {
        let (outcomes, trials) = (group.chances.len(), group.trials() as u32);
        let mut by_counts = std::collections::BTreeMap::<Vec<u64>, f64>::new();
        for sequence in 0..outcomes.pow(trials) {
            let (mut counts, mut mass, mut rest) = (vec![0; outcomes], 1.0, sequence);
            for _ in 0..trials {
                counts[rest % outcomes] += 1;
                mass *= group.chances[rest % outcomes];
                rest /= outcomes;
            }
            *by_counts.entry(counts).or_insert(0.0) += mass;
        }
        let observed = by_counts[&group.counts];
        let as_rare = by_counts
            .values()
            .filter(|&&mass| mass <= observed * (1.0 + 1e-9));
        as_rare.sum()
    }

    #[test]
    fn exact_p_values_agree_with_all_sequences() {
        for (chances, counts) in [
            (&[0.5, 0.3, 0.2][..], &[1u64, 2, 4][..]),
            (&[0.25, 0.5, 0.25], &[3, 2, 0]),
            (&[0.1, 0.2, 0.3, 0.4], &[2, 2, 1, 1]),
            (&[0.9, 0.1], &[4, 4]),
        ] {
            let group = group(chances, counts);
            let (p, method) = test_outcomes(std::slice::from_ref(&group), 1);
            assert_eq!(method, TestMethod::Exact);
            assert!((p - by_sequences(&group)).abs() < 1e-12, "{counts:?}: {p}");
        }
    }

    #[test]
    fn known_values_of_the_binomial_test() {
        // The example of binom.test in R, binom.test(682, 925, p = 0.75), and 2 heads of 10.
        for (chance, heads, flips, wanted) in [(0.5, 2, 10, 0.109_375), (0.75, 682, 925, 0.382_5)] {
            let group = group(&[chance, 1.0 - chance], &[heads, flips - heads]);
            let (p, _) = test_outcomes(&[group], 1);
            assert!((p - wanted).abs() < 5e-5, "{p}");
        }
    }

    #[test]
    fn draws_agree_with_the_exact_value() {
        let group = group(&[0.5, 0.3, 0.2], &[6, 9, 8]);
        let (exact, _) = test_outcomes(std::slice::from_ref(&group), 1);
        let table = LogFactorials::up_to(23);
        let observed = table.log_probability(&group.chances, &group.counts);
        let drawn = draw(&[group], observed, &table, 7);
        let error = (exact * (1.0 - exact) / DRAWS as f64).sqrt();
        assert!((drawn - exact).abs() < 4.0 * error, "{drawn} and {exact}");
    }

    #[test]
    fn drawn_sums_agree_with_the_exact_sum() {
        let group = group(&[0.5, 0.3, 0.2], &[6, 9, 8]);
        let scores = [1, 2, 1000];
        let weights = [(1, 0.5), (2, 0.3), (1000, 0.2)];
        let exact = crate::sums::SumDistribution::of(&[(&weights, 23)]).expect("a sum");
        let exact = exact.as_far(6 + 18 + 8000);
        let (drawn, _) = draw_sums(&[group], &scores, 5);
        let error = (exact * (1.0 - exact) / DRAWS as f64).sqrt();
        assert!((drawn - exact).abs() < 4.0 * error, "{drawn} and {exact}");
    }

    #[test]
    fn two_groups_are_sampled_and_impossible_outcomes_have_the_smallest_p() {
        let two = [group(&[0.5, 0.5], &[5, 5]), group(&[0.1, 0.9], &[1, 9])];
        let (p, method) = test_outcomes(&two, 3);
        assert_eq!(method, TestMethod::Sampled(DRAWS));
        assert!(p > 0.9, "{p}");
        assert_eq!(test_outcomes(&two, 3).0, p, "the seed decides");
        let impossible = group(&[1.0, 0.0], &[9, 1]);
        assert_eq!(test_outcomes(&[impossible], 1).0, 0.0);
    }
}
