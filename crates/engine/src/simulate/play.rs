//! Simulates a rule, one die and one trial after another.

use std::ops::Range;

use super::batches::{Stream, pad_tallies, run_batches, value_count};
use super::listening::ListeningPlayer;
use super::player::{Player, SimulatedRule};
use crate::ask::Ask;
use crate::ask::Observation;
use crate::budget::{Stop, Watch};
use crate::explore::Model;
use crate::odds::Tally;

/// The number of trials between two checks of the request to stop and of the memory of the counts.
const STOP_CHECK_INTERVAL: u64 = 64;

/// Simulates batches of trials, numbered as in [`Stream::batches`]. Returns a tally for each slot
/// of the rule's layout, which counts the trials with each value.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::Watch;
/// use oddsmith_engine::simulate::{Purpose, Stream, play};
/// use oddsmith_engine::stats::goodness_of_fit;
/// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step, exact};
///
/// struct TwoDice;
///
/// impl Rule for TwoDice {
///     type State = ();
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("sum")] }
///     fn start(&self, _: &Parts) {}
///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
///         let sum = ask.roll(Die::D6) + ask.roll(Die::D6);
///         ask.observe_whole(0, sum.into());
///         Ok(Step::Done)
///     }
/// }
///
/// let (watch, trials) = (Watch::default(), 100_000);
/// let stream = Stream { seed: 7, case: 1, purpose: Purpose::Simulated };
/// let sums = &play(&TwoDice, stream, stream.batches(trials), trials, &watch).unwrap()[0];
/// assert_eq!((sums.total(), sums.quantile(50)), (trials, Some(7)));
///
/// // The cross-check: the same rule, explored and solved.
/// assert!(goodness_of_fit(sums, trials, &exact(&TwoDice).unwrap()["sum"]).unwrap() > 1e-6);
/// ```
///
/// A trial that takes more dice than the watch allows ([`Watch::with_dice_limit`]) is given up and
/// not counted. The watch has the number of such trials.
///
/// # Errors
/// Returns an error if the work is stopped, if the rule is wrong, or if there are too many
/// different values.
pub fn play<M: Model>(
    model: &M,
    stream: Stream,
    batches: Range<u64>,
    trials: u64,
    watch: &Watch,
) -> Result<Vec<Tally>, Stop> {
    let simulated_rule = SimulatedRule::new(model)?;
    let tallies = run_batches(stream, batches, trials, watch, &|batch, size| {
        let mut player = simulated_rule.player(stream.batch_random(batch), watch);
        let values = play_batch(model, &mut player, size, watch)?;
        let tallies = player.recorder.tallies()?;
        watch.replace_values(values, value_count(&tallies));
        Ok(tallies)
    })?;
    Ok(pad_tallies(tallies, &simulated_rule.layout))
}

/// Simulates `size` trials. Returns the number of values that was reported to the watch.
fn play_batch<M: Model>(
    model: &M,
    player: &mut Player<'_>,
    size: u64,
    watch: &Watch,
) -> Result<u64, Stop> {
    let mut left = size;
    let mut values = 0;
    let mut observations = Vec::new();
    while left > 0 {
        let some = left.min(STOP_CHECK_INTERVAL);
        for _ in 0..some {
            play_one_trial(model, player, &mut observations, watch)?;
        }
        left -= some;
        watch.add_trials(some);
        let now = player.recorder.value_count();
        if watch.is_stopped() {
            return Err(Stop::Requested);
        }
        if !watch.reserve_values(now - values) {
            return Err(Stop::OutOfMemory);
        }
        values = now;
    }
    Ok(values)
}

/// Simulates a trial. If trials may be given up, its observations are recorded after its end.
#[inline(always)]
fn play_one_trial<M: Model>(
    model: &M,
    player: &mut Player<'_>,
    observations: &mut Vec<Observation>,
    watch: &Watch,
) -> Result<(), Stop> {
    if watch.dice_limit() == u64::MAX {
        player.play_trial(|player| model.play(player))?;
        return Ok(player.recorder.end_trial()?);
    }
    observations.clear();
    let hear = |seen| {
        observations.push(seen);
        false
    };
    if player.play_trial(|player| {
        model.play(&mut ListeningPlayer {
            player,
            listener: hear,
        })
    })? {
        for &Observation {
            metric,
            step,
            value,
        } in &*observations
        {
            match step {
                0 => player.observe_whole(metric, value),
                step => player.observe(metric, step, value),
            }
        }
        player.recorder.end_trial()?;
    }
    Ok(())
}

/// Simulates a few trials. Returns the average cost of a trial, in faces, flips and cards or the
/// equivalent in instructions, and the tallies.
///
/// # Errors
/// Fails like [`play`].
pub fn pilot<M: Model>(
    model: &M,
    stream: Stream,
    trials: u64,
    watch: &Watch,
) -> Result<(f64, Vec<Tally>), Stop> {
    let simulated_rule = SimulatedRule::new(model)?;
    let mut player = simulated_rule.player(stream.batch_random(0), watch);
    let mut observations = Vec::new();
    for _ in 0..trials {
        play_one_trial(model, &mut player, &mut observations, watch)?;
        if watch.is_stopped() {
            return Err(Stop::Requested);
        }
    }
    Ok((
        player.work_done() / trials as f64,
        player.recorder.tallies()?,
    ))
}
