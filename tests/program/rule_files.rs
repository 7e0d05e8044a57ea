//! Tests a designer's own rule files: they run like bundled rules, and mistakes are reported with
//! line and column.

use std::path::Path;

use oddsmith::scenario::bundled::quick_scenarios;

use crate::support::{Bench, QUICK_RUN, assert_stderr, stderr};

const COIN: &str = "\"\"\"A coin\"\"\"\np = decimal(0.5, 0, 2, \"heads\")\nn = whole(2, 1, 9, \"coins\")\nheads = count(\"Heads\")\n\ndef trial():\n    record(heads, binomial(n, min(1, p)))\n";

/// Returns a bench with a rule file and a scenario of it.
pub(crate) fn bench(rule: &str, scenario: &str) -> Bench {
    let bench = Bench::new();
    bench
        .write("mine.odds", rule)
        .write("mine.toml", format!("rule = \"mine.odds\"\n{scenario}"));
    bench
}

/// Checks the error of an invalid rule file: exit code 2, its position, its words, and no files.
fn assert_refused(rule: &str, position: &str, says: &[&str]) {
    let bench = bench(rule, "");
    let output = bench.run(&["--scenario", "mine", "--trials", "100"]);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    assert!(
        printed.contains(&format!("mine.odds:{position}")),
        "{position}: {printed}"
    );
    says.iter()
        .for_each(|part| assert!(printed.contains(part), "no {part:?} in\n{printed}"));
    assert_eq!(
        bench.list("."),
        ["mine.odds", "mine.toml"],
        "nothing is written"
    );
}

#[test]
fn bundled_rule_files_agree_with_simulation() {
    let bench = Bench::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let bundled: Vec<(&str, String)> = quick_scenarios()
        .filter(|(name, _)| folder.join(format!("{name}.odds")).exists())
        .collect();
    assert_eq!(bundled.len(), folder.read_dir().unwrap().count());
    for (name, text) in bundled {
        let file = format!("{name}.toml");
        bench.write(&file, text);
        bench.succeed(&[
            "--scenario",
            &file,
            "--trials",
            "2000",
            "--no-charts",
            "--no-report",
            "--quiet",
        ]);
        let manifest: serde_json::Value =
            serde_json::from_str(&bench.read(&format!("output/{name}/run.json"))).unwrap();
        let p = manifest["check_p"]
            .as_f64()
            .unwrap_or_else(|| panic!("{name} has no exact odds"));
        assert!(p > 1e-4, "{name}: {p}");
        assert_eq!(manifest["rule"], format!("{name}.odds"));
        assert_eq!(manifest["rule_sha256"].as_str().map(str::len), Some(64));
        assert!(
            manifest["rule_text"]
                .as_str()
                .unwrap()
                .contains("def trial():")
        );
    }
}

#[test]
fn rule_file_parameters_are_swept_and_checked() {
    let mine = bench(
        COIN,
        "[sweep]\np = [0.25, 1.5]\n[[variants]]\nname = \"two\"\n[[variants]]\nname = \"three\"\nset = { n = 3 }\n",
    );
    mine.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "100",
        "--no-charts",
        "--quiet",
        "--set",
        "n=1",
    ]);
    let wrong = |lines: &str, says: &[&str]| {
        let output = bench(COIN, lines).run(&["--scenario", "mine"]);
        let printed = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{printed}");
        says.iter()
            .for_each(|part| assert!(printed.contains(part), "no {part:?} in\n{printed}"));
    };
    wrong(
        "[parameters]\np = 2.5",
        &["mine.toml:3:5", "a number from 0 to 2"],
    );
    wrong(
        "[parameters]\nn = 10",
        &["10 is out of range", "from 1 to 9"],
    );
    wrong("[parameters]\nm = 1", &["unknown key `m`"]);
    wrong("[sweep]\nn = [1, 99]", &["99 is out of range"]);
}

#[test]
fn default_entries_are_addressed_by_name() {
    let bench = Bench::new();
    bench.write(
        "turn.toml",
        "rule = \"wing.odds\"\n[sweep]\n\"wings.First.quality\" = [2, 6]\n",
    );
    let printed = bench.succeed(&[
        "--scenario",
        "turn",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
    ]);
    assert!(printed.contains("2 cases"), "{printed}");
    bench.write(
        "turn.toml",
        "rule = \"wing.odds\"\n[sweep]\n\"wings.Fist.quality\" = [2, 6]\n",
    );
    let output = bench.run(&["--scenario", "turn"]);
    assert_stderr(&output, "did you mean `First`?");
}

