//! A designer's own rule: it runs like every other, and is refused with its line and column.

use std::collections::BTreeMap;

use crate::support::{Bench, stderr};

const BUNDLED: [&str; 10] =
    ["battle", "race", "wing", "budget", "advantage", "push", "press-your-luck", "opening-hand", "loot", "blades"];

const COIN: &str = "\"\"\"A coin\"\"\"\np = decimal(0.5, 0, 2, \"heads\")\nn = whole(2, 1, 9, \"coins\")\nheads = count(\"Heads\")\n\ndef trial():\n    record(heads, binomial(n, min(1, p)))\n";

/// A rule file and a scenario of it, in a folder of their own.
fn bench(rule: &str, scenario: &str) -> Bench {
    let bench = Bench::new();
    bench.write("mine.odds", rule).write("mine.toml", format!("rule = \"mine.odds\"\n{scenario}"));
    bench
}

/// A rule file that is wrong: exit code 2, its place, its words, and nothing written.
fn refused(rule: &str, at: &str, says: &[&str]) {
    let bench = bench(rule, "");
    let output = bench.run(&["--scenario", "mine", "--trials", "100"]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(&format!("mine.odds:{at}")), "{at}: {told}");
    says.iter().for_each(|part| assert!(told.contains(part), "no {part:?} in\n{told}"));
    assert_eq!(bench.list("."), ["mine.odds", "mine.toml"], "nothing is written");
}

