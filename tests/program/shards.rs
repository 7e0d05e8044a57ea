//! Tests runs in shards. Merged, they give the bytes that one machine writes. Missing, duplicate
//! and foreign shards are detected.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Bench, assert_stderr, stderr};

/// A scenario with everything that a shard must contain: variants, a sweep, its own metrics, and a
/// joint distribution. It has questions with and without a condition, and one that needs no graph.
const EVERYTHING: &str = r#"
rule = "wing-activation"
[[parameters.wings]]
name = "First"
quality = 4
[[parameters.wings]]
name = "Second"
quality = 4
[sweep]
"wings.First.quality" = [3, 5]
[[variants]]
name = "As published"
[[variants]]
name = "Ones always fail"
set = { "wings.Second.quality" = 5 }
[[metrics]]
name = "both"
value = "successes@1 + successes@2"
[[ask]]
value = "P(successes@1 >= 2)"
[[ask]]
value = "mean(successes@2 | successes@1 = 0)"
[[ask]]
value = "P(both >= 4)"
want = ">= 1%"
[[joint]]
of = ["successes@1", "successes@2"]
"#;

/// A race that is certain to end and has too many states for a few hundred sampled trials, so it is
/// simulated.
const RULE: &str = r#"
"""Rolls until they add up"""
goal = whole(30, 1, 200, "the goal")
rolls = count("Rolls")
over = count("Over the goal")

def trial():
    sum, n = 0, 0
    while sum < goal:
        sum += roll(6)
        n += 1
    record(rolls, n)
    record(over, sum - goal)
"#;

/// Returns the bytes of every file in a folder, without shards and without the elapsed time.
pub(crate) fn files(bench: &Bench, folder: &str) -> Vec<(String, Vec<u8>)> {
    let name_and_bytes = |name: String| {
        let bytes = std::fs::read(bench.path(folder).join(&name)).expect("a file");
        if name != "run.json" {
            return (name, bytes);
        }
        let text = String::from_utf8(bytes).expect("UTF-8");
        let kept: Vec<&str> = text
            .lines()
            .filter(|line| !line.contains("\"elapsed_seconds\""))
            .collect();
        (name, kept.join("\n").into_bytes())
    };
    bench
        .list(folder)
        .into_iter()
        .filter(|name| !name.ends_with(".csv.gz"))
        .map(name_and_bytes)
        .collect()
}

/// Runs a scenario as a whole and in shards, in a shuffled order, and compares the results.
fn assert_same_bytes(bench: &Bench, name: &str, args: &[&str], shard_count: u32) {
    let whole = bench.run(&[args, &["--output", "whole"]].concat());
    for number in (1..=shard_count).rev() {
        let (shard, threads) = (
            format!("{number}/{shard_count}"),
            (1 + number % 3).to_string(),
        );
        bench.succeed(
            &[
                args,
                &[
                    "--shard",
                    &shard,
                    "--threads",
                    &threads,
                    "--output",
                    "parts",
                ],
            ]
            .concat(),
        );
    }
    let folder = format!("parts/{name}");
    assert_eq!(
        bench.list(&folder).len(),
        shard_count as usize,
        "a file for each shard and nothing else"
    );
    let merged = bench.run(&["merge", &folder]);
    assert_eq!(
        merged.status.code(),
        whole.status.code(),
        "{}",
        stderr(&merged)
    );
    let merged_table = String::from_utf8_lossy(&merged.stdout).replace("parts/", "whole/");
    assert_eq!(merged_table, String::from_utf8_lossy(&whole.stdout));
    let (whole, merged) = (
        files(bench, &format!("whole/{name}")),
        files(bench, &folder),
    );
    assert!(whole.len() > 4);
    for (whole_file, other) in whole.iter().zip(&merged) {
        assert_eq!(whole_file.0, other.0);
        assert!(whole_file.1 == other.1, "{} differs", whole_file.0);
    }
    assert_eq!(whole.len(), merged.len());
}

