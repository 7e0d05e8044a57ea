//! A chart to draw: what it shows of a report, every choice made.

use super::policy_grid::PolicyChart;
use crate::rule::metric::{ChartKind, Measure};

/// A chart to draw, resolved: every index is valid and every choice is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The stem of its files, unique in the report: "result-by-quality".
    pub file: String,
    /// Its kind.
    pub kind: ChartKind,
    /// The title: the finding, or the question.
    pub title: String,
    /// Whether the scenario gave the title, which then stays as it is.
    pub is_titled: bool,
    /// What is plotted, and the fixed parameters.
    pub subtitle: String,
    /// The metric's name.
    pub metric: String,
    /// The step shown, where it is one.
    pub step: Option<u32>,
    /// What is read from the metric, by heat maps and lines.
    pub measure: Measure,
    /// What runs along the rows (of stacked), the x axis, or a heat map's columns.
    pub x: Axis,
    /// What makes several lines, or a heat map's rows.
    pub series: Option<Axis>,
    /// Swept parameters that are held: index and value's index.
    pub held: Vec<(usize, usize)>,
    /// The variant that is shown, where only one is.
    pub variant: Option<usize>,
    /// The places along `x` that are shown, from the first to before the second; all where a chart is in one piece.
    pub rows: Option<(usize, usize)>,
    /// How wide it is on paper.
    pub width: Width,
    /// How high it is on paper, in millimetres; as high as it needs to be where nothing was asked.
    pub height: Option<u32>,
    /// Whether it is drawn in black, white and greys.
    pub grey: bool,
    /// What it shows of best play, where it is a map of that.
    pub policy: Option<PolicyChart>,
}

/// How wide a chart is on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One column of a rulebook: 84 mm.
    Single,
    /// Two columns: 174 mm.
    Double,
    /// A phone, on a page: so narrow that its texts are large enough there.
    Phone,
}

/// What varies along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// A swept parameter, by index.
    Sweep(usize),
    /// The variants.
    Variants,
    /// The steps of the metric.
    Steps,
    /// The values of the metric itself.
    Values,
    /// Nothing: there is one.
    Single,
}
