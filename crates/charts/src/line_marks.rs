//! Draws lines: the lines, dots and whiskers, their labels and their numbers.

use super::canvas::{Align, Canvas};
use super::geometry::{Area, Point};
use super::goal;
use super::labels::{Clutter, EndLabel, LabelSide, NumberPlace, draw_end_labels, evenly_numbered};
use super::landmarks::landmarks;
use super::line::Line;
use super::lines::{LinesPlot, MAX_NUMBERED_LINES, NUMBERS_HEIGHT};
use super::note::Whiskers;
use super::palette::Ink;
use super::plot::Frame;
use super::series::Style;
use super::text::STRONG;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Reading;

impl LinesPlot {
    pub(super) fn text(&self, reading: &Reading) -> String {
        let known = Estimate::from_reading(reading);
        match (self.is_probability, self.lines.len()) {
            (true, 1) => known.bare_percent(self.numerals),
            (true, _) => known.digits(self.numerals),
            (false, _) => known.bare_mean(self.numerals),
        }
    }

    /// Returns the path of a line on the page.
    fn path(&self, frame: &Frame, points: impl Iterator<Item = (f64, f64)>) -> Vec<Point> {
        let points: Vec<Point> = points.map(|point| frame.page_point(point)).collect();
        if self.is_stepped {
            stepped_line(&points, frame.page_x(self.step) - frame.page_x(0.0))
        } else {
            points
        }
    }

    /// Returns the objects that texts must avoid: the lines, those of an earlier run, and the
    /// lines across the plot.
    pub(super) fn clutter(&self, frame: &Frame) -> Clutter {
        let mut clutter = Clutter::default();
        if !self.is_joined {
            return clutter;
        }
        self.lines
            .iter()
            .for_each(|line| clutter.add_line(&self.path(frame, line.best_points())));
        self.lines
            .iter()
            .for_each(|line| clutter.add_line(&self.path(frame, line.before.iter().copied())));
        let goal = self.goal.and_then(|goal| goal::line_ends(goal, frame));
        let across = |y: f64| [(frame.x.0, y), (frame.x.1, y)].map(|point| frame.page_point(point));
        let half = self.marks_half().then(|| across(0.5));
        let zero = (frame.y.0 < 0.0).then(|| across(0.0));
        [goal, half, zero]
            .into_iter()
            .flatten()
            .for_each(|line| clutter.add_line(&line));
        clutter
    }

    /// Draws the lines, dots, whiskers and numbers, and returns the kind of whiskers.
    pub(super) fn draw(&self, canvas: &mut Canvas, frame: &Frame) -> Whiskers {
        let mut clutter = self.clutter(frame);
        let pitch = frame.page_x(self.step) - frame.page_x(0.0);
        let has_dots = pitch > 1.8;
        let is_seen = self.shows_trials && (has_dots || !self.is_exact);
        let mut whiskers = if is_seen {
            Whiskers::Unseen
        } else {
            Whiskers::None
        };
        let count = self.lines.len();
        // A single line that only joins estimates is thin.
        let width = match (count, self.is_exact) {
            (1, true) => 0.6,
            (1, false) => 0.3,
            _ => 0.5,
        };
        for (nth, line) in self.lines.iter().enumerate().filter(|_| self.is_joined) {
            self.style(nth).as_earlier().draw_trace(
                canvas,
                &self.path(frame, line.before.iter().copied()),
                0.3,
            );
        }
        for (nth, line) in self.lines.iter().enumerate().filter(|_| self.is_joined) {
            self.style(nth)
                .draw_line(canvas, &self.path(frame, line.best_points()), width);
        }
        // Either all dots have a whisker or none.
        let is_long = |reading: &Reading| {
            frame.page_y(reading.interval.low) - frame.page_y(reading.interval.high) > 0.5
        };
        let any_long = self
            .lines
            .iter()
            .flat_map(|line| &line.points)
            .any(|(_, reading)| is_long(reading));
        let has_whiskers = self.shows_trials && pitch > 0.5 && any_long;
        for (nth, line) in self.lines.iter().enumerate() {
            let style = self.style(nth);
            for (x, reading) in &line.points {
                let shown = if self.shows_trials {
                    reading.estimate
                } else {
                    reading.exact_or_estimate()
                };
                let centre = frame.page_point((*x, shown));
                let (low, high) = (
                    frame.page_y(reading.interval.low.max(frame.y.0)),
                    frame.page_y(reading.interval.high),
                );
                if has_whiskers {
                    let half = if has_dots { 0.6 } else { 0.0 };
                    Style::draw_whisker(
                        canvas,
                        centre.0,
                        low,
                        high,
                        half,
                        if count == 1 { Ink::Text } else { style.text },
                    );
                    clutter.add_box(Area::new(centre.0 - half, high, centre.0 + half, low));
                    whiskers = if self.is_probability {
                        Whiskers::Wilson
                    } else {
                        Whiskers::Normal
                    };
                }
                if has_dots {
                    clutter.add_box(Area::around(centre, 0.7));
                    if count == 1 && self.shows_trials {
                        canvas.disc(centre, 0.65, Ink::Counter);
                        canvas.ring(centre, 0.65, Ink::Text, 0.2);
                    } else {
                        style.draw_marker(canvas, centre);
                    }
                }
            }
        }
        if count <= MAX_NUMBERED_LINES {
            self.write_numbers(canvas, frame, &clutter, has_dots);
        }
        whiskers
    }

