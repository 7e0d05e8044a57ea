//! Measures how long it takes to judge settings by the goals of a scenario: a duel with best play
//! on both sides, and a turn of four Wings.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oddsmith::Run;
use oddsmith_engine::explore::Watch;

/// 2,500 settings of a duel of about seven against seven.
const DUEL: &str = r#"
rule = "duel.odds"
[play]
aim = "P(winner = us)"
we = "best"
they = "them"
[balance]
fast = { from = 2, to = 6 }
hard = { from = 2, to = 6 }
ours = { from = 2, to = 11 }
theirs = { from = 2, to = 11 }
[[ask]]
value = "P(winner = us)"
want = "0.45 to 0.55"
[[ask]]
value = "mean(strikes)"
want = "<= 12"
"#;

/// 1,500 settings with three goals.
const TURN: &str = r#"
rule = "wing-activation"
[[parameters.wings]]
name = "Vanguard"
quality = 3
[[parameters.wings]]
name = "Left"
quality = 4
[[parameters.wings]]
name = "Right"
quality = 4
[[parameters.wings]]
name = "Reserve"
quality = 5
[balance]
"wings.Vanguard.quality" = { from = 2, to = 6 }
"wings.Left.quality" = { from = 2, to = 6 }
"wings.Right.quality" = { from = 2, to = 6 }
dice = [1, 2, 3]
cubes = [0, 1, 2, 3]
[[ask]]
value = "mean(actions)"
want = "4 to 4.8"
[[ask]]
value = "P(actions >= 6)"
want = ">= 0.2"
[[ask]]
value = "P(successes@1 >= 2)"
want = ">= 0.5"
"#;

fn bench_balance(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("balance");
    group.sample_size(10);
    for (name, text, settings) in [("duel", DUEL, 2500), ("turn", TURN, 1500)] {
        let run = Run::new(text).name(name);
        group.throughput(Throughput::Elements(settings));
        let tried = || {
            black_box(&run)
                .balance(&Watch::default())
                .expect("settings that can be judged")
        };
        assert_eq!(tried().tried.len() as u64, settings);
        group.bench_function(name, |bencher| bencher.iter(tried));
    }
}

criterion_group!(benches, bench_balance);
criterion_main!(benches);
