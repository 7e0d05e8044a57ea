//! A page: title and subtitle above the chart, the last line below it.

use super::canvas::{Align, Canvas, MARGIN};
use super::drawing::Drawing;
use super::error::ChartError;
use super::palette::{BLACK, FOOTER, SUBTITLE};
use super::text::{LABEL, SMALL, TITLE};

/// One column of a rulebook.
pub(super) const COLUMN: f64 = 84.0;
/// Two columns.
pub(super) const TWO_COLUMNS: f64 = 174.0;

/// A page with its title, to be drawn on from `top` down.
pub(super) struct Page {
    pub(super) canvas: Canvas,
    /// Where the chart may begin.
    pub(super) top: f64,
}

impl Page {
    pub(super) fn new(width: f64, title: &str, subtitle: &str) -> Page {
        let mut canvas = Canvas::new(width);
        let room = width - 2.0 * MARGIN;
        let mut foot = 0.6;
        for line in TITLE.wrap(title, room) {
            foot += TITLE.pitch();
            canvas.text(&line, TITLE, BLACK, (MARGIN, foot), Align::Left);
        }
        foot += 0.9;
        for line in LABEL.wrap(subtitle, room) {
            foot += LABEL.pitch();
            canvas.text(&line, LABEL, SUBTITLE, (MARGIN, foot), Align::Left);
        }
        Page { canvas, top: foot + 2.2 }
    }

    pub(super) fn left(&self) -> f64 {
        MARGIN
    }

    pub(super) fn right(&self) -> f64 {
        self.canvas.width - MARGIN
    }

    /// Ends the page with its last line, below a chart that ends at `bottom`.
    pub(super) fn finish(mut self, bottom: f64, note: &str) -> Result<Drawing, ChartError> {
        let mut foot = bottom + 1.6;
        for line in SMALL.wrap(note, self.canvas.width - 2.0 * MARGIN) {
            foot += SMALL.pitch();
            self.canvas.text(&line, SMALL, FOOTER, (MARGIN, foot), Align::Left);
        }
        self.canvas.finish(foot + 1.5)
    }
}
