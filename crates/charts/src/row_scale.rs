//! The horizontal axis of charts whose rows have names: its range, its ticks and its numbers.

use super::axis::{round_ticks, tick_decimals};
use super::canvas::{Align, Canvas};
use super::geometry::MARGIN;
use super::note::Whiskers;
use super::palette::Ink;
use super::text::LABEL;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::{NumberKind, Numerals};
use oddsmith_model::goal::Goal;
use oddsmith_model::report::Reading;

/// Returns the ends of the whisker; `None` for an exact value, or if the interval is unknown.
pub(super) fn whisker_ends(reading: &Reading) -> Option<[f64; 2]> {
    let ends = [reading.interval.low, reading.interval.high];
    (reading.exact.is_none() && ends.iter().all(|end| end.is_finite())).then_some(ends)
}

/// Returns whether rows with names are better than lines. They are if some places are not numbers,
/// or if there are only one or two places, which a line would turn into a slope.
pub(super) fn has_rows(data: &ChartData<'_>) -> bool {
    data.xs.len() <= 2 || data.xs.iter().any(|place| place.number.is_none())
}

/// Draws the design goal as a dashed vertical line.
pub(super) fn draw_goal(canvas: &mut Canvas, x: f64, top: f64, bottom: f64) {
    canvas.dashed_line(&[(x, top), (x, bottom)], &[1.2, 0.8], Ink::Text, 0.2);
}

/// Returns the design goal of a chart.
pub(super) fn goal(data: &ChartData<'_>, kind: NumberKind) -> Option<Goal> {
    data.chart.wishes.target.map(|target| Goal {
        value: target,
        is_chance: kind.is_chance(),
        numerals: data.words().numerals(),
    })
}

/// Returns the sentence about where the design goal is reached, with the places in this order.
pub(super) fn goal_text(data: &ChartData<'_>, goal: Goal, order: &[usize]) -> String {
    let line_count = data.lines.len();
    let lines = (0..line_count).map(|line| {
        let name = if line_count > 1 {
            data.lines[line].name.clone()
        } else {
            String::new()
        };
        let value = |&x: &usize| {
            let reading = data.plotted_reading(line, x)?;
            Some((data.xs[x].name.clone(), reading.exact_or_estimate()))
        };
        (name, order.iter().filter_map(value).collect())
    });
    goal.reached_text(data.words(), data.xs.len(), lines)
}

/// Draws a vertical line at each tick, a strong one at zero.
pub(super) fn draw_grid(
    canvas: &mut Canvas,
    ticks: &[f64],
    top: f64,
    bottom: f64,
    x: impl Fn(f64) -> f64,
) {
    for &tick in ticks {
        canvas.line(vec![(x(tick), top), (x(tick), bottom)], Ink::Grid, 0.1);
    }
    canvas.line(vec![(x(0.0), top), (x(0.0), bottom)], Ink::Text, 0.25);
}

/// The kind of number along the axis, and the number format.
#[derive(Clone, Copy)]
pub(super) struct RowScale {
    pub(super) kind: NumberKind,
    pub(super) numerals: Numerals,
}

impl RowScale {
    /// Returns the kind of whiskers, given whether they are drawn and whether some numbers are
    /// estimates.
    pub(super) fn whiskers(self, has_whiskers: bool, is_estimated: bool) -> Whiskers {
        match (has_whiskers, self.kind.is_chance()) {
            (true, true) => Whiskers::Wilson,
            (true, false) => Whiskers::Normal,
            (false, _) if is_estimated => Whiskers::Unseen,
            (false, _) => Whiskers::None,
        }
    }

    /// Returns the range of an axis that includes all these values and zero.
    pub(super) fn axis_range(self, ends: impl Iterator<Item = f64>) -> (f64, f64) {
        let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| {
            (low.min(end), high.max(end))
        });
        (
            low,
            if self.kind.is_chance() {
                high.min(1.0)
            } else {
                high
            },
        )
    }

    pub(super) fn number_text(self, reading: &Reading) -> String {
        let known = Estimate::from_reading(reading);
        if self.kind.is_chance() {
            known.digits(self.numerals)
        } else {
            known.bare_mean(self.numerals)
        }
    }

    /// Returns the factor that converts a number to the unit of the axis, which may be percent.
    fn unit_factor(self) -> f64 {
        if self.kind.is_chance() { 100.0 } else { 1.0 }
    }

    fn label(self, tick: f64, step: f64) -> String {
        self.numerals.fixed(
            tick * self.unit_factor(),
            tick_decimals(step * self.unit_factor()),
        )
    }

    /// Returns as many ticks as fit.
    pub(super) fn ticks(self, low: f64, high: f64, room: f64) -> Vec<f64> {
        let fits = |ticks: &Vec<f64>| {
            let (step, count) = (ticks[1] - ticks[0], ticks.len() as f64);
            let widest = ticks
                .iter()
                .map(|&tick| LABEL.width(&self.numerals.percent(&self.label(tick, step))))
                .fold(0.0, f64::max);
            widest + 1.0 <= room / (count - 1.0)
        };
        let candidates = || {
            (1..=5)
                .rev()
                .map(|most| round_ticks(low, high, most, false))
        };
        candidates()
            .find(fits)
            .unwrap_or_else(|| round_ticks(low, high, 1, false))
    }

    pub(super) fn draw_axis(
        self,
        canvas: &mut Canvas,
        ticks: &[f64],
        bottom: f64,
        x: &dyn Fn(f64) -> f64,
    ) -> f64 {
        let foot = bottom + LABEL.pitch();
        for (nth, &tick) in ticks.iter().enumerate() {
            let text = self.label(tick, ticks[1] - ticks[0]);
            let is_top = self.kind.is_chance() && nth + 1 == ticks.len();
            let text = if is_top {
                self.numerals.percent(&text)
            } else {
                text
            };
            let half = LABEL.width(&text) / 2.0;
            let position = (
                x(tick).clamp(MARGIN + half, canvas.width - MARGIN - half),
                foot,
            );
            // Adjacent numbers that touch would look like one.
            if canvas.is_clear(Canvas::text_area(&text, LABEL, position, Align::Centre).grown(0.3))
            {
                canvas.text(&text, LABEL, Ink::Quiet, position, Align::Centre);
            }
        }
        foot
    }
}
