//! Tests exact odds and trials: which of them a run has, how they agree, and their limits.

use oddsmith::scenario::bundled::quick_scenarios;

use crate::support::{Bench, assert_stderr, stderr};

#[test]
fn only_proved_intervals_have_no_width() {
    let bench = Bench::new();
    bench.write(
        "sure.toml",
        "rule = \"wing-activation\"\n[parameters]\nquality = 1\n[run]\ntrials = 1000\n",
    );
    bench.write(
        "unproved.toml",
        bench.read("sure.toml") + "exact = \"never\"\n",
    );
    let table = bench.succeed(&["--scenario", "sure", "--no-charts", "--no-report", "--wide"]);
    assert!(
        table.contains("100%") && table.contains(">99.61%") && table.contains("<0.39%"),
        "{table}"
    );
    let mean_with_interval = |name: &str| {
        let summary = bench.rows(&format!("output/{name}/summary.csv"));
        let row = summary
            .iter()
            .find(|row| row["metric"] == "actions")
            .unwrap();
        (
            row["mean"].clone(),
            row["mean_ci_low"].clone(),
            row["mean_ci_high"].clone(),
        )
    };
    assert_eq!(
        mean_with_interval("sure"),
        ("3".into(), "3".into(), "3".into())
    );
    let table = bench.succeed(&["--scenario", "unproved", "--no-charts", "--no-report"]);
    assert!(
        table.contains("3.00") && !table.contains("100%") && !table.contains("3.00 ±"),
        "{table}"
    );
    assert_eq!(
        mean_with_interval("unproved"),
        ("3".into(), String::new(), String::new())
    );
    let summary = bench.rows("output/unproved/summary.csv");
    let flag = summary
        .iter()
        .find(|row| row["metric"] == "turn_ended")
        .unwrap();
    assert!(
        flag["mean_ci_high"].starts_with("0.0038"),
        "the mean of a flag has Wilson's interval: {flag:?}"
    );
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    for engine in ["graph", "play"] {
        let bench = Bench::new();
        for threads in ["1", "2", "7"] {
            let args = [
                "--scenario",
                "wing-penalty",
                "--trials",
                "150000",
                "--engine",
                engine,
                "--threads",
                threads,
                "--output",
                threads,
                "--quiet",
            ];
            bench.succeed(&args);
        }
        let names = bench.list("1/wing-penalty");
        assert!(
            names.iter().any(|name| name.ends_with(".png"))
                && names.iter().any(|name| name.ends_with(".svg"))
        );
        for other in ["2", "7"] {
            assert_eq!(bench.list(&format!("{other}/wing-penalty")), names);
            for name in names.iter().filter(|name| *name != "run.json") {
                let bytes = |threads: &str| {
                    std::fs::read(bench.path(format!("{threads}/wing-penalty/{name}"))).unwrap()
                };
                assert!(
                    bytes("1") == bytes(other),
                    "{engine}: {name} differs with {other} threads"
                );
            }
        }
    }
}

#[test]
fn both_engines_agree_with_the_exact_odds() {
    let bench = Bench::new();
    let mut p_values = Vec::new();
    for (name, text) in quick_scenarios() {
        let file = format!("{name}.toml");
        bench.write(&file, text);
        for engine in ["graph", "play"] {
            let args = [
                "--scenario",
                &file,
                "--trials",
                "4000",
                "--seed",
                "3",
                "--engine",
                engine,
            ];
            let output =
                bench.run(&[&args[..], &["--no-charts", "--no-report", "--quiet"]].concat());
            // In a scenario that needs `balance`, not all goals are met.
            let wanted = if name == "fair-duel" { 3 } else { 0 };
            assert_eq!(
                output.status.code(),
                Some(wanted),
                "{name}: {}",
                stderr(&output)
            );
            for row in bench.rows(&format!("output/{name}/summary.csv")) {
                if let Ok(p) = row["gof_p"].parse::<f64>() {
                    p_values.push((
                        p,
                        format!(
                            "{name} by {engine}, case {}, {} at step {:?}",
                            row["case"], row["metric"], row["step"]
                        ),
                    ));
                }
            }
        }
    }
    let tests = p_values.len() as f64;
    for (p, description) in p_values {
        assert!(
            p > 1e-3 / tests,
            "{description}: p = {p}, one of {tests} tests"
        );
    }
}

