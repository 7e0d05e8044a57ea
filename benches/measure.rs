//! Measures how long it takes to read, explore, solve and simulate a rule file: `cargo bench
//! --bench measure -- FILE`.

use std::time::Instant;

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::solve::solve;
use oddsmith_language::{RuleFile, Setting};

/// Returns the milliseconds that this thread has run on a processor, if the system reports it; else
/// the milliseconds since `begun`.
fn milliseconds(begun: Instant) -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|schedstat| {
        schedstat
            .split(' ')
            .next()
            .and_then(|first| first.parse::<f64>().ok())
    });
    nanoseconds.map_or_else(
        || begun.elapsed().as_secs_f64() * 1e3,
        |nanoseconds| nanoseconds / 1e6,
    )
}

fn measure<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let before = milliseconds(begun);
    let result = work();
    (result, milliseconds(begun) - before)
}

fn main() {
    // `cargo bench` adds an argument.
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    let path = arguments.next().expect("a rule file");
    let settings: Vec<String> = arguments.collect();
    let text = std::fs::read_to_string(path).expect("a text");
    let ((), took) = measure(|| {
        (0..1000).for_each(|_| drop(RuleFile::read(&text).expect("a rule without mistakes")))
    });
    println!("read: {:.1} us", took);
    let file = RuleFile::read(&text).expect("a rule without mistakes");
    let settings: Vec<(&str, Setting)> = settings
        .iter()
        .filter_map(|setting| setting.split_once('='))
        .map(|(name, value)| (name, Setting::Whole(value.parse().expect("a whole number"))))
        .collect();
    let rule = file.rule(&settings).expect("settings that fit");
    let stream = Stream {
        seed: 1,
        case: 0,
        purpose: Purpose::Pilot,
    };
    let erased = rule.clone().into_any();
    for _ in 0..5 {
        let (_, took) = measure(|| {
            erased
                .pilot(stream, 100_000, &Watch::default())
                .expect("trials")
        });
        println!("played: {:.3} us a trial", took / 100.0);
    }
    for _ in 0..3 {
        let (graph, took) =
            measure(|| explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()));
        let graph = graph.expect("a graph");
        println!(
            "explored: {took:.2} ms, {} states, {} edges",
            graph.state_count(),
            graph.edge_count()
        );
        let (distributions, took) =
            measure(|| solve(&graph, &Budget::default(), &Watch::default()));
        let known = distributions.map_or(0, |distributions| distributions.iter().flatten().count());
        println!("solved: {took:.2} ms, {known} laws");
    }
}
