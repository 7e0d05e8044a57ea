//! Compares trials in cohorts with trials that move alone.

use super::super::batches::{BATCH_SIZE, Purpose, Stream};
use super::super::sampler::COHORT_BATCHES;
use super::super::walk::{group_trials, walk};
use super::*;
use crate::chance::Die;
use crate::explore::{Budget, explore};
use crate::solve::{solve, trial_cost};
use crate::stats::goodness_of_fit;
use crate::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};

/// A rule that adds six dice, each with one more side than the one before.
struct DiceSum;

impl Rule for DiceSum {
    type State = u32;

    fn metrics(&self) -> Vec<Metric> {
        vec![
            Metric::whole("sum").fold(Fold::Sum),
            Metric::whole("most").fold(Fold::Max),
        ]
    }

    fn start(&self, _: &Parts) -> u32 {
        3
    }

    fn step<A: Ask>(&self, sides: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
        let face = i64::from(ask.roll(Die::new(*sides)));
        ask.observe_whole(0, face);
        ask.observe_whole(1, face);
        *sides += 1;
        Ok(if *sides < 9 {
            Step::Continue
        } else {
            Step::Done
        })
    }
}

const STREAM: Stream = Stream {
    seed: 5,
    case: 1,
    purpose: Purpose::Sampled(0),
};

/// Moves the trials that have left their cohort to their ends.
fn walk_alone(
    sampler: &GraphSampler,
    folds: &Folds,
    alone: Vec<LoneTrials>,
    counts: &mut SampledCounts,
) {
    for group in group_trials(alone, BATCH_SIZE) {
        let random = &mut STREAM.lone_random(0);
        walk(sampler, folds, &group, random, counts, &Watch::default()).expect("it goes on");
    }
}

#[test]
fn lone_trials_keep_the_distribution_when_folds_overflow() {
    let watch = Watch::default();
    let graph = explore(&DiceSum, &Parts::ALL, &Budget::default(), &watch).expect("it is small");
    let distributions = solve(&graph, &Budget::default(), &watch).expect("it ends");
    let sampler = GraphSampler::new(graph);
    for most in [1, 7, 1000] {
        let mut cohort = Cohort::new(&sampler, STREAM.batch_random(0));
        cohort.folds.capacity = most;
        cohort.run(BATCH_SIZE, &watch).expect("it goes on");
        let Cohort {
            folds,
            mut counts,
            lone_trials: alone,
            ..
        } = cohort;
        let walkers: u32 = alone.iter().map(|walker| walker.trials).sum();
        assert!(
            folds.len() <= most.max(2) + 8 && (walkers > 15_000) == (most < 1000),
            "{walkers}"
        );
        walk_alone(&sampler, &folds, alone, &mut counts);
        for (tally, distribution) in counts.tallies(&sampler.graph).iter().zip(&distributions) {
            let distribution = distribution.as_ref().expect("it is small");
            assert_eq!(tally.total(), BATCH_SIZE);
            assert!(
                goodness_of_fit(tally, BATCH_SIZE, distribution).expect("it has a law") > 1e-5,
                "{most}"
            );
        }
    }
}

/// A rule that waits for one of three faces of a die with 6,000 sides, and then records whether it
/// was the first.
struct WaitingRule;

impl Rule for WaitingRule {
    type State = i64;

    fn metrics(&self) -> Vec<Metric> {
        vec![
            Metric::whole("waited").fold(Fold::Sum),
            Metric::whole("face"),
            Metric::whole("highest").fold(Fold::Max),
        ]
    }

    fn start(&self, _: &Parts) -> i64 {
        -1
    }

    fn step<A: Ask>(&self, after: &mut i64, ask: &mut A) -> Result<Step<i64>, RuleError> {
        if *after < 0 {
            let side = ask.roll(Die::new(2)).into();
            ask.observe_whole(2, side);
            *after = 0;
            return Ok(Step::Continue);
        }
        if *after > 0 {
            ask.observe_whole(1, *after);
            ask.observe_whole(0, 0);
            return Ok(Step::Done);
        }
        let face = i64::from(ask.roll(Die::new(6000)));
        ask.observe_whole(0, 3 * i64::from(face > 3));
        ask.observe_whole(2, face.min(4));
        *after = if face > 3 { 0 } else { face.min(2) };
        Ok(Step::Continue)
    }
}

