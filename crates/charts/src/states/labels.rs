//! Writes the probabilities of transitions, each on its line and away from every other text.

use super::super::canvas::{Align, Canvas};
use super::super::geometry::{Area, Point};
use super::super::palette::Ink;
use super::super::text::SMALL_STRONG;

/// The positions of a label along a transition, the best first.
const LABEL_FRACTIONS: [f64; 15] = [
    0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.46, 0.54, 0.3, 0.7, 0.88, 0.12,
];

/// The drawn line of a transition.
pub(super) struct Route {
    pub(super) transition_index: usize,
    pub(super) points: Vec<Point>,
}

/// Writes the probabilities. Returns the transitions whose label finds no room.
pub(super) fn write_chances(
    canvas: &mut Canvas,
    routes: &[Route],
    texts: &[Option<String>],
    taken: &[Area],
) -> Vec<usize> {
    let mut order: Vec<&Route> = routes.iter().collect();
    // Short lines have the fewest free positions.
    order.sort_by(|a, b| path_length(&a.points).total_cmp(&path_length(&b.points)));
    let mut without = Vec::new();
    for route in order {
        let Some(text) = &texts[route.transition_index] else {
            continue;
        };
        let text_position = |along: f64| {
            let (x, y) = point_along(&route.points, along * path_length(&route.points));
            (x, y + SMALL_STRONG.half_cap())
        };
        let free = LABEL_FRACTIONS.into_iter().filter_map(|along| {
            let area = Canvas::text_area(text, SMALL_STRONG, text_position(along), Align::Centre)
                .grown(0.25);
            let is_free = canvas.is_free(area) && taken.iter().all(|other| !other.overlaps(area));
            is_free.then(|| {
                (
                    count_crossing_routes(routes, route.transition_index, area),
                    along,
                )
            })
        });
        // If several positions are crossed equally often, the first one is used.
        let best = free.reduce(|best, place| if place.0 < best.0 { place } else { best });
        match best {
            Some((_, along)) => {
                canvas.text_on_plate(
                    text,
                    SMALL_STRONG,
                    Ink::Text,
                    text_position(along),
                    Align::Centre,
                );
            }
            None => without.push(route.transition_index),
        }
    }
    without.sort_unstable();
    without
}

/// Returns how many other transitions cross a box.
fn count_crossing_routes(routes: &[Route], transition_index: usize, area: Area) -> usize {
    let runs = |route: &&Route| {
        route
            .points
            .windows(2)
            .any(|pair| area.is_crossed(pair[0], pair[1]))
    };
    routes
        .iter()
        .filter(|route| route.transition_index != transition_index)
        .filter(runs)
        .count()
}

fn path_length(points: &[Point]) -> f64 {
    points
        .windows(2)
        .map(|pair| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1))
        .sum()
}

/// Returns the point at a distance along a line.
fn point_along(points: &[Point], mut along: f64) -> Point {
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let segment_length = (b.0 - a.0).hypot(b.1 - a.1);
        if along <= segment_length && segment_length > 0.0 {
            return (
                a.0 + (b.0 - a.0) * along / segment_length,
                a.1 + (b.1 - a.1) * along / segment_length,
            );
        }
        along -= segment_length;
    }
    points.last().copied().unwrap_or_default()
}
