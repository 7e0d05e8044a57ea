//! The marks that a page is made of.

use super::geometry::{Area, Point};
use super::palette::Ink;
use super::text::Type;
use super::theme::{Colour, Theme, Use};

/// Units of a drawing in a millimetre: its coordinates are whole numbers, which are short.
pub(super) const UNITS: f64 = 100.0;

/// Where a text stands from its point.
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
    /// `written` is the text itself, where files draw it in other letters.
    Text {
        text: String,
        written: Option<String>,
        kind: Type,
        ink: Ink,
        position: Point,
        align: Align,
    },
}

/// A size in millimetres to the hundredth, as it is drawn.
pub(super) fn round_to_units((width, height): (f64, f64)) -> (f64, f64) {
    let whole = |mm: f64| (mm * UNITS).round().abs() / UNITS;
    (whole(width), whole(height))
}

impl Mark {
    /// Its colour.
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

    /// The same somewhere else.
    pub(super) fn moved(self, (x, y): Point) -> Mark {
        let point = |(a, b): Point| (a + x, b + y);
        let move_points = |points: Vec<Point>| points.into_iter().map(point).collect();
        match self {
            Mark::Rect { area, fill } => Mark::Rect {
                area: area.moved((x, y)),
                fill,
            },
            Mark::Polygon { points, fill } => Mark::Polygon {
                points: move_points(points),
                fill,
            },
            Mark::Line { points, ink, width } => Mark::Line {
                points: move_points(points),
                ink,
                width,
            },
            Mark::Disc {
                centre,
                radius,
                fill,
            } => Mark::Disc {
                centre: point(centre),
                radius,
                fill,
            },
            Mark::Ring {
                centre,
                radius,
                ink,
                width,
            } => Mark::Ring {
                centre: point(centre),
                radius,
                ink,
                width,
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
                kind,
                ink,
                position: point(at),
                align,
            },
        }
    }
}
