//! Tests every chart of every bundled scenario: no text overlaps another, leaves the page or is
//! smaller than 6 points.

use std::sync::Arc;

use oddsmith::analysis::{self, EngineMode};
use oddsmith::input::diagnostic::Source;
use oddsmith::scenario::bundled::quick_scenarios;
use oddsmith::scenario::document::{Overrides, Scenario};
use oddsmith_charts::{draw, sheets};
use oddsmith_engine::explore::Watch;

use crate::support::Bench;

/// Bars for a thousand values fill twenty pages. Beyond that, the default charts have only lines,
/// and requested bars are refused.
#[test]
fn more_than_a_thousand_values_have_no_bars() {
    let bench = Bench::new();
    for (count, charts) in [(1000, " 2 charts."), (1001, " 1 chart.")] {
        let rule = format!(
            "rule = \"power-activation\"\n[sweep]\nbase = {{ from = 0.0001, to = {}, step = 0.0001 }}\n",
            f64::from(count) / 10_000.0
        );
        bench.write("many.toml", &rule);
        let printed = bench.succeed(&["check", "many", "--verbose"]);
        assert!(
            printed.contains(&format!("{count} cases")) && printed.trim_end().ends_with(charts),
            "{printed}"
        );
        bench.write(
            "bars.toml",
            format!("{rule}[[charts]]\nkind = \"stacked\"\nmetric = \"result\"\n"),
        );
        if count > 1000 {
            let message = bench.refuse(&["check", "bars"]);
            for part in ["bars.toml:4:1", "at most 1000 bars", "kind = \"lines\""] {
                assert!(message.contains(part), "{message}");
            }
        } else {
            bench.succeed(&["check", "bars"]);
        }
    }
}

/// If one of two games is longer, both are drawn completely, in either order.
#[test]
fn variants_may_have_different_steps() {
    let games = [("Short", 2), ("Long", 4)];
    for order in [games, [games[1], games[0]]] {
        let variant = |(name, turns)| {
            format!("[[variants]]\nname = \"{name}\"\nset = {{ turns = {turns} }}\n")
        };
        let chart = |more: &str| {
            format!("[[charts]]\nkind = \"lines\"\nmetric = \"acts\"\nvalue = \"mean\"\n{more}\n")
        };
        let [along, across, later] = [
            "x = \"step\"\ntarget = 0.5",
            "x = \"variant\"",
            "x = \"step\"\nwhere = { variant = \"Long\" }",
        ]
        .map(chart);
        let variants: String = order.map(variant).concat();
        let bench = Bench::new();
        bench.write(
            "games.toml",
            format!("rule = \"aging\"\n{variants}{along}{across}{later}"),
        );
        let printed =
            bench.succeed(&["games", "--trials", "1000", "--format", "md", "--no-report"]);
        // 12 x 0.85^2 after two turns, and 12 x 0.85^4 after four.
        let means = "Acts left in the last Turn: 8.67 with “Short”, 6.26 with “Long”";
        assert!(printed.contains(means), "{printed}");
        let table = bench.read("output/games/acts-by-turn-and-variant.md");
        let row = |turn: &str| {
            let line = table
                .lines()
                .find(|line| line.starts_with(&format!("| {turn} ")))
                .expect(turn)
                .to_owned();
            line.split('|')
                .map(|cell| cell.trim().to_owned())
                .collect::<Vec<_>>()
        };
        let short = if order[0].0 == "Short" { 2 } else { 3 };
        assert_eq!(row("2")[short], row("2")[5 - short], "{table}");
        assert!(
            row("4")[short].is_empty() && !row("4")[5 - short].is_empty(),
            "{table}"
        );
        assert!(!table.contains("no difference"), "{table}");
        assert!(
            table.contains("Short: reached wherever there is a value"),
            "{table}"
        );
        // The last turn that both games have.
        let table = bench.read("output/games/acts-by-variant.md");
        assert!(
            table.starts_with("**Acts left in Turn 2, by variant**"),
            "{table}"
        );
        let table = bench.read("output/games/acts-by-turn-long.md");
        assert!(table.contains("| 4 "), "{table}");
    }
}

