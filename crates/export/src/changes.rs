//! Writes `changes.csv`: a row for each case and number, before and now.

use super::cell::TableCell;
use super::csv::case_headers;
use oddsmith_model::report::Report;
use oddsmith_model::report::changes::{ChangedNumber, Changes};
use oddsmith_model::report::columns::CHANGES;
use oddsmith_model::table::{Column, ColumnKind, Table};

/// The name of the file.
pub const FILE: &str = "changes.csv";

/// Returns the bytes of `changes.csv`.
pub fn changes_csv(report: &Report, changes: &Changes) -> Vec<u8> {
    let [ask, numbers @ ..] = CHANGES;
    let names = case_headers(report).into_iter().chain([ask.to_owned()]);
    let columns = names.map(|head| Column::new(ColumnKind::Text, head));
    let columns = columns
        .chain(numbers.map(|head| Column::new(ColumnKind::Numbers, head)))
        .collect();
    let row = |changed: &ChangedNumber| {
        let interval = changed.interval();
        let numbers = [
            changed.old.map(|known| known.value),
            changed.new.map(|known| known.value),
            changed.difference(),
            interval.map(|interval| interval.low),
            interval.map(|interval| interval.high),
        ];
        let numbers = numbers.map(|number| TableCell::exact(number).to_csv_text());
        changed
            .case_cells
            .iter()
            .chain([&changed.ask])
            .cloned()
            .chain(numbers)
            .collect()
    };
    Table::from_rows::<String>(columns, changes.rows.iter().map(row)).to_csv()
}
