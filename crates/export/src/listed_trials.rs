//! Writes `trials.csv`: the first trials of each case, a row each.

use super::cell::TableCell;
use super::csv::{RowPrefix, Rows, case_cells, case_headers};
use oddsmith_model::report::Report;
use oddsmith_model::report::listed_trials::ListedTrials;

/// The name of the file.
pub const FILE: &str = "trials.csv";

/// Returns the bytes of `trials.csv`.
pub fn listed_trials_csv(report: &Report, listed: &ListedTrials) -> Vec<u8> {
    let mut rows = Rows::new();
    let cases = case_headers(report);
    let leading_headers: Vec<&str> = cases.iter().map(String::as_str).chain(["trial"]).collect();
    // A metric may have the name of a column that identifies the trial.
    let is_taken = |column: &String| leading_headers.contains(&column.as_str());
    let value = |column: &String| {
        if is_taken(column) {
            format!("value.{column}")
        } else {
            column.clone()
        }
    };
    let values: Vec<String> = listed.columns.iter().map(value).collect();
    rows.add_row(
        leading_headers
            .iter()
            .map(|header| (*header).to_owned())
            .chain(values)
            .map(TableCell::text),
    );
    for (case, trials) in report.cases.iter().zip(&listed.cases) {
        let start = RowPrefix::new(case_cells(report, case));
        for (number, cells) in (1..).zip(trials) {
            start.begin_row(&mut rows);
            rows.add_row(
                [TableCell::Count(number)]
                    .into_iter()
                    .chain(cells.iter().map(TableCell::text)),
            );
        }
    }
    rows.into_bytes()
}
