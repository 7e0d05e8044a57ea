//! The number format of a language: its decimal point and its separators.

/// A number format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numerals {
    /// The decimal point.
    pub decimal: char,
    /// The separator between thousands.
    pub thousands: Option<char>,
    /// The space before the percent sign.
    pub before_percent: Option<char>,
    /// The sign between the ends of a range; `None` means " to ".
    pub range: Option<char>,
    /// The sign between the parts of "1 in N"; `None` means " in ".
    pub one_in: Option<char>,
}

impl Default for Numerals {
    fn default() -> Numerals {
        Numerals::ENGLISH
    }
}

impl Numerals {
    /// The English format: 12,345.6%, 4 to 7.
    pub const ENGLISH: Numerals = Numerals {
        decimal: '.',
        thousands: Some(','),
        before_percent: None,
        range: None,
        one_in: None,
    };

    /// Converts a number from the English format.
    pub fn localize(self, english: &str) -> String {
        let put = |c: char| match c {
            '.' => Some(self.decimal),
            ',' => self.thousands,
            c => Some(c),
        };
        english.chars().filter_map(put).collect()
    }

    /// Formats a number with this many decimals.
    pub fn fixed(self, value: f64, decimals: usize) -> String {
        self.localize(&super::fixed(value, decimals))
    }

    /// Formats a whole number with separators between thousands.
    pub fn grouped(self, value: u64) -> String {
        self.localize(&super::grouped(value))
    }

    /// Converts a number from plain digits, with a true minus sign. Other text is returned
    /// unchanged.
    pub fn localize_digits(self, digits: &str) -> String {
        match digits.parse::<f64>() {
            Ok(_) => self.localize(&digits.replace('-', "−")),
            Err(_) => digits.to_owned(),
        }
    }

    /// Adds the percent sign to a number.
    pub fn percent(self, number: &str) -> String {
        let before = self.before_percent.map_or_else(String::new, String::from);
        format!("{number}{before}%")
    }

    /// Splits a text before its percent sign.
    pub fn without_percent(self, text: &str) -> (&str, &str) {
        let number = text.trim_end_matches('%');
        let number = if number.len() < text.len() {
            self.before_percent
                .map_or(number, |c| number.trim_end_matches(c))
        } else {
            number
        };
        text.split_at(number.len())
    }

    /// Returns the range between two numbers.
    pub fn range(self, low: &str, high: &str) -> String {
        match self.range {
            Some(between) => format!("{low}{between}{high}"),
            None => format!("{low} to {high}"),
        }
    }

    /// Returns the text between the parts of "1 in N".
    pub(super) fn one_in_word(self) -> String {
        self.one_in.map_or_else(|| " in ".to_owned(), String::from)
    }

    /// Parses a text that consists of a number only.
    pub fn parse(self, text: &str) -> Option<f64> {
        let digits = self
            .without_percent(text)
            .0
            .chars()
            .filter(|c| Some(*c) != self.thousands);
        let english = digits.map(|c| match c {
            '−' => '-',
            c if c == self.decimal => '.',
            c => c,
        });
        english.collect::<String>().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn localized_numbers_are_written_and_parsed() {
        let german = Numerals {
            decimal: ',',
            thousands: Some('.'),
            before_percent: Some('\u{202f}'),
            range: Some('–'),
            one_in: Some(':'),
        };
        assert_eq!(
            [german.fixed(-12_345.6, 1), german.grouped(1_000_000)],
            ["−12.345,6", "1.000.000"]
        );
        assert_eq!(
            [german.percent("42"), german.range("4", "7")],
            ["42\u{202f}%", "4–7"]
        );
        assert_eq!(german.without_percent("42\u{202f}%"), ("42", "\u{202f}%"));
        for numerals in [
            german,
            Numerals::ENGLISH,
            Numerals {
                thousands: None,
                ..german
            },
        ] {
            for value in [-12_345.6, 0.5, 20_000.0] {
                assert_eq!(
                    numerals.parse(&numerals.percent(&numerals.fixed(value, 1))),
                    Some(value)
                );
            }
        }
        assert_eq!(german.parse("<1"), None);
    }
}
