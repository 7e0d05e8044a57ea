//! Formats numbers for files that programs read.

use std::io::Write;

/// Returns a number with this many significant digits, without trailing zeros. Tiny numbers look
/// like 1.5e-10.
pub fn significant(number: f64, digits: usize) -> String {
    let mut text = Vec::new();
    write_significant(&mut text, number, digits);
    String::from_utf8(text).expect("it is made of digits")
}

/// Appends the text of [`significant`] to a buffer. Tables have very many numbers, so each number
/// must not need a new allocation.
pub fn write_significant(text: &mut Vec<u8>, number: f64, digits: usize) {
    if !number.is_finite() {
        return;
    }
    if number == 0.0 {
        text.push(b'0');
        return;
    }
    let mut room = [0; BUFFER_SIZE];
    let (mantissa, exponent) = scientific(number, digits, &mut room);
    if exponent >= digits as i32 {
        write!(text, "{number:.0}").expect("in memory");
        return;
    }
    let zeros = mantissa
        .iter()
        .rev()
        .take_while(|&&digit| digit == b'0')
        .count();
    let mantissa = &mantissa[..mantissa.len() - zeros];
    let (sign, mantissa) = mantissa.split_at(usize::from(number < 0.0));
    // The decimal point of the mantissa follows its first digit.
    let (first, other_digits) = (mantissa[0], mantissa.get(2..).unwrap_or_default());
    text.extend_from_slice(sign);
    match usize::try_from(exponent) {
        Ok(exponent) => {
            text.push(first);
            text.extend_from_slice(&other_digits[..other_digits.len().min(exponent)]);
            text.resize(
                text.len() + exponent.saturating_sub(other_digits.len()),
                b'0',
            );
            if other_digits.len() > exponent {
                text.push(b'.');
                text.extend_from_slice(&other_digits[exponent..]);
            }
        }
        Err(_) if exponent < -7 => {
            text.push(first);
            if !other_digits.is_empty() {
                text.push(b'.');
                text.extend_from_slice(other_digits);
            }
            write!(text, "e{exponent}").expect("in memory");
        }
        Err(_) => {
            text.extend_from_slice(b"0.");
            text.resize(text.len() + (-1 - exponent) as usize, b'0');
            text.push(first);
            text.extend_from_slice(other_digits);
        }
    }
}

/// Rounds a number to this many significant digits.
pub fn round_significant(number: f64, digits: usize) -> f64 {
    let mut room = [0; BUFFER_SIZE];
    let mut left = &mut room[..];
    write!(left, "{number:.*e}", digits - 1).expect("there is room for every digit");
    let length = BUFFER_SIZE - left.len();
    let text = std::str::from_utf8(&room[..length]).expect("it is made of digits");
    text.parse().expect("it is a number")
}

/// The bytes of a number with up to 30 digits and an exponent.
const BUFFER_SIZE: usize = 40;

/// Returns the mantissa of a number with all its digits, and its exponent.
fn scientific(number: f64, digits: usize, room: &mut [u8; BUFFER_SIZE]) -> (&[u8], i32) {
    let mut left = &mut room[..];
    write!(left, "{number:.*e}", digits - 1).expect("there is room for every digit");
    let length = BUFFER_SIZE - left.len();
    let text = std::str::from_utf8(&room[..length]).expect("it is made of digits");
    let (mantissa, exponent) = text.rsplit_once('e').expect("the form of {:e}");
    (
        mantissa.as_bytes(),
        exponent.parse().expect("the form of {:e}"),
    )
}

/// The significant digits of estimates and intervals.
pub const ESTIMATE_DIGITS: usize = 9;
/// The significant digits of exact values: more than the 12 that the documentation promises.
pub const EXACT_DIGITS: usize = 15;

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the numbers that the standard formatter writes without an exponent.
    #[test]
    fn significant_digits_match_the_formatter() {
        let mut number: f64 = 1.234_567_890_123_456_7e-7;
        while number < 1e18 {
            for value in [
                number,
                -number,
                number * 3.0,
                (number * 1e3).round() / 1e3,
                number.round(),
            ] {
                for digits in [1, 2, 9, 15] {
                    let exponent = format!("{value:.*e}", digits - 1)
                        .split_once('e')
                        .map(|(_, e)| e.parse::<i32>());
                    let Some(Ok(exponent)) = exponent.filter(|_| value != 0.0) else {
                        continue;
                    };
                    if exponent >= -7 {
                        let places = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
                        let wanted = format!("{value:.places$}");
                        let wanted = if wanted.contains('.') {
                            wanted.trim_end_matches('0').trim_end_matches('.')
                        } else {
                            &wanted
                        };
                        assert_eq!(
                            significant(value, digits),
                            wanted,
                            "{value:e} to {digits} digits"
                        );
                    }
                }
            }
            number *= 1.37;
        }
    }

    #[test]
    fn trailing_zeros_are_dropped() {
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
