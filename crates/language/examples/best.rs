//! Measures what the best play of a rule file costs, each of two sides for its own flag or category:
//! `cargo run --release --example best -- FILE goal=100`. The aim is the first metric; of a category, its first outcome.

use std::time::Instant;

use oddsmith_engine::explore::{Budget, Model, Watch, explore};
use oddsmith_engine::question::{Comparison, Expression};
use oddsmith_engine::solve::{Aim, plan};
use oddsmith_engine::{DecisionRule, Parts, Policy, Side};
use oddsmith_language::{MetricKind, RuleFile, Setting};

fn main() {
    let path = std::env::args().nth(1).expect("a rule file");
    let text = std::fs::read_to_string(path).expect("a text");
    let file = RuleFile::read(&text).expect("a rule without mistakes");
    let settings: Vec<String> = std::env::args().skip(2).collect();
    let setting = |own: &String| {
        let (name, value) = own.split_once('=').expect("NAME=VALUE");
        (name.to_owned(), Setting::Whole(value.parse().expect("a whole number")))
    };
    let settings: Vec<(String, Setting)> = settings.iter().map(setting).collect();
    let settings: Vec<(&str, Setting)> = settings.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    let rule = file.rule(&settings).expect("settings that fit");
    // Of two choices, the second is the other side's.
    let mut choices = rule.choices();
    choices.iter_mut().skip(1).for_each(|choice| choice.side = Side::Them);
    let rule = rule.answered_by(Policy::new(vec![DecisionRule::Best; choices.len()])).expect("it has choices");
    let of = match rule.described()[0].kind {
        MetricKind::Category(_) => Expression::compare(Comparison::Equal, Expression::Seen(0), Expression::Number(0)),
        _ => Expression::Seen(0),
    };
    let budget = Budget { edges: 20_000_000, leaves: 400_000_000, bytes: 4_000_000_000 };
    let begun = Instant::now();
    let graph = explore(&rule, &Parts::ALL, &budget, &Watch::default()).expect("a graph");
    println!("explored: {:.2?}, {} states, {} edges", begun.elapsed(), graph.state_count(), graph.edges().len());
    let begun = Instant::now();
    let found = plan(&graph, &choices, &[Aim { of, minimises: false }], &budget, &Watch::default()).expect("a plan");
    println!("planned: {:.2?}, {} situations, value {:.12}", begun.elapsed(), found.decisions.len(), found.value);
    let memory = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", memory.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("memory: unknown"));
}
