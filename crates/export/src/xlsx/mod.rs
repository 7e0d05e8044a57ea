//! Writes a report as a workbook for spreadsheets. It has a sheet with the headline and the
//! answers, a sheet for each metric, and a sheet with all rows of `distribution.csv`.

mod cells;
mod charts;
mod metric;
mod overview;
#[cfg(test)]
mod tests;

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Table, TableColumn, Workbook, XlsxError};

use self::cells::{Formats, write_cell};
use super::frame::{Frame, FrameKind, frame};
use oddsmith_model::report::Report;

/// The sheet with all rows.
const ALL_SHEET: &str = "All";
/// The maximal number of rows of the sheet with all rows; a spreadsheet opens them within seconds.
const MAX_ROWS: u32 = 200_000;
/// The greatest length of a sheet's name, in characters.
const MAX_NAME: usize = 31;
/// The greatest width of a column that fits its contents, in dots.
const MAX_WIDTH: u32 = 260;

/// A workbook, and warnings about what it leaves out.
pub(super) struct WrittenWorkbook {
    pub(super) bytes: Vec<u8>,
    pub(super) warnings: Vec<String>,
}

/// Returns the workbook of a report. The same report gives the same bytes.
///
/// # Errors
/// Fails if a spreadsheet cannot hold the report.
pub(super) fn workbook(report: &Report) -> Result<WrittenWorkbook, XlsxError> {
    let mut workbook = Workbook::new();
    let formats = Formats::new();
    // The time of the run would make every workbook different.
    let properties = DocProperties::new()
        .set_title(&report.title)
        .set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?);
    workbook.set_properties(&properties);
    let mut warnings = Vec::new();
    let mut names = vec![ALL_SHEET.to_owned()];
    let overview_name = unique_sheet_name("Overview", &mut names);
    overview::write(
        workbook.add_worksheet().set_name(&overview_name)?,
        report,
        &formats,
    )?;
    for name in metric::names(report) {
        let sheet_name = unique_sheet_name(metric::label(report, name), &mut names);
        let sheet = workbook.add_worksheet().set_name(&sheet_name)?;
        warnings.extend(metric::write(sheet, report, name, &formats)?);
    }
    let sheet = workbook.add_worksheet().set_name(ALL_SHEET)?;
    warnings.extend(write_all_rows(sheet, report, &formats)?);
    Ok(WrittenWorkbook {
        bytes: workbook.save_to_buffer()?,
        warnings: warnings
            .into_iter()
            .map(|warning| format!("{}: {warning}", super::file_names::WORKBOOK))
            .collect(),
    })
}

/// Writes the rows of `distribution.csv` as a table. Returns a warning if it leaves out rows.
fn write_all_rows(
    sheet: &mut rust_xlsxwriter::Worksheet,
    report: &Report,
    formats: &Formats,
) -> Result<Option<String>, XlsxError> {
    let Frame { heads, rows } = frame(report, FrameKind::Distribution);
    let (mut row, mut is_complete) = (0, true);
    for cells in rows {
        if row == MAX_ROWS {
            is_complete = false;
            break;
        }
        row += 1;
        for (column, cell) in (0..).zip(cells) {
            write_cell(sheet, (row, column), &cell, &formats.plain)?;
        }
    }
    let columns: Vec<TableColumn> = heads
        .iter()
        .map(|head| TableColumn::new().set_header(head))
        .collect();
    let last_column = u16::try_from(heads.len() - 1).unwrap_or(u16::MAX);
    sheet.add_table(
        0,
        0,
        row.max(1),
        last_column,
        &Table::new().set_columns(&columns),
    )?;
    sheet.set_landscape().set_print_fit_to_pages(1, 0);
    sheet.set_freeze_panes(1, 0)?;
    sheet.set_autofit_max_width(MAX_WIDTH);
    sheet.autofit();
    Ok((!is_complete)
        .then(|| format!("it has the first {MAX_ROWS} rows; all are in distribution.csv")))
}

/// Returns the name of a sheet: at most 31 characters, none that spreadsheets forbid, and no name
/// twice.
fn unique_sheet_name(wanted: &str, names: &mut Vec<String>) -> String {
    let is_allowed = |c: &char| !c.is_control() && !"[]:*?/\\'".contains(*c);
    let allowed: String = wanted.chars().filter(is_allowed).collect();
    let allowed = match allowed.trim() {
        "" => "Metric",
        // Spreadsheets reserve this name.
        name if name.eq_ignore_ascii_case("history") => "Metric history",
        name => name,
    };
    let is_taken = |name: &String| {
        names
            .iter()
            .any(|other| other.to_lowercase() == name.to_lowercase())
    };
    let numbered = |number: usize| {
        let suffix = if number == 1 {
            String::new()
        } else {
            format!(" {number}")
        };
        let stem: String = allowed.chars().take(MAX_NAME - suffix.len()).collect();
        format!("{}{suffix}", stem.trim_end())
    };
    let name = (1..)
        .map(numbered)
        .find(|name| !is_taken(name))
        .expect("a number that is not taken");
    names.push(name.clone());
    name
}
