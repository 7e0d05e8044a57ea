//! Stacked bar charts: a category by a parameter, where every bar is 100%.

use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::{Area, MARGIN};
use super::labels::spread;
use super::note::{self, Whiskers};
use super::page::{Page, Sheet, page_width};
use super::palette::Ink;
use super::segments::{Segment, draw_headings, fill_box, segments};
use super::text::{LABEL, SMALL_STRONG, STRONG, TITLE, Type};
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
/// The height of a line of numbers below a bar.
const OUTSIDE_PITCH: f64 = 2.6;
/// The minimal number of rows of a part of a split chart.
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
pub(super) fn draw(data: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let segments = segments(data)?;
    let bars: Vec<StackedBar> = (0..data.xs.len())
        .filter_map(|x| stacked_bar(data, x, &segments))
        .collect();
    let mut page = Page::new(data.chart);

    let names = RowNames::of(data, bars.iter().map(|bar| bar.name.as_str()));
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
    if let Some(label) = data
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
        let area = Area::new(left, top, right, top + pitch - gap);
        let parts = bar.parts(area);
        bar.draw(&mut page.canvas, area, &parts, &segments);
        bar.draw_earlier(
            &mut page.canvas,
            Area::new(left, area.bottom, right, area.bottom + gap),
        );
        top += pitch + bar.draw_outside(&mut page.canvas, area, gap, &parts, &segments);
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
        .any(|bar| bar.is_off_by_rounding(data.words().numerals()));
    let hundred_percent = data.words().percent("100");
    let legend = if rounded {
        data.words()
            .fill(Word::Rounded, &[("all", &hundred_percent)])
    } else {
        String::new()
    };
    Ok(page.finish(
        top - gap,
        note::for_chart(data, vec![legend], Whiskers::None),
    ))
}

