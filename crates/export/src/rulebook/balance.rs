//! The table of a search for parameter values.

use oddsmith_model::chart_words::balance_title;
use oddsmith_model::messages::Word;
use oddsmith_model::report::Report;
use oddsmith_model::report::balance::Balancing;
use oddsmith_model::summary::balance::settings;
use oddsmith_model::table::Table;

/// Returns a table with a row for the published setting, and one for each of the best settings.
pub fn table(report: &Report, balancing: &Balancing) -> Table {
    let messages = &report.messages;
    Table {
        title: balance_title(report, balancing),
        subtitle: messages.text(Word::BestSettings).to_owned(),
        note: messages.text(Word::Exact).to_owned(),
        ..settings(balancing, messages, |ask| {
            ask.want
                .as_ref()
                .map_or_else(String::new, |(_, want)| want.clone())
        })
    }
}
