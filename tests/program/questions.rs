//! Tests questions in scenarios and on the command line: their files, errors and exit codes.

use std::collections::BTreeMap;

use crate::support::{Bench, TURN, assert_stderr, stderr};

/// Runs the turn without charts. The run must succeed.
pub(crate) fn run(bench: &Bench, more: &[&str]) -> String {
    bench.succeed(
        &[
            &["--scenario", "turn", "--trials", "40000", "--no-charts"],
            more,
        ]
        .concat(),
    )
}

pub(crate) fn number(cell: &str) -> f64 {
    cell.parse()
        .unwrap_or_else(|_| panic!("{cell} is not a number"))
}

#[test]
fn scenario_metrics_have_distributions_like_rule_metrics() {
    let bench = Bench::with_turn(
        "[[metrics]]\nname = \"wasted\"\nvalue = \"sum(dice) - actions\"\nlabel = \"Dice wasted\"\n\
         [[metrics]]\nname = \"verdict\"\nvalue = \"actions\"\nbands = [{ name = \"disaster\", to = 0, tone = \"failure\" }, { name = \"poor\", to = 2, tone = \"mixed\" }, { name = \"good\", tone = \"success\" }]\n\
         [[ask]]\nvalue = \"P(disaster)\"\n[[ask]]\nvalue = \"P(verdict = poor | wasted >= 2)\"\n[[charts]]\nkind = \"distribution\"\nmetric = \"wasted\"\n[[charts]]\nkind = \"stacked\"\nmetric = \"verdict\"\n",
    );
    bench.succeed(&[
        "--scenario",
        "turn",
        "--trials",
        "40000",
        "--format",
        "svg",
        "--quiet",
    ]);
    let rows = bench.rows("output/turn/distribution.csv");
    let rows_of = |metric: &str| {
        rows.iter()
            .filter(|row| row["metric"] == metric)
            .cloned()
            .collect::<Vec<_>>()
    };
    let actions = rows_of("actions");
    let upto = |low: f64, high: f64| {
        let within =
            |row: &&BTreeMap<String, String>| (low..=high).contains(&number(&row["value"]));
        actions
            .iter()
            .filter(within)
            .map(|row| number(&row["exact"]))
            .sum::<f64>()
    };
    let verdict = rows_of("verdict");
    for (row, (name, expected)) in verdict.iter().zip([
        ("disaster", upto(0.0, 0.0)),
        ("poor", upto(1.0, 2.0)),
        ("good", upto(3.0, 99.0)),
    ]) {
        assert_eq!(row["label"], name);
        assert!((number(&row["exact"]) - expected).abs() < 1e-12, "{row:?}");
    }
    let disaster = &bench.rows("output/turn/asks.csv")[0];
    assert_eq!(disaster["exact"], verdict[0]["exact"]);
    assert_eq!(disaster["value"], verdict[0]["estimate"]);
    // All numbers belong to the same trial: in each trial, the dice are actions or wasted.
    let mean = |metric: &str| {
        let summary = bench.rows("output/turn/summary.csv");
        let metric_rows = summary.iter().filter(|row| row["metric"] == metric);
        let weight = |row: &BTreeMap<String, String>| {
            let shown = if row["present"].is_empty() {
                1.0
            } else {
                number(&row["present"])
            };
            shown * number(&row["mean"])
        };
        metric_rows.map(weight).sum::<f64>()
    };
    assert!((mean("dice") - mean("actions") - mean("wasted")).abs() < 1e-6);
    for file in ["wasted-distribution.svg", "verdict-stacked.svg"] {
        assert!(
            bench.list("output/turn").contains(&file.to_owned()),
            "{file}: {:?}",
            bench.list("output/turn")
        );
    }
}

#[test]
fn command_line_questions_are_answered() {
    let bench = Bench::with_turn("");
    let printed = run(
        &bench,
        &[
            "--ask",
            "P(successes@1 >= 2)",
            "--ask",
            "median(actions)",
            "--json",
        ],
    );
    let printed: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        printed[0]["cases"][0]["asks"][0]["ask"],
        "P(successes@1 >= 2)"
    );
    // Three dice succeed with four of their six faces: the answer is 20/27.
    assert_eq!(printed[0]["cases"][0]["asks"][0]["exact_fraction"], "20/27");
    assert!(
        bench
            .read("output/turn/report.html")
            .contains("--ask 'P(successes@1 &gt;= 2)'")
    );
    assert!(
        bench
            .read("output/turn/report.html")
            .contains("id=\"answers\"")
    );
}

