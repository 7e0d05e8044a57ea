//! Tests what a run keeps of the results that it replaces, and the changes since an earlier run.

use crate::support::Bench;

const SCENARIO: &str = "rule = \"wing-activation\"\n[parameters]\ndice = 3\n[sweep]\nquality = [3, 4]\n\
[[ask]]\nlabel = \"Two hits\"\nvalue = \"P(successes@1 >= 2)\"\n";

fn run(bench: &Bench, more: &[&str]) -> String {
    bench.succeed(
        &[
            &["h", "--trials", "20000", "--no-charts", "--no-report"],
            more,
        ]
        .concat(),
    )
}

fn two_hits_chance(dice: i32, quality: i32) -> f64 {
    let p = f64::from(7 - quality) / 6.0;
    if dice == 2 {
        p * p
    } else {
        3.0 * p * p * (1.0 - p) + p * p * p
    }
}

#[test]
fn differences_match_the_closed_forms() {
    let bench = Bench::new();
    bench.write("h.toml", SCENARIO);
    run(&bench, &[]);
    assert!(
        bench
            .refuse(&[
                "h",
                "--trials",
                "20000",
                "--no-charts",
                "--no-report",
                "--against"
            ])
            .contains("none before them")
    );
    bench.write(
        "h.toml",
        SCENARIO
            .replace("dice = 3", "dice = 2")
            .replace("[3, 4]", "[4, 5]"),
    );
    let printed = run(&bench, &["--against"]);
    for part in [
        "what differs is the scenario's text",
        "Only in this run: QV 5.",
        "Only in the earlier run: quality = 3.",
        "−25.0 pp",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let rows = bench.rows("output/h/changes.csv");
    let find = |case: &str, quality: &str, ask: &str| {
        rows.iter()
            .find(|row| [&row["case"], &row["quality"], &row["ask"]] == [case, quality, ask])
            .unwrap()
    };
    let number = |cell: &str| cell.parse::<f64>().unwrap();
    let common_row = find("1", "4", "Two hits");
    assert!(
        (number(&common_row["old"]) - two_hits_chance(3, 4)).abs() < 1e-12
            && (number(&common_row["new"]) - two_hits_chance(2, 4)).abs() < 1e-12
    );
    assert!(
        (number(&common_row["difference"]) - (two_hits_chance(2, 4) - two_hits_chance(3, 4))).abs()
            < 1e-12
    );
    assert_eq!(
        (
            common_row["ci_low"].as_str(),
            common_row["ci_high"].as_str()
        ),
        ("", ""),
        "nothing of it is simulated"
    );
    assert_eq!(find("2", "5", "Two hits")["old"], "");
    let gone = find("", "3", "Two hits");
    assert!((number(&gone["old"]) - two_hits_chance(3, 3)).abs() < 1e-12 && gone["new"].is_empty());
    // A headline is computed from the tables: all succeed with probability p^3 before, and p^2 now.
    let headline_row = find("1", "4", "All succeed");
    assert!(
        (number(&headline_row["old"]) - 0.125).abs() < 1e-12
            && (number(&headline_row["new"]) - 0.25).abs() < 1e-12
    );
    // Running it again still compares with the same results.
    assert!(run(&bench, &["--against"]).contains("−25.0 pp"));
    assert_eq!(
        bench.list("output/h/previous"),
        ["asks.csv", "distribution.csv", "run.json", "summary.csv"]
    );
}

#[test]
fn earlier_results_are_drawn_in_grey() {
    let bench = Bench::new();
    let text = "rule = \"wing-activation\"\n[parameters]\ndice = 3\n[[charts]]\nkind = \"distribution\"\nmetric = \"successes\"\n\
[[charts]]\nkind = \"stacked\"\nmetric = \"result\"\n";
    bench.write("g.toml", text);
    let run = |more: &[&str]| {
        bench.succeed(&[&["g", "--trials", "2000", "--format", "svg"], more].concat())
    };
    let grey = || {
        bench
            .list("output/g")
            .into_iter()
            .filter(|name| name.ends_with(".svg"))
            .map(|name| {
                let svg = bench.read(&format!("output/g/{name}")).to_lowercase();
                (name, svg.contains("#dce0e3"))
            })
    };
    run(&[]);
    assert!(grey().all(|(_, is_grey)| !is_grey));
    run(&["--set", "dice=2", "--against"]);
    let shown: Vec<String> = grey()
        .filter(|(_, is_grey)| *is_grey)
        .map(|(name, _)| name)
        .collect();
    assert_eq!(shown, ["result-stacked.svg", "successes-distribution.svg"]);
    assert!(
        bench
            .read("output/g/report.html")
            .contains("Grey: the earlier results.")
    );
    // With only another seed, the exact odds are unchanged.
    run(&["--set", "dice=2", "--seed", "5", "--against"]);
    assert!(grey().all(|(_, is_grey)| !is_grey));
    assert!(
        bench
            .read("output/g/report.html")
            .contains("The earlier results are the same.")
    );
}

/// After a change of a title or a chart, the changes since the last change of the rule are still
/// shown.
#[test]
fn cosmetic_changes_are_not_input_changes() {
    let bench = Bench::new();
    bench.write("h.toml", SCENARIO);
    run(&bench, &[]);
    let changed = SCENARIO.replace("dice = 3", "dice = 2");
    bench.write("h.toml", &changed);
    run(&bench, &[]);
    let charts = "[[charts]]\nkind = \"stacked\"\nmetric = \"result\"\nfooter = \"Draft 2\"\n";
    bench.write(
        "h.toml",
        format!(
            "# Fixed.\ntitle = \"Two dice\"\n{changed}[labels]\nresult = \"Outcome\"\n{charts}"
        ),
    );
    let printed = run(&bench, &["--against"]);
    assert!(
        printed.contains("what differs is the scenario's text") && printed.contains("−25.0 pp"),
        "{printed}"
    );
    // This still holds after another run, when the last results have the new title as well.
    assert!(run(&bench, &["--against"]).contains("−25.0 pp"));
}

#[test]
fn simulated_differences_have_intervals_and_new_questions_are_listed() {
    let bench = Bench::new();
    bench.write("h.toml", format!("{SCENARIO}[run]\nexact = \"never\"\n"));
    run(&bench, &["--output", "old"]);
    let printed = run(&bench, &["--seed", "2", "--against", "old"]);
    assert!(
        printed.contains("None of 8 numbers has changed beyond what chance explains."),
        "{printed}"
    );
    for row in bench.rows("output/h/changes.csv") {
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        assert!(
            number("ci_low") < 0.0 && number("ci_high") > 0.0 && number("difference") != 0.0,
            "{row:?}"
        );
    }
    bench.write(
        "h.toml",
        SCENARIO.replace("P(successes@1 >= 2)", "mean(successes@1)"),
    );
    let printed = run(&bench, &["--against", "old"]);
    assert!(
        printed.contains("Not among the earlier results: Two hits."),
        "{printed}"
    );
    let printed = bench.refuse(&["h", "--against", "nowhere"]);
    assert!(printed.contains("nowhere holds no results"), "{printed}");
}

#[test]
fn unreadable_results_leave_existing_files_unchanged() {
    let bench = Bench::new();
    bench.write("h.toml", SCENARIO);
    run(&bench, &[]);
    run(&bench, &["--set", "dice=2"]);
    bench.write("output/h/previous/summary.csv", "broken");
    let before = bench.read("output/h/summary.csv");
    let printed = bench.refuse(&[
        "h",
        "--set",
        "dice=2",
        "--trials",
        "20000",
        "--no-charts",
        "--no-report",
        "--against",
    ]);
    assert!(
        printed.contains("summary.csv") && printed.contains("it has no column metric"),
        "{printed}"
    );
    assert_eq!(bench.read("output/h/summary.csv"), before);
    assert_eq!(bench.read("output/h/previous/summary.csv"), "broken");
    assert_eq!(bench.list("output"), ["h"]);
}

#[test]
fn nonfinite_numbers_are_refused_with_file_and_line() {
    let bench = Bench::new();
    bench.write("h.toml", SCENARIO);
    run(&bench, &["--output", "before"]);
    for (file, column) in [
        ("distribution.csv", "exact"),
        ("summary.csv", "exact_mean"),
        ("asks.csv", "value"),
    ] {
        let path = format!("before/h/{file}");
        let original = bench.read(&path);
        let column_index = original
            .lines()
            .next()
            .unwrap()
            .split(',')
            .position(|header| header == column)
            .unwrap();
        for number in ["NaN", "inf", "-Infinity", "1e999", "many"] {
            let changed = |(line, text): (usize, &str)| {
                let mut cells: Vec<&str> = text.split(',').collect();
                if line == 2 {
                    cells[column_index] = number;
                }
                cells.join(",") + "\n"
            };
            bench.write(
                &path,
                original
                    .lines()
                    .enumerate()
                    .map(changed)
                    .collect::<String>(),
            );
            let message =
                bench.refuse(&["h", "--trials", "20000", "--no-save", "--against", "before"]);
            let says = format!("{file}:3: `{number}` in the column {column} is no finite number");
            assert!(
                message.contains(&says) && message.contains("run them again"),
                "{says}: {message}"
            );
        }
        bench.write(&path, original);
    }
    run(&bench, &["--no-save", "--against", "before"]);
}
