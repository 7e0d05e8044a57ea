//! Numbers as text for files that programs read.

use std::io::Write;

/// So many significant digits, without trailing zeros; tiny numbers as 1.5e-10.
pub fn significant(number: f64, digits: usize) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let mut room = [0; ROOM];
    let scientific = scientific(number, digits, &mut room);
    let (mantissa, exponent) = scientific.split_once('e').expect("the form of {:e}");
    let exponent: i32 = exponent.parse().expect("the form of {:e}");
    if number == 0.0 {
        return "0".to_owned();
    }
    if exponent < -7 {
        let mantissa =
            if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
        return format!("{mantissa}e{exponent}");
    }
    if exponent >= digits as i32 {
        return format!("{number:.0}");
    }
    plain(mantissa, exponent)
}

/// Bytes that a number of 30 digits or fewer takes with an exponent.
const ROOM: usize = 40;

/// A number as 1.5e-10, in so much room: files have very many numbers.
fn scientific(number: f64, digits: usize, room: &mut [u8; ROOM]) -> &str {
    let mut left = &mut room[..];
    write!(left, "{number:.*e}", digits - 1).expect("there is room for every digit");
    let length = ROOM - left.len();
    std::str::from_utf8(&room[..length]).expect("it is made of digits")
}

/// The digits of a number with the point where it belongs.
fn plain(mantissa: &str, exponent: i32) -> String {
    let mut text = String::with_capacity(mantissa.len() + 8);
    let sign = mantissa.starts_with('-');
    text.extend(sign.then_some('-'));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit);
    let significant = mantissa.trim_end_matches(['0', '.']).bytes().filter(u8::is_ascii_digit).count();
    if exponent < 0 {
        text.push_str("0.");
        text.extend((exponent..-1).map(|_| '0'));
        text.extend(digits.take(significant).map(char::from));
        return text;
    }
    let whole = exponent as usize + 1;
    for (i, digit) in digits.take(significant.max(whole)).enumerate() {
        if i == whole {
            text.push('.');
        }
        text.push(digit.into());
    }
    text
}

/// The digits of estimates and intervals.
pub const ESTIMATE: usize = 9;
/// The digits of exact values: more than the 12 that are promised.
pub const EXACT: usize = 15;

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the number written out by the formatter that knows where the point belongs.
    #[test]
    fn the_point_is_where_it_belongs() {
        let mut number: f64 = 1.234_567_890_123_456_7e-7;
        while number < 1e18 {
            for own in [number, -number, number * 3.0, (number * 1e3).round() / 1e3, number.round()] {
                for digits in [1, 2, 9, 15] {
                    let exponent = format!("{own:.*e}", digits - 1).split_once('e').map(|(_, e)| e.parse::<i32>());
                    let Some(Ok(exponent)) = exponent.filter(|_| own != 0.0) else { continue };
                    if exponent >= -7 {
                        let places = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
                        let wanted = format!("{own:.places$}");
                        let wanted = match wanted.contains('.') {
                            true => wanted.trim_end_matches('0').trim_end_matches('.'),
                            false => &wanted,
                        };
                        assert_eq!(significant(own, digits), wanted, "{own:e} to {digits} digits");
                    }
                }
            }
            number *= 1.37;
        }
    }

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
