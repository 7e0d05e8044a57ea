//! Compares mechanics as rule files with the bundled rules: the odds agree to 1e-12. Also tests
//! changes that a designer makes.

use std::collections::BTreeMap;

use crate::support::{Bench, exact_odds};

const NO_PAGES: [&str; 5] = ["--trials", "100", "--no-charts", "--no-report", "--quiet"];

/// Returns the exact odds of two scenarios in a bench: those of the rule file, and those of the
/// bundled rule.
fn file_and_bundled_odds(bench: &Bench) -> (BTreeMap<String, f64>, BTreeMap<String, f64>) {
    bench.succeed(
        &[
            &["--scenario", "file", "--scenario", "built"][..],
            &NO_PAGES,
        ]
        .concat(),
    );
    let odds = |name: &str| exact_odds(&bench.read(&format!("output/{name}/distribution.csv")));
    (odds("file"), odds("built"))
}

/// Asserts that the rule file and the bundled rule have the same odds. `names` maps the metrics of
/// one to those of the other.
fn assert_same_odds(bench: &Bench, names: &[(&str, &str)], at_least: usize) {
    let (file, built) = file_and_bundled_odds(bench);
    let mut compared = 0;
    for (key, odds) in &file {
        let (case, rest) = key.split_once(' ').unwrap();
        let (metric, place) = rest.split_once(' ').unwrap();
        let name = names
            .iter()
            .find(|(file_metric, _)| *file_metric == metric)
            .map_or(metric, |(_, built)| built);
        let wanted = format!("{case} {name} {place}");
        let other = built
            .get(&wanted)
            .unwrap_or_else(|| panic!("the bundled rule has no {wanted}: {built:?}"));
        assert!(
            (odds - other).abs() <= 1e-12,
            "{key}: {odds} is not {other}"
        );
        compared += 1;
    }
    assert!(compared >= at_least, "{compared}");
}

/// Rewrites a bundled scenario of `wing-activation` for `wing.odds`, where a single Wing is one
/// entry.
fn scenario_for_rule_file(scenario: &str) -> String {
    let scenario = scenario.split("\n[[charts]]").next().unwrap();
    let scenario = scenario.replace("rule = \"wing-activation\"", "rule = \"wing.odds\"");
    if scenario.contains("[[parameters.wings]]") {
        return scenario;
    }
    let wing = "[[parameters.wings]]\nname = \"Wing\"\n";
    ["quality", "cubes"]
        .iter()
        .fold(scenario.replace("[parameters]\n", wing), |text, key| {
            let (head, sweep) = text.split_once("[sweep]\n").unwrap();
            format!(
                "{head}[sweep]\n{}",
                sweep.replace(&format!("{key} ="), &format!("\"wings.Wing.{key}\" ="))
            )
        })
}

#[test]
fn wing_rule_file_has_the_bundled_odds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let texts = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap());
    let is_comparable = |text: &String| {
        text.contains("rule = \"wing-activation\"")
            && !text.contains("[play]")
            && !text.contains("[[metrics]]")
    };
    // The questions use metrics that `wing.odds` does not have.
    let without_asks = |text: String| {
        text.split("\n\n")
            .filter(|part| !part.starts_with("[[ask]]"))
            .collect::<Vec<_>>()
            .join("\n\n")
    };
    let mut texts: Vec<String> = texts.filter(is_comparable).map(without_asks).collect();
    texts.sort();
    assert!(texts.len() >= 7, "{}", texts.len());
    for text in texts {
        let bench = Bench::new();
        let built = text.split("\n[[charts]]").next().unwrap();
        bench
            .write("built.toml", built)
            .write("file.toml", scenario_for_rule_file(&text));
        assert_same_odds(&bench, &[("wing_successes", "successes")], 25);
    }
}

#[test]
fn acts_rule_file_has_the_bundled_odds() {
    let bench = Bench::new();
    bench.write("acts.odds", include_str!("../rules/acts.odds"));
    bench.write(
        "file.toml",
        "rule = \"acts.odds\"\n[sweep]\nstart = [3, 12]\n",
    );
    let built =
        "rule = \"aging\"\n[parameters]\nturns = 12\nkind = \"acts\"\n[sweep]\nstart = [3, 12]\n";
    bench.write("built.toml", built);
    let names = [
        ("left", "acts"),
        ("lost", "acts.lost"),
        ("gone_on", "acts.gone_on"),
        ("all_lost", "acts.total_lost"),
    ];
    assert_same_odds(&bench, &names, 200);
}

#[test]
fn activation_rule_file_has_the_bundled_odds() {
    let bench = Bench::new();
    bench.write("activation.odds", include_str!("../rules/activation.odds"));
    let sweep = "[sweep]\nship_inactive_ce = { from = 0, to = 6 }\nenlightenment = [0, 2]\n";
    bench.write("file.toml", format!("rule = \"activation.odds\"\n{sweep}"));
    bench.write(
        "built.toml",
        format!("rule = \"power-activation\"\n[parameters]\ncheck = \"ship\"\n{sweep}"),
    );
    assert_same_odds(&bench, &[], 40);
}

#[test]
fn collision_rule_file_has_the_bundled_odds() {
    let bench = Bench::new();
    bench.write("collision.odds", include_str!("../rules/collision.odds"));
    let scenario = "[parameters]\ntheirs = 20\n[sweep]\nours = { from = 12, to = 32 }\n";
    bench.write(
        "file.toml",
        format!("rule = \"collision.odds\"\n{scenario}"),
    );
    bench.write(
        "built.toml",
        format!("rule = \"power-collision\"\n{scenario}"),
    );
    assert_same_odds(&bench, &[], 400);
}

/// Tests the changes in the cookbook: each block replaces the line that the text before it names.
#[test]
fn cookbook_changes_are_short_and_run() {
    const WING: &str = include_str!("../../rules/wing.odds");
    const COOKBOOK: &str = include_str!("../../docs/cookbook.md");
    let (_, changes) = COOKBOOK.split_once("## Change a published rule").unwrap();
    let mut tried = 0;
    for part in changes.split("In place of `").skip(1) {
        let (target, rest) = part.split_once("`").unwrap();
        let start = target.trim_end_matches("...").trim();
        let block = rest
            .split("```odds\n")
            .nth(1)
            .and_then(|rest| rest.split("```").next())
            .unwrap();
        assert!(block.lines().count() <= 3, "{block}");
        let trial = &WING[WING.find("def trial():").unwrap()..];
        let line = trial
            .lines()
            .find(|line| line.trim().starts_with(start))
            .unwrap();
        let rule = WING
            .replace(&format!("{line}\n"), block)
            .replace(", 1, 0]", ", 1, 1]");
        assert!(rule.contains(block), "{block}");
        let bench = Bench::new();
        bench
            .write("mine.odds", rule)
            .write("mine.toml", "rule = \"mine.odds\"\n");
        bench.succeed(&[
            "--scenario",
            "mine",
            "--trials",
            "5000",
            "--no-charts",
            "--no-report",
            "--quiet",
        ]);
        let manifest: serde_json::Value =
            serde_json::from_str(&bench.read("output/mine/run.json")).unwrap();
        assert!(
            manifest["check_p"].as_f64().is_some_and(|p| p > 1e-4),
            "{manifest}"
        );
        tried += 1;
    }
    assert_eq!(tried, 3);
}
