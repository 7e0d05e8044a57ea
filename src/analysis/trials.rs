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
use super::early_trials::{SimulatedBatches, whole_batches};
use super::examine::Examined;
use super::trial_method::{Share, TrialMethod};
use crate::rule::BuiltRule;
use crate::scenario::settings::Settings;

/// The minimal number of trials of a case with a precision.
const MIN_TRIALS: u64 = 10_000;

/// Runs the trials of a case, or a share of them.
pub(super) fn run_trials(
    built: &BuiltRule,
    examined: Examined,
    settings: &Settings,
    case: usize,
    share: &Share,
    method: TrialMethod,
    watch: &Watch,
) -> Result<Counts, Stop> {
    let run = CaseTrials {
        built,
        settings,
        case,
        share,
        method,
        watch,
    };
    if !method.prefers_sampling || !examined.has_graph {
        match run.simulate() {
            // A trial without an end stops the simulation of its case. The trials are then sampled
            // from the graph, if the run may do this.
            Err(Stop::Rule(error))
                if error.kind == RuleErrorKind::TooLong
                    && examined.has_graph
                    && method.may_sample
                    && *share == Share::whole(settings.trials) => {}
            simulated => return simulated,
        }
    }
    run.sample(examined)
}

/// The trials of a case, or a share of them.
struct CaseTrials<'r> {
    built: &'r BuiltRule,
    settings: &'r Settings,
    case: usize,
    share: &'r Share,
    method: TrialMethod,
    watch: &'r Watch,
}

impl CaseTrials<'_> {
    fn stream(&self, purpose: Purpose) -> Stream {
        Stream {
            seed: self.settings.seed,
            case: self.case as u64 + 1,
            purpose,
        }
    }

    /// Simulates all trials.
    fn simulate(&self) -> Result<Counts, Stop> {
        let (trials, share) = self
            .method
            .simulated_trials(self.settings.trials, self.share);
        let stream = self.stream(Purpose::Simulated);
        let wave = |range| self.built.rule.play(stream, range, trials, self.watch);
        let (tallies, trials) = run_until_precise(self.settings, trials, &share, wave)?;
        Ok(Counts {
            trials,
            tallies,
            ..Counts::default()
        })
    }

    /// Samples the trials from the graphs of the parts, and simulates some trials as a cross-check.
    fn sample(&self, mut examined: Examined) -> Result<Counts, Stop> {
        let (cost, ahead) = (examined.cost, examined.ahead.take());
        // The cross-check and the sampling share nothing, so they run at the same time.
        let (cross_check, sampled) = rayon::join(
            || {
                let has_first = self.share.has_first();
                has_first.then(|| self.cross_check(cost, ahead)).transpose()
            },
            || self.sample_parts(examined),
        );
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

    /// Simulates the trials of the cross-check that were not simulated ahead.
    fn cross_check(
        &self,
        cost: f64,
        ahead: Option<SimulatedBatches>,
    ) -> Result<CrossCheckCounts, Stop> {
        let trials = self.method.cross_check_trials(cost, self.settings.trials);
        let stream = self.stream(Purpose::CrossCheck);
        let ahead = ahead
            .filter(|ahead| ahead.batches <= whole_batches(stream, trials))
            .unwrap_or_default();
        let watch = self.method.trial_watch(self.watch, true);
        let batches = ahead.batches..stream.batches(trials).end;
        let simulated = self.built.rule.play(stream, batches, trials, &watch)?;
        let unfinished = ahead.unfinished + watch.unfinished();
        Ok(CrossCheckCounts {
            trials: trials - unfinished,
            unfinished,
            tallies: merge_tallies(ahead.tallies, simulated),
        })
    }

    /// Samples the trials of each part. Returns the tally of each slot, and the number of trials.
    fn sample_parts(&self, examined: Examined) -> Result<(Vec<Tally>, u64), Stop> {
        let (settings, watch) = (self.settings, self.watch);
        let (parts, steps) = (examined.parts.clone(), examined.steps);
        let graphs = examined.into_graphs(&*self.built.rule, &settings.budget, watch)?;
        let samplers: Vec<GraphSampler> = graphs.into_par_iter().map(GraphSampler::new).collect();
        let draws = self.estimate_draws(&samplers, steps)?;
        let (trials, share) = self
            .method
            .sampled_trials(draws, settings.trials, self.share);
        let wave = |range: Range<u64>| {
            let draw = |(part, sampler): (usize, &GraphSampler)| {
                let stream = self.stream(Purpose::Sampled(part as u32));
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
    }

    /// Returns about how many random choices all sampled trials take; 0 if they have no limit.
    fn estimate_draws(&self, samplers: &[GraphSampler], steps: f64) -> Result<f64, Stop> {
        let most = self.method.most_draws;
        if most.is_infinite() {
            return Ok(0.0);
        }
        let (pilot, limit) = (self.stream(Purpose::Pilot), most / samplers.len() as f64);
        let trials = self.settings.trials;
        samplers
            .iter()
            .map(|sampler| sampler.estimate_draws(pilot, steps, trials, limit, self.watch))
            .sum()
    }
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
