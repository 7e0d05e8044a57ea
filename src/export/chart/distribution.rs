//! One count: a bar for each value, with whiskers, exact ticks, mean and median.

use super::axis::round_ticks;
use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::Area;
use super::note::{self, Whiskers};
use super::page::{Page, Sheet, plot_height};
use super::palette::{BAND_HALF, BLACK, BLUE};
use super::pick::Pick;
use super::plot::{Frame, SEAM, Scale, Tick, whole_ticks};
use super::series::Style;
use super::tail::{Grid, round_up};
use super::text::{LABEL, STRONG};
use crate::estimate::{Estimate, fixed};
use crate::report::{Axis, Law, Row};
use crate::rule::metric::{Kind, Measure};
use oddsmith_engine::stats::Confidence;

/// The height of the plot.
const HEIGHT: f64 = 32.0;
/// Tails that hold less than this are left out where there are many values.
const FAINT: f64 = 0.001;
/// More values than this have their faint tails cut.
const LONG: i64 = 40;
/// More bars than this are drawn together.
const MOST: i64 = 240;
/// Room above the plot for the marks of mean and median.
const MARKS: f64 = 9.6;

/// Values that share a bar.
pub(super) struct Bar {
    /// The lowest of its values.
    pub(super) value: i64,
    /// Where it stands: in the middle of its values.
    middle: f64,
    pub(super) chance: Estimate,
    estimate: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

pub(super) struct Bars {
    pub(super) bars: Vec<Bar>,
    /// How many values share a bar.
    width: i64,
    /// From one possible value to the next.
    unit: i64,
    /// The values left out: below the first, above the last.
    cut: (Option<i64>, Option<i64>),
    /// Whether trials were run.
    is_sampled: bool,
}

/// Draws the bars of one law.
pub(super) fn draw(pick: &Pick, taller: f64) -> Result<Sheet, ChartError> {
    let law = pick.law(&[]).ok_or_else(|| ChartError::Empty("there is no such step".to_owned()))?;
    let bars = Bars::of(law, pick.report.run.confidence)?;
    let mut page = Page::new(pick.chart);
    let has_mean = matches!(pick.observed.metric.kind, Kind::Count);
    let top = page.top + if has_mean { MARKS } else { 3.0 };
    let tallest = bars.bars.iter().map(|bar| bar.chance.value.max(bar.high)).fold(0.0, f64::max);
    let ticks = round_ticks(0.0, tallest.min(1.0), 5, false);
    let area =
        Area::new(page.left() + Scale::Percent.room(&ticks), top, page.right(), top + plot_height(HEIGHT, taller));
    let (first, last) = (&bars.bars[0], &bars.bars[bars.bars.len() - 1]);
    let room = bars.step() as f64 * 0.7;
    let frame = Frame { area, x: (first.middle - room, last.middle + room), y: (0.0, ticks[ticks.len() - 1]) };
    frame.grid(&mut page.canvas, &ticks, Scale::Percent);
    let (whiskers, tops) = bars.draw(&mut page.canvas, &frame);
    frame.baseline(&mut page.canvas);
    if has_mean {
        mark_middle(&mut page.canvas, &frame, pick, law, &tops);
    }
    let labels: Vec<Tick> = match pick.observed.metric.kind {
        Kind::Count | Kind::When if bars.bars.len() > 12 || bars.width > 1 => {
            whole_ticks(first.value, last.value, area.right - area.left)
        }
        _ => bars.bars.iter().map(|bar| (bar.value as f64, pick.value_label(bar.value))).collect(),
    };
    let bottom = frame.x_axis(&mut page.canvas, &labels, &pick.axis_label(Axis::Values));
    Ok(page.finish(bottom, &note::of(pick, &bars.own_note(law.exact.is_some()), whiskers)))
}

impl Bars {
    pub(super) fn of(law: &Law, confidence: Confidence) -> Result<Bars, ChartError> {
        let occurs = |row: &Row| row.count > 0 || row.best() > 0.0;
        let rows: Vec<Row> = law.rows(confidence).into_iter().filter(occurs).collect();
        if rows.is_empty() {
            return Err(ChartError::Empty("no value was ever seen".to_owned()));
        }
        let (low, high) = (rows[0].value, rows[rows.len() - 1].value);
        let unit = Grid::of([law].into_iter()).map_or(1, |grid| grid.unit);
        let kept = if (high - low) / unit > LONG { without_faint_tails(&rows) } else { &rows[..] };
        let (first, last) = (kept[0].value, kept[kept.len() - 1].value);
        let width = round_up((last - first) / unit / MOST + 1);
        let trials = law.tally.total();
        let step = width * unit;
        let mut bars = Vec::new();
        let mut rest = kept;
        for value in (first..=last).step_by(usize::try_from(step).unwrap_or(1)) {
            let end = rest.iter().position(|row| row.value >= value + step).unwrap_or(rest.len());
            let (own, others) = rest.split_at(end);
            rest = others;
            let reading = match own {
                [] => law.chance(confidence, |_| false),
                [first, .., last] => law.chance(confidence, |value| (first.value..=last.value).contains(&value)),
                [only] => law.chance(confidence, |value| value == only.value),
            };
            let chance = Estimate::read(&reading);
            let (low, high) = if trials > 0 { (reading.interval.low, reading.interval.high) } else { (0.0, 0.0) };
            let estimate = if trials > 0 { reading.estimate } else { 0.0 };
            let middle = value as f64 + (step - unit) as f64 / 2.0;
            bars.push(Bar { value, middle, chance, estimate, low, high });
        }
        let cut = ((first > low).then_some(first), (last < high).then_some(last));
        Ok(Bars { bars, width, unit, cut, is_sampled: trials > 0 })
    }

