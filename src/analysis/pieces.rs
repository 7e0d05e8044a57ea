//! Cuts the work of a run into shares. Each machine computes its share from the scenario alone, and
//! all machines compute the same shares.
//!
//! The work is a sequence of units: the cases in order, and the batches of each case in order. If
//! trials are sampled from a graph, a unit is a whole cohort. Each unit has an estimated cost. The
//! sequence is cut where the sum of the costs reaches the bound of a share.

use oddsmith_engine::simulate::{COHORT_BATCHES, batches};

use super::cost::Costs;
use super::trial_method::{Share, TrialMethod};

/// The cost of exploring and solving a case, in addition to its trials, in dice rolled. It is a
/// guess, since nothing is known beforehand.
const EXPLORING_COST: u128 = 2_000_000;
/// The cost of a cohort that is sampled from a graph.
const SAMPLING_COST: u128 = 200_000;

/// Some batches of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The index of the case.
    pub(crate) case: usize,
    /// The batches of the case.
    pub(crate) share: Share,
}

/// Returns the pieces of share `number`, counted from 1.
pub(super) fn split_share(
    cases: usize,
    trials: u64,
    method: TrialMethod,
    costs: &Costs,
    number: u32,
    share_count: u32,
) -> Vec<Piece> {
    let batch_count = batches(trials);
    let size = if method.prefers_sampling {
        COHORT_BATCHES
    } else {
        1
    };
    let units = u128::from(batch_count.div_ceil(size));
    let unit_cost = |case: usize| {
        if method.prefers_sampling {
            SAMPLING_COST
        } else {
            (costs.case_cost(case) * trials as f64 / units as f64).ceil() as u128
        }
    };
    let case_cost = |case: usize| EXPLORING_COST + units * unit_cost(case);
    let total: u128 = (0..cases).map(case_cost).sum();
    let bound = |share: u32| total * u128::from(share) / u128::from(share_count);
    let (from, to) = (bound(number - 1), bound(number));
    let mut before = 0;
    let mut pieces = Vec::new();
    for case in 0..cases {
        // The number of this case's units that begin before a bound. The first unit begins with the
        // case, and the others follow one after another.
        let begun = |bound: u128| match bound.checked_sub(before) {
            None | Some(0) => 0,
            Some(room) => (1 + room.saturating_sub(EXPLORING_COST).saturating_sub(1)
                / unit_cost(case))
            .min(units),
        };
        let batch = |units: u128| batch_count.min(units as u64 * size);
        let share = batch(begun(from))..batch(begun(to));
        before += case_cost(case);
        if !share.is_empty() {
            pieces.push(Piece {
                case,
                share: Share(share),
            });
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::super::EngineMode;
    use super::*;
    use crate::input::diagnostic::Source;
    use crate::scenario::document::{Overrides, Scenario};
    use oddsmith_engine::explore::Watch;
    use std::sync::Arc;

    fn scenario(text: &str) -> Scenario {
        let source = Arc::new(Source {
            name: "it".into(),
            text: text.to_owned(),
        });
        Scenario::parse("it", source, &Overrides::default()).expect("a scenario")
    }

    /// Every batch of every case is in exactly one share, and cohorts are never split.
    #[test]
    fn shares_cover_every_batch_exactly_once() {
        for (trials, mode) in [
            (1, EngineMode::Auto),
            (20_000, EngineMode::Play),
            (1_234_567, EngineMode::Play),
            (7_654_321, EngineMode::Graph),
            (1_000_000_000_000, EngineMode::Graph),
        ] {
            let text = format!(
                "rule = \"wing-activation\"\n[sweep]\nquality = [2, 3, 4]\n[run]\ntrials = {trials}\n"
            );
            let scenario = scenario(&text);
            let costs = Costs::measure(&scenario, &Watch::default()).expect("costs");
            let method = TrialMethod::choose(&scenario, &costs, mode);
            for share_count in [1, 2, 3, 7, 16, 100] {
                let mut next = [0u64; 3];
                let mut last = 0;
                for number in 1..=share_count {
                    for Piece {
                        case,
                        share: Share(range),
                    } in split_share(3, trials, method, &costs, number, share_count)
                    {
                        assert!(case >= last, "cases come in order");
                        last = case;
                        assert_eq!(range.start, next[case], "share {number} of {share_count}");
                        assert!(mode == EngineMode::Play || range.start % COHORT_BATCHES == 0);
                        next[case] = range.end;
                    }
                }
                assert_eq!(
                    next,
                    [batches(trials); 3],
                    "{share_count} shares of {trials} trials"
                );
            }
        }
    }

    #[test]
    fn shares_of_one_long_case_have_equal_size() {
        let scenario = scenario("rule = \"wing-activation\"\n[run]\ntrials = 100_000_000\n");
        let costs = Costs::measure(&scenario, &Watch::default()).expect("costs");
        let method = TrialMethod::choose(&scenario, &costs, EngineMode::Play);
        for number in 1..=16 {
            let pieces = split_share(1, 100_000_000, method, &costs, number, 16);
            let batch_count: u64 = pieces
                .iter()
                .map(|piece| piece.share.0.end - piece.share.0.start)
                .sum();
            // The first share explores the case, so it simulates fewer trials.
            let wanted = if number == 1 { 270..=300 } else { 310..=320 };
            assert!(
                wanted.contains(&batch_count),
                "share {number}: {batch_count} of 5,000 batches"
            );
        }
    }
}
