//! Stacked bars: a category by a parameter, every bar 100%.

use super::canvas::{Align, Canvas, MARGIN};
use super::drawing::Drawing;
use super::error::ChartError;
use super::geometry::Area;
use super::note::{self, Whiskers};
use super::number::Chance;
use super::page::{COLUMN, Page};
use super::palette::BLACK;
use super::pick::{Pick, Picked};
use super::plot::SEAM;
use super::segments::{Segment, fill, headings, segments};
use super::text::{LABEL, STRONG};

/// White between two segments.
const GAP: f64 = 0.3;
/// Between a number and the bar beside it.
const SPACE: f64 = 1.2;
/// The widest that a row's name may be before it is wrapped.
const NAME: f64 = 26.0;
/// From row to row at the tightest that still takes a line of text.
const TIGHT: f64 = 3.4;
/// The most that the rows may fill.
const TALLEST: f64 = 170.0;
/// Which numbers a bar has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    None,
    /// Of its first and last outcome.
    Beside,
    All,
}

struct Bar {
    name: String,
    chances: Vec<Chance>,
}

/// Draws stacked bars.
pub(super) fn draw(pick: &Pick) -> Result<Drawing, ChartError> {
    let places = pick.places(pick.chart.x);
    let laws: Vec<(String, Picked)> =
        places.iter().filter_map(|place| Some((place.name.clone(), pick.law(&[place])?))).collect();
    let segments = segments(pick, &laws)?;
    let bars: Vec<Bar> = laws.into_iter().map(|(name, picked)| bar(pick, name, picked, &segments)).collect();
    let mut page = Page::new(COLUMN, &pick.chart.title, &pick.chart.subtitle);

    let name_width = STRONG.widest(bars.iter().map(|bar| bar.name.as_str())).min(NAME);
    let names: Vec<Vec<String>> = bars.iter().map(|bar| STRONG.wrap_at_most(&bar.name, name_width + 0.01, 3)).collect();
    let number = |which: usize| widest_number(&bars, which);
    let numbers_left = page.left() + if name_width > 0.0 { name_width + 2.5 } else { 0.0 };
    let last = segments.len() - 1;
    let left = numbers_left + number(0) + SPACE;
    let right = if last > 0 { page.right() - number(last) - SPACE } else { page.right() };

    let top = headings(&mut page, &segments, numbers_left, (left + right) / 2.0);
    let lines = names.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let roomy = match bars.len() {
        0..=8 => 6.4,
        9..=14 => 5.0,
        15..=24 => 4.2,
        _ => TIGHT,
    };
    let pitch = f64::max(roomy, lines * LABEL.pitch() + 0.4).min(TALLEST / bars.len() as f64);
    // Of very many rows only every so manyth says its name and numbers.
    let every = (TIGHT / pitch - 1e-9).ceil().max(1.0) as usize;
    let gap = if every > 1 { -SEAM } else { (pitch * 0.25).min(1.6) };
    for (i, bar) in bars.iter().enumerate() {
        let y = top + i as f64 * pitch;
        let area = Area::new(left, y, right, y + pitch - gap);
        let tells = i % every == 0;
        let numbers = match (tells, every > 1) {
            (false, _) => Numbers::None,
            (true, true) => Numbers::Beside,
            (true, false) => Numbers::All,
        };
        bar.draw(&mut page.canvas, area, &segments, numbers);
        if tells {
            let lines = if every > 1 { &names[i][..names[i].len().min(1)] } else { &names[i][..] };
            page.canvas.lines_around(lines, STRONG, BLACK, (page.left(), area.centre().1), Align::Left);
        }
    }
    let rounded = bars.iter().any(|bar| bar.is_off_by_rounding());
    let own = if rounded { "Rounded, so a row may not add up to 100%." } else { "" };
    page.finish(top + bars.len() as f64 * pitch - gap, &note::of(pick, own, Whiskers::None))
}

fn widest_number(bars: &[Bar], which: usize) -> f64 {
    bars.iter().map(|bar| STRONG.width(&bar.chances[which].percent())).fold(0.0, f64::max)
}

fn bar(pick: &Pick, name: String, picked: Picked, segments: &[Segment]) -> Bar {
    let rows = picked.law.rows(pick.report.run.confidence);
    let trials = picked.law.tally.total();
    let chance = |segment: &Segment| {
        let row = rows.iter().find(|row| row.value == segment.value);
        row.map_or_else(
            || match &picked.law.exact {
                Some(_) => Chance::exact(0.0, picked.unresolved()),
                None => Chance {
                    value: 0.0,
                    low: 0.0,
                    high: pick.report.run.confidence.wilson(0, trials).high,
                    is_exact: false,
                },
            },
            |row| Chance::row(row, picked.unresolved()),
        )
    };
    Bar { name, chances: segments.iter().map(chance).collect() }
}

impl Bar {
    fn draw(&self, canvas: &mut Canvas, area: Area, segments: &[Segment], numbers: Numbers) {
        let last = segments.len() - 1;
        let foot = area.centre().1 + STRONG.half_cap();
        let mut sum = 0.0;
        for (i, (segment, chance)) in segments.iter().zip(&self.chances).enumerate() {
            let at = |share: f64| area.left + (area.right - area.left) * share.clamp(0.0, 1.0);
            let (from, to) = (at(sum), at(sum + chance.value));
            sum += chance.value;
            let inner = Area::new(
                if from > area.left + GAP { from + GAP / 2.0 } else { from },
                area.top,
                if to < area.right - GAP { to - GAP / 2.0 } else { to },
                area.bottom,
            );
            if chance.value > 0.0 {
                // What is possible is seen, if only as a sliver.
                let right = inner.right.max(inner.left + 0.12);
                let shift = (right - area.right).max(0.0);
                fill(canvas, Area::new(inner.left - shift, inner.top, right - shift, inner.bottom), segment.paint);
            }
            if numbers == Numbers::None {
                continue;
            }
            let number = chance.percent();
            if i == 0 {
                canvas.text(&number, STRONG, segment.paint.text, (area.left - SPACE, foot), Align::Right);
            } else if i == last {
                let edge = canvas.width - MARGIN;
                canvas.text(&number, STRONG, segment.paint.text, (edge, foot), Align::Right);
            } else if numbers == Numbers::All && STRONG.width(&number) + 1.4 <= inner.right - inner.left {
                let at = (inner.centre().0, foot);
                match segment.paint.hatch {
                    Some(_) => canvas.text_on_plate(&number, STRONG, segment.paint.text, at, Align::Centre),
                    None => canvas.text(&number, STRONG, segment.paint.fill.text_on(), at, Align::Centre),
                };
            }
        }
    }

    fn is_off_by_rounding(&self) -> bool {
        let rounded: f64 = self.chances.iter().map(|chance| (chance.value * 100.0).round()).sum();
        let shown = |chance: &&Chance| chance.digits().starts_with(['<', '>']);
        rounded != 100.0 || self.chances.iter().any(|chance| shown(&chance))
    }
}
