//! The table of the chances of at least, of at most or of exactly each value.

use oddsmith_model::figures::NumberKind;
use std::ops::Range;

use super::{LONG_TABLE_ROWS, axis_label, faint_rows_note, goal_note};
use oddsmith_model::chart_data::{AxisPlace, ChartData};
use oddsmith_model::estimate::{Estimate, MIN_SHOWN_SHARE};
use oddsmith_model::messages::Word;
use oddsmith_model::report::{Axis, Distribution};
use oddsmith_model::rule::presentation::ChartKind;
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
    let is_compared = data.chart.kind == ChartKind::Compare && curves.len() > 1;
    let compared_lines = if is_compared { 1..curves.len() } else { 0..0 };
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
    let mut notes = notes(data, compared_lines.len(), has_faint);
    // The subtitle that every chart has by default says it, too.
    notes.retain(|note| !data.chart.subtitle.contains(note.as_str()));
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
        column_axis: match data.series() {
            series @ Axis::Sweep(_) => axis_label(data, series),
            _ => String::new(),
        },
        note: notes.join(" "),
        ..Table::from_numbers(heads(data, compared_lines.clone()), shown.map(row))
    }
}

/// Returns the heads of the columns: k, the lines, and the differences of the compared lines.
fn heads(data: &ChartData<'_>, compared_lines: Range<usize>) -> Vec<String> {
    let messages = data.words();
    let line_label = |line: &AxisPlace| match data.series() {
        Axis::Single => messages.text(Word::Chance).to_owned(),
        _ => line.tick.clone(),
    };
    let x_label = data.chart.wishes.x_label.clone();
    let down = x_label.unwrap_or_else(|| messages.fill(Word::KOf, &[("metric", &data.label())]));
    let mut heads = vec![down];
    heads.extend(data.lines.iter().map(line_label));
    if compared_lines.len() == 1 {
        heads.push(messages.text(Word::Difference).to_owned());
        return heads;
    }
    heads.extend(compared_lines.map(|line| {
        let line = line_label(&data.lines[line]);
        messages.fill(Word::DifferenceOf, &[("line", &line)])
    }));
    heads
}

/// Returns the sentences below the table, without the one about a goal.
fn notes(data: &ChartData<'_>, differences: usize, has_faint: bool) -> Vec<String> {
    let messages = data.words();
    let what = match data.chart.kind {
        ChartKind::AtMost => Word::ChanceAtMost,
        ChartKind::Distribution => Word::ChanceExactly,
        _ => Word::ChanceAtLeast,
    };
    let difference = match differences {
        0 => None,
        1 => Some(Word::SecondLessFirst),
        _ => Some(Word::OneLessFirst),
    };
    let words = [what].into_iter().chain(difference);
    let mut notes: Vec<String> = words.map(|word| messages.text(word).to_owned()).collect();
    notes.extend(has_faint.then(|| faint_rows_note(data)));
    notes
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
