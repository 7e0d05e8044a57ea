//! A design goal: a line across the plot that strikes through no number, its name, and where it is reached.

use super::canvas::{Align, Canvas};
use super::geometry::Point;
use super::labels::Clutter;
use super::palette::BLACK;
use super::plot::{Frame, Scale};
use super::text::STRONG;
use crate::estimate::fixed;

/// Places that are tried for its name along its line.
const TRIES: u32 = 12;
/// From its line to its name.
const OFF: f64 = 0.85;

/// A design goal on a plot: a chance or a mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) at: f64,
    pub(super) scale: Scale,
}

impl Goal {
    /// In words: "60%", "4".
    fn text(self) -> String {
        let plain = |value: f64| {
            let text = fixed(value, 2);
            if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
        };
        if self.scale == Scale::Percent { format!("{}%", plain(self.at * 100.0)) } else { plain(self.at) }
    }

    /// Its line; nothing where it lies outside of the plot.
    pub(super) fn line(self, frame: &Frame) -> Option<[Point; 2]> {
        let y = frame.at_y(self.at);
        (frame.y.0..=frame.y.1).contains(&self.at).then_some([(frame.area.left, y), (frame.area.right, y)])
    }

    /// Draws its line. Whatever is written later keeps clear of it.
    pub(super) fn draw(self, canvas: &mut Canvas, frame: &Frame) {
        if let Some(line) = self.line(frame) {
            canvas.dashed(&line, &[1.2, 0.8], BLACK, 0.2);
        }
    }

    /// Names it where that covers nothing, above its line or below it, as far right as may be; the last line of the page
    /// tells it in any case.
    pub(super) fn name(self, canvas: &mut Canvas, frame: &Frame, clutter: &Clutter) {
        let Some([left, right]) = self.line(frame) else { return };
        let text = format!("design goal {}", self.text());
        let ends = (right.0 - STRONG.width(&text), left.0);
        let xs = (0..=TRIES).map(|nth| ends.0 + (ends.1 - ends.0) * f64::from(nth) / f64::from(TRIES));
        let feet = [left.1 - OFF, left.1 + OFF + 0.78 * STRONG.size()];
        let is_free = |at: &Point| {
            let area = Canvas::text_area(&text, STRONG, *at, Align::Left);
            area.bottom <= frame.area.bottom && canvas.is_clear(area) && clutter.is_clear(area)
        };
        if let Some(at) = xs.flat_map(|x| feet.map(|y| (x, y))).find(is_free) {
            canvas.text_on_plate(&text, STRONG, BLACK, at, Align::Left);
        }
    }

    /// Where each line reaches it: everywhere, up to a setting, from a setting on, or at how many. A line is its name, which
    /// may be empty, and its value at each place where it has one, with what the place is called.
    pub(super) fn reached(self, lines: impl Iterator<Item = (String, Vec<(String, f64)>)>) -> String {
        let of = |(name, values): (String, Vec<(String, f64)>)| {
            let reached: Vec<bool> = values.iter().map(|(_, own)| *own >= self.at - 1e-12).collect();
            let place = |nth: usize| &values[nth].0;
            let name = if name.is_empty() { name } else { name + ": " };
            let turns = reached.windows(2).filter(|pair| pair[0] != pair[1]).count();
            let many = reached.iter().filter(|own| **own).count();
            match (reached.first(), turns) {
                (Some(true), 0) => format!("{name}reached throughout"),
                (Some(true), 1) => format!("{name}reached up to {}", place(many - 1)),
                (Some(false), 1) => format!("{name}reached from {} on", place(reached.len() - many)),
                (_, 0) => format!("{name}never reached"),
                _ => format!("{name}reached at {many} of {}", reached.len()),
            }
        };
        let all: Vec<String> = lines.map(of).collect();
        format!("Design goal {}: {}.", self.text(), all.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_without_a_value_are_not_counted() {
        let goal = Goal { at: 0.5, scale: Scale::Percent };
        let told = |values: &[(&str, f64)]| {
            let line = values.iter().map(|&(place, value)| (place.to_owned(), value)).collect();
            goal.reached([(String::new(), line)].into_iter())
        };
        assert_eq!(told(&[("2", 0.2), ("4", 0.6), ("5", 0.7)]), "Design goal 50%: reached from 4 on.");
        assert_eq!(told(&[("2", 0.6), ("4", 0.5), ("5", 0.1)]), "Design goal 50%: reached up to 4.");
        assert_eq!(told(&[("2", 0.6), ("4", 0.1), ("5", 0.6)]), "Design goal 50%: reached at 2 of 3.");
        assert_eq!(told(&[("2", 0.6), ("5", 0.5)]), "Design goal 50%: reached throughout.");
        assert_eq!(told(&[("2", 0.4), ("5", 0.1)]), "Design goal 50%: never reached.");
    }
}
