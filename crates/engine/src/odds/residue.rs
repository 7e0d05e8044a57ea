//! Arithmetic modulo three primes, which is enough to recover the fraction of an exact probability.

use num_integer::gcd;

/// Three primes below 2^63, chosen at random once. They are random so that no typical denominator
/// of a rule (a power of 2, 6 or 10) is special for them.
const PRIMES: [u64; 3] = [
    6_988_806_863_711_949_427,
    8_043_616_853_604_013_991,
    7_042_269_202_604_199_199,
];

/// The bound of recovered numerators and denominators, which have at most 18 digits.
const BOUND: u128 = 1_000_000_000_000_000_000;

/// Marks a number without a known fraction. It is greater than every prime.
const UNKNOWN: u64 = u64::MAX;

/// A rational number modulo each of three primes. Division multiplies with the inverse of the
/// denominator.
///
/// Results of any sums and products take 24 bytes. A fraction `n/d` with `n, d < 10^18` is
/// determined by its residues modulo the first two primes p and q, because `2 n d < p q`. This is
/// rational reconstruction (von zur Gathen and Gerhard, *Modern Computer Algebra*, section 5.10).
/// About one in twenty numbers that are *not* such a fraction looks like one modulo these two
/// primes. The third prime detects it, with an error probability of 1 in 7 · 10^18.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Residue([u64; 3]);

/// A prime p with constants for Montgomery multiplication (1985): -1/p modulo 2^64, and 2^128
/// modulo p.
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
        // Newton's iteration doubles the number of correct bits of 1/p modulo 2^64, starting from
        // three bits of p.
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

    /// Returns an integer in Montgomery form.
    const fn to_montgomery(&self, whole: u128) -> u64 {
        self.times((whole % self.p as u128) as u64, self.r2)
    }

    const fn leave_montgomery(&self, a: u64) -> u64 {
        self.times(a, 1)
    }

    /// Returns the inverse by Fermat's little theorem, a^(p - 2).
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

/// The constant 1 / p0 modulo p1, in Montgomery form.
const FIRST_IN_SECOND: u64 = FIELDS[1].inverse(FIELDS[1].to_montgomery(PRIMES[0] as u128));

impl Residue {
    pub(crate) const ZERO: Residue = Residue([0; 3]);
    pub(crate) const ONE: Residue = Residue::whole(1);
    /// The residue of a number that was truncated or iterated. Results computed from it are
    /// unknown, too.
    pub(crate) const UNKNOWN: Residue = Residue([UNKNOWN; 3]);

    /// Returns the residue of an integer.
    pub(crate) const fn whole(n: u128) -> Residue {
        Residue([
            FIELDS[0].to_montgomery(n),
            FIELDS[1].to_montgomery(n),
            FIELDS[2].to_montgomery(n),
        ])
    }

    /// Returns the residue of `numerator / denominator`. It is unknown if a prime divides the
    /// denominator.
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

    /// Returns a stored residue. Numbers that are not residues become unknown.
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

    /// Returns the reciprocal. It is unknown if the number is 0 modulo any of the primes.
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

    /// Returns the power with this exponent.
    pub(crate) fn power(self, exponent: u32) -> Residue {
        let (mut power, mut square) = (Residue::ONE, self);
        for bit in 0..u32::BITS - exponent.leading_zeros() {
            if exponent >> bit & 1 == 1 {
                power = power.times(square);
            }
            square = square.times(square);
        }
        power
    }

    /// Returns the inverses of 1 to `n`, after a placeholder for 0.
    ///
    /// # Formula
    /// 1/i = (i - 1)! / i!, and the inverses of all factorials follow from the inverse of n!.
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

    /// Returns the only reduced fraction `(n, d)` with `n, d < 10^18` that has these residues, if
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

    /// Returns the residue modulo the product of the first two primes, by the Chinese remainder
    /// theorem.
    fn modulo_first_two(self) -> u128 {
        let first = FIELDS[0].leave_montgomery(self.0[0]);
        let field = &FIELDS[1];
        let difference = field.plus(self.0[1], field.p - field.to_montgomery(first.into()));
        let times = field.leave_montgomery(field.times(difference, FIRST_IN_SECOND));
        u128::from(first) + u128::from(PRIMES[0]) * u128::from(times)
    }
}

/// Returns the fraction with a residue modulo the product of the first two primes. It is the result
/// of Euclid's algorithm, stopped half way.
fn reconstruct(residue: u128) -> Option<(u64, u64)> {
    let (mut r0, mut r1) = (u128::from(PRIMES[0]) * u128::from(PRIMES[1]), residue);
    // The cofactors change their sign at every step.
    let (mut t0, mut t1, mut is_above) = (0u128, 1u128, true);
    while r1 >= BOUND {
        let (quotient, rest) = divide(r0, r1);
        (r0, r1) = (r1, rest);
        (t0, t1) = (t1, t0 + quotient * t1);
        is_above = !is_above;
    }
    (is_above && t1 < BOUND).then_some((r1 as u64, t1 as u64))
}

/// Returns quotient and remainder. Three of four quotients in Euclid's algorithm are below 5, and
/// subtraction is then faster than division.
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

    /// A modulus of 2^127 - 1 would fail here. 2^127 is 1 modulo this prime, so that each of these
    /// numbers would look like a short fraction.
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
