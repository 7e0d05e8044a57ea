//! Tests the table: its order, its limit, its simulated numbers, and the best case below it.

use crate::support::Bench;

fn table(more: &[&str]) -> String {
    Bench::new().succeed(&[&["wing3d", "--trials", "1000", "--no-save"], more].concat())
}

/// Returns the QV and the cubes of each row.
fn rows(table: &str) -> Vec<(u32, u32)> {
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    table.lines().filter_map(row).collect()
}

#[test]
fn cases_are_sorted_truncated_and_explained() {
    let plain = table(&["--all"]);
    assert_eq!(rows(&plain).len(), 35);
    let ending =
        "\n35 cases, exact. 1,000 simulated trials per case agree.\nNo files were written.\n";
    assert!(
        plain.ends_with(ending) && !plain.contains("greatest in"),
        "{plain}"
    );
    assert!(
        !plain.contains('±') && table(&["--wide"]).contains('±'),
        "{plain}"
    );
    let sorted = table(&["--sort", "-all dice fail", "--top", "3"]);
    assert_eq!(rows(&sorted).len(), 3);
    assert!(
        sorted.contains("... the 3 of 35 cases with the least All dice fail: --top 35 shows all"),
        "{sorted}"
    );
    // With at least one cube, a QV of 2 rarely fails completely.
    assert!(
        rows(&sorted)
            .iter()
            .all(|&(quality, cubes)| quality == 2 && cubes >= 1),
        "{sorted}"
    );
    let by_mean = table(&["--sort", "Mean", "--top", "40"]);
    assert_eq!(rows(&by_mean).last(), Some(&(6, 0)));
    let message = Bench::new().refuse(&["wing3d", "--sort", "nonsense"]);
    assert!(
        message.contains("no number of the table is called") && message.contains("All succeed"),
        "{message}"
    );
}

#[test]
fn question_that_repeats_a_metric_is_printed_once() {
    let table = |sort: &str| {
        Bench::new().succeed(&[
            "gallery/hog",
            "--no-save",
            "--trials",
            "100",
            "--sort",
            sort,
        ])
    };
    let by_question = table("Nothing scored");
    let heading = by_question
        .lines()
        .find(|line| line.starts_with("Dice"))
        .expect("a heading");
    assert_eq!(
        heading.split_whitespace().collect::<Vec<_>>().join(" "),
        "Dice Points per turn Nothing scored"
    );
    let first = by_question
        .lines()
        .skip_while(|line| !line.starts_with("Dice"))
        .nth(1)
        .unwrap_or_default();
    assert!(first.trim_start().starts_with("12 "), "{by_question}");
    assert_eq!(table("Bust"), by_question);
    // A mean that the headline gives has no row above the distribution. Another question has one.
    let single = Bench::new().succeed(&["gallery/tenzi", "--no-save", "--trials", "100"]);
    let rows = |label: &str| {
        single
            .lines()
            .filter(|line| line.trim_start().starts_with(label))
            .count()
    };
    assert_eq!(
        [
            rows("Rolls"),
            rows("mean 15.35"),
            rows("Done within ten rolls")
        ],
        [2, 1, 1],
        "{single}"
    );
}

#[test]
fn without_exact_odds_only_simulated_numbers_are_printed() {
    let bench = Bench::new();
    bench.write("a.toml", "description = \"\"\"\nWhat it asks.\n\nMore of it.\n\"\"\"\nrule = \"wing-activation\"\n[run]\nexact = \"never\"\n[sweep]\nquality = [3, 4]\n");
    let printed = bench.succeed(&["a", "--trials", "1000", "--no-save"]);
    assert!(
        printed.contains(
            "\n2 cases, simulated: 1,000 trials per case, seed 1. ± is the 95% interval.\n"
        ) && !printed.contains("–  "),
        "{printed}"
    );
    assert!(
        printed.contains("\nWhat it asks.\n") && !printed.contains("More of it"),
        "{printed}"
    );
}

#[test]
fn standard_input_is_read_and_nothing_saved() {
    let bench = Bench::new();
    let printed = bench.succeed(&["new", "--from", "wing3d"]);
    assert_eq!(printed, include_str!("../../scenarios/wing3d.toml"));
    let mut command = assert_cmd::Command::cargo_bin("simulate").unwrap();
    let output = command
        .current_dir(bench.path(""))
        .args(["-", "--stdout", "--trials", "1000"])
        .write_stdin(printed)
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        bench.succeed(&["wing3d", "--no-save", "--trials", "1000"])
    );
    assert!(bench.list("").is_empty());
    let mut command = assert_cmd::Command::cargo_bin("simulate").unwrap();
    let output = command.args(["-"]).write_stdin("").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn entries_can_be_addressed_by_number() {
    let bench = Bench::new();
    let mean = |set: &str| {
        let json = bench.json(&[
            "wing-turn",
            "--no-save",
            "--trials",
            "100",
            "--json",
            "--ask",
            "mean(actions)",
            "--set",
            set,
        ]);
        json[0]["cases"][0]["asks"][0]["exact"].as_f64().unwrap()
    };
    assert_eq!(mean("wings.2.quality=2"), mean("wings.Left.quality=2"));
    assert!(mean("wings.2.quality=2") != mean("wings.1.quality=2"));
    assert!(
        bench
            .refuse(&["wing-turn", "--set", "wings.5.quality=2"])
            .contains("no entry named")
    );
    let message = bench.refuse(&[
        "wing-turn",
        "--sweep",
        "wings.2.quality=2..3",
        "--sweep",
        "wings.Left.quality=2..3",
    ]);
    assert!(message.contains("give the same value"), "{message}");
}

