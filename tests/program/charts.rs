//! Every chart of every bundled scenario: no text over another, off the page or under 6 points.

use oddsmith::analysis::{self, EngineMode};
use oddsmith::export::chart::{draw, sheets};
use oddsmith::scenario::bundled::BUNDLED;
use oddsmith::scenario::document::{Overrides, Scenario};
use oddsmith::scenario::find;
use oddsmith_engine::explore::Watch;

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
