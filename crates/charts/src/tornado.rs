//! Tornado charts: a bar for the effect of each parameter on the answer, the longest first.

#[cfg(test)]
mod tests;

use super::axis::{round_ticks, tick_decimals};
use super::canvas::{Align, Canvas};
use super::drawing::Drawing;
use super::error::ChartError;
use super::geometry::Area;
use super::note::Note;
use super::page::{COLUMN, Page};
use super::palette::Ink;
use super::text::{LABEL, STRONG};
use oddsmith_model::chart_words::tornado_title;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::Numerals;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::number::significant;
use oddsmith_model::report::Report;
use oddsmith_model::report::sensitivity::{Change, Direction, Sensitivity};

/// The maximal number of parameters with a bar.
pub(super) const MAX_ROWS: usize = 12;
/// The maximum width of a parameter's name before it is wrapped, as a share of the page.
const NAME_SHARE: f64 = 0.28;
/// The distance between rows.
const PITCH: f64 = 5.2;
/// The height of a bar.
const BAR: f64 = 3.7;
/// The gap between a bar and its number.
const SPACE: f64 = 0.9;
/// The gap between the number and the value of the parameter.
const GAP: f64 = 1.3;
/// The minimum width for the bars.
const NARROWEST: f64 = 14.0;

/// A row: one bar, or two if both changes have the same direction.
struct TornadoRow<'s> {
    name: Vec<String>,
    changes: Vec<(&'s Change, f64)>,
}

/// Draws the chart.
///
/// # Errors
///
/// Fails if there is nothing to draw.
pub fn draw(report: &Report, sensitivity: &Sensitivity) -> Result<Drawing, ChartError> {
    let base = sensitivity
        .base
        .ok_or_else(|| ChartError::Empty("the answer has no value as it is".to_owned()))?;
    let groups = sensitivity.by_parameter();
    let moving: Vec<_> = groups
        .iter()
        .filter(|changes| have_effect(sensitivity, changes))
        .collect();
    if moving.is_empty() {
        return Err(ChartError::Empty(
            "no single step changes the answer".to_owned(),
        ));
    }
    let grey = report.charts.first().is_some_and(|chart| chart.is_grey);
    let (messages, numerals) = (&report.messages, report.messages.numerals());
    let mut page = Page::titled(
        &tornado_title(report, sensitivity),
        &subtitle(sensitivity, messages),
        COLUMN,
        grey,
    );
    let (rows, width) = rows_and_name_width(&moving[..moving.len().min(MAX_ROWS)]);
    let (low, high) = range_of_answers(&rows, base);
    let (names_left, names_right) = (page.left(), page.left() + width + 1.6);
    let mut scale = TornadoScale {
        sensitivity,
        base,
        span: high - low,
        numerals,
        bar_note: BarNote::Named,
    };
    let room = page.right() - names_right;
    scale.shorten_notes(&rows, room);
    let (per_unit, before) = scale.scale_and_origin(&rows, room);
    let x = |value: f64| names_right + before + (value - base) * per_unit;
    let top = page.top + LABEL.pitch() + 0.6;
    let heights: Vec<f64> = rows.iter().map(TornadoRow::height).collect();
    let bottom = top + heights.iter().sum::<f64>();
    let (ticks, decimals) = ticks(sensitivity, (low, high), per_unit, numerals);
    for &tick in &ticks {
        page.canvas
            .line(vec![(x(tick), top), (x(tick), bottom)], Ink::Grid, 0.1);
    }
    let mut y = top;
    for (row, height) in rows.iter().zip(&heights) {
        row.draw(&mut page.canvas, &scale, y, *height, &x, names_left);
        y += height;
    }
    draw_base(&mut page, messages, &scale, x(base), (top, bottom));
    let foot = bottom + LABEL.pitch();
    for (text, &tick) in tick_texts(sensitivity, &ticks, decimals, numerals)
        .iter()
        .zip(&ticks)
    {
        page.canvas
            .text(text, LABEL, Ink::Faint, (x(tick), foot), Align::Centre);
    }
    Ok(page
        .finish(
            foot,
            Note::from_text(note(report, sensitivity, moving.len(), groups.len())),
        )
        .draw())
}