/// The exact odds of every row, by what the row is of.
fn exact(csv: &str) -> BTreeMap<String, f64> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|own| own == name).unwrap();
    let (keys, exact) = (["metric", "step", "value"].map(column), column("exact"));
    let row = |row: csv::StringRecord| {
        let key = keys.map(|key| row[key].to_owned()).join(" ");
        (key, row[exact].parse().unwrap_or(f64::NAN))
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

#[test]
fn every_bundled_rule_file_runs_and_its_exact_odds_agree_with_what_was_played() {
    let bench = Bench::new();
    for name in BUNDLED {
        bench.succeed(&["--scenario", name, "--trials", "2000", "--no-charts", "--no-report", "--quiet"]);
        let manifest: serde_json::Value =
            serde_json::from_str(&bench.read(&format!("output/{name}/run.json"))).unwrap();
        let p = manifest["witness_p"].as_f64().unwrap_or_else(|| panic!("{name} has no exact odds"));
        assert!(p > 1e-4, "{name}: {p}");
        assert_eq!(manifest["rule"], format!("{name}.odds"));
        assert_eq!(manifest["rule_sha256"].as_str().map(str::len), Some(64));
        assert!(manifest["rule_text"].as_str().unwrap().contains("def trial():"));
    }
}

#[test]
fn the_wing_rule_as_a_file_has_the_odds_of_the_built_in_rule() {
    let bench = Bench::new();
    let built_in = "rule = \"wing-activation\"\n[[parameters.wings]]\nname = \"First\"\nquality = 3\n[[parameters.wings]]\nname = \"Second\"\nquality = 4\n\
                    [[parameters.wings]]\nname = \"Third\"\nquality = 4\n[[parameters.wings]]\nname = \"Fourth\"\nquality = 5\n";
    bench.write("built.toml", built_in).write("file.toml", "rule = \"wing.odds\"\n");
    bench.succeed(&[
        "--scenario",
        "built",
        "--scenario",
        "file",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
        "--quiet",
    ]);
    let built = exact(&bench.read("output/built/distribution.csv"));
    let file = exact(&bench.read("output/file/distribution.csv"));
    let mut compared = 0;
    for (key, odds) in &file {
        let key = key.replace("wing_successes", "successes");
        let other = built.get(&key).unwrap_or_else(|| panic!("the built-in rule has no {key}"));
        assert!((odds - other).abs() <= 1e-12, "{key}: {odds} is not {other}");
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn parameters_are_swept_set_and_refused_like_those_of_every_rule() {
    let mine = bench(
        COIN,
        "[sweep]\np = [0.25, 1.5]\n[[variants]]\nname = \"two\"\n[[variants]]\nname = \"three\"\nset = { n = 3 }\n",
    );
    mine.succeed(&["--scenario", "mine", "--trials", "100", "--no-charts", "--quiet", "--set", "n=1"]);
    let wrong = |lines: &str, says: &[&str]| {
        let output = bench(COIN, lines).run(&["--scenario", "mine"]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{told}");
        says.iter().for_each(|part| assert!(told.contains(part), "no {part:?} in\n{told}"));
    };
    wrong("[parameters]\np = 2.5", &["mine.toml:3:5", "a number from 0 to 2"]);
    wrong("[parameters]\nn = 10", &["10 is out of range", "from 1 to 9"]);
    wrong("[parameters]\nm = 1", &["unknown key `m`"]);
    wrong("[sweep]\nn = [1, 99]", &["99 is out of range"]);
}

#[test]
fn usual_entries_are_addressed_by_their_names() {
    let bench = Bench::new();
    bench.write("turn.toml", "rule = \"wing.odds\"\n[sweep]\n\"wings.First.quality\" = [2, 6]\n");
    let told = bench.succeed(&["--scenario", "turn", "--trials", "100", "--no-charts", "--no-report"]);
    assert!(told.contains("2 cases"), "{told}");
    bench.write("turn.toml", "rule = \"wing.odds\"\n[sweep]\n\"wings.Fist.quality\" = [2, 6]\n");
    let output = bench.run(&["--scenario", "turn"]);
    assert!(stderr(&output).contains("did you mean `First`?"), "{}", stderr(&output));
}

#[test]
fn all_mistakes_of_a_rule_file_are_told_at_once_with_line_and_column() {
    let text = COIN.replace("binomial(n, min(1, p))", "binomail(n, q)");
    refused(&text, "7:19", &["binomail", "binomial", "there is nothing called"]);
    refused("out = count(\"Out\")\ndef trial()\n    record(out, 1)\n", "2:", &[]);
}

#[test]
fn a_fault_met_in_a_trial_is_told_with_its_place_its_variables_and_its_dice() {
    let text =
        "out = count(\"Out\")\ndef trial():\n    table = [7, 8, 9]\n    face = roll(6)\n    record(out, table[face])\n";
    refused(text, "5:", &["place 3 of a list", "face = 3"]);
}

#[test]
fn a_rule_file_that_is_not_there_is_told_where_it_is_named() {
    let bench = Bench::new();
    bench.write("mine.toml", "rule = \"batle.odds\"\n");
    let output = bench.run(&["--scenario", "mine"]);
    assert_eq!(output.status.code(), Some(2));
    for part in ["mine.toml:1:8", "there is no rule file batle.odds", "did you mean `battle.odds`?"] {
        assert!(stderr(&output).contains(part), "{}", stderr(&output));
    }
}

#[test]
fn the_same_bytes_come_out_with_any_number_of_threads() {
    let bench = bench(COIN, "[sweep]\nn = [1, 5, 9]\n");
    let args = |threads, output| {
        ["--scenario", "mine", "--trials", "50000", "--no-charts", "--quiet", "--threads", threads, "--output", output]
    };
    bench.succeed(&args("1", "one"));
    bench.succeed(&args("3", "three"));
    for file in ["distribution.csv", "summary.csv", "report.html"] {
        assert!(bench.read(&format!("one/mine/{file}")) == bench.read(&format!("three/mine/{file}")), "{file}");
    }
}

#[test]
fn check_holds_a_rule_file_against_its_own_expectations() {
    let with = |expectation: &str| bench(&COIN.replace("\n\ndef", &format!("\nexpect(\"{expectation}\")\n\ndef")), "");
    let hold = [
        "P(heads = 2) = 1/4",
        "P(heads >= 1) = 75%",
        "mean(heads) = 1",
        "P(heads = 0) < 0.3",
        "P(heads = 2 | heads > 0) = 1/3",
        "median(heads) 1 to 1",
    ];
    for holds in hold {
        let told = with(holds).succeed(&["check", "mine.toml"]);
        assert!(told.contains("1 expectation holds"), "{holds}: {told}");
    }
    for (fails, why) in [
        ("P(heads = 2) = 1/3", "does not hold: it is 1/4, 0.25"),
        ("P(heads = 2 | heads > 2) = 1/3", "does not hold: what is given never happens"),
        ("P(hads = 2) = 1/3", "there is no metric `hads`"),
        ("P(heads = 2)", "expected a number, found the end"),
    ] {
        let output = with(fails).run(&["check", "mine.toml"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(why), "{fails}: {}", stderr(&output));
    }
}

#[test]
fn a_new_rule_file_is_sound_and_takes_the_place_of_nothing() {
    let bench = Bench::new();
    bench.succeed(&["new", "--rule-file", "own.odds"]);
    let told = bench.succeed(&["check", "own.toml"]);
    assert!(told.contains("3 cases of own.odds") && told.contains("1 expectation holds"), "{told}");
    bench.write("own.odds", "mine");
    let output = bench.run(&["new", "--rule-file", "own.odds"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("own.odds is there already"), "{}", stderr(&output));
    assert_eq!(bench.read("own.odds"), "mine");
}

#[test]
fn show_tells_a_rule_files_parameters_and_metrics() {
    let told = Bench::new().succeed(&["show", "battle.odds"]);
    assert!(told.starts_with("battle.odds: Attack, saves, morale"), "{told}");
    for part in ["a whole number from 2 to 6", "category: 0 us, 1 nobody, 2 them", "Bundled scenarios: battle"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn a_trial_is_told_line_by_line() {
    let bench = bench(COIN, "");
    let told = bench.succeed(&["replay", "mine", "--trial", "3"]);
    assert!(told.contains("case 1, trial 3, seed 1") && told.contains("line   7"), "{told}");
    assert!(told.contains("it showed\n  Heads: "), "{told}");
    assert_eq!(told, bench.succeed(&["replay", "mine", "--trial", "3"]));
    let told = bench.succeed(&["replay", "wing3d", "--trial", "20001", "--case", "2"]);
    assert!(told.contains("case 2 (quality = 2, cubes = 1)") && told.contains("3d6: "), "{told}");
    let output = bench.run(&["replay", "mine", "--trial", "1", "--case", "2"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

/// The changes that `docs/rule-files.md` shows, word for word.
#[test]
fn a_small_change_to_the_wing_rule_is_three_lines_at_most() {
    const WING: &str = include_str!("../../rules/wing.odds");
    const TUTORIAL: &str = include_str!("../../docs/rule-files.md");
    const WON: &str = "        won = successes(n, 6, wing.quality)\n";
    const PENALTY: &str = "        penalty = n - won if penalties and won > 0 else 0\n";
    let explodes = "        faces = pool(n, 6)\n        extra = successes(sum(face == 6 for face in faces), 6, wing.quality)\n\
                    \x20       won = min(n, sum(face >= wing.quality for face in faces) + extra)\n";
    let half = "        penalty = (n - won) // 2 if penalties and won > 0 else 0\n";
    let cubes = "cubes = whole(1, 0, 30, \"failed dice that a Wing may roll again\")\n";
    let rerolls = "        won += successes(min(cubes, n - won), 6, wing.quality)\n";
    [explodes, half, cubes, rerolls].iter().for_each(|lines| assert!(TUTORIAL.contains(*lines), "{lines}"));
    let with_cubes = WING
        .replace(WON, &format!("{WON}{rerolls}"))
        .replace("penalties = yes_no", &format!("{cubes}penalties = yes_no"));
    for rule in [WING.replace(WON, explodes), WING.replace(PENALTY, half), with_cubes] {
        assert_ne!(rule, WING);
        let bench = bench(&rule, "");
        bench.succeed(&["--scenario", "mine", "--trials", "5000", "--no-charts", "--no-report", "--quiet"]);
        let manifest: serde_json::Value = serde_json::from_str(&bench.read("output/mine/run.json")).unwrap();
        assert!(manifest["witness_p"].as_f64().is_some_and(|p| p > 1e-4), "{manifest}");
    }
}
