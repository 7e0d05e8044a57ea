//! Arithmetic modulo the Mersenne prime 2^127 - 1: enough of an exact probability to get it back.

/// The prime 2^127 - 1.
const PRIME: u128 = (1 << 127) - 1;

/// Numerators and denominators are recovered below this: at most 18 digits.
const BOUND: u128 = 1_000_000_000_000_000_000;

/// A rational number modulo 2^127 - 1, the denominator's inverse standing for the division.
///
/// Sums and products of any length stay 16 bytes, and a fraction `n/d` with `n, d < 10^18` is
/// determined by its residue, as `2 n d < 2^127` (rational reconstruction; von zur Gathen and Gerhard,
/// *Modern Computer Algebra*, section 5.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Residue(u128);

impl Residue {
    pub(super) const ZERO: Residue = Residue(0);
    pub(super) const ONE: Residue = Residue(1);

    /// The residue of `numerator / denominator`, where the prime does not divide the denominator.
    pub(super) fn ratio(numerator: u128, denominator: u128) -> Residue {
        let whole = Residue(numerator % PRIME);
        // An inverse costs two hundred products, and long laws of whole numbers ask for many of 1.
        if denominator == 1 { whole } else { whole.times(Residue(denominator % PRIME).inverse()) }
    }

    pub(super) fn plus(self, other: Residue) -> Residue {
        let sum = self.0 + other.0;
        Residue(if sum >= PRIME { sum - PRIME } else { sum })
    }

    pub(super) fn times(self, other: Residue) -> Residue {
        let (high, low) = widening_product(self.0, other.0);
        // 2^127 = 1 modulo the prime: the bits above the 127th are added to those below.
        Residue(low & PRIME).plus(Residue((high << 1) | (low >> 127)).reduced())
    }

    fn reduced(self) -> Residue {
        Residue(if self.0 >= PRIME { self.0 - PRIME } else { self.0 })
    }

    /// By Fermat's little theorem, x^(p - 2).
    fn inverse(self) -> Residue {
        let mut result = Residue::ONE;
        let mut power = self;
        let mut exponent = PRIME - 2;
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.times(power);
            }
            power = power.times(power);
            exponent >>= 1;
        }
        result
    }

    /// The inverses of 0 (a placeholder) to `n`, by 1/i = -(P div i) / (P mod i).
    pub(super) fn inverses(n: u32) -> Vec<Residue> {
        let mut inverses = vec![Residue::ZERO, Residue::ONE];
        for i in 2..=u128::from(n) {
            let negated = Residue(PRIME - PRIME / i);
            inverses.push(negated.times(inverses[(PRIME % i) as usize]));
        }
        inverses
    }

    /// The one fraction `(n, d)` with `n, d < 10^18` that has this residue, if there is one.
    pub(super) fn fraction(self) -> Option<(u64, u64)> {
        let (mut r0, mut r1) = (PRIME as i128, self.0 as i128);
        let (mut t0, mut t1) = (0i128, 1i128);
        while r1 as u128 >= BOUND {
            let quotient = r0 / r1;
            (r0, r1) = (r1, r0 - quotient * r1);
            (t0, t1) = (t1, t0 - quotient * t1);
        }
        let in_range = t1 > 0 && (t1 as u128) < BOUND;
        (in_range && gcd(r1 as u128, t1 as u128) == 1).then_some((r1 as u64, t1 as u64))
    }
}

/// The greatest common divisor.
pub(super) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The 256-bit product as its high and low halves.
fn widening_product(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0) = (a >> 64, a & LOW);
    let (b1, b0) = (b >> 64, b & LOW);
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 64);
    let middle_low = a0 * b1 + (middle & LOW);
    let high = a1 * b1 + (middle >> 64) + (middle_low >> 64);
    (high, (middle_low << 64) | (low & LOW))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_third_three_times_is_one() {
        let third = Residue::ratio(1, 3);
        assert_eq!(third.plus(third).plus(third), Residue::ONE);
    }

    #[test]
    fn a_fraction_past_18_digits_is_not_made_up() {
        let long = Residue::ratio(1, BOUND * 10 + 1);
        assert_eq!(long.fraction(), None);
    }

    #[test]
    fn the_table_of_inverses_is_that_of_the_powers() {
        for (i, &inverse) in Residue::inverses(500).iter().enumerate().skip(1) {
            assert_eq!(inverse, Residue::ratio(1, i as u128));
        }
    }

    #[test]
    fn zero_and_one_come_back() {
        assert_eq!(Residue::ZERO.fraction(), Some((0, 1)));
        assert_eq!(Residue::ONE.fraction(), Some((1, 1)));
    }

    proptest! {
        #[test]
        fn every_short_fraction_comes_back(n in 0u64..1_000_000_000_000_000_000, d in 1u64..1_000_000_000_000_000_000) {
            let g = gcd(n.into(), d.into()) as u64;
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
