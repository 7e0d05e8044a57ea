//! Draws marks on a backend for the crate `plotters`, in whole units.

use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontFamily,
    FontStyle,
};

use super::geometry::Point;
use super::mark::{Align, Mark, UNITS};
use super::theme::{Colour, Theme};
use super::typeface::{FAMILY, Face};

fn to_units(mm: f64) -> i32 {
    (mm * UNITS).round() as i32
}

pub(super) fn to_unit_point((x, y): Point) -> (i32, i32) {
    (to_units(x), to_units(y))
}

pub(super) fn backend_colour(colour: Colour) -> BackendColor {
    BackendColor {
        alpha: 1.0,
        rgb: (colour.0, colour.1, colour.2),
    }
}

/// A line style: colour and width in units.
struct Stroke {
    colour: BackendColor,
    width: u32,
}

impl BackendStyle for Stroke {
    fn color(&self) -> BackendColor {
        self.colour
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

/// A text style: colour, size in units, weight and alignment. The position of a text is on its
/// baseline.
struct Lettering {
    colour: BackendColor,
    size: f64,
    style: FontStyle,
    align: HPos,
}

impl BackendTextStyle for Lettering {
    type FontError = std::fmt::Error;

    fn color(&self) -> BackendColor {
        self.colour
    }

    fn size(&self) -> f64 {
        self.size
    }

    fn style(&self) -> FontStyle {
        self.style
    }

    fn anchor(&self) -> Pos {
        Pos::new(self.align, VPos::Bottom)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(FAMILY)
    }

    /// Fails: texts are measured before they are drawn, in `super::text`.
    fn layout_box(&self, _: &str) -> Result<((i32, i32), (i32, i32)), std::fmt::Error> {
        Err(std::fmt::Error)
    }

    /// Fails: texts are drawn as outlines, not as pixels.
    fn draw<E, D: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _: &str,
        _: (i32, i32),
        _: D,
    ) -> Result<Result<(), E>, std::fmt::Error> {
        Err(std::fmt::Error)
    }
}

impl Mark {
    pub(super) fn draw<B: DrawingBackend>(
        &self,
        theme: Theme,
        page: &mut B,
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let colour = backend_colour(self.colour(theme));
        let stroke = |width: f64| Stroke {
            colour,
            width: to_units(width).unsigned_abs(),
        };
        match self {
            Mark::Rect { area, .. } => {
                let (left, top) = to_unit_point((area.left, area.top));
                let (right, bottom) = to_unit_point((area.right, area.bottom));
                // A box is at least one unit wide and high.
                let corner = (right.max(left + 1), bottom.max(top + 1));
                page.draw_rect((left, top), corner, &colour, true)
            }
            Mark::Polygon { points, .. } => {
                page.fill_polygon(points.iter().copied().map(to_unit_point), &colour)
            }
            Mark::Line { points, width, .. } => {
                page.draw_path(points.iter().copied().map(to_unit_point), &stroke(*width))
            }
            Mark::Disc { centre, radius, .. } => {
                let radius = to_units(*radius).unsigned_abs();
                page.draw_circle(to_unit_point(*centre), radius, &colour, true)
            }
            Mark::Ring {
                centre,
                radius,
                width,
                ..
            } => {
                let radius = to_units(*radius).unsigned_abs();
                page.draw_circle(to_unit_point(*centre), radius, &stroke(*width), false)
            }
            Mark::Text {
                text,
                kind,
                position,
                align,
                ..
            } => {
                let lettering = Lettering {
                    colour,
                    size: kind.size() * UNITS,
                    style: match kind.face {
                        Face::Regular => FontStyle::Normal,
                        Face::SemiBold => FontStyle::Bold,
                    },
                    align: match align {
                        Align::Left => HPos::Left,
                        Align::Centre => HPos::Center,
                        Align::Right => HPos::Right,
                    },
                };
                page.draw_text(text, &lettering, to_unit_point(*position))
            }
        }
    }
}
