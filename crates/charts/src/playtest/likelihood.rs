//! The picture of a likelihood: a bar for each setting, or a grid for two parameters.

use oddsmith_model::figures::fixed;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Report;
use oddsmith_model::report::playtest::{Candidate, Fit, Fitted, SET_LEVEL};
use oddsmith_model::summary::playtest::fit_sentences;

use crate::axis::round_ticks;
use crate::canvas::Align;
use crate::drawing::Drawing;
use crate::error::ChartError;
use crate::geometry::Area;
use crate::note::Note;
use crate::page::{COLUMN, Page};
use crate::palette::Ink;
use crate::plot::{Frame, Scale};
use crate::text::{LABEL, SMALL, STRONG};
use crate::tick::Tick;

/// The height of the plot of one parameter.
const HEIGHT: f64 = 40.0;
/// The share of a bar's room that it fills.
const BAR: f64 = 0.72;
/// The maximal number of bars of a parameter.
const MAX_BARS: usize = 60;
/// The maximal number of rows with names.
const MAX_ROWS: usize = 20;
/// The maximal number of cells along one side of a grid.
const MAX_CELLS: usize = 24;
/// The height of a row with a name.
const ROW: f64 = 5.4;
/// The greatest size of a cell.
const CELL: f64 = 9.0;
/// The greatest width of names, as a share of the page.
const NAME_SHARE: f64 = 0.45;
/// The room for the number after a bar.
const NUMBER_ROOM: f64 = 11.0;

/// Draws the probability of each setting, given a uniform prior.
///
/// # Errors
/// Fails if the log is impossible with every setting.
pub fn draw(report: &Report, fit: &Fit) -> Result<Drawing, ChartError> {
    let words = &report.messages;
    if fit.best().is_none() {
        return Err(ChartError::Empty(
            words.text(Word::SayNonePossible).to_owned(),
        ));
    }
    let title = fit_sentences(fit, words)
        .into_iter()
        .next()
        .unwrap_or_default();
    let grey = report.charts.first().is_some_and(|chart| chart.is_grey);
    let mut page = Page::titled(&title, words.text(Word::LikelyBars), COLUMN, grey);
    let level = words.percent(&fixed(SET_LEVEL * 100.0, 0));
    let mut note = words.fill(Word::LikelySetNote, &[("level", &level)]);
    let bottom = match (&fit.fitted, grid(fit)) {
        (Fitted::Parameters(labels), _)
            if labels.len() == 1 && fit.candidates.len() <= MAX_BARS =>
        {
            draw_bars(&mut page, fit, &labels[0], words)
        }
        (Fitted::Parameters(labels), Some(grid)) => {
            note = words.fill(Word::LikelyGridNote, &[("level", &level)]);
            draw_grid(&mut page, fit, labels, &grid)
        }
        _ => {
            if fit.candidates.len() > MAX_ROWS {
                let fillers = [
                    ("many", MAX_ROWS.to_string()),
                    ("all", words.numerals().grouped(fit.candidates.len() as u64)),
                ];
                let fillers = [("many", fillers[0].1.as_str()), ("all", &fillers[1].1)];
                note = format!("{} {note}", words.fill(Word::LikelyFirst, &fillers));
            }
            draw_rows(&mut page, fit, words)
        }
    };
    Ok(page.finish(bottom, Note::from_text(note)).draw())
}

/// Returns the colour of a setting: dark in the set, pale outside.
fn ink(candidate: &Candidate) -> Ink {
    if candidate.is_in_set {
        Ink::Accent
    } else {
        Ink::Wide
    }
}

/// Draws a bar above each value of the only parameter. Returns the bottom.
fn draw_bars(page: &mut Page, fit: &Fit, label: &str, words: &Messages) -> f64 {
    let numerals = words.numerals();
    let highest = fit
        .candidates
        .iter()
        .map(|candidate| candidate.weight)
        .fold(0.0, f64::max);
    let ticks = round_ticks(0.0, highest, 5, false);
    let top = page.top + 1.0;
    let left = page.left() + Scale::Percent.labels_width(&ticks, numerals);
    let frame = Frame {
        area: Area::new(left, top, page.right(), top + HEIGHT),
        x: (-0.5, fit.candidates.len() as f64 - 0.5),
        y: (0.0, ticks.last().copied().unwrap_or(1.0)),
    };
    frame.draw_grid(&mut page.canvas, &ticks, Scale::Percent, numerals);
    let half = (frame.area.right - frame.area.left) / fit.candidates.len() as f64 * BAR / 2.0;
    let mut axis = Vec::new();
    for (index, candidate) in fit.candidates.iter().enumerate() {
        let middle = frame.page_x(index as f64);
        let height = frame.page_y(candidate.weight);
        let area = Area::new(middle - half, height, middle + half, frame.page_y(0.0));
        page.canvas.rect(area, ink(candidate));
        if fit.usual == Some(index) {
            page.canvas
                .ring((middle, frame.page_y(0.0) - 1.6), 0.9, Ink::Counter, 0.45);
        }
        let text = words.value(&candidate.values.join(", "));
        axis.push(Tick::named(index as f64, text));
    }
    frame.draw_baseline(&mut page.canvas);
    frame.draw_x_axis(&mut page.canvas, &axis, label)
}

