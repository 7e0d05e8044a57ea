//! The binomial distribution: the number of independent events that happen.

use super::Probability;
use crate::odds::Mass;
use crate::odds::residue::Residue;

/// The simulator draws up to this many events one by one. For more events it uses a published
/// sampler.
pub(crate) const MAX_FLIPS: u32 = 64;

/// Returns the probability of each count from 0 to `n` of independent events with probability `p`.
///
/// # Formula
/// P(k) = C(n, k) p^k (1 - p)^(n - k). Both the floats and the residues use the ratio
/// `P(k) / P(k - 1) = (n - k + 1) / k · p / (1 - p)`. The floats start at the mode and go outwards,
/// so that only probabilities below 1e-308 underflow. The residues start at k = 0.
pub fn masses(n: u32, p: Probability) -> Vec<Mass> {
    if p == Probability::ZERO || p == Probability::ONE {
        let certain = if p == Probability::ZERO { 0 } else { n };
        return (0..=n)
            .map(|k| if k == certain { Mass::ONE } else { Mass::ZERO })
            .collect();
    }
    floats(n, p.value())
        .into_iter()
        .zip(residues(n, p, n))
        .map(|(value, residue)| Mass::from_parts(value, residue))
        .collect()
}

/// Returns the probability of each count below `most` of independent events with probability `p`,
/// and at last that of `most` or more. If `most` is above `n`, this is [`masses`].
pub fn masses_up_to(n: u32, p: Probability, most: u32) -> Vec<Mass> {
    if most > n || p == Probability::ZERO || p == Probability::ONE {
        let mut masses = masses(n, p);
        let rest: Mass = masses.iter().skip(most as usize).copied().sum();
        if most <= n {
            masses.truncate(most as usize);
            masses.push(rest);
        }
        return masses;
    }
    let floats = floats(n, p.value());
    let (below, above) = floats.split_at(most as usize);
    let residues = match most {
        0 => Vec::new(),
        _ => residues(n, p, most - 1),
    };
    let rest = residues
        .iter()
        .fold(Residue::ONE, |rest, &each| rest.minus(each));
    below
        .iter()
        .copied()
        .chain([above.iter().sum()])
        .zip(residues.into_iter().chain([rest]))
        .map(|(value, residue)| Mass::from_parts(value, residue))
        .collect()
}

/// Returns the residues of the probabilities of 0 to `most` events.
fn residues(n: u32, p: Probability, most: u32) -> Vec<Residue> {
    let (happens, denominator) = p.fraction();
    let odds = Residue::ratio(happens.into(), (denominator - happens).into());
    let never = Residue::ratio((denominator - happens).into(), denominator.into());
    let inverses = Residue::inverses(most);
    let mut residues = vec![never.power(n)];
    for k in 1..=most {
        let choices = Residue::whole(u128::from(n - k + 1)).times(inverses[k as usize]);
        residues.push(residues[k as usize - 1].times(choices).times(odds));
    }
    residues
}

fn floats(n: u32, p: f64) -> Vec<f64> {
    let odds = p / (1.0 - p);
    let mode = ((f64::from(n) + 1.0) * p).floor().min(f64::from(n)) as usize;
    let mut shares = vec![0.0; n as usize + 1];
    shares[mode] = 1.0;
    for k in mode + 1..shares.len() {
        shares[k] = shares[k - 1] * odds * (n as usize - k + 1) as f64 / k as f64;
    }
    for k in (0..mode).rev() {
        shares[k] = shares[k + 1] / odds * (k + 1) as f64 / (n as usize - k) as f64;
    }
    let total: f64 = shares[..mode].iter().sum::<f64>() + shares[mode..].iter().rev().sum::<f64>();
    shares.iter().map(|share| share / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probability(text: &str) -> Probability {
        Probability::parse(text).unwrap()
    }

    #[test]
    fn four_coins_have_exact_fractions() {
        let fractions: Vec<_> = masses(4, probability("0.5"))
            .iter()
            .map(|mass| mass.fraction().unwrap())
            .collect();
        assert_eq!(fractions, [(1, 16), (1, 4), (3, 8), (1, 4), (1, 16)]);
    }

    #[test]
    fn floats_and_residues_agree() {
        for (n, chance) in [(1, "0.15"), (7, "0.3"), (12, "0.05"), (3, "0.999")] {
            for (k, mass) in masses(n, probability(chance)).iter().enumerate() {
                let (a, b) = mass
                    .fraction()
                    .unwrap_or_else(|| panic!("{k} of {n} at {chance}"));
                assert!((a as f64 / b as f64 - mass.float()).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn thousand_events_sum_to_one_with_expected_mean() {
        let distribution = masses(1000, probability("0.15"));
        let total: f64 = distribution.iter().map(|mass| mass.float()).sum();
        let mean: f64 = distribution
            .iter()
            .enumerate()
            .map(|(k, mass)| k as f64 * mass.float())
            .sum();
        assert!((total - 1.0).abs() < 1e-13, "{total}");
        assert!((mean - 150.0).abs() < 1e-10, "{mean}");
        assert_eq!(
            distribution.iter().copied().sum::<Mass>().fraction(),
            Some((1, 1))
        );
    }

    #[test]
    fn counts_from_a_maximum_are_one_entry() {
        for (n, p, most) in [(20, "0.3", 4), (5, "0.5", 0), (5, "0.5", 5), (5, "0.5", 9)] {
            for p in [p, "0", "1"].map(probability) {
                let (all, merged) = (masses(n, p), masses_up_to(n, p, most));
                let last = (most.min(n)) as usize;
                assert_eq!(merged.len(), last + 1);
                assert_eq!(merged[..last], all[..last]);
                let rest: Mass = all[last..].iter().copied().sum();
                assert_eq!(merged[last].fraction(), rest.fraction());
                assert!((merged[last].float() - rest.float()).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn certain_events_have_one_outcome() {
        assert_eq!(masses(3, Probability::ONE)[3], Mass::ONE);
        assert_eq!(masses(3, Probability::ONE)[0], Mass::ZERO);
        assert_eq!(masses(0, probability("0.5")), [Mass::ONE]);
    }
}
