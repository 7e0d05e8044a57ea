//! The hypergeometric distribution: the number of marked cards in a hand.

use crate::odds::Mass;
use crate::odds::residue::Residue;

/// Returns the probability that `k` of `drawn` cards are marked, for each k from 0 to the lesser of
/// `marked` and `drawn`. `marked` of the `total` cards are marked.
///
/// # Formula
/// P(k) = C(marked, k) C(total - marked, drawn - k) / C(total, drawn). The floats start at the mode
/// and go outwards by the ratio of neighbours, so that nothing overflows and only probabilities
/// below 1e-308 underflow. The residues are quotients of factorials.
pub fn masses(total: u32, marked: u32, drawn: u32) -> Vec<Mass> {
    let most = marked.min(drawn);
    let least = drawn.saturating_sub(total - marked);
    let choose = BinomialCoefficients::up_to(total);
    let hands = choose.coefficient(total, drawn).inverse();
    let residue = |k: u32| {
        if k >= least {
            choose
                .coefficient(marked, k)
                .times(choose.coefficient(total - marked, drawn - k))
                .times(hands)
        } else {
            Residue::ZERO
        }
    };
    floats(total, marked, drawn, least, most)
        .into_iter()
        .zip(0..)
        .map(|(p, k)| Mass::from_parts(p, residue(k)))
        .collect()
}

fn floats(total: u32, marked: u32, drawn: u32, least: u32, most: u32) -> Vec<f64> {
    let (n, m, d) = (f64::from(total), f64::from(marked), f64::from(drawn));
    // The ratio P(k) / P(k - 1).
    let step = |k: u32| {
        let k = f64::from(k);
        (m - k + 1.0) * (d - k + 1.0) / (k * (n - m - d + k))
    };
    let mode = (((m + 1.0) * (d + 1.0) / (n + 2.0)).floor() as u32).clamp(least, most) as usize;
    let mut shares = vec![0.0; most as usize + 1];
    shares[mode] = 1.0;
    (mode + 1..=most as usize).for_each(|k| shares[k] = shares[k - 1] * step(k as u32));
    (least as usize..mode)
        .rev()
        .for_each(|k| shares[k] = shares[k + 1] / step(k as u32 + 1));
    let sum: f64 = shares[..mode].iter().sum::<f64>() + shares[mode..].iter().rev().sum::<f64>();
    shares.iter().map(|share| share / sum).collect()
}

/// Binomial coefficients as residues.
struct BinomialCoefficients {
    factorials: Vec<Residue>,
    inverses: Vec<Residue>,
}

impl BinomialCoefficients {
    fn up_to(n: u32) -> BinomialCoefficients {
        let mut factorials = vec![Residue::ONE];
        let mut inverses = vec![Residue::ONE];
        for (i, &inverse) in Residue::inverses(n).iter().enumerate().skip(1) {
            factorials.push(factorials[i - 1].times(Residue::whole(i as u128)));
            inverses.push(inverses[i - 1].times(inverse));
        }
        BinomialCoefficients {
            factorials,
            inverses,
        }
    }

    fn coefficient(&self, n: u32, k: u32) -> Residue {
        self.factorials[n as usize]
            .times(self.inverses[k as usize])
            .times(self.inverses[(n - k) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the marked cards of every hand.
    fn brute_force_distribution(total: u32, marked: u32, drawn: u32) -> Vec<(u64, u64)> {
        let mut counts = vec![0u64; marked.min(drawn) as usize + 1];
        let hands = (0u32..1 << total).filter(|hand| hand.count_ones() == drawn);
        let mut hand_count = 0;
        for hand in hands {
            counts[(hand & ((1 << marked) - 1)).count_ones() as usize] += 1;
            hand_count += 1;
        }
        counts
            .into_iter()
            .map(|count| (count, hand_count))
            .collect()
    }

    #[test]
    fn hands_match_brute_force() {
        for (total, marked, drawn) in [
            (10, 4, 5),
            (12, 12, 3),
            (9, 0, 4),
            (8, 7, 6),
            (5, 2, 5),
            (6, 3, 0),
        ] {
            let expected = brute_force_distribution(total, marked, drawn);
            let distribution = masses(total, marked, drawn);
            assert_eq!(distribution.len(), expected.len());
            for (mass, (count, hand_count)) in distribution.iter().zip(expected) {
                let exact = Mass::ratio(count.into(), hand_count.into());
                assert_eq!(
                    mass.fraction(),
                    exact.fraction(),
                    "{drawn} of {total}, {marked} marked"
                );
                assert!((mass.float() - exact.float()).abs() < 1e-15);
            }
        }
    }
}
