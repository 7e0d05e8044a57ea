//! Tests `--sensitivity`, which shows what matters most. The results are compared with runs in
//! which each parameter is changed by hand.

use crate::support::Bench;

#[test]
fn sensitivity_matches_separate_runs() {
    let bench = Bench::new();
    let ask = "P(actions >= 5)";
    let printed = bench.succeed(&[
        "wing-turn",
        "--trials",
        "1000",
        "--no-report",
        "--format",
        "svg,md",
        "--sensitivity",
        ask,
    ]);
    assert!(
        printed.contains("Sensitivity of P(actions >= 5)"),
        "{printed}"
    );
    let answer = |set: Option<&str>| {
        let more: Vec<&str> = set.map_or_else(Vec::new, |set| vec!["--set", set]);
        let args = [
            "wing-turn",
            "--trials",
            "100",
            "--no-save",
            "--json",
            "--ask",
            ask,
        ];
        bench.json(&[&args[..], &more].concat())[0]["cases"][0]["asks"][0]["exact"]
            .as_f64()
            .unwrap()
    };
    let base = answer(None);
    let rows = bench.rows("output/wing-turn/sensitivity.csv");
    let mut tried = 0;
    for row in &rows {
        assert_eq!(row["ask"], ask);
        let set = format!("{}={}", row["parameter"], row["to"]);
        let by_hand = answer(Some(&set));
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        assert!(
            (number("value") - by_hand).abs() < 1e-12,
            "{set}: {} {by_hand}",
            row["value"]
        );
        assert!(
            (number("difference") - (by_hand - base)).abs() < 1e-12,
            "{set}"
        );
        tried += 1;
    }
    assert!(tried > 10);
    let has = |parameter: &str, direction: &str, from: &str, to: &str| {
        rows.iter().any(|row| {
            [
                &row["parameter"],
                &row["direction"],
                &row["from"],
                &row["to"],
            ] == [parameter, direction, from, to]
        })
    };
    assert!(
        has("wings.Left.quality", "down", "4", "3") && has("wings.Left.quality", "up", "4", "5")
    );
    assert!(has("penalties", "turned", "true", "false"));
    // Parameters at the end of their range, unused ones, and those that are not numbers are all
    // mentioned.
    for part in [
        "`dice` is 3, its greatest allowed value",
        "`cubes` is 0, its least allowed value",
        "`quality` has no effect",
        "nor flags: spend",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert!(
        bench
            .read("output/wing-turn/tornado.md")
            .contains("White cubes")
    );
    assert!(
        bench
            .list("output/wing-turn")
            .contains(&"tornado.svg".to_owned())
    );
}

#[test]
fn sensitivity_uses_defaults_of_swept_parameters() {
    let bench = Bench::new();
    let around = |toml: &str, ask: &str| {
        bench.write("a.toml", toml);
        let printed = bench.succeed(&["a", "--trials", "100", "--no-save", "--sensitivity", ask]);
        printed
            .lines()
            .find(|line| line.contains("Sensitivity of"))
            .unwrap_or_else(|| panic!("{printed}"))
            .to_owned()
    };
    let printed = around(
        "rule = \"wing-activation\"\n[sweep]\ncubes = [1, 2]\n",
        "mean(actions)",
    );
    assert!(printed.contains("at white cubes 0)"), "{printed}");
    let printed = around(
        "rule = \"wing-activation\"\n[parameters]\nquality = 5\n[[parameters.wings]]\nname = \"A\"\n[sweep]\n\"wings.A.quality\" = [2, 3]\n",
        "mean(actions)",
    );
    assert!(printed.contains("at wings.A.quality = 5)"), "{printed}");
}

#[test]
fn decimals_change_by_a_tenth() {
    let bench = Bench::new();
    let printed = bench.succeed(&[
        "loot",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
        "--sensitivity",
        "mean(boxes)",
    ]);
    assert!(
        printed.contains("at chance added per box with no drop 0.01"),
        "{printed}"
    );
    let rows = bench.rows("output/loot/sensitivity.csv");
    let tried_values = |parameter: &str| -> Vec<String> {
        rows.iter()
            .filter(|row| row["parameter"] == parameter)
            .map(|row| row["to"].clone())
            .collect()
    };
    assert_eq!(
        (
            tried_values("rise"),
            tried_values("base"),
            tried_values("pity")
        ),
        (
            vec!["0.009".into(), "0.011".into()],
            vec!["0.018".into(), "0.022".into()],
            vec!["59".into(), "61".into()]
        )
    );
    let printed = bench.refuse(&["loot", "--sensitivity", "mean(bxes)"]);
    assert!(
        printed.contains("did you mean `boxes`?") && printed.contains("--sensitivity mean(bxes)"),
        "{printed}"
    );
}

#[test]
fn sensitivity_question_can_be_given_by_label() {
    let bench = Bench::new();
    bench.write(
        "a.toml",
        "rule = \"loot.odds\"\n[[ask]]\nlabel = \"Boxes\"\nvalue = \"mean(boxes)\"\n",
    );
    bench.succeed(&[
        "a",
        "--trials",
        "100",
        "--no-charts",
        "--sensitivity",
        "Boxes",
    ]);
    assert!(
        bench
            .rows("output/a/sensitivity.csv")
            .iter()
            .all(|row| row["ask"] == "Boxes")
    );
}
