//! Describes by how much an answer misses its goal.

use oddsmith_model::odds::Bound;

/// Describes by how much a value misses a bound, and on which side: "31.4 percentage points short",
/// "0.56 over".
pub(super) fn miss(size: &str, value: f64, bound: &Bound) -> String {
    format!(
        "{size} {}",
        if bound.is_exceeded_by(value) {
            "over"
        } else {
            "short"
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn miss_text_names_the_side() {
        let bound = |text: &str| Bound::read(text).expect("a bound");
        let misses = [
            miss("31.0 pp", 0.29, &bound(">= 60%")),
            miss("0.010 pp", 0.300_1, &bound("20% to 30%")),
        ];
        assert_eq!(misses, ["31.0 pp short", "0.010 pp over"]);
        assert_eq!(miss("0.56", 4.56, &bound("<= 4")), "0.56 over");
    }
}
