//! Drawings with text as outlines, from which chart files are written.

use std::fmt::Write;

use oddsmith_model::printable::{escape_xml, is_command};
use tiny_skia::{Color, FillRule, Paint, PathSegment, Pixmap, Point, Stroke, Transform};

use super::error::ChartError;
use super::mark::{Mark, UNITS};
use super::palette::Ink;
use super::plotted::{backend_colour, to_unit_point};
use super::shapes::{Shape, Shapes};
use super::theme::{Colour, Theme, Use};
use super::words::DrawingWords;
use super::{pdf, png};
use plotters_backend::DrawingBackend;

/// The dots per inch of a PNG.
const DPI: f64 = 300.0;
const MM_PER_INCH: f64 = 25.4;

/// A drawing as paths.
#[derive(Clone, Debug)]
pub(super) struct Printed {
    page: Shapes,
    /// Its width and height in millimetres.
    size: (f64, f64),
}

impl Printed {
    /// Draws marks on a white page of this size in millimetres.
    pub(super) fn new(
        marks: &[Mark],
        theme: Theme,
        size: (f64, f64),
    ) -> Result<Printed, ChartError> {
        let corner = to_unit_point(size);
        let mut page = Shapes {
            size: (corner.0.unsigned_abs(), corner.1.unsigned_abs()),
            shapes: Vec::with_capacity(marks.len() + 1),
        };
        let paper = backend_colour(theme.colour(Ink::Paper, Use::Ground));
        page.draw_rect((0, 0), corner, &paper, true)
            .map_err(ChartError::picture_error)?;
        for mark in marks {
            mark.draw(theme, &mut page)
                .map_err(ChartError::picture_error)?;
        }
        Ok(Printed { page, size })
    }

    /// Returns the drawing as SVG, with text as outlines.
    pub(super) fn svg(&self, words: &DrawingWords) -> Vec<u8> {
        let (width, height) = self.size;
        let (wide, high) = self.page.size;
        let [wide, high] = [wide, high].map(|units| to_micrometres(units as f32));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {wide} {high}\"><title>{}</title><desc>{}</desc>",
            escape_text(&words.title),
            escape_text(&words.subtitle)
        );
        for shape in &self.page.shapes {
            write_path(&mut svg, shape).expect("a string takes all that is written");
        }
        svg.push_str("</svg>\n");
        svg.into_bytes()
    }

    /// Returns the drawing as PNG with 300 dots per inch on a white background.
    pub(super) fn png(&self) -> Result<Vec<u8>, ChartError> {
        let dots = |mm: f64| (mm / MM_PER_INCH * DPI).round().max(1.0) as u32;
        let (width, height) = (dots(self.size.0), dots(self.size.1));
        let mut pixmap = Pixmap::new(width, height)
            .ok_or_else(|| ChartError::picture_error("the page is too large"))?;
        pixmap.fill(Color::WHITE);
        let (units_wide, units_high) = self.page.size;
        let scale = Transform::from_scale(
            width as f32 / units_wide as f32,
            height as f32 / units_high as f32,
        );
        for shape in &self.page.shapes {
            let mut paint = Paint::default();
            let Colour(red, green, blue) = shape.colour;
            paint.set_color_rgba8(red, green, blue, u8::MAX);
            match shape.width {
                None => pixmap.fill_path(&shape.path, &paint, FillRule::Winding, scale, None),
                Some(width) => {
                    let stroke = Stroke {
                        width,
                        ..Stroke::default()
                    };
                    pixmap.stroke_path(&shape.path, &paint, &stroke, scale, None);
                }
            }
        }
        let (pixels, _) = pixmap.data().as_chunks();
        png::encode(
            pixels,
            width,
            height,
            (DPI / MM_PER_INCH * 1000.0).round() as u32,
        )
    }

    /// Returns the drawing as a PDF of one page, with text as outlines.
    pub(super) fn pdf(&self, title: &str) -> Result<Vec<u8>, ChartError> {
        pdf::encode(&self.page, self.size, title)
    }
}

/// The number of micrometres in a unit of a drawing. The coordinates of an SVG are whole
/// micrometres.
const MICROMETRES: f32 = 1000.0 / UNITS as f32;

fn to_micrometres(units: f32) -> i64 {
    (units * MICROMETRES).round() as i64
}

/// Writes a shape as SVG.
fn write_path(svg: &mut String, shape: &Shape) -> std::fmt::Result {
    let Colour(red, green, blue) = shape.colour;
    let colour = format!("#{red:02x}{green:02x}{blue:02x}");
    match shape.width {
        None => write!(svg, "<path fill=\"{colour}\" d=\"")?,
        Some(width) => write!(
            svg,
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" d=\"",
            to_micrometres(width)
        )?,
    }
    let mut start = (0, 0);
    let mut last = (0, 0);
    for segment in shape.path.segments() {
        let (command, points): (char, &[Point]) = match &segment {
            PathSegment::MoveTo(to) => ('m', &[*to]),
            PathSegment::LineTo(to) => ('l', &[*to]),
            PathSegment::QuadTo(bend, to) => ('q', &[*bend, *to]),
            PathSegment::CubicTo(first, second, to) => ('c', &[*first, *second, *to]),
            PathSegment::Close => ('z', &[]),
        };
        svg.push(command);
        // All points of a command are relative to the end of the one before.
        let mut end = last;
        for (i, point) in points.iter().enumerate() {
            end = (to_micrometres(point.x), to_micrometres(point.y));
            write_number(svg, end.0 - last.0, i > 0);
            write_number(svg, end.1 - last.1, true);
        }
        match command {
            'm' => start = end,
            'z' => end = start,
            _ => {}
        }
        last = end;
    }
    svg.push_str("\"/>");
    Ok(())
}

/// Writes a number, after a blank if it follows another one and has no sign.
fn write_number(svg: &mut String, number: i64, is_next: bool) {
    if is_next && number >= 0 {
        svg.push(' ');
    }
    svg.push_str(itoa::Buffer::new().format(number));
}

/// Escapes a text for XML, without control characters.
fn escape_text(text: &str) -> String {
    escape_xml(&text.replace(|c| is_command(c) && !matches!(c, '\n' | '\t'), ""))
}
