//! Cells of the table: numbers and bars in a few characters.

use crate::report::Reading;

/// Width of a bar, in characters.
const BAR: usize = 10;

/// "57.87%", "2.278"; "–" where none was computed.
pub(super) fn exact(reading: &Option<Reading>) -> String {
    let Some(reading) = reading else { return "–".to_owned() };
    match reading.exact {
        None => "–".to_owned(),
        // Adding zero takes the sign off a mean that rounds to nothing.
        Some(value) if !reading.is_probability => format!("{:.3}", (value * 1000.0).round() / 1000.0 + 0.0),
        Some(0.0) => "0%".to_owned(),
        Some(1.0) => "100%".to_owned(),
        Some(value) if value < 0.0001 => "<0.01%".to_owned(),
        Some(value) if value > 0.9999 => ">99.99%".to_owned(),
        Some(value) => format!("{:.2}%", value * 100.0),
    }
}

/// "57.90 ±0.10": no more digits than the interval supports.
pub(super) fn simulated(reading: &Option<Reading>) -> String {
    let Some(reading) = reading else { return "–".to_owned() };
    let scale = if reading.is_probability { 100.0 } else { 1.0 };
    let half = (reading.interval.high - reading.estimate).max(reading.estimate - reading.interval.low) * scale;
    if half <= 0.0 || !half.is_finite() {
        return format!("{} ±0", plain(reading.estimate * scale));
    }
    let places = (1.0 - half.log10().floor()).clamp(0.0, 4.0) as usize;
    format!("{:.places$} ±{half:.places$}", reading.estimate * scale)
}

/// A probability as a bar; nothing for a mean.
pub(super) fn bar(reading: &Option<Reading>) -> String {
    reading.filter(|reading| reading.is_probability).map_or_else(String::new, |reading| share_bar(reading.best()))
}

/// A share as a bar of eighths.
fn share_bar(share: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * (BAR * 8) as f64).round() as usize;
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

/// A number without needless decimals.
pub(super) fn plain(number: f64) -> String {
    crate::export::number::significant(number, 6)
}

/// 1,000,000.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_engine::stats::Interval;

    #[test]
    fn an_estimate_has_the_digits_that_its_interval_supports() {
        let reading = |estimate: f64, half: f64, is_probability| {
            Some(Reading {
                estimate,
                interval: Interval { low: estimate - half, high: estimate + half },
                exact: None,
                is_probability,
            })
        };
        assert_eq!(simulated(&reading(0.578_95, 0.000_968, true)), "57.895 ±0.097");
        assert_eq!(simulated(&reading(0.5, 0.0098, true)), "50.00 ±0.98");
        assert_eq!(simulated(&reading(2.2778, 0.0137, false)), "2.278 ±0.014");
    }

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!((share_bar(0.0), share_bar(1.0), share_bar(0.5)), (String::new(), "█".repeat(10), "█".repeat(5)));
        assert_eq!(share_bar(0.0125), "▏");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([grouped(7), grouped(1000), grouped(12_345_678)], ["7", "1,000", "12,345,678"]);
    }
}
