//! A finished drawing. Every format is written from its marks on demand.

#[cfg(feature = "print")]
use super::error::ChartError;
use super::fallback::{Fallback, fallback_for, family};
use super::inline_svg::{InlineSvg, inline_svg, text_svg};
use super::mark::{Mark, round_to_units};
use super::parting::Parting;
#[cfg(feature = "print")]
use super::printed::Printed;
use super::theme::Theme;
use super::words::{DrawingWords, TextBox};
#[cfg(feature = "print")]
use std::sync::OnceLock;

/// A drawing of this width or more, in millimetres, fills a page of two columns.
const TWO_COLUMN_WIDTH: f64 = 120.0;

/// A finished drawing. Every format is written from its marks on demand.
#[derive(Debug)]
pub struct Drawing {
    marks: Vec<Mark>,
    theme: Theme,
    size: (f64, f64),
    words: DrawingWords,
    /// The data for splitting a distribution on the page.
    pub(super) parting: Option<Parting>,
    /// The drawing with text as outlines, once a file has been written.
    #[cfg(feature = "print")]
    printed: OnceLock<Result<Printed, ChartError>>,
}

impl Drawing {
    /// Returns a drawing of this size in millimetres.
    pub(super) fn new(
        marks: Vec<Mark>,
        theme: Theme,
        size: (f64, f64),
        words: DrawingWords,
    ) -> Drawing {
        Drawing {
            marks,
            theme,
            size: round_to_units(size),
            words,
            parting: None,
            #[cfg(feature = "print")]
            printed: OnceLock::new(),
        }
    }

    /// Returns the width and height in millimetres.
    pub fn size_mm(&self) -> (f64, f64) {
        self.size
    }

    /// Returns whether the drawing fills a page of two columns.
    pub fn is_wide(&self) -> bool {
        self.size.0 >= TWO_COLUMN_WIDTH
    }

    /// Returns every text on the page, in drawing order.
    pub fn text_boxes(&self) -> &[TextBox] {
        &self.words.texts
    }

    /// Returns the characters that the typeface lacks.
    pub fn missing_glyphs(&self) -> Vec<char> {
        self.words.missing.clone()
    }

    /// Returns a note about the characters that the typeface lacks and their replacements; `None`
    /// if it has all.
    pub fn missing_letters_text(&self) -> Option<String> {
        let missing: String = self.words.missing.iter().collect();
        let mut replacements: Vec<String> = Vec::new();
        for &letter in &self.words.missing {
            let replacement = match fallback_for(letter) {
                Fallback::Face(face, _) => format!("drawn in {}", family(face)),
                Fallback::Letters(letters) if letters.is_empty() => "left out".to_owned(),
                Fallback::Letters(_) => "written in our letters".to_owned(),
            };
            if !replacements.contains(&replacement) {
                replacements.push(replacement);
            }
        }
        (!missing.is_empty())
            .then(|| format!("the typeface has no {missing}: {}", replacements.join(", ")))
    }

    /// Returns hints on changes to the scenario that would improve the chart.
    pub fn hints(&self) -> &[String] {
        &self.words.hints
    }

    /// Returns the SVG for a page that has the typeface, with selectable text and colours for light
    /// and dark mode. It contains no ids, so that several can be on one page.
    pub fn inline_svg(&self) -> InlineSvg {
        inline_svg(&self.marks, self.theme, self.size, self.parting.as_ref())
    }

    /// Returns the whole drawing as SVG with real text, for programs that write no outlines. It has
    /// colours for light and dark mode.
    pub fn text_svg(&self) -> String {
        text_svg(&self.marks, self.theme, self.size)
    }
}

#[cfg(feature = "print")]
impl Drawing {
    /// Returns the drawing as SVG, with text as outlines.
    ///
    /// # Errors
    ///
    /// Fails if the picture cannot be built.
    pub fn svg(&self) -> Result<Vec<u8>, ChartError> {
        Ok(self.printed()?.svg(&self.words))
    }

    /// Returns the drawing as PNG with 300 dots per inch on a white background.
    ///
    /// # Errors
    ///
    /// Fails if the picture cannot be built or encoded.
    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        self.printed()?.png()
    }

    /// Returns the drawing as a PDF of one page, with text as outlines.
    ///
    /// # Errors
    ///
    /// Fails if the picture cannot be built or encoded.
    pub fn pdf(&self) -> Result<Vec<u8>, ChartError> {
        self.printed()?.pdf(&self.words.title)
    }

    fn printed(&self) -> Result<&Printed, ChartError> {
        let result = self
            .printed
            .get_or_init(|| Printed::new(&self.marks, self.theme, self.size));
        result.as_ref().map_err(Clone::clone)
    }
}
