//! Tests runs from the view of the program's users.

use crate::support::{Bench, rows};

#[test]
fn main_run_writes_the_documented_files() {
    let bench = Bench::new();
    let table = bench.succeed(&["--scenario", "wing3d.toml", "--trials", "40000"]);
    assert!(
        table.contains("\n  QV 2  57.9  92.6  99.54   100"),
        "the exact values stand in a grid: {table}"
    );
    let distribution = bench.read("output/wing3d/distribution.csv");
    let header = "case,quality,cubes,metric,step,step_label,value,label,count,estimate,ci_low,ci_high,exact,exact_fraction,unresolved\n";
    assert!(
        distribution.starts_with(header),
        "{}",
        distribution.lines().next().unwrap()
    );
    let summary = bench.read("output/wing3d/summary.csv");
    let header = "case,quality,cubes,metric,step,step_label,trials,present,exact_present,mean,mean_ci_low,mean_ci_high,sd,min,p5,p25,median,p75,p95,max,exact_mean,exact_sd,gof_p,source,check_trials,check_mean,exact_min,exact_p5,exact_p25,exact_median,exact_p75,exact_p95,exact_max,median_ci_low,median_ci_high,unresolved\n";
    assert!(
        summary.starts_with(header),
        "{}",
        summary.lines().next().unwrap()
    );
    let rows = rows(&distribution);
    let row = rows
        .iter()
        .find(|row| row["quality"] == "4" && row["cubes"] == "0" && row["label"] == "all-succeed")
        .unwrap();
    assert_eq!(
        (row["exact"].as_str(), row["exact_fraction"].as_str()),
        ("0.125", "1/8")
    );
    let mut sums = std::collections::BTreeMap::new();
    for row in &rows {
        let key = (
            row["case"].clone(),
            row["metric"].clone(),
            row["step"].clone(),
        );
        let (estimate, exact) = sums.entry(key).or_insert((0.0, 0.0));
        *estimate += row["estimate"].parse::<f64>().unwrap();
        *exact += row["exact"].parse::<f64>().unwrap();
    }
    assert_eq!(sums.len(), 35 * 11);
    assert!(
        sums.values()
            .all(|(a, b)| (a - 1.0f64).abs() < 1e-6 && (b - 1.0f64).abs() < 1e-12)
    );
}

