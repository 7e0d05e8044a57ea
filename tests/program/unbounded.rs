//! Tests rules with unbounded counters and with large cycles. They are exact where possible, and
//! reported as truncated elsewhere.

use crate::support::{Bench, assert_stderr, stderr};

/// Gold is staked piece by piece until none is left, or until a goal is reached.
fn purse(goal: &str, records: &str) -> String {
    format!(
        "\"\"\"A purse\"\"\"\ngold = whole(10, 1, 100, \"gold\")\npercent = whole(50, 1, 99, \"heads\")\n\
         goal = whole(100, 2, 100000, \"goal\")\nbroke = flag(\"Broke\")\nleft = count(\"Gold left\")\n\ndef trial():\n    \
         n = gold\n    while n > 0{goal}:\n        n += 1 if chance(percent, 100) else -1\n{records}"
    )
}

fn bench(rule: &str, scenario: &str) -> Bench {
    let bench = Bench::new();
    bench
        .write("mine.odds", rule)
        .write("mine.toml", format!("rule = \"mine.odds\"\n{scenario}"));
    bench
}

const RUN: [&str; 5] = [
    "--scenario",
    "mine",
    "--no-charts",
    "--no-report",
    "--quiet",
];

/// Returns the cells of a row in one of its tables, by the first columns.
fn row(bench: &Bench, file: &str, begins: &str) -> Vec<String> {
    let table = bench.read(&format!("output/mine/{file}"));
    let row = table
        .lines()
        .find(|row| row.starts_with(begins))
        .unwrap_or_else(|| panic!("no {begins} in\n{table}"));
    row.split(',').map(str::to_owned).collect()
}

#[test]
fn endless_staking_ends_broke_with_certainty() {
    let bench = bench(
        &purse("", "    record(broke, n == 0)\n    record(left, 7)\n"),
        "[sweep]\npercent = [49, 50]\n[[ask]]\nvalue = \"mean(left)\"\nwant = \"= 7\"\n",
    );
    bench.succeed(&RUN);
    for case in ["1,49,", "2,50,"] {
        let distribution = row(&bench, "distribution.csv", &format!("{case}broke"));
        assert_eq!(distribution[11..], ["1", "1/1", "0"], "{distribution:?}");
        let answer = row(&bench, "asks.csv", case);
        assert_eq!(answer[6..], ["7", "7/1", "'= 7", "yes", "0"], "{answer:?}");
    }
    let printed = bench.succeed(&["check", "mine", "--verbose"]);
    assert!(
        printed.contains("States above") && printed.contains("repeat and are solved together"),
        "{printed}"
    );
}

#[test]
fn fair_game_win_chance_follows_from_its_stakes() {
    let rule = purse(
        " and n < goal",
        "    record(broke, n == 0)\n    record(left, n)\n",
    );
    let bench = bench(
        &rule,
        "[sweep]\ngoal = [100, 2100, 20000]\n[run]\ntrials = 1000\n",
    );
    bench.succeed(&RUN);
    for (case, fraction) in [
        ("1,100,", "9/10"),
        ("2,2100,", "209/210"),
        ("3,20000,", "1999/2000"),
    ] {
        let distribution = row(&bench, "distribution.csv", &format!("{case}broke,,,1,"));
        assert_eq!(distribution[12..], [fraction, "0"], "{distribution:?}");
    }
    let manifest: serde_json::Value =
        serde_json::from_str(&bench.read("output/mine/run.json")).unwrap();
    assert!(
        manifest["check_p"].as_f64().is_some_and(|p| p > 1e-4),
        "{manifest}"
    );
}

/// A flag of each turn is recorded only if it is true. Otherwise it counts as false.
#[test]
fn conditional_records_add_no_states() {
    let rule = "\"\"\"A flag a turn\"\"\"\nhit = flag(\"Hit\", each = 24, otherwise = false)\n\ndef trial():\n    \
                for turn in upto(24):\n        if chance(1, 2):\n            record(hit, true, turn)\n";
    let bench = bench(rule, "[[ask]]\nvalue = \"P(all(hit))\"\n");
    bench.succeed(&RUN);
    let distribution = row(&bench, "distribution.csv", "1,hit,24,");
    assert!(distribution.contains(&"1/2".to_owned()), "{distribution:?}");
    assert_eq!(row(&bench, "asks.csv", "1,P(all(hit))")[6], "1/16777216");
}

