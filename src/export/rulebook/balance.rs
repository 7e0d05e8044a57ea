//! The table of what came of looking for numbers.

use crate::report::Report;
use crate::report::balance::Balancing;
use crate::summary::balance::settings;
use crate::wordbook::Word;
use oddsmith_model::chart_words::balance_title;
use oddsmith_model::table::Table;

/// A row for what is published, and one for each of the best settings.
pub fn table(report: &Report, own: &Balancing) -> Table {
    let wordbook = &report.wordbook;
    Table {
        title: balance_title(report, own),
        subtitle: wordbook.say(Word::BestSettings).to_owned(),
        note: wordbook.say(Word::Exact).to_owned(),
        ..settings(own, wordbook, |ask| {
            ask.want
                .as_ref()
                .map_or_else(String::new, |(_, want)| want.clone())
        })
    }
}
