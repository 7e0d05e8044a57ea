//! The comparison of a log of playtests as text.

use std::fmt::Write;

use crate::html::playtest_facts;
use oddsmith_model::messages::Messages;
use oddsmith_model::printable::printable_line;
use oddsmith_model::report::playtest::{Playtest, TrialPlan};
use oddsmith_model::summary::playtest::{
    fit_table, headline, metrics_table, plan_sentences, sentences,
};

/// The maximal number of settings of a fit, and the maximal number of parts of a log, that are
/// printed.
const MAX_SETTINGS: usize = 12;
const MAX_PARTS: usize = 12;

/// Returns the headline, the sentences, and the tables of metrics and settings.
pub fn playtest(playtest: &Playtest, width: usize) -> String {
    let words = Messages::english();
    let mut text = String::new();
    let mut line = |sentence: &str| {
        let _ = writeln!(text, "{}", printable_line(sentence));
    };
    if let Some(headline) = headline(playtest, words) {
        line(&headline.text());
    }
    for sentence in sentences(playtest, words) {
        line(&format!("{sentence}."));
    }
    line("");
    text.push_str(&metrics_table(&playtest.metrics, words).to_text(width));
    if let Some(groups) = &playtest.groups {
        for (value, metrics) in groups.parts.iter().take(MAX_PARTS) {
            let _ = writeln!(
                text,
                "\n{}: {}",
                printable_line(&groups.column),
                printable_line(value)
            );
            text.push_str(&metrics_table(metrics, words).to_text(width));
        }
        let more = groups.parts.len().saturating_sub(MAX_PARTS);
        if more > 0 {
            let _ = writeln!(text, "... {more} more values: playtest.csv");
        }
    }
    for fit in &playtest.fits {
        text.push('\n');
        text.push_str(&fit_table(fit, MAX_SETTINGS, words).to_text(width));
        let more = fit.candidates.len().saturating_sub(MAX_SETTINGS);
        if more > 0 {
            let _ = writeln!(text, "... {more} more settings, less likely: playtest.csv");
        }
    }
    text.push('\n');
    for fact in playtest_facts(playtest) {
        let _ = writeln!(text, "{}", printable_line(&fact));
    }
    text
}

/// Returns how many trials tell two settings apart.
pub fn trial_plan(plan: &TrialPlan) -> String {
    let words = Messages::english();
    let number = |value: f64| {
        if plan.is_chance {
            words.numerals().chance(value)
        } else {
            words.numerals().mean(value)
        }
    };
    let mut text = String::new();
    for sentence in plan_sentences(plan, words) {
        let _ = writeln!(text, "{sentence}.");
    }
    let answers = plan.settings.iter().zip(plan.means);
    let answers: Vec<String> = answers
        .map(|(setting, mean)| format!("{} with {setting}", number(mean)))
        .collect();
    let _ = writeln!(
        text,
        "{}: {}. The test has a level of 5%.",
        printable_line(&plan.question),
        printable_line(&answers.join(", "))
    );
    if plan.present < 1.0 - 1e-12 {
        let _ = writeln!(
            text,
            "Only trials with an answer count: at least {} of all trials have one.",
            words.numerals().chance(plan.present)
        );
    }
    text
}
