//! Numbers as text for files that programs read.

/// So many significant digits, without trailing zeros; tiny numbers as 1.5e-10.
pub fn significant(number: f64, digits: usize) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let scientific = format!("{number:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').expect("the form of {:e}");
    let exponent: i32 = exponent.parse().expect("the form of {:e}");
    if number != 0.0 && exponent < -7 {
        let mantissa =
            if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
        return format!("{mantissa}e{exponent}");
    }
    let places = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
    let plain = format!("{number:.places$}");
    let plain = if plain.contains('.') { plain.trim_end_matches('0').trim_end_matches('.') } else { &plain };
    if plain == "-0" { "0".to_owned() } else { plain.to_owned() }
}

/// The digits of estimates and intervals.
pub const ESTIMATE: usize = 9;
/// The digits of exact values: more than the 12 that are promised.
pub const EXACT: usize = 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_kept_and_zeros_are_not() {
        assert_eq!(significant(0.125, 15), "0.125");
        assert_eq!(significant(1.0 / 3.0, 9), "0.333333333");
        assert_eq!(significant(0.0, 9), "0");
        assert_eq!(significant(-0.0, 9), "0");
        assert_eq!(significant(1.0, 15), "1");
        assert_eq!(significant(120.0, 9), "120");
        assert_eq!(significant(1.5e-10, 9), "1.5e-10");
        assert_eq!(significant(123_456_789_012.0, 9), "123456789012");
        assert_eq!(significant(f64::NAN, 9), "");
    }
}
