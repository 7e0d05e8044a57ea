//! Measures the engine, in units of raw random numbers: `cargo bench --bench engine`. Divide a time
//! by that of `raw u64`.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use oddsmith_engine::chance::Die;
use oddsmith_engine::explore::{Budget, Graph, Watch, explore};
use oddsmith_engine::simulate::{BATCH_SIZE, GraphSampler, Purpose, Stream, play};
use oddsmith_engine::solve::solve;
use oddsmith_engine::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Rolls 3d6 and records the sum.
struct Sum;

impl Rule for Sum {
    type State = ();

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("sum")]
    }

    fn start(&self, _: &Parts) {}

    fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
        let sum = ask.pool(Die::D6, 3).faces().iter().sum::<u32>();
        ask.observe_whole(0, sum.into());
        Ok(Step::Done)
    }
}

/// Rolls three dice and records ten metrics.
struct TenMetrics;

impl Rule for TenMetrics {
    type State = ();

    fn metrics(&self) -> Vec<Metric> {
        let once = (0..8).map(|i| Metric::whole(format!("{i}")));
        once.chain([
            Metric::whole("ones").optional(),
            Metric::whole("dice").fold(Fold::Sum),
        ])
        .collect()
    }

    fn start(&self, _: &Parts) {}

    fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
        let pool = ask.pool(Die::D6, 3);
        let faces = pool.faces();
        let ones = faces.iter().filter(|&&face| face == 1).count() as i64;
        let sum = i64::from(faces.iter().sum::<u32>());
        let (low, middle, high) = (
            i64::from(faces[0]),
            i64::from(faces[1]),
            i64::from(faces[2]),
        );
        [
            sum,
            low,
            middle,
            high,
            high - low,
            (sum > 10).into(),
            (low == high).into(),
            sum % 3,
        ]
        .into_iter()
        .enumerate()
        .for_each(|(metric, value)| ask.observe_whole(metric, value));
        if ones > 0 {
            ask.observe_whole(8, ones);
        }
        ask.observe_whole(9, 3);
        Ok(Step::Done)
    }
}

/// A row of states, in each of which a d20 and a d6 are rolled.
struct StateRow(u32);

impl Rule for StateRow {
    type State = (u32, u32);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("end"), Metric::whole("worst").fold(Fold::Max)]
    }

    fn start(&self, _: &Parts) -> (u32, u32) {
        (0, 0)
    }

    fn step<A: Ask>(
        &self,
        (round, luck): &mut (u32, u32),
        ask: &mut A,
    ) -> Result<Step<(u32, u32)>, RuleError> {
        let (hit, wound) = (ask.roll(Die::new(20)), ask.roll(Die::D6));
        *luck = (*luck + u32::from(hit + *round % 7 > 12) * wound) % 50;
        ask.observe_whole(1, (hit / 5).into());
        *round += 1;
        if *round < self.0 {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, (*luck).into());
        Ok(Step::Done)
    }
}

/// Moves a token on a band of twenty lanes in a random direction, until it leaves the band at an
/// end. All states form one cycle.
struct LaneWalk(u32);

const LANES: u32 = 20;

impl Rule for LaneWalk {
    type State = (u32, u32);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("far end")]
    }

    fn start(&self, _: &Parts) -> (u32, u32) {
        (self.0 / 2, LANES / 2)
    }

    fn step<A: Ask>(
        &self,
        (along, lane): &mut (u32, u32),
        ask: &mut A,
    ) -> Result<Step<(u32, u32)>, RuleError> {
        match ask.roll(Die::new(4)) {
            1 => *lane = (*lane + 1).min(LANES - 1),
            2 => *lane = lane.saturating_sub(1),
            3 => *along += 1,
            _ => *along -= 1,
        }
        if *along > 0 && *along < self.0 {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, (*along > 0).into());
        Ok(Step::Done)
    }
}

fn graph<R: Rule>(rule: &R) -> Graph {
    explore(rule, &Parts::ALL, &Budget::default(), &Watch::default()).expect("it is small")
}

fn stream(purpose: Purpose) -> Stream {
    Stream {
        seed: 1,
        case: 1,
        purpose,
    }
}

fn trials(c: &mut Criterion) {
    let mut group = c.benchmark_group("trial");
    group.throughput(Throughput::Elements(BATCH_SIZE));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    group.bench_function("raw u64", |b| {
        b.iter(|| (0..BATCH_SIZE).fold(0, |sum, _| sum ^ black_box(random.next_u64())))
    });
    let watch = Watch::default();
    group.bench_function("3d6 played", |b| {
        b.iter(|| play(&Sum, stream(Purpose::Simulated), 0..1, BATCH_SIZE, &watch))
    });
    group.bench_function("three dice, ten metrics, played", |b| {
        b.iter(|| {
            play(
                &TenMetrics,
                stream(Purpose::Simulated),
                0..1,
                BATCH_SIZE,
                &watch,
            )
        });
    });
    group.bench_function("100 states played", |b| {
        b.iter(|| {
            play(
                &StateRow(100),
                stream(Purpose::Simulated),
                0..1,
                BATCH_SIZE,
                &watch,
            )
        });
    });
    for (name, graph) in [
        ("ten metrics", graph(&TenMetrics)),
        ("100 states", graph(&StateRow(100))),
    ] {
        let sampler = GraphSampler::new(graph);
        group.bench_with_input(BenchmarkId::new("drawn", name), &sampler, |b, sampler| {
            b.iter(|| sampler.sample(stream(Purpose::Sampled(0)), 0..1, BATCH_SIZE, &watch));
        });
    }
    group.finish();
}

fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact");
    group.bench_function("5,000 states explored", |b| {
        b.iter(|| graph(&StateRow(102)))
    });
    let row = graph(&StateRow(102));
    assert!(
        (4_500..5_500).contains(&row.state_count()),
        "{}",
        row.state_count()
    );
    group.bench_function("5,000 states solved, one metric lifted", |b| {
        b.iter(|| solve(&row, &Budget::default(), &Watch::default()));
    });
    for along in [250, 1000] {
        let states = along * LANES;
        // The rule records nothing on the band, so the cycle is solved during exploration and
        // becomes a single state.
        group.bench_function(
            BenchmarkId::new("a band that circles, explored and solved", states),
            |b| {
                b.iter(|| {
                    solve(
                        &graph(&LaneWalk(along)),
                        &Budget::default(),
                        &Watch::default(),
                    )
                    .expect("small")
                });
            },
        );
    }
    group.bench_function("three dice explored and solved", |b| {
        b.iter(|| solve(&graph(&TenMetrics), &Budget::default(), &Watch::default()));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
    targets = trials, exact
}
criterion_main!(benches);
