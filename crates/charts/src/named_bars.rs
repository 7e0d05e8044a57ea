//! Bars of a probability or a mean at places with names: the largest first, unless the places have
//! an order.

use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::Area;
use super::note;
use super::page::{Page, Sheet, page_width};
use super::palette::Ink;
use super::row_scale::{self, RowScale, draw_grid, has_rows, whisker_ends};
use super::text::{LABEL, STRONG};
use oddsmith_model::chart_data::{AxisPlace, ChartData};
use oddsmith_model::messages::Word;
use oddsmith_model::report::{Axis, Distribution, Reading};

/// The maximal number of rows.
const MAX_ROWS: usize = 60;
/// The maximum width of a row's name before it is wrapped, as a share of the page.
const NAME_SHARE: f64 = 0.36;
/// The gap between the names and the bars.
const NAME_GAP: f64 = 2.0;
/// The gap between a bar and its number.
const SPACE: f64 = 1.0;

/// A row: a place, its name in lines, and its number.
struct BarRow<'t> {
    x: usize,
    place: &'t AxisPlace,
    name: Vec<String>,
    reading: Reading,
    /// The ends of the line across the bar: those of the interval of an estimate, or of the middle
    /// 90% of the distribution.
    ends: Option<[f64; 2]>,
    /// The number of an earlier run.
    before: Option<f64>,
}

/// Returns whether a chart is drawn as bars with names instead of a line.
pub(super) fn is_suitable(data: &ChartData<'_>) -> bool {
    data.lines.len() == 1 && has_rows(data) && data.xs.len() <= MAX_ROWS
}

/// Draws the bars.
pub(super) fn draw(data: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let label = data.axis_label(data.chart.x);
    let names = STRONG
        .widest(row_names(data))
        .min(NAME_SHARE * page_width(data.chart));
    let rows = rows(data, names + 0.01)?;
    let axis = RowScale {
        kind: rows[0].reading.kind,
        numerals: data.numerals(),
    };
    let mut page = Page::new(data.chart);
    let label_lines = LABEL.wrap_at_most(&label, names.max(24.0), 2);
    let head = page.top + label_lines.len() as f64 * LABEL.pitch();
    let bars = BarAxis::new(
        data,
        &rows,
        axis,
        page.left() + names + NAME_GAP,
        page.right(),
    );
    let most = row_pitch(rows.len());
    let lines = rows.iter().map(|row| row.name.len()).max().unwrap_or(1);
    let tight = (lines as f64 * STRONG.pitch() + 0.4).max(STRONG.size() + 0.4);
    let pitch = (most.max(tight) + taller / rows.len() as f64).max(tight);
    let (top, bottom) = (head + 0.4, head + 0.8 + pitch * rows.len() as f64);
    draw_grid(&mut page.canvas, &bars.ticks, top, bottom, |x| {
        bars.page_x(x)
    });
    // A label above everything else would be read as the subtitle.
    page.write_row_label(&label_lines, head - 0.6);
    for (nth, row) in rows.iter().enumerate() {
        let middle = head + 0.8 + (nth as f64 + 0.5) * pitch;
        page.canvas.lines_around(
            &row.name,
            STRONG,
            Ink::Text,
            (page.left(), middle),
            Align::Left,
        );
        if row.place.is_selected {
            page.canvas
                .mark_selected((page.left() + names + NAME_GAP / 2.0, middle));
        }
        bars.draw_row(&mut page.canvas, row, middle, pitch);
    }
    let goal = row_scale::goal(data, axis.kind);
    if let Some(goal) = goal {
        row_scale::draw_goal(&mut page.canvas, bars.page_x(goal.value), top, bottom);
    }
    let foot = axis.draw_axis(&mut page.canvas, &bars.ticks, bottom, &|x| bars.page_x(x));
    let is_estimated = rows.iter().any(|row| whisker_ends(&row.reading).is_some());
    let order: Vec<usize> = rows.iter().map(|row| row.x).collect();
    let range = data.chart.shows_range.then(|| {
        let share = data.words().percent("90");
        data.words().fill(Word::MeanBars, &[("share", &share)])
    });
    let goal = goal.map(|goal| row_scale::goal_text(data, goal, &order));
    let legend: Vec<String> = range.into_iter().chain(goal).collect();
    let has_whiskers = bars.has_whiskers && !data.chart.shows_range;
    let whiskers = axis.whiskers(has_whiskers, is_estimated);
    Ok(page.finish(foot, note::for_chart(data, legend, whiskers)))
}

/// Returns the names of the rows. The label of the axis is above them, so they do not repeat it.
fn row_names<'t>(data: &'t ChartData<'_>) -> Vec<&'t str> {
    let repeats = |place: &AxisPlace| place.name.ends_with(&place.tick);
    let name = if data.xs.iter().all(repeats) {
        |place: &'t AxisPlace| place.tick.as_str()
    } else {
        |place: &'t AxisPlace| place.name.as_str()
    };
    data.xs.iter().map(name).collect()
}

/// Returns the usual distance between this many rows.
fn row_pitch(count: usize) -> f64 {
    match count {
        0..=8 => 5.6,
        9..=16 => 4.6,
        _ => 3.6,
    }
}

