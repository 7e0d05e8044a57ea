//! Decides how the trials of a run are made: whether they are simulated or sampled, and how many
//! check the sampled ones. Also decides which share of the trials is run here.

use std::ops::Range;

use oddsmith_engine::explore::Watch;
use oddsmith_engine::simulate::{BATCH_SIZE, batches};

use super::cost::{CROSS_CHECK_SHARE, Costs, trial_cost_limit};
use crate::scenario::document::Scenario;

/// The maximal number of trials of a case's cross-check.
const MAX_CROSS_CHECK_TRIALS: f64 = 20_000.0;

const MIN_CROSS_CHECK_TRIALS: f64 = 20.0;

/// From this cost on, the mean cost of a trial counts as unknown.
const UNBOUNDED_COST: f64 = 1e9;

/// The share of the estimated trials of a cross-check that is certainly needed.
const SURE_SHARE: f64 = 0.8;

/// The minimal number of simulated trials of a case, even if they are expensive.
const MIN_SIMULATED: u64 = 5;

/// The total number of random choices for all sampled trials of a run: about two seconds.
const MAX_DRAWS: f64 = 1_000_000_000.0;
const MIN_SAMPLED: u64 = 100;

/// The factor by which the simulation may exceed the cross-check for a question without exact odds.
const QUESTION_COST_FACTOR: f64 = 20.0;

/// The way in which trials are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineMode {
    /// Trials are simulated if that is cheap, or if it is the only possibility. Otherwise they are
    /// sampled from the graph, and some are simulated as a cross-check.
    #[default]
    Auto,
    /// Every trial is simulated.
    Play,
    /// Every trial is sampled from the state graph.
    Graph,
}

/// The decisions about the trials of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TrialMethod {
    /// Whether trials are sampled in the cases that have a suitable graph.
    pub(super) prefers_sampling: bool,
    /// The maximal cost of the cross-check of a case.
    cross_check_cost: f64,
    /// The approximate cost of a trial in the most expensive case.
    dearest: f64,
    /// The number of faces, flips and cards after which an optional trial is abandoned.
    trial_cost_limit: u64,
    /// The maximal number of trials of a simulated case. Unlimited if the number of trials was set
    /// explicitly.
    most_simulated: u64,
    /// The maximal number of random choices for the sampled trials of a case. Unlimited if the
    /// number of trials was set explicitly.
    pub(super) most_draws: f64,
    /// Whether a case with very long trials may be sampled instead.
    pub(super) may_sample: bool,
}

/// The batches of a case that are run: all of them, or a share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Share(pub(crate) Range<u64>);

impl Share {
    /// Returns all batches of this many trials.
    pub(super) fn whole(trials: u64) -> Share {
        Share(0..batches(trials))
    }

    /// Returns whether the first batch is included. Everything that is done once per case goes with
    /// it.
    pub(crate) fn has_first(&self) -> bool {
        self.0.start == 0
    }

    /// Returns how many of `total` trials belong to these batches.
    pub(crate) fn trials(&self, total: u64) -> u64 {
        total.min(self.0.end * BATCH_SIZE) - total.min(self.0.start * BATCH_SIZE)
    }
}

impl TrialMethod {
    /// Decides how the trials are made. By default they are simulated if their total cost is below
    /// the limit of the rule.
    pub(crate) fn choose(scenario: &Scenario, costs: &Costs, mode: EngineMode) -> TrialMethod {
        let draws = match mode {
            EngineMode::Auto => {
                costs.total_cost(scenario.settings.trials) > scenario.rule.simulation_limit()
            }
            EngineMode::Play => false,
            EngineMode::Graph => true,
        };
        let is_free = mode == EngineMode::Auto
            && !scenario.settings.has_explicit_trials
            && scenario.settings.precision.is_none();
        let affordable = scenario.rule.simulation_limit() / costs.total_cost(1);
        let cross_check_cost = CROSS_CHECK_SHARE * scenario.rule.simulation_limit();
        TrialMethod {
            prefers_sampling: draws,
            cross_check_cost: cross_check_cost / scenario.case_count() as f64,
            dearest: costs.dearest(),
            trial_cost_limit: trial_cost_limit(scenario),
            most_simulated: if is_free {
                round_to_two_digits(affordable).max(MIN_SIMULATED)
            } else {
                u64::MAX
            },
            most_draws: if is_free {
                MAX_DRAWS / scenario.case_count() as f64
            } else {
                f64::INFINITY
            },
            may_sample: mode == EngineMode::Auto,
        }
    }

