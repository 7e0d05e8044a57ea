//! Dumbbell charts: two series at places with names, with a dot for each and the gap between them.

use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::note;
use super::page::{Page, Sheet, page_width};
use super::palette::Ink;
use super::row_scale::{self, RowScale, draw_grid, whisker_ends};
use super::series::Style;
use super::text::{LABEL, STRONG};
use oddsmith_model::chart_data::AxisPlace;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::estimate::{self, Estimate};
use oddsmith_model::goal::Goal;
use oddsmith_model::messages::Word;
use oddsmith_model::report::Reading;

/// The maximal number of rows.
const MAX_ROWS: usize = 16;
/// The maximum width of a row's name before it is wrapped, as a share of the page.
const NAME_SHARE: f64 = 0.3;
/// The distance between rows.
const PITCH: f64 = 6.0;
/// The gap between a dot and its number.
const SPACE: f64 = 1.3;
/// The minimum width for the dots.
const NARROWEST: f64 = 9.0;
/// The distance of a whisker from the middle of its row.
const WHISKER_OFFSET: f64 = 0.45;

/// A row, with the values of both variants.
struct DumbbellRow {
    name: Vec<String>,
    readings: [Reading; 2],
    /// The values of an earlier run.
    before: [Option<f64>; 2],
}

/// Returns whether a chart of two series can have dumbbells.
pub(super) fn is_suitable(data: &ChartData<'_>) -> bool {
    data.lines.len() == 2
        && row_scale::has_rows(data)
        && (2..=MAX_ROWS).contains(&data.xs.len())
        && rows(data, 0.0).is_some()
}

/// Returns the rows; `None` if one of the variants has no value at some place.
fn rows(data: &ChartData<'_>, room: f64) -> Option<Vec<DumbbellRow>> {
    let row = |(x, place): (usize, &AxisPlace)| {
        let name = STRONG.wrap_at_most(&place.name, room, 3);
        let readings = [data.plotted_reading(0, x)?, data.plotted_reading(1, x)?];
        Some(DumbbellRow {
            name,
            readings,
            before: [0, 1].map(|nth| data.earlier_value(nth, x)),
        })
    };
    data.xs.iter().enumerate().map(row).collect()
}

/// Draws dumbbells.
pub(super) fn draw(data: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let (places, series) = (&data.xs, &data.lines);
    let names = names_width(data);
    let empty = || ChartError::Empty("a variant shows nothing at a place".to_owned());
    let rows = rows(data, names + 0.01).ok_or_else(empty)?;
    let readings = || rows.iter().flat_map(|row| &row.readings);
    let mut scale = DumbbellScale {
        axis: RowScale {
            kind: rows[0].readings[0].kind,
            numerals: data.numerals(),
        },
        styles: [0, 1].map(|nth| Style::for_series(nth, 2, false, data.highlight())),
        has_numbers: true,
        has_whiskers: false,
    };
    let mut page = Page::new(data.chart);
    let top = scale.draw_legend(&mut page, series) + 1.0;
    let gaps: Vec<String> = rows.iter().map(|row| scale.gap_text(row)).collect();
    let gap_word = if scale.axis.kind.is_chance() {
        Word::Points
    } else {
        Word::Gap
    };
    let gap_head = data.words().text(gap_word);
    let gap_room = STRONG
        .widest(gaps.iter().map(String::as_str))
        .max(LABEL.width(gap_head));
    let (left, right) = (page.left() + names + 2.0, page.right() - gap_room - 2.0);
    let goal = row_scale::goal(data, scale.axis.kind);
    let value_axis = scale.value_axis(&rows, (left, right), goal);
    let (ticks, x) = (&value_axis.ticks, |value: f64| value_axis.x(value));
    // Either all dots have a whisker or none.
    let is_seen =
        |reading: &Reading| whisker_ends(reading).is_some_and(|[low, high]| x(high) - x(low) > 0.5);
    scale.has_whiskers = readings().any(is_seen);
    let least = PITCH + taller / rows.len() as f64;
    let pitch = |row: &DumbbellRow| least.max(row.name.len() as f64 * STRONG.pitch() + 0.6);
    let head = top + LABEL.pitch();
    let bottom = head + 0.8 + rows.iter().map(pitch).sum::<f64>();
    draw_grid(&mut page.canvas, ticks, head + 0.4, bottom, x);
    if let Some(goal) = goal {
        row_scale::draw_goal(&mut page.canvas, x(goal.value), head + 0.4, bottom);
    }
    let label = data.chart.wishes.x_label.as_deref().unwrap_or_default();
    let label = LABEL.shorten(label, names + 1.5);
    draw_heads(&mut page, &label, gap_head, head);
    let mut y = head + 0.8;
    for ((row, gap), place) in rows.iter().zip(&gaps).zip(places) {
        let middle = y + pitch(row) / 2.0;
        if place.is_selected {
            page.canvas
                .mark_selected((page.left() + names + 1.0, middle));
        }
        write_name_and_gap(&mut page, row, gap, middle);
        scale.draw_row(&mut page.canvas, row, middle, &x);
        y += pitch(row);
    }
    let foot = scale.axis.draw_axis(&mut page.canvas, ticks, bottom, &x);
    let is_estimated = readings().any(|reading| whisker_ends(reading).is_some());
    let whiskers = scale.axis.whiskers(scale.has_whiskers, is_estimated);
    let legend = legend_text(data, gap_head, goal);
    Ok(page.finish(foot, note::for_chart(data, vec![legend], whiskers)))
}

