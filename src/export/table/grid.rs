//! The table of a sweep over two parameters that have an order: a grid of one number.

use std::fmt::Write;

use super::cases::CaseNumbers;
use super::cells::best_cell;
use super::ending::UsedSigns;
use super::layout::{Column, laid_out, left, right};
use super::options::{Options, Rest};
use crate::report::{Axis, Report, Swept, rising};
use crate::rule::presentation::ChartKind;
use crate::summary;
use crate::terminal::shown;
use crate::wordbook::Wordbook;

/// How far its rows are indented.
const INDENT: &str = "  ";
/// The widest that it gets, where no terminal is narrower.
const WIDEST: usize = 100;

/// Which swept parameter has the rows, and which the columns.
#[derive(Clone, Copy, Debug)]
struct Orientation {
    rows: usize,
    columns: usize,
}

/// Returns the grid of the report's subject, and the signs in it that the last lines explain; `None` where the cases are no
/// grid, where it does not fit, and where somebody asked for a row for each case.
pub(super) fn grid(report: &Report, numbers: &[CaseNumbers<'_>], options: &Options) -> Option<(String, UsedSigns)> {
    let wants_rows = options.is_wide || options.shows_all || options.sort.is_some() || options.top.is_some();
    if wants_rows || !is_grid(report) {
        return None;
    }
    let at = subject(report, numbers)?;
    let number = &numbers[at];
    let preferred = orientation(report);
    let turned = Orientation { rows: preferred.columns, columns: preferred.rows };
    let width = options.width.min(WIDEST);
    let laid = [preferred, turned].map(|orientation| (orientation, columns(report, number, orientation)));
    let fitting = laid.iter().find(|(_, columns)| width_of(columns) <= width).unwrap_or(&laid[0]);
    let (orientation, columns) = fitting;
    let blocks = blocks(columns, width)?;
    let is_chance = number.readings.iter().flatten().all(|reading| reading.kind.is_chance());
    let label = format!("{}{}", number.label, if is_chance { ", %" } else { "" });
    let before = INDENT.len() + columns[0].width();
    let mut text = format!("\n{label:<before$}  {}\n", report.sweep[orientation.columns].label);
    for (at, block) in blocks.iter().enumerate() {
        text.push_str(if at > 0 { "\n" } else { "" });
        for line in laid_out(block).lines() {
            let _ = writeln!(text, "{INDENT}{line}");
        }
    }
    let others: Vec<&str> =
        numbers.iter().enumerate().filter(|(other, _)| *other != at).map(|own| own.1.label.as_str()).collect();
    if !others.is_empty() {
        let report = if options.rest == Rest::InFiles { ", or the report" } else { "" };
        let _ = write!(text, "\nAlso computed: {} (--all{report})\n", others.join("; "));
    }
    Some((text.lines().map(|line| shown(line).into_owned() + "\n").collect(), UsedSigns::of(columns)))
}

/// The columns of a terminal that some columns take.
fn width_of(columns: &[Column]) -> usize {
    INDENT.len() + columns.iter().map(Column::width).sum::<usize>()
}

/// The columns in blocks that fit, each behind the names of the rows; `None` where not even one column fits.
fn blocks(columns: &[Column], width: usize) -> Option<Vec<Vec<Column>>> {
    let (names, values) = columns.split_first()?;
    let mut blocks: Vec<Vec<Column>> = Vec::new();
    for column in values {
        let fits = |block: &Vec<Column>| width_of(block) + column.width() <= width;
        match blocks.last_mut().filter(|block| fits(block)) {
            Some(block) => block.push(column.clone()),
            None => blocks.push(vec![names.clone(), column.clone()]),
        }
    }
    blocks.iter().all(|block| width_of(block) <= width).then_some(blocks)
}

/// Whether the cases are all combinations of two parameters whose values rise or fall.
fn is_grid(report: &Report) -> bool {
    let is_ordered = |swept: &Swept| {
        let numbers = || swept.values.iter().map(|value| value.number());
        rising(numbers()).is_some() || rising(numbers().rev()).is_some()
    };
    let [first, second] = report.sweep.as_slice() else { return false };
    let is_complete = report.cases.len() == first.values.len() * second.values.len();
    let is_plain = [first, second].into_iter().all(|swept| is_ordered(swept) && swept.values.len() > 1);
    report.variants.is_empty() && is_complete && is_plain
}

/// The number of the metric that the first sentence is about; else the first.
fn subject(report: &Report, numbers: &[CaseNumbers<'_>]) -> Option<usize> {
    let metric = summary::metric(report);
    let is_of_it = |number: &CaseNumbers<'_>| number.metric.is_some() && number.metric == metric.as_deref();
    numbers.iter().position(is_of_it).or((!numbers.is_empty()).then_some(0))
}

/// As the first heat map has them; else the parameter with fewer values has the rows.
fn orientation(report: &Report) -> Orientation {
    let of_map = report.charts.iter().filter(|chart| chart.kind == ChartKind::Heatmap);
    let map = of_map.map(|chart| (chart.series, chart.x)).find_map(|axes| match axes {
        (Some(Axis::Sweep(rows)), Axis::Sweep(columns)) => Some(Orientation { rows, columns }),
        _ => None,
    });
    let counts = [0, 1].map(|at| report.sweep[at].values.len());
    let is_first_down = counts[0] <= counts[1];
    map.unwrap_or(if is_first_down { Orientation { rows: 0, columns: 1 } } else { Orientation { rows: 1, columns: 0 } })
}

/// The names of the rows, then a column for each value of the other parameter.
fn columns(report: &Report, number: &CaseNumbers<'_>, orientation: Orientation) -> Vec<Column> {
    let wordbook = Wordbook::english();
    let [down, across] = [orientation.rows, orientation.columns].map(|at| &report.sweep[at]);
    let cell = |row: usize, column: usize| {
        let is_there = |point: &[usize]| point[orientation.rows] == row && point[orientation.columns] == column;
        let case = report.cases.iter().position(|case| is_there(&case.point));
        let text = case.map(|case| best_cell(&number.readings[case], number.tied[case])).unwrap_or_default();
        text.replace('%', "")
    };
    let rows = || 0..down.values.len();
    let names = left("", rows().map(|row| down.name(row, wordbook)));
    let value = |column: usize| right(&across.value(column, wordbook), rows().map(|row| cell(row, column)));
    [names].into_iter().chain((0..across.values.len()).map(value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_that_is_too_wide_is_cut_into_blocks() {
        let names = left("", ["QV 2".to_owned()].into_iter());
        let value = |number: usize| right(&number.to_string(), ["57.9".to_owned()].into_iter());
        let columns: Vec<Column> = [names].into_iter().chain((0..5).map(value)).collect();
        let of = |width| blocks(&columns, width).map(|blocks| blocks.iter().map(Vec::len).collect::<Vec<_>>());
        // The indent and the names take 8 columns, each number 6.
        assert_eq!(
            [of(38), of(37), of(20), of(14), of(13)],
            [Some(vec![6]), Some(vec![5, 2]), Some(vec![3, 3, 2]), Some(vec![2; 5]), None]
        );
    }
}
