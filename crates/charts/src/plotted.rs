//! Converts marks to an SVG with text, from which files are made.

// For browsers, plotters includes code that draws into the page; the crate for SVG output works
// without it.
#[cfg(not(target_arch = "wasm32"))]
use plotters::prelude::SVGBackend;
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontFamily,
    FontStyle,
};
#[cfg(target_arch = "wasm32")]
use plotters_svg::SVGBackend;

use super::error::ChartError;
use super::geometry::Point;
use super::mark::{Align, Mark, UNITS};
use super::palette::Ink;
use super::theme::{Colour, Theme, Use};
use super::typeface::{FAMILY, Face};

/// plotters divides the font size by this.
const FONT_SCALE: f64 = 1.24;
/// With `VPos::Bottom`, the baseline of the text is this many ems above the point.
const FOOT_EMS: f64 = 0.25;

/// Draws marks on a white page of this size in millimetres, as SVG.
pub(super) fn to_svg(marks: &[Mark], theme: Theme, size: (f64, f64)) -> Result<String, ChartError> {
    let (width, height) = (
        to_units(size.0).unsigned_abs(),
        to_units(size.1).unsigned_abs(),
    );
    let mut svg = String::new();
    {
        let mut page = SVGBackend::with_string(&mut svg, (width, height));
        let corner = (width.cast_signed(), height.cast_signed());
        page.draw_rect(
            (0, 0),
            corner,
            &backend_colour(theme.colour(Ink::Paper, Use::Ground)),
            true,
        )
        .map_err(ChartError::picture_error)?;
        for mark in marks {
            mark.draw(theme, &mut page)
                .map_err(ChartError::picture_error)?;
        }
        page.present().map_err(ChartError::picture_error)?;
    }
    set_size_in_millimetres(&svg, size)
}

/// Sets the size of the root tag in millimetres.
fn set_size_in_millimetres(svg: &str, size: (f64, f64)) -> Result<String, ChartError> {
    let lost = || ChartError::picture_error("no root tag");
    let (head, rest) = svg.split_once("width=\"").ok_or_else(lost)?;
    let (_, rest) = rest.split_once("viewBox").ok_or_else(lost)?;
    Ok(format!(
        "{head}width=\"{}mm\" height=\"{}mm\" viewBox{rest}",
        size.0, size.1
    ))
}

fn to_units(mm: f64) -> i32 {
    (mm * UNITS).round() as i32
}

fn to_unit_point((x, y): Point) -> (i32, i32) {
    (to_units(x), to_units(y))
}

fn backend_colour(colour: Colour) -> BackendColor {
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

/// A text style: colour, size, weight and alignment.
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

    /// Texts are measured before they are drawn (`super::text`); SVG output does not need this.
    fn layout_box(&self, _: &str) -> Result<((i32, i32), (i32, i32)), std::fmt::Error> {
        Err(std::fmt::Error)
    }

    /// SVG keeps texts as texts.
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
    fn draw<B: DrawingBackend>(
        &self,
        theme: Theme,
        page: &mut B,
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let units_of = |width: f64| to_units(width).unsigned_abs();
        let colour = backend_colour(self.colour(theme));
        match self {
            Mark::Rect { area, .. } => {
                let (left, top) = to_unit_point((area.left, area.top));
                let (right, bottom) = to_unit_point((area.right, area.bottom));
                // usvg drops a box without width or height.
                page.draw_rect(
                    (left, top),
                    (right.max(left + 1), bottom.max(top + 1)),
                    &colour,
                    true,
                )
            }
            Mark::Polygon { points, .. } => {
                page.fill_polygon(points.iter().copied().map(to_unit_point), &colour)
            }
            Mark::Line { points, width, .. } => {
                let stroke = Stroke {
                    colour,
                    width: units_of(*width),
                };
                page.draw_path(points.iter().copied().map(to_unit_point), &stroke)
            }
            Mark::Disc { centre, radius, .. } => {
                page.draw_circle(to_unit_point(*centre), units_of(*radius), &colour, true)
            }
            Mark::Ring {
                centre,
                radius,
                width,
                ..
            } => {
                let stroke = Stroke {
                    colour,
                    width: units_of(*width),
                };
                page.draw_circle(to_unit_point(*centre), units_of(*radius), &stroke, false)
            }
            Mark::Text {
                text,
                kind,
                position: at,
                align,
                ..
            } => {
                let lettering = Lettering {
                    colour,
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
                let foot = to_unit_point((at.0, at.1 + FOOT_EMS * kind.size()));
                page.draw_text(text, &lettering, foot)
            }
        }
    }
}
