//! Random numbers: xoshiro256++ with a stream for each batch, and unbiased uniform integers.

use rand::{Rng, SeedableRng};
use rand_distr::{Binomial, Distribution};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers, the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

/// The maximal number of outcomes of the dice that come from one word, so that words are rarely
/// rejected.
const MAX_PRODUCT: u64 = 1 << 40;

impl Random {
    /// Returns the stream with these keys. It is the same on every machine, and independent of
    /// streams with other keys.
    pub(super) fn stream(keys: [u64; 4]) -> Random {
        let mut state = [0u8; 32];
        let mut word = 0u64;
        for (chunk, key) in state.chunks_exact_mut(8).zip(keys) {
            word = scramble(word ^ key);
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        // The last word depends on all four keys, but the first on only one. So the last word is
        // mixed into the others.
        for chunk in state.chunks_exact_mut(8).take(3) {
            word = scramble(word ^ u64::from_le_bytes(chunk.try_into().expect("eight bytes")));
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        Random(Xoshiro256PlusPlus::from_seed(state))
    }

    /// Returns 64 uniform random bits.
    #[inline]
    pub(super) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a uniform integer below `n`, or 0 if `n` is 0. The method multiplies and rejects the
    /// short remainder (Lemire 2019).
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.word()) * u128::from(n);
        if (product as u64) < n {
            let refused = n.wrapping_neg() % n;
            while (product as u64) < refused {
                product = u128::from(self.word()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// Rolls `faces.len()` dice, several with one word: each die uses the remainder of the
    /// multiplication before it (Brackett-Rozinsky and Lemire 2024).
    #[inline]
    pub(super) fn roll(&mut self, sides: u32, faces: &mut [u32]) {
        let sides = u64::from(sides);
        for faces in faces.chunks_mut(dice_per_word(sides)) {
            loop {
                let mut rest = self.word();
                for face in faces.iter_mut() {
                    let wide = u128::from(rest) * u128::from(sides);
                    *face = (wide >> 64) as u32 + 1;
                    rest = wide as u64;
                }
                if is_fair(rest, sides, || sides.pow(faces.len() as u32)) {
                    break;
                }
            }
        }
    }

    /// Rolls `n` dice with one word, at most `MAX`. The other faces are 0. It does not branch on
    /// `n`, which may be random.
    #[inline]
    pub(super) fn roll_few<const MAX: usize>(&mut self, sides: u32, n: u32) -> [u32; MAX] {
        let sides = u64::from(sides);
        loop {
            let mut rest = self.word();
            let faces: [u32; MAX] = std::array::from_fn(|i| {
                let wide = u128::from(rest) * u128::from(sides);
                rest = wide as u64;
                if (i as u32) < n {
                    (wide >> 64) as u32 + 1
                } else {
                    0
                }
            });
            if is_fair(rest, sides, || sides.pow(MAX as u32)) {
                return faces;
            }
        }
    }

    /// Flips `n` coins with the probability `marked / sides`, several with one word. Returns how
    /// many show the marked side.
    #[inline]
    pub(super) fn flip_coins(&mut self, n: u32, marked: u64, sides: u64) -> u32 {
        let most = dice_per_word(sides) as u32;
        let (mut left, mut sum) = (n, 0);
        while left > 0 {
            let some = left.min(most);
            let mut hits = 0;
            let mut rest = self.word();
            for _ in 0..some {
                let wide = u128::from(rest) * u128::from(sides);
                hits += u32::from(((wide >> 64) as u64) < marked);
                rest = wide as u64;
            }
            if is_fair(rest, sides, || sides.pow(some)) {
                sum += hits;
                left -= some;
            }
        }
        sum
    }

    /// Deals `drawn` of `total` cards one by one, several with one word. Returns how many are among
    /// the `marked` ones.
    #[inline]
    pub(super) fn deal_cards(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        let most = dice_per_word(total.into()) as u32;
        let (mut left, mut dealt) = (marked, 0);
        while dealt < drawn {
            let some = (drawn - dealt).min(most);
            let mut now = left;
            let mut rest = self.word();
            let totals = (total - dealt - some + 1..=total - dealt)
                .map(u64::from)
                .rev();
            for total in totals.clone() {
                let wide = u128::from(rest) * u128::from(total);
                now -= u32::from(((wide >> 64) as u64) < now.into());
                rest = wide as u64;
            }
            if is_fair(rest, total.into(), || totals.product()) {
                left = now;
                dealt += some;
            }
        }
        marked - left
    }

    /// Samples a value from a distribution.
    pub(super) fn sample<T>(&mut self, distribution: &impl Distribution<T>) -> T {
        distribution.sample(&mut self.0)
    }

    /// Returns how many of `n` independent events of probability `p` happen, with the sampler of
    /// Kachitvichyanukul and Schmeiser (1988).
    #[inline]
    pub(super) fn binomial(&mut self, n: u64, p: f64) -> u64 {
        match Binomial::new(n, p.clamp(0.0, 1.0)) {
            Ok(distribution) => distribution.sample(&mut self.0),
            // Only NaN is rejected, and no probability is NaN.
            Err(_) => 0,
        }
    }

    /// Draws how often each outcome occurs in this number of trials. The probabilities sum to 1.
    ///
    /// ```
    /// use oddsmith_engine::simulate::{Purpose, Stream};
    ///
    /// let stream = Stream { seed: 1, case: 0, purpose: Purpose::Compared };
    /// let mut counts = Vec::new();
    /// stream.random_numbers().count_outcomes(&[0.5, 0.0, 0.5], 10, &mut counts);
    /// assert_eq!((counts[1], counts.iter().sum::<u64>()), (0, 10));
    /// ```
    pub fn count_outcomes(&mut self, chances: &[f64], trials: u64, counts: &mut Vec<u64>) {
        counts.clear();
        counts.resize(chances.len(), 0);
        let Some(last) = chances.iter().rposition(|&chance| chance > 0.0) else {
            return;
        };
        let (mut rest, mut chance_left) = (trials, 1.0);
        for (count, &chance) in counts[..last].iter_mut().zip(chances) {
            *count = self.binomial(rest, chance / chance_left);
            rest -= *count;
            chance_left -= chance;
        }
        counts[last] = rest;
    }
}

/// Returns whether the dice of a word are unbiased. `rest` is the remainder of the last
/// multiplication, and the dice have at most `sides` sides. A word in the short remainder is
/// rejected.
#[inline]
fn is_fair(rest: u64, sides: u64, product: impl FnOnce() -> u64) -> bool {
    // The exact limit is rarely needed, because the remainder is rarely that small.
    rest >= MAX_PRODUCT.max(sides) || {
        let product = product();
        rest >= product || rest >= product.wrapping_neg() % product
    }
}

/// Returns the number of dice that one word provides.
#[inline]
fn dice_per_word(sides: u64) -> usize {
    match sides {
        0..=6 => 12,
        7..=10 => 10,
        11..=20 => 8,
        21..=100 => 6,
        _ => (MAX_PRODUCT.ilog(sides)).max(1) as usize,
    }
}

/// Returns a random seed that is short enough to type.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // The standard library keys its hash maps from the system's source of randomness.
    std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish()
        >> 32
}

/// Mixes all bits of a key, with the increment and the finaliser of splitmix64.
fn scramble(key: u64) -> u64 {
    let mut z = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_each_key() {
        let word = |a, b, c, d| Random::stream([a, b, c, d]).word();
        let first = word(1, 2, 3, 4);
        assert_eq!(first, word(1, 2, 3, 4));
        for other in [
            word(2, 2, 3, 4),
            word(1, 3, 3, 4),
            word(1, 2, 4, 4),
            word(1, 2, 3, 5),
            word(2, 1, 3, 4),
        ] {
            assert_ne!(first, other);
        }
    }

    /// The test pins the stream, because a change would change all simulated numbers and needs a
    /// line in the changelog.
    #[test]
    fn first_words_of_seed_one_are_pinned() {
        let mut random = Random::stream([1, 1, 0, 0]);
        assert_eq!(
            [random.word(), random.word()],
            [4_718_995_387_940_363_900, 14_397_647_659_916_240_042]
        );
    }

    fn chi_squared(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts
            .iter()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum()
    }

    #[test]
    fn twenty_sided_die_is_uniform() {
        let mut random = Random::stream([7, 0, 0, 0]);
        let mut counts = [0u32; 20];
        (0..200_000).for_each(|_| counts[random.below(20) as usize] += 1);
        assert!(
            chi_squared(&counts) < 43.8,
            "19 degrees at 0.001: {}",
            chi_squared(&counts)
        );
    }

    /// The test counts each pair of neighbours among twelve dice of one word, in 36 cells each.
    #[test]
    fn dice_from_one_word_are_independent() {
        let mut random = Random::stream([8, 0, 0, 0]);
        let mut counts = [[0u32; 36]; 11];
        let mut faces = [0; 12];
        for _ in 0..50_000 {
            random.roll(6, &mut faces);
            for (pair, counts) in faces.windows(2).zip(&mut counts) {
                counts[(pair[0] as usize - 1) * 6 + pair[1] as usize - 1] += 1;
            }
        }
        for counts in &counts {
            assert!(
                chi_squared(counts) < 72.0,
                "35 degrees at 0.0002: {}",
                chi_squared(counts)
            );
        }
    }

    /// The test uses hands whose cards come from one random word and from several, and compares the
    /// counts with the distribution.
    #[test]
    fn dealt_hands_follow_the_hypergeometric_distribution() {
        let choose = |n: u32, k: u32| {
            (0..k).fold(1.0, |product, i| {
                product * f64::from(n - i) / f64::from(i + 1)
            })
        };
        let mut random = Random::stream([9, 0, 0, 0]);
        for (total, marked, drawn) in [
            (10, 4, 5),
            (40, 20, 15),
            (110, 9, 60),
            (3_000_000, 1_000_000, 4),
        ] {
            let trials = 100_000;
            let mut counts = vec![0u32; marked.min(drawn) as usize + 1];
            (0..trials).for_each(|_| counts[random.deal_cards(total, marked, drawn) as usize] += 1);
            let mut sum = 0.0;
            for (found, &count) in (0..).zip(&counts) {
                // The quotients of binomial coefficients fit in floats.
                let hands = choose(marked, found) * choose(total - marked, drawn - found)
                    / choose(total, drawn);
                let expected = hands * f64::from(trials);
                sum += if expected < 5.0 {
                    0.0
                } else {
                    (f64::from(count) - expected).powi(2) / expected
                };
            }
            assert!(
                sum < 45.0,
                "15 degrees or fewer at 0.0001, {drawn} of {total}: {sum}"
            );
        }
        assert_eq!(
            [
                random.deal_cards(5, 5, 3),
                random.deal_cards(5, 0, 3),
                random.deal_cards(5, 2, 5),
                random.deal_cards(0, 0, 0)
            ],
            [3, 0, 2, 0]
        );
    }
}
