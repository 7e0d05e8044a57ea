//! Every title that a bundled scenario gets is true of its exact odds.

use std::sync::Arc;

use super::judge::Truth;
use crate::analysis::{EngineMode, plan, run};
use crate::estimate::Estimate;
use crate::findings::{Claim, Finding, LENGTHS, finding};
use crate::report::{Chart, Report};
use crate::rules::RULES;
use crate::scenario::bundled::BUNDLED;
use crate::scenario::diagnostic::Source;
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

/// The percentages that a sentence states: not those in quotes, which belong to names.
fn percentages(sentence: &str) -> Vec<&str> {
    let stated = sentence.split('“').map(|part| part.rsplit('”').next().unwrap_or(part));
    let words = stated.flat_map(str::split_whitespace).map(|word| word.trim_end_matches([',', ':', '.']));
    words.filter(|word| word.ends_with('%')).collect()
}

/// What a finding claims, of the chart as it is or of variants of its family.
fn claims(finding: &Finding) -> Vec<(Option<usize>, Claim)> {
    match finding.among.as_slice() {
        [] => vec![(None, finding.claim)],
        among => among.iter().map(|&(variant, claim)| (Some(variant), claim)).collect(),
    }
}

#[test]
fn every_title_of_every_bundled_scenario_is_true() {
    let mut found = 0;
    let is_known = |text: &str| RULES.iter().any(|rule| text.contains(&format!("rule = \"{}\"", rule.id)));
    for (name, text) in BUNDLED.iter().filter(|(_, text)| is_known(text)) {
        let report = report(name, text);
        for chart in &report.charts {
            let what = format!("{name}, {}: {}", chart.file, chart.title);
            assert!(!chart.title.trim().is_empty(), "{what}");
            let Some(finding) = finding(&report, chart) else { continue };
            println!("{what}");
            if report.cases_of(chart).iter().any(|case| case.unresolved.is_none()) {
                continue;
            }
            found += 1;
            assert!(chart.is_titled || chart.title == finding.sentence, "{what}");
            let claims = claims(&finding);
            for (variant, claim) in &claims {
                let member = Chart { variant: variant.or(chart.variant), ..chart.clone() };
                assert!(Truth::of(&report, &member).bears_out(claim), "{what}: {claim:?}");
            }
            assert!(finding.sentence.chars().count() <= LENGTHS[1] && !finding.sentence.contains("  "), "{what}");
            let stated: Vec<String> = claims
                .iter()
                .flat_map(|(_, claim)| Truth::stated(claim))
                .map(|p| Estimate::exact(p, 0.0).percent())
                .collect();
            for percent in percentages(&finding.sentence) {
                assert!(stated.iter().any(|own| own == percent), "{what}: {percent} of {stated:?}");
            }
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
