//! How the trials of a run are made: simulated or sampled, how many check the sampled ones, and
//! which share of them is done here.

use std::ops::Range;

use oddsmith_engine::explore::Watch;
use oddsmith_engine::simulate::{BATCH_SIZE, batches};

use super::cost::{CROSS_CHECK_SHARE, Costs, trial_cost_limit};
use crate::scenario::document::Scenario;

/// Trials of a case's cross-check.
const MOST_CROSS_CHECK_TRIALS: f64 = 20_000.0;

const LEAST_CROSS_CHECK_TRIALS: f64 = 20.0;

/// What a trial costs of which nobody can tell how long it goes on.
const UNBOUNDED_COST: f64 = 1e9;

/// The share of the trials of a cross-check that is certain to be needed, once a few trials have
/// shown what one costs.
const SURE_SHARE: f64 = 0.8;

/// Trials that a case has at least, however dear they are: more would take many seconds.
const LEAST_SIMULATED: u64 = 5;

/// Steps of a trial from which drawing it is dear, and of all trials that are drawn then: about two
/// seconds.
const COSTLY_STEPS: f64 = 20_000.0;
const MOST_SAMPLED_STEPS: f64 = 100_000_000.0;
const LEAST_SAMPLED: u64 = 100;

/// How much more than the cross-check may be simulated where no exact odds answer a question.
const QUESTION_COST_FACTOR: f64 = 20.0;

/// How trials are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineMode {
    /// Trials are simulated where that is cheap or there is no other way. Otherwise they are
    /// sampled from the graph, and some are simulated as a check.
    #[default]
    Auto,
    /// Every trial is played.
    Play,
    /// Every trial is drawn over the state graph.
    Graph,
}

/// How the trials of a run are run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Manner {
    /// Drawn over the graph, where a case has one that is worth it.
    pub(super) prefers_sampling: bool,
    /// The cost that each case's cross-check may have.
    cross_check_cost: f64,
    /// What a trial of the dearest case costs, about.
    dearest: f64,
    /// Faces, flips and cards after which a trial is given up that need not be played.
    trial_cost_limit: u64,
    /// Trials of a case that is played, at most: as many of each as a run may play, where nobody
    /// said how many.
    most_simulated: u64,
    /// Whether a case of which a trial goes on and on may be drawn instead.
    pub(super) may_sample: bool,
}

/// The batches of a case that are run: all of them, or a share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Share(pub(crate) Range<u64>);

impl Share {
    /// All batches of so many trials.
    pub(super) fn whole(trials: u64) -> Share {
        Share(0..batches(trials))
    }

    /// Whether the first batch is among them, with which goes all that is done once.
    pub(crate) fn has_first(&self) -> bool {
        self.0.start == 0
    }

    /// How many trials they are of so many.
    pub(crate) fn trials(&self, total: u64) -> u64 {
        total.min(self.0.end * BATCH_SIZE) - total.min(self.0.start * BATCH_SIZE)
    }
}

impl Manner {
    /// Trials are played where all of them cost no more than so many faces, flips and cards.
    pub(crate) fn choose(scenario: &Scenario, costs: &Costs, mode: EngineMode) -> Manner {
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
        Manner {
            prefers_sampling: draws,
            cross_check_cost: cross_check_cost / scenario.case_count() as f64,
            dearest: costs.dearest(),
            trial_cost_limit: trial_cost_limit(scenario),
            most_simulated: if is_free {
                round_to_two_digits(affordable).max(LEAST_SIMULATED)
            } else {
                u64::MAX
            },
            may_sample: mode == EngineMode::Auto,
        }
    }

    /// Of a case that is played, its trials and a share of them.
    pub(crate) fn simulated_trials(&self, trials: u64, share: &Share) -> (u64, Share) {
        let trials = trials.min(self.most_simulated);
        let batch_count = batches(trials);
        (
            trials,
            Share(share.0.start.min(batch_count)..share.0.end.min(batch_count)),
        )
    }

    /// Of a case that is drawn, at so many steps for a trial, its trials and a share of them.
    pub(super) fn sampled_trials(&self, steps: f64, trials: u64, share: &Share) -> (u64, Share) {
        let is_free = self.most_simulated < u64::MAX;
        let most = if is_free && steps > COSTLY_STEPS {
            round_to_two_digits(MOST_SAMPLED_STEPS / steps).max(LEAST_SAMPLED)
        } else {
            u64::MAX
        };
        Manner {
            most_simulated: most,
            ..*self
        }
        .simulated_trials(trials, share)
    }

    /// Returns the watch for simulated trials. Those that check sampled ones are given up if they
    /// go on and on.
    pub(super) fn trial_watch(&self, watch: &Watch, is_cross_check: bool) -> Watch {
        watch.with_dice_limit(if is_cross_check {
            self.trial_cost_limit
        } else {
            u64::MAX
        })
    }

    /// Returns how many trials of any case's cross-check are certain to be simulated: nearly as
    /// many as a few trials foretell.
    pub(super) fn sure_cross_check_trials(&self, trials: u64) -> u64 {
        if self.prefers_sampling {
            (SURE_SHARE * self.cross_check_trials(self.dearest, trials) as f64) as u64
        } else {
            0
        }
    }

    /// Returns how many trials of a case are simulated as a cross-check.
    pub(super) fn cross_check_trials(&self, cost: f64, trials: u64) -> u64 {
        // If the cost of a trial cannot be computed, the dearest of a few simulated trials stands
        // for it.
        let cost = if cost > UNBOUNDED_COST {
            self.dearest
        } else {
            cost
        };
        let trial_count = (self.cross_check_cost / cost.max(1.0))
            .clamp(LEAST_CROSS_CHECK_TRIALS, MOST_CROSS_CHECK_TRIALS);
        (trial_count as u64).min(trials)
    }

    /// Trials of a drawn case that may be played where only they can tell: at least so many.
    pub(super) fn affordable_trials(&self, cost: f64, least: u64, trials: u64) -> u64 {
        ((QUESTION_COST_FACTOR * self.cross_check_cost / cost.max(1.0)) as u64)
            .clamp(least, trials.max(least))
    }
}

/// A number of trials with no more than two digits that are not 0.
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
        let manner = |most_simulated| Manner {
            prefers_sampling: true,
            cross_check_cost: 1.0,
            dearest: 1.0,
            trial_cost_limit: 1,
            most_simulated,
            may_sample: true,
        };
        let whole = Share::whole(1_000_000);
        assert_eq!(
            manner(u64::MAX).simulated_trials(1_000_000, &whole),
            (1_000_000, whole.clone())
        );
        assert_eq!(
            manner(50_000).simulated_trials(1_000_000, &whole),
            (50_000, Share(0..3))
        );
        // Of another share of the same case nothing is left.
        assert_eq!(
            manner(50_000)
                .simulated_trials(1_000_000, &Share(10..20))
                .1
                .trials(50_000),
            0
        );
        assert_eq!(
            manner(50_000)
                .simulated_trials(1_000_000, &Share(2..20))
                .1
                .trials(50_000),
            10_000
        );
    }
}
