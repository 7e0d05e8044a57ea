//! Charts of a log of playtests: observed shares as dots over expected bars, and the likelihood of
//! settings.

mod likelihood;

use oddsmith_model::figures::{Numerals, fixed};
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Report;
use oddsmith_model::report::playtest::{ObservedValue, TestedMetric};
use oddsmith_model::summary::playtest::comparison;

use super::axis::round_ticks;
use super::canvas::Canvas;
use super::drawing::Drawing;
use super::error::ChartError;
use super::geometry::Area;
use super::note::Note;
use super::page::{COLUMN, Page};
use super::palette::Ink;
use super::plot::{Frame, Scale};
use super::tick::Tick;

pub use likelihood::draw as likelihood;

/// The height of the plot.
const HEIGHT: f64 = 42.0;
/// The radius of a dot.
const DOT: f64 = 0.85;
/// The share of a bar's room that it fills.
const BAR: f64 = 0.72;
/// Values at both ends are cut off if none was observed and their expected probability is smaller
/// than this.
const RARE: f64 = 0.0005;
/// The maximal number of bars.
const MAX_BARS: usize = 60;

/// Draws the observed shares of a metric over the expected ones.
///
/// # Errors
/// Fails if nothing was noted.
pub fn draw(report: &Report, metric: &TestedMetric) -> Result<Drawing, ChartError> {
    if metric.trials == 0 || metric.values.is_empty() {
        return Err(ChartError::Empty("nobody took notes".to_owned()));
    }
    let words = &report.messages;
    let grey = report.charts.first().is_some_and(|chart| chart.is_grey);
    let shown = shown_values(metric);
    let mut page = Page::titled(
        &comparison(metric, words),
        words.text(Word::ShowsValues),
        COLUMN,
        grey,
    );
    let numerals = words.numerals();
    let highest = shown
        .iter()
        .flat_map(|bar| [bar.expected, bar.interval.1])
        .fold(0.0, f64::max);
    let ticks = round_ticks(0.0, highest, 5, false);
    let top = page.top + 1.0;
    let left = page.left() + Scale::Percent.labels_width(&ticks, numerals);
    let frame = Frame {
        area: Area::new(left, top, page.right(), top + HEIGHT),
        x: (-0.5, shown.len() as f64 - 0.5),
        y: (0.0, ticks.last().copied().unwrap_or(1.0)),
    };
    frame.draw_grid(&mut page.canvas, &ticks, Scale::Percent, numerals);
    for (index, bar) in shown.iter().enumerate() {
        draw_bar(&mut page.canvas, &frame, index, bar);
    }
    frame.draw_baseline(&mut page.canvas);
    for (index, bar) in shown.iter().enumerate() {
        draw_dot(&mut page.canvas, &frame, index, bar);
    }
    let axis: Vec<Tick> = shown
        .iter()
        .enumerate()
        .map(|(index, bar)| Tick::named(index as f64, bar.label.clone()))
        .collect();
    let bottom = frame.draw_x_axis(&mut page.canvas, &axis, &metric.label);
    let note = note(report, metric, words);
    Ok(page.finish(bottom, Note::from_text(note)).draw())
}

fn note(report: &Report, metric: &TestedMetric, words: &Messages) -> String {
    let level = words.percent(&fixed(report.run.confidence.level() * 100.0, 0));
    let source = if metric.has_exact_odds {
        Word::PlayedExact
    } else {
        Word::PlayedSimulated
    };
    format!(
        "{} {}",
        words.fill(Word::PlayedDots, &[("level", &level)]),
        words.text(source)
    )
}

/// A bar with its dot.
struct Bar {
    label: String,
    expected: f64,
    observed: f64,
    interval: (f64, f64),
}

/// Returns the values without rare ones at both ends. If there are too many, neighbours share a
/// bar.
fn shown_values(metric: &TestedMetric) -> Vec<Bar> {
    let is_common = |value: &ObservedValue| value.count > 0 || value.expected >= RARE;
    let first = metric.values.iter().position(is_common).unwrap_or(0);
    let last = metric
        .values
        .iter()
        .rposition(is_common)
        .unwrap_or(metric.values.len() - 1);
    let values = &metric.values[first..=last];
    let per_bar = values.len().div_ceil(MAX_BARS);
    let bar = |values: &[ObservedValue]| {
        let label = match values {
            [value] => value.label.clone(),
            [value, .., end] => Numerals::ENGLISH.range(&value.label, &end.label),
            [] => String::new(),
        };
        let interval = match values {
            [value] => (value.interval.low, value.interval.high),
            // The interval of a sum of shares is not the sum of their intervals.
            _ => {
                let share: f64 = values.iter().map(|value| metric.share(value)).sum();
                (share, share)
            }
        };
        Bar {
            label,
            expected: values.iter().map(|value| value.expected).sum(),
            observed: values.iter().map(|value| metric.share(value)).sum(),
            interval,
        }
    };
    values.chunks(per_bar.max(1)).map(bar).collect()
}

fn draw_bar(canvas: &mut Canvas, frame: &Frame, index: usize, bar: &Bar) {
    let room = (frame.area.right - frame.area.left) / (frame.x.1 - frame.x.0);
    let middle = frame.page_x(index as f64);
    let half = room * BAR / 2.0;
    let area = Area::new(
        middle - half,
        frame.page_y(bar.expected),
        middle + half,
        frame.page_y(0.0),
    );
    canvas.rect(area, Ink::Half);
}

fn draw_dot(canvas: &mut Canvas, frame: &Frame, index: usize, bar: &Bar) {
    let middle = frame.page_x(index as f64);
    let (low, high) = (frame.page_y(bar.interval.0), frame.page_y(bar.interval.1));
    canvas.line(vec![(middle, low), (middle, high)], Ink::Counter, 0.3);
    let observed = (middle, frame.page_y(bar.observed));
    canvas.disc(observed, DOT + 0.25, Ink::Paper);
    canvas.disc(observed, DOT, Ink::Counter);
}
