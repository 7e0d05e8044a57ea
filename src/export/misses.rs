//! How far an answer is from what is wanted, in words.

use oddsmith_language::question::Bound;

use crate::estimate::fixed;

/// A distance: "31.4 points", "0.56".
pub(super) fn size(size: f64, is_probability: bool) -> String {
    match is_probability {
        true if size < 0.000_5 => "Less than 0.1 points".to_owned(),
        true => format!("{} points", fixed(size * 100.0, 1)),
        false if size < 0.005 => "Less than 0.01".to_owned(),
        false => fixed(size, 2),
    }
}

/// By how much a value misses a bound, and on which side: "31.4 points short", "0.56 over".
pub(super) fn miss(by: f64, value: f64, bound: &Bound, is_probability: bool) -> String {
    format!("{} {}", size(by, is_probability), if bound.is_over(value) { "over" } else { "short" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_says_on_which_side_it_is() {
        let bound = |text: &str| Bound::read(text).expect("a bound");
        let told = [
            miss(0.314, 0.286, &bound(">= 60%"), true),
            miss(0.000_1, 0.300_1, &bound("20% to 30%"), true),
            miss(0.56, 4.56, &bound("<= 4"), false),
            miss(0.001, 3.999, &bound(">= 4"), false),
        ];
        assert_eq!(told, ["31.4 points short", "Less than 0.1 points over", "0.56 over", "Less than 0.01 short"]);
    }
}
