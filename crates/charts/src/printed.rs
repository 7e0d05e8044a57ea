//! Drawings with text as outlines, from which chart files are written.

use oddsmith_model::printable::{escape_xml, is_command};
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{FontResolver, Indent, Options, Tree, WriteOptions, fontdb};

use super::error::ChartError;
use super::fallback::{Fallback, faces, fallback_for, family};
use super::typeface::{FAMILY, REGULAR, SEMIBOLD, has};
use super::words::DrawingWords;
use super::{pdf, png};

/// The dots per inch of a PNG.
const DPI: f64 = 300.0;
const MM_PER_INCH: f64 = 25.4;

/// A resolved drawing, with paths only.
#[derive(Clone, Debug)]
pub(super) struct Printed {
    tree: Tree,
    /// Its width and height in millimetres.
    size: (f64, f64),
}

impl Printed {
    /// Resolves an SVG with the embedded typeface.
    pub(super) fn new(svg: &str, size: (f64, f64)) -> Result<Printed, ChartError> {
        // The SVG names the font of every character.
        let font_resolver = FontResolver {
            select_fallback: Box::new(|_, _, _| None),
            ..FontResolver::default()
        };
        let options = Options {
            fontdb: fonts(),
            font_family: FAMILY.to_owned(),
            font_resolver,
            ..Options::default()
        };
        let tree = Tree::from_str(&name_fallback_faces(svg), &options)
            .map_err(ChartError::picture_error)?;
        Ok(Printed { tree, size })
    }

    /// Returns the drawing as SVG, with text as outlines.
    pub(super) fn svg(&self, words: &DrawingWords) -> Vec<u8> {
        let options = WriteOptions {
            coordinates_precision: 1,
            indent: Indent::None,
            ..WriteOptions::default()
        };
        let svg = self.tree.to_string(&options);
        let (width, height) = (self.tree.size().width(), self.tree.size().height());
        // usvg writes the size in pixels; it is replaced by millimetres.
        let inner = svg.split_once('>').map_or("", |(_, inner)| inner);
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {width} {height}\">",
            self.size.0, self.size.1
        );
        let description = format!(
            "<title>{}</title><desc>{}</desc>",
            escape_text(&words.title),
            escape_text(&words.subtitle)
        );
        let mut bytes = (head + &description + inner).into_bytes();
        bytes.push(b'\n');
        bytes
    }

    /// Returns the drawing as PNG with 300 dots per inch on a white background.
    pub(super) fn png(&self) -> Result<Vec<u8>, ChartError> {
        let dots = |mm: f64| (mm / MM_PER_INCH * DPI).round().max(1.0) as u32;
        let (width, height) = (dots(self.size.0), dots(self.size.1));
        let mut pixmap = Pixmap::new(width, height)
            .ok_or_else(|| ChartError::picture_error("the page is too large"))?;
        pixmap.fill(Color::WHITE);
        let size = self.tree.size();
        let scale =
            Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
        resvg::render(&self.tree, scale, &mut pixmap.as_mut());
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
        pdf::encode(&self.tree, self.size, title)
    }
}

/// Returns the embedded typeface, so that a chart looks the same everywhere, and the system fonts
/// that were found for other characters.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: Mutex<Option<(usize, Arc<fontdb::Database>)>> = Mutex::new(None);
    let faces = faces();
    let mut kept = FONTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, fonts)) = kept.as_ref().filter(|cached| cached.0 == faces.len()) {
        return Arc::clone(fonts);
    }
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(SEMIBOLD.to_vec());
    faces
        .iter()
        .for_each(|face| fonts.load_font_data(face.bytes.clone()));
    let fonts = Arc::new(fonts);
    *kept = Some((faces.len(), Arc::clone(&fonts)));
    fonts
}

/// Returns the SVG with a font name for every character that the typeface lacks. Without a name,
/// the other characters of the line would be drawn in that font, too, and be wider than measured.
fn name_fallback_faces(svg: &str) -> String {
    let mut named = String::with_capacity(svg.len());
    let (mut is_tag, mut before) = (false, None);
    for letter in svg.chars() {
        let face = match letter {
            _ if is_tag || has(letter) => None,
            _ => match fallback_for(letter) {
                Fallback::Face(face, _) => Some(face),
                Fallback::Letters(_) => None,
            },
        };
        if face != before {
            if before.is_some() {
                named += "</tspan>";
            }
            if let Some(face) = face {
                named += &format!(
                    "<tspan font-family=\"{}\">",
                    escape_text(&family(face)).replace('"', "&quot;")
                );
            }
            before = face;
        }
        is_tag = letter == '<' || is_tag && letter != '>';
        named.push(letter);
    }
    named
}

/// Escapes a text for XML, without control characters.
fn escape_text(text: &str) -> String {
    escape_xml(&text.replace(|c| is_command(c) && !matches!(c, '\n' | '\t'), ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::LABEL;

    #[test]
    fn fallback_letters_leave_other_widths_unchanged() {
        for text in [
            "plain letters without any others",
            "\u{43c}\u{645} and the letters of our own face",
            "\u{2665}\u{2665} hearts",
        ] {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"99\"><text x=\"9\" y=\"50\" \
                 font-size=\"{}\">{text}</text></svg>",
                LABEL.size()
            );
            let wide = f64::from(
                Printed::new(&svg, (80.0, 9.9))
                    .expect("a drawing")
                    .tree
                    .root()
                    .bounding_box()
                    .width(),
            );
            let measured = LABEL.width(text);
            assert!(
                (wide - measured).abs() < 0.02 * measured,
                "{text}: {wide} wide, measured {measured}"
            );
        }
    }
}
