//! Charts as SVG, PNG and PDF files, and as pictures for web pages.
//!
//! Each kind of chart draws its marks on a canvas, in millimetres. For files, the marks are drawn
//! on a backend for the crate `plotters`. It keeps them as paths, with texts as outlines of the
//! embedded typeface. Every format is written from these paths.
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

use oddsmith_model::chart_data::ChartData;
use oddsmith_model::chart_words::printed_chart;
use oddsmith_model::report::{Chart, Report};
use oddsmith_model::rule::presentation::ChartKind;

mod axis;
mod balance;
mod bar_marks;
mod bars;
mod canvas;
mod card;
mod compare;
mod curve;
mod curves;
mod die;
mod distribution;
mod drawing;
#[cfg(test)]
mod dumbbell_tests;
mod dumbbells;
#[cfg(test)]
mod earlier_tests;
mod end_shares;
mod error;
mod fallback;
mod fan;
mod fan_slices;
#[cfg(test)]
mod fan_tests;
#[cfg(test)]
mod fixture;
mod geometry;
mod goal;
mod grid;
mod heatmap;
mod hue;
mod inline_svg;
mod labels;
mod landmarks;
#[cfg(feature = "print")]
mod lettering;
mod line;
mod line_marks;
#[cfg(test)]
mod line_tests;
mod lines;
#[cfg(feature = "print")]
mod machine_face;
mod mark;
mod multiples;
mod named_bars;
mod names;
mod note;
mod page;
mod palette;
mod parting;
#[cfg(feature = "print")]
mod pdf;
mod playtest;
mod plot;
#[cfg(feature = "print")]
mod plotted;
#[cfg(feature = "print")]
mod png;
mod policy;
mod policy_key;
mod policy_note;
#[cfg(feature = "print")]
mod printed;
mod row_scale;
#[cfg(test)]
mod row_tests;
mod segments;
mod series;
#[cfg(feature = "print")]
mod shapes;
mod sheets;
mod skill;
mod stacked;
mod states;
#[cfg(test)]
mod tests;
mod text;
mod theme;
mod tick;
mod tornado;
mod typeface;
#[cfg(feature = "print")]
mod typesetter;
mod value_curve_marks;
mod value_curves;
mod words;

pub use balance::draw as balance;
pub use card::draw as card;
pub use drawing::Drawing;
pub use error::ChartError;
pub use geometry::Area;
pub use inline_svg::InlineSvg;
pub use playtest::draw as playtest;
pub use playtest::likelihood;
pub use sheets::sheets;
pub use skill::draw as skill;
pub use tornado::draw as tornado;
pub use typeface::{REGULAR, SEMIBOLD};
pub use words::TextBox;

/// Draws a chart of a report.
pub fn draw(report: &Report, chart: &Chart) -> Result<Drawing, ChartError> {
    let chart = &*printed_chart(report, chart);
    if chart.kind == ChartKind::Policy {
        return Ok(
            page::fit_height(chart.height, |taller| policy::draw(report, chart, taller))?.draw(),
        );
    }
    // A single panel shares the axes of all panels.
    if chart.family.len() > 1 && !chart.is_panel {
        return Ok(multiples::draw(report, chart)?.draw());
    }
    Ok(page::fit_height(chart.height, |taller| lay_out(report, chart, taller))?.draw())
}

/// Returns the layout of a chart, either of one panel or of the whole chart.
fn lay_out(report: &Report, chart: &Chart, taller: f64) -> Result<page::Sheet, ChartError> {
    if chart.kind == ChartKind::States {
        return states::draw(report, chart, taller);
    }
    let data = ChartData::for_print(report, chart).map_err(ChartError::Empty)?;
    let kind = match chart.kind {
        ChartKind::Stacked => stacked::draw,
        ChartKind::Heatmap => heatmap::draw,
        ChartKind::AtLeast | ChartKind::AtMost => curves::draw,
        ChartKind::Distribution if data.lines.len() > 1 => curves::draw,
        ChartKind::Distribution => distribution::draw,
        ChartKind::Lines if named_bars::is_suitable(&data) => named_bars::draw,
        ChartKind::Lines if dumbbells::is_suitable(&data) => dumbbells::draw,
        ChartKind::Lines => lines::draw,
        ChartKind::Fan => fan::draw,
        ChartKind::Compare => compare::draw,
        ChartKind::Policy | ChartKind::States => {
            return Err(ChartError::Unsuitable("it shows no metric".to_owned()));
        }
    };
    kind(&data, taller)
}
