//! Powers. Whole exponents are exact. A root is exact if it is a fraction, else it is rounded. It
//! is computed with whole numbers only, so that every machine gives the same digits.

use oddsmith_engine::chance::DECIMAL_PLACES;

use super::datum::{Allowed, Datum, Refusal};
use super::refusal::{division_by_zero, too_large};
use crate::grammar::tree::Binary;
use crate::ratio::Ratio;

/// The fractional bits of fixed-point numbers. Numbers up to 2^15 fit into 128 bits with a sign.
const BITS: u32 = 112;
const ONE: u128 = 1 << BITS;
/// The natural logarithm of 2.
const LOGARITHM_OF_TWO: u128 = 0xB172_17F7_D1CF_79AB_C9E3_B398_03F2;

/// The exponent of e above which a power is too large for a fraction, and below whose negative it
/// rounds to 0.
const MAX_LOGARITHM: u128 = 44;

/// A rounded power is smaller than this many units of its last decimal place.
const MAX_UNITS: u128 = 1_000_000_000_000_000_000;

/// Raises a whole number to a whole power.
pub(super) fn power_whole(base: i64, exponent: i64) -> Allowed<Datum> {
    let Ok(times) = u64::try_from(exponent) else {
        return power_decimal(Ratio::whole(base), Ratio::whole(exponent), true);
    };
    repeated_product(base, times)
        .map(Datum::Whole)
        .ok_or_else(too_large)
}

/// Raises a fraction to a power. With `is_whole`, the exponent is a whole number, and the result is
/// never rounded.
pub(super) fn power_decimal(base: Ratio, exponent: Ratio, is_whole: bool) -> Allowed<Datum> {
    let zero = Ratio::whole(0);
    if base == zero && exponent < zero {
        return Err(division_by_zero(Binary::Power));
    }
    let is_root = exponent.denominator() != 1;
    if base < zero && is_root {
        return Err((
            "`**` cannot take a root of a negative number".to_owned(),
            "check the number first: if x >= 0:",
        ));
    }
    let exact =
        root(base, exponent.denominator()).and_then(|root| whole_power(root, exponent.numerator()));
    match exact {
        Some(power) => Ok(Datum::decimal(power)),
        None if is_whole => Err(too_many_digits()),
        None => {
            let is_negative = base < zero && exponent.numerator() % 2 != 0;
            rounded_power(base, exponent)
                .and_then(|power| {
                    if is_negative {
                        zero.minus(power)
                    } else {
                        Some(power)
                    }
                })
                .map(Datum::decimal)
                .ok_or_else(too_large)
        }
    }
}

fn too_many_digits() -> Refusal {
    (
        "this power is a fraction with too many digits".to_owned(),
        "fractions have at most 18 digits. To round the power to 9 decimal places, write x ** (n / 1)",
    )
}

/// Returns the product of this many equal factors.
fn repeated_product(factor: i64, times: u64) -> Option<i64> {
    match factor {
        // These powers repeat.
        -1..=1 => factor.checked_pow(if times < 2 { times } else { 2 + times % 2 } as u32),
        _ => factor.checked_pow(u32::try_from(times).ok()?),
    }
}

/// Raises a fraction, which is not 0 if the exponent is negative, to a whole power.
fn whole_power(base: Ratio, exponent: i64) -> Option<Ratio> {
    let raised = |factor| repeated_product(factor, exponent.unsigned_abs()).map(i128::from);
    let (above, below) = (raised(base.numerator())?, raised(base.denominator())?);
    if exponent < 0 {
        Ratio::new(below, above)
    } else {
        Ratio::new(above, below)
    }
}

/// Returns the root of a fraction if the root is a fraction, too. Only the first root may be
/// negative.
fn root(base: Ratio, degree: i64) -> Option<Ratio> {
    if degree == 1 {
        return Some(base);
    }
    let (above, below) = (base.numerator(), base.denominator());
    Ratio::new(
        whole_root(above, degree)?.into(),
        whole_root(below, degree)?.into(),
    )
}

/// Returns the root of a number that is not negative, if it is a whole number.
fn whole_root(number: i64, degree: i64) -> Option<i64> {
    if number < 2 {
        return Some(number);
    }
    let degree = u32::try_from(degree)
        .ok()
        .filter(|degree| *degree < i64::BITS)?;
    // The root is at least `low` and less than `high`.
    let (mut low, mut high) = (1, number);
    while high - low > 1 {
        let between = low + (high - low) / 2;
        match between.checked_pow(degree) {
            Some(power) if power <= number => low = between,
            _ => high = between,
        }
    }
    (low.checked_pow(degree) == Some(number)).then_some(low)
}

