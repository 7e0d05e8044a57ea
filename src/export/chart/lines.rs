//! A probability or a mean by a parameter: simulated dots with whiskers, the exact value as a line.

use super::axis::round_ticks;
use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::{Area, Point};
use super::labels::{Clutter, EndLabel, LabelSide, at_ends};
use super::line::Line;
use super::note::{self, Whiskers};
use super::page::{Page, Sheet, plot_height};
use super::palette::Ink;
use super::plot::{Frame, Scale};
use super::series::{Style, merged};
use super::text::STRONG;
use super::tick::Tick;
use crate::chart_table::AxisPlace;
use crate::chart_table::ChartTable;
use crate::estimate::Estimate;
use crate::export::goal::{Goal, apart};
use crate::figures::Company;
use crate::report::Reading;

/// The height of the plot.
const HEIGHT: f64 = 34.0;
/// The widest that names beside the plot may be.
const NAME: f64 = 24.0;
/// Up to so many places a lone exact value is a stepped line.
const STEPPED: usize = 12;
/// Up to so many lines have their numbers written.
const NUMBERED: usize = 3;

struct LinesPlot {
    lines: Vec<Line>,
    is_probability: bool,
    company: Company,
    is_stepped: bool,
    is_exact: bool,
    /// Whether dots and whiskers are drawn: with exact values, only where they do not crowd.
    shows_trials: bool,
    /// From one place of the x axis to the next.
    step: f64,
    /// Whether the lines are of numbers that rise.
    is_ordered: bool,
    goal: Option<Goal>,
    /// The line that stands out.
    highlight: Option<usize>,
}

/// Draws lines.
pub(super) fn draw(table: &ChartTable<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let places = &table.xs;
    let (xs, step) = positions(places);
    let lines = LinesPlot::of(table, &xs, step)?;
    let mut page = Page::new(table.chart);
    let scale = if lines.is_probability { Scale::Percent } else { Scale::Plain };
    let y_ticks = lines.y_ticks();
    let count = lines.lines.len();
    let room = match count {
        1 => 0.0,
        _ => STRONG.widest(lines.lines.iter().map(|line| line.name.as_str())).min(NAME) + 2.6,
    };
    let height = plot_height(HEIGHT, taller).max(count as f64 * STRONG.pitch());
    let top = page.top + 3.2;
    let area = Area::new(page.left() + scale.room(&y_ticks), top, page.right() - room, top + height);
    let pad = if lines.is_stepped || (count == 1 && places.len() <= STEPPED) {
        step / 2.0
    } else {
        (step / 2.0).min((xs[xs.len() - 1] - xs[0]) * 0.04).max(1e-6)
    };
    let named = places.iter().any(|place| place.number.is_none());
    let pad = if xs.len() == 1 || named { step / 2.0 } else { pad };
    let frame = Frame { area, x: (xs[0] - pad, xs[xs.len() - 1] + pad), y: (y_ticks[0], y_ticks[y_ticks.len() - 1]) };
    frame.grid(&mut page.canvas, &y_ticks, scale);
    frame.baseline(&mut page.canvas);
    let ticks: Vec<Tick> = xs.iter().zip(places).map(|(&at, place)| Tick::of(at, place)).collect();
    let bottom = frame.x_axis(&mut page.canvas, &ticks, &table.axis_label(table.chart.x));
    if let Some(at) = places.iter().position(|place| place.is_now) {
        page.canvas.looked_at(frame.at((xs[at], frame.y.0)));
    }
    if lines.goal.is_none() && lines.is_probability && count == 1 && lines.crosses_half() {
        page.canvas.dashed(&[frame.at((frame.x.0, 0.5)), frame.at((frame.x.1, 0.5))], &[0.5, 0.7], Ink::Quiet, 0.15);
    }
    if let Some(goal) = lines.goal {
        goal.draw(&mut page.canvas, &frame);
    }
    let whiskers = lines.draw(&mut page.canvas, &frame);
    if count > 1 {
        lines.name_ends(&mut page.canvas, &frame);
    }
    if let Some(goal) = lines.goal {
        goal.name(&mut page.canvas, &frame, &lines.clutter(&frame));
    }
    let values = |line: &Line| {
        let name = if count > 1 { line.name.clone() } else { String::new() };
        (name, line.at.iter().zip(line.best()).map(|(&at, (_, best))| (places[at].name.clone(), best)).collect())
    };
    let met = lines.goal.map(|goal| goal.reached(places.len(), lines.lines.iter().map(values)));
    let stands_for = lines.lines.iter().filter_map(|line| line.stands_for.clone());
    let own = [lines.own_note(whiskers).to_owned()].into_iter().chain(stands_for).chain(met);
    let own: Vec<String> = own.filter(|sentence| !sentence.is_empty()).collect();
    Ok(page.finish(bottom, note::of(table, &own.join(" "), whiskers)))
}