    /// Writes the numbers of the landmarks first. Then it writes those of all other points of each
    /// line or, if they do not fit, of as many evenly spaced points as fit.
    fn write_numbers(
        &self,
        canvas: &mut Canvas,
        frame: &Frame,
        clutter: &Clutter,
        writes_all: bool,
    ) {
        let marked: Vec<Vec<usize>> = self
            .lines
            .iter()
            .map(|line| landmarks(&line.points, self.is_probability))
            .collect();
        let write = |canvas: &mut Canvas, nth: usize, (text, foot): (String, Point)| {
            canvas.text(&text, STRONG, self.number_ink(nth), foot, Align::Left);
        };
        for (nth, indices) in marked.iter().enumerate() {
            for &index in indices {
                let place = self.number_place(canvas, frame, clutter, (nth, index));
                if let NumberPlace::At(text, foot) = place {
                    write(canvas, nth, (text, foot));
                }
            }
        }
        for (nth, line) in self.lines.iter().enumerate().filter(|_| writes_all) {
            let place = |index: usize, clutter: &Clutter| {
                if marked[nth].contains(&index) {
                    NumberPlace::Needless
                } else {
                    self.number_place(canvas, frame, clutter, (nth, index))
                }
            };
            for number in evenly_numbered(line.points.len(), clutter, place) {
                write(canvas, nth, number);
            }
        }
    }

    fn number_ink(&self, nth: usize) -> Ink {
        if self.lines.len() == 1 {
            Ink::Accent
        } else {
            self.style(nth).text
        }
    }

    /// Finds the position for the number of a point, given by its line and its index.
    fn number_place(
        &self,
        canvas: &Canvas,
        frame: &Frame,
        clutter: &Clutter,
        (nth, index): (usize, usize),
    ) -> NumberPlace {
        let (x, reading) = &self.lines[nth].points[index];
        let text = self.text(reading);
        if text == "–" || self.is_shown_by_earlier_line(nth, *x, &text) {
            return NumberPlace::Needless;
        }
        let within = Area::new(
            frame.area.left,
            frame.area.top - NUMBERS_HEIGHT,
            frame.area.right,
            frame.area.bottom,
        );
        let mut others = self.lines.iter().flat_map(|line| &line.points);
        let is_below = others.any(|(other, seen)| {
            other == x && seen.exact_or_estimate() > reading.exact_or_estimate()
        });
        let side = if self.lines.len() == 1 {
            LabelSide::Over
        } else {
            LabelSide::of(!is_below, false)
        };
        let best = reading.exact_or_estimate();
        // The number is past the end of the whisker, so that they do not touch.
        let end = match (self.shows_trials, is_below) {
            (false, _) => best,
            (true, true) => reading.interval.low.min(best),
            (true, false) => reading.interval.high.max(best),
        };
        let tries = [end, best].map(|y| frame.page_point((*x, y)));
        let mut feet = tries
            .iter()
            .filter_map(|&point| clutter.find_foot_near(canvas, point, &text, side, within));
        match feet.next() {
            Some(foot) => NumberPlace::At(text, foot),
            None => NumberPlace::None,
        }
    }