#[test]
fn labels_change_only_what_is_shown() {
    let bench = Bench::with_turn(
        "[labels]\nactions = \"Orders\"\n\"result.mixed\" = \"Partly\"\nresult.all-fail = \"Rout\"\n",
    );
    let table = run(&bench, &[]);
    // The question is printed as it was typed, even within a line.
    assert!(
        table.contains("Orders") && !table.contains("orders") && !table.contains("actions"),
        "{table}"
    );
    let page = bench.read("output/turn/report.html");
    assert!(page.contains("Orders") && page.contains("Partly") && page.contains("Rout"));
    let csv = bench.read("output/turn/distribution.csv");
    assert!(csv.contains(",actions,") && csv.contains(",mixed,") && !csv.contains("Partly"));
}

#[test]
fn joint_distribution_heat_map_is_drawn() {
    let bench = Bench::with_turn(
        "[[joint]]\nof = [\"result@1\", \"actions\"]\n[[joint]]\nof = [\"dice@2\", \"dice@3\", \"dice@4\"]\n",
    );
    bench.succeed(&[
        "--scenario",
        "turn",
        "--trials",
        "5000",
        "--format",
        "svg",
        "--quiet",
    ]);
    let files = bench.list("output/turn");
    for file in ["joint.csv", "joint-2.csv", "joint.svg"] {
        assert!(files.contains(&file.to_owned()), "{file}: {files:?}");
    }
    let three = bench.rows("output/turn/joint-2.csv");
    assert!(three.iter().any(|row| row["dice@4"] == "absent"));
    assert!((three.iter().map(|row| number(&row["exact"])).sum::<f64>() - 1.0).abs() < 1e-12);
}

/// Acts and Resource Points share nothing: each is a part, and the odds of both together are the
/// product.
const STOCKS: &str = "rule = \"aging\"\n[parameters]\nturns = 4\n[[parameters.resources]]\nname = \"Acts\"\nkind = \"acts\"\nstart = 6\n\
[[parameters.resources]]\nname = \"RPs\"\nkind = \"resource-points\"\nstart = 20\n";

#[test]
fn independent_joint_distribution_is_a_product() {
    let bench = Bench::new();
    let asks = "[[joint]]\nof = [\"Acts@4\", \"RPs@4\"]\n[[ask]]\nvalue = \"P(Acts@4 >= 3 and RPs@4 >= 12)\"\n[[ask]]\nvalue = \"corr(Acts@4, RPs@4)\"\n";
    bench.write("stocks.toml", format!("{STOCKS}{asks}"));
    bench.succeed(&[
        "--scenario",
        "stocks",
        "--trials",
        "20000",
        "--no-charts",
        "--quiet",
    ]);
    let distribution = |metric: &str| -> BTreeMap<i64, f64> {
        let rows = bench.rows("output/stocks/distribution.csv");
        let metric_rows = rows
            .iter()
            .filter(|row| row["metric"] == metric && row["step"] == "4");
        metric_rows
            .map(|row| (row["value"].parse().unwrap(), number(&row["exact"])))
            .collect()
    };
    let (acts, rps) = (distribution("Acts"), distribution("RPs"));
    let joint = bench.rows("output/stocks/joint.csv");
    assert_eq!(joint.len(), acts.len() * rps.len());
    for row in &joint {
        let expected = acts[&row["Acts@4"].parse().unwrap()] * rps[&row["RPs@4"].parse().unwrap()];
        assert!(
            (number(&row["exact"]) / expected - 1.0).abs() < 1e-10,
            "{row:?} is not {expected}"
        );
    }
    let tail = |distribution: &BTreeMap<i64, f64>, least: i64| {
        distribution.range(least..).map(|(_, p)| p).sum::<f64>()
    };
    let answers = bench.rows("output/stocks/asks.csv");
    assert!(
        (number(&answers[0]["exact"]) - tail(&acts, 3) * tail(&rps, 12)).abs() < 1e-12,
        "{answers:?}"
    );
    assert!(number(&answers[1]["exact"]).abs() < 1e-9, "{answers:?}");
}