#[test]
fn rule_file_mistakes_are_reported_with_line_and_column() {
    let text = COIN.replace("binomial(n, min(1, p))", "binomail(n, q)");
    assert_refused(
        &text,
        "7:19",
        &["binomail", "binomial", "there is no function named"],
    );
    assert_refused(
        "out = count(\"Out\")\ndef trial()\n    record(out, 1)\n",
        "2:",
        &[],
    );
}

#[test]
fn trial_faults_are_reported_with_place_and_variables() {
    let text = "out = count(\"Out\")\ndef trial():\n    table = [7, 8, 9]\n    face = roll(6)\n    record(out, table[face])\n";
    assert_refused(text, "5:", &["index 3 is out of range", "face = 3"]);
}

#[test]
fn missing_rule_file_is_reported_where_named() {
    let bench = Bench::new();
    bench.write("mine.toml", "rule = \"batle.odds\"\n");
    let output = bench.run(&["--scenario", "mine"]);
    assert_eq!(output.status.code(), Some(2));
    for part in [
        "mine.toml:1:8",
        "there is no rule file batle.odds",
        "did you mean `battle.odds`?",
    ] {
        assert_stderr(&output, part);
    }
}

#[test]
fn unreadable_used_files_are_reported() {
    let bench = Bench::new();
    bench.write("latin1.odds", b"# caf\xe9\ndef f(n):\n    return n\n");
    bench.write("large.odds", " ".repeat(1 << 20) + "\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("itself.odds", bench.path("itself.odds")).expect("a link");
        std::process::Command::new("mkfifo")
            .arg(bench.path("pipe.odds"))
            .status()
            .expect("mkfifo");
    }
    for (name, reason, help) in [
        (
            "latin1.odds",
            "latin1.odds: line 1 is not UTF-8 text",
            "save the file as UTF-8",
        ),
        (
            "large.odds",
            "large.odds: the text is larger than 1 MiB",
            "is this a scenario or a rule file?",
        ),
        #[cfg(unix)]
        (
            "itself.odds",
            "itself.odds: the text cannot be read: ",
            "check the file and its permissions",
        ),
        #[cfg(unix)]
        (
            "pipe.odds",
            "pipe.odds: the text cannot be read: it is not a regular file",
            "save the text as a file",
        ),
        (
            "absent.odds",
            "there is no rule file `absent.odds`",
            "save it in this folder or in rules/",
        ),
    ] {
        let using =
            format!("x = count(\"X\")\nuse \"{name}\": f\n\ndef trial():\n    record(x, f(1))\n");
        bench
            .write("mine.odds", using)
            .write("mine.toml", format!("rule = \"{name}\"\n"));
        let used = bench.run(&["check", "mine.odds"]);
        let message = stderr(&used);
        assert_eq!(used.status.code(), Some(2), "{name}: {message}");
        for part in ["mine.odds:2:5", reason, help] {
            assert!(message.contains(part), "{name}: {message}");
        }
        assert!(
            stderr(&bench.run(&["check", "mine.toml"])).contains(&reason.replace('`', "")),
            "{name}"
        );
    }
}

#[test]
fn thread_count_does_not_change_output() {
    let bench = bench(COIN, "[sweep]\nn = [1, 5, 9]\n");
    let args = |threads, output| {
        [
            "--scenario",
            "mine",
            "--trials",
            "50000",
            "--no-charts",
            "--quiet",
            "--threads",
            threads,
            "--output",
            output,
        ]
    };
    bench.succeed(&args("1", "one"));
    bench.succeed(&args("3", "three"));
    for file in ["distribution.csv", "summary.csv", "report.html"] {
        assert!(
            bench.read(&format!("one/mine/{file}")) == bench.read(&format!("three/mine/{file}")),
            "{file}"
        );
    }
}

