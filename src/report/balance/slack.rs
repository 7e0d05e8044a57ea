//! How far an answer that is as wanted is from being off.

use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

/// By how much an answer that is as wanted could be off before it is not.
pub fn slack(bound: &Bound, value: f64) -> f64 {
    let slack = match *bound {
        Bound::Between(low, high) => (value - low.value).min(high.value - value),
        Bound::Is(comparison, number) => match comparison {
            Comparison::AtLeast | Comparison::Above => value - number.value,
            Comparison::AtMost | Comparison::Below => number.value - value,
            Comparison::Equal => number.tolerance - (value - number.value).abs(),
            Comparison::Unequal => (value - number.value).abs() - number.tolerance,
        },
    };
    slack.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slack_is_the_way_to_the_nearest_end() {
        let of = |bound: &str, value| slack(&Bound::read(bound).expect("a bound"), value);
        let told = [of("0.45 to 0.55", 0.47), of(">= 3", 4.5), of("< 10%", 0.04), of("= 0.5", 0.52)];
        for (told, wanted) in told.into_iter().zip([0.02, 1.5, 0.06, 0.03]) {
            assert!((told - wanted).abs() < 1e-9, "{told} {wanted}");
        }
        assert_eq!(of(">= 3", 2.0), 0.0);
    }
}
