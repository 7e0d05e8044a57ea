//! The words of a drawing: everything except the picture.

use super::geometry::Area;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::labels::capitalize_label;
use oddsmith_model::labels::label_in_sentence;
use oddsmith_model::messages::Word;

/// A text on the page and its box, in millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBox {
    /// The text.
    pub text: String,
    /// Its box.
    pub area: Area,
    /// Its size in points.
    pub points: f64,
}

/// The words of a drawing: everything except the picture.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "print"), allow(dead_code))]
pub(super) struct DrawingWords {
    /// The title, unwrapped.
    pub(super) title: String,
    /// The subtitle, unwrapped.
    pub(super) subtitle: String,
    pub(super) texts: Vec<TextBox>,
    /// The characters that the typeface lacks.
    pub(super) missing: Vec<char>,
    /// Hints on how to improve the chart.
    pub(super) hints: Vec<String>,
}

/// Returns the label of a chart's metric within a sentence: "successes", "Acts left". Only English
/// changes the initial.
fn metric_in_words(data: &ChartData<'_>) -> String {
    let label = data.label();
    if data.words().is_translated() {
        label
    } else {
        label_in_sentence(&data.observed.metric, &label)
    }
}

/// Returns the label of an axis of k.
pub fn k_in_words(data: &ChartData<'_>) -> String {
    let default_label = || {
        let metric = metric_in_words(data);
        capitalize_label(&data.words().fill(Word::KOf, &[("metric", &metric)]))
    };
    data.chart
        .wishes
        .x_label
        .clone()
        .unwrap_or_else(default_label)
}

/// Returns the heading of a plot of the probabilities of at least k.
pub(super) fn at_least_in_words(data: &ChartData<'_>) -> String {
    data.words()
        .fill(Word::AtLeastOf, &[("metric", &metric_in_words(data))])
}
