//! `sensitivity.csv`: a row for each change of a parameter, with its effect.

use super::cell::TableCell;
use super::csv::whole;
use crate::report::columns::SENSITIVITY;
use crate::report::sensitivity::{Change, Sensitivity};

/// The name of its file, and the stem of its chart's.
pub const FILE: &str = "sensitivity.csv";
/// The stem of its chart's files.
pub const CHART: &str = "tornado";

/// The bytes of `sensitivity.csv`.
pub fn sensitivity<'r>(report: &'r Sensitivity) -> Vec<u8> {
    let row = |change: &'r Change| -> [TableCell<'r>; 7] {
        [
            TableCell::text(&report.ask),
            TableCell::text(&change.parameter),
            TableCell::text(change.direction.name()),
            TableCell::text(&change.from),
            TableCell::text(&change.to),
            TableCell::exact(change.value),
            TableCell::exact(report.difference(change)),
        ]
    };
    let rows: Vec<[TableCell<'r>; 7]> = report.changes.iter().map(row).collect();
    whole(std::iter::once(SENSITIVITY.map(TableCell::text)).chain(rows))
}
