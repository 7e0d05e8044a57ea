//! The cells of a workbook and their formats.

use rust_xlsxwriter::{Color, Format, FormatAlign, Formula, Worksheet, XlsxError};

use crate::cell::TableCell;
use oddsmith_model::figures::NumberKind;
use oddsmith_model::number::round_significant;
use oddsmith_model::report::{Reading, Value};

/// Chances: one decimal, and two below 1%.
const PERCENT: &str = "[=0]0%;[<0.01]0.00%;0.0%";
/// Whole numbers beyond this are text: a spreadsheet would round them.
const MAX_WHOLE: u64 = 1 << 53;
/// The maximal number of digits of a denominator that a spreadsheet shows as a fraction.
const MAX_FRACTION_DIGITS: usize = 7;
/// The maximal number of characters of a cell.
const MAX_TEXT: usize = 32_767;
/// The height of a line of text, in points.
const LINE_HEIGHT: f64 = 15.0;
/// The width of a column of numbers, in characters.
pub(super) const NUMBER_WIDTH: f64 = 14.0;
/// The width of a column of names, in characters.
pub(super) const NAME_WIDTH: f64 = 24.0;

/// The formats of cells.
pub(super) struct Formats {
    pub(super) plain: Format,
    pub(super) title: Format,
    pub(super) heading: Format,
    pub(super) head: Format,
    pub(super) name: Format,
    pub(super) name_head: Format,
    pub(super) quiet: Format,
    percents: [Format; 2],
    means: [Format; 2],
    outcomes: [Format; 2],
}

impl Formats {
    pub(super) fn new() -> Formats {
        let simulated = |format: Format| {
            let simulated = format
                .clone()
                .set_italic()
                .set_font_color(Color::RGB(0x5A5A5A));
            [format, simulated]
        };
        Formats {
            plain: Format::new(),
            title: Format::new().set_bold().set_font_size(16),
            heading: Format::new().set_bold().set_font_size(12),
            head: Format::new()
                .set_bold()
                .set_text_wrap()
                .set_align(FormatAlign::Right)
                .set_align(FormatAlign::Top),
            name: Format::new().set_align(FormatAlign::Left),
            name_head: Format::new()
                .set_bold()
                .set_align(FormatAlign::Left)
                .set_align(FormatAlign::Top),
            quiet: Format::new().set_font_color(Color::RGB(0x5A5A5A)),
            percents: simulated(Format::new().set_num_format(PERCENT)),
            means: simulated(Format::new().set_num_format("0.00")),
            outcomes: simulated(Format::new()),
        }
    }

    /// Returns the format of a number. Simulated numbers are in italics.
    pub(super) fn number(&self, kind: NumberKind, is_exact: bool) -> &Format {
        let formats = match kind {
            NumberKind::Chance => &self.percents,
            NumberKind::Mean => &self.means,
            NumberKind::Outcome => &self.outcomes,
        };
        &formats[usize::from(!is_exact)]
    }
}

/// A row and a column.
pub(super) type Position = (u32, u16);

/// Writes a cell with the same number as in CSV. A fraction is a formula, so that a spreadsheet
/// computes with it and shows it as a fraction.
pub(super) fn write_cell(
    sheet: &mut Worksheet,
    (row, column): Position,
    cell: &TableCell<'_>,
    format: &Format,
) -> Result<(), XlsxError> {
    match cell {
        TableCell::Nothing => return Ok(()),
        TableCell::Count(count) if *count <= MAX_WHOLE => {
            sheet.write_number_with_format(row, column, *count as f64, format)?
        }
        TableCell::Whole(number) if number.unsigned_abs() <= MAX_WHOLE => {
            sheet.write_number_with_format(row, column, *number as f64, format)?
        }
        TableCell::Number(number, digits) => {
            let rounded = round_significant(*number, *digits);
            sheet.write_number_with_format(row, column, rounded, format)?
        }
        TableCell::Fraction(n, d) => return write_fraction(sheet, (row, column), (*n, *d), format),
        TableCell::Value(Value::Whole(number)) if number.unsigned_abs() <= MAX_WHOLE => {
            sheet.write_number_with_format(row, column, *number as f64, format)?
        }
        TableCell::Value(Value::Decimal(number, _)) if number.is_finite() => {
            sheet.write_number_with_format(row, column, *number, format)?
        }
        TableCell::Text(text) => {
            let text: String = text.chars().take(MAX_TEXT).collect();
            sheet.write_string_with_format(row, column, text, format)?
        }
        TableCell::Count(_) | TableCell::Whole(_) | TableCell::Value(_) => {
            let text: String = match cell {
                TableCell::Value(value) => value.to_string(),
                number => number.to_csv_text(),
            };
            let text: String = text.chars().take(MAX_TEXT).collect();
            sheet.write_string_with_format(row, column, text, format)?
        }
    };
    Ok(())
}

/// Writes a fraction as a formula: `=7/432`. A denominator that is too long for a fraction format
/// leaves the number in decimals, and the formula bar shows the fraction.
fn write_fraction(
    sheet: &mut Worksheet,
    (row, column): Position,
    (n, d): (i64, i64),
    format: &Format,
) -> Result<(), XlsxError> {
    let is_exact_there = n.unsigned_abs() <= MAX_WHOLE && d.unsigned_abs() <= MAX_WHOLE;
    if !is_exact_there {
        sheet.write_string_with_format(row, column, format!("{n}/{d}"), format)?;
        return Ok(());
    }
    let digits = d.unsigned_abs().to_string().len();
    let format = if d == 1 {
        format.clone().set_num_format("0")
    } else if digits <= MAX_FRACTION_DIGITS {
        let signs = "?".repeat(digits);
        format.clone().set_num_format(format!("# {signs}/{signs}"))
    } else {
        format.clone()
    };
    let value = n as f64 / d as f64;
    let formula = Formula::new(format!("={n}/{d}")).set_result(value.to_string());
    sheet.write_formula_with_format(row, column, formula, &format)?;
    Ok(())
}

/// Writes heads that wrap in columns of this width, in a row that is high enough for them.
pub(super) fn write_heads<'h>(
    sheet: &mut Worksheet,
    (row, first_column): Position,
    heads: impl IntoIterator<Item = &'h str>,
    width: f64,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let mut longest = 0;
    for (column, head) in (first_column..).zip(heads) {
        let head: String = head.chars().take(MAX_TEXT).collect();
        longest = longest.max(head.chars().count());
        sheet.write_string_with_format(row, column, head, &formats.head)?;
    }
    // Bold letters are wider than those that widths are counted in, and words break early.
    let lines = (longest as f64 * 1.35 / width).ceil().clamp(1.0, 6.0);
    sheet.set_row_height(row, LINE_HEIGHT * lines)?;
    Ok(())
}

/// Writes the exact number of a reading, or else the simulated one.
pub(super) fn write_reading(
    sheet: &mut Worksheet,
    position: Position,
    reading: &Reading,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let cell = match reading.exact {
        Some(exact) => TableCell::exact(exact),
        None => TableCell::estimate(reading.estimate),
    };
    let format = formats.number(reading.kind, reading.exact.is_some());
    write_cell(sheet, position, &cell, format)
}
