//! A design goal on a plot: a line across that strikes through no number, and its name.

use super::canvas::{Align, Canvas};
use super::geometry::Point;
use super::labels::Clutter;
use super::palette::Ink;
use super::plot::Frame;
use super::text::STRONG;
use oddsmith_model::goal::Goal;
use oddsmith_model::messages::{Messages, Word};

/// Places that are tried for its name along its line.
const NAME_POSITIONS: u32 = 12;
/// From its line to its name.
const NAME_OFFSET: f64 = 0.85;

/// Its line; nothing where it lies outside of the plot.
pub(super) fn line_ends(goal: Goal, frame: &Frame) -> Option<[Point; 2]> {
    let y = frame.page_y(goal.value);
    (frame.y.0..=frame.y.1)
        .contains(&goal.value)
        .then_some([(frame.area.left, y), (frame.area.right, y)])
}

/// Draws its line. Whatever is written later keeps clear of it.
pub(super) fn draw(goal: Goal, canvas: &mut Canvas, frame: &Frame) {
    if let Some(across) = line_ends(goal, frame) {
        canvas.dashed_line(&across, &[1.2, 0.8], Ink::Text, 0.2);
    }
}

/// Names it where that covers nothing, above its line or below it, as far right as may be; the last
/// line of the page tells it in any case.
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