/// Returns how many rows fit on a page, given the maximum height of all rows or the height of the
/// chart.
pub(super) fn most_rows(data: &ChartData<'_>) -> Result<usize, ChartError> {
    let rows = &data.xs;
    // Small segments have their numbers in a line below their bar.
    let tight = RowNames::of(data, rows.iter().map(|row| row.name.as_str())).tightest_pitch()
        + if segments(data)?.len() > 2 {
            OUTSIDE_PITCH
        } else {
            0.0
        };
    let room = match data.chart.height {
        None => TALLEST,
        Some(height) => {
            let tightest = draw(data, f64::NEG_INFINITY)?;
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
    fn of<'n>(data: &ChartData<'_>, names: impl Iterator<Item = &'n str> + Clone) -> RowNames {
        let width = STRONG
            .widest(names.clone())
            .min(NAME_SHARE * page_width(data.chart));
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
fn stacked_bar(data: &ChartData<'_>, x: usize, segments: &[Segment]) -> Option<StackedBar> {
    let (place, distribution) = (&data.xs[x], data.distribution(0, x)?);
    let confidence = data.report.run.confidence;
    let read = |distribution: &Distribution, segment: &Segment| {
        distribution.read(Measure::Is(segment.value), confidence)
    };
    let before = data.earlier_distribution(0, x).map(|distribution| {
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
        .map(|chance| chance.bare_percent(data.numerals()))
        .collect();
    Some(StackedBar {
        name: place.name.clone(),
        is_now: place.is_selected,
        chances,
        numbers,
        before,
    })
}

/// A segment of a bar on the page.
struct Part {
    area: Area,
    /// The type of the number inside the segment; `None` if the number does not fit or is written
    /// elsewhere.
    inside: Option<Type>,
    /// Whether the number is below the bar.
    is_outside: bool,
}

impl StackedBar {
    /// Returns the segments of a bar. The numbers of the first and the last one are next to the
    /// bar.
    fn parts(&self, area: Area) -> Vec<Part> {
        let last = self.chances.len() - 1;
        let mut sum = 0.0;
        let part = |(i, chance): (usize, &Estimate)| {
            let x_of = |share: f64| area.left + (area.right - area.left) * share.clamp(0.0, 1.0);
            let (from, to) = (x_of(sum), x_of(sum + chance.value));
            sum += chance.value;
            let left = if from > area.left + GAP {
                from + GAP / 2.0
            } else {
                from
            };
            let right = if to < area.right - GAP {
                to - GAP / 2.0
            } else {
                to
            };
            // A possible outcome is always visible, even if it is a thin line.
            let right = right.max(left + 0.12);
            let shift = (right - area.right).max(0.0);
            let is_middle = i > 0 && i < last;
            let fits = |kind: &&Type| kind.width(&self.numbers[i]) + 1.4 <= right - left;
            let inside = [STRONG, SMALL_STRONG]
                .iter()
                .find(fits)
                .copied()
                .filter(|_| is_middle);
            Part {
                area: Area::new(left - shift, area.top, right - shift, area.bottom),
                inside,
                is_outside: is_middle && inside.is_none() && chance.value > 0.0,
            }
        };
        self.chances.iter().enumerate().map(part).collect()
    }

    fn draw(&self, canvas: &mut Canvas, area: Area, parts: &[Part], segments: &[Segment]) {
        let last = segments.len() - 1;
        let foot = area.centre().1 + STRONG.half_cap();
        for (i, (segment, part)) in segments.iter().zip(parts).enumerate() {
            if self.chances[i].value > 0.0 {
                fill_box(canvas, part.area, segment.paint);
            }
            let number = &self.numbers[i];
            let at_side = |x: f64| (x, foot);
            if i == 0 {
                let position = at_side(area.left - SPACE);
                canvas.text(number, STRONG, segment.paint.text, position, Align::Right);
            } else if i == last {
                let position = at_side(canvas.width - MARGIN);
                canvas.text(number, STRONG, segment.paint.text, position, Align::Right);
            } else if let Some(kind) = part.inside {
                let position = (part.area.centre().0, area.centre().1 + kind.half_cap());
                if segment.paint.hatch.is_some() {
                    // Hatching would make the number hard to read.
                    let plate = Canvas::text_area(number, kind, position, Align::Centre);
                    canvas.rect(plate.grown(0.2), segment.paint.fill);
                }
                let ink = segment.paint.fill.text_on();
                canvas.text(number, kind, ink, position, Align::Centre);
            }
        }
    }

    /// Writes the numbers of small segments below the bar, each with a line to its segment. Returns
    /// the height that they need.
    fn draw_outside(
        &self,
        canvas: &mut Canvas,
        area: Area,
        gap: f64,
        parts: &[Part],
        segments: &[Segment],
    ) -> f64 {
        let outside: Vec<usize> = (0..parts.len()).filter(|&i| parts[i].is_outside).collect();
        if outside.is_empty() {
            return 0.0;
        }
        let width_of = |i: &usize| SMALL_STRONG.width(&self.numbers[*i]) + SPACE;
        let total: f64 = outside.iter().map(width_of).sum();
        // Numbers that are too long for one line take turns in several.
        let line_count = (total / (area.right - area.left)).ceil().max(1.0) as usize;
        let gap = if self.before.is_some() { gap } else { 0.0 };
        for line in 0..line_count {
            let start = area.bottom + gap + line as f64 * OUTSIDE_PITCH;
            let nth: Vec<usize> = outside
                .iter()
                .skip(line)
                .step_by(line_count)
                .copied()
                .collect();
            let centres: Vec<f64> = nth.iter().map(|&i| parts[i].area.centre().0).collect();
            let widths: Vec<f64> = nth.iter().map(width_of).collect();
            let lefts = spread(&centres, &widths, area.left, area.right);
            for (((&i, centre), width), left) in nth.iter().zip(&centres).zip(&widths).zip(&lefts) {
                let middle = left + width / 2.0;
                let link = vec![(*centre, area.bottom), (middle, start + 0.7)];
                canvas.line(link, Ink::Faint, 0.15);
                let foot = start + 0.9 + 2.0 * SMALL_STRONG.half_cap();
                let ink = segments[i].paint.text;
                let position = (middle, foot);
                canvas.text(&self.numbers[i], SMALL_STRONG, ink, position, Align::Centre);
            }
        }
        gap + line_count as f64 * OUTSIDE_PITCH
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