    /// Returns the number of trials of a simulated case, and the batches of a share that exist.
    pub(crate) fn simulated_trials(&self, trials: u64, share: &Share) -> (u64, Share) {
        let trials = trials.min(self.most_simulated);
        let batch_count = batches(trials);
        (
            trials,
            Share(share.0.start.min(batch_count)..share.0.end.min(batch_count)),
        )
    }

    /// Returns the number of trials of a sampled case, and the batches of a share that exist, given
    /// the number of random choices for all trials.
    pub(super) fn sampled_trials(&self, draws: f64, trials: u64, share: &Share) -> (u64, Share) {
        let affordable = trials as f64 * (self.most_draws / draws.max(1.0)).min(1.0);
        let most = if draws > self.most_draws {
            round_to_two_digits(affordable).max(MIN_SAMPLED)
        } else {
            u64::MAX
        };
        TrialMethod {
            most_simulated: most,
            ..*self
        }
        .simulated_trials(trials, share)
    }

    /// Returns the watch for simulated trials. It abandons very long trials of a cross-check.
    pub(super) fn trial_watch(&self, watch: &Watch, is_cross_check: bool) -> Watch {
        watch.with_dice_limit(if is_cross_check {
            self.trial_cost_limit
        } else {
            u64::MAX
        })
    }

    /// Returns how many trials of a cross-check are certainly needed, whichever case it is:
    /// somewhat fewer than the estimate.
    pub(super) fn sure_cross_check_trials(&self, trials: u64) -> u64 {
        if self.prefers_sampling {
            (SURE_SHARE * self.cross_check_trials(self.dearest, trials) as f64) as u64
        } else {
            0
        }
    }

    /// Returns how many trials of a case are simulated as a cross-check.
    pub(super) fn cross_check_trials(&self, cost: f64, trials: u64) -> u64 {
        // If the mean cost of a trial is unknown, the most expensive measured case is used instead.
        let cost = if cost > UNBOUNDED_COST {
            self.dearest
        } else {
            cost
        };
        let trial_count = (self.cross_check_cost / cost.max(1.0))
            .clamp(MIN_CROSS_CHECK_TRIALS, MAX_CROSS_CHECK_TRIALS);
        (trial_count as u64).min(trials)
    }

    /// Returns how many trials of a sampled case may be simulated for a question without exact
    /// odds: at least `least`.
    pub(super) fn affordable_trials(&self, cost: f64, least: u64, trials: u64) -> u64 {
        ((QUESTION_COST_FACTOR * self.cross_check_cost / cost.max(1.0)) as u64)
            .clamp(least, trials.max(least))
    }
}

/// Rounds a number of trials down to two significant digits.
fn round_to_two_digits(trials: f64) -> u64 {
    let trials = trials as u64;
    let unit = 10u64.pow(trials.max(10).ilog10() - 1);
    trials / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trial_counts_are_rounded_to_two_digits() {
        assert_eq!(
            [7.0, 99.9, 1234.0, 987_654.0].map(round_to_two_digits),
            [7, 99, 1200, 980_000]
        );
    }

    #[test]
    fn default_trials_are_limited_in_simulated_cases() {
        let method = |most_simulated| TrialMethod {
            prefers_sampling: true,
            cross_check_cost: 1.0,
            dearest: 1.0,
            trial_cost_limit: 1,
            most_simulated,
            most_draws: f64::INFINITY,
            may_sample: true,
        };
        let whole = Share::whole(1_000_000);
        assert_eq!(
            method(u64::MAX).simulated_trials(1_000_000, &whole),
            (1_000_000, whole.clone())
        );
        assert_eq!(
            method(50_000).simulated_trials(1_000_000, &whole),
            (50_000, Share(0..3))
        );
        let limited = TrialMethod {
            most_draws: 1000.0,
            ..method(u64::MAX)
        };
        assert_eq!(
            limited.sampled_trials(1000.0, 1_000_000, &whole).0,
            1_000_000
        );
        assert_eq!(limited.sampled_trials(3000.0, 1_000_000, &whole).0, 330_000);
        assert_eq!(
            limited.sampled_trials(f64::INFINITY, 1_000_000, &whole).0,
            100
        );
        assert_eq!(
            method(u64::MAX).sampled_trials(1e18, 1_000_000, &whole).0,
            1_000_000
        );
        // The other shares of the same case have no work left.
        assert_eq!(
            method(50_000)
                .simulated_trials(1_000_000, &Share(10..20))
                .1
                .trials(50_000),
            0
        );
        assert_eq!(
            method(50_000)
                .simulated_trials(1_000_000, &Share(2..20))
                .1
                .trials(50_000),
            10_000
        );
    }
}
