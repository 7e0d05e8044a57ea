//! The page on which the crate `plotters` draws: a list of filled or stroked paths, from which
//! every file is written.

use std::convert::Infallible;

use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle,
};
use tiny_skia::{Path, PathBuilder, Rect, Transform};

use super::lettering::outline;
use super::theme::Colour;
use super::typeface::Face;

/// A path in one colour.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) path: Path,
    pub(super) colour: Colour,
    /// The width of the line; `None` if the path is filled.
    pub(super) width: Option<f32>,
}

/// A page of this size in units, and what has been drawn on it.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    pub(super) size: (u32, u32),
    pub(super) shapes: Vec<Shape>,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

fn to_float((x, y): BackendCoord) -> (f32, f32) {
    (x as f32, y as f32)
}

impl Shapes {
    /// Adds a path, filled or as a line.
    fn push<S: BackendStyle>(&mut self, path: Option<Path>, style: &S, is_filled: bool) -> Drawn {
        let (red, green, blue) = style.color().rgb;
        self.shapes.extend(path.map(|path| Shape {
            path,
            colour: Colour(red, green, blue),
            width: (!is_filled).then(|| style.stroke_width() as f32),
        }));
        Ok(())
    }
}

/// Returns a path along these points.
fn path_along(points: impl IntoIterator<Item = BackendCoord>, is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (x, y) in points.into_iter().map(to_float) {
        if path.is_empty() {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

impl DrawingBackend for Shapes {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let ((left, top), (right, bottom)) = (to_float(upper_left), to_float(bottom_right));
        let path = Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect);
        self.push(path, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.push(path_along(path, false), style, false)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let (x, y) = to_float(center);
        self.push(PathBuilder::from_circle(x, y, radius as f32), style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Drawn {
        self.push(path_along(vert, true), style, true)
    }

    /// Draws a text as outlines. Its position is on the baseline.
    fn draw_text<T: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &T,
        pos: BackendCoord,
    ) -> Drawn {
        let face = match style.style() {
            FontStyle::Bold => Face::SemiBold,
            _ => Face::Regular,
        };
        let (path, width) = outline(text, face, style.size() as f32);
        let (x, y) = to_float(pos);
        let start = match style.anchor().h_pos {
            HPos::Left => x,
            HPos::Center => x - width / 2.0,
            HPos::Right => x - width,
        };
        let path = path.and_then(|path| path.transform(Transform::from_translate(start, y)));
        self.push(path, &style.color(), true)
    }
}
