//! Text and numbers as the page shows them.

use crate::figures::grouped;
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

/// A fraction that is short enough to be read: "7/216".
pub fn short_fraction(fraction: Option<(u64, u64)>) -> Option<String> {
    let (n, d) = fraction.filter(|&(n, d)| n > 0 && d > 1)?;
    let text = format!("{n}/{d}");
    (text.len() <= 11).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_taken_for_a_tag() {
        assert_eq!(escaped("<script>\"'&\u{0}"), "&lt;script&gt;&quot;&#39;&amp;\u{fffd}");
    }

    #[test]
    fn only_short_fractions_are_shown() {
        assert_eq!(short_fraction(Some((7, 216))), Some("7/216".to_owned()));
        assert_eq!(short_fraction(Some((123_456_789, 987_654_321))), None);
        assert_eq!(short_fraction(Some((1, 1))), None);
    }
}