/// Mistakes in questions, with their line and their message.
#[test]
fn question_mistakes_are_marked_and_nothing_is_written() {
    let lines = TURN.lines().count();
    let wrong = |more: &str, line: usize, parts: &[&str]| {
        let bench = Bench::with_turn(more);
        let output = bench.run(&["--scenario", "turn", "--trials", "1000", "--no-charts"]);
        let printed = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{more}: {printed}");
        assert_eq!(bench.list("."), ["turn.toml"], "{more}");
        assert!(
            printed.contains(&format!("turn.toml:{}:", lines + line)),
            "{more}: {printed}"
        );
        parts
            .iter()
            .for_each(|part| assert!(printed.contains(part), "{part}: {printed}"));
    };
    wrong(
        "[[ask]]\nvalue = \"P(acions >= 2)\"",
        2,
        &[
            "there is no metric `acions`",
            "did you mean `actions`?",
            "^^^^^^",
        ],
    );
    wrong(
        "[[ask]]\nvalue = \"P(successes@9 >= 2)\"",
        2,
        &["`successes` has no step 9", "use 1 to 4"],
    );
    wrong(
        "[[ask]]\nvalue = \"P(successes@Lft >= 2)\"",
        2,
        &["there is no step `Lft`", "did you mean `Left`?"],
    );
    wrong(
        "[[ask]]\nvalue = \"P(result@1 < mixed)\"",
        2,
        &["the outcomes of a category have no order"],
    );
    wrong(
        "[[ask]]\nvalue = \"P(actions >= 2 | actions < 0)\"",
        2,
        &["this condition never happens", "^^^^^^^^^^^"],
    );
    wrong(
        "[[ask]]\nvalue = \"P(actions > 1)\"\nwant = \"often\"",
        3,
        &["expected a number"],
    );
    wrong("[[ask]]\nlabel = \"x\"", 1, &["this entry has no `value`"]);
    wrong(
        "[[ask]]\nvlue = \"P(actions > 1)\"",
        2,
        &["unknown key `vlue`", "did you mean `value`?"],
    );
    wrong(
        "[[metrics]]\nname = \"actions\"\nvalue = \"actions\"",
        2,
        &["the rule already has a metric `actions`"],
    );
    wrong("[[joint]]\nof = [\"actions\"]", 2, &["two or three values"]);
    wrong(
        "[[joint]]\nof = [\"actions\", \"dice\"]",
        2,
        &["`dice` has a value for each step"],
    );
    let bench = Bench::new();
    bench.write(
        "two-turns.toml",
        "rule = \"power-activation\"\n[parameters]\nturns = 2\n[[ask]]\nvalue = \"mean(failures)\"\n",
    );
    let printed = bench.refuse(&["check", "two-turns"]);
    assert!(
        printed.contains("name the step") && printed.contains("failures@1 to failures@2"),
        "{printed}"
    );
    wrong(
        "[labels]\nactons = \"Orders\"",
        2,
        &["nothing is named `actons`", "did you mean `actions`?"],
    );
    let bands =
        |bands: &str| format!("[[metrics]]\nname = \"v\"\nvalue = \"actions\"\nbands = [{bands}]");
    wrong(
        &bands("{ name = \"a\", to = 2 }, { name = \"b\", from = 4 }"),
        4,
        &["3 belongs to no band"],
    );
    wrong(
        &bands("{ name = \"a\", to = 2 }, { name = \"b\", from = 2 }"),
        4,
        &["overlaps the one before"],
    );
    wrong(
        &bands("{ name = \"a\", to = 2 }, { name = \"b\", to = 1 }, { name = \"c\" }"),
        4,
        &["overlaps the one before"],
    );
    wrong(
        &bands("{ name = \"a\", to = 2 }, { name = \"b\", to = 9 }"),
        4,
        &["belong to no band"],
    );
    wrong(
        &bands("{ name = \"a\" }, { name = \"b\" }"),
        4,
        &["has no end"],
    );
    let bench = Bench::with_turn("");
    let output = bench.run(&["--scenario", "turn", "--ask", "P(actions >= )"]);
    assert_eq!(output.status.code(), Some(2));
    assert_stderr(&output, "command line:1:20");
}

