//! One count: a bar for each value, with whiskers, exact ticks, mean and median.

use super::axis::round_ticks;
use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::Area;
use super::note::{self, Whiskers};
use super::page::{Page, Sheet, plot_height};
use super::palette::{BAND_HALF, BLACK, BLUE, SUBTITLE};
use super::pick::Pick;
use super::plot::{Frame, SEAM, Scale, Tick, whole_ticks};
use super::series::Style;
use super::tail::{Grid, round_up};
use super::text::{LABEL, SMALL, STRONG};
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
    /// Of what happens at some time: the trials in which it never does.
    pub(super) never: Option<Bar>,
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
    let is_when = pick.observed.metric.kind == Kind::When;
    let bars = Bars::of(law, pick.report.run.confidence, is_when)?;
    let mut page = Page::new(pick.chart);
    if let ([only], None, true) = (&bars.bars[..], &bars.never, law.exact.is_some()) {
        return Ok(alone(page, pick, only));
    }
    let has_mean = matches!(pick.observed.metric.kind, Kind::Count);
    let top = page.top + if has_mean { MARKS } else { 3.0 };
    // Panels of one family share both axes.
    let confidence = pick.report.run.confidence;
    let others: Vec<Bars> = (pick.family().iter())
        .filter_map(|other| Bars::of(other.law(&[])?, confidence, is_when).ok())
        .filter(|other| other.step() == bars.step())
        .collect();
    let every = || others.iter().chain([&bars]);
    let tallest = every().flat_map(Bars::all).map(|bar| bar.chance.value.max(bar.high)).fold(0.0, f64::max);
    let has_never = every().any(|bars| bars.never.is_some());
    let least = every().map(|bars| bars.bars[0].middle).fold(f64::INFINITY, f64::min);
    let most = every().map(|bars| bars.bars[bars.bars.len() - 1].middle).fold(f64::NEG_INFINITY, f64::max);
    let bars = bars.with_never_past(most);
    let ticks = round_ticks(0.0, tallest.min(1.0), 5, false);
    let area =
        Area::new(page.left() + Scale::Percent.room(&ticks), top, page.right(), top + plot_height(HEIGHT, taller));
    let last = &bars.bars[bars.bars.len() - 1];
    let room = bars.step() as f64 * 0.7;
    let end = if has_never { bars.never_middle(most) } else { most } + room;
    let frame = Frame { area, x: (least - room, end), y: (0.0, ticks[ticks.len() - 1]) };
    frame.grid(&mut page.canvas, &ticks, Scale::Percent);
    let (whiskers, tops) = bars.draw(&mut page.canvas, &frame);
    frame.baseline(&mut page.canvas);
    if pick.chart.wishes.delimiters {
        mark_ends(&mut page.canvas, &frame, law, confidence);
    }
    if has_mean {
        mark_middle(&mut page.canvas, &frame, pick, law, &tops);
    }
    let mut labels: Vec<Tick> = match pick.observed.metric.kind {
        Kind::Count | Kind::When if bars.bars.len() > 12 || bars.width > 1 => {
            whole_ticks(least as i64, last.value.max(most as i64), area.right - area.left)
        }
        _ => bars.bars.iter().map(|bar| (bar.value as f64, pick.value_label(bar.value))).collect(),
    };
    // What never happens stands apart, at the end.
    labels.extend(bars.never.as_ref().map(|never| (never.middle, pick.observed.metric.absent.clone())));
    let bottom = frame.x_axis(&mut page.canvas, &labels, &pick.axis_label(Axis::Values));
    Ok(page.finish(bottom, &note::of(pick, &bars.own_note(law.exact.is_some(), pick.chart.grey), whiskers)))
}

impl Bars {
    /// The bars of a law; of what happens `at_some_time` the chances are of all trials.
    pub(super) fn of(law: &Law, confidence: Confidence, at_some_time: bool) -> Result<Bars, ChartError> {
        let occurs = |row: &Row| row.count > 0 || row.best() > 0.0;
        let rows = if at_some_time { law.rows_of_all(confidence) } else { law.rows(confidence) };
        let rows: Vec<Row> = rows.into_iter().filter(occurs).collect();
        if rows.is_empty() {
            return Err(ChartError::Empty("no value was ever seen".to_owned()));
        }
        let (low, high) = (rows[0].value, rows[rows.len() - 1].value);
        let unit = Grid::of([law].into_iter()).map_or(1, |grid| grid.unit);
        let kept = if (high - low) / unit > LONG { without_faint_tails(&rows) } else { &rows[..] };
        let (first, last) = (kept[0].value, kept[kept.len() - 1].value);
        let width = round_up((last - first) / unit / MOST + 1);
        let trials = if at_some_time { law.trials } else { law.tally.total() };
        let of = |allows: &dyn Fn(i64) -> bool| match at_some_time {
            true => law.chance_of_all(confidence, allows),
            false => law.chance(confidence, allows),
        };
        let step = width * unit;
        let mut bars = Vec::new();
        let mut rest = kept;
        for value in (first..=last).step_by(usize::try_from(step).unwrap_or(1)) {
            let end = rest.iter().position(|row| row.value >= value + step).unwrap_or(rest.len());
            let (own, others) = rest.split_at(end);
            rest = others;
            let reading = match own {
                [] => of(&|_| false),
                [first, .., last] => of(&|value| (first.value..=last.value).contains(&value)),
                [only] => of(&|value| value == only.value),
            };
            let chance = Estimate::read(&reading);
            let (low, high) = if trials > 0 { (reading.interval.low, reading.interval.high) } else { (0.0, 0.0) };
            let estimate = if trials > 0 { reading.estimate } else { 0.0 };
            let middle = value as f64 + (step - unit) as f64 / 2.0;
            bars.push(Bar { value, middle, chance, estimate, low, high });
        }
        let cut = ((first > low).then_some(first), (last < high).then_some(last));
        let absence = law.absence(confidence).filter(|_| at_some_time);
        let never = absence.map(|row| {
            let exact = law.exact.as_ref().map(|exact| exact.absent.value());
            let chance = match exact {
                Some(value) => Estimate::exact(value, 0.0),
                None => Estimate::sampled(row.count, law.trials, confidence),
            };
            let middle = last as f64 + 1.7 * step as f64;
            Bar { value: 0, middle, chance, estimate: row.estimate, low: row.interval.low, high: row.interval.high }
        });
        Ok(Bars { bars, never, width, unit, cut, is_sampled: trials > 0 })
    }

