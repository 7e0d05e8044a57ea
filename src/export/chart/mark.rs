//! The marks that a page is made of, and how plotters draws them.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

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
        let page = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
        page.fill(&rgb(WHITE)).map_err(ChartError::picture)?;
        for mark in marks {
            mark.draw(&page).map_err(ChartError::picture)?;
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

fn rgb(ink: Ink) -> RGBColor {
    RGBColor(ink.0, ink.1, ink.2)
}

type Page<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

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

    fn draw<'a>(&self, page: &Page<'a>) -> Drawn<'a> {
        match self {
            Mark::Rect { area, fill } => {
                let (left, top) = point((area.left, area.top));
                let (right, bottom) = point((area.right, area.bottom));
                // usvg drops a box without width or height.
                let corners = [(left, top), (right.max(left + 1), bottom.max(top + 1))];
                page.draw(&Rectangle::new(corners, rgb(*fill).filled()))
            }
            Mark::Polygon { points, fill } => {
                let points: Vec<_> = points.iter().copied().map(point).collect();
                page.draw(&Polygon::new(points, rgb(*fill).filled()))
            }
            Mark::Line { points, ink, width } => {
                let points: Vec<_> = points.iter().copied().map(point).collect();
                page.draw(&PathElement::new(points, rgb(*ink).stroke_width(units(*width).unsigned_abs())))
            }
            Mark::Disc { centre, radius, fill } => {
                page.draw(&Circle::new(point(*centre), units(*radius), rgb(*fill).filled()))
            }
            Mark::Ring { centre, radius, ink, width } => {
                let style = rgb(*ink).stroke_width(units(*width).unsigned_abs());
                page.draw(&Circle::new(point(*centre), units(*radius), style))
            }
            Mark::Text { text, kind, ink, at, align } => {
                let size = kind.size() * UNITS;
                let style = match kind.face {
                    Face::Regular => FontStyle::Normal,
                    Face::SemiBold => FontStyle::Bold,
                };
                let h_pos = match align {
                    Align::Left => HPos::Left,
                    Align::Centre => HPos::Center,
                    Align::Right => HPos::Right,
                };
                let ink = rgb(*ink);
                let font = FontDesc::new(FontFamily::Name(FAMILY), size * FONT_SCALE, style);
                let style = TextStyle::from(font).color(&ink).pos(Pos::new(h_pos, VPos::Bottom));
                let foot = point((at.0, at.1 + FOOT * kind.size()));
                page.draw(&Text::new(text.as_str(), foot, style))
            }
        }
    }
}
