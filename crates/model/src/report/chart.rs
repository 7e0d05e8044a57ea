//! A chart to draw: what it shows of a report, every choice made.

use super::{Case, Observed};
use crate::rule::metric::Kind;
use crate::rule::presentation::{ChartKind, Measure};
use crate::rule::together::merge_texts;

/// A chart to draw, resolved: every index is valid and every choice is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The stem of its files, unique in the report: "result-by-quality".
    pub file: String,
    /// The same without the variant.
    pub stem: String,
    /// Its kind.
    pub kind: ChartKind,
    /// The title: the headline of what it shows, or what it shows.
    pub title: String,
    /// Whether the title is a headline.
    pub is_headed: bool,
    /// Whether the scenario gave the title, which then stays as it is.
    pub is_titled: bool,
    /// What is plotted, and the fixed parameters.
    pub subtitle: String,
    /// Whether the scenario gave the subtitle.
    pub is_subtitled: bool,
    /// Which it is of how many, where one chart is drawn as several.
    pub sheet: Option<(usize, usize)>,
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
    /// Variants that are shown side by side in panels, those with the same odds in one; `variant`
    /// is the first of them. Empty where there is one.
    pub family: Vec<Vec<usize>>,
    /// Whether it is drawn as one panel of its family.
    pub is_panel: bool,
    /// The places along `x` that are shown, from the first to before the second; all where a chart
    /// is in one piece.
    pub rows: Option<(usize, usize)>,
    /// How wide it is on paper.
    pub width: Width,
    /// How high it is on paper, in millimetres; as high as it needs to be where nothing was asked.
    pub height: Option<u32>,
    /// Whether it is drawn in black, white and greys.
    pub is_grey: bool,
    /// What is asked for beyond that.
    pub wishes: Wishes,
    /// What it shows of best play, where it is a map of that.
    pub policy: Option<PolicyChart>,
}

/// What a chart of best play shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyChart {
    /// Whether the scenario asks for it. If so, a remark says how it would show more.
    pub is_asked: bool,
    /// The choice.
    pub choice: String,
    /// The part of the situation along the columns, where it is one.
    pub x: Option<String>,
    /// The part of the situation along the rows, where it is one.
    pub y: Option<String>,
    /// Parts that are held at a value.
    pub held: Vec<(String, String)>,
}

/// What a scenario asks of the looks of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    /// The name of the axis.
    pub x_label: Option<String>,
    /// The last line, instead of how the numbers were got.
    pub footer: Option<String>,
    /// The design goal: a chance or a mean.
    pub target: Option<f64>,
    /// The line that stands out: the index of a variant, or of a swept value.
    pub highlight: Option<usize>,
    /// Whether the middle 90% is marked.
    pub has_delimiters: bool,
}

impl Chart {
    /// A chart of one metric of all cases, in which nothing varies and nothing is wished.
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
            rows: None,
            width: Width::Single,
            height: None,
            is_grey: false,
            wishes: Wishes::default(),
            policy: None,
        }
    }

    /// The charts of the variants that it shows, one for each panel; itself where it shows one.
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

    /// Whether its numbers are shares of all trials, and not only of those that show its metric. If
    /// a metric is the time of an event, the event never happens in the other trials. The chart
    /// says so.
    pub fn counts_all_trials(&self, observed: &Observed) -> bool {
        let tells_when = observed.metric.kind == Kind::When && self.kind == ChartKind::Distribution;
        tells_when || observed.counts_all_trials(self.measure)
    }

    /// What its metric is called in all of these cases.
    pub fn label(&self, cases: &[&Case]) -> String {
        let observations = cases.iter().filter_map(|case| case.observed(&self.metric));
        merge_texts(observations.map(|observed| observed.metric.label.as_str()))
    }

    /// Its metric as that of its cases has it which has it at most steps, the first of several:
    /// what an axis of steps runs along.
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

/// How wide a chart is on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One column of a rulebook: 84 mm.
    Single,
    /// Two columns: 174 mm.
    Double,
    /// So many millimetres.
    Millimetres(u32),
}

impl Width {
    /// In millimetres.
    pub fn mm(self) -> f64 {
        match self {
            Width::Single => 84.0,
            Width::Double => 174.0,
            Width::Millimetres(mm) => mm.into(),
        }
    }

    /// Whether it has room for two plots in a row.
    pub fn is_wide(self) -> bool {
        self.mm() >= 130.0
    }
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

impl Axis {
    /// Where a case stands along it; `None` where every case stands at all of its places, or where
    /// it has no variant.
    pub fn place_of(self, case: &Case) -> Option<usize> {
        match self {
            Axis::Sweep(parameter) => Some(case.point[parameter]),
            Axis::Variants => case.variant,
            Axis::Steps | Axis::Values | Axis::Single => None,
        }
    }

    /// The places at which any of these cases stands, in order.
    pub fn places_of(self, cases: &[&Case]) -> Vec<usize> {
        let mut places: Vec<usize> = cases
            .iter()
            .filter_map(|case| self.place_of(case))
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}
