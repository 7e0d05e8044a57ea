//! The table of a sweep over two ordered parameters, or of many cases along two or three axes: a
//! grid of one number.

use std::fmt::Write;

use super::cases::CaseNumbers;
use super::cells::best_cell;
use super::ending::UsedSigns;
use super::options::{Options, Rest};
use oddsmith_model::messages::Messages;
use oddsmith_model::printable::printable_line;
use oddsmith_model::report::{Axis, Case, Report, Swept, rising_numbers};
use oddsmith_model::rule::presentation::ChartKind;
use oddsmith_model::summary;
use oddsmith_model::table::{Column, Table};

/// The indentation of the rows.
const INDENT: &str = "  ";
/// The greatest width, if the terminal is not narrower.
const WIDEST: usize = 100;

/// More cases than this are a grid even if an axis has words instead of ordered numbers.
const MAX_ROWS: usize = 12;

/// The axes of the rows and of the columns, and the place along a third axis.
#[derive(Clone, Copy, Debug)]
struct Orientation {
    rows: Axis,
    columns: Axis,
    block: Option<(Axis, usize)>,
}

/// Returns the grid of the report's subject, and the signs in it that the last lines explain. A
/// third axis has a grid for each of its places. Returns `None` if the cases are not a grid, if it
/// does not fit, or if the user asked for a row for each case.
pub(super) fn grid(
    report: &Report,
    numbers: &[CaseNumbers<'_>],
    options: &Options,
) -> Option<(String, UsedSigns)> {
    let wants_rows =
        options.is_wide || options.shows_all || options.sort.is_some() || options.top.is_some();
    if wants_rows {
        return None;
    }
    let axes = grid_axes(report)?;
    let subject_index = subject_number(report, numbers)?;
    let number = &numbers[subject_index];
    let blocks: Vec<Option<(Axis, usize)>> = match axes.as_slice() {
        [_, _] => vec![None],
        [blocks, ..] => (0..axis_length(report, *blocks))
            .map(|index| Some((*blocks, index)))
            .collect(),
        [] => return None,
    };
    let preferred = orientation(report, &axes[axes.len() - 2..]);
    let mut text = String::new();
    let mut signs = UsedSigns {
        has_plus_minus: false,
        has_dash: false,
    };
    for block in blocks {
        let (grid, grid_signs) = block_text(
            report,
            number,
            Orientation { block, ..preferred },
            options.width,
        )?;
        text.push_str(&grid);
        signs.has_plus_minus |= grid_signs.has_plus_minus;
        signs.has_dash |= grid_signs.has_dash;
    }
    text.push_str(&also_computed(numbers, subject_index, options.rest));
    Some((
        text.lines()
            .map(|line| printable_line(line).into_owned() + "\n")
            .collect(),
        signs,
    ))
}

/// Returns the line on the numbers that the grid does not show; empty if there are none.
fn also_computed(numbers: &[CaseNumbers<'_>], subject_index: usize, rest: Rest) -> String {
    let labels: Vec<&str> = numbers
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != subject_index)
        .map(|(_, number)| number.label.as_str())
        .collect();
    let report = if rest == Rest::InFiles {
        ", or the report"
    } else {
        ""
    };
    if labels.is_empty() {
        String::new()
    } else {
        format!("\nAlso computed: {} (--all{report})\n", labels.join("; "))
    }
}

/// Returns one grid with its headings, or `None` if it does not fit the width.
fn block_text(
    report: &Report,
    number: &CaseNumbers<'_>,
    preferred: Orientation,
    width: usize,
) -> Option<(String, UsedSigns)> {
    let turned = Orientation {
        rows: preferred.columns,
        columns: preferred.rows,
        ..preferred
    };
    let width = width.min(WIDEST) - INDENT.len();
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
    let unit = if is_chance { ", %" } else { "" };
    let place = preferred.block.map_or_else(String::new, |(axis, index)| {
        format!(" ({})", place_name(report, axis, index))
    });
    let label = format!("{}{unit}{place}", number.label);
    let before = INDENT.len() + table.columns[0].text_width();
    let heading = match orientation.columns {
        Axis::Sweep(parameter) => report.sweep[parameter].label.as_str(),
        _ => "",
    };
    let mut text = format!("\n{}\n", format!("{label:<before$}  {heading}").trim_end());
    for line in table.to_text(width).lines() {
        let _ = writeln!(text, "{}", format!("{INDENT}{line}").trim_end());
    }
    Some((text, UsedSigns::of(table)))
}

/// Returns the number of places along an axis.
fn axis_length(report: &Report, axis: Axis) -> usize {
    match axis {
        Axis::Sweep(parameter) => report.sweep[parameter].values.len(),
        _ => report.variants.len(),
    }
}

/// Returns the name of a place, for a separate row or heading.
fn place_name(report: &Report, axis: Axis, index: usize) -> String {
    match axis {
        Axis::Sweep(parameter) => report.sweep[parameter].name(index, Messages::english()),
        _ => report.variants[index].clone(),
    }
}

/// Returns the axes of a grid: of two parameters with rising or falling values, or of two or three
/// axes with many cases. The variants come first.
fn grid_axes(report: &Report) -> Option<Vec<Axis>> {
    let is_ordered = |axis: &Axis| {
        let Axis::Sweep(parameter) = axis else {
            return false;
        };
        let swept: &Swept = &report.sweep[*parameter];
        let numbers = || swept.values.iter().map(|value| value.number());
        rising_numbers(numbers()).is_some() || rising_numbers(numbers().rev()).is_some()
    };
    let variants = (!report.variants.is_empty()).then_some(Axis::Variants);
    let axes: Vec<Axis> = variants
        .into_iter()
        .chain((0..report.sweep.len()).map(Axis::Sweep))
        .collect();
    let lengths = || axes.iter().map(|axis| axis_length(report, *axis));
    let is_complete = report.cases.len() == lengths().product::<usize>();
    let is_plain = lengths().all(|length| length > 1);
    let is_of_numbers = axes.len() == 2 && axes.iter().all(is_ordered);
    let is_long = (2..=3).contains(&axes.len()) && report.cases.len() > MAX_ROWS;
    (is_complete && is_plain && (is_of_numbers || is_long)).then_some(axes)
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

/// Returns the orientation of the first heat map. Without one, the rows are the places of the
/// shorter axis.
fn orientation(report: &Report, axes: &[Axis]) -> Orientation {
    let heat_maps = report
        .charts
        .iter()
        .filter(|chart| chart.kind == ChartKind::Heatmap);
    let map = heat_maps
        .filter_map(|chart| Some((chart.series?, chart.x)))
        .find(|(rows, columns)| axes.contains(rows) && axes.contains(columns));
    let is_first_down = axis_length(report, axes[0]) <= axis_length(report, axes[1]);
    let (rows, columns) = map.unwrap_or(if is_first_down {
        (axes[0], axes[1])
    } else {
        (axes[1], axes[0])
    });
    Orientation {
        rows,
        columns,
        block: None,
    }
}

/// Returns the names of the rows and a column for each place along the other axis.
fn table(report: &Report, number: &CaseNumbers<'_>, orientation: Orientation) -> Table {
    let Orientation {
        rows: down,
        columns: across,
        block,
    } = orientation;
    let is_at = |case: &Case, axis: Axis, index: usize| match axis {
        Axis::Sweep(parameter) => case.point[parameter] == index,
        _ => case.variant == Some(index),
    };
    let cell = |row: usize, column: usize| {
        let is_there = |case: &Case| {
            is_at(case, down, row)
                && is_at(case, across, column)
                && block.is_none_or(|(axis, index)| is_at(case, axis, index))
        };
        let case = report.cases.iter().position(is_there);
        let text = case
            .map(|case| best_cell(&number.readings[case], number.tied_ranges[case]))
            .unwrap_or_default();
        text.replace('%', "")
    };
    let rows = || 0..axis_length(report, down);
    let names = Column::text("", rows().map(|row| place_name(report, down, row)));
    let head = |column: usize| match across {
        Axis::Sweep(parameter) => report.sweep[parameter].value(column, Messages::english()),
        _ => report.variants[column].clone(),
    };
    let value = |column: usize| Column::numbers(head(column), rows().map(|row| cell(row, column)));
    let columns = [names]
        .into_iter()
        .chain((0..axis_length(report, across)).map(value))
        .collect();
    Table::new(columns)
}
