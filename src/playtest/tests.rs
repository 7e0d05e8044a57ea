//! Tests of logs as a whole. Logs are drawn from simulated trials, which share no code for chance
//! with the odds that test them.
//!
//! `ODDSMITH_RANDOM=2000 cargo test --release --lib playtest::tests::calibration` is the campaign
//! of `docs/trust.md`.

mod calibration;
mod mistakes;

use super::{Request, playtest};
use crate::analysis::{self, RunError};
use crate::input::diagnostic::Source;
use crate::report::playtest::{Fitted, Playtest, TestMethod};
use crate::rule_file::find::FileLocation;
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find::find_any;
use oddsmith_engine::explore::Watch;

/// Returns a scenario by its name, with some settings.
fn scenario(name: &str, sets: &[&str]) -> Scenario {
    let found = find_any(name).expect("a scenario");
    let location = match &found.rule {
        Some(rule) => FileLocation::Generated(rule),
        None => FileLocation::Bundled,
    };
    let overrides = Overrides {
        sets: sets.iter().map(|set| (*set).to_owned()).collect(),
        ..Overrides::default()
    };
    Scenario::parse_at(&found.name, found.source, location, &overrides).expect("valid")
}

/// Returns simulated trials of a scenario as the rows of a log, and its header.
fn rows(scenario: &Scenario, trials: u64, seed: u64) -> (String, Vec<String>) {
    let mut drawn = scenario.without_sweeps().with_variant(0);
    drawn.settings.trials = trials;
    drawn.settings.seed = seed;
    let listed = analysis::list_trials(&drawn, &[trials], &Watch::default()).expect("trials");
    let rows = listed.cases[0].iter().map(|row| row.join(",")).collect();
    (listed.columns.join(","), rows)
}

fn source(text: String) -> Source {
    Source {
        name: "log.csv".to_owned(),
        text,
    }
}

fn compare(scenario: &Scenario, text: &str, request: &Request) -> Result<Playtest, RunError> {
    playtest(
        scenario,
        source(text.to_owned()),
        request,
        &Watch::default(),
    )
}

/// Returns the comparison of a log that has no mistakes.
fn compared(scenario: &Scenario, text: &str, request: &Request) -> Playtest {
    compare(scenario, text, request).unwrap_or_else(|error| panic!("{error}"))
}

fn fitting(fits: &[&str]) -> Request {
    Request {
        fits: fits.iter().map(|fit| (*fit).to_owned()).collect(),
        ..Request::default()
    }
}

#[test]
fn a_sum_is_tested_exactly() {
    // Two dice, three trials: P(|sum - 21| >= 9) by hand: sums of 6 dice from 6 to 12 or 30 to 36.
    let found = compared(
        &scenario("2d6", &[]),
        "result\n4\n3\n5\n",
        &Request::default(),
    );
    let mut ways = vec![1u64];
    for _ in 0..6 {
        let mut next = vec![0; ways.len() + 6];
        for (sum, count) in ways.iter().enumerate() {
            (1..=6).for_each(|face| next[sum + face] += count);
        }
        ways = next;
    }
    let far: u64 = (6..=12).map(|sum| ways[sum]).sum();
    let wanted = 2.0 * far as f64 / 46_656.0;
    let metric = &found.metrics[0];
    assert_eq!((metric.trials, metric.method), (3, TestMethod::Exact));
    assert!((metric.p.expect("p") - wanted).abs() < 1e-12, "{metric:?}");
    assert_eq!(metric.means.map(|(seen, _)| seen), Some(4.0));
    assert_eq!(
        metric.means.map(|(_, expected)| (expected * 1e9).round()),
        Some(7e9)
    );
}

