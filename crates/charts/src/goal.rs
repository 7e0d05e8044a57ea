//! A design goal on a plot: a horizontal line that crosses no number, and its label.

use super::canvas::{Align, Canvas};
use super::geometry::Point;
use super::labels::Clutter;
use super::palette::Ink;
use super::plot::Frame;
use super::text::STRONG;
use oddsmith_model::goal::Goal;
use oddsmith_model::messages::{Messages, Word};

/// The number of positions that are tried for the goal's label.
const NAME_POSITIONS: u32 = 12;
/// The distance from the goal's line to its label.
const NAME_OFFSET: f64 = 0.85;

/// Returns the ends of the goal's line; `None` if the line is outside the plot.
pub(super) fn line_ends(goal: Goal, frame: &Frame) -> Option<[Point; 2]> {
    let y = frame.page_y(goal.value);
    (frame.y.0..=frame.y.1)
        .contains(&goal.value)
        .then_some([(frame.area.left, y), (frame.area.right, y)])
}

/// Draws the goal's line. Numbers and labels avoid it, because it is part of their [`Clutter`].
pub(super) fn draw(goal: Goal, canvas: &mut Canvas, frame: &Frame) {
    if let Some(across) = line_ends(goal, frame) {
        canvas.dashed_line(&across, &[1.2, 0.8], Ink::Text, 0.2);
    }
}

/// Writes the goal's label where it covers nothing, above or below the line, as far right as
/// possible. The note of the page mentions the goal in any case.
pub(super) fn write_name(
    goal: Goal,
    canvas: &mut Canvas,
    frame: &Frame,
    clutter: &Clutter,
    messages: &Messages,
) {
    let Some([left, right]) = line_ends(goal, frame) else {
        return;
    };
    let text = messages.fill(Word::Goal, &[("goal", &goal.text())]);
    let ends = (right.0 - STRONG.width(&text), left.0);
    let xs = (0..=NAME_POSITIONS)
        .map(|nth| ends.0 + (ends.1 - ends.0) * f64::from(nth) / f64::from(NAME_POSITIONS));
    let feet = [
        left.1 - NAME_OFFSET,
        left.1 + NAME_OFFSET + 0.78 * STRONG.size(),
    ];
    let is_free = |position: &Point| {
        let area = Canvas::text_area(&text, STRONG, *position, Align::Left);
        area.bottom <= frame.area.bottom && canvas.is_clear(area) && clutter.is_clear(area)
    };
    if let Some(position) = xs.flat_map(|x| feet.map(|y| (x, y))).find(is_free) {
        canvas.text_on_plate(&text, STRONG, Ink::Text, position, Align::Left);
    }
}
