//! Arithmetic modulo three primes: enough of an exact probability to get its fraction back.

use num_integer::gcd;

/// Three primes below 2^63, drawn at random once from the system's own randomness. Random, so that
/// no denominator that a rule can have (a power of two, of six, of ten) is special to them.
const PRIMES: [u64; 3] = [
    6_988_806_863_711_949_427,
    8_043_616_853_604_013_991,
    7_042_269_202_604_199_199,
];

/// Numerators and denominators are recovered below this: at most 18 digits.
const BOUND: u128 = 1_000_000_000_000_000_000;

/// Marks a number of which no fraction is known: above every prime.
const UNKNOWN: u64 = u64::MAX;

/// A rational number modulo each of three primes, the denominator's inverse standing for the
/// division.
///
/// Sums and products of any length stay 24 bytes. A fraction `n/d` with `n, d < 10^18` is
/// determined by its residues modulo the first two primes, as `2 n d < p q` (rational
/// reconstruction; von zur Gathen and Gerhard, *Modern Computer Algebra*, section 5.10). About one
/// number in twenty that is *not* such a fraction looks like one modulo these two; the third prime
/// sees through it, but for odds of 1 in 7 x 10^18.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Residue([u64; 3]);

/// A prime with what Montgomery's multiplication (1985) needs: -1/p and 2^128, both modulo their
/// worlds.
struct Field {
    p: u64,
    negated_inverse: u64,
    r2: u64,
}

const FIELDS: [Field; 3] = [
    Field::new(PRIMES[0]),
    Field::new(PRIMES[1]),
    Field::new(PRIMES[2]),
];

impl Field {
    const fn new(p: u64) -> Field {
        // Newton's iteration doubles the right bits of 1/p modulo 2^64, from the three that p
        // itself has.
        let mut inverse = p;
        let mut i = 0;
        while i < 5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
            i += 1;
        }
        let r = (1u128 << 64) % p as u128;
        Field {
            p,
            negated_inverse: inverse.wrapping_neg(),
            r2: (r * r % p as u128) as u64,
        }
    }

    #[inline]
    const fn times(&self, a: u64, b: u64) -> u64 {
        let product = a as u128 * b as u128;
        let m = (product as u64).wrapping_mul(self.negated_inverse);
        let sum = ((product + m as u128 * self.p as u128) >> 64) as u64;
        if sum >= self.p { sum - self.p } else { sum }
    }

    #[inline]
    const fn plus(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.p { sum - self.p } else { sum }
    }

    /// A whole number in Montgomery's form.
    const fn to_montgomery(&self, whole: u128) -> u64 {
        self.times((whole % self.p as u128) as u64, self.r2)
    }

    const fn leave_montgomery(&self, a: u64) -> u64 {
        self.times(a, 1)
    }

    /// By Fermat's little theorem, a^(p - 2).
    const fn inverse(&self, a: u64) -> u64 {
        let (mut result, mut power, mut exponent) = (self.to_montgomery(1), a, self.p - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.times(result, power);
            }
            power = self.times(power, power);
            exponent >>= 1;
        }
        result
    }
}

/// 1 / p0 modulo p1, in Montgomery's form.
const FIRST_IN_SECOND: u64 = FIELDS[1].inverse(FIELDS[1].to_montgomery(PRIMES[0] as u128));

impl Residue {
    pub(crate) const ZERO: Residue = Residue([0; 3]);
    pub(crate) const ONE: Residue = Residue::whole(1);
    /// Of a number that was cut or iterated: whatever is made of it has no fraction either.
    pub(crate) const UNKNOWN: Residue = Residue([UNKNOWN; 3]);

    /// A whole number.
    pub(crate) const fn whole(n: u128) -> Residue {
        Residue([
            FIELDS[0].to_montgomery(n),
            FIELDS[1].to_montgomery(n),
            FIELDS[2].to_montgomery(n),
        ])
    }