#[test]
fn single_case_prints_the_distribution() {
    let bench = Bench::new();
    bench.write(
        "hits.odds",
        "\"\"\"Five dice\"\"\"\nhits = count(\"Hits\")\n\ndef trial():\n    record(hits, successes(5, 6, 4))\n",
    );
    let printed = bench.succeed(&["hits.odds", "--trials", "1000", "--no-save"]);
    let distribution = "\nHits
  0   3.1%  ████
  1  15.6%  ████████████████████
  2  31.3%  ████████████████████████████████████████
  3  31.3%  ████████████████████████████████████████
  4  15.6%  ████████████████████
  5   3.1%  ████
  mean 2.50   sd 1.12   median 2

Exact. 1,000 simulated trials agree.
";
    assert!(
        printed.contains(distribution) && !printed.contains("Hits, mean"),
        "{printed}"
    );
    let printed = bench.succeed(&[
        "hits.odds",
        "--trials",
        "1000",
        "--no-save",
        "--at-least",
        "--at-most",
    ]);
    assert!(
        printed.contains("     exactly  at least  at most\n"),
        "{printed}"
    );
    assert!(
        printed.contains("  4    15.6%     18.8%    96.9%  "),
        "{printed}"
    );
    let refused = bench.refuse(&["wing3d", "--at-least"]);
    assert!(refused.contains("`--at-least` shows one case"), "{refused}");
    assert!(
        bench
            .refuse(&["hits.odds", "--at-least", "x"])
            .contains("no scenario or rule")
    );
}

#[test]
fn many_values_are_grouped_into_ranges() {
    let bench = Bench::new();
    bench.write(
        "wide.odds",
        "\"\"\"A hundred\"\"\"\nx = count(\"Sum\")\n\ndef trial():\n    record(x, roll(100))\n",
    );
    let printed = bench.succeed(&[
        "wide.odds",
        "--trials",
        "1000",
        "--no-save",
        "--ask",
        "mean(x)",
    ]);
    assert!(
        printed.contains("\n     1 to 5  5.0%  ███")
            && printed.contains("\n  96 to 100  5.0%  ███"),
        "{printed}"
    );
}

#[test]
fn a_sweep_over_two_ordered_parameters_prints_a_grid() {
    let grid = "
All dice succeed, %  White cubes
           0     1      2     3     4      5     6
  QV 2  57.9  92.6  99.54   100   100    100   100
  QV 3  29.6  51.9   79.6  91.2  98.1  99.54   100
  QV 4  12.5  25.0   41.7  63.0  76.9   88.0  95.4
  QV 5   3.7   9.3   17.6  29.2  44.4   58.3  71.3
  QV 6  0.46   1.9    4.6   9.3  16.2   25.9  37.5

Also computed: All dice fail; Mean successes (--all)
";
    assert!(table(&[]).contains(grid), "{}", table(&[]));
    // A parameter without an order has a row for each value.
    let words = table(&[
        "--set",
        "quality=4",
        "--sweep",
        "ones_always_fail=true,false",
    ]);
    assert!(
        !words.contains("Also computed") && words.contains("true"),
        "{words}"
    );
}

#[test]
fn unlabelled_questions_are_headed_by_metric_labels() {
    let bench = Bench::new();
    let heading = |question: &str| {
        let printed = bench.succeed(&[
            "wing-turn",
            "--trials",
            "100",
            "--no-save",
            "--all",
            "--ask",
            question,
        ]);
        printed
            .lines()
            .skip_while(|line| !line.starts_with("does the turn bring"))
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    for (question, begins) in [
        ("mean(actions)", "Actions taken, mean "),
        ("P(actions >= 6)", "Actions taken: 6 or more "),
        ("P(result@Left = mixed)", "Result of the roll, Left: mixed "),
        ("median(actions)", "Actions taken, median "),
        (
            "P(actions >= 6 | result@1 = mixed)",
            "“Actions taken” >= 6 if “Result of the roll” (Vanguard) = mixed ",
        ),
    ] {
        assert!(
            heading(question).starts_with(begins),
            "{question}: {}",
            heading(question)
        );
    }
}
