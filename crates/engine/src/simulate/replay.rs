//! Replays: a trial is simulated again, and its questions, answers and observations are returned.

use super::batches::Stream;
use super::player::{Player, SimulatedRule};
use crate::ask::Ask;
use crate::budget::{Stop, Watch};
use crate::chance::{DiceExpression, Die, Pool, Probability, Weights};
use crate::error::RuleError;
use crate::explore::Model;

/// The number of trials between two checks of the request to stop.
const STOP_CHECK_INTERVAL: u64 = 64;

/// An event in a trial.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TrialEvent {
    /// A uniform integer: the number of values, and the value from 0.
    Numbered(u64, u64),
    /// A weighted choice: the weights, and the index.
    Picked(Vec<u64>, usize),
    /// An event of a probability: whether it happened.
    Happened(Probability, bool),
    /// A die: its face.
    Rolled(Die, u32),
    /// An exploding die: its sum.
    Exploded(Die, u32),
    /// Dice that were rolled together: their faces.
    Pooled(Die, Pool),
    /// A dice expression: its total.
    Totalled(DiceExpression, i64),
    /// Independent events: their number, their probability, and how many happened.
    Counted(u32, Probability, u32),
    /// Cards drawn without replacement.
    Drawn {
        /// The number of cards drawn.
        drawn: u32,
        /// The number of cards.
        total: u32,
        /// The number of marked cards.
        marked: u32,
        /// The number of marked cards drawn.
        found: u32,
    },
    /// A choice: its index, and the option that the player chose.
    Chose(usize, i64),
    /// An observation of a metric.
    Seen {
        /// The index of the metric.
        metric: usize,
        /// The step, 0 for a metric of the whole trial.
        step: u32,
        /// The value.
        value: i64,
    },
}

/// A reader that simulates and collects the events.
pub struct Replay<'p, 'l> {
    player: &'p mut Player<'l>,
    events: Vec<TrialEvent>,
}

/// Simulates one trial of a stream again, given by its index from 0, as [`play`](super::play) did.
/// `tell` runs the trial. Returns the result of `tell` and the events of the trial.
///
/// # Errors
/// Returns an error if the work is stopped or the rule is wrong.
pub fn replay<M: Model, T>(
    model: &M,
    stream: Stream,
    trial: u64,
    watch: &Watch,
    tell: impl FnOnce(&mut Replay<'_, '_>) -> Result<T, RuleError>,
) -> Result<(T, Vec<TrialEvent>), Stop> {
    let (simulated_rule, most) = (SimulatedRule::new(model)?, stream.purpose.batch_size());
    let mut player = simulated_rule.player(stream.batch_random(trial / most), watch);
    // The trials of a batch share a stream, so the earlier ones are simulated too.
    for before in 0..trial % most {
        if before % STOP_CHECK_INTERVAL == 0 && watch.is_stopped() {
            return Err(Stop::Requested);
        }
        player.play_trial(|player| model.play(player))?;
        player.recorder.end_trial()?;
    }
    let help = "choose another trial";
    Ok(replay_trial(&mut player, tell)?
        .ok_or_else(|| RuleError::new("this trial has too many dice to show", help))?)
}

/// Simulates the first trials of a stream again, as [`play`](super::play) did, and passes the
/// events of each to `take`.
///
/// # Errors
/// Returns an error if the work is stopped or the rule is wrong.
pub fn replay_first<M: Model>(
    model: &M,
    stream: Stream,
    trials: u64,
    watch: &Watch,
    take: &mut dyn FnMut(Vec<TrialEvent>),
) -> Result<(), Stop> {
    let (simulated_rule, most) = (SimulatedRule::new(model)?, stream.purpose.batch_size());
    for batch in stream.batches(trials) {
        let mut player = simulated_rule.player(stream.batch_random(batch), watch);
        for trial in 0..most.min(trials - batch * most) {
            if trial % STOP_CHECK_INTERVAL == 0 && watch.is_stopped() {
                return Err(Stop::Requested);
            }
            if let Some(((), moments)) = replay_trial(&mut player, |replay| model.play(replay))? {
                take(moments);
            }
        }
    }
    Ok(())
}

/// Simulates a trial and collects its events. Returns `None` if it was given up.
fn replay_trial<T>(
    player: &mut Player<'_>,
    tell: impl FnOnce(&mut Replay<'_, '_>) -> Result<T, RuleError>,
) -> Result<Option<(T, Vec<TrialEvent>)>, Stop> {
    let mut outcome = None;
    player.play_trial(|player| {
        let mut replay = Replay {
            player,
            events: Vec::new(),
        };
        outcome = Some((tell(&mut replay)?, replay.events));
        Ok(())
    })?;
    player.recorder.end_trial()?;
    Ok(outcome)
}

