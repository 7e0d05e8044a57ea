//! Measures trials per second, compared with the cost of the random numbers that they use.
//!
//! `cargo bench` prints the rate of each group. The cost of a trial in raw random numbers is the
//! rate of the raw group divided by that of the trials.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oddsmith::input::check;
use oddsmith::input::diagnostic::Source;
use oddsmith::input::tree::Node;
use oddsmith::rules::wing_activation::{RULE, WingActivation};
use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::simulate::{GraphSampler, Purpose, Stream, batches, play};
use oddsmith_engine::solve::solve;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const TRIALS: u64 = 1_000_000;
/// Enough trials to make starting two threads worthwhile.
const MANY_TRIALS: u64 = 50_000_000;
const SIMULATED_STREAM: Stream = Stream {
    seed: 1,
    case: 1,
    purpose: Purpose::Simulated,
};
const SAMPLED_STREAM: Stream = Stream {
    seed: 1,
    case: 1,
    purpose: Purpose::Sampled(0),
};

const WING_3D: &str = "dice = 3\nquality = 4\ncubes = 2";
const TURN: &str = "
[[wings]]\nname = 'Vanguard'\nquality = 3\ncubes = 1
[[wings]]\nname = 'Left'\nquality = 4\ncubes = 1
[[wings]]\nname = 'Right'\nquality = 4\ncubes = 1
[[wings]]\nname = 'Reserve'\nquality = 5\ncubes = 1";

fn rule(toml: &str) -> WingActivation {
    let source = Arc::new(Source {
        name: "bench".into(),
        text: toml.into(),
    });
    let node = Node::document(&source).expect("TOML");
    let mut problems = Vec::new();
    let values = check::table(&node, RULE.parameters, &mut problems);
    assert!(problems.is_empty());
    WingActivation::new(&values)
}

fn in_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads")
        .install(run)
}

fn yardsticks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("yardstick");
    group.throughput(Throughput::Elements(TRIALS));
    group.bench_function("raw u64", |bencher| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        bencher.iter(|| {
            for _ in 0..TRIALS {
                black_box(random.next_u64());
            }
        });
    });
    group.bench_function("3d6 by random_range", |bencher| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        bencher.iter(|| {
            for _ in 0..TRIALS {
                let faces: [u32; 3] = std::array::from_fn(|_| random.random_range(1..=6));
                black_box(faces);
            }
        });
    });
    group.finish();
}

fn engines(criterion: &mut Criterion) {
    for (name, toml) in [("Wing 3d", WING_3D), ("four-Wing turn", TURN)] {
        let rule = rule(toml);
        let watch = Watch::default();
        let graph = explore(&rule, &Parts::ALL, &Budget::default(), &watch).expect("a small rule");
        let sampler = GraphSampler::new(graph);
        let mut group = criterion.benchmark_group(name);
        group
            .throughput(Throughput::Elements(TRIALS))
            .sample_size(20);
        group.bench_function("play, one thread", |bencher| {
            in_threads(1, || {
                bencher.iter(|| play(&rule, SIMULATED_STREAM, 0..batches(TRIALS), TRIALS, &watch))
            });
        });
        group.bench_function("drawn, one thread", |bencher| {
            in_threads(1, || {
                bencher.iter(|| sampler.sample(SAMPLED_STREAM, 0..batches(TRIALS), TRIALS, &watch))
            });
        });
        group.throughput(Throughput::Elements(MANY_TRIALS));
        for threads in [1, 2] {
            group.bench_function(
                format!("drawn, many trials, {threads} threads"),
                |bencher| {
                    in_threads(threads, || {
                        bencher.iter(|| {
                            sampler.sample(
                                SAMPLED_STREAM,
                                0..batches(MANY_TRIALS),
                                MANY_TRIALS,
                                &watch,
                            )
                        });
                    });
                },
            );
        }
        group.finish();
    }
}

fn exact(criterion: &mut Criterion) {
    let rule = rule(TURN);
    let (budget, watch) = (Budget::default(), Watch::default());
    let explored =
        || explore(black_box(&rule), &Parts::ALL, &budget, &watch).expect("a small rule");
    let graph = explored();
    let mut group = criterion.benchmark_group(format!(
        "exact four-Wing turn ({} states, {} edges)",
        graph.state_count(),
        graph.edge_count()
    ));
    group.bench_function("explore", |bencher| bencher.iter(explored));
    group.bench_function("solve", |bencher| {
        bencher.iter(|| solve(black_box(&graph), &budget, &watch))
    });
    group.finish();
}

criterion_group!(benches, yardsticks, engines, exact);
criterion_main!(benches);