    pub(super) fn step(&self) -> i64 {
        self.width * self.unit
    }

    /// Draws the bars; gives their whiskers and the boxes that they and their numbers fill.
    fn draw(&self, canvas: &mut Canvas, frame: &Frame) -> (Whiskers, Vec<Area>) {
        let pitch = frame.at_x(self.step() as f64) - frame.at_x(0.0);
        let half = if pitch > 1.0 { (pitch * 0.36).min(6.0) } else { pitch / 2.0 + SEAM };
        let has_room = pitch
            >= STRONG
                .widest(self.bars.iter().map(|bar| bar.chance.digits()).collect::<Vec<_>>().iter().map(String::as_str))
                + 0.6;
        let mut whiskers = if self.is_sampled { Whiskers::Unseen } else { Whiskers::None };
        let mut tops = Vec::new();
        for bar in &self.bars {
            let x = frame.at_x(bar.middle);
            let shown = if self.is_sampled { bar.estimate } else { bar.chance.value };
            let (y, floor) = (frame.at_y(shown), frame.area.bottom);
            if shown > 0.0 {
                canvas.rect(Area::new(x - half, y, x + half, floor), BAND_HALF);
            }
            let mut highest = y;
            if self.is_sampled && bar.chance.is_exact && bar.chance.value > 0.0 {
                let y = frame.at_y(bar.chance.value);
                let reach = if pitch > 1.0 { half + 0.3 } else { half };
                canvas.rect(Area::new(x - reach, y - 0.25, x + reach, y + 0.25), BLUE);
                highest = highest.min(y - 0.25);
            }
            let (low, high) = (frame.at_y(bar.low), frame.at_y(bar.high));
            if self.is_sampled && low - high > 0.6 {
                if pitch > 1.6 {
                    Style::whisker(canvas, x, low, high, (half * 0.4).min(0.8), BLACK);
                } else {
                    canvas.line(vec![(x, low), (x, high)], BLACK, (pitch * 0.3).clamp(0.05, 0.2));
                }
                whiskers = Whiskers::Wilson;
                highest = highest.min(high);
            }
            tops.push(Area::new(x - half, highest, x + half, floor));
            if has_room && !bar.chance.is_impossible() {
                let foot = (x, highest - 0.9);
                tops.push(canvas.text(&bar.chance.digits(), STRONG, BLACK, foot, Align::Centre));
            }
        }
        (whiskers, tops)
    }

