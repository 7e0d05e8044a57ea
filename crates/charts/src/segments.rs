//! The segments of stacked bars: their order, their colours, and their labels above the bars.

use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::Area;
use super::hue::Hue;
use super::page::Page;
use super::palette::{Ink, Paint, SHADES, hue_paint, tone_paint, value_paint};
use super::text::STRONG;
use oddsmith_model::chart_data::{ChartData, ShownValue};
use oddsmith_model::rule::metric::{Kind, Tone};

/// A reader cannot distinguish more segments than this.
const MAX_SEGMENTS: usize = 8;

/// A segment: an outcome with its colour.
pub(super) struct Segment {
    pub(super) value: i64,
    pub(super) label: String,
    pub(super) paint: Paint,
}

/// Returns the outcomes that occur, in drawing order.
pub(super) fn segments(data: &ChartData<'_>) -> Result<Vec<Segment>, ChartError> {
    let values = data.shown_values();
    if values.is_empty() {
        return Err(ChartError::Empty("no outcome was ever seen".to_owned()));
    }
    if values.len() > MAX_SEGMENTS {
        return Err(ChartError::Unsuitable(format!(
            "stacked bars take up to {MAX_SEGMENTS} outcomes, here are {}",
            values.len()
        )));
    }
    let all = values.len();
    let is_neutral = |shown_value: &ShownValue| shown_value.tone == Some(Tone::Neutral);
    // If several outcomes are all neutral, or if a tone has more outcomes than shades, all outcomes
    // share one scale.
    let has_scale = all >= SHADES && values.iter().all(is_neutral)
        || values
            .iter()
            .any(|shown_value| !is_neutral(shown_value) && shown_value.group_size > SHADES);
    let kind = &data.observed.metric.kind;
    let grey = data.chart.is_grey;
    let paint = |index: usize, shown_value: &ShownValue| {
        let (nth, group_size) = (shown_value.nth, shown_value.group_size);
        let hue = Hue::named(&shown_value.label).filter(|_| matches!(kind, Kind::Category(_)));
        if let Some(hue) = hue {
            return hue_paint(hue);
        }
        match (shown_value.tone, kind, shown_value.value) {
            (Some(_), ..) if has_scale => value_paint(index, all),
            (Some(Tone::Neutral), ..) if group_size > SHADES => value_paint(nth, group_size),
            (Some(tone), ..) => tone_paint(tone, nth, group_size, grey),
            (None, Kind::Flag, 1) => value_paint(1, 2),
            (None, Kind::Flag, _) => tone_paint(Tone::Neutral, 0, 1, grey),
            (None, ..) => value_paint(nth, group_size),
        }
    };
    let segment = |(index, shown_value): (usize, ShownValue)| Segment {
        value: shown_value.value,
        paint: paint(index, &shown_value),
        label: shown_value.label,
    };
    Ok(values.into_iter().enumerate().map(segment).collect())
}

/// Writes the labels of the outcomes above the bars, and returns the top of the bars.
pub(super) fn draw_headings(page: &mut Page, segments: &[Segment], left: f64, centre: f64) -> f64 {
    let foot = page.top + STRONG.size() * 0.78;
    let widths: Vec<f64> = segments
        .iter()
        .map(|segment| STRONG.width(&segment.label))
        .collect();
    let total_width = widths.iter().sum::<f64>() + 2.0 * (segments.len() as f64 - 1.0);
    if segments.len() <= 3 && total_width <= page.right() - left {
        let last = segments.len() - 1;
        for (i, segment) in segments.iter().enumerate() {
            let (x, align) = match i {
                0 => (left, Align::Left),
                _ if i == last => (page.right(), Align::Right),
                _ => {
                    let half = widths[i] / 2.0;
                    let (low, high) = (
                        left + widths[0] + 2.0 + half,
                        page.right() - widths[last] - 2.0 - half,
                    );
                    (centre.clamp(low, high.max(low)), Align::Centre)
                }
            };
            page.canvas
                .text(&segment.label, STRONG, segment.paint.text, (x, foot), align);
        }
        return foot + 1.5;
    }
    draw_keys(page, segments, foot)
}

/// Draws labels with a square in their colour, in as many lines as needed.
fn draw_keys(page: &mut Page, segments: &[Segment], mut foot: f64) -> f64 {
    const SQUARE: f64 = 2.0;
    let mut x = page.left();
    for segment in segments {
        let label = STRONG.shorten(&segment.label, page.right() - page.left() - SQUARE - 0.8);
        let width = SQUARE + 0.8 + STRONG.width(&label);
        if x > page.left() && x + width > page.right() {
            x = page.left();
            foot += STRONG.pitch() + 0.3;
        }
        let square = Area::new(x, foot - SQUARE + 0.1, x + SQUARE, foot + 0.1);
        fill_box(&mut page.canvas, square, segment.paint);
        page.canvas.text(
            &label,
            STRONG,
            segment.paint.text,
            (x + SQUARE + 0.8, foot),
            Align::Left,
        );
        x += width + 2.5;
    }
    foot + 2.0
}

/// Fills a box with a paint.
pub(super) fn fill_box(canvas: &mut Canvas, area: Area, paint: Paint) {
    canvas.rect(area, paint.fill);
    if let Some(lines) = paint.hatch {
        canvas.hatch(area, lines);
    }
    if matches!(paint.fill, Ink::Hue(hue) if hue.has_outline()) {
        let Area {
            left,
            top,
            right,
            bottom,
        } = area;
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        canvas.line([&corners[..], &corners[..2]].concat(), Ink::Quiet, 0.15);
    }
}
