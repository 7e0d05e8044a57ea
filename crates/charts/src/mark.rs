//! The marks of a page.

use super::geometry::{Area, Point};
use super::palette::Ink;
use super::text::Type;
use super::theme::{Colour, Theme, Use};

/// The units per millimetre: whole numbers make short coordinates.
pub(super) const UNITS: f64 = 100.0;

/// The alignment of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}

/// A mark, in millimetres.
#[derive(Debug)]
pub(super) enum Mark {
    Rect {
        area: Area,
        fill: Ink,
    },
    Polygon {
        points: Vec<Point>,
        fill: Ink,
    },
    Line {
        points: Vec<Point>,
        ink: Ink,
        width: f64,
    },
    Disc {
        centre: Point,
        radius: f64,
        fill: Ink,
    },
    Ring {
        centre: Point,
        radius: f64,
        ink: Ink,
        width: f64,
    },
    /// `written` is the original text, if files draw a transliteration.
    Text {
        text: String,
        written: Option<String>,
        kind: Type,
        ink: Ink,
        position: Point,
        align: Align,
    },
}

/// Rounds a size in millimetres to the units of a drawing.
pub(super) fn round_to_units((width, height): (f64, f64)) -> (f64, f64) {
    let whole = |mm: f64| (mm * UNITS).round().abs() / UNITS;
    (whole(width), whole(height))
}

impl Mark {
    /// Returns the colour of the mark.
    pub(super) fn colour(&self, theme: Theme) -> Colour {
        match *self {
            Mark::Rect { fill, .. } => theme.colour(fill, Use::Ground),
            Mark::Polygon { fill: ink, .. } | Mark::Disc { fill: ink, .. } => {
                theme.colour(ink, Use::Line)
            }
            Mark::Line { ink, .. } | Mark::Ring { ink, .. } => theme.colour(ink, Use::Line),
            Mark::Text { ink, .. } => theme.colour(ink, Use::Text),
        }
    }

    /// Returns the mark, scaled and then at another position.
    pub(super) fn placed(self, scale: f64, (x, y): Point) -> Mark {
        let point = |(a, b): Point| (a * scale + x, b * scale + y);
        let move_points = |points: Vec<Point>| points.into_iter().map(point).collect();
        match self {
            Mark::Rect { area, fill } => Mark::Rect {
                area: area.scaled(scale).moved((x, y)),
                fill,
            },
            Mark::Polygon { points, fill } => Mark::Polygon {
                points: move_points(points),
                fill,
            },
            Mark::Line { points, ink, width } => Mark::Line {
                points: move_points(points),
                ink,
                width: width * scale,
            },
            Mark::Disc {
                centre,
                radius,
                fill,
            } => Mark::Disc {
                centre: point(centre),
                radius: radius * scale,
                fill,
            },
            Mark::Ring {
                centre,
                radius,
                ink,
                width,
            } => Mark::Ring {
                centre: point(centre),
                radius: radius * scale,
                ink,
                width: width * scale,
            },
            Mark::Text {
                text,
                written,
                kind,
                ink,
                position: at,
                align,
            } => Mark::Text {
                text,
                written,
                kind: kind.scaled(scale),
                ink,
                position: point(at),
                align,
            },
        }
    }
}
