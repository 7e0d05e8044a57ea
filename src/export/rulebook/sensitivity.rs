//! The table of what matters most.

use crate::estimate::Estimate;
use crate::figures::NEVER;
use crate::report::Report;
use crate::report::sensitivity::{Change, Direction, Sensitivity};
use crate::wordbook::Word;
use oddsmith_model::chart_words::tornado_title;
use oddsmith_model::table::Table;

/// A row for each parameter that moves the answer, the one that does so most first.
pub fn table(report: &Report, own: &Sensitivity) -> Table {
    let (wordbook, numerals) = (&report.wordbook, report.wordbook.numerals());
    let value = |text: &String| wordbook.value(text);
    let told = |value: f64| Estimate::known(value).text(own.kind, numerals);
    let cell = |changes: &[&Change], directions: &[Direction]| {
        let found = changes
            .iter()
            .find(|change| directions.contains(&change.direction));
        let found = found.map(|change| {
            format!(
                "{}: {}",
                value(&change.to),
                change.value.map_or(NEVER.to_owned(), told)
            )
        });
        found.unwrap_or_default()
    };
    let moves = |changes: &Vec<&Change>| {
        changes
            .iter()
            .any(|change| own.difference(change).is_some_and(|by| by.abs() > 1e-12))
    };
    let rows = own.by_parameter().into_iter().filter(moves).map(|changes| {
        let (down, up) = (
            cell(&changes, &[Direction::Down]),
            cell(&changes, &[Direction::Up, Direction::Turned]),
        );
        vec![changes[0].label.clone(), value(&changes[0].from), down, up]
    });
    let base = own.base.map_or(NEVER.to_owned(), told);
    let note = wordbook.say(if own.interval.is_some() {
        Word::Simulated
    } else {
        Word::Exact
    });
    let heads = [Word::Parameter, Word::Is, Word::StepDown, Word::StepUp]
        .map(|word| wordbook.say(word).to_owned());
    Table {
        title: tornado_title(report, own),
        subtitle: wordbook.fill(Word::OneChangeBase, &[("ask", &own.ask), ("base", &base)]),
        note: note.to_owned(),
        ..Table::of_numbers(heads, rows)
    }
}
