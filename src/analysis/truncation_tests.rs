//! Tests distributions with a truncated thousandth. All files, the table and the page must show a
//! range, and no number that may be wrong.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use oddsmith_engine::explore::Watch;
use oddsmith_engine::odds::{Mass, Pmf};
use oddsmith_engine::question::JointOdds;

use super::cost::Costs;
use super::examine::Examined;
use super::finish::finish_report;
use super::found::run_examined;
use super::graph_space::GraphSpace;
use super::trial_method::{Share, TrialMethod};
use super::{EngineMode, gather, plan};
use crate::export::{self, html, json, table};
use crate::input::diagnostic::Source;
use crate::report::{Report, Verdict};
use crate::scenario::document::{Overrides, Scenario};

const SCENARIO: &str = r#"
title = "Two dice"
rule = "wing-activation"
[parameters]
dice = 2
quality = 4
[run]
trials = 2000
[[ask]]
label = "Both"
value = "P(successes@1 = 2)"
want = ">= 24.95%"
[[ask]]
label = "Hardly both"
value = "P(successes@1 = 2)"
want = "<= 24%"
[[ask]]
label = "Successes"
value = "mean(successes@1)"
[[joint]]
of = ["successes@1", "result@1"]
"#;

/// Returns a report about two coins. Of the probability of two heads, `truncated` is truncated and
/// `moved` is moved to no heads.
fn two_coins(truncated: f64, moved: f64) -> Report {
    let source = Arc::new(Source {
        name: "two.toml".to_owned(),
        text: SCENARIO.to_owned(),
    });
    let scenario = Scenario::parse("two", source, &Overrides::default())
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    let (plan, watch) = (plan(&scenario).expect("a plan"), Watch::default());
    let method = TrialMethod::choose(
        &scenario,
        &Costs::measure(&scenario, &watch).expect("a cost"),
        EngineMode::Auto,
    );
    let examined = Examined::for_case(
        &scenario,
        0,
        EngineMode::Auto,
        method,
        &GraphSpace::for_method(method),
        true,
        &watch,
    )
    .expect("small");
    let share = Share::whole(scenario.settings.trials);
    let (mut computed, counts) =
        run_examined(&scenario, 0, examined, &share, method, &watch).expect("a run");
    for distribution in computed.distributions.iter_mut().flatten() {
        let mut masses: Vec<(i64, f64)> = distribution
            .pmf
            .masses()
            .iter()
            .map(|(value, mass)| (*value, mass.float()))
            .collect();
        let last = masses.len() - 1;
        masses[last].1 -= moved + truncated;
        masses[0].1 += moved;
        let masses = masses
            .into_iter()
            .map(|(value, mass)| (value, Mass::inexact(mass)))
            .collect();
        distribution.pmf = Pmf::new(masses);
        distribution.unresolved = truncated;
    }
    let built = scenario.build_case(0).expect("a rule");
    let asking = scenario.asking(0, &built.presentation).expect("questions");
    for (joint, asked) in computed.joints.iter_mut().zip(asking.asked()) {
        if let [slot] = asked.slots()[..] {
            *joint = computed.distributions[slot as usize]
                .as_ref()
                .map(|distribution| {
                    JointOdds::from_distribution(&asked, distribution).expect("a distribution")
                });
        }
    }
    let case = gather::case(&plan, 0, computed, counts).expect("a case");
    finish_report(&plan, vec![case], &[], &watch).expect("a report")
}

#[test]
fn truncated_probability_is_reported_everywhere() {
    let report = two_coins(0.001, 0.0);
    assert_eq!(report.verdict(), Verdict::Agrees);
    let mut files = export::files::InMemory::default();
    let readers = Some(html::Readers::Designers);
    export::write(
        &report,
        &[],
        readers,
        &mut files,
        || Duration::ZERO,
        &|| false,
    )
    .expect("files");
    let files: BTreeMap<String, String> = files
        .into_files()
        .map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned()))
        .collect();
    let ends_with = |file: &str, begins: &str, end: &str| {
        let row = files[file]
            .lines()
            .find(|row| row.starts_with(begins))
            .unwrap_or_else(|| panic!("no {begins}"));
        assert!(
            row.ends_with(end),
            "{row} of {file} does not end with {end}"
        );
    };
    ends_with("distribution.csv", "1,successes,1,Wing,2,", ",0.249,,0.001");
    ends_with("distribution.csv", "1,successes,1,Wing,0,", ",0.25,,0.001");
    // The mean, the standard deviation and the ends are unknown. The quantiles are the same
    // wherever the truncated mass belongs.
    ends_with(
        "summary.csv",
        "1,successes,",
        ",simulated,,,,0,0,1,1,2,,1,1,0.001",
    );
    ends_with("asks.csv", "1,Both,", ",0.249,,>= 24.95%,unsure,0.001");
    ends_with("asks.csv", "1,Hardly both,", ",0.249,,<= 24%,no,0.001");
    ends_with("asks.csv", "1,Successes,", ",,,,,");
    let options = table::Options {
        width: 200,
        rest: table::Rest::InFiles,
        ..table::Options::default()
    };
    let table = table::table(&report, &options);
    for expected in [
        "Both         24.900 to 25.000%",
        "All fail     25.000 to 25.100%",
        "Successes                    –",
        "The exact odds leave out up to 0.1% of all trials: a chance may be higher by that much.",
        "Both: 24.900 to 25.000%; goal >= 24.95% undecided: the exact odds leave out some trials.",
        "Hardly both: 24.900 to 25.000%; goal <= 24% missed: 0.90 percentage points over.",
    ] {
        assert!(table.contains(expected), "no {expected:?} in\n{table}");
    }
    let page = &files["report.html"];
    for expected in [
        "<b>24.900 to 25.000%</b>",
        "<b>0 to 0.100%</b>",
        "It depends on the truncated trials.",
    ] {
        assert!(page.contains(expected), "no {expected:?}");
    }
    let parsed: serde_json::Value =
        serde_json::from_str(&json::reports(&[report], true)).expect("JSON");
    let case = &parsed[0]["cases"][0];
    assert_eq!(
        (&case["asks"][0]["exact"], &case["asks"][0]["unresolved"]),
        (&0.249.into(), &0.001.into())
    );
    assert_eq!(case["asks"][2]["exact"], serde_json::Value::Null);
    assert_eq!(case["metrics"][0]["steps"][0]["unresolved"], 0.001);
}

/// The truncation may explain all of the difference between trials and odds, but no more than that.
#[test]
fn truncation_excuses_only_the_truncated_share() {
    assert_eq!(two_coins(0.2, 0.0).verdict(), Verdict::Agrees);
    assert_eq!(two_coins(0.01, 0.19).verdict(), Verdict::Disagrees);
    assert_eq!(two_coins(0.0, 0.2).verdict(), Verdict::Disagrees);
}
