//! `sensitivity.csv`: a row for each change of a parameter, and what comes of it.

use super::csv::rows;
use super::number::{EXACT, significant};
use crate::report::columns::SENSITIVITY;
use crate::report::sensitivity::Sensitivity;

/// The name of its file, and the stem of its chart's.
pub const FILE: &str = "sensitivity.csv";
/// The stem of its chart's files.
pub const CHART: &str = "tornado";

/// The bytes of `sensitivity.csv`.
pub fn sensitivity(report: &Sensitivity) -> Vec<u8> {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| significant(value, EXACT));
    let row = |change: &crate::report::sensitivity::Change| {
        vec![
            report.ask.clone(),
            change.parameter.clone(),
            change.direction.name().to_owned(),
            change.from.clone(),
            change.to.clone(),
            number(change.value),
            number(report.difference(change)),
        ]
    };
    rows(&SENSITIVITY, report.changes.iter().map(row))
}
