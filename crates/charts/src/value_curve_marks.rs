//! Draws curves over values: the lines, their labels and their numbers.

use super::canvas::{Align, Canvas};
use super::curve::Curve;
use super::geometry::{Area, MARGIN, Point};
use super::goal;
use super::labels::{Clutter, LabelSide};
use super::note::Whiskers;
use super::palette::Ink;
use super::plot::Frame;
use super::series::{Style, most_name_lines};
use super::text::STRONG;
use super::value_curves::ValueCurves;
use oddsmith_model::estimate::Estimate;

/// The maximum width of labels at the side of the plot.
const NAME_WIDTH: f64 = 22.0;

impl ValueCurves {
    fn line_points(&self, frame: &Frame, nth: usize) -> Vec<Point> {
        self.path(frame, &self.curves[nth])
    }

    fn path(&self, frame: &Frame, curve: &Curve) -> Vec<Point> {
        self.bends
            .iter()
            .map(|&k| frame.page_point((k as f64, curve.chance(k).value)))
            .collect()
    }

    /// Returns the width of labels at the right of a plot; 0 if they are next to their lines.
    pub(super) fn names_width(&self, canvas: &Canvas, frame: &Frame, within: Area) -> f64 {
        if self.count() == 1 || self.find_feet_at_lines(canvas, frame, within).is_some() {
            return 0.0;
        }
        STRONG
            .widest(self.names.iter().map(String::as_str))
            .min(NAME_WIDTH)
            + 5.1
    }

    /// Returns the objects that texts must avoid.
    pub(super) fn clutter(&self, frame: &Frame) -> Clutter {
        let mut clutter = Clutter::default();
        for nth in 0..self.count() {
            clutter.add_line(&self.line_points(frame, nth));
        }
        self.before
            .iter()
            .for_each(|(_, curve)| clutter.add_line(&self.path(frame, curve)));
        if let Some(line) = self.goal.and_then(|goal| goal::line_ends(goal, frame)) {
            clutter.add_line(&line);
        }
        clutter.add_line(&self.gap_points(frame));
        clutter
    }

    /// Returns the points of the vertical line; none if there is no such line.
    pub(super) fn gap_points(&self, frame: &Frame) -> Vec<Point> {
        let ends =
            |(k, ends): (i64, [f64; 2])| ends.map(|chance| frame.page_point((k as f64, chance)));
        self.gap_line.into_iter().flat_map(ends).collect()
    }

    fn find_feet_at_lines(
        &self,
        canvas: &Canvas,
        frame: &Frame,
        within: Area,
    ) -> Option<Vec<Point>> {
        let mut clutter = self.clutter(frame);
        for nth in 0..self.count() {
            self.line_points(frame, nth)
                .into_iter()
                .for_each(|point| clutter.add_box(Area::around(point, 0.8)));
        }
        let mut feet = Vec::new();
        for (nth, name) in self.names.iter().enumerate() {
            let foot = clutter.find_foot_at_line(canvas, nth, name, within)?;
            clutter.add_box(Canvas::text_area(name, STRONG, foot, Align::Left).grown(0.4));
            feet.push(foot);
        }
        Some(feet)
    }

