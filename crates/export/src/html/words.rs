//! Text and numbers in the style of the page.

use oddsmith_model::figures::grouped;

/// Returns a number without unnecessary decimals.
pub fn plain_number(number: f64) -> String {
    oddsmith_model::number::significant(number, 6)
}

/// Returns a number with its noun: "1 case", "35 cases".
pub fn counted(number: usize, singular: &str, plural: &str) -> String {
    format!(
        "{} {}",
        grouped(number as u64),
        if number == 1 { singular } else { plural }
    )
}

/// Returns a fraction that is short enough to be readable: "7/216".
pub fn short_fraction(fraction: Option<(u64, u64)>) -> Option<String> {
    let (n, d) = fraction.filter(|&(n, d)| n > 0 && d > 1)?;
    let text = format!("{n}/{d}");
    (text.len() <= 11).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_fractions_are_shown() {
        assert_eq!(short_fraction(Some((7, 216))), Some("7/216".to_owned()));
        assert_eq!(short_fraction(Some((123_456_789, 987_654_321))), None);
        assert_eq!(short_fraction(Some((1, 1))), None);
    }
}
