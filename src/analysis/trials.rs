//! Runs the trials of a case: all of them, or as many as the precision needs. They are simulated,
//! or sampled with some simulated as a cross-check.

use std::ops::Range;

use oddsmith_engine::RuleErrorKind;
use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::odds::Tally;
use oddsmith_engine::simulate::{
    BATCH_SIZE, GraphSampler, Purpose, Stream, batches, merge_tallies,
};
use rayon::prelude::*;

use super::counts::{Counts, CrossCheckCounts};
use super::early_trials::whole_batches;
use super::examine::Examined;
use super::trial_method::{Share, TrialMethod};
use crate::rule::BuiltRule;
use crate::scenario::settings::Settings;

/// The minimal number of trials of a case with a precision.
const MIN_TRIALS: u64 = 10_000;

/// Runs the trials of a case, or a share of them.
pub(super) fn run_trials(
    built: &BuiltRule,
    mut examined: Examined,
    settings: &Settings,
    case: usize,
    share: &Share,
    method: TrialMethod,
    watch: &Watch,
) -> Result<Counts, Stop> {
    let stream = |purpose| Stream {
        seed: settings.seed,
        case: case as u64 + 1,
        purpose,
    };
    if !method.prefers_sampling || !examined.has_graph {
        let is_whole = *share == Share::whole(settings.trials);
        let (trials, share) = method.simulated_trials(settings.trials, share);
        let wave = |range| {
            built
                .rule
                .play(stream(Purpose::Simulated), range, trials, watch)
        };
        match run_until_precise(settings, trials, &share, wave) {
            Ok((tallies, trials)) => {
                return Ok(Counts {
                    trials,
                    tallies,
                    ..Counts::default()
                });
            }
            // A trial without an end stops the simulation of its case. The trials are then sampled
            // from the graph, if the run may do this.
            Err(Stop::Rule(error))
                if error.kind == RuleErrorKind::TooLong
                    && examined.has_graph
                    && method.may_sample
                    && is_whole => {}
            Err(stop) => return Err(stop),
        }
    }
    let (cost, steps) = (examined.cost, examined.steps);
    let parts = examined.parts.clone();
    let cross_check_trials = method.cross_check_trials(cost, settings.trials);
    let cross_check_stream = stream(Purpose::CrossCheck);
    let ahead = examined
        .ahead
        .take()
        .filter(|ahead| ahead.batches <= whole_batches(cross_check_stream, cross_check_trials));
    let simulate = || -> Result<CrossCheckCounts, Stop> {
        let ahead = ahead.unwrap_or_default();
        let watch = method.trial_watch(watch, true);
        let simulated = built.rule.play(
            cross_check_stream,
            ahead.batches..cross_check_stream.batches(cross_check_trials).end,
            cross_check_trials,
            &watch,
        )?;
        let unfinished = ahead.unfinished + watch.unfinished();
        Ok(CrossCheckCounts {
            trials: cross_check_trials - unfinished,
            unfinished,
            tallies: merge_tallies(ahead.tallies, simulated),
        })
    };
    let sample = || {
        let graphs = examined.into_graphs(&*built.rule, &settings.budget, watch)?;
        let samplers: Vec<GraphSampler> = graphs.into_par_iter().map(GraphSampler::new).collect();
        let draws = if method.most_draws.is_finite() {
            let pilot = stream(Purpose::Pilot);
            let limit = method.most_draws / samplers.len() as f64;
            let estimate = |sampler: &GraphSampler| {
                sampler.estimate_draws(pilot, steps, settings.trials, limit, watch)
            };
            samplers.iter().map(estimate).sum::<Result<f64, Stop>>()?
        } else {
            0.0
        };
        let (trials, share) = method.sampled_trials(draws, settings.trials, share);
        let wave = |range: Range<u64>| {
            let draw = |(part, sampler): (usize, &GraphSampler)| {
                let stream = stream(Purpose::Sampled(part as u32));
                sampler.sample(stream, range.clone(), trials, watch)
            };
            let sampled = samplers
                .par_iter()
                .enumerate()
                .map(draw)
                .collect::<Result<_, _>>()?;
            Ok(slot_tallies(sampled, &parts))
        };
        run_until_precise(settings, trials, &share, wave)
    };
    // The cross-check and the sampling share nothing, so they run at the same time.
    let (cross_check, sampled) =
        rayon::join(|| share.has_first().then(simulate).transpose(), sample);
    let cross_check = cross_check?;
    let (tallies, trials) = sampled?;
    Ok(Counts {
        trials,
        is_sampled: true,
        tallies,
        cross_check,
        asked: Vec::new(),
    })
}

/// Returns the tally of each slot, taken from the slot's part. Each part has a tally for every
/// slot, but those of other parts' slots are empty.
fn slot_tallies(sampled: Vec<Vec<Tally>>, parts: &[u32]) -> Vec<Tally> {
    let mut sampled: Vec<_> = sampled.into_iter().map(Vec::into_iter).collect();
    let tally = |&part: &u32| {
        let mut part_tallies = sampled
            .iter_mut()
            .map(|part| part.next().unwrap_or_default());
        let tally = part_tallies.nth(part as usize).unwrap_or_default();
        part_tallies.for_each(drop);
        tally
    };
    parts.iter().map(tally).collect()
}

/// Runs batches. Without a precision it runs the share at once. Otherwise it runs more and more
/// batches of the whole case until every probability is precise enough.
fn run_until_precise(
    settings: &Settings,
    trials: u64,
    share: &Share,
    wave: impl Fn(Range<u64>) -> Result<Vec<Tally>, Stop>,
) -> Result<(Vec<Tally>, u64), Stop> {
    let batch_count = batches(trials);
    let Some(half_width) = settings.precision else {
        return Ok((wave(share.0.clone())?, share.trials(trials)));
    };
    let mut done = batches(MIN_TRIALS).min(batch_count);
    let mut tallies = wave(0..done)?;
    while done < batch_count {
        // The number of trials that are still needed is estimated from the tallies. So there are
        // few waves, and the last one is not much too long. The estimate is the same on every
        // machine.
        let run = (done * BATCH_SIZE).min(trials);
        let needed = tallies
            .iter()
            .map(|tally| trials_needed(tally, run, half_width, settings))
            .max()
            .unwrap_or(0);
        let next = batches(needed).min(batch_count);
        if next <= done {
            break;
        }
        tallies = merge_tallies(tallies, wave(done..next)?);
        done = next;
    }
    Ok((tallies, (done * BATCH_SIZE).min(trials)))
}

/// Returns how many trials make every probability of a tally precise enough.
fn trials_needed(tally: &Tally, trials: u64, half_width: f64, settings: &Settings) -> u64 {
    let shares = tally.iter().map(|(_, count)| count as f64 / trials as f64);
    shares
        .map(|share| settings.confidence.trials_for(share, half_width))
        .max()
        .unwrap_or(0)
}
