//! The frame of a plot: grid, baseline and ticks, and the conversion of values to positions.

use super::axis::{label_stride, round_step, tick_decimals};
use super::canvas::{Align, Canvas};
use super::geometry::{Area, MARGIN, Point};
use super::palette::Ink;
use super::text::LABEL;
use super::tick::Tick;
use oddsmith_model::figures::Numerals;

/// The gap between a tick's label and the plot.
const SPACE: f64 = 1.2;
/// The minimum gap between two labels of the x axis.
const LABEL_GAP: f64 = 1.2;

/// Adjacent bars overlap by this, or a pale seam would show on screens.
pub(super) const SEAM: f64 = 0.04;

/// The frame of a plot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The box between the axes.
    pub(super) area: Area,
    /// The values at its left and right edges.
    pub(super) x: (f64, f64),
    /// The values at its lower and upper edges.
    pub(super) y: (f64, f64),
}

/// The numbers of the y axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Probabilities in percent.
    Percent,
    /// Plain numbers.
    Plain,
    /// Differences of percentages with a sign.
    Points,
}

impl Scale {
    /// Returns the label of a tick; only the top one has a percent sign.
    fn label(self, tick: f64, step: f64, is_top: bool, numerals: Numerals) -> String {
        match self {
            Scale::Plain => numerals.fixed(tick, tick_decimals(step)),
            Scale::Percent => {
                let number = numerals.fixed(tick * 100.0, tick_decimals(step * 100.0));
                if is_top {
                    numerals.percent(&number)
                } else {
                    number
                }
            }
            Scale::Points => {
                let sign = if tick > 1e-9 { "+" } else { "" };
                sign.to_owned() + &numerals.fixed(tick, tick_decimals(step))
            }
        }
    }

    fn labels(self, ticks: &[f64], numerals: Numerals) -> Vec<String> {
        let step = ticks[1] - ticks[0];
        let label = |(i, &tick)| self.label(tick, step, i + 1 == ticks.len(), numerals);
        ticks.iter().enumerate().map(label).collect()
    }

    /// Returns the width of the labels of these ticks, left of the plot.
    pub(super) fn labels_width(self, ticks: &[f64], numerals: Numerals) -> f64 {
        LABEL.widest(self.labels(ticks, numerals).iter().map(String::as_str)) + SPACE
    }
}

impl Frame {
    /// Returns the position of a value on the x axis.
    pub(super) fn page_x(&self, x: f64) -> f64 {
        self.area.left + (x - self.x.0) / (self.x.1 - self.x.0) * (self.area.right - self.area.left)
    }

    /// Returns the position of a value on the y axis.
    pub(super) fn page_y(&self, y: f64) -> f64 {
        self.area.bottom
            - (y - self.y.0) / (self.y.1 - self.y.0) * (self.area.bottom - self.area.top)
    }

    /// Returns the position of a point.
    pub(super) fn page_point(&self, (x, y): (f64, f64)) -> Point {
        (self.page_x(x), self.page_y(y))
    }

    /// Draws the grid with its labels.
    pub(super) fn draw_grid(
        &self,
        canvas: &mut Canvas,
        ticks: &[f64],
        scale: Scale,
        numerals: Numerals,
    ) {
        for (label, &tick) in scale.labels(ticks, numerals).iter().zip(ticks) {
            let y = self.page_y(tick);
            canvas.line(
                vec![(self.area.left, y), (self.area.right, y)],
                Ink::Grid,
                0.1,
            );
            canvas.text(
                label,
                LABEL,
                Ink::Quiet,
                (self.area.left - SPACE, y + LABEL.half_cap()),
                Align::Right,
            );
        }
    }

    /// Draws the baseline: at zero, or at the bottom.
    pub(super) fn draw_baseline(&self, canvas: &mut Canvas) {
        let y = self.page_y(if self.y.0 < 0.0 && self.y.1 >= 0.0 {
            0.0
        } else {
            self.y.0
        });
        canvas.line(
            vec![(self.area.left, y), (self.area.right, y)],
            Ink::Text,
            0.25,
        );
    }

