//! Writes vector PDFs: the paths of a drawing on a page of its size.
//!
//! Neutral colours are written with a single grey channel, so that black text prints with black ink
//! only. All other colours are RGB. The file does not depend on the time or the machine.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref, Settings, TextStr};
use tiny_skia::{Path, PathSegment, Point, Transform};

use super::error::ChartError;
use super::shapes::{Shape, Shapes};
use super::theme::Colour;

const POINTS_PER_MM: f64 = 72.0 / 25.4;
/// Coordinates are rounded to a thousandth of a point, a third of a micrometre.
const STEPS_PER_POINT: f32 = 1000.0;

/// Writes a drawing with a size in millimetres as a PDF of one page.
pub(super) fn encode(
    drawing: &Shapes,
    (width, height): (f64, f64),
    title: &str,
) -> Result<Vec<u8>, ChartError> {
    let (width, height) = (
        round_coordinate((width * POINTS_PER_MM) as f32),
        round_coordinate((height * POINTS_PER_MM) as f32),
    );
    let (units_wide, units_high) = (drawing.size.0 as f32, drawing.size.1 as f32);
    let mut writer = PageWriter {
        content: Content::with_settings(Settings { pretty: false }),
        to_page: Transform::from_row(
            width / units_wide,
            0.0,
            0.0,
            -height / units_high,
            0.0,
            height,
        ),
        fill_colour: None,
        line_colour: None,
        line_width: None,
    };
    for shape in &drawing.shapes {
        writer.write_shape(shape);
    }
    let plain = writer.content.finish();
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(&plain).map_err(ChartError::picture_error)?;
    let packed = zlib.finish().map_err(ChartError::picture_error)?;

    let [catalog, pages, page, content, info] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut pdf = Pdf::with_settings(Settings { pretty: false });
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.parent(pages)
        .media_box(Rect::new(0.0, 0.0, width, height))
        .contents(content);
    leaf.resources();
    leaf.finish();
    pdf.stream(content, &packed).filter(Filter::FlateDecode);
    pdf.document_info(info).title(TextStr(title));
    Ok(pdf.finish())
}

fn round_coordinate(number: f32) -> f32 {
    (number * STEPS_PER_POINT).round() / STEPS_PER_POINT
}

/// The state while shapes are written: the page, and the current graphics settings.
struct PageWriter {
    content: Content,
    to_page: Transform,
    fill_colour: Option<Colour>,
    line_colour: Option<Colour>,
    line_width: Option<f32>,
}

impl PageWriter {
    fn write_shape(&mut self, shape: &Shape) {
        match shape.width {
            None => self.set_fill(shape.colour),
            Some(width) => self.set_stroke(shape.colour, width),
        }
        self.write_outline(&shape.path);
        match shape.width {
            None => self.content.fill_nonzero(),
            Some(_) => self.content.stroke(),
        };
    }

    fn set_fill(&mut self, colour: Colour) {
        if self.fill_colour != Some(colour) {
            self.fill_colour = Some(colour);
            match channels(colour) {
                [red, green, blue] if red == green && green == blue => {
                    self.content.set_fill_gray(red)
                }
                [red, green, blue] => self.content.set_fill_rgb(red, green, blue),
            };
        }
    }

    fn set_stroke(&mut self, colour: Colour, width: f32) {
        if self.line_colour != Some(colour) {
            self.line_colour = Some(colour);
            match channels(colour) {
                [red, green, blue] if red == green && green == blue => {
                    self.content.set_stroke_gray(red)
                }
                [red, green, blue] => self.content.set_stroke_rgb(red, green, blue),
            };
        }
        // The page is scaled equally in both directions.
        let width = round_coordinate(width * self.to_page.sx);
        if self.line_width != Some(width) {
            self.line_width = Some(width);
            self.content.set_line_width(width);
        }
    }

    fn write_outline(&mut self, path: &Path) {
        let to_page = self.to_page;
        let page_point = |mut point: Point| {
            to_page.map_point(&mut point);
            (round_coordinate(point.x), round_coordinate(point.y))
        };
        let mut last = Point::zero();
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    let (x, y) = page_point(to);
                    self.content.move_to(x, y);
                    last = to;
                }
                PathSegment::LineTo(to) => {
                    let (x, y) = page_point(to);
                    self.content.line_to(x, y);
                    last = to;
                }
                PathSegment::QuadTo(bend, to) => {
                    // PDF only has cubic curves.
                    let third = |end: Point| {
                        let toward = |end: f32, bend: f32| end + (bend - end) * 2.0 / 3.0;
                        Point::from_xy(toward(end.x, bend.x), toward(end.y, bend.y))
                    };
                    self.write_curve(
                        page_point(third(last)),
                        page_point(third(to)),
                        page_point(to),
                    );
                    last = to;
                }
                PathSegment::CubicTo(first, second, to) => {
                    self.write_curve(page_point(first), page_point(second), page_point(to));
                    last = to;
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }

    fn write_curve(&mut self, first: (f32, f32), second: (f32, f32), to: (f32, f32)) {
        self.content
            .cubic_to(first.0, first.1, second.0, second.1, to.0, to.1);
    }
}

/// Returns the channels of a colour, rounded invisibly.
fn channels(Colour(red, green, blue): Colour) -> [f32; 3] {
    [red, green, blue].map(|channel| round_coordinate(f32::from(channel) / 255.0))
}
