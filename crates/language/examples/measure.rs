//! Measures what reading, exploring and playing a rule file costs: `cargo run --release --example measure -- FILE`.

use std::time::Instant;

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::simulate::{Purpose, Stream, play};
use oddsmith_language::{RuleFile, Setting};

fn main() {
    let path = std::env::args().nth(1).expect("a rule file");
    let settings: Vec<String> = std::env::args().skip(2).collect();
    let text = std::fs::read_to_string(path).expect("a text");
    let begun = Instant::now();
    for _ in 0..100 {
        RuleFile::read(&text).expect("a rule without mistakes");
    }
    println!("read: {:.1} us", begun.elapsed().as_secs_f64() * 1e4);
    let file = RuleFile::read(&text).expect("a rule without mistakes");
    let settings: Vec<(&str, Setting)> = settings
        .iter()
        .filter_map(|setting| setting.split_once('='))
        .map(|(name, value)| (name, Setting::Whole(value.parse().expect("a whole number"))))
        .collect();
    let rule = file.rule(&settings).expect("settings that fit");
    for _ in 0..3 {
        let begun = Instant::now();
        let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()).expect("a graph");
        let took = begun.elapsed().as_secs_f64() * 1e3;
        println!("explored: {took:.2} ms, {} states, {} edges", graph.state_count(), graph.edges().len());
    }
    let begun = Instant::now();
    let trials = 100_000;
    let stream = Stream { seed: 1, case: 0, purpose: Purpose::Played };
    play(&rule, stream, 0..5, trials, &Watch::default()).expect("trials");
    println!("played: {:.2} us a trial", begun.elapsed().as_secs_f64() * 1e6 / trials as f64);
}
