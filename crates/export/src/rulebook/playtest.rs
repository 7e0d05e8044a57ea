//! The tables of a log of playtests.

use oddsmith_model::messages::Word;
use oddsmith_model::report::Report;
use oddsmith_model::report::playtest::{Fit, TestedMetric};
use oddsmith_model::summary::playtest::{comparison, fit_sentences, fit_table};
use oddsmith_model::table::Table;

/// The maximal number of settings of a table.
const MAX_SETTINGS: usize = 40;

/// Returns the observed and the expected share of each value of a metric.
pub fn metric(report: &Report, metric: &TestedMetric) -> Table {
    let messages = &report.messages;
    let numerals = messages.numerals();
    let heads = [metric.label.as_str(), "count", "observed", "expected"];
    let rows = metric.values.iter().map(|value| {
        vec![
            value.label.clone(),
            numerals.grouped(value.count),
            numerals.chance(metric.share(value)),
            numerals.chance(value.expected),
        ]
    });
    Table {
        title: comparison(metric, messages),
        note: messages.text(Word::PlayedExact).to_owned(),
        ..Table::from_numbers(heads.map(str::to_owned), rows)
    }
}

/// Returns the likelihood of each setting of a fit.
pub fn likelihood(report: &Report, fit: &Fit) -> Table {
    let messages = &report.messages;
    let title = fit_sentences(fit, messages).into_iter().next();
    Table {
        title: title.unwrap_or_default(),
        subtitle: messages.text(Word::LikelyBars).to_owned(),
        ..fit_table(fit, MAX_SETTINGS, messages)
    }
}
