//! `changes.csv`: a row for each case and number, then and now.

use super::cell::TableCell;
use super::csv::{case_headers, whole};
use crate::report::Report;
use crate::report::changes::{ChangedNumber, Changes};
use crate::report::columns::CHANGES;

/// The name of its file.
pub const FILE: &str = "changes.csv";

/// The bytes of `changes.csv`.
pub fn changes<'r>(report: &Report, own: &'r Changes) -> Vec<u8> {
    let head = case_headers(report).into_iter().chain(CHANGES.map(str::to_owned)).map(TableCell::text).collect();
    let row = |changed: &'r ChangedNumber| -> Vec<TableCell<'r>> {
        let interval = changed.interval();
        let cells = [
            TableCell::exact(changed.old.map(|known| known.value)),
            TableCell::exact(changed.new.map(|known| known.value)),
            TableCell::exact(changed.difference()),
            TableCell::exact(interval.map(|interval| interval.low)),
            TableCell::exact(interval.map(|interval| interval.high)),
        ];
        changed.which.iter().chain([&changed.ask]).map(TableCell::text).chain(cells).collect()
    };
    let rows: Vec<Vec<TableCell<'r>>> = own.rows.iter().map(row).collect();
    whole(std::iter::once(head).chain(rows))
}
