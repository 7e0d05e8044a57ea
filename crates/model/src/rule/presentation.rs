//! How a rule's numbers are shown: what is read of them, the numbers to read first, and its charts.

use super::choice::ShownChoice;
use super::metric::ShownMetric;
use super::steps::StepWords;

/// One number read from a metric: what a heat map's cell or a table's column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The mean.
    Mean,
    /// The probability of at least this value.
    AtLeast(i64),
    /// The probability of at most this value.
    AtMost(i64),
    /// The probability of just this value, or of the outcome with this code.
    Is(i64),
}

/// A measure of a metric at a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Headline {
    /// The metric's name.
    pub metric: String,
    /// The step, `None` for a metric of the whole trial.
    pub step: Option<u32>,
    /// What is read from it.
    pub measure: Measure,
    /// Its name over a column: "All succeed", "Mean actions".
    pub label: String,
}

impl Headline {
    /// A measure of a metric of the whole trial, or of its last step.
    pub fn new(metric: &str, measure: Measure, label: &str) -> Headline {
        Headline {
            metric: metric.to_owned(),
            step: None,
            measure,
            label: label.to_owned(),
        }
    }

    /// The same at a step.
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
    /// A category by a parameter: bars that add to 100%.
    Stacked,
    /// A probability or a mean by a parameter.
    Lines,
    /// A count over steps: median and bands.
    Fan,
    /// A probability or a mean by two parameters.
    Heatmap,
    /// The probability of at least k.
    AtLeast,
    /// Two variants and their difference.
    Compare,
    /// One count: bars.
    Distribution,
    /// Best play: the best option by two parts of the situation.
    Policy,
    /// The situations of a small rule, and the chances of the ways between them.
    States,
}

impl ChartKind {
    /// Every kind with its name in scenario files.
    pub const ALL: [(&'static str, ChartKind); 9] = [
        ("stacked", ChartKind::Stacked),
        ("lines", ChartKind::Lines),
        ("fan", ChartKind::Fan),
        ("heatmap", ChartKind::Heatmap),
        ("at-least", ChartKind::AtLeast),
        ("compare", ChartKind::Compare),
        ("distribution", ChartKind::Distribution),
        ("policy", ChartKind::Policy),
        ("states", ChartKind::States),
    ];

    /// In a sentence: "a stacked chart", "an at-least chart".
    pub fn with_article(self) -> String {
        let name = self.name();
        let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {name} chart")
    }

    /// Its name in scenario files.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, kind)| *kind == self)
            .map_or("", |(name, _)| name)
    }
}

/// A chart that a rule draws when a scenario names none. It is drawn where it makes sense: a heat
/// map takes two swept parameters, lines one.
#[derive(Clone, Debug, PartialEq)]
pub struct DefaultChart {
    /// The kind of chart.
    pub kind: ChartKind,
    /// The metric's name.
    pub metric: String,
    /// The step shown, for a metric of steps; `None`: all of them along an axis, or the last.
    pub step: Option<u32>,
    /// What a heat map or a line shows.
    pub measure: Measure,
}

impl DefaultChart {
    /// A chart of a metric.
    pub fn new(kind: ChartKind, metric: &str, measure: Measure) -> DefaultChart {
        DefaultChart {
            kind,
            metric: metric.to_owned(),
            step: None,
            measure,
        }
    }

    /// The same at a step.
    pub fn at_step(self, step: u32) -> DefaultChart {
        DefaultChart {
            step: Some(step),
            ..self
        }
    }
}

/// How a rule's numbers are best shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Presentation {
    /// What a trial shows, in the order of the rule's own metrics.
    pub metrics: Vec<ShownMetric>,
    /// The numbers to read first, most important first.
    pub headlines: Vec<Headline>,
    /// The charts to draw when a scenario names none.
    pub charts: Vec<DefaultChart>,
    /// Closed-form facts worth a line under the table: label and value.
    pub notes: Vec<(String, String)>,
    /// A player's words for the names of a trial, by these names.
    pub labels: Vec<(String, String)>,
    /// What a player decides of what the scenario asks about, in the order of the rule's own
    /// choices.
    pub choices: Vec<ShownChoice>,
}

impl Presentation {
    /// The same, the steps of all its metrics called so.
    pub fn with_step_words(mut self, step: &StepWords) -> Presentation {
        self.metrics
            .iter_mut()
            .for_each(|metric| metric.step = step.clone());
        self
    }
}