#[test]
fn run_json_records_how_files_were_made() {
    let bench = Bench::new();
    bench.succeed(&[
        "--scenario",
        "wing1d",
        "--trials",
        "1000",
        "--set",
        "quality=4",
        "--seed",
        "9",
        "--quiet",
    ]);
    let run: serde_json::Value =
        serde_json::from_str(&bench.read("output/wing1d/run.json")).unwrap();
    assert_eq!(
        (run["seed"].as_u64(), run["rule"].as_str()),
        (Some(9), Some("wing-activation"))
    );
    assert_eq!(
        run["cases"].as_array().unwrap().len(),
        5,
        "a swept parameter that is set has one value"
    );
    assert_eq!(
        run["cases"][0]["source"], "simulated",
        "a thousand trials are cheap"
    );
    assert!(run["cases"][0]["check_trials"].is_null());
    assert!(run["check_p"].as_f64().unwrap() >= 1e-6);
    assert_eq!(
        run["overrides"],
        serde_json::json!(["--trials 1000", "--seed 9", "--set quality=4"])
    );
    let mut files: Vec<String> = run["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap().to_owned())
        .collect();
    files.push("run.json".to_owned());
    files.sort();
    assert_eq!(files, bench.list("output/wing1d"));
}

#[test]
fn sampled_run_is_checked_by_simulated_trials() {
    let bench = Bench::new();
    let args = [
        "--scenario",
        "wing-turn",
        "--trials",
        "50000",
        "--engine",
        "graph",
        "--format",
        "md",
    ];
    let table = bench.succeed(&args);
    assert!(
        table.contains("Exact. 20,000 simulated and 50,000 sampled trials agree."),
        "{table}"
    );
    assert!(
        table.ends_with("\nCharts, report and CSV: output/wing-turn/\n"),
        "{table}"
    );
    let run: serde_json::Value =
        serde_json::from_str(&bench.read("output/wing-turn/run.json")).unwrap();
    assert_eq!(
        (
            run["cases"][0]["source"].as_str(),
            run["cases"][0]["check_trials"].as_u64()
        ),
        (Some("sampled"), Some(20_000))
    );
    let summary = bench.rows("output/wing-turn/summary.csv");
    assert!(
        summary
            .iter()
            .all(|row| row["source"] == "sampled" && row["check_trials"] == "20000")
    );
    let simulated = bench.read("output/wing-turn/simulated.csv");
    assert!(
        simulated.starts_with("case,metric,step,step_label,value,label,count,estimate\n"),
        "{simulated}"
    );
    let actions = rows(&simulated)
        .into_iter()
        .filter(|row| row["metric"] == "actions");
    assert_eq!(
        actions
            .map(|row| row["count"].parse::<u64>().unwrap())
            .sum::<u64>(),
        20_000
    );
    let note = bench.read("output/wing-turn/actions-distribution.md");
    assert!(
        note.contains("50,000 sampled trials, plus 20,000 simulated trials, seed 1"),
        "{note}"
    );
    bench.succeed(&[
        "--scenario",
        "wing-turn",
        "--trials",
        "5000",
        "--no-charts",
        "--quiet",
    ]);
    assert!(
        !bench.path("output/wing-turn/simulated.csv").exists(),
        "simulated trials need no check by others"
    );
}

#[test]
fn absent_values_have_a_separate_row() {
    let bench = Bench::new();
    bench.succeed(&[
        "--scenario",
        "wing-turn",
        "--trials",
        "20000",
        "--no-charts",
        "--quiet",
    ]);
    let rows = bench.rows("output/wing-turn/distribution.csv");
    let ended: Vec<_> = rows
        .iter()
        .filter(|row| row["metric"] == "ended_at")
        .collect();
    assert!(ended.iter().all(|row| row["value"] != "0"));
    let absent = ended
        .iter()
        .find(|row| row["label"] == "absent")
        .expect("a row");
    assert!(absent["value"].is_empty() && !absent["exact"].is_empty());
    let sum: f64 = ended
        .iter()
        .map(|row| row["exact"].parse::<f64>().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    let summary = bench.rows("output/wing-turn/summary.csv");
    let row = summary
        .iter()
        .find(|row| row["metric"] == "ended_at")
        .unwrap();
    let present: f64 = row["exact_present"].parse().unwrap();
    assert!((present + absent["exact"].parse::<f64>().unwrap() - 1.0).abs() < 1e-12);
    let report = bench.read("output/wing-turn/report.html");
    assert!(report.contains("\"absent\":\"none\"") && report.contains("Trials without a value"));
}

#[test]
fn list_show_new_and_check_work_together() {
    let bench = Bench::new();
    let list = bench.succeed(&["list"]);
    assert!(
        list.contains("wing3d") && list.contains("wing-activation"),
        "{list}"
    );
    let rules: Vec<&str> = list
        .lines()
        .skip_while(|line| !line.starts_with("Rules"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for rule in rules {
        let show = bench.succeed(&["show", rule]);
        assert!(
            show.contains("Parameters") && show.contains("Metrics"),
            "{show}"
        );
        bench.write("starter.toml", bench.succeed(&["new", rule]));
        let checked = bench.succeed(&["check", "starter.toml"]);
        assert!(checked.contains("OK: starter.toml. 1 case"), "{checked}");
    }
    let list = bench.succeed(&["list"]);
    let scenarios = list
        .lines()
        .skip_while(|line| !line.starts_with("Scenarios"))
        .skip(1)
        .take_while(|line| !line.is_empty());
    let scenarios = scenarios.filter_map(|line| line.split_whitespace().next());
    bench.succeed(&["check"].into_iter().chain(scenarios).collect::<Vec<_>>());
}

#[test]
fn json_prints_only_the_summary() {
    let bench = Bench::new();
    let text = bench.succeed(&[
        "--scenario",
        "wing2d",
        "--scenario",
        "wing-turn",
        "--trials",
        "2000",
        "--json",
        "--no-charts",
    ]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json[0]["scenario"], "wing2d");
    assert_eq!(json[0]["cases"][0]["values"]["quality"], 2);
    let metrics = json[1]["cases"][0]["metrics"].as_array().unwrap();
    let steps = metrics
        .iter()
        .map(|metric| metric["steps"].as_array().unwrap().len());
    assert_eq!(steps.sum::<usize>(), 4 * 5 + 6);
    assert!(json[0]["check_p"].as_f64().unwrap() >= 1e-6);
}

#[test]
fn swept_entry_has_a_column_with_its_path() {
    for key in ["\"wings.Vanguard.quality\"", "wings.Vanguard.quality"] {
        let bench = Bench::new();
        let text = format!(
            "rule = \"wing-activation\"\n[[parameters.wings]]\nname = \"Vanguard\"\n[sweep]\n{key} = [3, 5]\n"
        );
        bench.write("mine.toml", text);
        bench.succeed(&[
            "--scenario",
            "mine",
            "--trials",
            "1000",
            "--quiet",
            "--no-charts",
        ]);
        let rows = bench.rows("output/mine/summary.csv");
        assert_eq!(rows[0]["wings.Vanguard.quality"], "3");
        let means: Vec<&str> = rows
            .iter()
            .filter(|row| row["metric"] == "actions")
            .map(|row| row["exact_mean"].as_str())
            .collect();
        assert_eq!(means, ["2", "1"]);
    }
}

#[test]
fn a_decimal_range_does_not_drift() {
    let bench = Bench::new();
    bench.write(
        "mine.toml",
        "rule = \"wing-activation\"\n[sweep]\nquality = { from = 2, to = 6, step = 2 }\n",
    );
    bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "1000",
        "--quiet",
        "--no-charts",
    ]);
    let qualities: Vec<String> = bench
        .rows("output/mine/summary.csv")
        .iter()
        .filter(|row| row["metric"] == "actions")
        .map(|row| row["quality"].clone())
        .collect();
    assert_eq!(qualities, ["2", "4", "6"]);
}

#[test]
fn charts_hold_swept_parameters_at_published_values() {
    let bench = Bench::new();
    bench.write(
        "mine.toml",
        "rule = \"wing-activation\"\n[sweep]\nquality = [3, 4]\nspend = [\"never\", \"greedy\"]\n[run]\ntrials = 1000\n",
    );
    bench.succeed(&[
        "--scenario",
        "mine",
        "--format",
        "md",
        "--quiet",
        "--no-report",
    ]);
    let table = bench.read("output/mine/result-by-quality.md");
    assert!(table.contains("Use of cubes: greedy"), "{table}");
    bench.write(
        "power.toml",
        "rule = \"power-activation\"\n[sweep]\nship_inactive_ce = [0, 1, 2]\nbase = [0.10, 0.050]\n",
    );
    bench.succeed(&[
        "--scenario",
        "power",
        "--trials",
        "1000",
        "--format",
        "md",
        "--quiet",
        "--no-report",
    ]);
    let table = bench.read("output/power/result-by-ship-inactive-ce.md");
    assert!(
        table.contains("with every CE active:\u{a0}0.050"),
        "{table}"
    );
}
