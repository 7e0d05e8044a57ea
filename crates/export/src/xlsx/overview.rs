//! The first sheet: the headline, and the answers and headlines of each case.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::cells::{
    Formats, NAME_WIDTH, NUMBER_WIDTH, Position, write_cell, write_heads, write_reading,
};
use super::charts::{Block, Titles, by_case};
use crate::cell::TableCell;
use crate::csv::{case_cells, case_headers};
use crate::table::case_numbers;
use crate::verdict_sentence;
use oddsmith_model::report::{Case, Report, ReportQuestion};
use oddsmith_model::summary;

/// Writes the sheet.
pub(super) fn write(
    sheet: &mut Worksheet,
    report: &Report,
    formats: &Formats,
) -> Result<(), XlsxError> {
    // Printed, the sheet is one page wide.
    sheet.set_landscape().set_print_fit_to_pages(1, 0);
    let head_row = write_sentences(sheet, report, formats)? + 1;
    let (first_row, last_row) = (head_row + 1, head_row + count(report.cases.len()));
    let number_column = write_cases(sheet, report, head_row, formats)?;
    let numbers = case_numbers(report);
    for (column, number) in (number_column..).zip(&numbers) {
        for (row, reading) in (first_row..).zip(&number.readings) {
            if let Some(reading) = reading {
                write_reading(sheet, (row, column), reading, formats)?;
            }
        }
    }
    let fraction_column = number_column + column_count(numbers.len());
    let fractions = write_fractions(sheet, report, (first_row, fraction_column), formats)?;
    let fraction_heads: Vec<String> = fractions
        .iter()
        .map(|ask| format!("{} (fraction)", ask.label))
        .collect();
    let labels = numbers.iter().map(|number| number.label.as_str());
    let heads: Vec<&str> = labels
        .chain(fraction_heads.iter().map(String::as_str))
        .collect();
    sheet.set_column_range_width(
        number_column,
        number_column + column_count(heads.len()),
        NUMBER_WIDTH,
    )?;
    write_heads(
        sheet,
        (head_row, number_column),
        heads,
        NUMBER_WIDTH,
        formats,
    )?;
    sheet.write_string_with_format(
        last_row + 1,
        0,
        "Numbers in italics are simulated; all others are exact.",
        &formats.quiet,
    )?;
    let Some(number) = numbers.first() else {
        return Ok(());
    };
    let reading = number.readings.iter().flatten().next();
    let chart = by_case(
        Block {
            sheet: &sheet.name(),
            names: (first_row, 1, last_row, 1),
            values: (first_row, number_column, last_row, number_column),
        },
        &Titles {
            title: &number.label,
            is_chance: reading.is_some_and(|reading| reading.kind.is_chance()),
        },
        report.cases.len(),
    );
    if let Some(chart) = chart {
        sheet.insert_chart(last_row + 3, 0, &chart)?;
    }
    Ok(())
}

/// Writes the title, the headline, the result of the cross-check and the command that repeats the
/// run. Returns the next free row.
fn write_sentences(
    sheet: &mut Worksheet,
    report: &Report,
    formats: &Formats,
) -> Result<u32, XlsxError> {
    sheet.write_string_with_format(0, 0, &report.title, &formats.title)?;
    let mut row = 1;
    for sentence in summary::summary(report, &report.messages).sentences {
        sheet.write_string(row, 0, sentence.text())?;
        row += 1;
    }
    let verdict = verdict_sentence(report, &report.messages);
    for line in verdict.into_iter().chain([report.rerun.clone()]) {
        sheet.write_string_with_format(row, 0, line, &formats.quiet)?;
        row += 1;
    }
    Ok(row)
}

/// Writes what distinguishes the cases: number, name and parameters. Returns the next free column.
fn write_cases(
    sheet: &mut Worksheet,
    report: &Report,
    head_row: u32,
    formats: &Formats,
) -> Result<u16, XlsxError> {
    let is_named = report.cases.len() > 1;
    let mut heads = case_headers(report);
    if is_named {
        heads.insert(1, "name".to_owned());
    }
    for (column, head) in (0..).zip(&heads) {
        sheet.write_string_with_format(head_row, column, head, &formats.name_head)?;
    }
    for (row, case) in (head_row + 1..).zip(&report.cases) {
        let mut cells: Vec<TableCell<'_>> = case_cells(report, case).collect();
        if is_named {
            cells.insert(1, TableCell::text(report.varied_name(case, 2)));
        }
        for (column, cell) in (0..).zip(cells) {
            write_cell(sheet, (row, column), &cell, &formats.name)?;
        }
    }
    if is_named {
        sheet.set_column_width(1, NAME_WIDTH)?;
    }
    Ok(column_count(heads.len()))
}

/// Writes the answers that are fractions. Returns their questions.
fn write_fractions<'r>(
    sheet: &mut Worksheet,
    report: &'r Report,
    (first_row, first_column): Position,
    formats: &Formats,
) -> Result<Vec<&'r ReportQuestion>, XlsxError> {
    let mut written = Vec::new();
    for (index, ask) in report.asks.iter().enumerate() {
        let fraction = |case: &Case| case.answers[index].figure()?.fraction;
        if !report.cases.iter().any(|case| fraction(case).is_some()) {
            continue;
        }
        let column = first_column + column_count(written.len());
        for (row, case) in (first_row..).zip(&report.cases) {
            let cell = TableCell::fraction(fraction(case));
            write_cell(sheet, (row, column), &cell, &formats.plain)?;
        }
        written.push(ask);
    }
    Ok(written)
}

fn count(length: usize) -> u32 {
    u32::try_from(length).expect("a sheet has room for it")
}

fn column_count(length: usize) -> u16 {
    u16::try_from(length).expect("a sheet has room for it")
}
