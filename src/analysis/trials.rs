//! The trials of a case: all of them, or until the precision is reached; played, or drawn with some played beside.

use std::ops::Range;

use oddsmith_engine::Wrong;
use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::odds::Tally;
use oddsmith_engine::simulate::{BATCH, GraphSampler, Purpose, Stream, batches, merge_tallies};
use rayon::prelude::*;

use super::EngineMode;
use super::ahead::whole_batches;
use super::cost::Costs;
use super::counts::{Beside, Counts};
use super::examine::Examined;
use crate::rule::Built;
use crate::scenario::document::Scenario;
use crate::scenario::settings::Settings;

/// Trials that a case with a precision has at least.
const LEAST_TRIALS: u64 = 10_000;

/// What the witness of a run may cost, of what a run that is played may cost, and trials of it in a case.
const WITNESS_SHARE: f64 = 0.05;
/// A trial of the witness may cost so much of what all of them may; longer ones are given up.
const LONGEST: f64 = 0.25;
const MOST_WITNESSES: f64 = 20_000.0;
const LEAST_WITNESSES: f64 = 20.0;

/// What a trial costs of which nobody can tell how long it goes on.
const PAST_COUNTING: f64 = 1e9;

/// The share of the trials of a witness that is sure, when a few trials have told what one costs.
const SURE: f64 = 0.8;

/// How much more than as a witness may be played where no exact odds answer a question.
const PLAYED_FOR_QUESTIONS: f64 = 20.0;

/// How the trials of a run are run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Manner {
    /// Drawn over the graph, where a case has one that is worth it.
    pub(super) draws: bool,
    /// What the witness of each case may cost.
    witness_cost: f64,
    /// What a trial of the dearest case costs, about.
    dearest: f64,
    /// Faces, flips and cards after which a trial is given up that need not be played.
    longest: u64,
    /// Whether a case of which a trial goes on and on may be drawn instead.
    pub(super) may_draw: bool,
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
    pub(crate) fn trials(&self, of: u64) -> u64 {
        of.min(self.0.end * BATCH) - of.min(self.0.start * BATCH)
    }
}

impl Manner {
    /// Trials are played where all of them cost no more than so many faces, flips and cards.
    pub(crate) fn of(scenario: &Scenario, costs: &Costs, mode: EngineMode) -> Manner {
        let draws = match mode {
            EngineMode::Auto => costs.of_all(scenario.settings.trials) > scenario.rule.most_played(),
            EngineMode::Play => false,
            EngineMode::Graph => true,
        };
        let witness_cost = WITNESS_SHARE * scenario.rule.most_played();
        Manner {
            draws,
            witness_cost: witness_cost / scenario.case_count() as f64,
            dearest: costs.dearest(),
            longest: longest(scenario),
            may_draw: mode == EngineMode::Auto,
        }
    }

    /// The watch over trials that are played: those that are beside drawn ones are given up where they go on and on.
    pub(super) fn watching(&self, watch: &Watch, is_beside: bool) -> Watch {
        watch.within(if is_beside { self.longest } else { u64::MAX })
    }

    /// Trials that are going to be played as the witness of any case: nearly as many as a few trials foretell.
    pub(super) fn sure_witnesses(&self, trials: u64) -> u64 {
        if self.draws { (SURE * self.witnesses(self.dearest, trials) as f64) as u64 } else { 0 }
    }

    /// Trials of a case that are played as a witness.
    pub(super) fn witnesses(&self, cost: f64, trials: u64) -> u64 {
        // Where a trial costs more than can be told, a few have told what most cost.
        let cost = if cost > PAST_COUNTING { self.dearest } else { cost };
        let many = (self.witness_cost / cost.max(1.0)).clamp(LEAST_WITNESSES, MOST_WITNESSES);
        (many as u64).min(trials)
    }

    /// Trials of a drawn case that may be played where only they can tell: at least so many.
    pub(super) fn affordable(&self, cost: f64, least: u64, trials: u64) -> u64 {
        ((PLAYED_FOR_QUESTIONS * self.witness_cost / cost.max(1.0)) as u64).clamp(least, trials.max(least))
    }
}

/// Runs the trials of a case, or a share of them.
pub(super) fn run(
    built: &Built,
    mut examined: Examined,
    settings: &Settings,
    (case, share): (usize, &Share),
    manner: Manner,
    watch: &Watch,
) -> Result<Counts, Stop> {
    let stream = |purpose| Stream { seed: settings.seed, case: case as u64 + 1, purpose };
    if !manner.draws || !examined.has_graph {
        let wave = |range| built.rule.play(stream(Purpose::Played), range, settings.trials, watch);
        let is_whole = *share == Share::whole(settings.trials);
        match until_precise(settings, share, wave) {
            Ok((tallies, trials)) => return Ok(Counts { trials, tallies, ..Counts::default() }),
            // A trial that nobody waits for ends the play of its case; what is known of the case without it is told.
            Err(Stop::Rule(error))
                if error.sort == Wrong::TooLong && examined.has_graph && manner.may_draw && is_whole => {}
            Err(stop) => return Err(stop),
        }
    }
    let cost = examined.cost;
    let parts = examined.parts.clone();
    let many = manner.witnesses(cost, settings.trials);
    let beside = stream(Purpose::Witness);
    let ahead = examined.ahead.take().filter(|ahead| ahead.batches <= whole_batches(beside, many));
    let played = || -> Result<Beside, Stop> {
        let ahead = ahead.unwrap_or_default();
        let watch = manner.watching(watch, true);
        let played = built.rule.play(beside, ahead.batches..beside.batches(many).end, many, &watch)?;
        let unfinished = ahead.unfinished + watch.unfinished();
        Ok(Beside { trials: many - unfinished, unfinished, tallies: merge_tallies(ahead.tallies, played) })
    };
    let drawn = || {
        let graphs = examined.into_graphs(&*built.rule, &settings.budget, watch)?;
        let samplers: Vec<GraphSampler> = graphs.into_par_iter().map(GraphSampler::new).collect();
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
        until_precise(settings, share, wave)
    };
    // The two share nothing, and neither waits for the other.
    let (witness, drawn) = rayon::join(|| share.has_first().then(played).transpose(), drawn);
    let witness = witness?;
    let (tallies, trials) = drawn?;
    Ok(Counts { trials, is_drawn: true, tallies, witness, asked: Vec::new() })
}

/// Faces, flips and cards after which a trial that need not be played is given up.
pub(super) fn longest(scenario: &Scenario) -> u64 {
    (LONGEST * WITNESS_SHARE * scenario.rule.most_played()) as u64
}

/// Runs batches in waves: a share at once, or of the whole case more and more until every probability is as sure as asked.
fn until_precise(
    settings: &Settings,
    share: &Share,
    wave: impl Fn(Range<u64>) -> Result<Vec<Tally>, Stop>,
) -> Result<(Vec<Tally>, u64), Stop> {
    let all = batches(settings.trials);
    let Some(half_width) = settings.precision else {
        return Ok((wave(share.0.clone())?, share.trials(settings.trials)));
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