    /// `numerator / denominator`; unknown where a prime divides the denominator.
    pub(crate) fn ratio(numerator: u128, denominator: u128) -> Residue {
        let whole = Residue::whole(numerator);
        if denominator == 1 {
            whole
        } else {
            whole.times(Residue::whole(denominator).inverse())
        }
    }

    pub(super) fn to_raw(self) -> [u64; 3] {
        self.0
    }

    /// What was written down; anything that no residue can be is unknown.
    pub(super) fn from_raw(residues: [u64; 3]) -> Residue {
        let is_residue = residues
            .iter()
            .zip(PRIMES)
            .all(|(&residue, prime)| residue < prime);
        if is_residue {
            Residue(residues)
        } else {
            Residue::UNKNOWN
        }
    }

    pub(crate) fn is_known(self) -> bool {
        self.0[0] != UNKNOWN
    }

    #[inline]
    pub(crate) fn plus(self, other: Residue) -> Residue {
        self.combine(other, Field::plus)
    }

    #[inline]
    pub(crate) fn minus(self, other: Residue) -> Residue {
        self.combine(other, |field, a, b| {
            field.plus(a, if b == 0 { 0 } else { field.p - b })
        })
    }

    #[inline]
    pub(crate) fn times(self, other: Residue) -> Residue {
        self.combine(other, Field::times)
    }

    #[inline]
    fn combine(self, other: Residue, op: impl Fn(&Field, u64, u64) -> u64) -> Residue {
        if !self.is_known() || !other.is_known() {
            return Residue::UNKNOWN;
        }
        let (a, b) = (self.0, other.0);
        Residue([
            op(&FIELDS[0], a[0], b[0]),
            op(&FIELDS[1], a[1], b[1]),
            op(&FIELDS[2], a[2], b[2]),
        ])
    }

    /// One over it; unknown of 0 modulo any of the primes.
    pub(crate) fn inverse(self) -> Residue {
        if !self.is_known() || self.0.contains(&0) {
            return Residue::UNKNOWN;
        }
        let a = self.0;
        Residue([
            FIELDS[0].inverse(a[0]),
            FIELDS[1].inverse(a[1]),
            FIELDS[2].inverse(a[2]),
        ])
    }

    /// The inverses of 0 (a placeholder) to `n`.
    ///
    /// # Formula
    /// 1/i = (i - 1)! / i!, the factorials' inverses coming from one inverse of n!.
    pub(crate) fn inverses(n: u32) -> Vec<Residue> {
        let mut factorials = vec![Residue::ONE];
        (1..=u128::from(n))
            .for_each(|i| factorials.push(factorials[i as usize - 1].times(Residue::whole(i))));
        let mut inverses = vec![Residue::ZERO; n as usize + 1];
        let mut last = factorials[n as usize].inverse();
        for i in (1..=n as usize).rev() {
            inverses[i] = last.times(factorials[i - 1]);
            last = last.times(Residue::whole(i as u128));
        }
        inverses
    }

    /// The one fraction `(n, d)` in lowest terms with `n, d < 10^18` that has these residues, if
    /// there is one.
    pub(crate) fn fraction(self) -> Option<(u64, u64)> {
        if !self.is_known() {
            return None;
        }
        let (n, d) = reconstruct(self.modulo_first_two())?;
        let third = &FIELDS[2];
        let agrees =
            third.times(self.0[2], third.to_montgomery(d.into())) == third.to_montgomery(n.into());
        (agrees && gcd(n, d) == 1).then_some((n, d))
    }

    /// The residue modulo the product of the first two primes (the Chinese remainder theorem).
    fn modulo_first_two(self) -> u128 {
        let first = FIELDS[0].leave_montgomery(self.0[0]);
        let field = &FIELDS[1];
        let difference = field.plus(self.0[1], field.p - field.to_montgomery(first.into()));
        let times = field.leave_montgomery(field.times(difference, FIRST_IN_SECOND));
        u128::from(first) + u128::from(PRIMES[0]) * u128::from(times)
    }
}

