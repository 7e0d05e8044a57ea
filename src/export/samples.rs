//! `trials.csv`: the first trials of each case, a row each.

use super::csv::{case_cells, case_headers, rows};
use crate::report::Report;
use crate::report::samples::Samples;

/// The name of its file.
pub const FILE: &str = "trials.csv";

/// The bytes of `trials.csv`.
pub fn samples(report: &Report, own: &Samples) -> Vec<u8> {
    let headers = case_headers(report);
    let columns: Vec<&str> =
        headers.iter().map(String::as_str).chain(["trial"]).chain(own.columns.iter().map(String::as_str)).collect();
    let of_case = |(case, trials): (&crate::report::Case, &Vec<Vec<String>>)| {
        let which = case_cells(report, case);
        let row = |(number, cells): (usize, &Vec<String>)| {
            which.iter().cloned().chain([(number + 1).to_string()]).chain(cells.iter().cloned()).collect()
        };
        trials.iter().enumerate().map(row).collect::<Vec<Vec<String>>>()
    };
    rows(&columns, report.cases.iter().zip(&own.cases).flat_map(of_case))
}
