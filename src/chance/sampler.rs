//! The reader that answers with random numbers: xoshiro256++.

use rand::{Rng, SeedableRng};
use rand_distr::{Binomial, Distribution};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Chance;
use super::dice::Die;
use super::probability::Probability;
use super::weights::Weights;

/// A stream of random answers.
#[derive(Clone, Debug)]
pub struct Sampler {
    random: Xoshiro256PlusPlus,
}

impl Sampler {
    /// The stream of one batch: the same for the same seed, case, part and batch on every machine
    /// and under any number of threads, and unrelated to every other.
    pub fn stream(seed: u64, case: u64, part: u64, batch: u64) -> Sampler {
        let mut state = [0u8; 32];
        let mut word = 0u64;
        for (chunk, key) in state.chunks_exact_mut(8).zip([seed, case, part, batch]) {
            word = scramble(word ^ key);
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        // The last word depends on all four keys, the first on the seed alone: spread the last back.
        for chunk in state.chunks_exact_mut(8).take(3) {
            word = scramble(word ^ u64::from_le_bytes(chunk.try_into().expect("eight bytes")));
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        Sampler { random: Xoshiro256PlusPlus::from_seed(state) }
    }

    /// A seed that nobody chose, short enough to be typed again.
    pub fn fresh_seed() -> u64 {
        use std::hash::{BuildHasher, Hasher};
        // The standard library keys its hash maps from the system's own source of randomness.
        std::collections::hash_map::RandomState::new().build_hasher().finish() >> 32
    }

    /// 64 uniform random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.random.next_u64()
    }

    /// How many of `n` independent events happen, for a probability that is a float.
    #[inline]
    pub fn binomial_count(&mut self, n: u64, p: f64) -> u64 {
        match Binomial::new(n, p.clamp(0.0, 1.0)) {
            Ok(law) => law.sample(&mut self.random),
            // Only a probability that is not a number is refused; none reaches this place.
            Err(_) => 0,
        }
    }

    /// A uniform number below `n`, without bias (Lemire 2019: multiply, reject the short remainder).
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        let n = u64::from(n);
        let mut product = (self.word() >> 32) * n;
        if (product as u32 as u64) < n {
            let reject = (1u64 << 32) % n;
            while (product as u32 as u64) < reject {
                product = (self.word() >> 32) * n;
            }
        }
        (product >> 32) as u32
    }
}

/// The finaliser of splitmix64 after its increment: every bit of the key reaches every bit.
fn scramble(key: u64) -> u64 {
    let mut z = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Chance for Sampler {
    #[inline]
    fn pick(&mut self, weights: &Weights) -> usize {
        weights.table().index(self.random.next_u64())
    }

    #[inline]
    fn happens(&mut self, p: Probability) -> bool {
        let (numerator, denominator) = p.fraction();
        if numerator == denominator {
            return true;
        }
        // p in units of 2^-64, rounded down: off by less than 1e-19.
        let threshold = ((u128::from(numerator) << 64) / u128::from(denominator)) as u64;
        self.word() < threshold
    }

    #[inline]
    fn roll(&mut self, die: Die) -> u32 {
        self.below(die.sides()) + 1
    }

    #[inline]
    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        self.binomial_count(n.into(), p.value()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_each_key_and_by_nothing_else() {
        let word = |a, b, c, d| Sampler::stream(a, b, c, d).word();
        let first = word(1, 2, 3, 4);
        assert_eq!(first, word(1, 2, 3, 4));
        for other in [word(2, 2, 3, 4), word(1, 3, 3, 4), word(1, 2, 4, 4), word(1, 2, 3, 5), word(2, 1, 3, 4)] {
            assert_ne!(first, other);
        }
    }

    /// Pinned: a change of stream changes everybody's numbers and needs a line in the changelog.
    #[test]
    fn the_first_words_of_seed_one_are_pinned() {
        let mut sampler = Sampler::stream(1, 1, 0, 0);
        let words = [sampler.word(), sampler.word()];
        assert_eq!(words, PINNED);
    }
    const PINNED: [u64; 2] = [4_718_995_387_940_363_900, 14_397_647_659_916_240_042];

    #[test]
    fn a_die_of_twenty_shows_every_face_alike() {
        let mut sampler = Sampler::stream(7, 0, 0, 0);
        let mut counts = [0u32; 20];
        for _ in 0..200_000 {
            counts[sampler.roll(Die::new(20)) as usize - 1] += 1;
        }
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 43.8, "chi-squared of 19 degrees at 0.001: {chi}");
    }

    #[test]
    fn what_never_happens_never_does() {
        let mut sampler = Sampler::stream(7, 0, 0, 0);
        assert!((0..10_000).all(|_| !sampler.happens(Probability::ZERO) && sampler.happens(Probability::ONE)));
    }
}
