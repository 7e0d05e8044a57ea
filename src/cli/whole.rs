//! Whole numbers as values of options.

use std::fmt::Display;
use std::str::FromStr;

/// Returns a parser of whole numbers in a range, both ends included. Its error says what is
/// allowed.
pub(super) fn whole<T>(
    least: T,
    most: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let value = text
            .parse()
            .ok()
            .filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn numbers_out_of_range_are_refused() {
        let threads = whole(1u16, 1024);
        assert_eq!((threads("1"), threads("1024")), (Ok(1), Ok(1024)));
        for text in ["0", "1025", "abc", "", "-1", "2.5", "99999999999"] {
            assert_eq!(
                threads(text),
                Err("expected a whole number from 1 to 1024".to_owned()),
                "{text}"
            );
        }
    }
}
