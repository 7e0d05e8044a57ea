//! Checks that a report can be written whatever its titles, labels and names are.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use oddsmith_engine::explore::Watch;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::random::{Chance, random_scenario, scenario_count};
use crate::analysis::{EngineMode, plan, run};
use crate::export::table::{Options, Rest, table};
use crate::input::diagnostic::Source;
use crate::messages::Messages;
use crate::report::Report;
use crate::scenario::document::{Overrides, Scenario};
use crate::summary::summary;

/// The number of titles for each scenario.
const TITLES_PER_SCENARIO: usize = 15;
/// Words that hold a title together, and texts without words.
const FILLER_WORDS: [&str; 34] = [
    "is", "are", "better", "than", "more", "less", "or", "and", "the", "a", "how", "many", "much",
    "often", "when", "which", "who", "what", "matters", "most", "worth", "with", "without", "not",
    "at", "from", "to", "two", "0", "-3", "?", "—", "\u{202e}", "%",
];

/// Returns all names and labels in a report.
fn report_words(report: &Report) -> Vec<String> {
    let metrics = report
        .cases
        .iter()
        .flat_map(|case| &case.metrics)
        .map(|observed| &observed.metric);
    let texts = [&report.title, &report.rule]
        .into_iter()
        .chain(&report.variants);
    let texts = texts.chain(
        report
            .sweep
            .iter()
            .flat_map(|swept| [&swept.key, &swept.label, &swept.short]),
    );
    let texts = texts
        .chain(report.asks.iter().map(|ask| &ask.label))
        .chain(metrics.flat_map(|metric| [&metric.name, &metric.label]));
    let mut words: Vec<String> = texts
        .flat_map(|text| text.split_whitespace())
        .map(str::to_owned)
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Returns a text of some of these words, which is sometimes empty.
fn random_text(words: &[String], chance: &mut Chance) -> String {
    let count = chance.below(9);
    let word = |chance: &mut Chance| match chance.below(2) {
        0 => chance.pick(&FILLER_WORDS).map_or("", |word| word),
        _ => chance.pick(words).map_or("", String::as_str),
    };
    let text: Vec<&str> = (0..count).map(|_| word(chance)).collect();
    text.join(" ")
}

/// Gives a report another title, and sometimes other names for its parameters and questions.
fn rename(report: &mut Report, words: &[String], chance: &mut Chance) {
    report.title = random_text(words, chance);
    let texts = report
        .variants
        .iter_mut()
        .chain(report.asks.iter_mut().map(|ask| &mut ask.label));
    let texts = texts.chain(
        report
            .sweep
            .iter_mut()
            .flat_map(|swept| [&mut swept.label, &mut swept.short]),
    );
    for label in texts {
        if chance.below(3) == 0 {
            *label = random_text(words, chance);
        }
    }
}

/// Checks that a report with other names can be read. Returns the names of each one that cannot.
fn unreadable_words(report: &Report, chance: &mut Chance) -> Vec<String> {
    let words = report_words(report);
    let options = Options {
        width: 80,
        rest: Rest::InFiles,
        ..Options::default()
    };
    let mut failed = Vec::new();
    for _ in 0..TITLES_PER_SCENARIO {
        let mut report = report.clone();
        rename(&mut report, &words, chance);
        let read = || {
            (
                summary(&report, Messages::english()).sentences.len(),
                table(&report, &options).len(),
            )
        };
        if catch_unwind(AssertUnwindSafe(read)).is_err() {
            failed.push(format!(
                "{:?} {:?} {:?}",
                report.title, report.variants, report.sweep
            ));
        }
    }
    failed
}

#[test]
fn random_titles_and_labels_never_break_a_report() {
    let mut chance = Chance(Xoshiro256PlusPlus::seed_from_u64(0x7173));
    let (mut read, mut failed) = (0, Vec::new());
    for _ in 0..scenario_count() {
        let Some((name, scenario)) = random_scenario(&mut chance) else {
            continue;
        };
        let Ok(plan) = plan(&scenario) else { continue };
        let Ok(report) = run(&plan, EngineMode::Auto, &Watch::default()) else {
            continue;
        };
        failed.extend(
            unreadable_words(&report, &mut chance)
                .into_iter()
                .map(|words| format!("{name}: {words}")),
        );
        read += TITLES_PER_SCENARIO;
    }
    assert!(
        failed.is_empty(),
        "{} of {read}:\n{}",
        failed.len(),
        failed.join("\n")
    );
    assert!(
        read > scenario_count() * TITLES_PER_SCENARIO / 2,
        "only {read} reports"
    );
}

#[test]
fn than_in_a_title_implies_no_variant_pair() {
    let text = "title = \"Is failing better than flying?\"\nrule = \"wing-activation\"\n[sweep]\nones_always_fail = [false, true]\n";
    let source = Arc::new(Source {
        name: "than".to_owned(),
        text: text.to_owned(),
    });
    let overrides = Overrides {
        run: vec![("trials", "200".to_owned())],
        ..Overrides::default()
    };
    let scenario =
        Scenario::parse("than", source, &overrides).unwrap_or_else(|problems| panic!("{problems}"));
    let report = run(
        &plan(&scenario).expect("a plan"),
        EngineMode::Auto,
        &Watch::default(),
    )
    .expect("a report");
    assert!(!summary(&report, Messages::english()).sentences.is_empty());
}
