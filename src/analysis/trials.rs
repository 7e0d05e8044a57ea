//! The trials of a case: all of them, or until the precision is reached; played, or drawn with some played beside.

use std::ops::Range;

use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::odds::Tally;
use oddsmith_engine::simulate::{BATCH, GraphSampler, Purpose, Stream, batches, merge_tallies};
use rayon::prelude::*;

use super::EngineMode;
use super::examine::Examined;
use crate::rule::Built;
use crate::scenario::settings::Settings;

/// Trials that a case with a precision has at least.
const LEAST_TRIALS: u64 = 10_000;

/// Faces, flips and cards that the witness of a run may cost, and trials of it in a case.
const WITNESS_COST: f64 = 1e7;
const MOST_WITNESSES: f64 = 20_000.0;
const LEAST_WITNESSES: f64 = 20.0;

/// How much more than as a witness may be played where no exact odds answer a question.
const PLAYED_FOR_QUESTIONS: f64 = 20.0;

/// How the trials of a run are run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Manner {
    /// Drawn over the graph, where a case has one that is worth it.
    draws: bool,
    /// What the witness of each case may cost.
    witness_cost: f64,
}

/// What the trials of a case showed.
pub(super) struct Trials {
    /// Trials run.
    pub(super) trials: u64,
    /// Whether they were drawn, and not played.
    pub(super) is_drawn: bool,
    pub(super) tallies: Vec<Tally>,
    /// Trials played beside drawn ones, and what they showed.
    pub(super) witness: Option<(u64, Vec<Tally>)>,
}

impl Manner {
    /// Trials are played where all of them cost no more than so many faces, flips and cards.
    pub(super) fn of(cases: &[Examined], settings: &Settings, most_played: f64, mode: EngineMode) -> Manner {
        let cost: f64 = cases.iter().map(|case| case.cost * settings.trials as f64).sum();
        let draws = match mode {
            EngineMode::Auto => cost > most_played,
            EngineMode::Play => false,
            EngineMode::Graph => true,
        };
        Manner { draws, witness_cost: WITNESS_COST / cases.len() as f64 }
    }

    /// Trials of a case that are played as a witness.
    pub(super) fn witnesses(&self, cost: f64, trials: u64) -> u64 {
        let many = (self.witness_cost / cost.max(1.0)).clamp(LEAST_WITNESSES, MOST_WITNESSES);
        (many as u64).min(trials)
    }

    /// Trials of a drawn case that may be played where only they can tell: at least so many.
    pub(super) fn affordable(&self, cost: f64, least: u64, trials: u64) -> u64 {
        ((PLAYED_FOR_QUESTIONS * self.witness_cost / cost.max(1.0)) as u64).clamp(least, trials.max(least))
    }
}

/// Runs the trials of a case.
pub(super) fn run(
    built: &Built,
    examined: Examined,
    settings: &Settings,
    case: usize,
    manner: Manner,
    watch: &Watch,
) -> Result<Trials, Stop> {
    let stream = |purpose| Stream { seed: settings.seed, case: case as u64 + 1, purpose };
    let played = || {
        let wave = |range| built.rule.play(stream(Purpose::Played), range, settings.trials, watch);
        let (tallies, trials) = until_precise(settings, wave)?;
        Ok(Trials { trials, is_drawn: false, tallies, witness: None })
    };
    if !manner.draws || !examined.has_graph {
        return played();
    }
    let cost = examined.cost;
    let parts = examined.parts.clone();
    let graphs = examined.into_graphs(&*built.rule, &settings.budget, watch)?;
    let samplers: Vec<GraphSampler> = graphs.into_par_iter().map(GraphSampler::new).collect();
    let many = manner.witnesses(cost, settings.trials);
    let witness = built.rule.play(stream(Purpose::Witness), 0..batches(many), many, watch)?;
    let wave = |range: Range<u64>| {
        let draw = |(part, sampler): (usize, &GraphSampler)| {
            let stream = stream(Purpose::Drawn(part as u32));
            sampler.draw(stream, range.clone(), settings.trials, watch)
        };
        let drawn: Vec<Vec<Tally>> = samplers.par_iter().enumerate().map(draw).collect::<Result<_, _>>()?;
        let mut drawn: Vec<_> = drawn.into_iter().map(Vec::into_iter).collect();
        let own = |&part: &u32| {
            // Each part tells of all slots, and of the others nothing.
            let mut of_slot = drawn.iter_mut().map(|part| part.next().unwrap_or_default());
            let own = of_slot.nth(part as usize).unwrap_or_default();
            of_slot.for_each(drop);
            own
        };
        Ok(parts.iter().map(own).collect())
    };
    let (tallies, trials) = until_precise(settings, wave)?;
    Ok(Trials { trials, is_drawn: true, tallies, witness: Some((many, witness)) })
}

/// Runs batches in waves: all at once, or more and more until every probability is as sure as asked.
fn until_precise(
    settings: &Settings,
    wave: impl Fn(Range<u64>) -> Result<Vec<Tally>, Stop>,
) -> Result<(Vec<Tally>, u64), Stop> {
    let all = batches(settings.trials);
    let Some(half_width) = settings.precision else {
        return Ok((wave(0..all)?, settings.trials));
    };
    let mut done = batches(LEAST_TRIALS).min(all);
    let mut tallies = wave(0..done)?;
    while done < all {
        // The trials still needed are foretold from what was seen, so that few waves are run and the last is not much
        // too long; the same tallies foretell the same on every machine.
        let run = (done * BATCH).min(settings.trials);
        let needed = tallies.iter().map(|tally| trials_needed(tally, run, half_width, settings)).max().unwrap_or(0);
        let next = batches(needed).min(all);
        if next <= done {
            break;
        }
        tallies = merge_tallies(tallies, wave(done..next)?);
        done = next;
    }
    Ok((tallies, (done * BATCH).min(settings.trials)))
}

/// Trials after which every probability of a tally is as sure as asked.
fn trials_needed(tally: &Tally, trials: u64, half_width: f64, settings: &Settings) -> u64 {
    let shares = tally.iter().map(|(_, count)| count as f64 / trials as f64);
    shares.map(|share| settings.confidence.trials_for(share, half_width)).max().unwrap_or(0)
}