/// Writes the name of a row on the left and the difference on the right.
fn write_name_and_gap(page: &mut Page, row: &DumbbellRow, gap: &str, middle: f64) {
    let (left, right) = (page.left(), page.right());
    page.canvas
        .lines_around(&row.name, STRONG, Ink::Text, (left, middle), Align::Left);
    let foot = middle + STRONG.half_cap();
    page.canvas
        .text(gap, STRONG, Ink::Text, (right, foot), Align::Right);
}

/// Returns the meaning of the differences, and where the goal is reached.
fn legend_text(data: &ChartData<'_>, gap_head: &str, goal: Option<Goal>) -> String {
    let order: Vec<usize> = (0..data.xs.len()).collect();
    let goal = goal.map(|goal| row_scale::goal_text(data, goal, &order));
    let sentences: Vec<String> = [gap_note(data, gap_head)].into_iter().chain(goal).collect();
    sentences.join(" ")
}

/// Returns the width of the names of the rows and of their label.
fn names_width(data: &ChartData<'_>) -> f64 {
    let label = data.chart.wishes.x_label.as_deref();
    let names = data.xs.iter().map(|place| place.name.as_str());
    STRONG
        .widest(names)
        .max(label.map_or(0.0, |label| LABEL.width(label)))
        .min(NAME_SHARE * page_width(data.chart))
}

/// Returns the sentence that says which variant is subtracted from which.
fn gap_note(data: &ChartData<'_>, gap: &str) -> String {
    let [other, minuend] = [0, 1].map(|nth| data.words().quote(&data.lines[nth].name));
    data.words().fill(
        Word::GapIs,
        &[("gap", gap), ("one", &minuend), ("other", &other)],
    )
}

/// Draws the heads of the names and of the gaps.
fn draw_heads(page: &mut Page, names: &str, gaps: &str, y: f64) {
    let (left, right) = (page.left(), page.right());
    page.canvas
        .text(names, LABEL, Ink::Quiet, (left, y), Align::Left);
    page.canvas
        .text(gaps, LABEL, Ink::Quiet, (right, y), Align::Right);
}

/// The ticks of the axis, and the positions of the first and the last one.
struct ValueAxis {
    ticks: Vec<f64>,
    ends: (f64, f64),
}

impl ValueAxis {
    fn x(&self, value: f64) -> f64 {
        let (first, last) = (self.ticks[0], self.ticks[self.ticks.len() - 1]);
        self.ends.0 + (value - first) / (last - first) * (self.ends.1 - self.ends.0)
    }
}

/// The settings for drawing both variants.
struct DumbbellScale {
    axis: RowScale,
    styles: [Style; 2],
    /// Whether numbers are next to the dots.
    has_numbers: bool,
    has_whiskers: bool,
}

impl DumbbellScale {
    /// Chooses the ends of the axis and its ticks between these positions. Numbers are next to the
    /// dots, inside the plot. If that leaves too little room for the dots, only the axis shows the
    /// values.
    fn value_axis(
        &mut self,
        rows: &[DumbbellRow],
        (left, right): (f64, f64),
        goal: Option<Goal>,
    ) -> ValueAxis {
        let readings = || rows.iter().flat_map(|row| &row.readings);
        let number_room = readings()
            .map(|reading| STRONG.width(&self.axis.number_text(reading)))
            .fold(0.0, f64::max)
            + SPACE;
        self.has_numbers = right - left - 2.0 * number_room >= NARROWEST;
        let side_room = if self.has_numbers { number_room } else { SPACE };
        let ends = (left + side_room, right - side_room);
        let before = rows.iter().flat_map(|row| row.before).flatten();
        let whiskers = readings().filter_map(whisker_ends).flatten();
        let values = readings().map(Reading::exact_or_estimate);
        let shown = values.chain(whiskers).chain(before);
        let (low, most) = self
            .axis
            .axis_range(shown.chain(goal.map(|goal| goal.value)));
        ValueAxis {
            ticks: self.axis.ticks(low, most, ends.1 - ends.0),
            ends,
        }
    }

