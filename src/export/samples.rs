//! `trials.csv`: the first trials of each case, a row each.

use super::cell::TableCell;
use super::csv::{Rows, Start, case_cells, case_headers};
use crate::report::Report;
use crate::report::samples::Samples;

/// The name of its file.
pub const FILE: &str = "trials.csv";

/// The bytes of `trials.csv`.
pub fn samples(report: &Report, own: &Samples) -> Vec<u8> {
    let mut rows = Rows::new();
    rows.row(
        case_headers(report)
            .into_iter()
            .chain(["trial".to_owned()])
            .map(TableCell::text)
            .chain(own.columns.iter().map(TableCell::text)),
    );
    for (case, trials) in report.cases.iter().zip(&own.cases) {
        let start = Start::of(case_cells(report, case));
        for (number, cells) in (1..).zip(trials) {
            start.begin(&mut rows);
            rows.row([TableCell::Count(number)].into_iter().chain(cells.iter().map(TableCell::text)));
        }
    }
    rows.into_bytes()
}
