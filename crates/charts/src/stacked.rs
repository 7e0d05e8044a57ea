//! Stacked bar charts: a category by a parameter, where every bar is 100%.

use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::{Area, MARGIN};
use super::note::{self, Whiskers};
use super::page::{Page, Sheet, page_width};
use super::palette::Ink;
use super::segments::{Segment, draw_headings, fill_box, segments};
use super::text::{LABEL, SMALL_STRONG, STRONG, TITLE};
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::{IMPOSSIBLE_MARK, Numerals};
use oddsmith_model::messages::Word;
use oddsmith_model::report::Distribution;
use oddsmith_model::rule::presentation::Measure;

/// The gap between two segments.
const GAP: f64 = 0.3;
/// The gap between a number and its bar.
const SPACE: f64 = 1.2;
/// The maximum width of a row's name before it is wrapped, as a share of the page.
const NAME_SHARE: f64 = 0.31;
/// The minimum distance between rows with a line of text.
const TIGHTEST_PITCH: f64 = 3.4;
/// The maximum height of all rows.
const TALLEST: f64 = 170.0;
/// The fewest rows of a part of a split chart.
const FEWEST_ROWS: usize = 6;

struct StackedBar {
    name: String,
    is_now: bool,
    chances: Vec<Estimate>,
    /// The numbers as text.
    numbers: Vec<String>,
    /// The numbers of an earlier run, if there was one.
    before: Option<Vec<f64>>,
}

/// Draws stacked bars.
pub(super) fn draw(table: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let segments = segments(table)?;
    let bars: Vec<StackedBar> = (0..table.xs.len())
        .filter_map(|x| stacked_bar(table, x, &segments))
        .collect();
    let mut page = Page::new(table.chart);

    let names = RowNames::of(table, bars.iter().map(|bar| bar.name.as_str()));
    let number = |segment_index: usize| widest_number(&bars, segment_index);
    let numbers_left = page.left()
        + if names.width > 0.0 {
            names.width + 2.5
        } else {
            0.0
        };
    let last = segments.len() - 1;
    let left = numbers_left + number(0) + SPACE;
    let right = if last > 0 {
        page.right() - number(last) - SPACE
    } else {
        page.right()
    };

    let mut top = draw_headings(&mut page, &segments, numbers_left, (left + right) / 2.0);
    if let Some(label) = table
        .chart
        .wishes
        .x_label
        .as_ref()
        .filter(|_| names.width > 0.0)
    {
        let label = LABEL.shorten(label, page.right() - page.left());
        page.canvas.text(
            &label,
            LABEL,
            Ink::Quiet,
            (page.left(), top + LABEL.size() * 0.5),
            Align::Left,
        );
        top += LABEL.pitch();
    }
    let roomy = match bars.len() {
        0..=8 => 6.4,
        9..=14 => 5.0,
        15..=24 => 4.2,
        _ => TIGHTEST_PITCH,
    };
    let tight = names.tightest_pitch();
    let pitch = (tight.max(roomy) + taller / bars.len() as f64).max(tight);
    let gap = (pitch * 0.25).clamp(0.0, 1.6f64.max(pitch * 0.15));
    for (i, bar) in bars.iter().enumerate() {
        let y = top + i as f64 * pitch;
        let area = Area::new(left, y, right, y + pitch - gap);
        bar.draw(&mut page.canvas, area, &segments);
        bar.draw_earlier(
            &mut page.canvas,
            Area::new(left, area.bottom, right, area.bottom + gap),
        );
        let middle = area.centre().1;
        page.canvas.lines_around(
            &names.lines[i],
            STRONG,
            Ink::Text,
            (page.left(), middle),
            Align::Left,
        );
        if bar.is_now && names.width > 0.0 {
            page.canvas
                .mark_selected((page.left() + names.width + 1.25, middle));
        }
    }
    let rounded = bars
        .iter()
        .any(|bar| bar.is_off_by_rounding(table.words().numerals()));
    let hundred_percent = table.words().percent("100");
    let legend = if rounded {
        table
            .words()
            .fill(Word::Rounded, &[("all", &hundred_percent)])
    } else {
        String::new()
    };
    Ok(page.finish(
        top + bars.len() as f64 * pitch - gap,
        note::for_chart(table, &legend, Whiskers::None),
    ))
}

/// Returns how many rows fit on a page, given the maximum height of all rows or the height of the
/// chart.
pub(super) fn most_rows(table: &ChartData<'_>) -> Result<usize, ChartError> {
    let rows = &table.xs;
    let tight = RowNames::of(table, rows.iter().map(|row| row.name.as_str())).tightest_pitch();
    let room = match table.chart.height {
        None => TALLEST,
        Some(height) => {
            let tightest = draw(table, f64::NEG_INFINITY)?;
            // The title of a part has the number of the part, and may need another line.
            f64::from(height) - (tightest.height - rows.len() as f64 * tight) - TITLE.pitch()
        }
    };
    Ok(((room / tight).floor().max(0.0) as usize).max(FEWEST_ROWS))
}

/// The wrapped names of the rows.
struct RowNames {
    width: f64,
    lines: Vec<Vec<String>>,
}