#[test]
fn coarse_notes_are_used_as_what_they_are() {
    let dice = scenario("2d6", &[]);
    let found = compared(&dice, "result\n4\n10+\n11\n?\n\n", &Request::default());
    let metric = &found.metrics[0];
    // 10, 11 and 12 are one class, which counts as 10; "?" is no note.
    assert_eq!(metric.trials, 3);
    let last = metric.values.last().expect("a class");
    assert_eq!(
        (last.label.as_str(), last.value, last.count),
        ("10 or more", 10, 2)
    );
    assert!((last.expected - 6.0 / 36.0).abs() < 1e-12);
    // The likelihood ratio of QV 4 and QV 5 is the ratio of the probabilities of the notes.
    let wing = scenario("wing-activation", &[]);
    let found = compared(&wing, "successes\n1+\n0\n", &fitting(&["quality=4,5"]));
    let fit = &found.fits[0];
    let chance = |miss: f64| (1.0 - miss.powi(3)) * miss.powi(3);
    let wanted = (chance(0.5) / chance(4.0 / 6.0)).ln();
    let found = fit.candidates[0].log_likelihood - fit.candidates[1].log_likelihood;
    assert!((found - wanted).abs() < 1e-9, "{found} and {wanted}");
}

#[test]
fn several_notes_of_a_row_have_their_joint_likelihood() {
    // The number of successes decides the result, so noting both has no effect.
    let wing = scenario("wing-activation", &[]);
    let one = compared(&wing, "successes\n2\n3\n1\n", &fitting(&["quality"]));
    let (header, _) = rows(&wing, 1, 1);
    assert!(header.contains("successes"), "{header}");
    let both = compared(
        &wing,
        "successes,result\n2,\n3,all-succeed\n1,\n",
        &fitting(&["quality"]),
    );
    for (a, b) in one.fits[0].candidates.iter().zip(&both.fits[0].candidates) {
        let is_same = a.log_likelihood == b.log_likelihood
            || (a.log_likelihood - b.log_likelihood).abs() < 1e-9;
        assert!(is_same, "{a:?} {b:?}");
    }
    assert_eq!(both.fits[0].columns, ["successes@1", "result@1"]);
}

#[test]
fn rows_with_different_parameters_have_different_odds() {
    let wing = scenario("wing-activation", &[]);
    let found = compared(
        &wing,
        "QV,successes,who\n2,3,Ann\n2,2,Ann\n6,0,Ben\n6,1,Ben\n",
        &Request {
            by: Some("who".to_owned()),
            ..Request::default()
        },
    );
    let (_, expected) = found.metrics[0].means.expect("means");
    assert!((expected - (2.0 * 2.5 + 2.0 * 0.5) / 4.0).abs() < 1e-12);
    let groups = found.groups.expect("groups");
    let means: Vec<(String, f64)> = groups
        .parts
        .iter()
        .map(|(value, metrics)| (value.clone(), metrics[0].means.expect("means").1))
        .collect();
    assert_eq!(means.len(), 2);
    assert!(
        (means[0].1 - 2.5).abs() < 1e-12 && (means[1].1 - 0.5).abs() < 1e-12,
        "{means:?}"
    );
    assert_eq!(found.settings.len(), 2);
}

#[test]
fn a_misread_rule_is_found_and_named() {
    // The table counted 5+ where the rule says 4+.
    let played = scenario("wing-activation", &["quality=5"]);
    let (header, rows) = rows(&played, 60, 7);
    let text = format!("{header}\n{}\n", rows.join("\n"));
    let found = compared(
        &scenario("wing-activation", &[]),
        &text,
        &fitting(&["quality"]),
    );
    assert!(found.metrics[0].is_off(), "{:?}", found.metrics[0]);
    let fit = &found.fits[0];
    let best = fit.best().expect("a best setting");
    assert_eq!(fit.candidates[best].values, ["5"]);
    assert!(fit.fitted == Fitted::Parameters(vec!["Quality Value (QV)".to_owned()]));
    let usual = fit.usual.expect("the scenario's own value");
    assert_eq!(fit.candidates[usual].values, ["4"]);
    assert!(!fit.candidates[usual].is_in_set);
}