#[test]
fn precision_stops_early_and_never_before_ten_thousand_trials() {
    let bench = Bench::new();
    let trials = |precision: &str| {
        bench.succeed(&[
            "--scenario",
            "wing-turn",
            "--trials",
            "5_000_000",
            "--precision",
            precision,
            "--no-charts",
            "--quiet",
        ]);
        let run: serde_json::Value =
            serde_json::from_str(&bench.read("output/wing-turn/run.json")).unwrap();
        let widest = bench
            .rows("output/wing-turn/distribution.csv")
            .iter()
            .map(|row| {
                (row["ci_high"].parse::<f64>().unwrap() - row["ci_low"].parse::<f64>().unwrap())
                    / 2.0
            })
            .fold(0.0, f64::max);
        (run["cases"][0]["trials"].as_u64().unwrap(), widest)
    };
    let (loose, _) = trials("0.2");
    assert!((10_000..100_000).contains(&loose), "{loose}");
    let (tight, widest) = trials("0.001");
    assert!(widest <= 0.001, "{widest}");
    assert!(
        (900_000..1_100_000).contains(&tight),
        "an even chance needs about 960,000 trials, not {tight}"
    );
    let (trial_count, _) = trials("0.00001");
    assert_eq!(trial_count, 5_000_000);
    let run: serde_json::Value =
        serde_json::from_str(&bench.read("output/wing-turn/run.json")).unwrap();
    assert_eq!(run["cases"][0]["precision_reached"], false);
}

#[test]
fn exact_never_computes_no_exact_odds() {
    let bench = Bench::new();
    bench.write(
        "never.toml",
        "rule = \"wing-activation\"\n[run]\nexact = \"never\"\ntrials = 1000\n",
    );
    bench.succeed(&["--scenario", "never", "--no-charts", "--quiet"]);
    let rows = bench.rows("output/never/distribution.csv");
    assert!(
        !rows.is_empty()
            && rows
                .iter()
                .all(|row| row["exact"].is_empty() && row["exact_fraction"].is_empty())
    );
    let run: serde_json::Value =
        serde_json::from_str(&bench.read("output/never/run.json")).unwrap();
    assert_eq!(
        (run["cases"][0]["source"].as_str(), run["check_p"].is_null()),
        (Some("simulated"), true)
    );
}

#[test]
fn rules_past_the_limit_are_simulated_or_refused() {
    let bench = Bench::new();
    let scenario = |exact: &str| {
        format!(
            "rule = \"aging\"\n[parameters]\nkind = \"acts\"\nstart = 3000\ngain = \"2d6\"\nturns = 3\n[run]\ntrials = 1000\nlimit = \"1 MB\"\nexact = \"{exact}\"\n"
        )
    };
    bench
        .write("auto.toml", scenario("auto"))
        .write("always.toml", scenario("always"));
    let printed = stderr(&bench.run(&["--scenario", "auto", "--no-charts", "--no-report"]));
    assert!(
        printed.contains("no exact odds for `acts") && printed.contains("oddsmith simulates"),
        "{printed}"
    );
    assert!(
        bench
            .rows("output/auto/distribution.csv")
            .iter()
            .any(|row| row["exact"].is_empty())
    );
    let output = bench.run(&["--scenario", "always", "--no-charts", "--no-report"]);
    assert_eq!(output.status.code(), Some(2));
    assert_stderr(&output, "too large for exact odds");
    assert_eq!(bench.list("output"), ["auto"]);
}

/// Ten thousand threads would take a minute to start, and would not react to signals before.
#[test]
fn environment_does_not_set_the_thread_count() {
    let bench = Bench::new();
    bench.write(
        "mine.toml",
        "rule = \"pig.odds\"\n[[charts]]\nkind = \"distribution\"\nmetric = \"turns\"\n",
    );
    let quick = ["--trials", "1000", "--quiet"];
    bench.succeed(
        &[
            &["wing1d", "--shard", "1/1", "--output", "shards"],
            &quick[..],
        ]
        .concat(),
    );
    for args in [
        &[&["wing1d"], &quick[..]].concat()[..],
        &["merge", "shards/wing1d"],
        &["check", "mine.toml", "wing3d", "--odds"],
        &["replay", "wing3d", "--trial", "3"],
        &[
            "wing-activation",
            "--find",
            "P(successes@1 >= 2) = 0.6",
            "--over",
            "quality",
        ],
        &["gallery/pig-hold", "--no-save", "--trials", "1000"],
    ] {
        let mut command = assert_cmd::Command::cargo_bin("simulate").expect("the program");
        command
            .env("RAYON_NUM_THREADS", "10000")
            .timeout(std::time::Duration::from_secs(120));
        let output = command
            .current_dir(bench.path(""))
            .args(args)
            .output()
            .expect("a run");
        assert!(
            output.status.code().is_some_and(|code| code != 1),
            "{args:?}: {}",
            crate::support::stderr(&output)
        );
    }
}
