//! The marks that a page is made of, and how plotters draws them.

// In a browser plotters would bring its own way to the page; the part of it that writes SVG is the same by itself.
#[cfg(not(target_arch = "wasm32"))]
use plotters::prelude::SVGBackend;
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontFamily, FontStyle,
};
#[cfg(target_arch = "wasm32")]
use plotters_svg::SVGBackend;

use super::error::ChartError;
use super::geometry::{Area, Point};
use super::palette::{Ink, WHITE};
use super::text::{FAMILY, Face, Type};

/// Units of the drawing in a millimetre: plotters' coordinates are whole numbers.
const UNITS: f64 = 100.0;
/// plotters writes the font size divided by this.
const FONT_SCALE: f64 = 1.24;
/// With `VPos::Bottom` the foot of the text stands this many ems above the point.
const FOOT: f64 = 0.25;

/// Where a text stands from its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}

/// A mark, in millimetres.
pub(super) enum Mark {
    Rect { area: Area, fill: Ink },
    Polygon { points: Vec<Point>, fill: Ink },
    Line { points: Vec<Point>, ink: Ink, width: f64 },
    Disc { centre: Point, radius: f64, fill: Ink },
    Ring { centre: Point, radius: f64, ink: Ink, width: f64 },
    Text { text: String, kind: Type, ink: Ink, at: Point, align: Align },
}

/// Draws marks on white paper; gives the SVG and the size of the page, in whole hundredths of a millimetre.
pub(super) fn to_svg(marks: &[Mark], (width, height): (f64, f64)) -> Result<(String, (f64, f64)), ChartError> {
    let (width, height) = (units(width).unsigned_abs(), units(height).unsigned_abs());
    let mut svg = String::new();
    {
        let mut page = SVGBackend::with_string(&mut svg, (width, height));
        let corner = (width.cast_signed(), height.cast_signed());
        page.draw_rect((0, 0), corner, &colour(WHITE), true).map_err(ChartError::picture)?;
        for mark in marks {
            mark.draw(&mut page).map_err(ChartError::picture)?;
        }
        page.present().map_err(ChartError::picture)?;
    }
    Ok((svg, (f64::from(width) / UNITS, f64::from(height) / UNITS)))
}

fn units(mm: f64) -> i32 {
    (mm * UNITS).round() as i32
}

fn point((x, y): Point) -> (i32, i32) {
    (units(x), units(y))
}

fn colour(ink: Ink) -> BackendColor {
    BackendColor { alpha: 1.0, rgb: (ink.0, ink.1, ink.2) }
}

/// A line of a colour, so many units wide.
struct Stroke {
    ink: Ink,
    width: u32,
}

impl BackendStyle for Stroke {
    fn color(&self) -> BackendColor {
        colour(self.ink)
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

/// How a text looks, and where it stands from its point.
struct Lettering {
    ink: Ink,
    size: f64,
    style: FontStyle,
    align: HPos,
}

impl BackendTextStyle for Lettering {
    type FontError = std::fmt::Error;

    fn color(&self) -> BackendColor {
        colour(self.ink)
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

    /// Texts are measured before they are drawn (`super::text`); an SVG does not ask.
    fn layout_box(&self, _: &str) -> Result<((i32, i32), (i32, i32)), std::fmt::Error> {
        Err(std::fmt::Error)
    }

    /// An SVG holds texts as texts.
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
    /// The same somewhere else.
    pub(super) fn moved(self, (x, y): Point) -> Mark {
        let point = |(a, b): Point| (a + x, b + y);
        let all = |points: Vec<Point>| points.into_iter().map(point).collect();
        match self {
            Mark::Rect { area, fill } => Mark::Rect { area: area.moved((x, y)), fill },
            Mark::Polygon { points, fill } => Mark::Polygon { points: all(points), fill },
            Mark::Line { points, ink, width } => Mark::Line { points: all(points), ink, width },
            Mark::Disc { centre, radius, fill } => Mark::Disc { centre: point(centre), radius, fill },
            Mark::Ring { centre, radius, ink, width } => Mark::Ring { centre: point(centre), radius, ink, width },
            Mark::Text { text, kind, ink, at, align } => Mark::Text { text, kind, ink, at: point(at), align },
        }
    }

    fn draw<B: DrawingBackend>(&self, page: &mut B) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let units_of = |width: f64| units(width).unsigned_abs();
        match self {
            Mark::Rect { area, fill } => {
                let (left, top) = point((area.left, area.top));
                let (right, bottom) = point((area.right, area.bottom));
                // usvg drops a box without width or height.
                page.draw_rect((left, top), (right.max(left + 1), bottom.max(top + 1)), &colour(*fill), true)
            }
            Mark::Polygon { points, fill } => page.fill_polygon(points.iter().copied().map(point), &colour(*fill)),
            Mark::Line { points, ink, width } => {
                let stroke = Stroke { ink: *ink, width: units_of(*width) };
                page.draw_path(points.iter().copied().map(point), &stroke)
            }
            Mark::Disc { centre, radius, fill } => {
                page.draw_circle(point(*centre), units_of(*radius), &colour(*fill), true)
            }
            Mark::Ring { centre, radius, ink, width } => {
                let stroke = Stroke { ink: *ink, width: units_of(*width) };
                page.draw_circle(point(*centre), units_of(*radius), &stroke, false)
            }
            Mark::Text { text, kind, ink, at, align } => {
                let lettering = Lettering {
                    ink: *ink,
                    size: kind.size() * UNITS * FONT_SCALE,
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
                let foot = point((at.0, at.1 + FOOT * kind.size()));
                page.draw_text(text, &lettering, foot)
            }
        }
    }
}
