//! Comparison charts of variants: the probability of at least k, and the difference in percentage
//! points.

use super::axis::round_ticks;
use super::bar_marks::{NUMBER_GAP, number_type};
use super::canvas::{Align, Canvas};
use super::distribution::single_value_sheet;
use super::error::ChartError;
use super::geometry::Area;
use super::note::{self, Whiskers};
use super::page::{Page, Sheet, plot_height};
use super::palette::Ink;
use super::plot::{Frame, SEAM, Scale, whole_ticks};
use super::series::Style;
use super::text::STRONG;
use super::value_curves::ValueCurves;
use super::words::{at_least_in_words, k_in_words};
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::{NumberKind, Numerals};
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Chart;

/// The start of the right half, as a share of the page.
const RIGHT_HALF: f64 = 109.0 / 174.0;
/// The height of the plots.
const HEIGHT: f64 = 36.0;

/// The difference of two probabilities, in percentage points.
struct ChanceGain {
    k: i64,
    points: f64,
    low: f64,
    high: f64,
    is_exact: bool,
}

/// Draws the variants and their differences.
pub(super) fn draw(data: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let curves = ValueCurves::of(data)?;
    if curves.count() < 2 {
        return Err(ChartError::Unsuitable(
            "there is nothing to compare with".to_owned(),
        ));
    }
    let messages = data.words();
    let all_names = curves.all_names(messages);
    let mut curves = curves.merge_same_lines(messages);
    if let Some(only) = curves.only_value() {
        return Ok(single_value_sheet(Page::new(data.chart), data, only));
    }
    if curves.count() == 1 {
        return Ok(draw_alike(data, &curves, &all_names, taller));
    }
    let gains_of = |nth: usize| -> Vec<ChanceGain> {
        curves
            .ks
            .iter()
            .map(|&k| ChanceGain::between(k, curves.chance(0, k), curves.chance(nth, k)))
            .collect()
    };
    let gains: Vec<Vec<ChanceGain>> = (1..curves.count()).map(gains_of).collect();
    let (line, k) = greatest_gain(&gains);
    let peak = &gains[line][k];
    curves.gap_line = Some((
        peak.k,
        [0, line + 1].map(|nth| curves.chance(nth, peak.k).value),
    ));

    let mut page = Page::new(data.chart);
    let name = k_in_words(data);
    let heads = [at_least_in_words(data), gain_in_words(&curves, messages)];
    let is_double = data.chart.width.is_wide();
    // The plots are next to each other on a wide page, else below one another.
    let split = right_half_start(data.chart);
    let (end, start) = if is_double {
        (split - 7.0, split)
    } else {
        (page.right(), page.left())
    };
    let height =
        plot_height(HEIGHT, if is_double { taller } else { taller / 2.0 }).max(curves.height());
    let under_title = page.top;
    let (left, right) = (page.left(), page.right());
    let mut top = write_heading(&mut page, &heads[0], left, end, under_title);
    if is_double {
        top = top.max(write_heading(
            &mut page,
            &heads[1],
            start,
            right,
            under_title,
        ));
    }
    let (mut whiskers, mut bottom) = draw_chances(
        &mut page,
        &curves,
        peak,
        Area::new(left, top, end, top + height),
        &name,
    );
    if !is_double {
        top = write_heading(&mut page, &heads[1], start, right, bottom + 2.5);
    }
    let room = Area::new(start, top, right, top + height);
    let (has_whiskers, lowest) = match &gains[..] {
        [line_gains] => draw_gain_bars(&mut page, line_gains, peak.k, room, &curves, &name),
        several => (
            false,
            draw_gain_lines(&mut page, several, room, &curves, &name),
        ),
    };
    bottom = bottom.max(lowest);
    if has_whiskers {
        whiskers = Whiskers::Wilson;
    }
    Ok(page.finish(
        bottom,
        note::for_chart(
            data,
            vec![
                messages.text(Word::Upright).to_owned(),
                curves.legend_text(messages),
            ],
            whiskers,
        ),
    ))
}

