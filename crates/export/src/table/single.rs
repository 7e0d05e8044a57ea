//! The table of a single case: a row for each number, then the distribution of its main number.

use std::fmt::Write;

use super::cases::{CaseNumbers, numbers};
use super::cells::{bar, exact_cell, simulated_cell};
use super::distribution::DistributionTable;
use super::ending::UsedSigns;
use super::options::{MAX_ROWS, Options, SCREEN_LINES};
use oddsmith_model::report::{Reading, Report};
use oddsmith_model::table::{Column, Table};

/// The maximal number of rows above a distribution that has to fit a terminal.
const MAX_ROWS_ABOVE: usize = 6;
/// The lines of a distribution that are not its rows: a blank line, its heading and its statistics.
const LINES_AROUND: usize = 3;

/// Returns the table of the only case, and the signs in it that the last lines explain. `above` is
/// the number of lines above the table.
pub(super) fn single_case(report: &Report, options: &Options, above: usize) -> (String, UsedSigns) {
    let distribution =
        DistributionTable::for_single_case(report, options).filter(DistributionTable::has_values);
    let shows_all = options.is_wide || options.shows_all;
    let is_needed = |number: &CaseNumbers<'_>| {
        let is_below = |distribution: &DistributionTable<'_>| {
            number
                .headline
                .is_some_and(|headline| distribution.contains(headline))
        };
        shows_all || !distribution.as_ref().is_some_and(is_below)
    };
    let rows: Vec<CaseNumbers<'_>> = numbers(report).into_iter().filter(is_needed).collect();
    let most = if options.fits_screen() && distribution.is_some() {
        MAX_ROWS_ABOVE
    } else {
        MAX_ROWS
    };
    let table = table(&rows[..rows.len().min(most)], options);
    let mut text = if rows.is_empty() {
        String::new()
    } else {
        table.to_text(usize::MAX)
    };
    if rows.len() > most {
        let see = if most == MAX_ROWS {
            options.rest.see("summary.csv")
        } else {
            "--all".to_owned()
        };
        let _ = writeln!(text, "... {} more rows: {see}", rows.len() - most);
    }
    let mut signs = UsedSigns::of(&table);
    if let Some(mut distribution) = distribution {
        if options.fits_screen() {
            let lines = above + text.lines().count() + LINES_AROUND;
            distribution = distribution.with_rows(SCREEN_LINES.saturating_sub(lines));
        }
        text.push_str(&distribution.text(options));
        signs.has_plus_minus |= distribution.has('±', options);
        signs.has_dash |= distribution.has('–', options);
    }
    (text, signs)
}

/// Returns a table of the rows: a label, the number, and a bar if it is a chance.
fn table(rows: &[CaseNumbers<'_>], options: &Options) -> Table {
    let readings: Vec<Option<Reading>> = rows.iter().map(|number| number.readings[0]).collect();
    let tied = || rows.iter().map(|number| number.tied_ranges[0]);
    let is_exact = |reading: &Reading| reading.exact.is_some();
    let has_exact = readings.iter().flatten().any(is_exact);
    let has_simulated = readings.iter().flatten().any(|reading| !is_exact(reading));
    let is_mixed = options.is_wide || has_exact && has_simulated;
    let heading = |text: &'static str| if is_mixed { text } else { "" };
    let mut columns = vec![Column::text(
        "",
        rows.iter().map(|number| number.label.clone()),
    )];
    if has_exact || options.is_wide {
        let cells = readings
            .iter()
            .zip(tied())
            .map(|(reading, tied)| exact_cell(reading, tied));
        columns.push(Column::numbers(heading("exact"), cells));
    }
    if has_simulated || options.is_wide {
        columns.push(Column::numbers(
            heading("simulated"),
            readings.iter().map(simulated_cell),
        ));
    }
    columns.push(Column::text(
        "",
        readings
            .iter()
            .zip(tied())
            .map(|(reading, tied)| bar(reading, tied)),
    ));
    Table::new(columns)
}