/// Returns whether a change of a parameter changes the answer.
fn have_effect(sensitivity: &Sensitivity, changes: &[&Change]) -> bool {
    changes.iter().any(|change| {
        sensitivity
            .difference(change)
            .is_some_and(|by| by.abs() > 1e-12)
    })
}

/// Returns the lowest and the highest answer.
fn range_of_answers(rows: &[TornadoRow<'_>], base: f64) -> (f64, f64) {
    rows.iter()
        .flat_map(|row| row.changes.iter().map(|&(_, value)| value))
        .fold((base, base), |(low, high), value| {
            (low.min(value), high.max(value))
        })
}

/// Draws a line at the unchanged answer, with the answer above it.
fn draw_base(
    page: &mut Page,
    messages: &Messages,
    scale: &TornadoScale<'_>,
    x: f64,
    (top, bottom): (f64, f64),
) {
    page.canvas
        .line(vec![(x, top - 0.4), (x, bottom)], Ink::Text, 0.35);
    let value = scale.value_text(scale.base, true);
    let text = messages.fill(Word::AsItIs, &[("value", &value)]);
    let half = STRONG.width(&text) / 2.0;
    let text_x = x.clamp(page.left() + half, page.right() - half);
    let position = (text_x, top - 1.0);
    page.canvas
        .text(&text, STRONG, Ink::Text, position, Align::Centre);
}

/// Returns a row for each parameter, and the width of the widest name.
fn rows_and_name_width<'s>(groups: &[&Vec<&'s Change>]) -> (Vec<TornadoRow<'s>>, f64) {
    let names = groups.iter().map(|changes| changes[0].label.as_str());
    let width = STRONG.widest(names).min(NAME_SHARE * COLUMN);
    let row = |changes: &&Vec<&'s Change>| TornadoRow {
        name: STRONG.wrap_at_most(&changes[0].label, width + 0.01, 3),
        changes: changes
            .iter()
            .filter_map(|change| Some((*change, change.value?)))
            .collect(),
    };
    (groups.iter().map(row).collect(), width)
}

/// Returns the numbers at the ticks; the last one has a percent sign.
fn tick_texts(
    sensitivity: &Sensitivity,
    ticks: &[f64],
    decimals: usize,
    numerals: Numerals,
) -> Vec<String> {
    let mut texts: Vec<String> = ticks
        .iter()
        .map(|tick| numerals.fixed(tick * unit_factor(sensitivity), decimals))
        .collect();
    if let Some(last) = texts.last_mut().filter(|_| sensitivity.kind.is_chance()) {
        *last = numerals.percent(last);
    }
    texts
}

/// Returns the factor that converts a probability to percent.
fn unit_factor(sensitivity: &Sensitivity) -> f64 {
    if sensitivity.kind.is_chance() {
        100.0
    } else {
        1.0
    }
}

/// Returns as many ticks as fit, and the decimals of their numbers.
fn ticks(
    sensitivity: &Sensitivity,
    (low, high): (f64, f64),
    per_unit: f64,
    numerals: Numerals,
) -> (Vec<f64>, usize) {
    let mut found = (Vec::new(), 0);
    for most in (1..=5).rev() {
        let all_ticks = round_ticks(low, high, most, false);
        let step = all_ticks[1] - all_ticks[0];
        let decimals = tick_decimals(step * unit_factor(sensitivity));
        let ticks: Vec<f64> = all_ticks
            .into_iter()
            .filter(|tick| (low..=high).contains(tick))
            .collect();
        let tick_text = |tick: &f64| {
            numerals.percent(&numerals.fixed(tick * unit_factor(sensitivity), decimals))
        };
        let widest = ticks.iter().map(|tick| LABEL.width(&tick_text(tick)));
        let fits = widest.fold(0.0, f64::max) + 1.5 <= step * per_unit;
        found = (ticks, decimals);
        if fits || found.0.len() <= 1 {
            break;
        }
    }
    found
}

