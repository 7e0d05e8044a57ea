//! Measures the machine that simulates rule files: the processor time of a trial in microseconds,
//! and the mean of its first metric. `benches/peers/run` compares it with other languages.

use std::time::Instant;

use oddsmith_engine::explore::Watch;
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_language::RuleFile;

const ARITHMETIC: &str = "
total = count(\"Total\")
def trial():
    s = 1
    for i in range(1000):
        s = (s * 7 + i) % 11
    record(total, s)
";
const ROLLS: &str = "
total = count(\"Total\")
def trial():
    s = 0
    for i in range(100):
        s += roll(6)
    record(total, s)
";
/// Each rule with its number of trials and the metric whose mean is printed.
const RULES: [(&str, &str, u64, &str); 5] = [
    ("arithmetic", ARITHMETIC, 10_000, "total"),
    ("rolls", ROLLS, 100_000, "total"),
    (
        "wing",
        include_str!("../rules/wing.odds"),
        300_000,
        "actions",
    ),
    ("race", include_str!("../rules/race.odds"), 300_000, "turns"),
    (
        "battle",
        include_str!("../rules/battle.odds"),
        300_000,
        "rounds",
    ),
];

/// Returns the seconds that this thread has run on a processor, if the system reports it; else the
/// seconds since `begun`.
fn seconds(begun: Instant) -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(
        || begun.elapsed().as_secs_f64(),
        |nanoseconds| nanoseconds / 1e9,
    )
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let stream = Stream {
        seed: 1,
        case: 0,
        purpose: Purpose::Pilot,
    };
    for (name, text, trials, metric) in RULES {
        let names = || wanted.iter().filter(|name| !name.starts_with('-'));
        if names().next().is_some() && !names().any(|wanted| wanted == name) {
            continue;
        }
        let file = RuleFile::read(text).expect("a rule without mistakes");
        let rule = file.rule(&[]).expect("its own parameters");
        let described = rule.metric_descriptions();
        let metrics = || {
            described
                .iter()
                .take_while(|described| described.name != metric)
        };
        let slot = metrics()
            .map(|before| before.steps.unwrap_or(1) as usize)
            .sum::<usize>();
        let rule = rule.into_any();
        let play = |trials| {
            rule.pilot(stream, trials, &Watch::default())
                .expect("trials")
                .1
        };
        play(trials / 10);
        let begun = Instant::now();
        let before = seconds(begun);
        let tallies = play(trials);
        let took = seconds(begun) - before;
        println!(
            "{name} {:.3} {:.3}",
            took / trials as f64 * 1e6,
            tallies[slot].mean().expect("values")
        );
    }
}
