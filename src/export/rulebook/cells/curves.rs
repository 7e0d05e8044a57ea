//! The table of the chances of at least, of at most or of exactly each value.

use crate::figures::NumberKind;
use std::ops::Range;

use super::{LONG_TABLE_ROWS, axis_label, faint_rows_note, goal_note};
use crate::chart_data::{AxisPlace, ChartData};
use crate::estimate::{Estimate, MIN_SHOWN_SHARE};
use crate::messages::Word;
use crate::report::{Axis, Distribution};
use crate::rule::presentation::ChartKind;
use oddsmith_model::table::Table;

/// Returns a table with a row for each k and a column for each line. For a comparison it adds the
/// differences in percentage points.
pub(super) fn cells(data: &ChartData<'_>) -> Table {
    let seen = data.values();
    let (Some(&low), Some(&high)) = (seen.first(), seen.last()) else {
        return Table::default();
    };
    // As in the chart, every number in the range has a row. For wide ranges, only values that occur
    // have one.
    let is_dense = high - low < 4 * LONG_TABLE_ROWS as i64;
    let values: Vec<i64> = if is_dense {
        (low..=high).collect()
    } else {
        seen
    };
    let distributions: Vec<&Distribution> = (0..data.lines.len())
        .filter_map(|line| data.distribution(line, 0))
        .collect();
    let curves: Vec<Vec<Estimate>> = distributions
        .iter()
        .map(|distribution| data.plotted_chances(distribution, &values))
        .collect();
    let (shown, has_faint) = shown_rows(&curves, values.len());
    let series = data.series();
    let messages = data.words();
    let line_label = |line: &AxisPlace| match series {
        Axis::Single => messages.text(Word::Chance).to_owned(),
        _ => line.tick.clone(),
    };
    let is_compared = data.chart.kind == ChartKind::Compare && curves.len() > 1;
    let x_label = data.chart.wishes.x_label.clone();
    let down = x_label.unwrap_or_else(|| messages.fill(Word::KOf, &[("metric", &data.label())]));
    let along = if matches!(series, Axis::Sweep(_)) {
        axis_label(data, series)
    } else {
        String::new()
    };
    let mut heads: Vec<String> = [down]
        .into_iter()
        .chain(data.lines.iter().map(line_label))
        .collect();
    let compared_lines = if is_compared { 1..curves.len() } else { 0..0 };
    match compared_lines.len() {
        1 => heads.push(messages.text(Word::Difference).to_owned()),
        _ => {
            let difference_head = |line: usize| {
                messages.fill(
                    Word::DifferenceOf,
                    &[("line", &line_label(&data.lines[line]))],
                )
            };
            heads.extend(compared_lines.clone().map(difference_head));
        }
    }
    let unit = format!(" {}", data.words().text(Word::Points));
    let row = |nth: usize| {
        let percentage = |chance: &Estimate| chance.percent_or_dash(data.numerals());
        let cells = curves.iter().map(|curve| percentage(&curve[nth]));
        let by = compared_lines.clone().map(|line| {
            curves[line][nth].minus(&curves[0][nth]).signed(
                NumberKind::Chance,
                &unit,
                data.numerals(),
            )
        });
        [data.number(values[nth])]
            .into_iter()
            .chain(cells)
            .chain(by)
            .collect()
    };
    let what = match data.chart.kind {
        ChartKind::AtMost => Word::ChanceAtMost,
        ChartKind::Distribution => Word::ChanceExactly,
        _ => Word::ChanceAtLeast,
    };
    let mut notes = vec![messages.text(what).to_owned()];
    let difference = match compared_lines.len() {
        0 => None,
        1 => Some(Word::SecondLessFirst),
        _ => Some(Word::OneLessFirst),
    };
    notes.extend(difference.map(|word| messages.text(word).to_owned()));
    if has_faint {
        notes.push(faint_rows_note(data));
    }
    let known_chances = |curve: &Vec<Estimate>| {
        let known = values
            .iter()
            .zip(curve)
            .filter(|(_, chance)| chance.value.is_finite());
        known
            .map(|(&k, chance)| (format!("k = {}", data.number(k)), chance.value))
            .collect()
    };
    notes.extend(goal_note(
        data,
        values.len(),
        curves.iter().map(known_chances),
    ));
    Table {
        column_axis: along,
        note: notes.join(" "),
        ..Table::from_numbers(heads, shown.map(row))
    }
}

/// Returns the rows that are shown, and whether rows with negligible chances are left out at an end
/// of a long table. Of the nearly certain rows at an end, one is shown.
fn shown_rows(curves: &[Vec<Estimate>], row_count: usize) -> (Range<usize>, bool) {
    let is_faint = |nth: usize| {
        curves
            .iter()
            .all(|curve| curve[nth].value < MIN_SHOWN_SHARE)
    };
    let is_sure = |nth: usize| {
        curves
            .iter()
            .all(|curve| curve[nth].value > 1.0 - MIN_SHOWN_SHARE)
    };
    let (mut first, mut end) = (0, row_count);
    if row_count <= LONG_TABLE_ROWS {
        return (0..row_count, false);
    }
    while end > 1 && is_faint(end - 1) {
        end -= 1;
    }
    while first + 1 < end && is_faint(first) {
        first += 1;
    }
    let has_faint = first > 0 || end < row_count;
    while first + 1 < end && is_sure(first + 1) {
        first += 1;
    }
    while first + 1 < end && is_sure(end - 2) {
        end -= 1;
    }
    (first..end, has_faint)
}
