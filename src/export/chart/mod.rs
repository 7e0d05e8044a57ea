//! Print-ready charts: from a report and a chart to SVG, PNG and PDF.
//!
//! A kind lays out its marks on a canvas, in millimetres; plotters turns them into SVG, usvg
//! resolves that with the embedded typeface only, and every format is written from usvg's tree.

use crate::report::{Chart, Report};
use crate::rule::metric::ChartKind;

mod at_least;
mod axis;
mod canvas;
mod compare;
mod data;
mod distribution;
mod drawing;
mod error;
mod fan;
#[cfg(test)]
mod fixture;
mod geometry;
mod grid;
mod heatmap;
mod labels;
#[cfg(test)]
mod line_tests;
mod lines;
mod mark;
mod note;
mod number;
mod page;
mod palette;
#[cfg(feature = "print")]
mod pdf;
mod pick;
mod plot;
#[cfg(feature = "print")]
mod png;
#[cfg(feature = "print")]
mod printed;
mod segments;
mod series;
mod sheets;
mod stacked;
mod survival;
mod tail;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use data::tone;
pub use data::{Now, data};
pub use drawing::{Drawing, TextBox};
pub use error::ChartError;
pub use geometry::Area;
pub use sheets::sheets;

/// Draws a chart of a report.
pub fn draw(report: &Report, chart: &Chart) -> Result<Drawing, ChartError> {
    let pick = pick::Pick::new(report, chart)?;
    let kind = match chart.kind {
        ChartKind::Stacked => stacked::draw,
        ChartKind::Heatmap => heatmap::draw,
        ChartKind::AtLeast => at_least::draw,
        ChartKind::Distribution => distribution::draw,
        ChartKind::Lines => lines::draw,
        ChartKind::Fan => fan::draw,
        ChartKind::Compare => compare::draw,
    };
    page::of_height(chart.height, |taller| kind(&pick, taller))?.draw()
}
