//! The table of a sweep over two ordered parameters: a grid of one number.

use std::fmt::Write;

use super::cases::CaseNumbers;
use super::cells::best_cell;
use super::ending::UsedSigns;
use super::options::{Options, Rest};
use crate::messages::Messages;
use crate::report::{Axis, Report, Swept, rising_numbers};
use crate::rule::presentation::ChartKind;
use crate::summary;
use crate::terminal::printable_line;
use oddsmith_model::table::{Column, Table};

/// The indentation of the rows.
const INDENT: &str = "  ";
/// The greatest width, if the terminal is not narrower.
const WIDEST: usize = 100;

/// The swept parameters of the rows and of the columns.
#[derive(Clone, Copy, Debug)]
struct Orientation {
    rows: usize,
    columns: usize,
}

/// Returns the grid of the report's subject, and the signs in it that the last lines explain.
/// Returns `None` if the cases are not a grid, if it does not fit, or if the user asked for a row
/// for each case.
pub(super) fn grid(
    report: &Report,
    numbers: &[CaseNumbers<'_>],
    options: &Options,
) -> Option<(String, UsedSigns)> {
    let wants_rows =
        options.is_wide || options.shows_all || options.sort.is_some() || options.top.is_some();
    if wants_rows || !is_grid(report) {
        return None;
    }
    let subject_index = subject_number(report, numbers)?;
    let number = &numbers[subject_index];
    let preferred = orientation(report);
    let turned = Orientation {
        rows: preferred.columns,
        columns: preferred.rows,
    };
    let width = options.width.min(WIDEST) - INDENT.len();
    let tables =
        [preferred, turned].map(|orientation| (orientation, table(report, number, orientation)));
    let (orientation, table) = tables
        .iter()
        .find(|(_, table)| table.text_width() <= width)
        .unwrap_or(&tables[0]);
    let has_room = |value: &Column| table.columns[0].text_width() + value.text_width() <= width;
    if !table.columns[1..].iter().all(has_room) {
        return None;
    }
    let is_chance = number
        .readings
        .iter()
        .flatten()
        .all(|reading| reading.kind.is_chance());
    let label = format!("{}{}", number.label, if is_chance { ", %" } else { "" });
    let before = INDENT.len() + table.columns[0].text_width();
    let mut text = format!(
        "\n{label:<before$}  {}\n",
        report.sweep[orientation.columns].label
    );
    for line in table.to_text(width).lines() {
        let _ = writeln!(text, "{}", format!("{INDENT}{line}").trim_end());
    }
    let other_labels: Vec<&str> = numbers
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != subject_index)
        .map(|other_number| other_number.1.label.as_str())
        .collect();
    if !other_labels.is_empty() {
        let report = if options.rest == Rest::InFiles {
            ", or the report"
        } else {
            ""
        };
        let _ = write!(
            text,
            "\nAlso computed: {} (--all{report})\n",
            other_labels.join("; ")
        );
    }
    Some((
        text.lines()
            .map(|line| printable_line(line).into_owned() + "\n")
            .collect(),
        UsedSigns::of(table),
    ))
}

/// Returns whether the cases are all combinations of two parameters with rising or falling values.
fn is_grid(report: &Report) -> bool {
    let is_ordered = |swept: &Swept| {
        let numbers = || swept.values.iter().map(|value| value.number());
        rising_numbers(numbers()).is_some() || rising_numbers(numbers().rev()).is_some()
    };
    let [first, second] = report.sweep.as_slice() else {
        return false;
    };
    let is_complete = report.cases.len() == first.values.len() * second.values.len();
    let is_plain = [first, second]
        .into_iter()
        .all(|swept| is_ordered(swept) && swept.values.len() > 1);
    report.variants.is_empty() && is_complete && is_plain
}

/// Returns the number about the metric of the first sentence, or else the first number.
fn subject_number(report: &Report, numbers: &[CaseNumbers<'_>]) -> Option<usize> {
    let metric = summary::metric(report);
    let is_of_it =
        |number: &CaseNumbers<'_>| number.metric.is_some() && number.metric == metric.as_deref();
    numbers
        .iter()
        .position(is_of_it)
        .or((!numbers.is_empty()).then_some(0))
}

/// Returns the orientation of the first heat map. Without one, the parameter with fewer values has
/// the rows.
fn orientation(report: &Report) -> Orientation {
    let heat_maps = report
        .charts
        .iter()
        .filter(|chart| chart.kind == ChartKind::Heatmap);
    let map = heat_maps
        .map(|chart| (chart.series, chart.x))
        .find_map(|axes| match axes {
            (Some(Axis::Sweep(rows)), Axis::Sweep(columns)) => Some(Orientation { rows, columns }),
            _ => None,
        });
    let counts = [0, 1].map(|axis| report.sweep[axis].values.len());
    let is_first_down = counts[0] <= counts[1];
    map.unwrap_or(if is_first_down {
        Orientation {
            rows: 0,
            columns: 1,
        }
    } else {
        Orientation {
            rows: 1,
            columns: 0,
        }
    })
}

/// Returns the names of the rows and a column for each value of the other parameter.
fn table(report: &Report, number: &CaseNumbers<'_>, orientation: Orientation) -> Table {
    let messages = Messages::english();
    let [down, across] = [orientation.rows, orientation.columns].map(|axis| &report.sweep[axis]);
    let cell = |row: usize, column: usize| {
        let is_there = |point: &[usize]| {
            point[orientation.rows] == row && point[orientation.columns] == column
        };
        let case = report.cases.iter().position(|case| is_there(&case.point));
        let text = case
            .map(|case| best_cell(&number.readings[case], number.tied_ranges[case]))
            .unwrap_or_default();
        text.replace('%', "")
    };
    let rows = || 0..down.values.len();
    let names = Column::text("", rows().map(|row| down.name(row, messages)));
    let value = |column: usize| {
        Column::numbers(
            across.value(column, messages),
            rows().map(|row| cell(row, column)),
        )
    };
    let columns = [names]
        .into_iter()
        .chain((0..across.values.len()).map(value))
        .collect();
    Table::new(columns)
}