/// The number of returns has a geometric distribution in a cohort and alone. What each return
/// records is summed.
#[test]
fn long_waits_keep_the_distribution() {
    let watch = Watch::default();
    let graph =
        explore(&WaitingRule, &Parts::ALL, &Budget::default(), &watch).expect("it is small");
    let steps = trial_cost(&graph, &watch).expect("it ends").steps;
    assert!((steps - 3.0).abs() < 1e-9, "{steps}");
    let sampler = GraphSampler::new(graph);
    for most in [1, 1_000_000] {
        let mut cohort = Cohort::new(&sampler, STREAM.batch_random(0));
        cohort.folds.capacity = most;
        cohort.run(BATCH_SIZE, &watch).expect("it goes on");
        let Cohort {
            folds,
            mut counts,
            lone_trials: alone,
            ..
        } = cohort;
        // Without memory for folded values, all trials wait alone.
        assert_eq!(
            counts.edge_trials.iter().any(|&taken| taken > BATCH_SIZE),
            most > 1
        );
        walk_alone(&sampler, &folds, alone, &mut counts);
        let tallies = counts.tallies(&sampler.graph);
        let is_near = |count: u64, chance: f64| {
            let (n, sd) = (
                BATCH_SIZE as f64,
                (chance * (1.0 - chance) / BATCH_SIZE as f64).sqrt(),
            );
            assert!(
                (count as f64 / n - chance).abs() < 5.0 * sd,
                "{count} {chance}"
            );
        };
        for turns in [10, 200, 1386, 2000, 8000] {
            let fewer: u64 = tallies[0]
                .iter()
                .filter(|(value, _)| *value < 3 * turns)
                .map(|(_, count)| count)
                .sum();
            is_near(fewer, 1.0 - (1.0 - 1.0 / 2000.0f64).powi(turns as i32));
        }
        assert!(
            tallies[0].iter().all(|(value, _)| value % 3 == 0) && tallies[0].total() == BATCH_SIZE
        );
        is_near(
            tallies[1]
                .iter()
                .find(|(face, _)| *face == 1)
                .expect("a face")
                .1,
            1.0 / 3.0,
        );
        is_near(
            tallies[2]
                .iter()
                .find(|(most, _)| *most == 4)
                .expect("it waits")
                .1,
            1.0 - 1.0 / 2000.0,
        );
    }
}

/// The dice of a sum in any order. Few trials have the same memory of them.
struct WideSum(u32);

impl Rule for WideSum {
    type State = (u32, u64);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("last"), Metric::whole("sum").fold(Fold::Sum)]
    }

    fn start(&self, _: &Parts) -> (u32, u64) {
        (0, 0)
    }

    fn step<A: Ask>(
        &self,
        (rolls, seen): &mut (u32, u64),
        ask: &mut A,
    ) -> Result<Step<(u32, u64)>, RuleError> {
        let face = ask.roll(Die::new(30));
        ask.observe_whole(1, i64::from(face) * i64::from(*rolls + 1));
        (*rolls, *seen) = (*rolls + 1, (*seen * 31 + u64::from(face)) % 997);
        if *rolls < self.0 {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, i64::from(face));
        Ok(Step::Done)
    }
}

/// Trials of the sum of dice move together, and those of the wide sum move alone.
#[test]
fn number_of_draws_is_estimated() {
    fn check<R: Rule>(rule: &R) {
        let watch = Watch::default();
        let graph = explore(rule, &Parts::ALL, &Budget::default(), &watch).expect("it is small");
        let steps = trial_cost(&graph, &watch).expect("it ends").steps;
        let sampler = GraphSampler::new(graph);
        let trials = 3 * BATCH_SIZE * COHORT_BATCHES / 2;
        let cohorts = [
            (0, COHORT_BATCHES * BATCH_SIZE),
            (COHORT_BATCHES, trials / 3),
        ];
        let counted: u64 = cohorts
            .into_iter()
            .map(|(batch, trials)| {
                let counts = sampler.sample_counts(STREAM, batch, trials, &watch);
                counts.expect("it goes on").draws
            })
            .sum();
        let estimated = sampler
            .estimate_draws(STREAM, steps, trials, 0.0, &watch)
            .expect("it goes on");
        let ratio = estimated / counted as f64;
        assert!((0.5..5.0).contains(&ratio), "{estimated} for {counted}");
    }
    check(&DiceSum);
    check(&WideSum(6));
    check(&WaitingRule);
}