/// Returns the line and the index of the largest difference, or of the first of several equal ones.
fn greatest_gain(gains: &[Vec<ChanceGain>]) -> (usize, usize) {
    let greatest = |best: (usize, usize), candidate: (usize, usize)| {
        let points = |(line, k): (usize, usize)| gains[line][k].points.abs();
        if points(candidate) > points(best) + 1e-9 {
            candidate
        } else {
            best
        }
    };
    let positions =
        (0..gains.len()).flat_map(|line| (0..gains[line].len()).map(move |k| (line, k)));
    positions.fold((0, 0), greatest)
}

fn gain_in_words(curves: &ValueCurves, messages: &Messages) -> String {
    let other = ("other", curves.quoted_name(0));
    match curves.count() {
        2 => messages.fill(Word::Gain, &[("one", curves.quoted_name(1)), other]),
        _ => messages.fill(Word::Gains, &[other]),
    }
}

/// Draws equal variants: one line, and a sentence in the place of the differences.
fn draw_alike(data: &ChartData<'_>, curves: &ValueCurves, all_names: &str, taller: f64) -> Sheet {
    let mut page = Page::new(data.chart);
    let numerals = data.words().numerals();
    let is_double = data.chart.width.is_wide();
    let split = right_half_start(data.chart);
    let end = if is_double { split - 7.0 } else { page.right() };
    let under_title = page.top;
    let left = page.left();
    let top = write_heading(&mut page, &at_least_in_words(data), left, end, under_title);
    let bottom = top + plot_height(HEIGHT, taller);
    let ticks = round_ticks(0.0, 1.0, 4, false);
    let left = left + Scale::Percent.labels_width(&ticks, numerals);
    let frame = Frame {
        area: Area::new(left, top, end, bottom),
        x: curves.x_range(),
        y: (0.0, 1.0),
    };
    frame.draw_grid(&mut page.canvas, &ticks, Scale::Percent, numerals);
    frame.draw_baseline(&mut page.canvas);
    let labels = whole_ticks(
        curves.ends().0,
        curves.ends().1,
        frame.area.right - frame.area.left,
        numerals,
    );
    let mut lowest = frame.draw_x_axis(&mut page.canvas, &labels, &k_in_words(data));
    let within = Area::new(left, top - 3.4, end, bottom);
    let whiskers = curves.draw(&mut page.canvas, &frame, within);
    let sentence = data.words().fill(Word::Alike, &[("all", all_names)]);
    let start = if is_double { split } else { page.left() };
    let room = page.right() - start;
    let mut foot = if is_double { top } else { lowest + 2.5 };
    for line in STRONG.wrap(&sentence, room) {
        foot += STRONG.pitch();
        page.canvas
            .text(&line, STRONG, Ink::Text, (start, foot), Align::Left);
    }
    lowest = lowest.max(foot + 1.0);
    page.finish(lowest, note::for_chart(data, Vec::new(), whiskers))
}

/// Returns the start of the right half.
fn right_half_start(chart: &Chart) -> f64 {
    RIGHT_HALF * chart.width.mm()
}

/// Writes the heading of a plot, and returns the top of the plot.
fn write_heading(page: &mut Page, text: &str, left: f64, right: f64, top: f64) -> f64 {
    let mut foot = top + STRONG.size() * 0.8 - STRONG.pitch();
    for line in STRONG.wrap_at_most(text, right - left, 3) {
        foot += STRONG.pitch();
        page.canvas
            .text(&line, STRONG, Ink::Text, (left, foot), Align::Left);
    }
    foot + 5.0
}