impl Replay<'_, '_> {
    fn record<T: Clone>(&mut self, answer: T, moment: impl FnOnce(T) -> TrialEvent) -> T {
        self.events.push(moment(answer.clone()));
        answer
    }
}

impl Ask for Replay<'_, '_> {
    fn below(&mut self, n: u64) -> u64 {
        let number = self.player.below(n);
        self.record(number, |number| TrialEvent::Numbered(n, number))
    }

    fn pick(&mut self, weights: &Weights) -> usize {
        let index = self.player.pick(weights);
        self.record(index, |index| {
            TrialEvent::Picked(weights.weights().to_vec(), index)
        })
    }

    fn happens(&mut self, p: Probability) -> bool {
        let happened = self.player.happens(p);
        self.record(happened, |happened| TrialEvent::Happened(p, happened))
    }

    fn roll(&mut self, die: Die) -> u32 {
        let face = self.player.roll(die);
        self.record(face, |face| TrialEvent::Rolled(die, face))
    }

    fn open_roll(&mut self, die: Die) -> u32 {
        let sum = self.player.open_roll(die);
        self.record(sum, |sum| TrialEvent::Exploded(die, sum))
    }

    fn pool(&mut self, die: Die, n: u32) -> Pool {
        let pool = self.player.pool(die, n);
        self.record(pool, |pool| TrialEvent::Pooled(die, pool))
    }

    fn total(&mut self, expression: &DiceExpression) -> i64 {
        let total = self.player.total(expression);
        self.record(total, |total| {
            TrialEvent::Totalled(expression.clone(), total)
        })
    }

    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        let count = self.player.binomial(n, p);
        self.record(count, |count| TrialEvent::Counted(n, p, count))
    }

    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        let found = self.player.hypergeometric(total, marked, drawn);
        self.record(found, |found| TrialEvent::Drawn {
            drawn,
            total,
            marked,
            found,
        })
    }

    fn observe_choice(&mut self, choice: usize, option: i64) {
        self.player.observe_choice(choice, option);
        self.events.push(TrialEvent::Chose(choice, option));
    }

    fn is_stopped(&self) -> bool {
        self.player.is_stopped()
    }

    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        self.player.observe(metric, step, value);
        self.events.push(TrialEvent::Seen {
            metric,
            step,
            value,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::{Purpose, play};
    use crate::{Metric, Parts, Rule, Step};

    struct Two;

    impl Rule for Two {
        type State = ();
        fn metrics(&self) -> Vec<Metric> {
            vec![Metric::whole("sum")]
        }
        fn start(&self, _: &Parts) {}
        fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
            let sum = ask.roll(Die::D6) + ask.roll(Die::new(8));
            ask.observe_whole(0, sum.into());
            Ok(Step::Done)
        }
    }

    #[test]
    fn replayed_trials_equal_simulated_trials() {
        for purpose in [Purpose::Simulated, Purpose::CrossCheck] {
            let (stream, watch) = (
                Stream {
                    seed: 5,
                    case: 2,
                    purpose,
                },
                Watch::default(),
            );
            let mut tally = crate::odds::Tally::default();
            for trial in 0..50 {
                let (_, moments) =
                    replay(&Two, stream, trial, &watch, |ask| Two.play(ask)).unwrap();
                let [
                    TrialEvent::Rolled(_, a),
                    TrialEvent::Rolled(_, b),
                    TrialEvent::Seen {
                        metric: 0,
                        step: 0,
                        value,
                    },
                ] = moments[..]
                else {
                    panic!("{moments:?}")
                };
                assert_eq!(i64::from(a + b), value);
                tally.record(value);
            }
            assert_eq!(play(&Two, stream, 0..1, 50, &watch).unwrap(), [tally]);
            let most = purpose.batch_size();
            let mut first = Vec::new();
            replay_first(&Two, stream, most + 2, &watch, &mut |moments| {
                first.push(moments)
            })
            .unwrap();
            for trial in [0, 1, 49, most - 1, most, most + 1] {
                let (_, alone) = replay(&Two, stream, trial, &watch, |ask| Two.play(ask)).unwrap();
                assert_eq!(first[trial as usize], alone);
            }
            // The test compares all trials of two batches.
            let mut tally = crate::odds::Tally::default();
            for moments in &first {
                let Some(&TrialEvent::Seen { value, .. }) = moments.last() else {
                    panic!("{moments:?}")
                };
                tally.record(value);
            }
            assert_eq!(
                play(&Two, stream, stream.batches(most + 2), most + 2, &watch).unwrap(),
                [tally]
            );
            // The first trial of the second batch differs from the first trial.
            let first = |trial| {
                replay(&Two, stream, trial, &watch, |ask| Two.play(ask))
                    .unwrap()
                    .1
            };
            assert_ne!(first(most), first(0));
        }
    }
}
