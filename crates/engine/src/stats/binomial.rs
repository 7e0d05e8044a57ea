//! Tails of the binomial distribution, summed term by term so that small tails are accurate, too.

use statrs::function::factorial::ln_binomial;

/// Terms that are smaller than this, relative to the sum, are omitted.
const NEGLIGIBLE: f64 = 1e-17;

/// The number of `n` independent events that happen, where `p` is the probability of each and `q =
/// 1 - p`. Both are given, so that neither loses precision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binomial {
    pub(super) n: u64,
    pub(super) p: f64,
    pub(super) q: f64,
}

impl Binomial {
    /// Returns the distribution for `n` events with probability `p`.
    pub(super) fn new(n: u64, p: f64) -> Binomial {
        Binomial { n, p, q: 1.0 - p }
    }

    /// Returns the probability that `k` events happen.
    fn mass(self, k: u64) -> f64 {
        let power = |base: f64, times: u64| {
            if times == 0 {
                0.0
            } else {
                times as f64 * base.ln()
            }
        };
        (ln_binomial(self.n, k) + power(self.p, k) + power(self.q, self.n - k)).exp()
    }

    /// Returns the probability that `k` or more events happen.
    pub(super) fn at_least(self, k: u64) -> f64 {
        match k {
            0 => 1.0,
            _ if k > self.n || self.p <= 0.0 => 0.0,
            _ if k as f64 <= self.n as f64 * self.p => {
                (1.0 - self.complement().at_least(self.n - k + 1)).max(0.0)
            }
            _ => self.mass(k) * self.upper_terms(k),
        }
    }

    /// Returns the probability that fewer than `k` events happen, plus half of the probability of
    /// `k` (the mid-p of Lancaster 1961), and the complement. The smaller of the two is fully
    /// accurate.
    pub(super) fn mid_p_tails(self, k: u64) -> (f64, f64) {
        let half = self.mass(k) / 2.0;
        if k as f64 > self.n as f64 * self.p {
            let above = (self.at_least(k) - half).max(0.0);
            return (1.0 - above, above);
        }
        let below = (self.complement().at_least(self.n - k) - half).max(0.0);
        (below, 1.0 - below)
    }

    /// Returns the distribution of the number of events that do not happen.
    pub(super) fn complement(self) -> Binomial {
        Binomial {
            p: self.q,
            q: self.p,
            ..self
        }
    }

    /// Returns the sum of the masses from `k` on, relative to the first.
    fn upper_terms(self, k: u64) -> f64 {
        let odds = self.p / self.q;
        let (mut term, mut sum) = (1.0, 1.0);
        for i in k..self.n {
            term *= (self.n - i) as f64 / (i + 1) as f64 * odds;
            sum += term;
            if term < NEGLIGIBLE * sum {
                break;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test compares with R: pbinom(k - 1, n, p, lower.tail = FALSE).
    #[test]
    fn tails_match_reference_values() {
        assert!((Binomial::new(10, 0.5).at_least(8) - 56.0 / 1024.0).abs() < 1e-14);
        assert!((Binomial::new(10, 0.5).at_least(3) - 968.0 / 1024.0).abs() < 1e-14);
        assert!((Binomial::new(3, 1.0 / 6.0).at_least(3) * 216.0 - 1.0).abs() < 1e-12);
        assert_eq!(
            (
                Binomial::new(5, 0.0).at_least(1),
                Binomial::new(5, 0.3).at_least(0),
                Binomial::new(5, 0.3).at_least(6)
            ),
            (0.0, 1.0, 0.0)
        );
    }

    #[test]
    fn mid_p_tails_add_up_to_one() {
        for (n, p, k) in [
            (10, 0.5, 5),
            (200_000_000, 0.5, 100_007_000),
            (1000, 1e-5, 3),
            (7, 0.9, 0),
        ] {
            let (below, above) = Binomial::new(n, p).mid_p_tails(k);
            assert!((below + above - 1.0).abs() < 1e-12, "{below} {above}");
        }
        // The normal approximation is close enough: 7000 are 0.99 standard deviations.
        let (_, above) = Binomial::new(200_000_000, 0.5).mid_p_tails(100_007_000);
        assert!((above - 0.161_09).abs() < 1e-4, "{above}");
    }
}
