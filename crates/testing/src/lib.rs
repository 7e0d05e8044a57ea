//! Test support for rules: scripted trials, exact odds, reference figures, and checks that every
//! rule must pass.

pub mod made;
pub mod report;

use std::collections::BTreeMap;
use std::sync::Arc;

use oddsmith_engine::explore::{Budget, Graph, Model, Watch};
use oddsmith_engine::odds::{Pmf, Tally};
use oddsmith_engine::simulate::{GraphSampler, Purpose, Stream, batches};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_engine::stats::goodness_of_fit;
use oddsmith_engine::{AnyRule, Fold, Layout, Scripted};
use serde_json::Value as Json;

use oddsmith_model::input::check;
use oddsmith_model::input::diagnostic::{Diagnostics, Source};
use oddsmith_model::input::tree::Node;
use oddsmith_model::rule::metric::engine_metrics;
use oddsmith_model::rule::parameter::Parameter;
use oddsmith_model::rule::values::{ParameterError, Values};
use oddsmith_model::rule::{BuiltRule, RuleInfo};

/// Returns parameters as a scenario would give them.
pub fn values(parameters: &[Parameter], toml: &str) -> Values {
    let source = Arc::new(Source {
        name: "test".into(),
        text: toml.into(),
    });
    let node =
        Node::document(&source).unwrap_or_else(|problem| panic!("{}", Diagnostics::from(problem)));
    let mut problems = Vec::new();
    let values = check::table(&node, parameters, &mut problems);
    assert!(problems.is_empty(), "{}", Diagnostics(problems));
    values
}

/// Returns the error of building a rule from these parameters.
pub fn build_error(rule: &RuleInfo, toml: &str) -> ParameterError {
    let unused = match (rule.build)(&values(rule.parameters, toml)) {
        Ok(built) => built.unused.into_iter().next(),
        Err(fault) => Some(fault),
    };
    unused.unwrap_or_else(|| panic!("it was built from: {toml}"))
}

/// Runs one trial from a script. Returns the folded value of each metric, by name and step (0 for
/// the whole trial). Absent metrics are not included.
pub fn scripted_trial<M: Model>(rule: &M, answers: &[i64]) -> BTreeMap<(String, u32), i64> {
    let metrics = rule.metrics();
    let mut script = Scripted::new(answers.iter().copied());
    rule.play(&mut script).expect("a sound rule");
    assert_eq!(
        script.remaining(),
        0,
        "the trial was over before the script"
    );
    let mut seen: BTreeMap<(String, u32), i64> = BTreeMap::new();
    for &(metric, step, value) in script.observed() {
        let metric = &metrics[metric];
        let value = match metric.fold {
            Fold::First if value == 0 => continue,
            Fold::First => i64::from(step),
            _ => value,
        };
        let key = (
            metric.name.clone(),
            if metric.steps.is_some() { step } else { 0 },
        );
        let together = seen.get(&key).map(|&before| match metric.fold {
            Fold::Once => panic!("{} was recorded twice at step {step}", metric.name),
            Fold::Last => value,
            Fold::Sum => before + value,
            Fold::Min | Fold::First => before.min(value),
            Fold::Max => before.max(value),
        });
        seen.insert(key, together.unwrap_or(value));
    }
    seen
}

/// The exact odds of a rule.
pub struct Odds {
    layout: Layout,
    distributions: Vec<Option<ExactDistribution>>,
    /// The graph of each part.
    graphs: Vec<Graph>,
}

impl Odds {
    /// Explores and solves a rule, part by part.
    pub fn of<M: Model + std::fmt::Debug + 'static>(rule: &M) -> Odds {
        Odds::solve_parts(rule.metrics(), rule)
    }

    /// Explores and solves a rule whose type is erased.
    pub fn from_built(built: &BuiltRule) -> Odds {
        Odds::solve_parts(engine_metrics(&built.presentation.metrics), &*built.rule)
    }

    /// Returns all distributions, by metric and step (0 for the whole trial).
    pub fn distributions_by_metric(&self) -> BTreeMap<(String, u32), &ExactDistribution> {
        let key = |slot: usize| {
            let name = self.layout.metrics()[self.layout.metric_of(slot)]
                .name
                .clone();
            (name, self.layout.step_of(slot).unwrap_or(0))
        };
        let solved = self
            .distributions
            .iter()
            .enumerate()
            .filter_map(|(slot, distribution)| Some((key(slot), distribution.as_ref()?)));
        solved.collect()
    }

    fn solve_parts(metrics: Vec<oddsmith_engine::Metric>, rule: &dyn AnyRule) -> Odds {
        let layout = Layout::new(metrics).expect("it has its steps in order");
        let (budget, watch) = (Budget::default(), Watch::default());
        let mut distributions: Vec<Option<ExactDistribution>> = vec![None; layout.len()];
        let mut graphs = Vec::new();
        for part in 0..rule.part_count() {
            let graph = rule
                .explore(part, &budget, &watch)
                .expect("within the budget");
            let solved = solve(&graph, &budget, &watch).expect("sound");
            for (slot, distribution) in solved.into_iter().enumerate() {
                if layout.metrics()[layout.metric_of(slot)].part == part {
                    distributions[slot] = distribution;
                }
            }
            graphs.push(graph);
        }
        Odds {
            layout,
            distributions,
            graphs,
        }
    }

    /// Returns the distribution of a metric at a step (0 for the whole trial), with its absence.
    pub fn full_distribution(&self, metric: &str, step: u32) -> &ExactDistribution {
        let index = self
            .layout
            .metrics()
            .iter()
            .position(|candidate| candidate.name == metric);
        let index = index.unwrap_or_else(|| panic!("no metric {metric}"));
        let slot = self
            .layout
            .slot(index, step)
            .unwrap_or_else(|| panic!("{metric} has no step {step}"));
        self.distributions[slot]
            .as_ref()
            .unwrap_or_else(|| panic!("{metric} at {step} was not solved"))
    }

    /// Returns the probability that a trial does not record a metric.
    pub fn absence(&self, metric: &str, step: u32) -> f64 {
        self.full_distribution(metric, step).absent.value()
    }

    /// Returns the distribution of a metric at a step (0 for the whole trial).
    pub fn distribution(&self, metric: &str, step: u32) -> &Pmf {
        &self.full_distribution(metric, step).pmf
    }

    /// Returns the probability of one value.
    pub fn probability(&self, metric: &str, step: u32, value: i64) -> f64 {
        self.distribution(metric, step).mass(value).value()
    }

    /// Returns the probability of one value as a reduced fraction.
    pub fn fraction(&self, metric: &str, step: u32, value: i64) -> Option<(u64, u64)> {
        self.distribution(metric, step).mass(value).fraction()
    }
}