/// The names of steps are those of the case that is shown, even if other cases have other names.
#[test]
fn steps_have_the_names_of_their_case() {
    let wing = |name: &str, quality: u8| format!("{{ name = \"{name}\", quality = {quality} }}");
    let variant = |name: &str, wings: [String; 2]| {
        format!(
            "[[variants]]\nname = \"{name}\"\nset = {{ wings = [{}] }}\n",
            wings.join(", ")
        )
    };
    let (left, right) = (wing("Left", 4), wing("Right", 3));
    let text = [
        "rule = \"wing-activation\"\n".to_owned(),
        variant("Left first", [left.clone(), right.clone()]),
        variant("Right first", [right, left]),
        "[[charts]]\nkind = \"stacked\"\nmetric = \"result\"\nx = \"variant\"\nstep = 1\n".to_owned(),
        "[[charts]]\nkind = \"stacked\"\nmetric = \"result\"\nwhere = { variant = \"Right first\" }\n".to_owned(),
    ]
    .concat();
    let bench = Bench::new();
    bench.write("order.toml", &text);
    bench.succeed(&["order", "--trials", "1000", "--format", "md", "--no-report"]);
    let rows = bench.rows("output/order/summary.csv");
    let label = |variant: &str, step: &str| {
        let is_it = |row: &&std::collections::BTreeMap<String, String>| {
            row["variant"] == variant && row["step"] == step && row["metric"] == "successes"
        };
        rows.iter().find(is_it).expect("a row")["step_label"].clone()
    };
    assert_eq!(
        [label("Left first", "1"), label("Right first", "1")],
        ["Left", "Right"]
    );
    let combined_table = bench.read("output/order/result-by-variant.md");
    assert!(
        combined_table.contains("Result of the roll in Wing 1, by variant")
            && !combined_table.contains("Left:"),
        "{combined_table}"
    );
    let single_table = bench.read("output/order/result-by-wing-right-first.md");
    let first = single_table
        .lines()
        .find(|line| line.starts_with("| Right"))
        .expect("a row of its own name");
    // Three dice of QV 3 all succeed with probability (2/3)^3.
    assert!(first.contains("29.6%"), "{single_table}");
    bench.write("order.toml", text.replace("step = 1", "step = \"Left\""));
    assert!(
        bench
            .refuse(&["order", "--trials", "1000"])
            .contains("\"Left\" is step 1 in some cases and step 2 in others")
    );
}

/// If a label contains a number of the first case, it contains the numbers of all cases.
#[test]
fn labels_with_numbers_cover_all_cases() {
    let bench = Bench::new();
    let variant = |turns: u32| {
        format!("[[variants]]\nname = \"{turns} turns\"\nset = {{ turns = {turns} }}\n")
    };
    bench.write(
        "ends.toml",
        format!("rule = \"aging\"\n{}{}", variant(2), variant(4)),
    );
    let json = bench.json(&["ends", "--trials", "1000", "--json", "--no-save"]);
    let headline = |case: usize| json[0]["cases"][case]["headlines"][0].clone();
    assert_eq!(headline(0)["label"], "Acts after turn 2 or 4");
    // There are twelve Acts, and 85% of them stay at the end of each turn.
    for (case, turns) in [(0, 2), (1, 4)] {
        let exact = headline(case)["exact"].as_f64().expect("exact");
        assert!((exact - 12.0 * 0.85f64.powi(turns)).abs() < 1e-9, "{exact}");
        assert_eq!(headline(case)["step"], turns);
    }
}

#[test]
fn bundled_chart_texts_fit_and_do_not_overlap() {
    let overrides = Overrides {
        run: vec![("trials", "4000".to_owned())],
        ..Overrides::default()
    };
    let mut seen = 0;
    for (name, text) in quick_scenarios() {
        let source = Arc::new(Source {
            name: name.to_owned(),
            text,
        });
        let scenario = Scenario::parse(name, source, &overrides).expect("sound");
        let plan = analysis::plan(&scenario).expect("sound");
        let mut report = analysis::run(&plan, EngineMode::Auto, &Watch::default()).expect("a run");
        report.charts = sheets(&report);
        for chart in &report.charts {
            let drawing = draw(&report, chart)
                .unwrap_or_else(|error| panic!("{name}, {}: {error}", chart.file));
            let (width, height) = drawing.size_mm();
            let texts = drawing.text_boxes();
            assert!(!texts.is_empty());
            for (index, text) in texts.iter().enumerate() {
                let description = format!("{name}, {}: {:?}", chart.file, text.text);
                assert!(
                    text.points >= 6.0,
                    "{description} has {} points",
                    text.points
                );
                let area = &text.area;
                let inside = area.left >= -0.01
                    && area.top >= -0.01
                    && area.right <= width + 0.01
                    && area.bottom <= height + 0.01;
                assert!(inside, "{description} leaves the page: {area:?}");
                for other in &texts[index + 1..] {
                    assert!(
                        !area.overlaps(other.area),
                        "{description} lies over {:?}",
                        other.text
                    );
                }
            }
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen} charts");
}
