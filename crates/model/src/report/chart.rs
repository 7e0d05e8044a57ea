//! A chart to draw, with all its settings.

use super::{Case, Observed};
use crate::rule::metric::Kind;
use crate::rule::presentation::{ChartKind, Measure};
use crate::rule::together::merge_texts;

/// A chart to draw. Every index is valid and every setting is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The stem of its files, unique in the report: "result-by-quality".
    pub file: String,
    /// The stem without the variant.
    pub stem: String,
    /// Its kind.
    pub kind: ChartKind,
    /// The title: a headline, or a description of what it shows.
    pub title: String,
    /// Whether the title is a headline.
    pub is_headed: bool,
    /// Whether the scenario set the title, which then stays unchanged.
    pub is_titled: bool,
    /// The subtitle: what is plotted, and the fixed parameters.
    pub subtitle: String,
    /// Whether the scenario set the subtitle.
    pub is_subtitled: bool,
    /// The number of this sheet and of all sheets, if the chart is split into several.
    pub sheet: Option<(usize, usize)>,
    /// The metric's name.
    pub metric: String,
    /// The step, if it shows one.
    pub step: Option<u32>,
    /// The measure of the metric, for heat maps and lines.
    pub measure: Measure,
    /// The axis along the rows (of a stacked chart), the x axis, or the columns of a heat map.
    pub x: Axis,
    /// The axis of the lines, or of the rows of a heat map.
    pub series: Option<Axis>,
    /// The swept parameters that are fixed: the indices of the parameter and of the value.
    pub held: Vec<(usize, usize)>,
    /// The variant, if it shows only one.
    pub variant: Option<usize>,
    /// The variants in panels; those with the same odds share a panel. `variant` is the first of
    /// them. Empty for a single panel.
    pub family: Vec<Vec<usize>>,
    /// Whether it is drawn as one panel of several.
    pub is_panel: bool,
    /// The smallest and the largest number of all maps that share the colours of this one; `None`
    /// if it is the only one.
    pub heat_ends: Option<[f64; 2]>,
    /// Whether bars of means show the middle 90% of their distributions.
    pub shows_range: bool,
    /// The range of places along `x` that is shown; `None` if the chart is not split.
    pub rows: Option<(usize, usize)>,
    /// The width on paper.
    pub width: Width,
    /// The height on paper in millimetres; `None` chooses it automatically.
    pub height: Option<u32>,
    /// Whether it is drawn in black, white and grey.
    pub is_grey: bool,
    /// Further settings from the scenario.
    pub wishes: Wishes,
    /// The settings of a policy chart, if it is one.
    pub policy: Option<PolicyChart>,
}

/// The settings of a policy chart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyChart {
    /// Whether the scenario requests it. If so, a remark says how it could show more.
    pub is_asked: bool,
    /// The choice.
    pub choice: String,
    /// The part of the situation along the columns, if there is one.
    pub x: Option<String>,
    /// The part of the situation along the rows, if there is one.
    pub y: Option<String>,
    /// Parts with a fixed value.
    pub held: Vec<(String, String)>,
}

/// Settings for the appearance of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    /// The label of the axis.
    pub x_label: Option<String>,
    /// The last line, which replaces the source of the numbers.
    pub footer: Option<String>,
    /// The design goal: a probability or a mean.
    pub target: Option<f64>,
    /// The highlighted line: the index of a variant, or of a swept value.
    pub highlight: Option<usize>,
    /// Whether the middle 90% is marked.
    pub has_delimiters: bool,
}

/// A chart with more panels than this is replaced by a chart of means. The original chart is in the
/// appendix of the report.
const MAX_PANELS: usize = 6;

impl Chart {
    /// Returns whether it has too many panels for the charts of a report.
    pub fn has_many_panels(&self) -> bool {
        self.family.len() > MAX_PANELS
    }

    /// Returns a chart of one metric of all cases without any special settings.
    pub fn of_metric(kind: ChartKind, metric: &str, step: Option<u32>) -> Chart {
        Chart {
            file: String::new(),
            stem: String::new(),
            kind,
            title: String::new(),
            is_headed: false,
            is_titled: false,
            is_subtitled: false,
            sheet: None,
            subtitle: String::new(),
            metric: metric.to_owned(),
            step,
            measure: Measure::Mean,
            x: Axis::Single,
            series: None,
            held: Vec::new(),
            variant: None,
            family: Vec::new(),
            is_panel: false,
            heat_ends: None,
            shows_range: false,
            rows: None,
            width: Width::Single,
            height: None,
            is_grey: false,
            wishes: Wishes::default(),
            policy: None,
        }
    }

    /// Returns the charts of its panels, or the chart itself if it has only one.
    pub fn member_charts(&self) -> Vec<Chart> {
        let member = |group: &Vec<usize>| Chart {
            variant: group.first().copied(),
            is_panel: true,
            width: Width::Single,
            height: None,
            ..self.clone()
        };
        if self.family.len() < 2 {
            vec![self.clone()]
        } else {
            self.family.iter().map(member).collect()
        }
    }

    /// Returns whether its numbers are shares of all trials, and not only of those with a value of
    /// its metric. If a metric is the time of an event, the event never happens in the other
    /// trials. The chart says so.
    pub fn counts_all_trials(&self, observed: &Observed) -> bool {
        let tells_when = observed.metric.kind == Kind::When && self.kind == ChartKind::Distribution;
        tells_when || observed.counts_all_trials(self.measure)
    }

    /// Returns the label of its metric for these cases.
    pub fn label(&self, cases: &[&Case]) -> String {
        let observations = cases.iter().filter_map(|case| case.observed(&self.metric));
        merge_texts(observations.map(|observed| observed.metric.label.as_str()))
    }

    /// Returns its metric in the case with the most steps, or in the first of several. This is the
    /// metric for an axis of steps.
    pub fn observed<'a>(&self, cases: &[&'a Case]) -> Option<&'a Observed> {
        let observations = cases.iter().filter_map(|case| case.observed(&self.metric));
        observations.reduce(|most, observed| {
            if observed.distributions.len() > most.distributions.len() {
                observed
            } else {
                most
            }
        })
    }
}

/// The width of a chart on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One column of a rulebook: 84 mm.
    Single,
    /// Two columns: 174 mm.
    Double,
    /// A width in millimetres.
    Millimetres(u32),
}

impl Width {
    /// Returns the width in millimetres.
    pub fn mm(self) -> f64 {
        match self {
            Width::Single => 84.0,
            Width::Double => 174.0,
            Width::Millimetres(mm) => mm.into(),
        }
    }

    /// Returns whether two plots fit next to each other.
    pub fn is_wide(self) -> bool {
        self.mm() >= 130.0
    }
}

/// An axis of a chart.
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
    /// No axis: there is a single place.
    Single,
}

impl Axis {
    /// Returns the index of a case along the axis, or `None` if the case spans all places or has no
    /// variant.
    pub fn index_of(self, case: &Case) -> Option<usize> {
        match self {
            Axis::Sweep(parameter) => Some(case.point[parameter]),
            Axis::Variants => case.variant,
            Axis::Steps | Axis::Values | Axis::Single => None,
        }
    }

    /// Returns the indices of these cases along the axis, in order.
    pub fn indices_of(self, cases: &[&Case]) -> Vec<usize> {
        let mut indices: Vec<usize> = cases
            .iter()
            .filter_map(|case| self.index_of(case))
            .collect();
        indices.sort_unstable();
        indices.dedup();
        indices
    }
}
