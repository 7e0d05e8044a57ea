//! A finished drawing, from which every format is written.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Indent, Options, Tree, WriteOptions, fontdb};

use super::error::ChartError;
use super::geometry::Area;
use super::live::Live;
use super::text::{FAMILY, REGULAR, SEMIBOLD};
use super::{pdf, png};

/// Dots per inch of a PNG.
const DPI: f64 = 300.0;
const MM_PER_INCH: f64 = 25.4;

/// A text on the page and the box it fills, in millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBox {
    /// The text.
    pub text: String,
    /// Its box.
    pub area: Area,
    /// Its size in points.
    pub points: f64,
}

/// A finished drawing, from which every format is written.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The picture, resolved: paths only, texts as outlines.
    tree: Tree,
    /// The same for a page.
    live: Live,
    size: (f64, f64),
    words: Words,
}

/// What a drawing says, beside the picture itself.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// The title, as it was given.
    pub(super) title: String,
    /// What is plotted, as it was given.
    pub(super) subtitle: String,
    pub(super) texts: Vec<TextBox>,
    /// Characters that the typeface lacks.
    pub(super) missing: Vec<char>,
    /// What is to be changed for a better picture.
    pub(super) advice: Vec<String>,
}

impl Drawing {
    /// Resolves what plotters wrote, in hundredths of a millimetre.
    pub(super) fn new(svg: &str, live: Live, size: (f64, f64), words: Words) -> Result<Drawing, ChartError> {
        let options = Options { fontdb: fonts(), font_family: FAMILY.to_owned(), ..Options::default() };
        let tree = Tree::from_str(&in_millimetres(svg, size)?, &options).map_err(ChartError::picture)?;
        Ok(Drawing { tree, live, size, words })
    }

    /// Its width and height in millimetres.
    pub fn size_mm(&self) -> (f64, f64) {
        self.size
    }

    /// Every text on the page, in the order drawn.
    pub fn text_boxes(&self) -> &[TextBox] {
        &self.words.texts
    }

    /// The characters that the typeface lacks: an empty box is drawn for each of them.
    pub fn missing_glyphs(&self) -> Vec<char> {
        self.words.missing.clone()
    }

    /// What hampers its reader, and what to change in the scenario for a better picture.
    pub fn advice(&self) -> &[String] {
        &self.words.advice
    }

    /// As SVG, its texts as outlines.
    pub fn svg(&self) -> Vec<u8> {
        let options = WriteOptions { coordinates_precision: 1, indent: Indent::None, ..WriteOptions::default() };
        let svg = self.tree.to_string(&options);
        let (width, height) = (self.tree.size().width(), self.tree.size().height());
        // usvg writes the size in pixels; on paper it is in millimetres.
        let inner = svg.split_once('>').map_or("", |(_, inner)| inner);
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {width} {height}\">",
            self.size.0, self.size.1
        );
        let told =
            format!("<title>{}</title><desc>{}</desc>", escaped(&self.words.title), escaped(&self.words.subtitle));
        let mut bytes = (head + &told + inner).into_bytes();
        bytes.push(b'\n');
        bytes
    }

    /// For a page that has the typeface: live text, day and night. It holds no ids, so that many fit on one page.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// As PNG at 300 dots per inch on white paper.
    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        let dots = |mm: f64| (mm / MM_PER_INCH * DPI).round().max(1.0) as u32;
        let (width, height) = (dots(self.size.0), dots(self.size.1));
        let mut pixmap = Pixmap::new(width, height).ok_or_else(|| ChartError::picture("the page is too large"))?;
        pixmap.fill(Color::WHITE);
        let size = self.tree.size();
        let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
        resvg::render(&self.tree, scale, &mut pixmap.as_mut());
        let pixels: Vec<[u8; 3]> =
            pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        png::encode(&pixels, width, height, (DPI / MM_PER_INCH * 1000.0).round() as u32)
    }

    /// As a PDF of one page, its texts as outlines.
    pub fn pdf(&self) -> Result<Vec<u8>, ChartError> {
        pdf::encode(&self.tree, self.size, &self.words.title)
    }
}

/// A text as XML has it.
fn escaped(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_control() || c.is_whitespace());
    let escape = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        _ => c.to_string(),
    };
    kept.map(escape).collect()
}

/// Gives the root tag its size on paper instead of in units.
fn in_millimetres(svg: &str, size: (f64, f64)) -> Result<String, ChartError> {
    let lost = || ChartError::picture("no root tag");
    let (head, rest) = svg.split_once("width=\"").ok_or_else(lost)?;
    let (_, rest) = rest.split_once("viewBox").ok_or_else(lost)?;
    Ok(format!("{head}width=\"{}mm\" height=\"{}mm\" viewBox{rest}", size.0, size.1))
}

/// The embedded typeface and no other, so that the same chart looks the same everywhere.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(REGULAR.to_vec());
        fonts.load_font_data(SEMIBOLD.to_vec());
        Arc::new(fonts)
    };
    Arc::clone(FONTS.get_or_init(load))
}