#[test]
fn overlong_trial_ends_only_its_case() {
    let rule = "\"\"\"Heads in a row\"\"\"\np = decimal(0.5, 0, 1, \"heads\")\nrow = count(\"Heads\")\n\ndef trial():\n    \
                n = 0\n    while chance(p):\n        n += 1\n    record(row, n)\n";
    let run = "[run]\ntrials = 200\nexact = \"never\"\n[[ask]]\nvalue = \"P(row >= 2)\"\nwant = \">= 10%\"\n";
    let sweep = bench(rule, &format!("[sweep]\np = [0.5, 0.9999999999]\n{run}"));
    let output = sweep.run(&["--scenario", "mine", "--format", "svg"]);
    let (printed, warned) = (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr(&output),
    );
    assert!(output.status.success(), "{warned}");
    assert!(warned.contains("no simulated trials for"), "{warned}");
    assert!(
        printed.contains("undecided: no trials were counted."),
        "{printed}"
    );
    assert!(
        !printed.contains("NaN") && !printed.contains("of 0 trials"),
        "{printed}"
    );
    assert_eq!(row(&sweep, "summary.csv", "2,")[5..8], ["0", "", ""]);
    assert_ne!(row(&sweep, "summary.csv", "1,")[5], "0");
    let page = sweep.read("output/mine/report.html");
    assert!(!page.contains(">NaN") && !page.contains("NaN%"));
    // With a single case, there are no other results.
    let alone = bench(rule, &format!("[parameters]\np = 0.9999999999\n{run}"));
    let output = alone.run(&RUN);
    assert_eq!(output.status.code(), Some(2));
    assert_stderr(&output, "within ten million dice rolls");
    assert_eq!(
        alone.list("."),
        ["mine.odds", "mine.toml"],
        "nothing is written"
    );
}

/// The chance of two heads out of five is 0.3456 if a coin shows heads with probability 0.4, which
/// is the maximum.
#[test]
fn target_touched_at_one_value_is_found() {
    let rule = "\"\"\"Roots\"\"\"\np = decimal(0.3, 0, 1, \"chance\")\nk = count(\"Hits\")\n\ndef trial():\n    \
                record(k, binomial(5, p))\n";
    let bench = bench(rule, "");
    let printed = bench.json(&[
        "mine",
        "--find",
        "P(k = 2) = 0.3456",
        "--over",
        "p",
        "--json",
    ]);
    let found = &printed[0]["searches"][0]["nearest"][0];
    assert_eq!(found["value"], 0.4, "{found}");
    assert!(
        (found["answer"].as_f64().unwrap() - 0.3456).abs() < 1e-12,
        "{found}"
    );
}

/// The chance to reach n falls like 1 / n^4. The mean of n is 4/3, and the mean of n^3 depends on
/// values that hardly ever occur.
#[test]
fn means_that_depend_on_truncation_are_not_exact() {
    let rule = "n = count(\"N\")\ncube = count(\"N cubed\")\n\ndef trial():\n    k = 1\n    while chance(k, k + 4):\n        k += 1\n    \
                record(n, k)\n    record(cube, k * k * k)\n";
    let asks = [
        "mean(n)",
        "mean(cube)",
        "sd(n)",
        "sd(cube)",
        "mean(cube + n)",
    ];
    let asks = asks.into_iter().chain(["corr(n, cube)"]);
    let asks: String = asks
        .map(|ask| format!("[[ask]]\nvalue = \"{ask}\"\n"))
        .collect();
    let bench = bench(rule, &format!("{asks}[run]\ntrials = 10000\n"));
    bench.succeed(&RUN);
    let exact = |ask: &str| {
        row(&bench, "asks.csv", &format!("1,{ask},"))[5]
            .parse::<f64>()
            .ok()
    };
    for ask in [
        "mean(n)",
        "sd(n)",
        "mean(cube)",
        "sd(cube)",
        "mean(cube + n)",
    ] {
        assert_eq!(exact(ask), None, "{ask}");
    }
    assert_eq!(row(&bench, "asks.csv", "1,\"corr(n, cube)\",")[6], "");
    let header: Vec<String> = row(&bench, "summary.csv", "case");
    let column_index = |name: &str| header.iter().position(|column| column == name).unwrap();
    for metric in ["1,n,", "1,cube,"] {
        let printed = row(&bench, "summary.csv", metric);
        assert_eq!(
            [
                &printed[column_index("exact_mean")],
                &printed[column_index("exact_sd")],
                &printed[column_index("exact_median")]
            ],
            ["", "", "1"],
            "{metric}"
        );
    }
}