    /// Writes the labels of the x axis and its name below them, and returns their bottom.
    pub(super) fn draw_x_axis(&self, canvas: &mut Canvas, ticks: &[Tick], name: &str) -> f64 {
        let foot = self.area.bottom + 0.9 + LABEL.size();
        let is_whole = |number: &f64| number.fract() == 0.0 && number.abs() < 1e15;
        let (mut pinned, free) = pinned_and_free(ticks);
        let whole: Option<Vec<i64>> = free
            .iter()
            .map(|&i| ticks[i].number.filter(is_whole).map(|number| number as i64))
            .collect();
        let numbers = free.iter().all(|&i| ticks[i].number.is_some());
        let in_turn = whole
            .as_ref()
            .filter(|values| values.windows(2).all(|pair| pair[1] - pair[0] == 1));
        let key = |i: usize| in_turn.map_or(i as i64, |values| values[i]);
        let edge = canvas.width - MARGIN;
        let span = |i: usize| {
            let (x, half) = (
                self.page_x(ticks[i].position),
                LABEL.width(&ticks[i].text) / 2.0,
            );
            let x = x.max(MARGIN + half).min(edge - half);
            (x - half, x + half)
        };
        let meets = |i: usize, other: usize| {
            span(i).0 < span(other).1 + LABEL_GAP && span(other).0 < span(i).1 + LABEL_GAP
        };
        if free.windows(2).any(|pair| meets(pair[0], pair[1])) {
            pin_landmarks(ticks, &mut pinned, meets);
        }
        let is_clear = |i: usize| !pinned.iter().any(|&other| meets(i, other));
        let shown = |every: usize| {
            let in_step = free
                .iter()
                .enumerate()
                .filter(move |(nth, _)| key(*nth).rem_euclid(every as i64) == 0);
            in_step.map(|(_, &i)| i).filter(|&i| is_clear(i))
        };
        let fits = |every: usize| {
            let shown: Vec<usize> = shown(every).collect();
            !shown.is_empty()
                && shown
                    .windows(2)
                    .all(|pair| span(pair[0]).1 + LABEL_GAP <= span(pair[1]).0)
        };
        let mut bottom = foot;
        let pitch = (self.area.right - self.area.left) / ticks.len().max(1) as f64;
        if !fits(1) && !numbers && pitch >= 6.0 {
            bottom = self.draw_wrapped_ticks(canvas, ticks, pitch - LABEL_GAP, foot);
        } else {
            let every = label_stride(free.len(), fits);
            let mut shown: Vec<usize> = shown(every).collect();
            if !fits(every) {
                shown = if pinned.is_empty() {
                    vec![0]
                } else {
                    Vec::new()
                };
            }
            shown.extend(&pinned);
            for i in shown {
                let (left, right) = span(i);
                let text = LABEL.shorten(&ticks[i].text, canvas.width - 2.0 * MARGIN);
                let x = ((left + right) / 2.0).max(MARGIN + LABEL.width(&text) / 2.0);
                canvas.text(&text, LABEL, Ink::Text, (x, foot), Align::Centre);
                if every > 1 {
                    let x = self.page_x(ticks[i].position);
                    canvas.line(
                        vec![(x, self.area.bottom), (x, self.area.bottom + 0.7)],
                        Ink::Text,
                        0.2,
                    );
                }
            }
        }
        if name.is_empty() {
            bottom
        } else {
            self.draw_axis_name(canvas, name, bottom + LABEL.pitch())
        }
    }

    /// Draws tick labels that are names, wrapped to their width, and returns their bottom.
    fn draw_wrapped_ticks(&self, canvas: &mut Canvas, ticks: &[Tick], room: f64, foot: f64) -> f64 {
        let mut bottom = foot;
        for Tick {
            position: x, text, ..
        } in ticks
        {
            for (line, text) in LABEL.wrap_at_most(text, room, 5).iter().enumerate() {
                let y = foot + line as f64 * LABEL.pitch();
                let half = LABEL.width(text) / 2.0;
                let x = self
                    .page_x(*x)
                    .clamp(MARGIN + half, canvas.width - MARGIN - half);
                canvas.text(text, LABEL, Ink::Text, (x, y), Align::Centre);
                bottom = bottom.max(y);
            }
        }
        bottom
    }

    /// Draws the name of an axis below its ticks, and returns its bottom.
    fn draw_axis_name(&self, canvas: &mut Canvas, name: &str, foot: f64) -> f64 {
        let mut last = foot;
        for (nth, line) in LABEL
            .wrap_at_most(name, canvas.width - 2.0 * MARGIN, 2)
            .iter()
            .enumerate()
        {
            let half = LABEL.width(line) / 2.0;
            let centre = self
                .area
                .centre()
                .0
                .clamp(MARGIN + half, canvas.width - MARGIN - half);
            last = foot + nth as f64 * LABEL.pitch();
            canvas.text(line, LABEL, Ink::Quiet, (centre, last), Align::Centre);
        }
        last
    }
}

/// Splits ticks into pinned and free ones. A name after numbers ("never") is always shown, and
/// numbers must avoid it.
fn pinned_and_free(ticks: &[Tick]) -> (Vec<usize>, Vec<usize>) {
    let is_mixed = matches!(ticks, [leading @ .., last]
        if last.number.is_none() && !leading.is_empty() && leading.iter().all(|tick| tick.number.is_some()));
    (0..ticks.len()).partition(|&i| is_mixed && ticks[i].number.is_none())
}

/// Adds the landmarks to the ticks that are always shown, by their ranks, if they do not meet
/// others.
fn pin_landmarks(ticks: &[Tick], pinned: &mut Vec<usize>, meets: impl Fn(usize, usize) -> bool) {
    let mut landmarks: Vec<usize> = (0..ticks.len())
        .filter(|&i| ticks[i].pin.is_some())
        .collect();
    landmarks.sort_by_key(|&i| ticks[i].pin);
    for i in landmarks {
        if !pinned.iter().any(|&other| meets(i, other)) {
            pinned.push(i);
        }
    }
}

/// Returns the ticks of an axis of whole numbers: all of them if they are few, else round ones.
pub(super) fn whole_ticks(low: i64, high: i64, room: f64, numerals: Numerals) -> Vec<Tick> {
    let number = |value: i64| numerals.fixed(value as f64, 0);
    let tick = |value: i64| Tick::number(value as f64, number(value));
    let widest = LABEL.width(&number(low)).max(LABEL.width(&number(high)));
    let most = |apart: f64| (room / (widest + apart)).floor().max(1.0);
    let span = (high - low).max(0) as f64;
    let step = if span < most(LABEL_GAP) {
        1
    } else {
        round_step(span, most(2.0 * LABEL_GAP) as usize, true) as i64
    };
    let first = low + (-low).rem_euclid(step);
    if first > high {
        return vec![tick(low)];
    }
    (0..=(high - first) / step)
        .map(|i| tick(first + i * step))
        .collect()
}