/// Draws the probabilities in a box. Returns their whiskers and the bottom of the axis.
fn draw_chances(
    page: &mut Page,
    curves: &ValueCurves,
    peak: &ChanceGain,
    room: Area,
    name: &str,
) -> (Whiskers, f64) {
    let ticks = round_ticks(0.0, 1.0, 4, false);
    let numerals = curves.numerals;
    let left = room.left + Scale::Percent.labels_width(&ticks, numerals);
    let frame = |right: f64| Frame {
        area: Area::new(left, room.top, right, room.bottom),
        x: curves.x_range(),
        y: (0.0, 1.0),
    };
    let within = |frame: &Frame| Area::new(left, room.top - 3.4, frame.area.right, room.bottom);
    let wide = frame(room.right);
    let names = curves.names_width(&page.canvas, &wide, within(&wide));
    let frame = frame(room.right - names);
    frame.draw_grid(&mut page.canvas, &ticks, Scale::Percent, numerals);
    frame.draw_baseline(&mut page.canvas);
    let labels = whole_ticks(
        curves.ends().0,
        curves.ends().1,
        frame.area.right - frame.area.left,
        numerals,
    );
    let end = frame.draw_x_axis(&mut page.canvas, &labels, name);
    let across = curves.gap_points(&frame);
    page.canvas.line(across.clone(), Ink::Text, 0.25);
    let whiskers = curves.draw(&mut page.canvas, &frame, within(&frame));
    // The largest difference is also written where it occurs.
    let clutter = curves.clutter(&frame);
    let middle = (across[0].1 + across[1].1) / 2.0 + STRONG.half_cap();
    let text = peak.text(curves.numerals);
    for position in [
        (across[0].0 + 0.7, middle),
        (across[0].0 - 0.7 - STRONG.width(&text), middle),
    ] {
        let area = Canvas::text_area(&text, STRONG, position, Align::Left);
        if area.lies_in(frame.area) && clutter.is_clear(area) && page.canvas.is_free(area) {
            page.canvas
                .text(&text, STRONG, Ink::Text, position, Align::Left);
            break;
        }
    }
    (whiskers, end)
}

impl ChanceGain {
    /// Returns the second probability minus the first.
    fn between(k: i64, a: Estimate, b: Estimate) -> ChanceGain {
        let Estimate {
            value,
            low,
            high,
            is_exact,
            ..
        } = b.minus(&a);
        ChanceGain {
            k,
            points: value * 100.0,
            low: low * 100.0,
            high: high * 100.0,
            is_exact,
        }
    }

    fn text(&self, numerals: Numerals) -> String {
        numerals.signed(self.points / 100.0, NumberKind::Chance)
    }

    fn ink(&self, is_peak: bool) -> Ink {
        match (self.points >= 0.0, is_peak) {
            (true, false) => Ink::Counter,
            (true, true) => Ink::CounterText,
            (false, false) => Ink::Series(2),
            (false, true) => Ink::Accent,
        }
    }
}