    /// Draws the lines with their labels and numbers, and returns the kind of whiskers.
    pub(super) fn draw(&self, canvas: &mut Canvas, frame: &Frame, within: Area) -> Whiskers {
        let mut clutter = self.clutter(frame);
        let pitch = frame.page_x(self.stride as f64) - frame.page_x(0.0);
        let mut whiskers = Whiskers::None;
        // Either all dots have a whisker or none.
        let is_long = |chance: Estimate| {
            !chance.is_exact && frame.page_y(chance.low) - frame.page_y(chance.high) > 0.5
        };
        let any_long =
            (0..self.count()).any(|nth| self.ks.iter().any(|&k| is_long(self.chance(nth, k))));
        let has_whiskers = any_long && pitch > 1.2;
        for (nth, curve) in &self.before {
            self.style(*nth)
                .as_earlier()
                .draw_trace(canvas, &self.path(frame, curve), 0.3);
        }
        for nth in 0..self.count() {
            let style = self.style(nth);
            style.draw_line(canvas, &self.line_points(frame, nth), 0.5);
            let points: Vec<Point> = self
                .ks
                .iter()
                .map(|&k| frame.page_point((k as f64, self.chance(nth, k).value)))
                .collect();
            for (&point, &k) in points.iter().zip(&self.ks) {
                let chance = self.chance(nth, k);
                if !chance.is_exact {
                    let (low, high) = (frame.page_y(chance.low), frame.page_y(chance.high));
                    if has_whiskers && !chance.is_certain() && !chance.is_impossible() {
                        Style::draw_whisker(canvas, point.0, low, high, 0.5, Ink::Text);
                        clutter.add_box(Area::new(point.0 - 0.5, high, point.0 + 0.5, low));
                        whiskers = Whiskers::Wilson;
                    } else if whiskers == Whiskers::None && pitch > 1.2 {
                        whiskers = Whiskers::Unseen;
                    }
                }
            }
            if pitch > 1.8 || points.len() == 1 {
                for point in points {
                    style.draw_marker(canvas, point);
                    clutter.add_box(Area::around(point, 0.8));
                }
            }
        }
        self.write_names(canvas, frame, within);
        if pitch >= 3.0 && self.has_numbers {
            self.write_numbers(canvas, frame, within, &clutter);
        }
        whiskers
    }

    fn write_names(&self, canvas: &mut Canvas, frame: &Frame, within: Area) {
        if self.count() == 1 {
            return;
        }
        if let Some(feet) = self.find_feet_at_lines(canvas, frame, within) {
            for (nth, foot) in feet.into_iter().enumerate() {
                let ink = self.style(nth).text;
                canvas.text(&self.names[nth], STRONG, ink, foot, Align::Left);
            }
            return;
        }
        // The labels found no room at the lines. They form a column at the right, ordered by the
        // mean square of the lines, highest first. The mean would not do, because it is the same
        // for all lines of the chances of exactly a value.
        let left = frame.area.right + 5.0;
        let room = (NAME_WIDTH + 0.05).min(canvas.width - MARGIN - left);
        let height = |nth: usize| -> f64 {
            let chances = self.ks.iter().map(|&k| self.chance(nth, k).value);
            chances.map(|chance| chance * chance).sum()
        };
        let most = most_name_lines(self.count());
        let mut order: Vec<usize> = (0..self.count()).collect();
        order.sort_by(|&a, &b| height(b).total_cmp(&height(a)));
        let line_names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let mut names = STRONG.wrap_apart(&line_names, room, most);
        let mut y = frame.area.top;
        for nth in order {
            let style = self.style(nth);
            let lines = std::mem::take(&mut names[nth]);
            let height = lines.len() as f64 * STRONG.pitch();
            let middle = y + height / 2.0;
            style.draw_line(canvas, &[(left - 4.2, middle), (left - 0.8, middle)], 0.5);
            style.draw_marker(canvas, (left - 2.5, middle));
            canvas.lines_around(&lines, STRONG, style.text, (left, middle), Align::Left);
            y += height + 0.6;
        }
    }

    fn write_numbers(&self, canvas: &mut Canvas, frame: &Frame, within: Area, clutter: &Clutter) {
        for &k in &self.ks {
            let mut order: Vec<usize> = (0..self.count()).collect();
            order.sort_by(|&a, &b| self.chance(b, k).value.total_cmp(&self.chance(a, k).value));
            for (rank, nth) in order.into_iter().enumerate() {
                let chance = self.chance(nth, k);
                // Certain and impossible values are clear from the axis, and equal numbers are
                // written once.
                let same = |other: usize| {
                    self.chance(other, k).digits(self.numerals) == chance.digits(self.numerals)
                };
                if chance.is_certain() || chance.is_impossible() || (0..nth).any(same) {
                    continue;
                }
                let style = self.style(nth);
                let text = chance.digits(self.numerals);
                let point = frame.page_point((k as f64, chance.value));
                if let Some(foot) = clutter.find_foot_near(
                    canvas,
                    point,
                    &text,
                    LabelSide::of(rank == 0, self.count() == 1),
                    within,
                ) {
                    canvas.text(&text, STRONG, style.text, foot, Align::Left);
                }
            }
        }
    }
}
