//! `sensitivity.csv`: a row for each change of a parameter, and what comes of it.

use super::cell::Cell;
use super::csv::whole;
use crate::report::columns::SENSITIVITY;
use crate::report::sensitivity::{Change, Sensitivity};

/// The name of its file, and the stem of its chart's.
pub const FILE: &str = "sensitivity.csv";
/// The stem of its chart's files.
pub const CHART: &str = "tornado";

/// The bytes of `sensitivity.csv`.
pub fn sensitivity<'r>(report: &'r Sensitivity) -> Vec<u8> {
    let row = |change: &'r Change| -> [Cell<'r>; 7] {
        [
            Cell::text(&report.ask),
            Cell::text(&change.parameter),
            Cell::text(change.direction.name()),
            Cell::text(&change.from),
            Cell::text(&change.to),
            Cell::exact(change.value),
            Cell::exact(report.difference(change)),
        ]
    };
    let rows: Vec<[Cell<'r>; 7]> = report.changes.iter().map(row).collect();
    whole(std::iter::once(SENSITIVITY.map(Cell::text)).chain(rows))
}