#[test]
fn truncated_outcomes_leave_answers_unresolved() {
    let rule = "n = count(\"N\")\nodd = flag(\"Odd\")\nfar = flag(\"Far\")\n\ndef trial():\n    k = 1\n    sum = 0\n    \
                while chance(1, 10):\n        k += 1\n        sum += roll(4)\n    record(n, k)\n    record(odd, sum % 4 == 1)\n    \
                record(far, k > 100)\n";
    let asks = [
        "P(odd and n >= 100)",
        "P(odd | n >= 100)",
        "P(odd and far)",
        "P(odd or n < 100)",
        "mean(n | far and odd)",
    ];
    let asks: String = asks
        .iter()
        .map(|ask| format!("[[ask]]\nvalue = \"{ask}\"\n"))
        .collect();
    let bench = bench(rule, &format!("{asks}[run]\ntrials = 10000\n"));
    bench.succeed(&RUN);
    for ask in ["P(odd and n >= 100)", "P(odd and far)"] {
        let row = row(&bench, "asks.csv", &format!("1,{ask},"));
        assert_eq!(row[5..7], ["0", ""], "{row:?}");
        assert!(
            row[9]
                .parse::<f64>()
                .is_ok_and(|unresolved| unresolved > 0.0 && unresolved < 1e-60),
            "{row:?}"
        );
    }
    for ask in ["P(odd | n >= 100)", "mean(n | far and odd)"] {
        assert_eq!(
            row(&bench, "asks.csv", &format!("1,{ask},"))[5],
            "",
            "it is neither known nor never"
        );
    }
    let sure = row(&bench, "asks.csv", "1,P(odd or n < 100),");
    assert_eq!(sure[6], "", "{sure:?}");
}

/// The chance of coming back is slightly too small: 0.99996 over 100,000 steps.
#[test]
fn slowly_diverging_loop_is_refused() {
    let rule = "start = whole(100000, 1, 100000, \"start\")\nbroke = flag(\"Broke\")\n\ndef trial():\n    n = start\n    \
                while n > 0:\n        n += 1 if chance(5000000001, 10000000000) else -1\n    record(broke, True)\n";
    let bench = bench(rule, "[run]\ntrials = 100\n");
    let printed = bench.refuse(&RUN);
    assert!(printed.contains("this loop may never end"), "{printed}");
}

/// Exact odds are printed even if trials never end. This is a walk uphill whose flips are counted.
#[test]
fn exact_odds_are_printed_without_endless_trials() {
    let rule = "hit = flag(\"Hit\")\nflips = count(\"Flips\")\n\ndef trial():\n    n = 0\n    f = 0\n    \
                while n < 200 and n > -200:\n        n += 1 if chance(1, 3) else (-1 if n > -199 else 0)\n        f += 1\n    \
                record(hit, n == 200)\n    record(flips, f)\n";
    let bench = bench(rule, "[run]\ntrials = 1000\n");
    let output = bench.run(&["--scenario", "mine", "--no-charts", "--no-report"]);
    let (printed, warned) = (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr(&output),
    );
    assert!(
        output.status.success()
            && printed.contains("No trials were run.")
            && printed.contains("100%"),
        "{printed}\n{warned}"
    );
    assert!(
        warned.contains("no simulated trials: a trial does not end"),
        "{warned}"
    );
    assert!(
        warned.contains("`flips`, which every trial counts to its end, has too many values"),
        "{warned}"
    );
    assert!(
        warned.contains("a higher `limit` in [run] (now \"400 MB\")"),
        "{warned}"
    );
    let (hit, flips) = (
        row(&bench, "summary.csv", "1,hit,"),
        row(&bench, "summary.csv", "1,flips,"),
    );
    assert_eq!(
        (hit[4].as_str(), hit[18].as_str(), flips[18].as_str()),
        ("0", "1", ""),
        "{hit:?} {flips:?}"
    );
}

/// Dice explode in two turns. The odds of both together are exact, though each has hundreds of very
/// rare values.
#[test]
fn questions_about_unbounded_distributions_are_exact() {
    let rule = "m = count(\"M\", each = 3, step = \"Turn\")\n\ndef trial():\n    for s in upto(3):\n        \
                record(m, dice(\"3d6!kh2\") + dice(\"1d4!\"), s)\n";
    let bench = bench(
        rule,
        "[[ask]]\nvalue = \"p95(sum(m@1..2))\"\n[run]\ntrials = 1000\n",
    );
    bench.succeed(&RUN);
    let printed = row(&bench, "asks.csv", "1,p95(sum(m@1..2)),");
    assert_eq!(printed[5], "43", "{printed:?}");
    assert!(
        printed[9]
            .parse::<f64>()
            .is_ok_and(|unresolved| unresolved < 1e-12),
        "{printed:?}"
    );
}

/// In a walk uphill, trials take more rounds than a float can count. The output says that the
/// answer is unknown.
#[test]
fn loops_beyond_float_range_are_refused() {
    let rule = "hit = flag(\"Hit\")\n\ndef trial():\n    n = 0\n    while n < 1000 and n > -1000:\n        \
                n += 1 if chance(1, 3) else (-1 if n > -999 else 0)\n    record(hit, n == 1000)\n";
    let bench = bench(rule, "[run]\ntrials = 1000\n");
    let printed = bench.refuse(&RUN);
    assert!(printed.contains("does not end"), "{printed}");
}