    fn own_note(&self, is_exact: bool) -> String {
        let mut parts = Vec::new();
        if is_exact && self.is_sampled {
            parts.push("Bars: simulated. Blue ticks: exact.".to_owned());
        }
        if self.width > 1 {
            parts.push(format!("Each bar is {} values.", self.width));
        }
        let number = |value: i64| fixed(value as f64, 0);
        match self.cut {
            (Some(first), Some(last)) => parts.push(format!(
                "Values under {} and over {} are left out: less than 0.1% each.",
                number(first),
                number(last)
            )),
            (Some(first), None) => parts.push(format!("Values under {} are left out: less than 0.1%.", number(first))),
            (None, Some(last)) => parts.push(format!("Values over {} are left out: less than 0.1%.", number(last))),
            (None, None) => {}
        }
        parts.join(" ")
    }
}

/// The rows without the faint ones at both ends.
fn without_faint_tails(rows: &[Row]) -> &[Row] {
    let faint = |rows: &mut dyn Iterator<Item = &Row>| {
        let mut sum = 0.0;
        rows.take_while(|row| {
            sum += row.best();
            sum < FAINT
        })
        .count()
    };
    let (start, end) = (faint(&mut rows.iter()), faint(&mut rows.iter().rev()));
    &rows[start..rows.len() - end]
}

/// Marks the mean and the median above the plot, each with a line down to the bars.
fn mark_middle(canvas: &mut Canvas, frame: &Frame, pick: &Pick, law: &Law, tops: &[Area]) {
    let mean = law.read(Measure::Mean, pick.report.run.confidence);
    let Some(median) = law.quantile(50).filter(|_| mean.best().is_finite()) else { return };
    let known = Estimate::read(&mean);
    let mean_text = format!("mean {}", known.number(known.decimals()));
    let median_text = format!("median {}", fixed(median as f64, 0));
    let rows = [frame.area.top - MARKS + LABEL.size(), frame.area.top - MARKS + LABEL.size() + LABEL.pitch()];
    let clamp = |x: f64| frame.at_x(x).clamp(frame.area.left, frame.area.right);
    let mut marks = [(clamp(median as f64), median_text, STRONG, BLUE), (clamp(mean.best()), mean_text, LABEL, BLACK)];
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    // The left one's text goes left of its line and the right one's right: neither line meets a text.
    let [left, right] = &marks;
    let goes_left = left.0 - 0.6 - left.2.width(&left.1) >= frame.area.left - 6.0;
    let goes_right = right.0 + 0.6 + right.2.width(&right.1) <= canvas.width - super::canvas::MARGIN;
    let sides = match (goes_left, goes_right) {
        // Both on one side: the text that reaches over the other's line stands higher.
        (false, _) => [(true, rows[0]), (true, rows[1])],
        (true, false) => [(false, rows[1]), (false, rows[0])],
        (true, true) => [(false, rows[1]), (true, rows[1])],
    };
    for ((x, text, kind, ink), (to_right, foot)) in marks.iter().zip(sides) {
        let (at, align) = if to_right { (x + 0.6, Align::Left) } else { (x - 0.6, Align::Right) };
        canvas.text(text, *kind, *ink, (at, foot), align);
        let stop = tops.iter().filter(|top| top.left - 0.3 < *x && *x < top.right + 0.3).map(|top| top.top);
        let stop = stop.fold(frame.area.bottom, f64::min) - 0.3;
        let from = foot - kind.size() * 0.75;
        if *ink == BLUE {
            canvas.line(vec![(*x, from), (*x, stop)], BLUE, 0.25);
        } else {
            canvas.dashed(&[(*x, from), (*x, stop)], &[0.8, 0.5], BLACK, 0.2);
        }
    }
}