/// Where places stand on the x axis, and the least distance between two: numbers by their size unless
/// that crowds them, everything else in equal steps.
fn positions(places: &[AxisPlace]) -> (Vec<f64>, f64) {
    const CROWDED: f64 = 60.0;
    let in_turn = || ((0..places.len()).map(|i| i as f64).collect(), 1.0);
    let numbers: Option<Vec<f64>> = places.iter().map(|place| place.number).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) else { return in_turn() };
    let gap = numbers.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let span = numbers[numbers.len() - 1] - numbers[0];
    let is_fair = gap > 0.0 && (span / gap <= CROWDED || span / gap <= numbers.len() as f64);
    if is_fair { (numbers, gap) } else { in_turn() }
}

impl LinesPlot {
    fn of(table: &ChartTable<'_>, xs: &[f64], step: f64) -> Result<LinesPlot, ChartError> {
        let places = &table.xs;
        let line = |nth: usize| {
            let seen = xs.iter().enumerate().filter_map(|(at, &x)| Some((at, (x, table.read(nth, at)?))));
            let (at, points): (Vec<usize>, Vec<(f64, Reading)>) = seen.unzip();
            let before = xs.iter().enumerate().filter_map(|(at, &x)| Some((x, table.read_earlier(nth, at)?))).collect();
            Line { name: table.lines[nth].name.clone(), stands_for: None, at, points, before }
        };
        let all: Vec<Line> = (0..table.lines.len()).map(line).collect();
        let groups = merged(all.len(), |one, other| all[one].is_same(&all[other]));
        let highlight = table.highlight();
        let groups = groups.into_iter().filter(|group| !all[group[0]].points.is_empty());
        let groups: Vec<Vec<usize>> = groups.collect();
        let highlight = highlight.and_then(|own| groups.iter().position(|group| group.contains(&own)));
        let lines: Vec<Line> =
            groups.iter().map(|group| Line::of_all(group.iter().map(|&nth| &all[nth]), groups.len())).collect();
        let all = || lines.iter().flat_map(|line| &line.points).map(|(_, reading)| reading);
        let first = all().next().ok_or_else(|| ChartError::Empty("no point has a value".to_owned()))?;
        let is_exact = all().all(|reading| reading.exact.is_some());
        let even = xs.windows(2).all(|pair| (pair[1] - pair[0] - step).abs() < 1e-9);
        let whole = places.iter().all(|place| place.number.is_some_and(|number| number.fract() == 0.0));
        Ok(LinesPlot {
            is_probability: first.is_probability,
            company: table.report.company,
            is_stepped: lines.len() == 1 && is_exact && even && whole && places.len() <= STEPPED,
            shows_trials: !(is_exact && lines.len() > NUMBERED) && all().all(|reading| reading.estimate.is_finite()),
            is_exact,
            is_ordered: table.is_ordered(),
            goal: table.chart.wishes.target.map(|at| Goal { at, is_chance: first.is_probability }),
            highlight,
            step,
            lines,
        })
    }

    /// Whether its chance is above one half somewhere and below it elsewhere.
    fn crosses_half(&self) -> bool {
        let chances = || self.lines.iter().flat_map(|line| &line.points).map(|(_, reading)| reading.best());
        chances().any(|chance| chance > 0.5) && chances().any(|chance| chance < 0.5)
    }

    /// The look of a line.
    fn style(&self, nth: usize) -> Style {
        Style::of(nth, self.lines.len(), self.is_ordered, self.highlight)
    }

