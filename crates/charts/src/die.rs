//! Draws the face of a die.

use super::canvas::Canvas;
use super::geometry::{Area, Point};
use super::palette::Ink;

/// The number of straight lines in a rounded corner.
const CORNER_STEPS: usize = 6;

/// Returns the positions of the pips, in thirds of the width from the middle.
fn pips(face: u8) -> &'static [(f64, f64)] {
    match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (0.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        6 => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (-1.0, 0.0),
            (1.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        _ => &[],
    }
}

/// Draws a face from 1 to 6 with this width around a point.
pub(super) fn draw(canvas: &mut Canvas, face: u8, (x, y): Point, width: f64) {
    draw_rounded_box(
        canvas,
        Area::around((x, y), width / 2.0),
        width * 0.2,
        Ink::Text,
        width * 0.075,
    );
    for &(right, down) in pips(face) {
        canvas.disc(
            (x + right * width * 0.26, y + down * width * 0.26),
            width * 0.095,
            Ink::Text,
        );
    }
}

/// Draws a box with rounded corners.
pub(super) fn draw_rounded_box(canvas: &mut Canvas, area: Area, radius: f64, ink: Ink, width: f64) {
    let Area {
        left,
        top,
        right,
        bottom,
    } = area.grown(-radius);
    let corners = [(right, top), (right, bottom), (left, bottom), (left, top)];
    let arc = |(nth, (x, y)): (usize, (f64, f64))| {
        (0..=CORNER_STEPS).map(move |step| {
            let turn = (nth as f64 - 1.0 + step as f64 / CORNER_STEPS as f64)
                * std::f64::consts::FRAC_PI_2;
            (x + radius * turn.cos(), y + radius * turn.sin())
        })
    };
    let mut points: Vec<Point> = corners.into_iter().enumerate().flat_map(arc).collect();
    // The line continues past its start, so that no corner stays open.
    points.extend([points[0], points[1]]);
    canvas.line(points, ink, width);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_show_their_number_of_separate_pips() {
        for face in 1..=6u8 {
            let points = pips(face);
            assert_eq!(points.len(), usize::from(face));
            for (index, a) in points.iter().enumerate() {
                assert!(
                    points[..index]
                        .iter()
                        .all(|b| (a.0 - b.0).hypot(a.1 - b.1) * 0.26 > 2.0 * 0.095)
                );
            }
        }
    }
}