/// The fraction with a residue modulo the product of the first two primes: Euclid's algorithm,
/// stopped half way.
fn reconstruct(residue: u128) -> Option<(u64, u64)> {
    let (mut r0, mut r1) = (u128::from(PRIMES[0]) * u128::from(PRIMES[1]), residue);
    // The cofactors, which change their sign at every step.
    let (mut t0, mut t1, mut is_above) = (0u128, 1u128, true);
    while r1 >= BOUND {
        let (quotient, rest) = divide(r0, r1);
        (r0, r1) = (r1, rest);
        (t0, t1) = (t1, t0 + quotient * t1);
        is_above = !is_above;
    }
    (is_above && t1 < BOUND).then_some((r1 as u64, t1 as u64))
}

/// Quotient and rest. Three quotients of Euclid's in four are below 5, and sooner subtracted than
/// divided.
#[inline]
fn divide(a: u128, b: u128) -> (u128, u128) {
    let (mut quotient, mut rest) = (0, a);
    while rest >= b {
        if quotient == 4 {
            return (a / b, a % b);
        }
        rest -= b;
        quotient += 1;
    }
    (quotient, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn three_thirds_are_one() {
        let third = Residue::ratio(1, 3);
        assert_eq!(third.plus(third).plus(third), Residue::ONE);
        assert_eq!(Residue::ONE.minus(third), Residue::ratio(2, 3));
    }

    #[test]
    fn fraction_past_18_digits_is_not_invented() {
        assert_eq!(Residue::ratio(1, BOUND * 10 + 1).fraction(), None);
    }

    /// The first version worked modulo 2^127 - 1, where 2^127 is 1: every one of these looked like
    /// a short fraction.
    #[test]
    fn powers_of_two_past_18_digits_are_not_invented() {
        for power in 60..4000u32 {
            let half = Residue::ratio(1, 2);
            let tiny = (0..power).fold(Residue::ONE, |product, _| product.times(half));
            assert_eq!(tiny.fraction(), None, "2^-{power}");
            assert_eq!(Residue::ONE.minus(tiny).fraction(), None, "1 - 2^-{power}");
        }
    }

    #[test]
    fn inverse_table_agrees_with_ratios() {
        for (i, &inverse) in Residue::inverses(500).iter().enumerate().skip(1) {
            assert_eq!(inverse, Residue::ratio(1, i as u128));
        }
    }

    #[test]
    fn zero_and_one_round_trip() {
        assert_eq!(Residue::ZERO.fraction(), Some((0, 1)));
        assert_eq!(Residue::ONE.fraction(), Some((1, 1)));
    }

    #[test]
    fn unknown_residue_stays_unknown() {
        let third = Residue::ratio(1, 3);
        for residue in [
            third.plus(Residue::UNKNOWN),
            Residue::UNKNOWN.times(third),
            Residue::ZERO.inverse(),
        ] {
            assert!(!residue.is_known() && residue.fraction().is_none());
        }
    }

    proptest! {
        #[test]
        fn every_short_fraction_round_trips(n in 0u64..1_000_000_000_000_000_000, d in 1u64..1_000_000_000_000_000_000) {
            let g = gcd(n, d);
            prop_assert_eq!(Residue::ratio(n.into(), d.into()).fraction(), Some((n / g, d / g)));
        }

        #[test]
        fn products_and_sums_agree_with_fractions(a in 1u64..1000, b in 1u64..1000, c in 1u64..1000, d in 1u64..1000) {
            let product = Residue::ratio(a.into(), b.into()).times(Residue::ratio(c.into(), d.into()));
            prop_assert_eq!(product, Residue::ratio(u128::from(a * c), u128::from(b * d)));
            let sum = Residue::ratio(a.into(), b.into()).plus(Residue::ratio(c.into(), d.into()));
            prop_assert_eq!(sum, Residue::ratio(u128::from(a * d + c * b), u128::from(b * d)));
        }
    }
}