/// Returns the subtitle.
pub(super) fn subtitle(sensitivity: &Sensitivity, messages: &Messages) -> String {
    let value = |value: &str| messages.value(value).replace('-', "−");
    let around: Vec<String> = sensitivity
        .held_parameters
        .iter()
        .map(|parameter| format!("{}: {}", parameter.label, value(&parameter.value)))
        .collect();
    let around = if around.is_empty() {
        String::new()
    } else {
        format!(". {}", around.join(", "))
    };
    let asked = sensitivity
        .question_in_words
        .as_ref()
        .filter(|_| !messages.is_translated())
        .unwrap_or(&sensitivity.ask);
    messages.fill(Word::OneChange, &[("ask", asked)]) + &around
}

fn note(report: &Report, sensitivity: &Sensitivity, moving: usize, total: usize) -> String {
    let messages = &report.messages;
    let mut parts = vec![match sensitivity.interval {
        None => messages.text(Word::Exact).to_owned(),
        Some(interval) => {
            let half = messages.numerals().localize_digits(&significant(
                interval.half_width() * unit_factor(sensitivity),
                2,
            ));
            messages.fill(
                Word::SimulatedTo,
                &[("seed", &report.run.seed.to_string()), ("half", &half)],
            )
        }
    }];
    if moving > MAX_ROWS {
        let [most, moving_count] = [MAX_ROWS, moving].map(|count| count.to_string());
        parts.push(messages.fill(
            Word::MostThatMove,
            &[("most", &most), ("all", &moving_count)],
        ));
    }
    match total - moving {
        0 => {}
        1 => parts.push(messages.text(Word::OneStill).to_owned()),
        still => parts.push(messages.fill(Word::SomeStill, &[("count", &still.to_string())])),
    }
    if !sensitivity.untried.is_empty() {
        parts.push(messages.fill(
            Word::NotTried,
            &[("names", &sensitivity.untried.join(", "))],
        ));
    }
    parts.join(" ")
}

/// Returns an answer as text.
pub(super) fn answer_text(sensitivity: &Sensitivity, value: f64, numerals: Numerals) -> String {
    Estimate::known(value).text(sensitivity.kind, numerals)
}

/// The note next to the answer of a bar.
#[derive(Clone, Copy)]
enum BarNote {
    /// With the name of the parameter: "QV 3".
    Named,
    /// Without it: "3".
    Bare,
    Nothing,
}

/// The settings for writing answers in one chart.
struct TornadoScale<'s> {
    sensitivity: &'s Sensitivity,
    base: f64,
    span: f64,
    numerals: Numerals,
    bar_note: BarNote,
}

