//! Tests `--samples`, which writes trials as rows. `replay` shows the same trials.

use std::collections::BTreeMap;

use crate::support::Bench;

#[test]
fn trial_rows_match_replay() {
    let bench = Bench::new();
    bench.write("t.toml", include_str!("../../scenarios/wing-turn.toml").replace("[[parameters.wings]]\nname = \"Vanguard\"", "[sweep]\ndice = [2, 3]\n[[metrics]]\nname = \"wasted\"\nvalue = \"sum(dice) - actions\"\n[[parameters.wings]]\nname = \"Vanguard\""));
    bench.succeed(&[
        "t",
        "--trials",
        "2000",
        "--samples",
        "30",
        "--no-charts",
        "--no-report",
    ]);
    let rows = bench.rows("output/t/trials.csv");
    assert_eq!(rows.len(), 60);
    for (case, trial) in [("2", "17"), ("1", "1"), ("2", "30")] {
        let row = rows
            .iter()
            .find(|row| row["case"] == case && row["trial"] == trial)
            .unwrap();
        let replayed = bench.succeed(&["replay", "t", "--case", case, "--trial", trial]);
        let in_all: BTreeMap<&str, &str> = replayed
            .split("in all\n")
            .nth(1)
            .unwrap()
            .lines()
            .filter_map(|line| line.trim().split_once(": "))
            .collect();
        assert_eq!(
            (in_all["Actions taken"], in_all["Wasted"]),
            (row["actions"].as_str(), row["wasted"].as_str()),
            "{replayed}"
        );
        let first = replayed
            .lines()
            .find(|line| line.contains("Successes, Wing Vanguard"))
            .unwrap();
        assert!(
            first.ends_with(&format!(": {}", row["successes@1"])),
            "{first}"
        );
    }
}

/// The first trials are those of the run: with as many rows as trials, the counts agree with those
/// of the run.
#[test]
fn trial_rows_add_up_to_the_run_counts() {
    let bench = Bench::new();
    bench.succeed(&[
        "wing-turn",
        "--trials",
        "500",
        "--samples",
        "500",
        "--no-charts",
        "--no-report",
    ]);
    let rows = bench.rows("output/wing-turn/trials.csv");
    let mut counted: BTreeMap<(String, String), u64> = BTreeMap::new();
    for row in &rows {
        for (column, metric) in [("actions", "actions"), ("result@2", "result")] {
            *counted
                .entry((metric.to_owned(), row[column].clone()))
                .or_default() += 1;
        }
    }
    let distribution = bench.rows("output/wing-turn/distribution.csv");
    for ((metric, value), count) in counted {
        let step = if metric == "result" { "2" } else { "" };
        let is = |row: &&BTreeMap<String, String>| {
            row["metric"] == metric
                && row["step"] == step
                && (row["value"] == value || row["label"] == value)
        };
        assert_eq!(
            distribution.iter().find(is).unwrap()["count"],
            count.to_string(),
            "{metric} {value}"
        );
    }
}
