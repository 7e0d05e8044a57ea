//! Every title that a bundled scenario gets is true of its exact odds.

use std::sync::Arc;

use super::sentence::wrongs;
use crate::analysis::{EngineMode, plan, run};
use crate::findings::finding;
use crate::input::diagnostic::Source;
use crate::report::Report;
use crate::rules::RULES;
use crate::scenario::bundled::BUNDLED;
use crate::scenario::document::{Overrides, Scenario};
use oddsmith_engine::explore::Watch;

/// A bundled scenario, run with few trials.
pub(crate) fn report(name: &str, text: &str) -> Report {
    let source = Arc::new(Source { name: name.to_owned(), text: text.to_owned() });
    let overrides = Overrides { run: vec![("trials", "200".to_owned())], ..Overrides::default() };
    let scenario = Scenario::parse(name, source, &overrides).unwrap_or_else(|problems| panic!("{problems}"));
    let plan = plan(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
    run(&plan, EngineMode::Auto, &Watch::default()).unwrap_or_else(|failure| panic!("{name}: {failure:?}"))
}

#[test]
fn every_title_of_every_bundled_scenario_is_true() {
    let mut found = 0;
    let is_known = |text: &str| RULES.iter().any(|rule| text.contains(&format!("rule = \"{}\"", rule.id)));
    for (name, text) in BUNDLED.iter().filter(|(_, text)| is_known(text)) {
        let report = report(name, text);
        for chart in &report.charts {
            let what = format!("{name}, {}: {}", chart.file, chart.title);
            let wrongs = wrongs(&report, chart);
            assert!(wrongs.is_empty(), "{what}: {wrongs:?}");
            found += usize::from(finding(&report, chart).is_some());
            println!("{what}");
        }
    }
    assert!(found >= 10, "only {found} charts have a finding");
}

#[test]
fn a_title_that_the_scenario_gives_is_never_changed() {
    let text = "rule = \"wing-activation\"\n[sweep]\nquality = [2, 3, 4, 5]\n\
        [[charts]]\nkind = \"stacked\"\ntitle = \"Mine\"\n[[charts]]\nkind = \"stacked\"\n";
    let report = report("mine", text);
    assert_eq!(report.charts[0].title, "Mine");
    assert!(finding(&report, &report.charts[0]).is_some_and(|found| found.sentence == report.charts[1].title));
}
