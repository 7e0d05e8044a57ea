//! The chart of skill: the aim at each level of skill, and the curve of the aim by the share of
//! mistakes.

use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::IMPOSSIBLE_MARK;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Report;
use oddsmith_model::report::skill::{SkillEffect, SkillLevel};
use oddsmith_model::summary::{skill_headline, skill_sentences};

use super::axis::round_ticks;
use super::canvas::Align;
use super::drawing::Drawing;
use super::error::ChartError;
use super::geometry::Area;
use super::note::Note;
use super::page::{COLUMN, Page};
use super::palette::Ink;
use super::plot::{Frame, Scale};
use super::text::{LABEL, STRONG};
use super::tick::Tick;

/// The height of a level's row.
const ROW: f64 = 5.2;
/// The height of the curve.
const HEIGHT: f64 = 34.0;
/// The distance between the rows and the curve.
const GAP: f64 = 6.0;
/// The room for the number of a level.
const NUMBER_ROOM: f64 = 13.0;
const DOT: f64 = 1.1;

/// Draws the chart.
///
/// # Errors
/// Fails if no level has a value.
pub fn draw(report: &Report, skill: &SkillEffect) -> Result<Drawing, ChartError> {
    let words = &report.messages;
    let values = || {
        let levels = skill.levels.iter().filter_map(|level| level.value);
        levels.chain(skill.mistakes.iter().filter_map(|point| point.value))
    };
    let (low, high) = (
        values().fold(f64::INFINITY, f64::min),
        values().fold(f64::NEG_INFINITY, f64::max),
    );
    if low > high {
        return Err(ChartError::Empty(
            "no trial ends at any level of skill".to_owned(),
        ));
    }
    let grey = report.charts.first().is_some_and(|chart| chart.is_grey);
    let subtitle = words.text(Word::SkillSubtitle);
    let mut page = Page::titled(&skill_headline(skill, words), subtitle, COLUMN, grey);
    let top = page.top + 1.0;
    let mut bottom = draw_levels(&mut page, skill, (low, high), top, words);
    if skill
        .mistakes
        .iter()
        .filter(|point| point.value.is_some())
        .count()
        > 1
    {
        bottom = draw_curve(&mut page, skill, bottom + GAP, words);
    }
    let mut note = vec![words.text(Word::Exact).to_owned()];
    note.extend(
        skill_sentences(skill, words)
            .iter()
            .map(|sentence| format!("{sentence}.")),
    );
    Ok(page.finish(bottom, Note::from_text(note.join(" "))).draw())
}

/// Draws a row for each level, with a dot at its value. Returns the bottom.
fn draw_levels(
    page: &mut Page,
    skill: &SkillEffect,
    (low, high): (f64, f64),
    top: f64,
    words: &Messages,
) -> f64 {
    let name = |level: SkillLevel| words.text(level.word());
    let names = skill.levels.iter().map(|level| name(level.level));
    let left = page.left() + STRONG.widest(names) + 3.0;
    let right = page.right() - NUMBER_ROOM;
    let span = (high - low).max(f64::MIN_POSITIVE);
    let x = |value: f64| left + (value - low) / span * (right - left);
    let mut y = top;
    for level in &skill.levels {
        let middle = y + ROW / 2.0;
        let foot = middle + STRONG.half_cap();
        let place = (page.left(), foot);
        page.canvas
            .text(name(level.level), STRONG, Ink::Text, place, Align::Left);
        let guide = vec![(left, middle), (right, middle)];
        page.canvas.line(guide, Ink::Grid, 0.1);
        let ink = if level.level == SkillLevel::Best {
            Ink::Accent
        } else {
            Ink::Counter
        };
        let (text, dot_x) = match level.value {
            Some(value) => {
                page.canvas.disc((x(value), middle), DOT, ink);
                let text = Estimate::known(value).text(skill.kind, words.numerals());
                (text, x(value))
            }
            None => (IMPOSSIBLE_MARK.to_owned(), left),
        };
        page.canvas.text_on_plate(
            &text,
            LABEL,
            Ink::Text,
            (dot_x + DOT + 0.9, middle + LABEL.half_cap()),
            Align::Left,
        );
        y += ROW;
    }
    y
}

/// Draws the aim by the share of mistakes. Returns the bottom.
fn draw_curve(page: &mut Page, skill: &SkillEffect, top: f64, words: &Messages) -> f64 {
    let numerals = words.numerals();
    let points: Vec<(f64, f64)> = skill
        .mistakes
        .iter()
        .filter_map(|point| Some((point.share, point.value?)))
        .collect();
    let values = || points.iter().map(|&(_, value)| value);
    let (low, high) = (
        values().fold(f64::INFINITY, f64::min),
        values().fold(f64::NEG_INFINITY, f64::max),
    );
    let ticks = round_ticks(low, high, 5, false);
    let scale = if skill.kind.is_chance() {
        Scale::Percent
    } else {
        Scale::Plain
    };
    let left = page.left() + scale.labels_width(&ticks, numerals);
    let frame = Frame {
        area: Area::new(left, top, page.right() - 3.0, top + HEIGHT),
        x: (0.0, 1.0),
        y: (
            ticks.first().copied().unwrap_or(low),
            ticks.last().copied().unwrap_or(high),
        ),
    };
    frame.draw_grid(&mut page.canvas, &ticks, scale, numerals);
    let line: Vec<_> = points
        .iter()
        .map(|&point| frame.page_point(point))
        .collect();
    page.canvas.line(line.clone(), Ink::Accent, 0.5);
    for point in line {
        page.canvas.disc(point, 0.8, Ink::Accent);
    }
    frame.draw_baseline(&mut page.canvas);
    let tick = |percent: u32| {
        let text = numerals.percent(&percent.to_string());
        Tick::named(f64::from(percent) / 100.0, text)
    };
    let axis: Vec<Tick> = (0..=100).step_by(20).map(tick).collect();
    frame.draw_x_axis(&mut page.canvas, &axis, words.text(Word::SkillAxis))
}
