//! `changes.csv`: a row for each case and number, then and now.

use super::csv::{case_headers, rows};
use super::number::{EXACT, significant};
use crate::report::Report;
use crate::report::changes::Changes;
use crate::report::columns::CHANGES;

/// The name of its file.
pub const FILE: &str = "changes.csv";

/// The bytes of `changes.csv`.
pub fn changes(report: &Report, own: &Changes) -> Vec<u8> {
    let headers = case_headers(report);
    let columns: Vec<&str> = headers.iter().map(String::as_str).chain(CHANGES).collect();
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| significant(value, EXACT));
    let row = |changed: &crate::report::changes::ChangedNumber| {
        let interval = changed.interval();
        let cells = [
            changed.ask.clone(),
            number(changed.old.map(|known| known.value)),
            number(changed.new.map(|known| known.value)),
            number(changed.difference()),
            number(interval.map(|interval| interval.low)),
            number(interval.map(|interval| interval.high)),
        ];
        changed.which.iter().cloned().chain(cells).collect()
    };
    rows(&columns, own.rows.iter().map(row))
}
