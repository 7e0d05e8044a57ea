//! How far an answer is from what is wanted, in words.

use oddsmith_language::question::Bound;

use crate::figures::Company;

/// A distance, of a chance or not: "31.4 points", "0.56".
pub(super) fn size(size: f64, (is_probability, company): (bool, Company)) -> String {
    let told = company.difference(size, is_probability).replacen('<', "Less than ", 1);
    match is_probability {
        true if told.ends_with(" 1") || told == "1" => format!("{told} point"),
        true => format!("{told} points"),
        false => told,
    }
}

/// By how much a value misses a bound, and on which side: "31.4 points short", "0.56 over".
pub(super) fn miss(by: f64, value: f64, bound: &Bound, told: (bool, Company)) -> String {
    format!("{} {}", size(by, told), if bound.is_over(value) { "over" } else { "short" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_says_on_which_side_it_is() {
        let bound = |text: &str| Bound::read(text).expect("a bound");
        let told = [
            miss(0.31, 0.29, &bound(">= 60%"), (true, Company::WHOLE)),
            miss(0.000_1, 0.300_1, &bound("20% to 30%"), (true, Company::WHOLE)),
            miss(0.56, 4.56, &bound("<= 4"), (false, Company::WHOLE)),
            miss(0.001, 3.999, &bound(">= 4"), (false, Company::WHOLE)),
        ];
        assert_eq!(told, ["31 points short", "Less than 1 point over", "0.56 over", "Less than 0.01 short"]);
    }
}
