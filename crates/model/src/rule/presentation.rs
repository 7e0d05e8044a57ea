//! The presentation of a rule: measures, headlines and default charts.

use super::choice::ShownChoice;
use super::metric::ShownMetric;
use super::steps::StepWords;

/// A number that is read from a metric, such as a cell of a heat map or of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The mean.
    Mean,
    /// The probability of at least this value.
    AtLeast(i64),
    /// The probability of at most this value.
    AtMost(i64),
    /// The probability of exactly this value, or of the outcome with this code.
    Is(i64),
}

/// A measure of a metric at a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Headline {
    /// The metric's name.
    pub metric: String,
    /// The step; `None` for a metric of the whole trial.
    pub step: Option<u32>,
    /// The measure.
    pub measure: Measure,
    /// Its label above a column: "All succeed", "Mean actions".
    pub label: String,
}

impl Headline {
    /// Returns a measure of a metric of the whole trial, or of its last step.
    pub fn new(metric: &str, measure: Measure, label: &str) -> Headline {
        Headline {
            metric: metric.to_owned(),
            step: None,
            measure,
            label: label.to_owned(),
        }
    }

    /// Sets the step.
    pub fn at_step(self, step: u32) -> Headline {
        Headline {
            step: Some(step),
            ..self
        }
    }
}

/// The kinds of chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChartKind {
    /// A category by a parameter: bars that add up to 100%.
    Stacked,
    /// A probability or a mean by a parameter.
    Lines,
    /// A count over steps: median and bands.
    Fan,
    /// A probability or a mean by two parameters.
    Heatmap,
    /// The probability of at least k.
    AtLeast,
    /// The probability of at most k.
    AtMost,
    /// Two variants and their difference.
    Compare,
    /// One distribution: bars. Several: lines.
    Distribution,
    /// Best play: the best option by two parts of the situation.
    Policy,
    /// The state graph of a small rule, with the probabilities of transitions.
    States,
}

impl ChartKind {
    /// Every kind with its name in scenario files.
    pub const ALL: [(&'static str, ChartKind); 10] = [
        ("stacked", ChartKind::Stacked),
        ("lines", ChartKind::Lines),
        ("fan", ChartKind::Fan),
        ("heatmap", ChartKind::Heatmap),
        ("at-least", ChartKind::AtLeast),
        ("at-most", ChartKind::AtMost),
        ("compare", ChartKind::Compare),
        ("distribution", ChartKind::Distribution),
        ("policy", ChartKind::Policy),
        ("states", ChartKind::States),
    ];

    /// Returns its name with an article, for sentences: "a stacked chart", "an at-least chart".
    pub fn with_article(self) -> String {
        let name = self.name();
        let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {name} chart")
    }

    /// Returns its name in scenario files.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, kind)| *kind == self)
            .map_or("", |(name, _)| name)
    }
}

/// A default chart of a rule, for scenarios that name none. It is drawn only if it fits: a heat map
/// needs two swept parameters, lines need one.
#[derive(Clone, Debug, PartialEq)]
pub struct DefaultChart {
    /// The kind of chart.
    pub kind: ChartKind,
    /// The metric's name.
    pub metric: String,
    /// The step, for a metric with steps; `None` for all steps along an axis, or the last.
    pub step: Option<u32>,
    /// The measure of a heat map or a line.
    pub measure: Measure,
}

impl DefaultChart {
    /// Returns a chart of a metric.
    pub fn new(kind: ChartKind, metric: &str, measure: Measure) -> DefaultChart {
        DefaultChart {
            kind,
            metric: metric.to_owned(),
            step: None,
            measure,
        }
    }

    /// Sets the step.
    pub fn at_step(self, step: u32) -> DefaultChart {
        DefaultChart {
            step: Some(step),
            ..self
        }
    }
}

/// The presentation of a rule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Presentation {
    /// The metrics, in the order of the rule.
    pub metrics: Vec<ShownMetric>,
    /// The headlines, the most important first.
    pub headlines: Vec<Headline>,
    /// The default charts.
    pub charts: Vec<DefaultChart>,
    /// Exact facts for the lines under the table: label and value.
    pub notes: Vec<(String, String)>,
    /// The labels of local names in a trial.
    pub labels: Vec<(String, String)>,
    /// The choices that the scenario asks about, in the order of the rule.
    pub choices: Vec<ShownChoice>,
}

impl Presentation {
    /// Sets the names of the steps of all metrics.
    pub fn with_step_words(mut self, step: &StepWords) -> Presentation {
        self.metrics
            .iter_mut()
            .for_each(|metric| metric.step = step.clone());
        self
    }
}
