//! What every rule's tests stand on: a scripted trial, its exact odds, reference figures, and the laws that all rules keep.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::chance::scripted::Scripted;
use crate::engine::graph::{Limit, explore};
use crate::engine::sampling::{Stream, Watch, batches};
use crate::engine::walk::Walker;
use crate::engine::{Playable, exact};
use crate::odds::layout::Layout;
use crate::odds::pmf::Pmf;
use crate::odds::tally::Tally;
use crate::rule::parameter::Parameter;
use crate::rule::values::Values;
use crate::rule::{Rule, Step};
use crate::scenario::check;
use crate::scenario::problem::{Problems, Source};
use crate::scenario::tree::Node;
use crate::stats::fit::goodness_of_fit;

/// Parameters as a scenario would give them.
pub fn values(parameters: &[Parameter], toml: &str) -> Values {
    let source = Arc::new(Source { name: "test".into(), text: toml.into() });
    let node = Node::document(&source).unwrap_or_else(|problem| panic!("{}", Problems::from(problem)));
    let mut problems = Vec::new();
    let values = check::table(&node, parameters, &mut problems);
    assert!(problems.is_empty(), "{}", Problems(problems));
    values
}

/// Plays one trial from a script and tells what each metric showed, by name and step (0: the whole trial).
pub fn told<R: Rule>(rule: &R, answers: &[i64]) -> BTreeMap<(String, u32), i64> {
    let names: Vec<String> = Rule::metrics(rule).into_iter().map(|metric| metric.name).collect();
    let mut script = Scripted::new(answers.iter().copied());
    let mut record: Vec<(usize, u32, i64)> = Vec::new();
    let mut state = rule.start();
    while rule.step(&mut state, &mut script, &mut record) == Step::Continue {}
    assert_eq!(script.left(), 0, "the trial was over before the script");
    let mut seen = BTreeMap::new();
    for (metric, step, value) in record {
        let before = seen.insert((names[metric].clone(), step), value);
        assert!(before.is_none(), "{} was recorded twice at step {step}", names[metric]);
    }
    seen
}

/// The exact odds of a rule.
pub struct Odds {
    metrics: Vec<String>,
    layout: Layout,
    exact: exact::Exact,
}

impl Odds {
    /// Explores and solves a rule.
    pub fn of<R: Rule>(rule: &R) -> Odds {
        let metrics = Rule::metrics(rule);
        let graph = explore(rule, Limit::default()).expect("within the limit");
        let layout = Layout::new(&metrics);
        Odds { metrics: metrics.into_iter().map(|metric| metric.name).collect(), layout, exact: exact::solve(&graph) }
    }

    /// The law of a metric at a step (0: the whole trial).
    pub fn law(&self, metric: &str, step: u32) -> &Pmf {
        let index = self.metrics.iter().position(|name| name == metric).unwrap_or_else(|| panic!("no metric {metric}"));
        &self.exact.pmfs[self.layout.slot(index, step)]
    }

    /// The probability of one value.
    pub fn p(&self, metric: &str, step: u32, value: i64) -> f64 {
        self.law(metric, step).mass(value).value()
    }

    /// The probability of one value as a reduced fraction.
    pub fn fraction(&self, metric: &str, step: u32, value: i64) -> Option<(u64, u64)> {
        self.law(metric, step).mass(value).fraction()
    }
}

/// A file of `tests/reference/`.
pub fn reference(file: &str) -> Json {
    let path = format!("{}/tests/reference/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("the reference file")).expect("JSON")
}

/// The figure of a `{"decimal": ..., "fraction": ...}` of a reference file.
pub fn figure(json: &Json) -> f64 {
    json["decimal"].as_str().unwrap_or_else(|| panic!("no figure: {json}")).parse().expect("a decimal")
}

/// Asserts that two numbers agree to 1e-12.
#[track_caller]
pub fn assert_close(ours: f64, theirs: f64, what: &str) {
    assert!((ours - theirs).abs() <= 1e-12, "{what}: {ours} is not {theirs}");
}

/// Asserts that a law is a reference's table of value to figure.
#[track_caller]
pub fn assert_law(law: &Pmf, table: &Json, what: &str) {
    let table = table.as_object().unwrap_or_else(|| panic!("no table: {table}"));
    for (value, expected) in table {
        let value: i64 = value.parse().expect("a whole number");
        assert_close(law.mass(value).value(), figure(expected), &format!("{what}, value {value}"));
    }
    let beyond = law.masses().iter().filter(|(value, _)| !table.contains_key(&value.to_string()));
    assert_close(beyond.map(|(_, mass)| mass.value()).sum(), 0.0, what);
}

/// The laws that every rule keeps, under any parameters.
pub fn conforms<R: Rule>(rule: &R) {
    let metrics = Rule::metrics(rule);
    let layout = Layout::new(&metrics);
    let graph = explore(rule, Limit::default()).expect("within the limit");
    let odds = exact::solve(&graph);
    for (slot, pmf) in odds.pmfs.iter().enumerate() {
        let total = pmf.total().float() + odds.unresolved;
        assert!((total - 1.0).abs() <= 1e-12, "slot {slot}: mass and unresolved are {total}");
    }
    let trials = 60_000;
    let stream = Stream { seed: 20, case: 1, part: 0 };
    let watch = Watch::default();
    let in_threads = |threads: usize, run: &(dyn Fn() -> Vec<Tally> + Sync)| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(run)
    };
    let walker = Walker::new(&graph);
    let play = || Playable::play(rule, stream, 0..batches(trials), trials, &watch);
    let walk = || walker.walk(stream, 0..batches(trials), trials, &watch);
    for (engine, run) in [("play", &play as &(dyn Fn() -> Vec<Tally> + Sync)), ("walk", &walk)] {
        let tallies = in_threads(1, run);
        assert!(tallies == in_threads(8, run), "{engine}: threads change the tally");
        for (slot, (tally, pmf)) in tallies.iter().zip(&odds.pmfs).enumerate() {
            assert_eq!(tally.total(), trials, "{engine}: slot {slot} is not seen once a trial");
            let p = goodness_of_fit(tally, pmf).unwrap_or(1.0);
            assert!(p > 1e-3 / layout.len() as f64, "{engine}: slot {slot} of {}: p = {p}", layout.len());
        }
    }
}