#[test]
fn check_evaluates_the_expectations_of_rule_files() {
    let with = |expectation: &str| {
        bench(
            &COIN.replace("\n\ndef", &format!("\nexpect(\"{expectation}\")\n\ndef")),
            "",
        )
    };
    let hold = [
        "P(heads = 2) = 1/4",
        "P(heads >= 1) = 75%",
        "mean(heads) = 1",
        "P(heads = 0) < 0.3",
        "P(heads = 2 | heads > 0) = 1/3",
        "median(heads) 1 to 1",
    ];
    for holds in hold {
        let printed = with(holds).succeed(&["check", "mine.toml"]);
        assert!(
            printed.contains("1 expectation holds"),
            "{holds}: {printed}"
        );
    }
    for (fails, reason) in [
        ("P(heads = 2) = 1/3", "does not hold: it is 1/4, 0.25"),
        (
            "P(heads = 2 | heads > 2) = 1/3",
            "does not hold: the condition never happens",
        ),
        ("P(hads = 2) = 1/3", "there is no metric `hads`"),
        ("P(heads = 2)", "expected a number, found the end"),
    ] {
        let output = with(fails).run(&["check", "mine.toml"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains(reason),
            "{fails}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn new_rule_file_is_valid_and_overwrites_nothing() {
    let bench = Bench::new();
    bench.succeed(&["new", "--rule-file", "own.odds"]);
    let printed = bench.succeed(&["check", "own.toml"]);
    let checked = "OK: own.toml and own.odds. 3 cases, exact; 1 expectation holds.\n";
    assert!(printed == checked, "{printed}");
    // Without a question, the check adds a reminder and still succeeds.
    let scenario = bench.read("own.toml");
    let ask = "[[ask]]\nlabel = \"Turns until the goal\"\nvalue = \"mean(turns)\"\n";
    assert!(scenario.contains(ask), "{scenario}");
    bench.write("own.toml", scenario.replace(ask, ""));
    let reminder = "  No [[ask]]: the headline will be about `result`, the headline of the rule.\n";
    assert_eq!(
        bench.succeed(&["check", "own.toml"]),
        format!("{checked}{reminder}")
    );
    bench.write("own.odds", "mine");
    let output = bench.run(&["new", "--rule-file", "own.odds"]);
    assert_eq!(output.status.code(), Some(2));
    assert_stderr(&output, "own.odds already exists");
    assert_eq!(bench.read("own.odds"), "mine");
}

#[test]
fn show_lists_rule_file_parameters_and_metrics() {
    let printed = Bench::new().succeed(&["show", "battle.odds"]);
    assert!(
        printed.starts_with("battle.odds: Two sides attack, save and test morale"),
        "{printed}"
    );
    for part in [
        "a whole number from 2 to 6",
        "category: 0 us, 1 nobody, 2 them",
        "Bundled scenarios: battle",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
}

#[test]
fn replay_prints_a_trial_line_by_line() {
    let bench = bench(COIN, "");
    let printed = bench.succeed(&["replay", "mine", "--trial", "3"]);
    assert!(
        printed.contains("case 1, trial 3, seed 1") && printed.contains("line   7"),
        "{printed}"
    );
    assert!(printed.contains("Recorded:\n  Heads: "), "{printed}");
    assert_eq!(printed, bench.succeed(&["replay", "mine", "--trial", "3"]));
    let printed = bench.succeed(&["replay", "wing3d", "--trial", "20001", "--case", "2"]);
    assert!(
        printed.contains("case 2 (quality = 2, cubes = 1)") && printed.contains("3d6: "),
        "{printed}"
    );
    let output = bench.run(&["replay", "mine", "--trial", "1", "--case", "2"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

/// Runs the program with every broken file of the language's own tests: nothing runs, and no files
/// are written.
#[test]
fn broken_files_are_refused_before_anything_is_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/language/tests/broken");
    let paths = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "odds"))
        .collect();
    paths.sort();
    let some = paths.iter().step_by(paths.len() / 40);
    assert!(some.len() >= 40);
    for path in some {
        let bench = bench(&std::fs::read_to_string(path).unwrap(), "");
        let output = bench.run(&QUICK_RUN);
        let printed = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{path:?}: {printed}");
        assert!(
            printed.contains("mine.odds:"),
            "{path:?} has a place: {printed}"
        );
        assert_eq!(
            bench.list("."),
            ["mine.odds", "mine.toml"],
            "{path:?}: nothing is written"
        );
    }
}

/// Keeping sixty dice in the order of their rolls gives far too many states.
#[test]
fn dice_parameters_may_explode() {
    let rule = "damage = dice_of(\"1d6\", \"what a hit does\")\nhurt = count(\"Hurt\")\n\ndef trial():\n    record(hurt, dice(damage))\n";
    let bench = bench(rule, "[parameters]\ndamage = \"1d6!+1\"\n");
    bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "2000",
        "--no-charts",
        "--no-report",
        "--quiet",
    ]);
    let csv = bench.read("output/mine/distribution.csv");
    let odds = crate::support::exact_odds(&csv);
    // A total of 10 is a six, a three after its explosion, and 1: 1/36. A total of 7 would be a six
    // without an explosion, which is impossible.
    let odds_of = |value: i64| {
        odds.iter()
            .find(|(key, _)| key.ends_with(&format!("hurt  {value}")))
            .map(|(_, odds)| *odds)
    };
    assert!(
        (odds_of(10).unwrap() - 1.0 / 36.0).abs() < 1e-12,
        "{odds:?}"
    );
    assert_eq!(odds_of(7), None, "{odds:?}");
}

#[test]
fn check_finds_faults_that_trials_may_meet() {
    let endless = "turns = count(\"Turns\")\n\ndef trial():\n    n = roll(6)\n    while n != 7:\n        n = roll(6)\n    record(turns, n)\n";
    let twice = "turns = count(\"Turns\")\ngo = player(\"Go?\")\n\ndef trial():\n    record(turns, 1)\n    if choose(go, [\"no\", \"yes\"]) == \"yes\":\n        record(turns, 2)\n";
    // Only a die that explodes forever would be even. That is truncated, so the loop never ends.
    let exploding = endless
        .replace("roll(6)\n    while n != 7", "1\n    while n % 2 == 1")
        .replace("roll(6)", "dice(\"1d2!\")");
    for (rule, position, says) in [
        (
            &*exploding,
            "5:11",
            [
                "this loop can never end once it gets here",
                "so that every trial ends",
            ],
        ),
        (
            endless,
            "5:11",
            [
                "this loop can never end once it gets here",
                "so that every trial ends",
            ],
        ),
        (
            twice,
            "7:9",
            ["`turns` is recorded twice", "choose(go) gave \"yes\""],
        ),
    ] {
        let bench = bench(rule, "");
        for file in ["mine.odds", "mine"] {
            let printed = bench.refuse(&["check", file]);
            assert!(
                printed.contains(&format!("mine.odds:{position}")),
                "{file}: {printed}"
            );
            says.iter().for_each(|part| {
                assert!(printed.contains(part), "{file}: no {part:?} in\n{printed}")
            });
        }
    }
    assert_refused(endless, "5:11", &["this loop can never end"]);
    assert_refused(&exploding, "5:11", &["this loop can never end"]);
    // The rule file is valid by default, and has a mistake with the scenario's parameters.
    let bench = bench(
        &format!(
            "last = whole(6, 1, 7, \"face\")\n{}",
            endless.replace("!= 7", "!= last")
        ),
        "[parameters]\nlast = 7\n",
    );
    assert!(
        bench
            .succeed(&["check", "mine.odds"])
            .starts_with("OK: mine.odds. Exact")
    );
    assert!(bench.refuse(&["check", "mine"]).contains("mine.odds:6:11"));
}

#[test]
fn used_file_text_is_kept_with_the_run() {
    let combat =
        "def losses(n):\n    return successes(n, 6, 5)\n\nexpect(\"mean(losses(3)) = 1\")\n";
    let mine = "use \"combat.odds\": losses\nn = whole(4, 1, 9, \"dice\")\nlost = count(\"Lost\")\n\ndef trial():\n    record(lost, losses(n))\n\nexpect(\"mean(lost) < 4\", n = 1 .. 9)\n";
    let bench = Bench::new();
    bench.write("combat.odds", combat);
    bench.write("mine.odds", mine);
    bench.write("mine.toml", "title = \"Losses\"\nrule = \"mine.odds\"\n");
    let checked = bench.succeed(&["check", "mine.toml", "combat.odds"]);
    assert!(
        checked.contains(
            "OK: combat.odds. Functions for other rule files (losses); 1 expectation holds."
        ),
        "{checked}"
    );
    bench.succeed(&[
        "--scenario",
        "mine.toml",
        "--trials",
        "1000",
        "--no-charts",
        "--quiet",
    ]);
    let manifest: serde_json::Value =
        serde_json::from_str(&bench.read("output/mine/run.json")).unwrap();
    assert_eq!(manifest["used_files"][0]["file"], "combat.odds");
    assert_eq!(manifest["used_files"][0]["text"], combat);
    assert!(
        bench
            .read("output/mine/report.html")
            .contains("A file that it uses, combat.odds")
    );
}
