//! Cells of a table: numbers and bars in a few characters.

use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::{IMPOSSIBLE_MARK, Numerals};
use oddsmith_model::report::Reading;
use oddsmith_model::report::play::SpreadRange;

/// The width of a bar, in characters.
const BAR: usize = 10;

/// Returns an exact number: "57.9%", "2.28"; "28.6 to 37.2%" if it depends on which optimal play is
/// used; "–" if it was not computed.
pub(super) fn exact_cell(reading: &Option<Reading>, tied: Option<SpreadRange>) -> String {
    // The mean is not a number if no trial has a value.
    match reading.filter(|reading| reading.exact.is_some_and(|value| !value.is_nan())) {
        Some(reading) => Estimate::text_under_ties(&reading, tied, Numerals::ENGLISH),
        None => "–".to_owned(),
    }
}

/// Returns a simulated number: "57.87% ±0.10"; "–" if no trial has a value.
pub(super) fn simulated_cell(reading: &Option<Reading>) -> String {
    reading.map_or_else(
        || IMPOSSIBLE_MARK.to_owned(),
        |reading| Estimate::trials_text(&reading, Numerals::ENGLISH),
    )
}

/// Returns the exact number if there is one, else the simulated one.
pub(super) fn best_text(reading: &Reading) -> String {
    best_cell(&Some(*reading), None)
}

/// Like [`best_text`], for a case that may lack the number, or in which the number depends on which
/// optimal play is used.
pub(super) fn best_cell(reading: &Option<Reading>, tied: Option<SpreadRange>) -> String {
    let is_exact = reading.is_some_and(|reading| reading.exact.is_some());
    if is_exact {
        exact_cell(reading, tied)
    } else {
        simulated_cell(reading)
    }
}

/// Returns a probability as a bar; empty for a mean. A range over optimal plays is drawn lighter.
pub(super) fn bar(reading: &Option<Reading>, tied: Option<SpreadRange>) -> String {
    let Some(reading) = reading.filter(|reading| reading.kind.is_chance()) else {
        return String::new();
    };
    let Some(range) = tied else {
        return share_bar(reading.exact_or_estimate(), BAR);
    };
    let parts = |share: f64| (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    "█".repeat(parts(range.least)) + &"░".repeat(parts(range.most) - parts(range.least))
}

/// Returns a share as a bar of whole characters and eighths. A share of 1 is `width` characters
/// long.
pub(super) fn share_bar(share: f64, width: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * (width * 8) as f64).round() as usize;
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

/// Returns a number without unnecessary decimals.
pub(super) fn plain_number(number: f64) -> String {
    oddsmith_model::number::significant(number, 6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_model::figures::NumberKind;
    use oddsmith_model::odds::Interval;

    #[test]
    fn an_estimate_has_the_digits_that_its_interval_supports() {
        let reading = |estimate: f64, half: f64, kind| {
            Some(Reading {
                estimate,
                interval: Interval {
                    low: estimate - half,
                    high: estimate + half,
                },
                exact: None,
                kind,
                unresolved: 0.0,
            })
        };
        let cell_text = |reading| simulated_cell(&reading);
        assert_eq!(
            cell_text(reading(0.578_95, 0.000_968, NumberKind::Chance)),
            "57.895% ±0.097"
        );
        assert_eq!(
            cell_text(reading(0.5, 0.0098, NumberKind::Chance)),
            "50.00% ±0.98"
        );
        assert_eq!(
            cell_text(reading(2.2778, 0.0137, NumberKind::Mean)),
            "2.278 ±0.014"
        );
        assert_eq!(
            cell_text(reading(0.37, 0.09, NumberKind::Chance)),
            "37.0% ±9.0"
        );
    }

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!(
            (
                share_bar(0.0, BAR),
                share_bar(1.0, BAR),
                share_bar(0.5, BAR)
            ),
            (String::new(), "█".repeat(10), "█".repeat(5))
        );
        assert_eq!(share_bar(0.0125, BAR), "▏");
    }

    #[test]
    fn certain_or_impossible_results_show_one_bound() {
        let simulated_text = |count, trials| {
            let interval = oddsmith_model::odds::Confidence::new(0.95)
                .unwrap()
                .wilson(count, trials);
            let estimate = count as f64 / trials as f64;
            let reading = Reading {
                estimate,
                interval,
                exact: None,
                kind: NumberKind::Chance,
                unresolved: 0.0,
            };
            simulated_cell(&Some(reading))
        };
        assert_eq!(
            [
                simulated_text(1000, 1000),
                simulated_text(0, 1_000_000),
                simulated_text(0, 100_000_000)
            ],
            [">99.61%", "<0.00039%", "<0.0000039%"]
        );
        assert_eq!(simulated_text(1000, 1001), "99.90% (99.43 to 99.99%)");
    }

    #[test]
    fn mean_of_equal_trials_has_no_interval() {
        let nothing = Interval {
            low: f64::NAN,
            high: f64::NAN,
        };
        let alike = Reading {
            estimate: 3.0,
            interval: nothing,
            exact: None,
            kind: NumberKind::Mean,
            unresolved: 0.0,
        };
        assert_eq!(simulated_cell(&Some(alike)), "3.00");
        let proved = Reading {
            interval: Interval {
                low: 3.0,
                high: 3.0,
            },
            ..alike
        };
        assert_eq!(simulated_cell(&Some(proved)), "3.00");
    }

    #[test]
    fn exact_column_shows_only_true_certainty() {
        let exact_text = |value| {
            let reading = Reading {
                estimate: 0.5,
                interval: Interval {
                    low: 0.4,
                    high: 0.6,
                },
                exact: Some(value),
                kind: NumberKind::Chance,
                unresolved: 0.0,
            };
            exact_cell(&Some(reading), None)
        };
        assert_eq!(
            [
                exact_text(1.0),
                exact_text(1.0f64.next_down()),
                exact_text(0.0),
                exact_text(1e-30)
            ],
            ["100%", ">99.9999%", "0%", "<1 in 1,000,000,000,000,000,000"]
        );
    }
}
