//! Estimates the number of rows of a run from a few trials, so that a run that would fill the
//! memory is refused at once.

use oddsmith_engine::AnyRule;
use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};

use super::cost::trial_cost_limit;
use super::run_error::{RunError, stop_error};
use crate::input::diagnostic::Diagnostic;
use crate::scenario::document::Scenario;

/// With fewer slots over all cases than this, no estimate is needed.
const FEW_SLOTS: usize = 2000;
/// The number of values to count for the estimate.
const PILOT_VALUES: usize = 2_000_000;
/// The minimal and the maximal number of trials for the estimate.
const TRIALS: (u64, u64) = (20, 200);
/// The maximal number of rows of `distribution.csv`.
const MAX_ROWS: f64 = 2e7;
/// The approximate number of bytes of a row.
const BYTES_OF_A_ROW: f64 = 100.0;

/// Fails if a run would have too many rows. The estimate uses the first, the middle and the last
/// case.
pub(super) fn refuse_too_many_rows(scenario: &Scenario, watch: &Watch) -> Result<(), RunError> {
    let cases = scenario.case_count();
    let watch = &watch.with_dice_limit(trial_cost_limit(scenario));
    let mut most = 0.0f64;
    for case in [0, cases / 2, cases - 1] {
        let built = scenario.build_case(case)?;
        let slots: usize = built
            .presentation
            .metrics
            .iter()
            .map(|metric| metric.all_steps().count())
            .sum();
        if slots * cases < FEW_SLOTS {
            continue;
        }
        let trials = ((PILOT_VALUES / slots) as u64)
            .clamp(TRIALS.0, TRIALS.1)
            .min(scenario.settings.trials);
        let stream = Stream {
            seed: scenario.settings.seed,
            case: case as u64 + 1,
            purpose: Purpose::Pilot,
        };
        let shown = pilot_values(&*built.rule, stream, trials, watch)
            .map_err(|stop| stop_error(scenario, case, stop))?;
        let by_slot = shown.chunk_by(|entry, other| entry.0 == other.0);
        most = most.max(
            by_slot
                .map(|shown| expected_value_count(shown, scenario.settings.trials))
                .sum::<f64>()
                * cases as f64,
        );
        if cases == 1 {
            break;
        }
    }
    if most > MAX_ROWS {
        let message = format!(
            "distribution.csv would have about {:.0} million rows ({:.0} GB): one for each value at each step",
            most / 1e6,
            (most * BYTES_OF_A_ROW / 1e9).ceil()
        );
        let help = format!(
            "{}, or fewer trials: at most {:.0} million rows are allowed",
            scenario.rule.simplify_help(),
            MAX_ROWS / 1e6
        );
        return Err(RunError::Diagnostics(
            Diagnostic::nowhere(message, help).into(),
        ));
    }
    Ok(())
}

/// Returns the slots and values that a few trials show. Each trial has separate tallies, because
/// common tallies of many values at many steps would need more memory than the run may use.
fn pilot_values(
    rule: &dyn AnyRule,
    stream: Stream,
    trials: u64,
    watch: &Watch,
) -> Result<Vec<(u32, i64)>, Stop> {
    let mut shown = Vec::new();
    for trial in 0..trials {
        let (_, tallies) = rule.pilot(
            Stream {
                seed: stream.seed.wrapping_add(trial),
                ..stream
            },
            1,
            watch,
        )?;
        let cells = (0..)
            .zip(&tallies)
            .flat_map(|(slot, tally)| tally.iter().map(move |(value, _)| (slot, value)));
        shown.extend(cells);
    }
    shown.sort_unstable();
    Ok(shown)
}

/// Estimates how many different values this many trials will show, from the values that a few
/// trials have shown.
///
/// # Formula
/// Pairs of trials that agree give an estimate S of the number of equally likely values. Of all
/// pairs, 1 in S agrees. Of S values, N trials show S (1 - exp(-N / S)).
fn expected_value_count(shown: &[(u32, i64)], trials: u64) -> f64 {
    let n = shown.len() as f64;
    let each = || {
        shown
            .chunk_by(|entry, other| entry.1 == other.1)
            .map(|same| same.len() as f64)
    };
    let agree: f64 = each().map(|count| count * (count - 1.0) / 2.0).sum();
    let seen = each().count() as f64;
    let trial_count = trials as f64;
    if agree < 1.0 {
        // If no values agree, their number may be arbitrarily large.
        return if n > 1.0 { trial_count } else { seen };
    }
    let support = n * (n - 1.0) / 2.0 / agree;
    (support * (1.0 - (-trial_count / support).exp())).max(seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot_values(values: impl Iterator<Item = i64>) -> Vec<(u32, i64)> {
        let mut shown: Vec<(u32, i64)> = values.map(|value| (0, value)).collect();
        shown.sort_unstable();
        shown
    }

    #[test]
    fn value_counts_are_estimated_from_a_few_trials() {
        let coin = slot_values((0..200).map(|i| i % 2));
        assert!((expected_value_count(&coin, 1_000_000) - 2.0).abs() < 0.1);
        let never = slot_values(0..100);
        assert_eq!(expected_value_count(&never, 5000), 5000.0);
        let thousand = slot_values((0..200).map(|i| i * i * 7919 % 1009));
        let estimated = expected_value_count(&thousand, 1_000_000);
        assert!(estimated > 100.0, "{estimated}");
    }
}