#[test]
fn notes_that_never_happen_together_are_named() {
    let turn = scenario("wing-turn", &[]);
    let text = "actions,result@Vanguard\n3,mixed\n2,all-fail\n";
    let error = compare(&turn, text, &fitting(&["dice=2,3"])).expect_err("an impossible row");
    let error = error.to_string();
    for part in [
        "log.csv:3:1",
        "actions = 2, result@1 = all-fail",
        "never happen together",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
}

#[test]
fn variants_are_compared() {
    let text = "rule = \"wing-activation\"\n[[variants]]\nname = \"As published\"\n[[variants]]\nname = \"Hard\"\nset = { quality = 6 }\n";
    let source = source(text.to_owned()).into();
    let scenario = Scenario::parse("own", source, &Overrides::default()).expect("valid");
    let log = format!("successes\n{}", "0\n".repeat(12));
    let found = compared(&scenario, &log, &fitting(&["variant"]));
    let fit = &found.fits[0];
    assert_eq!(
        fit.candidates[fit.best().expect("a best variant")].name,
        "Hard"
    );
    let named = compared(
        &scenario,
        "variant,successes\nHard,0\nAs published,2\n",
        &Request::default(),
    );
    assert_eq!(named.settings.len(), 2);
    assert_eq!(
        named.metrics[0].means.map(|(_, expected)| expected),
        Some(1.0)
    );
}

#[test]
fn ways_to_play_are_compared() {
    let pig = scenario("pig", &["goal=10"]);
    let best = pig.without_sweeps();
    // In a few games, two kinds of players who both make some mistakes are nearly equally likely.
    let (header, rows) = rows(&best, 5_000, 3);
    let text = format!("{header}\n{}\n", rows.join("\n"));
    let found = compared(&pig, &text, &fitting(&["play"]));
    let fit = &found.fits[0];
    assert_eq!(fit.fitted, Fitted::Play);
    let names: Vec<&str> = fit.candidates.iter().map(|c| c.name.as_str()).collect();
    assert!(
        names.contains(&"best play") && names.contains(&"random options"),
        "{names:?}"
    );
    assert_eq!(
        fit.candidates[fit.best().expect("a way")].name,
        "best play",
        "{names:?}"
    );
}

/// Given a double, the sum of two dice is twice a die, so that its plan is that of one die counted
/// twice. With other dice, doubles have another probability.
#[test]
fn a_plan_with_a_condition_counts_only_trials_that_meet_it() {
    let text = "rule = \"pair.odds\"\n";
    let rule = "sides = whole(6, 2, 12)\nfirst = count(\"First\")\nsecond = count(\"Second\")\n\n\
        def trial():\n    record(first, roll(sides))\n    record(second, roll(sides))\n";
    let rule = [Source {
        name: "pair.odds".to_owned(),
        text: rule.to_owned(),
    }];
    let scenario = Scenario::parse_at(
        "pair",
        std::sync::Arc::new(source(text.to_owned())),
        FileLocation::Texts(&rule),
        &Overrides::default(),
    )
    .expect("valid");
    let plan = |question: &str| {
        let between = ["sides=6".to_owned(), "sides=8".to_owned()];
        super::plan_trials(&scenario, question, &between, &Watch::default())
    };
    let given = plan("mean(first + second | first = second)").expect("a plan");
    let alone = plan("mean(2 * first)").expect("a plan");
    assert_eq!(given.trials, alone.trials);
    assert!((given.means[0] - 7.0).abs() < 1e-12 && (given.means[1] - 9.0).abs() < 1e-12);
    assert!(
        (given.present - 1.0 / 8.0).abs() < 1e-12,
        "{}",
        given.present
    );
    assert_eq!(alone.present, 1.0);
    let Err(RunError::Diagnostics(never)) = plan("mean(first | second > 6)") else {
        panic!("with six sides, there is no such trial")
    };
    assert!(
        never.0[0]
            .problem
            .contains("with sides=6, no trial answers"),
        "{never}"
    );
}