    /// Returns whether an earlier line has the same number at this place.
    fn is_shown_by_earlier_line(&self, nth: usize, x: f64, text: &str) -> bool {
        let mut earlier_points = self.lines[..nth].iter().flat_map(|line| &line.points);
        earlier_points.any(|(other, reading)| *other == x && self.text(reading) == text)
    }

    pub(super) fn write_names_at_ends(&self, canvas: &mut Canvas, frame: &Frame) {
        let left = frame.area.right + 2.5;
        let room = canvas.width - super::geometry::MARGIN - left + 0.01;
        let count = self.lines.len();
        let most = ((frame.area.bottom - frame.area.top) / STRONG.pitch() / count as f64)
            .floor()
            .clamp(1.0, 4.0) as usize;
        let line_names: Vec<&str> = self.lines.iter().map(|line| line.name.as_str()).collect();
        let names = STRONG.wrap_apart(&line_names, room, most);
        let label = |(nth, line): (usize, &Line)| {
            let (x, reading) = line.points[line.points.len() - 1];
            EndLabel {
                lines: names[nth].clone(),
                kind: STRONG,
                ink: self.style(nth).text,
                anchor: frame.page_point((x, reading.exact_or_estimate())),
            }
        };
        let labels: Vec<EndLabel> = self.lines.iter().enumerate().map(label).collect();
        // If the lines end at one spot, each is labelled where it is away from the others.
        if self.is_joined && are_piled(&labels) && self.write_names_next_to_lines(canvas, frame) {
            return;
        }
        draw_end_labels(
            canvas,
            labels,
            left,
            frame.area.top - 1.5,
            frame.area.bottom + 1.0,
        );
    }

    /// Writes the label of every line next to it, or none if one finds no room.
    fn write_names_next_to_lines(&self, canvas: &mut Canvas, frame: &Frame) -> bool {
        let mut clutter = self.clutter(frame);
        let within = Area::new(
            frame.area.left,
            frame.area.top - NUMBERS_HEIGHT,
            frame.area.right,
            frame.area.bottom,
        );
        let mut feet = Vec::new();
        for (nth, line) in self.lines.iter().enumerate() {
            let Some(foot) = clutter.find_foot_at_line(canvas, nth, &line.name, within) else {
                return false;
            };
            clutter.add_box(Canvas::text_area(&line.name, STRONG, foot, Align::Left).grown(0.4));
            feet.push(foot);
        }
        for (nth, foot) in feet.into_iter().enumerate() {
            canvas.text(
                &self.lines[nth].name,
                STRONG,
                self.style(nth).text,
                foot,
                Align::Left,
            );
        }
        true
    }

    pub(super) fn legend_text<'w>(&self, whiskers: Whiskers, messages: &'w Messages) -> &'w str {
        match (self.is_exact && whiskers != Whiskers::None, self.is_stepped) {
            (true, true) => messages.text(Word::SteppedExact),
            (true, false) => messages.text(Word::LinesExact),
            (false, _) => "",
        }
    }
}

/// Returns whether three labels or more belong to nearly the same height.
fn are_piled(labels: &[EndLabel]) -> bool {
    let near = |label: &EndLabel| {
        labels
            .iter()
            .filter(|other| (other.anchor.1 - label.anchor.1).abs() < STRONG.pitch() / 2.0)
            .count()
    };
    labels.iter().any(|label| near(label) >= 3)
}

/// Returns a stepped line through points with this distance.
fn stepped_line(points: &[Point], pitch: f64) -> Vec<Point> {
    points
        .iter()
        .flat_map(|&(x, y)| [(x - pitch / 2.0, y), (x + pitch / 2.0, y)])
        .collect()
}