    /// Returns the difference of the second variant from the first. It is zero only if the two are
    /// equal.
    fn gap_text(&self, row: &DumbbellRow) -> String {
        let [first, second] = row.readings.map(|reading| Estimate::from_reading(&reading));
        let by = second.value - first.value;
        let spread = (first.high - first.low).hypot(second.high - second.low) / 2.0;
        let is_exact = first.is_exact && second.is_exact;
        // If all trials are alike, the error is unknown.
        if !is_exact && (by.abs() <= spread || by == 0.0) {
            return "≈0".to_owned();
        }
        // The rounding error of a mean is relative to its size.
        if by.abs() < estimate::MARGIN * (1.0 + first.value.abs()) {
            return "0".to_owned();
        }
        self.axis.numerals.signed(by, self.axis.kind)
    }

    /// Draws the legend of both variants, and returns its bottom.
    fn draw_legend(&self, page: &mut Page, series: &[AxisPlace]) -> f64 {
        const MARK: f64 = 2.2;
        let room = page.right() - page.left();
        let (mut x, mut foot) = (page.left(), page.top + STRONG.size());
        for (style, place) in self.styles.iter().zip(series) {
            let name = STRONG.shorten(&place.name, room - MARK);
            let wide = MARK + STRONG.width(&name);
            if x > page.left() && x + wide > page.right() {
                (x, foot) = (page.left(), foot + STRONG.pitch());
            }
            style.draw_marker(&mut page.canvas, (x + 0.8, foot - STRONG.half_cap()));
            page.canvas
                .text(&name, STRONG, style.text, (x + MARK, foot), Align::Left);
            x += wide + 3.0;
        }
        foot
    }

    fn draw_row(
        &self,
        canvas: &mut Canvas,
        row: &DumbbellRow,
        middle: f64,
        x: &dyn Fn(f64) -> f64,
    ) {
        let dot_xs = row.readings.map(|reading| x(reading.exact_or_estimate()));
        canvas.line(
            vec![
                (dot_xs[0].min(dot_xs[1]), middle),
                (dot_xs[0].max(dot_xs[1]), middle),
            ],
            Ink::Others,
            0.6,
        );
        for (style, before) in self.styles.iter().zip(row.before) {
            before
                .into_iter()
                .for_each(|before| style.as_earlier().draw_marker(canvas, (x(before), middle)));
        }
        // Numbers are beyond everything else that is drawn, so that their background hides nothing.
        let xs = dot_xs
            .into_iter()
            .chain(row.before.into_iter().flatten().map(x));
        let (mut left, mut right) = xs
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(left, right), x| {
                (left.min(x), right.max(x))
            });
        // The whiskers are at different heights, because two in one line would look like one.
        for ((style, reading), off) in self
            .styles
            .iter()
            .zip(&row.readings)
            .zip([-WHISKER_OFFSET, WHISKER_OFFSET])
        {
            let Some(ends) = whisker_ends(reading).filter(|_| self.has_whiskers) else {
                continue;
            };
            let ([low, high], y) = (ends.map(x), middle + off);
            canvas.line(vec![(low, y), (high, y)], style.text, 0.25);
            [low, high].iter().for_each(|&end| {
                canvas.line(vec![(end, y - 0.5), (end, y + 0.5)], style.text, 0.25)
            });
            (left, right) = (left.min(low), right.max(high));
        }
        // If both values are equal, the second dot covers the first, and one number is enough.
        self.styles
            .iter()
            .zip(dot_xs)
            .for_each(|(style, dot_x)| style.draw_marker(canvas, (dot_x, middle)));
        if !self.has_numbers {
            return;
        }
        let numbers = row.readings.map(|reading| self.axis.number_text(&reading));
        let (low, high) = if dot_xs[1] >= dot_xs[0] {
            (0, 1)
        } else {
            (1, 0)
        };
        let (is_same, foot) = (numbers[0] == numbers[1], middle + STRONG.half_cap());
        let ink = if is_same {
            Ink::Text
        } else {
            self.styles[high].text
        };
        canvas.text_on_plate(
            &numbers[high],
            STRONG,
            ink,
            (right + SPACE, foot),
            Align::Left,
        );
        if !is_same {
            canvas.text_on_plate(
                &numbers[low],
                STRONG,
                self.styles[low].text,
                (left - SPACE, foot),
                Align::Right,
            );
        }
    }
}
