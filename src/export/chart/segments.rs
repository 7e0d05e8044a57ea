//! The outcomes of stacked bars: their order, their paint and their names above the bars.

use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::Area;
use super::page::Page;
use super::palette::{Paint, of_tone, of_value};
use super::pick::Pick;
use super::text::STRONG;
use crate::report::{Law, Row};
use crate::rule::metric::{Kind, Outcome, Tone};
use oddsmith_engine::odds::Mass;

/// More segments than this are no longer told apart.
const MOST: usize = 8;

/// One outcome: a colour in every bar.
pub(super) struct Segment {
    pub(super) value: i64,
    pub(super) label: String,
    pub(super) paint: Paint,
}

/// The outcomes that occur at all, good news first.
pub(super) fn segments(pick: &Pick, laws: &[(String, &Law)]) -> Result<Vec<Segment>, ChartError> {
    let rows = |law: &Law| law.rows(pick.report.run.confidence);
    let occurs = |row: &Row| row.count > 0 || row.exact.is_some_and(|mass| mass != Mass::ZERO);
    let mut values: Vec<i64> = laws.iter().flat_map(|(_, law)| rows(law)).filter(occurs).map(|row| row.value).collect();
    values.sort_unstable();
    values.dedup();
    if values.is_empty() {
        return Err(ChartError::Empty("no outcome was ever seen".to_owned()));
    }
    if values.len() > MOST {
        return Err(ChartError::Unsuitable(format!(
            "stacked bars take up to {MOST} outcomes, here are {}",
            values.len()
        )));
    }
    let metric = &pick.observed.metric;
    match &metric.kind {
        Kind::Category(outcomes) => {
            values.sort_by_key(|&value| metric.place(value));
            if metric.drawn.is_empty() && rises(outcomes) {
                values.reverse();
            }
            let order = [Tone::Success, Tone::Mixed, Tone::Failure, Tone::Neutral];
            let mut segments = Vec::new();
            for tone in order {
                let of = |value: &&i64| {
                    usize::try_from(**value)
                        .ok()
                        .and_then(|code| outcomes.get(code))
                        .map_or(Tone::Neutral, |outcome| outcome.tone)
                        == tone
                };
                let same: Vec<i64> = values.iter().filter(of).copied().collect();
                segments.extend(same.iter().enumerate().map(|(nth, &value)| Segment {
                    value,
                    label: pick.value_label(value),
                    paint: of_tone(tone, nth, same.len(), pick.chart.grey),
                }));
            }
            Ok(segments)
        }
        Kind::Flag => {
            let flag = |value: i64| {
                let (label, paint) = if value == 1 {
                    (pick.label(), of_value(1, 2))
                } else {
                    ("Otherwise".to_owned(), of_tone(Tone::Neutral, 0, 1, pick.chart.grey))
                };
                Segment { value, label, paint }
            };
            Ok(values.into_iter().rev().map(flag).collect())
        }
        Kind::Count | Kind::When => {
            let of = values.len();
            let segment = |(nth, value)| Segment { value, label: pick.value_label(value), paint: of_value(nth, of) };
            Ok(values.into_iter().enumerate().map(segment).collect())
        }
    }
}

/// Whether a category is written from the worst outcome to the best.
fn rises(outcomes: &[Outcome]) -> bool {
    let codes = |tone: Tone| outcomes.iter().enumerate().filter(move |(_, own)| own.tone == tone).map(|(code, _)| code);
    match (codes(Tone::Failure).max(), codes(Tone::Success).min()) {
        (Some(worst), Some(best)) => worst < best,
        _ => false,
    }
}

/// Writes the outcomes' names above the bars and returns where the bars begin.
pub(super) fn headings(page: &mut Page, segments: &[Segment], left: f64, centre: f64) -> f64 {
    let foot = page.top + STRONG.size() * 0.78;
    let widths: Vec<f64> = segments.iter().map(|segment| STRONG.width(&segment.label)).collect();
    let all = widths.iter().sum::<f64>() + 2.0 * (segments.len() as f64 - 1.0);
    if segments.len() <= 3 && all <= page.right() - left {
        let last = segments.len() - 1;
        for (i, segment) in segments.iter().enumerate() {
            let (x, align) = match i {
                0 => (left, Align::Left),
                _ if i == last => (page.right(), Align::Right),
                _ => {
                    let half = widths[i] / 2.0;
                    let (low, high) = (left + widths[0] + 2.0 + half, page.right() - widths[last] - 2.0 - half);
                    (centre.clamp(low, high.max(low)), Align::Centre)
                }
            };
            page.canvas.text(&segment.label, STRONG, segment.paint.text, (x, foot), align);
        }
        return foot + 1.5;
    }
    keys(page, segments, foot)
}

/// Names with a square of their colour, in as many lines as they need.
fn keys(page: &mut Page, segments: &[Segment], mut foot: f64) -> f64 {
    const SQUARE: f64 = 2.0;
    let mut x = page.left();
    for segment in segments {
        let label = STRONG.cut(&segment.label, page.right() - page.left() - SQUARE - 0.8);
        let width = SQUARE + 0.8 + STRONG.width(&label);
        if x > page.left() && x + width > page.right() {
            x = page.left();
            foot += STRONG.pitch() + 0.3;
        }
        let square = Area::new(x, foot - SQUARE + 0.1, x + SQUARE, foot + 0.1);
        fill(&mut page.canvas, square, segment.paint);
        page.canvas.text(&label, STRONG, segment.paint.text, (x + SQUARE + 0.8, foot), Align::Left);
        x += width + 2.5;
    }
    foot + 2.0
}

/// Paints a box.
pub(super) fn fill(canvas: &mut Canvas, area: Area, paint: Paint) {
    canvas.rect(area, paint.fill);
    if let Some(lines) = paint.hatch {
        canvas.hatch(area, lines);
    }
}