/// Draws the differences of several variants from the first as lines in a box. Returns the bottom
/// of the axis.
fn draw_gain_lines(
    page: &mut Page,
    gains: &[Vec<ChanceGain>],
    room: Area,
    curves: &ValueCurves,
    name: &str,
) -> f64 {
    let points = gains.iter().flatten().map(|gain| gain.points);
    let (low, high) = points.fold((0.0f64, 0.0f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let ticks = round_ticks(low, high, 5, false);
    let numerals = curves.numerals;
    let left = room.left + Scale::Points.labels_width(&ticks, numerals);
    let (first, last) = curves.ends();
    let frame = Frame {
        area: Area::new(left, room.top, room.right, room.bottom),
        x: curves.x_range(),
        y: (ticks[0], ticks[ticks.len() - 1]),
    };
    let canvas: &mut Canvas = &mut page.canvas;
    frame.draw_grid(canvas, &ticks, Scale::Points, numerals);
    let pitch = frame.page_x(curves.stride as f64) - frame.page_x(0.0);
    for (nth, gains) in gains.iter().enumerate() {
        let style = curves.style(nth + 1);
        let path: Vec<_> = gains
            .iter()
            .map(|gain| frame.page_point((gain.k as f64, gain.points)))
            .collect();
        style.draw_line(canvas, &path, 0.5);
        if pitch > 1.8 {
            path.into_iter()
                .for_each(|point| style.draw_marker(canvas, point));
        }
    }
    frame.draw_baseline(canvas);
    let labels = whole_ticks(first, last, frame.area.right - frame.area.left, numerals);
    frame.draw_x_axis(canvas, &labels, name)
}

/// Draws the differences as bars in a box. Returns whether they have whiskers, and the bottom of
/// the axis.
fn draw_gain_bars(
    page: &mut Page,
    gains: &[ChanceGain],
    peak: i64,
    room: Area,
    curves: &ValueCurves,
    name: &str,
) -> (bool, f64) {
    let ends = gains.iter().flat_map(|gain| {
        if gain.is_exact {
            [gain.points; 2]
        } else {
            [gain.low, gain.high]
        }
    });
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| {
        (low.min(end), high.max(end))
    });
    // The numbers below the bars need room.
    let low = if low < 0.0 {
        low - 0.09 * (high - low)
    } else {
        low
    };
    let ticks = if high - low < 1e-9 {
        vec![0.0, 1.0]
    } else {
        round_ticks(low, high, 5, false)
    };
    let numerals = curves.numerals;
    let left = room.left + Scale::Points.labels_width(&ticks, numerals);
    let (first, last) = curves.ends();
    let stride = curves.stride as f64;
    let frame = Frame {
        area: Area::new(left, room.top, room.right, room.bottom),
        x: (first as f64 - stride / 2.0, last as f64 + stride / 2.0),
        y: (ticks[0], ticks[ticks.len() - 1]),
    };
    let canvas: &mut Canvas = &mut page.canvas;
    frame.draw_grid(canvas, &ticks, Scale::Points, numerals);
    let pitch = frame.page_x(stride) - frame.page_x(0.0);
    let half = if pitch > 1.0 {
        (pitch * 0.3).min(6.0)
    } else {
        pitch / 2.0 + SEAM
    };
    let texts: Vec<String> = gains
        .iter()
        .map(|gain| gain.text(curves.numerals))
        .collect();
    let kind = number_type(&texts, pitch);
    let zero = frame.page_y(0.0);
    let mut any = false;
    for (gain, text) in gains.iter().zip(&texts) {
        let (x, y) = frame.page_point((gain.k as f64, gain.points));
        if gain.points.abs() > 1e-9 {
            canvas.rect(
                Area::new(x - half, y.min(zero), x + half, y.max(zero)),
                gain.ink(gain.k == peak),
            );
        }
        let (mut top, mut bottom) = (y.min(zero), y.max(zero));
        if !gain.is_exact {
            let (low, high) = (frame.page_y(gain.low), frame.page_y(gain.high));
            if low - high > 0.5 && pitch > 1.2 {
                Style::draw_whisker(canvas, x, low, high, (half * 0.4).min(0.7), Ink::Text);
                (top, bottom, any) = (top.min(high), bottom.max(low), true);
            }
        }
        // The largest difference is always written; then its neighbours have no numbers.
        let fitting_kind = kind.filter(|kind| kind.width(text) + NUMBER_GAP <= pitch);
        if let Some(kind) = fitting_kind.or((kind.is_none() && gain.k == peak).then_some(STRONG)) {
            let foot = if gain.points >= 0.0 {
                top - 0.9
            } else {
                bottom + 0.9 + 0.698 * STRONG.size()
            };
            // The axis is below the lowest bar.
            let foot = if foot + 0.3 > room.bottom {
                top - 0.9
            } else {
                foot
            };
            canvas.text(text, kind, Ink::Text, (x, foot), Align::Centre);
        }
    }
    frame.draw_baseline(canvas);
    let labels = whole_ticks(first, last, frame.area.right - frame.area.left, numerals);
    let end = frame.draw_x_axis(canvas, &labels, name);
    (any, end)
}