/// Reads a file of `reference/`.
pub fn reference(file: &str) -> Json {
    let path = format!("{}/reference/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("the reference file")).expect("JSON")
}

/// Returns the number of a `{"decimal": ..., "fraction": ...}` in a reference file.
pub fn figure(json: &Json) -> f64 {
    json["decimal"]
        .as_str()
        .unwrap_or_else(|| panic!("no figure: {json}"))
        .parse()
        .expect("a decimal")
}

/// Asserts that two numbers agree to 1e-12.
#[track_caller]
pub fn assert_close(ours: f64, theirs: f64, subject: &str) {
    assert!(
        (ours - theirs).abs() <= 1e-12,
        "{subject}: {ours} is not {theirs}"
    );
}

/// Asserts that a distribution equals a reference table of values and figures.
#[track_caller]
pub fn assert_distribution(distribution: &Pmf, table: &Json, subject: &str) {
    let table = table
        .as_object()
        .unwrap_or_else(|| panic!("no table: {table}"));
    for (value, expected) in table {
        let value: i64 = value.parse().expect("a whole number");
        assert_close(
            distribution.mass(value).value(),
            figure(expected),
            &format!("{subject}, value {value}"),
        );
    }
    let beyond = distribution
        .masses()
        .iter()
        .filter(|(value, _)| !table.contains_key(&value.to_string()));
    assert_close(beyond.map(|(_, mass)| mass.value()).sum(), 0.0, subject);
}

/// Asserts what must hold for every rule with any parameters.
pub fn assert_conforms<M: Model + std::fmt::Debug + 'static>(rule: &M) {
    let odds = Odds::of(rule);
    let layout = &odds.layout;
    for (slot, distribution) in odds.distributions.iter().enumerate() {
        let name = &layout.metrics()[layout.metric_of(slot)].name;
        let distribution = distribution
            .as_ref()
            .unwrap_or_else(|| panic!("{name} is not solved"));
        let total = distribution.pmf.total().float()
            + distribution.absent.float()
            + distribution.unresolved;
        assert!(
            (total - 1.0).abs() <= 1e-12,
            "{name}: mass, absence and unresolved are {total}"
        );
        assert!(
            distribution
                .pmf
                .masses()
                .iter()
                .all(|(_, mass)| (0.0..=1.0).contains(&mass.value())),
            "{name}"
        );
    }
    let trials = 60_000;
    let watch = Watch::default();
    let in_threads = |threads: usize, run: &(dyn Fn() -> Vec<Tally> + Sync)| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads")
            .install(run)
    };
    let play_stream = Stream {
        seed: 20,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let play =
        || AnyRule::play(rule, play_stream, 0..batches(trials), trials, &watch).expect("sound");
    let draw = || {
        let mut tallies = vec![Tally::default(); layout.len()];
        for (part, graph) in odds.graphs.iter().enumerate() {
            let stream = Stream {
                seed: 20,
                case: 1,
                purpose: Purpose::Sampled(part as u32),
            };
            let sampler = GraphSampler::new(graph.clone());
            let sampled = sampler
                .sample(stream, 0..batches(trials), trials, &watch)
                .expect("sound");
            let is_of_part =
                |slot: usize| layout.metrics()[layout.metric_of(slot)].part == part as u32;
            sampled
                .into_iter()
                .enumerate()
                .filter(|(slot, _)| is_of_part(*slot))
                .for_each(|(slot, tally)| tallies[slot] = tally);
        }
        tallies
    };
    for (engine, run) in [
        ("play", &play as &(dyn Fn() -> Vec<Tally> + Sync)),
        ("draw", &draw),
    ] {
        let tallies = in_threads(1, run);
        assert!(
            tallies == in_threads(8, run),
            "{engine}: threads change the tally"
        );
        for (slot, (tally, distribution)) in tallies.iter().zip(&odds.distributions).enumerate() {
            let metric = &layout.metrics()[layout.metric_of(slot)];
            let distribution = distribution.as_ref().expect("solved");
            assert!(
                metric.is_optional || tally.total() == trials,
                "{engine}: {} is not seen once a trial",
                metric.name
            );
            let p = goodness_of_fit(tally, trials, distribution).unwrap_or(1.0);
            assert!(
                p > 1e-3 / layout.len() as f64,
                "{engine}: {} at {:?}: p = {p}",
                metric.name,
                layout.step_of(slot)
            );
        }
    }
}