    /// Every bar, that of what never happens last.
    fn all(&self) -> impl Iterator<Item = &Bar> {
        self.bars.iter().chain(&self.never)
    }

    /// Where the bar of what never happens stands, apart from the last of the others.
    fn never_middle(&self, last: f64) -> f64 {
        last + 1.7 * self.step() as f64
    }

    /// The same with that bar past the last of a whole family.
    fn with_never_past(self, last: f64) -> Bars {
        let middle = self.never_middle(last);
        Bars { never: self.never.map(|never| Bar { middle, ..never }), ..self }
    }

    pub(super) fn step(&self) -> i64 {
        self.width * self.unit
    }

    /// Draws the bars; gives their whiskers and the boxes that they and their numbers fill.
    fn draw(&self, canvas: &mut Canvas, frame: &Frame) -> (Whiskers, Vec<Area>) {
        let pitch = frame.at_x(self.step() as f64) - frame.at_x(0.0);
        let half = if pitch > 1.0 { (pitch * 0.36).min(6.0) } else { pitch / 2.0 + SEAM };
        let has_room = pitch
            >= STRONG.widest(self.all().map(|bar| bar.chance.digits()).collect::<Vec<_>>().iter().map(String::as_str))
                + 0.6;
        let mut whiskers = if self.is_sampled { Whiskers::Unseen } else { Whiskers::None };
        let is_long = |bar: &Bar| frame.at_y(bar.low) - frame.at_y(bar.high) > 0.6;
        // On every bar or on none: a bar without one would look certain beside one with.
        let has_whiskers = self.is_sampled && self.all().any(is_long);
        let mut tops = Vec::new();
        for bar in self.all() {
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
            if has_whiskers && bar.estimate > 0.0 {
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

    fn own_note(&self, is_exact: bool, is_grey: bool) -> String {
        let mut parts = Vec::new();
        if is_exact && self.is_sampled {
            let ticks = if is_grey { "Dark" } else { "Blue" };
            parts.push(format!("Bars: simulated. {ticks} ticks: exact."));
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

/// A chart of one value is a sentence.
fn alone(mut page: Page, pick: &Pick, only: &Bar) -> Sheet {
    let value = pick.value_label(only.value);
    let text = format!("{}: always {value}.", pick.observed.metric.label);
    let foot = page.top + STRONG.size();
    let mut bottom = foot;
    for (i, line) in STRONG.wrap(&text, page.right() - page.left()).iter().enumerate() {
        bottom = foot + i as f64 * STRONG.pitch();
        page.canvas.text(line, STRONG, BLACK, (page.left(), bottom), Align::Left);
    }
    page.finish(bottom + 1.0, &note::of(pick, "", Whiskers::None))
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

/// Marks the middle 90%: a line at each end of it, and the three shares above the plot.
fn mark_ends(canvas: &mut Canvas, frame: &Frame, law: &Law, confidence: Confidence) {
    let (Some(low), Some(high)) = (law.quantile(5), law.quantile(95)) else { return };
    // The ends belong to the middle.
    let (left, right) = (frame.at_x(low as f64 - 0.5), frame.at_x(high as f64 + 0.5));
    let Frame { area, .. } = *frame;
    let (left, right) = (left.clamp(area.left, area.right), right.clamp(area.left, area.right));
    for x in [left, right] {
        canvas.line(vec![(x, area.top - 2.4), (x, area.bottom)], SUBTITLE, 0.2);
    }
    let chance = |allows: &dyn Fn(i64) -> bool| {
        let rows = law.rows(confidence);
        let all: f64 = rows.iter().map(Row::best).sum();
        rows.iter().filter(|row| allows(row.value)).map(Row::best).sum::<f64>() / all
    };
    let shares =
        [chance(&|value| value < low), chance(&|value| (low..=high).contains(&value)), chance(&|value| value > high)];
    let middles = [(area.left + left) / 2.0, (left + right) / 2.0, (right + area.right) / 2.0];
    for (share, x) in shares.into_iter().zip(middles) {
        let text = Estimate::exact(share, 0.0).percent();
        let at = (x, area.top - 0.9);
        let area = Canvas::text_area(&text, SMALL, at, Align::Centre);
        if share > 0.0 && share < 1.0 && canvas.is_clear(area) {
            canvas.text(&text, SMALL, SUBTITLE, at, Align::Centre);
        }
    }
}

/// Marks the mean and the median above the plot, each with a line down to the bars.
fn mark_middle(canvas: &mut Canvas, frame: &Frame, pick: &Pick, law: &Law, tops: &[Area]) {
    let mean = law.read(Measure::Mean, pick.report.run.confidence);
    let Some(median) = law.quantile(50).filter(|_| mean.best().is_finite()) else { return };
    let known = Estimate::read(&mean);
    // A mean is never told so coarsely that it lands on another bar than its line.
    let decimals = known.decimals().max(usize::from(known.value.fract() != 0.0 && known.value.abs() < 100.0));
    let mean_text = format!("mean {}", known.number(decimals));
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
