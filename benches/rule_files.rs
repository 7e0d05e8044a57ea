//! Compares rule files with the same rules in Rust: reading, exploring, solving, sampling and
//! simulating.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oddsmith::input::check;
use oddsmith::input::diagnostic::Source;
use oddsmith::input::tree::Node;
use oddsmith::rules::wing_activation::{RULE, WingActivation};
use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Model, Watch, explore};
use oddsmith_engine::simulate::{GraphSampler, Purpose, Stream, batches, play};
use oddsmith_engine::solve::solve;
use oddsmith_language::{RuleFile, SetRule, Setting};

const SIMULATED_TRIALS: u64 = 20_000;
const SAMPLED_TRIALS: u64 = 1_000_000;

const WING: &str = include_str!("../rules/wing.odds");
const BATTLE: &str = include_str!("../rules/battle.odds");
const RACE: &str = include_str!("../rules/race.odds");

/// The four Wings of `wing.odds`, as parameters of the bundled rule.
const TURN: &str = "
[[wings]]\nname = 'First'\nquality = 3
[[wings]]\nname = 'Second'\nquality = 4
[[wings]]\nname = 'Third'\nquality = 4
[[wings]]\nname = 'Fourth'\nquality = 5";

fn bundled_rule() -> WingActivation {
    let source = Arc::new(Source {
        name: "bench".into(),
        text: TURN.into(),
    });
    let node = Node::document(&source).expect("TOML");
    let mut problems = Vec::new();
    let values = check::table(&node, RULE.parameters, &mut problems);
    assert!(problems.is_empty());
    WingActivation::new(&values)
}

fn rule(text: &str, settings: &[(&str, i64)]) -> SetRule {
    let file = RuleFile::read(text).expect("a rule without mistakes");
    let settings: Vec<_> = settings
        .iter()
        .map(|&(name, value)| (name, Setting::Whole(value)))
        .collect();
    file.rule(&settings).expect("settings that fit")
}

fn measure<M: Model>(criterion: &mut Criterion, name: &str, rule: &M) {
    let (budget, watch) = (Budget::default(), Watch::default());
    let explored =
        || explore(black_box(rule), &Parts::ALL, &budget, &watch).expect("within the budget");
    let graph = explored();
    let size = format!(
        "{name} ({} states, {} ways)",
        graph.state_count(),
        graph.edge_count()
    );
    let mut group = criterion.benchmark_group(size);
    group.sample_size(10);
    group.bench_function("explore", |bencher| bencher.iter(explored));
    group.bench_function("solve", |bencher| {
        bencher.iter(|| solve(black_box(&graph), &budget, &watch))
    });
    group.throughput(Throughput::Elements(SIMULATED_TRIALS));
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Simulated,
    };
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            play(
                rule,
                stream,
                0..batches(SIMULATED_TRIALS),
                SIMULATED_TRIALS,
                &watch,
            )
        });
    });
    let sampler = GraphSampler::new(graph.clone());
    group.throughput(Throughput::Elements(SAMPLED_TRIALS));
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Sampled(0),
    };
    group.bench_function("draw", |bencher| {
        bencher.iter(|| sampler.sample(stream, 0..batches(SAMPLED_TRIALS), SAMPLED_TRIALS, &watch));
    });
    group.finish();
}

fn rule_files(criterion: &mut Criterion) {
    criterion.bench_function("read wing.odds", |bencher| {
        bencher.iter(|| RuleFile::read(black_box(WING)))
    });
    measure(criterion, "wing-activation", &bundled_rule());
    measure(criterion, "wing.odds", &rule(WING, &[]));
    measure(criterion, "battle.odds, 10 against 10", &rule(BATTLE, &[]));
    measure(
        criterion,
        "battle.odds, 20 against 20",
        &rule(BATTLE, &[("ours", 20), ("theirs", 20)]),
    );
    measure(criterion, "race.odds", &rule(RACE, &[]));
}

/// Expressions as most people first write them, each with a version that needs fewer states.
const SPELLINGS: [(&str, &str, &str); 5] = [
    (
        "a sum of twelve",
        "sum(roll(6) for i in range(12))",
        "dice(\"12d6\")",
    ),
    (
        "three highest of thirty",
        "sum(highest(pool(30, 10), 3))",
        "dice(\"30d10kh3\")",
    ),
    ("the most of a face", "max(tally(20, 6))", "most(20, 6)"),
    (
        "twenty flips",
        "sum(chance(1, 2) for i in range(20))",
        "binomial(20, 0.5)",
    ),
    (
        "the best of eight",
        "max(roll(20) for i in range(8))",
        "dice(\"8d20kh1\")",
    ),
];

/// Counts face by face, so that the state does not contain a list of counts.
const MOST_COMMON_FACE: &str = "def most(n, sides):\n    left, best = n, 0\n    for i in range(sides):\n        \
                    here = tally(left, [1, sides - 1 - i])[0] if i < sides - 1 else left\n        left -= here\n        \
                    best = max(best, here)\n    return best\n\n";

fn spellings(criterion: &mut Criterion) {
    for (name, natural, careful) in SPELLINGS {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for (spelling, recorded) in [("as it is said", natural), ("carefully", careful)] {
            let text = format!(
                "m = count(\"M\")\n\n{MOST_COMMON_FACE}def trial():\n    record(m, {recorded})\n"
            );
            let rule = rule(&text, &[]);
            let distributions = || {
                let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default())
                    .expect("within the budget");
                solve(&graph, &Budget::default(), &Watch::default())
            };
            group.bench_function(spelling, |bencher| bencher.iter(distributions));
        }
        group.finish();
    }
}

criterion_group!(benches, rule_files, spellings);
criterion_main!(benches);
