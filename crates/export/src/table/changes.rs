//! The changes since an earlier run, as text.

use std::fmt::Write;

use super::options::Options;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::Numerals;
use oddsmith_model::odds::Interval;
use oddsmith_model::printable::printable_line;
use oddsmith_model::report::changes::{ChangedNumber, Changes, Known};
use oddsmith_model::table::{Column, Table};

/// The maximal number of numbers that are shown.
const MAX_ROWS: usize = 40;
/// The maximal number of cases without a counterpart that are named.
const MAX_NAMES: usize = 6;

/// Returns the changes as text.
pub(super) fn changes(changes: &Changes, has_cases: bool, options: &Options) -> String {
    let mut text = format!("\nAgainst {}", printable_line(&changes.folder));
    match changes.inputs.as_slice() {
        [] => text.push_str(", whose inputs were the same"),
        inputs => {
            let _ = write!(text, ": what differs is {}", inputs.join(", "));
        }
    }
    text.push('\n');
    let compared_rows = || changes.rows.iter().filter(|row| row.difference().is_some());
    let changed: Vec<&ChangedNumber> = compared_rows().filter(|row| row.has_changed()).collect();
    let total = compared_rows().count();
    if total == 0 {
        text.push_str("No number is in both.\n");
    } else if changed.is_empty() {
        let by_chance = compared_rows().any(|row| {
            row.difference().is_some_and(|difference| difference != 0.0) && row.interval().is_some()
        });
        let words = if by_chance {
            "has changed beyond what chance explains"
        } else {
            "has changed"
        };
        let _ = writeln!(text, "None of {total} numbers {words}.");
    } else {
        let _ = writeln!(text, "{} of {total} numbers have changed:", changed.len());
        let rows = &changed[..changed.len().min(MAX_ROWS)];
        let mut columns = Vec::new();
        if has_cases {
            columns.push(Column::text(
                "case",
                rows.iter().map(|row| row.case.clone()),
            ));
        }
        columns.extend([
            Column::text("", rows.iter().map(|row| row.ask.clone())),
            Column::numbers("was", rows.iter().map(|row| number(row, row.old))),
            Column::numbers("is", rows.iter().map(|row| number(row, row.new))),
            Column::numbers("difference", rows.iter().map(|row| difference(row))),
        ]);
        text.push_str(&Table::new(columns).to_text(options.width));
        if changed.len() > MAX_ROWS {
            let _ = writeln!(
                text,
                "... {} more: {}",
                changed.len() - MAX_ROWS,
                options.rest.see("changes.csv")
            );
        }
    }
    for (names, label) in [
        (&changes.added, "Only in this run"),
        (&changes.removed, "Only in the earlier run"),
    ] {
        let more = names.len().saturating_sub(MAX_NAMES);
        let listed = names
            .iter()
            .take(MAX_NAMES)
            .cloned()
            .collect::<Vec<_>>()
            .join("; ");
        let more = if more > 0 {
            format!("; and {more} cases more")
        } else {
            String::new()
        };
        if !names.is_empty() {
            let _ = writeln!(text, "{label}: {}{more}.", printable_line(&listed));
        }
    }
    text.push_str(&missing_questions(changes));
    text
}

/// Returns a line on questions that only one of the two runs asks.
fn missing_questions(changes: &Changes) -> String {
    let is_paired = |row: &&ChangedNumber| {
        !changes.removed.contains(&row.case) && !changes.added.contains(&row.case)
    };
    let mut asked: Vec<&str> = Vec::new();
    for row in changes
        .rows
        .iter()
        .filter(is_paired)
        .filter(|row| row.old.is_none() && row.new.is_some())
    {
        if !asked.contains(&row.ask.as_str()) {
            asked.push(&row.ask);
        }
    }
    match asked.as_slice() {
        [] => String::new(),
        asked => format!(
            "Not among the earlier results: {}.\n",
            printable_line(&asked.join("; "))
        ),
    }
}

fn number(row: &ChangedNumber, known: Option<Known>) -> String {
    let Some(Known { value, interval }) = known else {
        return "–".to_owned();
    };
    Estimate::with_interval(value, interval).text(row.kind, Numerals::ENGLISH)
}

fn difference(row: &ChangedNumber) -> String {
    let Some(by) = row.difference() else {
        return String::new();
    };
    match row.interval() {
        Some(Interval { low, high }) => {
            let unit = if row.kind.is_chance() { " pp" } else { "" };
            Numerals::ENGLISH.simulated_change(by, [low, high], row.kind, unit)
        }
        None => Numerals::ENGLISH.change(by, row.kind),
    }
}
