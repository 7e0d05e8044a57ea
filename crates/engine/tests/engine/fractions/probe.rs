//! Random computations with masses, compared with big integers.

use num_bigint::BigUint;
use num_rational::BigRational;
use oddsmith_engine::odds::Mass;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The results for random fractions.
#[derive(Debug, Default)]
pub struct ProbeCounts {
    /// Fractions that were returned and are right.
    pub short: u64,
    /// Fractions that were not returned because they are too long.
    pub long: u64,
    /// Fractions that were returned and are wrong or above 1.
    pub wrong: u64,
    /// Short fractions that were not returned.
    pub lost: u64,
}

/// Published odds of games, denominators of dice and percentages, and powers of two.
const PUBLISHED: [(u64, u64); 16] = [
    (91, 216),
    (244, 495),
    (7, 20),
    (1, 2),
    (5, 6),
    (11, 36),
    (125, 216),
    (671, 1296),
    (18, 37),
    (9, 19),
    (1, 1024),
    (999, 1000),
    (1, 3),
    (24, 25),
    (1_048_575, 1_048_576),
    (649_739, 649_740),
];

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    /// Returns a random probability: a published one, a multiple of a power of one half, or one
    /// with random numbers of any length.
    fn share(&mut self) -> (u64, u64) {
        match self.below(4) {
            0 => (1, 1 << self.below(61)),
            1 => {
                let bits = self.below(60);
                let d = 1 + self.below(1 << bits);
                (self.below(d + 1), d)
            }
            _ => PUBLISHED[self.below(PUBLISHED.len() as u64) as usize],
        }
    }
}

/// A number as a mass, and as two big integers whose quotient need not be reduced.
struct CheckedFraction {
    mass: Mass,
    numerator: BigUint,
    denominator: BigUint,
}

impl CheckedFraction {
    fn from_ratio((n, d): (u64, u64)) -> CheckedFraction {
        CheckedFraction {
            mass: Mass::ratio(n.into(), d.into()),
            numerator: n.into(),
            denominator: d.into(),
        }
    }

    fn times(&mut self, other: &CheckedFraction) {
        self.mass = self.mass * other.mass;
        self.numerator *= &other.numerator;
        self.denominator *= &other.denominator;
    }

    /// Computes p a + (1 - p) b, as a step of a rule does.
    fn mix(&mut self, p: (u64, u64), other: &CheckedFraction) {
        let q = (p.1 - p.0, p.1);
        self.mass = self.mass * CheckedFraction::from_ratio(p).mass
            + other.mass * CheckedFraction::from_ratio(q).mass;
        let left = &self.numerator * &other.denominator * p.0;
        self.numerator = left + &other.numerator * &self.denominator * q.0;
        self.denominator *= &other.denominator * p.1;
    }

    fn complement(&mut self) {
        self.mass = Mass::ONE - self.mass;
        self.numerator = &self.denominator - &self.numerator;
    }
}

fn random_fraction(random: &mut Random) -> CheckedFraction {
    let mut fraction = CheckedFraction::from_ratio(random.share());
    match random.below(4) {
        // This computes a high power.
        0 => {
            let base = CheckedFraction::from_ratio(random.share());
            (0..random.below(100)).for_each(|_| fraction.times(&base));
        }
        // Several equally likely paths meet again, so that a long computation leads to a short
        // fraction.
        1 => {
            let back = CheckedFraction::from_ratio(random.share());
            (0..random.below(12)).for_each(|_| {
                let p = random.share();
                let (mut mixed, left) = (
                    CheckedFraction::from_ratio((0, 1)),
                    CheckedFraction::from_ratio((0, 1)),
                );
                mixed.mix((0, 1), &back);
                mixed.mix(p, &back);
                mixed.mix((1, 1), &left);
                fraction = mixed;
            });
        }
        _ => (0..random.below(6)).for_each(|_| {
            let (p, other) = (random.share(), CheckedFraction::from_ratio(random.share()));
            fraction.mix(p, &other);
        }),
    }
    // A difference of nearly equal floats is too imprecise to confirm a fraction.
    if random.below(3) == 0 && fraction.mass.float() < 0.999 {
        fraction.complement();
    }
    fraction
}

/// Makes this number of random fractions and checks each.
pub fn probe(fractions: u64, seed: u64) -> ProbeCounts {
    let mut chance = Random(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut found = ProbeCounts::default();
    let limit = BigUint::from(1_000_000_000_000_000_000u64);
    for _ in 0..fractions {
        let fraction = random_fraction(&mut chance);
        let is_above = !(0.0..=1.0).contains(&fraction.mass.value());
        match fraction.mass.fraction() {
            _ if is_above => found.wrong += 1,
            Some((n, d)) if n <= d && &fraction.numerator * d == &fraction.denominator * n => {
                found.short += 1
            }
            Some(_) => found.wrong += 1,
            None => {
                let reduced =
                    BigRational::new(fraction.numerator.into(), fraction.denominator.into());
                let is_short = reduced.denom() < &limit.clone().into();
                if is_short {
                    found.lost += 1
                } else {
                    found.long += 1
                }
            }
        }
    }
    found
}