/// Returns the rows that have a number. Names of a sweep or of variants have no order, so the
/// largest number is first. Panels keep one order, so that they can be compared.
fn rows<'t>(data: &'t ChartData<'_>, room: f64) -> Result<Vec<BarRow<'t>>, ChartError> {
    let names = row_names(data);
    let wrapped = STRONG.wrap_apart(&names, room, 3);
    let row = |(x, (place, name)): (usize, (&'t AxisPlace, Vec<String>))| {
        let reading = data.plotted_reading(0, x)?;
        let ends = if data.chart.shows_range {
            middle_range(data.distribution(0, x)?)
        } else {
            whisker_ends(&reading)
        };
        Some(BarRow {
            x,
            place,
            name,
            reading,
            ends,
            before: data.earlier_value(0, x),
        })
    };
    let mut rows: Vec<BarRow> = data
        .xs
        .iter()
        .zip(wrapped)
        .enumerate()
        .filter_map(row)
        .collect();
    if rows.is_empty() {
        return Err(ChartError::Empty("no place has a value".to_owned()));
    }
    let is_named = rows.iter().all(|row| row.place.number.is_none());
    let is_sorted = is_named && data.chart.x != Axis::Steps && data.chart.family.is_empty();
    if is_sorted && !data.chart.is_panel {
        let value = |row: &BarRow| row.reading.exact_or_estimate();
        rows.sort_by(|row, other| value(other).total_cmp(&value(row)));
    }
    Ok(rows)
}

/// Returns the ends of the middle 90% of a distribution.
fn middle_range(distribution: &Distribution) -> Option<[f64; 2]> {
    Some([
        distribution.quantile(5)? as f64,
        distribution.quantile(95)? as f64,
    ])
}

/// The axis of the bars, on the page.
struct BarAxis {
    axis: RowScale,
    ticks: Vec<f64>,
    left: f64,
    right: f64,
    has_whiskers: bool,
}

impl BarAxis {
    fn new(
        data: &ChartData<'_>,
        rows: &[BarRow<'_>],
        axis: RowScale,
        left: f64,
        right: f64,
    ) -> BarAxis {
        let goal = data.chart.wishes.target;
        let ends = rows.iter().flat_map(|row| {
            let whisker = row.ends.into_iter().flatten();
            whisker
                .chain([row.reading.exact_or_estimate()])
                .chain(row.before)
        });
        let (low, high) = axis.axis_range(ends.chain(goal));
        let room = |is_left: bool| {
            let is_there = |row: &&BarRow| (row.reading.exact_or_estimate() < 0.0) == is_left;
            let numbers = rows.iter().filter(is_there);
            numbers
                .map(|row| STRONG.width(&axis.number_text(&row.reading)) + SPACE)
                .fold(0.0, f64::max)
        };
        let (left, right) = (left + room(true), right - room(false));
        let ticks = axis.ticks(low, high, right - left);
        let mut bars = BarAxis {
            axis,
            ticks,
            left,
            right,
            has_whiskers: false,
        };
        // Either all bars have a whisker or none.
        bars.has_whiskers = rows.iter().any(|row| {
            row.ends
                .is_some_and(|[low, high]| bars.page_x(high) - bars.page_x(low) > 0.5)
        });
        bars
    }

    fn page_x(&self, value: f64) -> f64 {
        let (first, last) = (self.ticks[0], self.ticks[self.ticks.len() - 1]);
        self.left + (value - first) / (last - first) * (self.right - self.left)
    }

    fn draw_row(&self, canvas: &mut Canvas, row: &BarRow, middle: f64, pitch: f64) {
        let (zero, end) = (
            self.page_x(0.0),
            self.page_x(row.reading.exact_or_estimate()),
        );
        let half = pitch * 0.34;
        let (mut left, mut right) = (zero.min(end), zero.max(end));
        if right > left {
            let area = Area::new(left, middle - half, right, middle + half);
            canvas.rect(area, Ink::Half);
        }
        if let Some(before) = row.before {
            let x = self.page_x(before);
            canvas.line(
                vec![(x, middle - half - 0.3), (x, middle + half + 0.3)],
                Ink::EarlierLine,
                0.5,
            );
            (left, right) = (left.min(x), right.max(x));
        }
        if let Some(ends) = row.ends.filter(|_| self.has_whiskers) {
            let [low, high] = ends.map(|end| self.page_x(end));
            canvas.line(vec![(low, middle), (high, middle)], Ink::Text, 0.25);
            for x in [low, high] {
                canvas.line(vec![(x, middle - 0.6), (x, middle + 0.6)], Ink::Text, 0.25);
            }
            (left, right) = (left.min(low), right.max(high));
        }
        let (x, align) = if row.reading.exact_or_estimate() < 0.0 {
            (left - SPACE, Align::Right)
        } else {
            (right + SPACE, Align::Left)
        };
        let number = self.axis.number_text(&row.reading);
        let position = (x, middle + STRONG.half_cap());
        canvas.text(&number, STRONG, Ink::Text, position, align);
    }
}