/// Draws a row for each of the likeliest settings. Returns the bottom.
fn draw_rows(page: &mut Page, fit: &Fit, words: &Messages) -> f64 {
    let mut order: Vec<usize> = (0..fit.candidates.len()).collect();
    order.sort_by(|&a, &b| {
        fit.candidates[b]
            .weight
            .total_cmp(&fit.candidates[a].weight)
    });
    order.truncate(MAX_ROWS);
    let names = order
        .iter()
        .map(|&index| fit.candidates[index].name.as_str());
    let width = STRONG.widest(names).min(NAME_SHARE * page.canvas.width);
    let left = page.left() + width + 4.4;
    let room = page.right() - left - NUMBER_ROOM;
    let highest = fit.candidates[order[0]].weight;
    let mut y = page.top + 1.0;
    for &index in &order {
        let candidate = &fit.candidates[index];
        let middle = y + ROW / 2.0;
        let lines = STRONG.wrap_at_most(&candidate.name, width + 0.01, 2);
        page.canvas.lines_around(
            &lines,
            STRONG,
            Ink::Text,
            (page.left(), middle),
            Align::Left,
        );
        if fit.usual == Some(index) {
            page.canvas
                .ring((left - 2.0, middle), 0.9, Ink::Counter, 0.45);
        }
        let end = left + room * candidate.weight / highest;
        let area = Area::new(left, y + 0.8, end.max(left + 0.2), y + ROW - 0.8);
        page.canvas.rect(area, ink(candidate));
        let text = words.numerals().chance(candidate.weight);
        let place = (end + 1.0, middle + LABEL.half_cap());
        page.canvas
            .text(&text, LABEL, Ink::Text, place, Align::Left);
        y += ROW;
    }
    y
}

/// The values of the first two parameters: those of the second go across, and those of the first go
/// down.
struct Grid {
    across: Vec<String>,
    down: Vec<String>,
}

/// Returns the grid of a fit of two or more parameters, if it is small enough.
fn grid(fit: &Fit) -> Option<Grid> {
    let values = |index: usize| -> Option<Vec<String>> {
        let mut values: Vec<String> = Vec::new();
        for candidate in &fit.candidates {
            let value = candidate.values.get(index)?;
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        Some(values)
    };
    let (down, across) = (values(0)?, values(1)?);
    (down.len() <= MAX_CELLS && across.len() <= MAX_CELLS).then_some(Grid { across, down })
}

/// Draws a cell for each pair of values, with its total probability over all other parameters.
/// Returns the bottom.
fn draw_grid(page: &mut Page, fit: &Fit, labels: &[String], grid: &Grid) -> f64 {
    let is_at = |candidate: &Candidate, row: &String, column: &String| {
        candidate.values.first() == Some(row) && candidate.values.get(1) == Some(column)
    };
    let weight = |row: &String, column: &String| -> f64 {
        let cell = fit.candidates.iter();
        let cell = cell.filter(|candidate| is_at(candidate, row, column));
        cell.map(|candidate| candidate.weight).sum()
    };
    let pairs = grid
        .down
        .iter()
        .flat_map(|row| grid.across.iter().map(move |column| (row, column)));
    let highest = pairs
        .map(|(row, column)| weight(row, column))
        .fold(f64::MIN_POSITIVE, f64::max);
    let usual = fit.usual.map(|index| &fit.candidates[index]);
    let names = LABEL.widest(grid.down.iter().map(String::as_str));
    let left = page.left() + names + 1.6;
    let size = ((page.right() - left) / grid.across.len() as f64).min(CELL);
    let top = page.top + LABEL.pitch();
    page.canvas.text(
        &labels[0],
        LABEL,
        Ink::Quiet,
        (page.left(), top - 0.8),
        Align::Left,
    );
    for (row_index, row) in grid.down.iter().enumerate() {
        let y = top + row_index as f64 * size;
        let foot = y + size / 2.0 + LABEL.half_cap();
        page.canvas
            .text(row, LABEL, Ink::Text, (left - 1.2, foot), Align::Right);
        for (column_index, column) in grid.across.iter().enumerate() {
            let x = left + column_index as f64 * size;
            let area = Area::new(x, y, x + size, y + size).grown(-0.12);
            page.canvas
                .rect(area, Ink::Heat(weight(row, column) / highest));
            if fit.set().any(|candidate| is_at(candidate, row, column)) {
                page.canvas.frame_cell(area.grown(-0.2));
            }
            let is_usual = usual.is_some_and(|candidate| is_at(candidate, row, column));
            if is_usual {
                page.canvas.ring(area.centre(), 0.9, Ink::Counter, 0.45);
            }
        }
    }
    let bottom = top + grid.down.len() as f64 * size;
    for (column_index, column) in grid.across.iter().enumerate() {
        let middle = left + (column_index as f64 + 0.5) * size;
        let text = SMALL.shorten(column, size);
        page.canvas.text(
            &text,
            SMALL,
            Ink::Text,
            (middle, bottom + SMALL.pitch()),
            Align::Centre,
        );
    }
    let end = left + size * grid.across.len() as f64;
    page.write_column_label(
        &labels[1],
        left,
        end,
        bottom + SMALL.pitch() + LABEL.pitch(),
    )
}
