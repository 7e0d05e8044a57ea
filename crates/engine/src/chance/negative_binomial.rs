//! The negative binomial distribution: the number of events before a number of failures.

use super::Probability;
use crate::odds::Mass;
use crate::odds::residue::Residue;

/// Returns the probability of each number of events before the `n`-th failure, if each attempt is
/// an event with probability `p`. Large numbers of events that together have less than `negligible`
/// are left out. Also returns what they have together.
///
/// # Formula
/// P(k) = C(n + k - 1, k) p^k (1 - p)^n. Both the floats and the residues use the ratio
/// `P(k) / P(k - 1) = (n + k - 1) / k · p`. The floats start at the mode and go outwards, so that
/// small probabilities stay accurate. The residues start at k = 0.
///
/// # Panics
/// Panics if the probability is 1.
pub fn masses(n: u32, p: Probability, negligible: f64) -> (Vec<Mass>, f64) {
    assert!(p != Probability::ONE, "failures are possible");
    let (floats, rest) = floats(n, p.value(), negligible);
    let residues = residues(n, p, floats.len() as u32 - 1);
    let masses = floats
        .into_iter()
        .zip(residues)
        .map(|(value, residue)| Mass::from_parts(value, residue));
    (masses.collect(), rest)
}

/// Returns the residues of the probabilities of 0 to `most` events.
fn residues(n: u32, p: Probability, most: u32) -> Vec<Residue> {
    let (event, denominator) = p.fraction();
    let chance = Residue::ratio(event.into(), denominator.into());
    let failure = Residue::ratio((denominator - event).into(), denominator.into());
    let inverses = Residue::inverses(most);
    let mut residues = vec![failure.power(n)];
    for k in 1..=most {
        let choices = Residue::whole(u128::from(n) + u128::from(k) - 1).times(inverses[k as usize]);
        residues.push(residues[k as usize - 1].times(choices).times(chance));
    }
    residues
}

fn floats(n: u32, p: f64, negligible: f64) -> (Vec<f64>, f64) {
    let n = f64::from(n);
    let ratio = |k: usize| (n + k as f64 - 1.0) / k as f64 * p;
    let mode = ((n - 1.0).max(0.0) * p / (1.0 - p)).floor() as usize;
    let mut shares = vec![0.0; mode + 1];
    shares[mode] = 1.0;
    for k in (0..mode).rev() {
        shares[k] = shares[k + 1] / ratio(k + 1);
    }
    // Each further share is smaller than the one before by a factor that shrinks.
    let rest = loop {
        let next = ratio(shares.len());
        let rest = shares[shares.len() - 1] * next / (1.0 - next);
        if next < 1.0 && rest <= negligible {
            break rest;
        }
        shares.push(shares[shares.len() - 1] * next);
    };
    let total: f64 = shares[..mode].iter().sum::<f64>() + shares[mode..].iter().rev().sum::<f64>();
    (
        shares.iter().map(|share| share / total).collect(),
        rest / total,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: u64, denominator: u64) -> Probability {
        Probability::ratio(numerator, denominator).unwrap()
    }

    #[test]
    fn explosions_of_two_d6_have_exact_fractions() {
        let (masses, _) = masses(2, ratio(1, 6), 1e-60);
        let fractions: Vec<_> = masses[..3]
            .iter()
            .map(|mass| mass.fraction().unwrap())
            .collect();
        assert_eq!(fractions, [(25, 36), (25, 108), (25, 432)]);
    }

    #[test]
    fn sums_of_single_failures_are_the_same() {
        for (n, p) in [(1, ratio(1, 2)), (5, ratio(1, 6)), (40, ratio(3, 10))] {
            let (single, _) = masses(1, p, 1e-60);
            let mut sum = vec![1.0];
            for _ in 0..n {
                let mut next = vec![0.0; sum.len() + single.len()];
                for (k, share) in sum.iter().enumerate() {
                    for (more, mass) in single.iter().enumerate() {
                        next[k + more] += share * mass.float();
                    }
                }
                sum = next;
            }
            let masses = masses(n, p, 1e-60).0;
            for (k, mass) in masses.iter().take(single.len()).enumerate() {
                assert!((mass.float() / sum[k] - 1.0).abs() < 1e-12, "{k} of {n}");
            }
        }
    }

    #[test]
    fn many_failures_do_not_underflow() {
        let p = ratio(1, 2);
        let (masses, rest) = masses(10_000, p, 1e-60);
        let floats = || masses.iter().map(|mass| mass.float()).enumerate();
        let total: f64 = floats().map(|(_, share)| share).sum();
        let mean: f64 = floats().map(|(k, share)| k as f64 * share).sum();
        assert!(
            (total - 1.0).abs() < 1e-12 && rest < 1e-60,
            "{total} {rest}"
        );
        assert!((mean / 10_000.0 - 1.0).abs() < 1e-12, "{mean}");
    }

    #[test]
    fn without_failures_there_are_no_events() {
        let (masses, rest) = masses(0, ratio(1, 6), 1e-60);
        assert_eq!((masses, rest), (vec![Mass::ONE], 0.0));
        let (masses, rest) = super::masses(3, Probability::ZERO, 1e-60);
        assert_eq!((masses, rest), (vec![Mass::ONE], 0.0));
    }
}
