//! Text and numbers as the page shows them.

use crate::estimate::Estimate;
use crate::figures::{Company, grouped};
use crate::report::Reading;
use crate::terminal::is_command;

/// A text in which nothing is taken for a tag or an attribute's end.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Characters that no HTML may hold.
            c if is_command(c) && !matches!(c, '\t' | '\n' | '\r') => safe.push(char::REPLACEMENT_CHARACTER),
            c => safe.push(c),
        }
    }
    safe
}

/// A number without needless decimals.
pub fn plain(number: f64) -> String {
    oddsmith_model::number::significant(number, 6)
}

/// "1 case", "35 cases".
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { one } else { many })
}

/// An estimate and its interval: "57.9%", "57.80–58.00%"; no more digits than the interval supports.
pub fn simulated(reading: &Reading, company: Company) -> (String, String) {
    let (scale, unit) = if reading.is_probability { (100.0, "%") } else { (1.0, "") };
    let interval = reading.interval;
    let half = (interval.high - reading.estimate).max(reading.estimate - interval.low) * scale;
    if !reading.estimate.is_finite() {
        return ("–".to_owned(), String::new());
    }
    if !half.is_finite() {
        // All trials showed the same, which says nothing of how far the mean may be.
        return (company.mean(reading.estimate), "–".to_owned());
    }
    // As many as what stands beside it, so that a column has equal decimals; more where an interval would vanish.
    let usual = if reading.is_probability { 2 } else { 3 };
    let needed = if half > 0.0 { (1.0 - half.log10().floor()).clamp(0.0, 12.0) as usize } else { 0 };
    let places = if half > 0.0 && half < 0.5 * 10f64.powi(-usual) { needed } else { usual as usize };
    let number = |value: f64| signed(format!("{:.places$}", value * scale));
    let estimate = match reading.estimate {
        // 0% and 100%, or never and always, would say what no number of trials can.
        share if reading.is_probability && share <= 0.0 => "none".to_owned(),
        share if reading.is_probability && share >= 1.0 => "all".to_owned(),
        value => {
            let told = Estimate { value, low: interval.low, high: interval.high, is_exact: false };
            escaped(&told.text(reading.is_probability, company))
        }
    };
    (estimate, format!("{}–{}{unit}", number(interval.low), number(interval.high)))
}

/// A true minus sign.
fn signed(number: String) -> String {
    match number.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None => number,
    }
}

/// A fraction that is short enough to be read: "7/216".
pub fn short_fraction(fraction: Option<(u64, u64)>) -> Option<String> {
    let (n, d) = fraction.filter(|&(n, d)| n > 0 && d > 1)?;
    let text = format!("{n}/{d}");
    (text.len() <= 11).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_engine::stats::Interval;

    #[test]
    fn nothing_is_taken_for_a_tag() {
        assert_eq!(escaped("<script>\"'&\u{0}"), "&lt;script&gt;&quot;&#39;&amp;\u{fffd}");
    }

    #[test]
    fn digits_are_honest() {
        let reading = Reading {
            estimate: 0.5,
            interval: Interval { low: 0.4902, high: 0.5098 },
            exact: None,
            is_probability: true,
            unresolved: 0.0,
        };
        assert_eq!(simulated(&reading, Company::WHOLE), ("50%".to_owned(), "49.02–50.98%".to_owned()));
    }

    #[test]
    fn only_short_fractions_are_shown() {
        assert_eq!(short_fraction(Some((7, 216))), Some("7/216".to_owned()));
        assert_eq!(short_fraction(Some((123_456_789, 987_654_321))), None);
        assert_eq!(short_fraction(Some((1, 1))), None);
    }
}