/// Raises the absolute value of a fraction, which is not 0, to a power. The result is rounded to
/// [`DECIMAL_PLACES`], or to fewer if it would have more than 18 digits. Returns `None` if it is
/// too large.
fn rounded_power(base: Ratio, exponent: Ratio) -> Option<Ratio> {
    let (logarithm, is_below_one) = logarithm(base);
    let is_small = is_below_one != (exponent.numerator() < 0);
    let (above, below) = (
        u128::from(exponent.numerator().unsigned_abs()),
        u128::from(exponent.denominator().unsigned_abs()),
    );
    let whole_part = logarithm.checked_mul(above / below);
    let rest = shifted_product(logarithm, quotient(above % below, below), BITS);
    let size = whole_part.and_then(|whole| whole.checked_add(rest));
    let size = match size {
        Some(size) if size <= MAX_LOGARITHM * ONE => size as i128,
        _ if is_small => return Some(Ratio::whole(0)),
        _ => return None,
    };
    let size = if is_small { -size } else { size };
    let two = LOGARITHM_OF_TWO as i128;
    let (doublings, rest) = (size.div_euclid(two), size.rem_euclid(two));
    let (power, shift) = (exponential(rest as u128), i128::from(BITS) - doublings);
    (0..=DECIMAL_PLACES).rev().find_map(|places| {
        let scale = 10u128.pow(places);
        let units = (shifted_product(power, scale, shift as u32 - 1) + 1) >> 1;
        (units < MAX_UNITS).then(|| Ratio::new(units as i128, scale as i128))?
    })
}

/// Returns the absolute value of the natural logarithm of a fraction without its sign, and whether
/// it is negative.
fn logarithm(base: Ratio) -> (u128, bool) {
    let (mut above, mut below) = (
        u128::from(base.numerator().unsigned_abs()),
        u128::from(base.denominator().unsigned_abs()),
    );
    let is_below_one = above < below;
    if is_below_one {
        (above, below) = (below, above);
    }
    let mut doublings = 0;
    while above >= 2 * below {
        below *= 2;
        doublings += 1;
    }
    let rest = twice_area_tangent(quotient(above - below, above + below));
    (doublings * LOGARITHM_OF_TWO + rest, is_below_one)
}

/// Returns `2 artanh(x)`, which is the logarithm of `(1 + x) / (1 - x)`. `x` is at most 1/3.
fn twice_area_tangent(x: u128) -> u128 {
    let square = shifted_product(x, x, BITS);
    let (mut sum, mut power) = (0, x);
    for odd in (1..).step_by(2) {
        if power == 0 {
            break;
        }
        sum += power / odd;
        power = shifted_product(power, square, BITS);
    }
    2 * sum
}

/// Returns the exponential function of a number from 0 to 1.
fn exponential(x: u128) -> u128 {
    let (mut sum, mut term) = (0, ONE);
    for next in 1.. {
        if term == 0 {
            break;
        }
        sum += term;
        term = shifted_product(term, x, BITS) / next;
    }
    sum
}

/// Divides whole numbers. The quotient is less than 1, and the divisor less than 2^127.
fn quotient(above: u128, below: u128) -> u128 {
    let (mut quotient, mut rest) = (0, above);
    for _ in 0..BITS {
        rest *= 2;
        quotient *= 2;
        if rest >= below {
            rest -= below;
            quotient += 1;
        }
    }
    quotient
}

