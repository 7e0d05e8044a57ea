//! The table of what matters most to an answer.

use oddsmith_model::chart_words::tornado_title;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::IMPOSSIBLE_MARK;
use oddsmith_model::messages::Word;
use oddsmith_model::report::Report;
use oddsmith_model::report::sensitivity::{Change, Direction, Sensitivity};
use oddsmith_model::table::Table;

/// Returns a row for each parameter that changes the answer, the one with the largest effect first.
pub fn table(report: &Report, sensitivity: &Sensitivity) -> Table {
    let (messages, numerals) = (&report.messages, report.messages.numerals());
    let value = |text: &String| messages.value(text);
    let value_text = |value: f64| Estimate::known(value).text(sensitivity.kind, numerals);
    let cell = |changes: &[&Change], directions: &[Direction]| {
        let found = changes
            .iter()
            .find(|change| directions.contains(&change.direction));
        let found = found.map(|change| {
            format!(
                "{}: {}",
                value(&change.to),
                change.value.map_or(IMPOSSIBLE_MARK.to_owned(), value_text)
            )
        });
        found.unwrap_or_default()
    };
    let moves = |changes: &Vec<&Change>| {
        changes.iter().any(|change| {
            sensitivity
                .difference(change)
                .is_some_and(|by| by.abs() > 1e-12)
        })
    };
    let rows = sensitivity
        .by_parameter()
        .into_iter()
        .filter(moves)
        .map(|changes| {
            let (down, up) = (
                cell(&changes, &[Direction::Down]),
                cell(&changes, &[Direction::Up, Direction::Toggled]),
            );
            vec![changes[0].label.clone(), value(&changes[0].from), down, up]
        });
    let base = sensitivity
        .base
        .map_or(IMPOSSIBLE_MARK.to_owned(), value_text);
    let note = messages.text(if sensitivity.interval.is_some() {
        Word::Simulated
    } else {
        Word::Exact
    });
    let heads = [Word::Parameter, Word::Is, Word::StepDown, Word::StepUp]
        .map(|word| messages.text(word).to_owned());
    Table {
        title: tornado_title(report, sensitivity),
        subtitle: messages.fill(
            Word::OneChangeBase,
            &[("ask", &sensitivity.ask), ("base", &base)],
        ),
        note: note.to_owned(),
        ..Table::from_numbers(heads, rows)
    }
}