impl RowNames {
    fn of<'n>(table: &ChartData<'_>, names: impl Iterator<Item = &'n str> + Clone) -> RowNames {
        let width = STRONG
            .widest(names.clone())
            .min(NAME_SHARE * page_width(table.chart));
        RowNames {
            width,
            lines: STRONG.wrap_apart(&names.collect::<Vec<_>>(), width + 0.01, 3),
        }
    }

    /// Returns the minimum distance between rows.
    fn tightest_pitch(&self) -> f64 {
        let lines = self.lines.iter().map(Vec::len).max().unwrap_or(1) as f64;
        TIGHTEST_PITCH.max(lines * LABEL.pitch() + 0.4)
    }
}

fn widest_number(bars: &[StackedBar], segment_index: usize) -> f64 {
    bars.iter()
        .map(|bar| STRONG.width(&bar.numbers[segment_index]))
        .fold(0.0, f64::max)
}

/// Returns the bar of a place; `None` if it has no distribution.
fn stacked_bar(table: &ChartData<'_>, x: usize, segments: &[Segment]) -> Option<StackedBar> {
    let (place, distribution) = (&table.xs[x], table.distribution(0, x)?);
    let confidence = table.report.run.confidence;
    let read = |distribution: &Distribution, segment: &Segment| {
        distribution.read(Measure::Is(segment.value), confidence)
    };
    let before = table.earlier_distribution(0, x).map(|distribution| {
        segments
            .iter()
            .map(|segment| read(distribution, segment).exact_or_estimate())
            .collect()
    });
    let chances: Vec<Estimate> = segments
        .iter()
        .map(|segment| Estimate::from_reading(&read(distribution, segment)))
        .collect();
    let numbers = chances
        .iter()
        .map(|chance| chance.bare_percent(table.numerals()))
        .collect();
    Some(StackedBar {
        name: place.name.clone(),
        is_now: place.is_selected,
        chances,
        numbers,
        before,
    })
}

impl StackedBar {
    fn draw(&self, canvas: &mut Canvas, area: Area, segments: &[Segment]) {
        let last = segments.len() - 1;
        let foot = area.centre().1 + STRONG.half_cap();
        let mut sum = 0.0;
        for (i, (segment, chance)) in segments.iter().zip(&self.chances).enumerate() {
            let x_of = |share: f64| area.left + (area.right - area.left) * share.clamp(0.0, 1.0);
            let (from, to) = (x_of(sum), x_of(sum + chance.value));
            sum += chance.value;
            let inner = Area::new(
                if from > area.left + GAP {
                    from + GAP / 2.0
                } else {
                    from
                },
                area.top,
                if to < area.right - GAP {
                    to - GAP / 2.0
                } else {
                    to
                },
                area.bottom,
            );
            if chance.value > 0.0 {
                // A possible outcome is always visible, even if it is a thin line.
                let right = inner.right.max(inner.left + 0.12);
                let shift = (right - area.right).max(0.0);
                fill_box(
                    canvas,
                    Area::new(inner.left - shift, inner.top, right - shift, inner.bottom),
                    segment.paint,
                );
            }
            let number = &self.numbers[i];
            if i == 0 {
                canvas.text(
                    number,
                    STRONG,
                    segment.paint.text,
                    (area.left - SPACE, foot),
                    Align::Right,
                );
            } else if i == last {
                let edge = canvas.width - MARGIN;
                canvas.text(
                    number,
                    STRONG,
                    segment.paint.text,
                    (edge, foot),
                    Align::Right,
                );
            } else if let Some(&kind) = [STRONG, SMALL_STRONG]
                .iter()
                .find(|kind| kind.width(number) + 1.4 <= inner.right - inner.left)
            {
                let position = (inner.centre().0, area.centre().1 + kind.half_cap());
                match segment.paint.hatch {
                    Some(_) => canvas.text_on_plate(
                        number,
                        kind,
                        segment.paint.text,
                        position,
                        Align::Centre,
                    ),
                    None => canvas.text(
                        number,
                        kind,
                        segment.paint.fill.text_on(),
                        position,
                        Align::Centre,
                    ),
                };
            }
        }
    }

    /// Draws where the segments met in an earlier run, in grey under the bar.
    fn draw_earlier(&self, canvas: &mut Canvas, below: Area) {
        const HALF: f64 = 0.2;
        let Some(before) = &self.before else { return };
        let strip = Area::new(
            below.left,
            below.top + 0.1,
            below.right,
            below.top + (below.bottom - below.top) * 0.6,
        );
        canvas.rect(strip, Ink::Earlier);
        let mut sum = 0.0;
        for share in &before[..before.len().saturating_sub(1)] {
            sum += share;
            let x = below.left + (below.right - below.left) * sum.clamp(0.0, 1.0);
            let (left, right) = ((x - HALF).max(below.left), (x + HALF).min(below.right));
            canvas.rect(
                Area::new(left, strip.top, right, strip.bottom),
                Ink::EarlierLine,
            );
        }
    }

    fn is_off_by_rounding(&self, numerals: Numerals) -> bool {
        let printed_value = |number: &String| match number.as_str() {
            IMPOSSIBLE_MARK => Some(0.0),
            number => numerals.parse(number),
        };
        let sum: Option<f64> = self.numbers.iter().map(printed_value).sum();
        sum.is_none_or(|sum| (sum - 100.0).abs() > 1e-9)
    }
}