/// Returns `a * b / 2^shift`, rounded down, which must be less than 2^128. The shift is not 0.
fn shifted_product(a: u128, b: u128, shift: u32) -> u128 {
    let halves = |number: u128| (number >> 64, number & u128::from(u64::MAX));
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    let (low_carry, low) = halves(a_low * b_low);
    let (cross_carry, cross) = halves(a_high * b_low);
    let (other_carry, other) = halves(a_low * b_high);
    let (carry, middle) = halves(low_carry + cross + other);
    let high = a_high * b_high + cross_carry + other_carry + carry;
    let low = middle << 64 | low;
    match shift {
        ..128 => high << (128 - shift) | low >> shift,
        128 => high,
        _ => high.checked_shr(shift - 128).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(text: &str) -> Ratio {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let parts = [above, below].map(|part| Ratio::parse(part).unwrap());
        parts[0].divided(parts[1]).unwrap()
    }

    fn power(base: &str, exponent: &str) -> String {
        let (base, exponent) = (ratio(base), ratio(exponent));
        match power_decimal(base, exponent, false) {
            Ok(value) => value.as_ratio().unwrap().to_string(),
            Err((problem, _)) => problem,
        }
    }

    #[test]
    fn whole_powers_are_exact() {
        for (base, exponent, expected) in [
            (2, 10, Some(Datum::Whole(1024))),
            (-3, 3, Some(Datum::Whole(-27))),
            (0, 0, Some(Datum::Whole(1))),
            (-1, i64::MAX, Some(Datum::Whole(-1))),
            (1, i64::MIN, Some(Datum::decimal(Ratio::whole(1)))),
            (-2, -3, Some(Datum::decimal(ratio("-1/8")))),
            (2, 62, Some(Datum::Whole(1 << 62))),
            (2, 63, None),
            (10, i64::MAX, None),
            (10, -19, None),
            (0, -1, None),
        ] {
            assert_eq!(
                power_whole(base, exponent).ok(),
                expected,
                "{base} {exponent}"
            );
        }
    }

    #[test]
    fn roots_are_exact_if_they_are_fractions() {
        for (base, exponent, expected) in [
            ("4", "1/2", "2"),
            ("4/9", "1/2", "2/3"),
            ("4/9", "-3/2", "3.375"),
            ("27", "2/3", "9"),
            ("1", "5/7", "1"),
            ("0", "1/2", "0"),
            ("9223372030926249001", "1/2", "3037000499"),
            ("100", "2", "10000"),
            ("1/10", "18", "1/1000000000000000000"),
        ] {
            assert_eq!(power(base, exponent), expected, "{base} {exponent}");
        }
    }

    /// The expected digits were computed with 60 digits.
    #[test]
    fn other_roots_are_rounded_to_nine_places() {
        for (base, exponent, expected) in ROUNDED {
            assert_eq!(power(base, exponent), *expected, "{base} {exponent}");
        }
    }

    const ROUNDED: &[(&str, &str, &str)] = &[
        ("2", "1/2", "1.414213562"),
        ("10", "1/2", "3.16227766"),
        ("10", "1/400", "1.005773063"),
        ("10", "-1/400", "0.994260074"),
        ("10", "-799/400", "0.010057731"),
        ("10", "3601/400", "1005773063.00173824"),
        ("10", "-3601/400", "0.000000001"),
        ("10", "-4400/401", "0"),
        ("3/7", "22/7", "0.069743146"),
        ("2", "1/1000000000", "1.000000001"),
        ("999999999/1000000000", "123456789/2", "0.940138199"),
        ("1000000001/1000000000", "9876543210/7", "4.099785862"),
        ("9223372036854775807", "2/3", "4398046511104"),
        ("9223372036854775807", "-1/3", "0.000000477"),
        ("1/9223372036854775807", "1/9", "0.0078125"),
        ("123456789", "5/4", "13013488165.4216913"),
        ("2", "119/2", "815238614083298888"),
        ("19/20", "20", "0.358485922"),
        ("-19/20", "21", "-0.340561626"),
        ("0.95", "100", "0.005920529"),
        ("7", "0.123456789", "1.27154897"),
        ("1.5", "-0.7", "0.752897957"),
    ];

    #[test]
    fn logarithm_of_two_is_its_series() {
        let computed = twice_area_tangent(quotient(1, 3));
        assert!(LOGARITHM_OF_TWO.abs_diff(computed) < 100, "{computed:X}");
    }

    #[test]
    fn impossible_roots_are_errors() {
        assert_eq!(power("0", "-1/2"), "`**` divides by 0");
        assert_eq!(
            power("-4", "1/2"),
            "`**` cannot take a root of a negative number"
        );
        assert_eq!(power("10", "37/2"), "this number is too large");
        assert_eq!(power("1/10", "-1000000001/2"), "this number is too large");
    }

    #[test]
    fn ratings_have_rising_powers() {
        let mut before = Ratio::whole(0);
        for difference in -1200..=1200 {
            let exponent = Ratio::new(difference, 400).unwrap();
            let Ok(Datum::Decimal(value)) = power_decimal(Ratio::whole(10), exponent, false) else {
                panic!("{difference}");
            };
            assert!(*value > before, "{difference}");
            before = *value;
            let expected = 10f64.powf(difference as f64 / 400.0);
            let found = value.numerator() as f64 / value.denominator() as f64;
            assert!(
                (found - expected).abs() < 5.1e-10 + 1e-14 * expected,
                "{difference}"
            );
        }
    }
}
