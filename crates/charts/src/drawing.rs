//! A finished drawing: its marks, from which every format is written when it is asked for.

#[cfg(feature = "print")]
use super::error::ChartError;
use super::fallback::{Fallback, fallback_for, family};
use super::inline_svg::{InlineSvg, inline_svg};
use super::mark::{Mark, round_to_units};
use super::parting::Parting;
#[cfg(feature = "print")]
use super::plotted::to_svg;
#[cfg(feature = "print")]
use super::printed::Printed;
use super::theme::Theme;
use super::words::{DrawingWords, TextBox};
#[cfg(feature = "print")]
use std::sync::OnceLock;

/// From this width on, in millimetres, a drawing fills a page of two columns.
const TWO_COLUMN_WIDTH: f64 = 120.0;

/// A finished drawing: its marks, from which every format is written when it is asked for.
#[derive(Debug)]
pub struct Drawing {
    marks: Vec<Mark>,
    theme: Theme,
    size: (f64, f64),
    words: DrawingWords,
    /// How its reader may part it, of a distribution.
    pub(super) parting: Option<Parting>,
    /// The picture resolved, once a file has been made of it: paths only, texts as outlines.
    #[cfg(feature = "print")]
    printed: OnceLock<Result<Printed, ChartError>>,
}

impl Drawing {
    /// A drawing of so many millimetres.
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

    /// Its width and height in millimetres.
    pub fn size_mm(&self) -> (f64, f64) {
        self.size
    }

    /// Whether it fills a page of two columns.
    pub fn is_wide(&self) -> bool {
        self.size.0 >= TWO_COLUMN_WIDTH
    }

    /// Every text on the page, in the order drawn.
    pub fn text_boxes(&self) -> &[TextBox] {
        &self.words.texts
    }

    /// The characters that the typeface lacks.
    pub fn missing_glyphs(&self) -> Vec<char> {
        self.words.missing.clone()
    }

    /// What the typeface lacks, and what is drawn instead; nothing where it has all letters.
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

    /// What hampers its reader, and what to change in the scenario for a better picture.
    pub fn hints(&self) -> &[String] {
        &self.words.hints
    }

    /// For a page that has the typeface: live text, day and night. It holds no ids, so that many
    /// fit on one page.
    pub fn inline_svg(&self) -> InlineSvg {
        inline_svg(&self.marks, self.theme, self.size, self.parting.as_ref())
    }
}

#[cfg(feature = "print")]
impl Drawing {
    /// As SVG, its texts as outlines.
    ///
    /// # Errors
    /// Where the picture cannot be built.
    pub fn svg(&self) -> Result<Vec<u8>, ChartError> {
        Ok(self.printed()?.svg(&self.words))
    }

    /// As PNG at 300 dots per inch on white paper.
    ///
    /// # Errors
    /// Where the picture cannot be built or encoded.
    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        self.printed()?.png()
    }

    /// As a PDF of one page, its texts as outlines.
    ///
    /// # Errors
    /// Where the picture cannot be built or encoded.
    pub fn pdf(&self) -> Result<Vec<u8>, ChartError> {
        self.printed()?.pdf(&self.words.title)
    }

    fn printed(&self) -> Result<&Printed, ChartError> {
        let result = self
            .printed
            .get_or_init(|| Printed::new(&to_svg(&self.marks, self.theme, self.size)?, self.size));
        result.as_ref().map_err(Clone::clone)
    }
}
