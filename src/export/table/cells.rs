//! Cells of the table: numbers and bars in a few characters.

use crate::estimate::Estimate;
use crate::figures::{Company, mean_to};
use crate::report::Reading;
use crate::report::play::SpreadRange;

/// Width of a bar, in characters.
const BAR: usize = 10;

/// "57.9%", "2.28"; "28.6 to 37.2%" where it hangs on how ties are broken; "–" where none was computed.
pub(super) fn exact(reading: &Option<Reading>, tied: Option<SpreadRange>, company: Company) -> String {
    // A mean of what no trial shows is none.
    match reading.filter(|reading| reading.exact.is_some_and(|value| !value.is_nan())) {
        Some(reading) => Estimate::told(&reading, tied, company),
        None => "–".to_owned(),
    }
}

/// "57.9 ±0.1": no more digits than the interval supports. What always or never happened has one end only:
/// ">=99.62%", "<=0.0004%".
pub(super) fn simulated(reading: &Option<Reading>, company: Company) -> String {
    let Some(reading) = reading.filter(|reading| reading.estimate.is_finite()) else { return "–".to_owned() };
    let (low, high) = (reading.interval.low, reading.interval.high);
    let told = Estimate { value: reading.estimate, low, high, is_exact: false };
    let told = told.text(reading.is_probability, company);
    // Of what is bounded on one side only, or told coarsely, that is all.
    if told.starts_with(['<', '>', '≈']) && reading.is_probability {
        return told;
    }
    let scale = if reading.is_probability { 100.0 } else { 1.0 };
    let half = (high - reading.estimate).max(reading.estimate - low) * scale;
    if half.is_nan() {
        // All trials showed the same, which says nothing of how far the mean may be.
        return format!("{} ±–", told.trim_start_matches('≈'));
    }
    if half <= 0.0 {
        return format!("{} ±0", told.trim_end_matches('%'));
    }
    // As many decimals as the number has, and as many more as it takes to be something.
    let decimals = told.split_once('.').map_or(0, |(_, part)| part.trim_end_matches('%').len());
    let least = (-half.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{} ±{}", told.trim_end_matches('%'), mean_to(half, decimals.max(least)))
}

/// A probability as a bar; nothing for a mean. What hangs on how ties are broken is lighter.
pub(super) fn bar(reading: &Option<Reading>, tied: Option<SpreadRange>) -> String {
    let Some(reading) = reading.filter(|reading| reading.is_probability) else { return String::new() };
    let Some(range) = tied else { return share_bar(reading.best()) };
    let parts = |share: f64| (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    "█".repeat(parts(range.least)) + &"░".repeat(parts(range.most) - parts(range.least))
}

/// A share as a bar of eighths.
fn share_bar(share: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * (BAR * 8) as f64).round() as usize;
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

/// A number without needless decimals.
pub(super) fn plain(number: f64) -> String {
    oddsmith_model::number::significant(number, 6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_engine::stats::Interval;

    #[test]
    fn an_estimate_has_the_digits_that_its_interval_supports() {
        let reading = |estimate: f64, half: f64, is_probability| {
            Some(Reading {
                estimate,
                interval: Interval { low: estimate - half, high: estimate + half },
                exact: None,
                is_probability,
                unresolved: 0.0,
            })
        };
        let told = |reading| simulated(&reading, Company::WHOLE);
        assert_eq!(told(reading(0.578_95, 0.000_968, true)), "58 ±0.10");
        assert_eq!(told(reading(0.5, 0.0098, true)), "50 ±1.0");
        assert_eq!(told(reading(2.2778, 0.0137, false)), "2.3 ±0.01");
        assert_eq!(told(reading(0.37, 0.09, true)), "≈40%");
    }

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!((share_bar(0.0), share_bar(1.0), share_bar(0.5)), (String::new(), "█".repeat(10), "█".repeat(5)));
        assert_eq!(share_bar(0.0125), "▏");
    }

    #[test]
    fn what_always_or_never_happened_has_one_end() {
        let of = |count, trials| {
            let interval = oddsmith_engine::stats::Confidence::new(0.95).unwrap().wilson(count, trials);
            let estimate = count as f64 / trials as f64;
            let reading = Reading { estimate, interval, exact: None, is_probability: true, unresolved: 0.0 };
            simulated(&Some(reading), Company::WHOLE)
        };
        assert_eq!([of(1000, 1000), of(0, 1_000_000), of(0, 100_000_000)], [">99.6%", "<0.001%", "<0.001%"]);
        assert_eq!(of(1000, 1001), ">99.4%");
    }

    #[test]
    fn a_mean_of_trials_all_alike_has_no_width() {
        let nothing = Interval { low: f64::NAN, high: f64::NAN };
        let alike = Reading { estimate: 3.0, interval: nothing, exact: None, is_probability: false, unresolved: 0.0 };
        assert_eq!(simulated(&Some(alike), Company::WHOLE), "3.00 ±–");
        let proved = Reading { interval: Interval { low: 3.0, high: 3.0 }, ..alike };
        assert_eq!(simulated(&Some(proved), Company::WHOLE), "3.00 ±0");
    }

    #[test]
    fn the_exact_column_is_certain_only_of_what_is() {
        let of = |value| {
            let reading = Reading {
                estimate: 0.5,
                interval: Interval { low: 0.4, high: 0.6 },
                exact: Some(value),
                is_probability: true,
                unresolved: 0.0,
            };
            exact(&Some(reading), None, Company::WHOLE)
        };
        assert_eq!([of(1.0), of(1.0f64.next_down()), of(0.0), of(1e-30)], ["100%", ">99.9%", "0%", "<0.001%"]);
    }
}