impl TornadoScale<'_> {
    /// Returns an answer as text.
    fn value_text(&self, value: f64, with_sign: bool) -> String {
        let text = answer_text(self.sensitivity, value, self.numerals);
        if with_sign {
            text
        } else {
            self.numerals.without_percent(&text).0.to_owned()
        }
    }

    /// Returns the width of a change's text at the end of its bar.
    fn change_width(&self, change: &Change, value: f64) -> f64 {
        SPACE
            + GAP
            + STRONG.width(&self.value_text(value, false))
            + LABEL.width(&self.bar_note_text(change))
            + 0.5
    }

    /// Shortens the notes at the bars if they leave too little room for the bars. Values lose
    /// their names, and if that is not enough, the notes are left out.
    fn shorten_notes(&mut self, rows: &[TornadoRow<'_>], room: f64) {
        for bar_note in [BarNote::Bare, BarNote::Nothing] {
            if self.scale_and_origin(rows, room).0 * self.span < NARROWEST {
                self.bar_note = bar_note;
            }
        }
    }

    /// Returns the millimetres for each unit of the answer, and the position of the unchanged
    /// answer. The scale is as large as the notes at the bars allow.
    fn scale_and_origin(&self, rows: &[TornadoRow<'_>], room: f64) -> (f64, f64) {
        let needed = |per_unit: f64, is_left: bool| {
            let on_side = rows
                .iter()
                .flat_map(|row| &row.changes)
                .filter(|(_, value)| (*value < self.base) == is_left);
            on_side
                .map(|(change, value)| {
                    (value - self.base).abs() * per_unit + self.change_width(change, *value)
                })
                .fold(0.0, f64::max)
        };
        let (mut fits, mut too_much) = (0.0, room / self.span);
        for _ in 0..50 {
            let middle = (fits + too_much) / 2.0;
            if needed(middle, true) + needed(middle, false) <= room {
                fits = middle
            } else {
                too_much = middle
            }
        }
        (fits, needed(fits, true))
    }

    fn bar_note_text(&self, change: &Change) -> String {
        match self.bar_note {
            BarNote::Named => change.value_label.clone(),
            BarNote::Bare if change.direction == Direction::Toggled => change.value_label.clone(),
            BarNote::Bare => self.numerals.localize(&change.to),
            BarNote::Nothing => String::new(),
        }
    }
}

impl TornadoRow<'_> {
    /// Returns whether its changes have the same direction, so that each needs a separate bar.
    fn is_double(&self, base: f64) -> bool {
        matches!(self.changes[..], [(_, value), (_, other)] if (value < base) == (other < base))
    }

    fn height(&self) -> f64 {
        PITCH.max(self.name.len() as f64 * STRONG.pitch() + 0.6)
    }

    fn draw(
        &self,
        canvas: &mut Canvas,
        scale: &TornadoScale<'_>,
        y: f64,
        height: f64,
        x: &dyn Fn(f64) -> f64,
        left: f64,
    ) {
        let middle = y + height / 2.0;
        canvas.lines_around(&self.name, STRONG, Ink::Text, (left, middle), Align::Left);
        // If both changes have the same direction, the longer bar is behind and has the number.
        let mut changes = self.changes.clone();
        changes.sort_by(|(_, value), (_, other)| {
            (other - scale.base)
                .abs()
                .total_cmp(&(value - scale.base).abs())
        });
        let is_double = self.is_double(scale.base);
        for (i, (change, value)) in changes.iter().enumerate() {
            let is_down = *value < scale.base;
            let (fill, pale, text) = if is_down {
                (Ink::Counter, Ink::CounterPale, Ink::CounterText)
            } else {
                (Ink::Accent, Ink::AccentPale, Ink::Accent)
            };
            let (from, to) = if is_down {
                (x(*value), x(scale.base))
            } else {
                (x(scale.base), x(*value))
            };
            let half = if is_double && i == 1 {
                BAR / 4.0
            } else {
                BAR / 2.0
            };
            let area = Area::new(from, middle - half, to, middle + half);
            canvas.rect(area, if is_double && i == 1 { pale } else { fill });
            if is_double && i == 1 || (*value - scale.base).abs() <= 1e-12 {
                continue;
            }
            let foot = middle + STRONG.half_cap();
            let value_text = scale.value_text(*value, false);
            let wide = STRONG.width(&value_text);
            let (number_x, note_x, align) = if is_down {
                (from - SPACE, from - SPACE - wide - GAP, Align::Right)
            } else {
                (to + SPACE, to + SPACE + wide + GAP, Align::Left)
            };
            canvas.text_on_plate(&value_text, STRONG, text, (number_x, foot), align);
            if !scale.bar_note_text(change).is_empty() {
                canvas.text_on_plate(
                    &scale.bar_note_text(change),
                    LABEL,
                    Ink::Quiet,
                    (note_x, foot),
                    align,
                );
            }
        }
    }
}
