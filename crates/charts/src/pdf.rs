//! Writes vector PDFs: the paths of a drawing on a page of its size.
//!
//! Neutral colours are written with a single grey channel, so that black text prints with black ink
//! only. All other colours are RGB. The file does not depend on the time or the machine.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref, Settings, TextStr};
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{
    Color, FillRule, Group, LineCap, LineJoin, Node, Opacity, Paint, Path, Stroke, Tree,
};

use super::error::ChartError;

const POINTS_PER_MM: f64 = 72.0 / 25.4;
/// Coordinates are rounded to a thousandth of a point, a third of a micrometre.
const STEPS_PER_POINT: f32 = 1000.0;

/// Writes a drawing with a size in millimetres as a PDF of one page.
pub(super) fn encode(
    tree: &Tree,
    (width, height): (f64, f64),
    title: &str,
) -> Result<Vec<u8>, ChartError> {
    let (width, height) = (
        round_coordinate((width * POINTS_PER_MM) as f32),
        round_coordinate((height * POINTS_PER_MM) as f32),
    );
    let size = tree.size();
    let to_page = Transform::from_row(
        width / size.width(),
        0.0,
        0.0,
        -height / size.height(),
        0.0,
        height,
    );
    let content = Content::with_settings(Settings { pretty: false });
    let mut walk = PageWriter {
        content,
        to_page,
        fill_colour: None,
        line_colour: None,
        pen: None,
    };
    walk.write_group(tree.root())?;
    let plain = walk.content.finish();
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

/// The state while the tree is written: the page, and the current graphics settings.
struct PageWriter {
    content: Content,
    to_page: Transform,
    fill_colour: Option<Color>,
    line_colour: Option<Color>,
    pen: Option<Pen>,
}

/// The style of a line.
#[derive(Clone, Copy, PartialEq)]
struct Pen {
    width: f32,
    cap: LineCap,
    join: LineJoin,
    miter: f32,
}

impl PageWriter {
    fn write_group(&mut self, group: &Group) -> Result<(), ChartError> {
        let is_plain = group.opacity() == Opacity::ONE
            && group.clip_path().is_none()
            && group.mask().is_none()
            && group.filters().is_empty();
        if !is_plain {
            return Err(ChartError::picture_error(
                "the PDF has no clipping or transparency",
            ));
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.write_group(group)?,
                Node::Path(path) => self.write_path(path)?,
                Node::Text(text) => self.write_group(text.flattened())?,
                Node::Image(_) => return Err(ChartError::picture_error("the PDF has no images")),
            }
        }
        Ok(())
    }

    fn write_path(&mut self, path: &Path) -> Result<(), ChartError> {
        if !path.is_visible() {
            return Ok(());
        }
        let to_page = path.abs_transform().post_concat(self.to_page);
        let fill = path
            .fill()
            .map(|fill| Ok((colour(fill.paint(), fill.opacity())?, fill.rule())))
            .transpose()?;
        let stroke = path
            .stroke()
            .map(|line| Ok((colour(line.paint(), line.opacity())?, line)))
            .transpose()?;
        if let Some((colour, _)) = fill {
            self.set_fill(colour);
        }
        if let Some((colour, line)) = stroke {
            self.set_stroke(colour, line, to_page)?;
        }
        if fill.is_none() && stroke.is_none() {
            return Ok(());
        }
        self.write_outline(path, to_page);
        let content = &mut self.content;
        match (fill.map(|(_, rule)| rule), stroke.is_some()) {
            (Some(FillRule::NonZero), false) => content.fill_nonzero(),
            (Some(FillRule::EvenOdd), false) => content.fill_even_odd(),
            (Some(FillRule::NonZero), true) => content.fill_nonzero_and_stroke(),
            (Some(FillRule::EvenOdd), true) => content.fill_even_odd_and_stroke(),
            (None, _) => content.stroke(),
        };
        Ok(())
    }

    fn set_fill(&mut self, colour: Color) {
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

    fn set_stroke(
        &mut self,
        colour: Color,
        line: &Stroke,
        to_page: Transform,
    ) -> Result<(), ChartError> {
        if line.dasharray().is_some() {
            return Err(ChartError::picture_error("dashes are drawn one by one"));
        }
        if self.line_colour != Some(colour) {
            self.line_colour = Some(colour);
            match channels(colour) {
                [red, green, blue] if red == green && green == blue => {
                    self.content.set_stroke_gray(red)
                }
                [red, green, blue] => self.content.set_stroke_rgb(red, green, blue),
            };
        }
        // The page is scaled equally in both directions, so line widths scale by this factor.
        let scale = (to_page.sx * to_page.sy - to_page.kx * to_page.ky)
            .abs()
            .sqrt();
        let pen = Pen {
            width: round_coordinate(line.width().get() * scale),
            cap: line.linecap(),
            join: line.linejoin(),
            miter: line.miterlimit().get(),
        };
        if self.pen != Some(pen) {
            self.pen = Some(pen);
            self.content.set_line_width(pen.width);
            self.content.set_line_cap(match pen.cap {
                LineCap::Butt => LineCapStyle::ButtCap,
                LineCap::Round => LineCapStyle::RoundCap,
                LineCap::Square => LineCapStyle::ProjectingSquareCap,
            });
            self.content.set_line_join(match pen.join {
                LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
                LineJoin::Round => LineJoinStyle::RoundJoin,
                LineJoin::Bevel => LineJoinStyle::BevelJoin,
            });
            self.content.set_miter_limit(pen.miter);
        }
        Ok(())
    }

    fn write_outline(&mut self, path: &Path, to_page: Transform) {
        let page_point = |mut point: Point| {
            to_page.map_point(&mut point);
            (round_coordinate(point.x), round_coordinate(point.y))
        };
        let mut last = Point::zero();
        for segment in path.data().segments() {
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
fn channels(colour: Color) -> [f32; 3] {
    [colour.red, colour.green, colour.blue]
        .map(|channel| round_coordinate(f32::from(channel) / 255.0))
}

/// Returns the colour of an opaque paint.
fn colour(paint: &Paint, opacity: Opacity) -> Result<Color, ChartError> {
    match paint {
        Paint::Color(colour) if opacity == Opacity::ONE => Ok(*colour),
        _ => Err(ChartError::picture_error(
            "the PDF has no transparency and no gradients",
        )),
    }
}
