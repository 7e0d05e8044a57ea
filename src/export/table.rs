//! The summary as a table that a person likes to read: a row per case, exact beside estimate.

use std::fmt::Write;

use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::report::{Case, Reading, Report};
use crate::rule::metric::Quantity;

/// Rows at most; the rest is in the files.
const MOST_ROWS: usize = 40;
/// Width of a bar, in characters.
const BAR: usize = 10;
/// Columns that a table may have beside those that say which case a row is of.
const MOST_HEADLINES: usize = 3;

/// The table of a report, with a heading; `styled` with ANSI codes.
pub fn table(report: &Report) -> String {
    let bold = |text: &str| format!("\u{1b}[1m{text}\u{1b}[0m");
    let mut text = format!("{}\n{}\n", bold(&report.title), about(report));
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let headlines: Vec<&Quantity> = report.headlines.iter().take(MOST_HEADLINES).collect();
    let barred = headlines
        .iter()
        .position(|quantity| reading(report, &report.cases[0], quantity).is_some_and(|reading| reading.is_probability));
    table.set_header(header(report, &headlines, barred));
    for case in report.cases.iter().take(MOST_ROWS) {
        table.add_row(row(report, case, &headlines, barred));
    }
    let keys = usize::from(!report.variants.is_empty()) + report.sweep.len();
    let names = keys.max(usize::from(report.cases.len() == 1 && keys == 0));
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((u16::from(index > 0), 1));
        let is_variant = index == 0 && (!report.variants.is_empty() || keys == 0);
        let is_bar = barred.is_some_and(|barred| index == names + 2 * barred + 2);
        column.set_cell_alignment(if is_variant || is_bar { CellAlignment::Left } else { CellAlignment::Right });
    }
    for line in table.lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if report.cases.len() > MOST_ROWS {
        let _ = writeln!(text, "... {} more cases: see summary.csv", report.cases.len() - MOST_ROWS);
    }
    for note in &report.notes {
        let _ = writeln!(text, "{}: {}", note.0, note.1);
    }
    text
}

fn about(report: &Report) -> String {
    let (least, most) = trials(report);
    let trials = if least == most { grouped(least) } else { format!("{} to {}", grouped(least), grouped(most)) };
    let each = if report.cases.len() == 1 { String::new() } else { format!("{} cases of ", report.cases.len()) };
    let level = report.run.confidence.level() * 100.0;
    let mut about = format!("{each}{trials} trials, seed {}; ± is the {}% interval", report.run.seed, plain(level));
    if report.cases.iter().any(|case| case.unresolved.is_none()) {
        about.push_str("; – where no exact value was computed");
    }
    let unresolved = report.cases.iter().filter_map(|case| case.unresolved).fold(0.0, f64::max);
    if unresolved > 0.0 {
        let _ = write!(about, "; the exact odds leave {unresolved:.0e} unresolved (open rolls)");
    }
    about
}

/// The fewest and the most trials that a case had.
fn trials(report: &Report) -> (u64, u64) {
    let trials = report.cases.iter().map(|case| case.trials);
    (trials.clone().min().unwrap_or(0), trials.max().unwrap_or(0))
}

fn header(report: &Report, headlines: &[&Quantity], barred: Option<usize>) -> Vec<Cell> {
    let mut cells = Vec::new();
    if !report.variants.is_empty() {
        cells.push(Cell::new("Variant"));
    }
    cells.extend(
        report.sweep.iter().map(|swept| Cell::new(if swept.short.is_empty() { &swept.label } else { &swept.short })),
    );
    if cells.is_empty() {
        cells.push(Cell::new(""));
    }
    for (index, quantity) in headlines.iter().enumerate() {
        cells.push(Cell::new(&quantity.label));
        cells.push(Cell::new("simulated"));
        if barred == Some(index) {
            cells.push(Cell::new(""));
        }
    }
    cells
}

fn row(report: &Report, case: &Case, headlines: &[&Quantity], barred: Option<usize>) -> Vec<Cell> {
    let variant = case.variant.map(|index| Cell::new(&report.variants[index]));
    let swept = report.sweep.iter().zip(&case.point).map(|(swept, &index)| Cell::new(&swept.values[index]));
    let mut cells: Vec<Cell> = variant.into_iter().chain(swept).collect();
    if cells.is_empty() {
        cells.push(Cell::new(""));
    }
    for (index, quantity) in headlines.iter().enumerate() {
        let reading = reading(report, case, quantity);
        cells.push(Cell::new(reading.map_or_else(|| "–".to_owned(), |reading| exact(&reading))));
        cells.push(Cell::new(reading.map_or_else(|| "–".to_owned(), |reading| simulated(&reading))));
        if barred == Some(index) {
            cells.push(Cell::new(reading.map_or_else(String::new, |reading| bar(reading.best()))));
        }
    }
    cells
}

fn reading(report: &Report, case: &Case, quantity: &Quantity) -> Option<Reading> {
    Some(case.law(&quantity.metric, quantity.step)?.read(quantity.measure, report.run.confidence))
}

/// "57.87%", "2.278"; "–" where none was computed.
fn exact(reading: &Reading) -> String {
    match reading.exact {
        None => "–".to_owned(),
        // Adding zero takes the sign off a mean that rounds to nothing.
        Some(value) if !reading.is_probability => format!("{:.3}", (value * 1000.0).round() / 1000.0 + 0.0),
        Some(0.0) => "0%".to_owned(),
        Some(1.0) => "100%".to_owned(),
        Some(value) if value < 0.0001 => "<0.01%".to_owned(),
        Some(value) if value > 0.9999 => ">99.99%".to_owned(),
        Some(value) => format!("{:.2}%", value * 100.0),
    }
}

/// "57.90 ±0.10": no more digits than the interval supports.
fn simulated(reading: &Reading) -> String {
    let scale = if reading.is_probability { 100.0 } else { 1.0 };
    let half = (reading.interval.high - reading.estimate).max(reading.estimate - reading.interval.low) * scale;
    if half <= 0.0 || !half.is_finite() {
        return format!("{} ±0", plain(reading.estimate * scale));
    }
    let places = (1.0 - half.log10().floor()).clamp(0.0, 4.0) as usize;
    format!("{:.places$} ±{half:.places$}", reading.estimate * scale)
}

/// A share as a bar of eighths.
fn bar(share: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * (BAR * 8) as f64).round() as usize;
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

/// A number without needless decimals.
fn plain(number: f64) -> String {
    super::number::significant(number, 6)
}

/// 1,000,000.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::interval::Interval;

    #[test]
    fn an_estimate_has_the_digits_that_its_interval_supports() {
        let reading = |estimate: f64, half: f64, is_probability| Reading {
            estimate,
            interval: Interval { low: estimate - half, high: estimate + half },
            exact: None,
            is_probability,
        };
        assert_eq!(simulated(&reading(0.578_95, 0.000_968, true)), "57.895 ±0.097");
        assert_eq!(simulated(&reading(0.5, 0.0098, true)), "50.00 ±0.98");
        assert_eq!(simulated(&reading(2.2778, 0.0137, false)), "2.278 ±0.014");
    }

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!((bar(0.0), bar(1.0), bar(0.5)), (String::new(), "█".repeat(10), "█".repeat(5)));
        assert_eq!(bar(0.0125), "▏");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([grouped(7), grouped(1000), grouped(12_345_678)], ["7", "1,000", "12,345,678"]);
    }
}