    fn y_ticks(&self) -> Vec<f64> {
        let readings = || self.lines.iter().flat_map(|line| &line.points).map(|(_, reading)| reading);
        let target = self.goal.map(|goal| goal.at).into_iter();
        let seen = readings().flat_map(|reading| {
            let whisker = [reading.interval.low, reading.interval.high];
            // No whisker leads below zero where nothing else is there.
            let whisker = if reading.best() >= 0.0 { whisker.map(|end| end.max(0.0)) } else { whisker };
            let ends = if self.shows_trials { whisker } else { [reading.best(); 2] };
            [reading.best(), ends[0], ends[1]]
        });
        let before = self.lines.iter().flat_map(|line| &line.before).map(|(_, earlier)| *earlier);
        let seen = seen.chain(target).chain(before);
        let (low, high) = seen.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)));
        if self.is_probability {
            return round_ticks(0.0, high.clamp(0.02, 1.0), 6, false);
        }
        // An axis of means begins at zero, or noise would look like news.
        round_ticks(low.min(0.0), high, 6, false)
    }

    fn text(&self, reading: &Reading) -> String {
        let known = Estimate::read(reading);
        let text = match self.is_probability {
            true if self.lines.len() == 1 => known.percent_or_dash(self.company),
            true => known.digits(self.company),
            false => known.mean(self.company),
        };
        apart(self.goal, known.value, text)
    }

    /// A line on the page.
    fn path(&self, frame: &Frame, points: impl Iterator<Item = (f64, f64)>) -> Vec<Point> {
        let points: Vec<Point> = points.map(|point| frame.at(point)).collect();
        if self.is_stepped { steps(&points, frame.at_x(self.step) - frame.at_x(0.0)) } else { points }
    }

    /// What texts keep clear of: the lines by their numbers, then those of an earlier run and that of the goal.
    fn clutter(&self, frame: &Frame) -> Clutter {
        let mut clutter = Clutter::default();
        self.lines.iter().for_each(|line| clutter.add_line(&self.path(frame, line.best())));
        self.lines.iter().for_each(|line| clutter.add_line(&self.path(frame, line.before.iter().copied())));
        self.goal.and_then(|goal| goal.line(frame)).into_iter().for_each(|line| clutter.add_line(&line));
        clutter
    }

    /// Draws the lines, dots, whiskers and numbers; says which whiskers there are.
    fn draw(&self, canvas: &mut Canvas, frame: &Frame) -> Whiskers {
        let mut clutter = self.clutter(frame);
        let pitch = frame.at_x(self.step) - frame.at_x(0.0);
        let has_dots = pitch > 1.8;
        let is_seen = self.shows_trials && (has_dots || !self.is_exact);
        let mut whiskers = if is_seen { Whiskers::Unseen } else { Whiskers::None };
        let count = self.lines.len();
        // A lone line that only joins estimates is thin.
        let width = match (count, self.is_exact) {
            (1, true) => 0.6,
            (1, false) => 0.3,
            _ => 0.5,
        };
        for (nth, line) in self.lines.iter().enumerate() {
            self.style(nth).of_earlier().trace(canvas, &self.path(frame, line.before.iter().copied()), 0.3);
        }
        for (nth, line) in self.lines.iter().enumerate() {
            self.style(nth).line(canvas, &self.path(frame, line.best()), width);
        }
        // On every dot or on none.
        let is_long = |reading: &Reading| frame.at_y(reading.interval.low) - frame.at_y(reading.interval.high) > 0.5;
        let any_long = self.lines.iter().flat_map(|line| &line.points).any(|(_, reading)| is_long(reading));
        let has_whiskers = self.shows_trials && pitch > 0.5 && any_long;
        for (nth, line) in self.lines.iter().enumerate() {
            let style = self.style(nth);
            for (x, reading) in &line.points {
                let shown = if self.shows_trials { reading.estimate } else { reading.best() };
                let at = frame.at((*x, shown));
                let (low, high) = (frame.at_y(reading.interval.low), frame.at_y(reading.interval.high));
                if has_whiskers {
                    let half = if has_dots { 0.6 } else { 0.0 };
                    Style::whisker(canvas, at.0, low, high, half, if count == 1 { Ink::Text } else { style.text });
                    clutter.add_box(Area::new(at.0 - half, high, at.0 + half, low));
                    whiskers = if self.is_probability { Whiskers::Wilson } else { Whiskers::Normal };
                }
                if has_dots {
                    clutter.add_box(Area::around(at, 0.7));
                    if count == 1 && self.shows_trials {
                        canvas.disc(at, 0.65, Ink::Counter);
                        canvas.ring(at, 0.65, Ink::Text, 0.2);
                    } else {
                        style.mark(canvas, at);
                    }
                }
            }
        }
        if pitch >= 4.0 && count <= NUMBERED {
            self.write_numbers(canvas, frame, &clutter);
        }
        whiskers
    }

    fn write_numbers(&self, canvas: &mut Canvas, frame: &Frame, clutter: &Clutter) {
        let within = frame.area.grown(3.0);
        let within = Area::new(frame.area.left, within.top, frame.area.right, frame.area.bottom);
        for (nth, line) in self.lines.iter().enumerate() {
            let ink = if self.lines.len() == 1 { Ink::Accent } else { self.style(nth).text };
            for (x, reading) in &line.points {
                let text = self.text(reading);
                if text == "–" || self.is_told_by_another(nth, *x, &text) {
                    continue;
                }
                let higher = self
                    .lines
                    .iter()
                    .flat_map(|line| &line.points)
                    .any(|(other, seen)| other == x && seen.best() > reading.best());
                // Past the end of the whisker, so that it does not run through the number.
                let end = if higher { reading.interval.low } else { reading.interval.high };
                let end = if self.shows_trials { end } else { reading.best() };
                let end = if higher { end.min(reading.best()) } else { end.max(reading.best()) };
                let side = if self.lines.len() == 1 { LabelSide::Over } else { LabelSide::of(!higher, false) };
                let tries = [frame.at((*x, end)), frame.at((*x, reading.best()))];
                if let Some(foot) = tries.iter().find_map(|&at| clutter.near(canvas, at, &text, side, within)) {
                    canvas.text(&text, STRONG, ink, foot, Align::Left);
                }
            }
        }
    }

    /// Whether an earlier line has the same number at this place.
    fn is_told_by_another(&self, nth: usize, x: f64, text: &str) -> bool {
        let mut others = self.lines[..nth].iter().flat_map(|line| &line.points);
        others.any(|(other, reading)| *other == x && self.text(reading) == text)
    }

    fn name_ends(&self, canvas: &mut Canvas, frame: &Frame) {
        let left = frame.area.right + 2.5;
        let room = canvas.width - super::geometry::MARGIN - left + 0.01;
        let count = self.lines.len();
        let most =
            ((frame.area.bottom - frame.area.top) / STRONG.pitch() / count as f64).floor().clamp(1.0, 4.0) as usize;
        let label = |(nth, line): (usize, &Line)| {
            let (x, reading) = line.points[line.points.len() - 1];
            EndLabel {
                lines: STRONG.wrap_at_most(&line.name, room, most),
                kind: STRONG,
                ink: self.style(nth).text,
                from: frame.at((x, reading.best())),
            }
        };
        let labels: Vec<EndLabel> = self.lines.iter().enumerate().map(label).collect();
        // Where the lines end on one spot, each is named where it stands apart from the others.
        if are_piled(&labels) && self.name_beside(canvas, frame) {
            return;
        }
        at_ends(canvas, labels, left, frame.area.top - 1.5, frame.area.bottom + 1.0);
    }

    /// Names every line beside itself, or none of them where one finds no room.
    fn name_beside(&self, canvas: &mut Canvas, frame: &Frame) -> bool {
        let mut clutter = self.clutter(frame);
        let within = Area::new(frame.area.left, frame.area.top - 3.0, frame.area.right, frame.area.bottom);
        let mut feet = Vec::new();
        for (nth, line) in self.lines.iter().enumerate() {
            let Some(foot) = clutter.beside(canvas, nth, &line.name, within) else { return false };
            clutter.add_box(Canvas::text_area(&line.name, STRONG, foot, Align::Left).grown(0.4));
            feet.push(foot);
        }
        for (nth, foot) in feet.into_iter().enumerate() {
            canvas.text(&self.lines[nth].name, STRONG, self.style(nth).text, foot, Align::Left);
        }
        true
    }

    fn own_note(&self, whiskers: Whiskers) -> &'static str {
        match (self.is_exact && whiskers != Whiskers::None, self.is_stepped) {
            (true, true) => "Stepped line: exact. Dots: simulated.",
            (true, false) => "Lines: exact. Dots: simulated.",
            (false, _) => "",
        }
    }
}

/// Whether three labels or more belong to nearly one height.
fn are_piled(labels: &[EndLabel]) -> bool {
    let near =
        |one: &EndLabel| labels.iter().filter(|own| (own.from.1 - one.from.1).abs() < STRONG.pitch() / 2.0).count();
    labels.iter().any(|label| near(label) >= 3)
}

/// A stepped line through points that stand `pitch` apart.
fn steps(points: &[Point], pitch: f64) -> Vec<Point> {
    points.iter().flat_map(|&(x, y)| [(x - pitch / 2.0, y), (x + pitch / 2.0, y)]).collect()
}
