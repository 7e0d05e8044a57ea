//! Every chart of every bundled scenario: no text over another, off the page or under 6 points.

use oddsmith::analysis::{self, EngineMode};
use oddsmith::export::chart::{draw, sheets};
use oddsmith::scenario::bundled::BUNDLED;
use oddsmith::scenario::document::{Overrides, Scenario};
use oddsmith::scenario::find;
use oddsmith_engine::explore::Watch;

use crate::support::Bench;

/// Of two games of which one is longer, both are drawn whole, whichever is named first.
#[test]
fn variants_may_have_other_steps() {
    let games = [("Short", 2), ("Long", 4)];
    for order in [games, [games[1], games[0]]] {
        let variant = |(name, turns)| format!("[[variants]]\nname = \"{name}\"\nset = {{ turns = {turns} }}\n");
        let chart = |more: &str| format!("[[charts]]\nkind = \"lines\"\nmetric = \"acts\"\nvalue = \"mean\"\n{more}\n");
        let [along, across, later] =
            ["x = \"step\"\ntarget = 0.5", "x = \"variant\"", "x = \"step\"\nwhere = { variant = \"Long\" }"]
                .map(chart);
        let variants: String = order.map(variant).concat();
        let bench = Bench::new();
        bench.write("games.toml", format!("rule = \"aging\"\n{variants}{along}{across}{later}"));
        bench.succeed(&["games", "--trials", "1000", "--format", "md", "--no-report"]);
        let table = bench.read("output/games/acts-by-turn-and-variant.md");
        let row = |turn: &str| {
            let line = table.lines().find(|line| line.starts_with(&format!("| {turn} "))).expect(turn).to_owned();
            line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        };
        let short = if order[0].0 == "Short" { 2 } else { 3 };
        assert_eq!(row("2")[short], row("2")[5 - short], "{table}");
        assert!(row("4")[short].is_empty() && !row("4")[5 - short].is_empty(), "{table}");
        assert!(!table.contains("no difference"), "{table}");
        assert!(table.contains("Short: reached wherever it has a value"), "{table}");
        // The last turn that both have.
        let table = bench.read("output/games/acts-by-variant.md");
        assert!(table.contains("Turn:\u{a0}2"), "{table}");
        let table = bench.read("output/games/acts-by-turn-long.md");
        assert!(table.contains("| 4 "), "{table}");
    }
}

#[test]
fn no_text_of_a_bundled_chart_is_cut_or_covered() {
    let overrides = Overrides { run: vec![("trials", "20000".to_owned())], ..Overrides::default() };
    let mut seen = 0;
    for (name, _) in BUNDLED {
        let source = find::find(name).expect("bundled").source;
        let scenario = Scenario::parse(name, source, &overrides).expect("sound");
        let plan = analysis::plan(&scenario).expect("sound");
        let mut report = analysis::run(&plan, EngineMode::Auto, &Watch::default()).expect("a run");
        report.charts = sheets(&report);
        for chart in &report.charts {
            let drawing = draw(&report, chart).unwrap_or_else(|error| panic!("{name}, {}: {error}", chart.file));
            let (width, height) = drawing.size_mm();
            let texts = drawing.text_boxes();
            assert!(!texts.is_empty());
            for (index, text) in texts.iter().enumerate() {
                let what = format!("{name}, {}: {:?}", chart.file, text.text);
                assert!(text.points >= 6.0, "{what} has {} points", text.points);
                let area = &text.area;
                let inside = area.left >= -0.01
                    && area.top >= -0.01
                    && area.right <= width + 0.01
                    && area.bottom <= height + 0.01;
                assert!(inside, "{what} leaves the page: {area:?}");
                for other in &texts[index + 1..] {
                    assert!(!area.overlaps(other.area), "{what} lies over {:?}", other.text);
                }
            }
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen} charts");
}