#[test]
fn simulated_shards_merge_to_the_same_bytes() {
    let bench = Bench::new();
    bench.write("it.toml", EVERYTHING);
    assert_same_bytes(
        &bench,
        "it",
        &[
            "it.toml",
            "--trials",
            "150000",
            "--confidence",
            "0.9",
            "--seed",
            "7",
        ],
        5,
    );
}

#[test]
fn sampled_shards_merge_to_the_same_bytes() {
    let bench = Bench::new();
    bench.write("it.toml", EVERYTHING);
    // Each case has three cohorts, so that a case is spread over several shards.
    let args = [
        "it.toml",
        "--trials",
        "2_500_000",
        "--engine",
        "graph",
        "--no-charts",
    ];
    let whole = &args[..5];
    assert_same_bytes(&bench, "it", whole, 7);
}

#[test]
fn shards_without_exact_odds_merge_to_the_same_bytes() {
    let bench = Bench::new();
    bench.write(
        "it.toml",
        EVERYTHING.replace("[sweep]", "[run]\nexact = \"never\"\n[sweep]"),
    );
    assert_same_bytes(&bench, "it", &["it.toml", "--trials", "130000"], 4);
}

#[test]
fn merging_needs_no_rule_file() {
    let bench = Bench::new();
    bench.write("mine.odds", RULE).write(
        "it.toml",
        "rule = \"mine.odds\"\n[sweep]\ngoal = [20, 30]\n",
    );
    let args = ["--scenario", "it", "--trials", "90000", "--quiet"];
    bench.succeed(&[&args[..], &["--output", "whole"]].concat());
    for shard in ["1/3", "2/3", "3/3"] {
        bench.succeed(&[&args[..], &["--shard", shard, "--output", "parts"]].concat());
    }
    std::fs::remove_file(bench.path("mine.odds")).unwrap();
    std::fs::remove_file(bench.path("it.toml")).unwrap();
    bench.succeed(&["merge", "parts/it", "--quiet"]);
    assert!(files(&bench, "whole/it") == files(&bench, "parts/it"));
}

#[test]
fn best_play_shards_merge_to_the_same_bytes() {
    let bench = Bench::new();
    assert_same_bytes(
        &bench,
        "wing-best",
        &["--scenario", "wing-best", "--trials", "30000"],
        3,
    );
}

#[test]
fn surplus_shards_merge_to_the_same_bytes() {
    let bench = Bench::new();
    assert_same_bytes(
        &bench,
        "wing1d",
        &[
            "--scenario",
            "wing1d",
            "--trials",
            "1000",
            "--sweep",
            "quality=4,5",
        ],
        6,
    );
}

pub(crate) const QUICK: [&str; 5] = ["--scenario", "wing1d", "--trials", "40000", "--quiet"];

/// Returns a bench with two of three shards.
pub(crate) fn bench_with_two_of_three() -> Bench {
    let bench = Bench::new();
    for shard in ["1/3", "3/3"] {
        bench.succeed(&[&QUICK[..], &["--shard", shard]].concat());
    }
    bench
}

/// Merges the shards. This must be refused with these words, and no files are written.
pub(crate) fn assert_merge_refused(bench: &Bench, says: &[&str]) {
    let before = bench.list("output/wing1d");
    let output = bench.run(&["merge", "output/wing1d"]);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    assert!(says.iter().all(|part| printed.contains(part)), "{printed}");
    assert_eq!(bench.list("output/wing1d"), before);
    assert_eq!(bench.list("output"), ["wing1d"]);
}

#[test]
fn missing_shard_is_reported_with_its_command() {
    let bench = bench_with_two_of_three();
    let command = "simulate --scenario wing1d --trials 40000 --shard 2/3 --output output";
    assert_merge_refused(
        &bench,
        &[
            "output/wing1d/shard-0002-of-0003.csv.gz is missing",
            command,
        ],
    );
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    bench.succeed(&words);
    bench.succeed(&["merge", "output/wing1d", "--quiet"]);
    assert!(
        bench
            .list("output/wing1d")
            .contains(&"distribution.csv".to_owned())
    );
    assert!(
        bench
            .list("output/wing1d")
            .contains(&"shard-0002-of-0003.csv.gz".to_owned()),
        "shards are kept"
    );
    bench.succeed(&["merge", "output/wing1d", "--quiet"]);
    bench.succeed(&QUICK);
    assert!(
        bench
            .list("output/wing1d")
            .contains(&"shard-0002-of-0003.csv.gz".to_owned()),
        "shards are kept"
    );
}