/// A question beyond the budget is answered by trials: this one remembers every turn of a long
/// duel.
#[test]
fn questions_past_the_budget_are_simulated() {
    let bench = Bench::new();
    let terms: Vec<String> = (1..=40)
        .map(|turn| format!("{turn} * acts@{turn} * acts@{turn}"))
        .collect();
    let asks = format!(
        "[[ask]]\nvalue = \"mean({})\"\n[[ask]]\nvalue = \"P(acts@2 > 3 | acts@1 = 999)\"\n",
        terms.join(" + ")
    );
    bench.write(
        "long.toml",
        format!("rule = \"aging\"\n[parameters]\nturns = 40\nstart = 20\n{asks}"),
    );
    let output = bench.run(&["--scenario", "long", "--trials", "2000", "--no-charts"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    bench.write(
        "long.toml",
        format!(
            "rule = \"aging\"\n[parameters]\nturns = 40\nstart = 20\n{}",
            asks.split("[[ask]]\nvalue = \"P").next().unwrap()
        ),
    );
    let output = bench.run(&["--scenario", "long", "--trials", "2000", "--no-charts"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_stderr(&output, "simulated, with an interval");
    let row = &bench.rows("output/long/asks.csv")[0];
    assert_eq!(row["exact"], "");
    assert!(number(&row["ci_low"]) < number(&row["value"]));
}

#[test]
fn questions_change_no_other_number() {
    let (bare, asking) = (
        Bench::with_turn(""),
        Bench::with_turn(
            "[[ask]]\nvalue = \"P(actions >= 6 | result@1 = mixed)\"\n[[joint]]\nof = [\"result@1\", \"actions\"]\n",
        ),
    );
    for bench in [&bare, &asking] {
        for (engine, output) in [("play", "played"), ("graph", "drawn")] {
            run(bench, &["--engine", engine, "--output", output]);
        }
    }
    for file in [
        "played/turn/distribution.csv",
        "played/turn/summary.csv",
        "drawn/turn/distribution.csv",
        "drawn/turn/simulated.csv",
    ] {
        assert!(bare.read(file) == asking.read(file), "{file}");
    }
    run(
        &asking,
        &["--engine", "play", "--output", "threads", "--threads", "1"],
    );
    assert_eq!(
        asking.read("threads/turn/asks.csv"),
        asking.read("played/turn/asks.csv")
    );
    assert_eq!(
        asking.read("threads/turn/joint.csv"),
        asking.read("played/turn/joint.csv")
    );
}

#[test]
fn scenarios_rules_and_sweeps_work_as_arguments() {
    let bench = Bench::with_turn("");
    let quick = ["--trials", "1000", "--no-charts", "--no-report"];
    let plain = bench.succeed(&[&["turn.toml"], &quick[..]].concat());
    assert_eq!(
        plain,
        bench.succeed(&[&["--scenario", "turn"], &quick[..]].concat())
    );
    let one_off = [
        "wing-activation",
        "--set",
        "quality=5",
        "--sweep",
        "cubes=0..6..2",
        "--sweep",
        "dice=1,3",
    ];
    bench.succeed(&[&one_off[..], &quick[..], &["--ask", "P(successes@1 = 0)"]].concat());
    let answers = bench.rows("output/wing-activation/asks.csv");
    let cases: Vec<(&str, &str)> = answers
        .iter()
        .map(|row| (row["cubes"].as_str(), row["dice"].as_str()))
        .collect();
    assert_eq!(cases[..3], [("0", "1"), ("0", "3"), ("2", "1")]);
    assert_eq!(cases.len(), 8);
    // One die without cubes fails with probability 2/3.
    assert_eq!(answers[0]["exact_fraction"], "2/3");
    for (args, part) in [
        (vec!["wing-actvation"], "did you mean `wing-activation`?"),
        (
            vec!["turn", "--sweep", "dice"],
            "this option needs a key and values",
        ),
        (
            vec!["turn", "--sweep", "dice=3..1"],
            "`from` is greater than `to`",
        ),
        (
            vec!["turn", "--sweep", "dice=1..2..3..4"],
            "two ends and at most one step",
        ),
        (vec!["turn", "--sweep", "dce=1..2"], "dce"),
    ] {
        let output = bench.run(&args);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(
            stderr(&output).contains(part),
            "{args:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn rule_phrases_in_questions_get_suggestions() {
    let bench = Bench::new();
    bench.write(
        "gate.odds",
        "\"\"\"Gate\"\"\"\nending = category(\"Ending\", breach = success, stand = failure, says = [\"the gate breaks\", \"the \
         gate holds\"])\nprice = count(\"Price paid\")\nwet = flag(\"Wet\", yes = \"the cellar is flooded\", no = \"it is dry\")\n\ndef trial():\n    \
         record(ending, \"breach\" if roll(6) > 2 else \"stand\")\n    record(price, roll(6))\n    record(wet, chance(0.5))\n",
    );
    for (asked, help) in [
        ("P(gate breaks)", "ending = breach"),
        ("P('the gate holds')", "write ending = stand"),
        ("mean(price paid)", "write price"),
        ("P(the cellar is flooded | gate breaks)", "write wet"),
    ] {
        bench.write(
            "gate.toml",
            format!("rule = \"gate.odds\"\n[[ask]]\nvalue = \"{asked}\"\n"),
        );
        let message = bench.refuse(&["check", "gate.toml"]);
        assert!(message.contains(help), "{asked}: {message}");
    }
}
