//! How far an answer is from what is wanted, in words.

use oddsmith_language::question::Bound;

use crate::figures::Numerals;

/// A distance, of a chance or not: "31.4 percentage points", "0.56".
pub(super) fn size(size: f64, (is_probability, numerals): (bool, Numerals)) -> String {
    numerals.distance(size, is_probability)
}

/// By how much a value misses a bound, and on which side: "31.4 percentage points short", "0.56 over".
pub(super) fn miss(by: f64, value: f64, bound: &Bound, told: (bool, Numerals)) -> String {
    format!("{} {}", size(by, told), if bound.is_over(value) { "over" } else { "short" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_says_on_which_side_it_is() {
        let bound = |text: &str| Bound::read(text).expect("a bound");
        let told = [
            miss(0.31, 0.29, &bound(">= 60%"), (true, Numerals::ENGLISH)),
            miss(0.000_1, 0.300_1, &bound("20% to 30%"), (true, Numerals::ENGLISH)),
            miss(0.56, 4.56, &bound("<= 4"), (false, Numerals::ENGLISH)),
            miss(0.001, 3.999, &bound(">= 4"), (false, Numerals::ENGLISH)),
        ];
        assert_eq!(told, ["31.0 percentage points short", "0.010 percentage points over", "0.56 over", "0.0010 short"]);
    }
}
