//! Small rules from closures, and comparisons between the engine's results.

use std::hash::Hash;
use std::ops::Range;

use oddsmith_engine::chance::Probability;
use oddsmith_engine::explore::{Budget, Graph, Model, Stop, Watch, explore};
use oddsmith_engine::odds::Tally;
use oddsmith_engine::question::Expression;
use oddsmith_engine::simulate::{BATCH_SIZE, GraphSampler, Purpose, Stream, batches, play};
use oddsmith_engine::solve::{Aim, ExactDistribution, Plan, plan, solve};
use oddsmith_engine::stats::{cross_check, holm};
use oddsmith_engine::{
    Ask, DecisionRule, Metric, Parts, Policy, PolicyModel, Rule, RuleError, Skill, Step,
};
use proptest::prelude::*;

type StepFunction<S> = Box<dyn Fn(&mut S, &mut dyn Ask) -> Step<S> + Send + Sync>;

/// A rule from a closure.
pub struct Game<S> {
    metrics: Vec<Metric>,
    start: S,
    step: StepFunction<S>,
}

impl<S> Game<S> {
    pub fn new(
        metrics: impl IntoIterator<Item = Metric>,
        start: S,
        step: impl Fn(&mut S, &mut dyn Ask) -> Step<S> + Send + Sync + 'static,
    ) -> Game<S> {
        Game {
            metrics: metrics.into_iter().collect(),
            start,
            step: Box::new(step),
        }
    }
}

impl<S: Clone + Eq + Hash + Send + Sync> Rule for Game<S> {
    type State = S;

    fn metrics(&self) -> Vec<Metric> {
        self.metrics.clone()
    }

    fn start(&self, _: &Parts) -> S {
        self.start.clone()
    }

    fn step<A: Ask>(&self, state: &mut S, ask: &mut A) -> Result<Step<S>, RuleError> {
        Ok((self.step)(state, ask))
    }
}

pub fn try_graph(model: &impl Model) -> Result<Graph, Stop> {
    explore(model, &Parts::ALL, &Budget::default(), &Watch::default())
}

pub fn graph(model: &impl Model) -> Graph {
    try_graph(model).unwrap_or_else(|stop| panic!("{stop}"))
}

/// The aim to maximise the first metric.
pub const MAXIMISE_FIRST: Aim = Aim {
    objective: Expression::Seen(0),
    minimises: false,
};

/// The aim to minimise the first metric.
pub const MINIMISE_FIRST: Aim = Aim {
    objective: Expression::Seen(0),
    minimises: true,
};

/// Returns the skill of a player who takes the best option in this percentage of decisions.
pub fn percent(n: u64) -> Skill {
    Skill::Mistakes(Probability::ratio(n, 100).expect("at most 100%"))
}

/// Generates all kinds of skill. Losses of the sizes in `scales` are common in a quantal response.
pub fn skills(scales: Range<f64>) -> impl Strategy<Value = Skill> {
    prop_oneof![
        Just(Skill::Best),
        Just(Skill::Worst),
        (0..=100u64).prop_map(percent),
        scales.prop_map(Skill::Within),
        (1..5u32).prop_map(Skill::ShortSighted),
    ]
}

pub fn try_plan(model: &impl Model, aim: &Aim) -> Result<Plan, Stop> {
    plan(
        &graph(model),
        &model.choices(),
        std::slice::from_ref(aim),
        &Budget::default(),
        &Watch::default(),
    )
}

pub fn make_plan(model: &impl Model, aim: &Aim) -> Plan {
    try_plan(model, aim).unwrap_or_else(|stop| panic!("{stop}"))
}

/// Returns a rule with these answers to its choices.
pub fn with_answers<M: Model + Clone>(model: M, answers: &[DecisionRule]) -> PolicyModel<M> {
    PolicyModel::new(model, Policy::new(answers.to_vec()))
}