#[test]
fn shards_of_different_runs_are_refused() {
    for (args, says) in [
        (&["--seed", "2", "--shard", "2/3"][..], "the seed differs"),
        (
            &["--set", "quality=3", "--shard", "2/3"],
            "the options of the command line differs",
        ),
        (&["--shard", "2/4"], "the number of shards differs"),
        (
            &["--engine", "graph", "--shard", "2/3"],
            "the options of the command line differs",
        ),
    ] {
        let bench = bench_with_two_of_three();
        bench.succeed(&[&QUICK[..], args].concat());
        assert_merge_refused(&bench, &[says]);
    }
    let bench = bench_with_two_of_three();
    let shard = |number: u32| bench.path(format!("output/wing1d/shard-000{number}-of-0003.csv.gz"));
    std::fs::copy(shard(1), shard(2)).unwrap();
    assert_merge_refused(
        &bench,
        &["shard-0002-of-0003.csv.gz is shard 1 of 3 under another name"],
    );
}

#[test]
fn impossible_shard_options_are_refused() {
    let bench = Bench::new();
    for (args, says) in [
        (
            &["--shard", "1/2", "--precision", "0.01"][..],
            "shards cannot run to a precision",
        ),
        (
            &["--shard", "1/2", "--seed", "random"],
            "a different random seed",
        ),
        (&["--shard", "3/2"], "there is no such shard"),
        (&["--shard", "half"], "this is not a shard"),
        (&["--shard", "auto"], "no job scheduler is running this"),
    ] {
        let output = bench.run(&[&["--scenario", "wing1d"], args].concat());
        assert_eq!(output.status.code(), Some(2));
        assert_stderr(&output, says);
        assert!(!bench.path("output").exists());
    }
    let output = bench.run(&["merge", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert_stderr(&output, "nowhere cannot be read");
}

#[test]
fn scheduler_task_runs_its_shard() {
    let bench = Bench::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_simulate"));
    command
        .current_dir(bench.path(""))
        .args(QUICK)
        .args(["--shard", "auto"]);
    let array = [
        ("TASK_ID", "2"),
        ("TASK_MIN", "1"),
        ("TASK_MAX", "3"),
        ("TASK_STEP", "1"),
        ("TASK_COUNT", "3"),
    ];
    array.iter().for_each(|(name, value)| {
        command.env(format!("SLURM_ARRAY_{name}"), value);
    });
    assert!(command.status().unwrap().success());
    assert_eq!(bench.list("output/wing1d"), ["shard-0002-of-0003.csv.gz"]);
}

#[cfg(unix)]
#[test]
fn rerun_of_a_killed_task_leaves_one_file() {
    let bench = Bench::new();
    let args = [
        "--scenario",
        "wing3d",
        "--engine",
        "play",
        "--shard",
        "1/2",
        "--quiet",
    ];
    for (signal, leaves) in [("KILL", 1), ("TERM", 0), ("INT", 0)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_simulate"));
        command
            .current_dir(bench.path(""))
            .args(args)
            .args(["--trials", "50_000_000_000"])
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let started = Instant::now();
        let is_begun = || {
            std::fs::read_dir(bench.path("output/wing3d"))
                .is_ok_and(|mut entries| entries.next().is_some())
        };
        while !is_begun() && started.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        let status = Command::new("kill")
            .args([format!("-{signal}"), child.id().to_string()])
            .status();
        assert!(status.unwrap().success());
        let _ = child.wait();
        assert_eq!(bench.list("output/wing3d").len(), leaves, "{signal}");
        bench.succeed(&[&args[..], &["--trials", "1000"]].concat());
        assert_eq!(
            bench.list("output/wing3d"),
            ["shard-0001-of-0002.csv.gz"],
            "{signal}"
        );
        std::fs::remove_file(bench.path("output/wing3d/shard-0001-of-0002.csv.gz")).unwrap();
    }
}
