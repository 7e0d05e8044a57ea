//! A finished drawing, from which every format is written.

use super::error::ChartError;
use super::live::Live;
#[cfg(feature = "print")]
use super::printed::Printed;
use super::words::{DrawingWords, TextBox};

/// A finished drawing, from which every format is written.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The picture, resolved: paths only, texts as outlines.
    #[cfg(feature = "print")]
    printed: Printed,
    /// The same for a page.
    live: Live,
    size: (f64, f64),
    words: DrawingWords,
}

impl Drawing {
    /// Resolves what plotters wrote, in hundredths of a millimetre.
    pub(super) fn new(svg: &str, live: Live, size: (f64, f64), words: DrawingWords) -> Result<Drawing, ChartError> {
        #[cfg(feature = "print")]
        let svg = in_millimetres(svg, size)?;
        #[cfg(not(feature = "print"))]
        let _ = svg;
        Ok(Drawing {
            #[cfg(feature = "print")]
            printed: Printed::new(&svg, size)?,
            live,
            size,
            words,
        })
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
    #[cfg(feature = "print")]
    pub fn svg(&self) -> Vec<u8> {
        self.printed.svg(&self.words)
    }

    /// For a page that has the typeface: live text, day and night. It holds no ids, so that many fit on one page.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// As PNG at 300 dots per inch on white paper.
    #[cfg(feature = "print")]
    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        self.printed.png()
    }

    /// As a PDF of one page, its texts as outlines.
    #[cfg(feature = "print")]
    pub fn pdf(&self) -> Result<Vec<u8>, ChartError> {
        self.printed.pdf(&self.words.title)
    }
}

/// Gives the root tag its size on paper instead of in units.
#[cfg(feature = "print")]
fn in_millimetres(svg: &str, size: (f64, f64)) -> Result<String, ChartError> {
    let lost = || ChartError::picture("no root tag");
    let (head, rest) = svg.split_once("width=\"").ok_or_else(lost)?;
    let (_, rest) = rest.split_once("viewBox").ok_or_else(lost)?;
    Ok(format!("{head}width=\"{}mm\" height=\"{}mm\" viewBox{rest}", size.0, size.1))
}