/// Returns the exact distributions of all slots.
pub fn distributions<S: Clone + Eq + Hash + Send + Sync>(game: &Game<S>) -> Vec<ExactDistribution> {
    let distributions = solve(&graph(game), &Budget::default(), &Watch::default())
        .unwrap_or_else(|stop| panic!("{stop}"));
    distributions
        .into_iter()
        .map(|distribution| distribution.expect("within the budget"))
        .collect()
}

pub fn play_all(model: &impl Model, trials: u64) -> Result<Vec<Tally>, Stop> {
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Simulated,
    };
    play(model, stream, 0..batches(trials), trials, &Watch::default())
}

/// Returns the mean of the first metric in 200,000 simulated trials.
pub fn simulated_mean(model: &impl Model) -> f64 {
    let tallies = play_all(model, 200_000).unwrap_or_else(|stop| panic!("{stop}"));
    tallies[0].mean().expect("trials record it")
}

/// Runs it on one and on eight threads, and asserts that the results are equal.
fn run_on_one_and_eight_threads(run: impl Fn() -> Vec<Tally> + Sync) -> Vec<Tally> {
    let on = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
            .install(&run)
    };
    let alone = on(1);
    assert_eq!(alone, on(8), "one thread and eight give the same");
    alone
}

/// Compares simulated and sampled trials with the exact distributions, on one and on eight threads.
pub fn assert_trials_agree<S: Clone + Eq + Hash + Send + Sync>(
    game: &Game<S>,
    distributions: &[ExactDistribution],
) {
    let trials = 3 * BATCH_SIZE - 7;
    let simulated = run_on_one_and_eight_threads(|| play_all(game, trials).unwrap());
    let sampler = GraphSampler::new(graph(game));
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Sampled(0),
    };
    let sampled = run_on_one_and_eight_threads(|| {
        sampler
            .sample(stream, 0..batches(trials), trials, &Watch::default())
            .unwrap()
    });
    for (source, tallies) in [("played", simulated), ("drawn", sampled)] {
        assert_eq!(tallies.len(), distributions.len());
        let tested = tallies
            .iter()
            .zip(distributions)
            .filter_map(|(tally, distribution)| cross_check(tally, trials, 0, distribution));
        let p = holm(&tested.collect::<Vec<_>>());
        assert!(
            p > 1e-4,
            "{source} trials disagree with the exact odds: {p}"
        );
    }
}

/// Compares a distribution with brute-force counts: for each value, the number of `play_count`
/// equally likely plays that record it.
pub fn assert_counted(
    distribution: &ExactDistribution,
    counts: impl IntoIterator<Item = (i64, u64)>,
    play_count: u64,
) {
    let mut shown = 0;
    let counts: Vec<(i64, u64)> = counts.into_iter().filter(|&(_, count)| count > 0).collect();
    for &(value, count) in &counts {
        let (n, d) = distribution
            .pmf
            .mass(value)
            .fraction()
            .unwrap_or_else(|| panic!("{value} has no fraction"));
        assert_eq!(
            u128::from(n) * u128::from(play_count),
            u128::from(count) * u128::from(d),
            "{value}: {n}/{d}"
        );
        shown += count;
    }
    assert_eq!(
        distribution.pmf.masses().len(),
        counts.len(),
        "{:?} and {counts:?}",
        distribution.pmf
    );
    let (n, d) = distribution
        .absent
        .fraction()
        .expect("absence has a fraction");
    assert_eq!(
        u128::from(n) * u128::from(play_count),
        u128::from(play_count - shown) * u128::from(d),
        "absent: {n}/{d}"
    );
    assert_eq!(distribution.unresolved, 0.0);
}

pub fn assert_near(a: f64, b: f64, relative: f64) {
    assert!((a - b).abs() <= relative * b.abs(), "{a} is not {b}");
}

/// Returns the mean of the first slot.
pub(crate) fn mean(graph: &Graph) -> f64 {
    let distributions = solve(graph, &Budget::default(), &Watch::default()).expect("it ends");
    let distribution = distributions[0].as_ref().expect("a law");
    distribution
        .pmf
        .masses()
        .iter()
        .map(|&(value, mass)| value as f64 * mass.float())
        .sum()
}
