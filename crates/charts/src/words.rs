//! The words of a drawing: everything but the picture itself.

use super::geometry::Area;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::labels::label_in_sentence;
use oddsmith_model::messages::Word;

/// A text on the page and the box it fills, in millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBox {
    /// The text.
    pub text: String,
    /// Its box.
    pub area: Area,
    /// Its size in points.
    pub points: f64,
}

/// The words of a drawing: everything but the picture itself.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "print"), allow(dead_code))]
pub(super) struct DrawingWords {
    /// The title, as it was given.
    pub(super) title: String,
    /// What is plotted, as it was given.
    pub(super) subtitle: String,
    pub(super) texts: Vec<TextBox>,
    /// Characters that the typeface lacks.
    pub(super) missing: Vec<char>,
    /// What is to be changed for a better picture.
    pub(super) hints: Vec<String>,
}

/// The name of a chart's metric within a sentence: "successes", "Acts left". English alone has it
/// small.
fn metric_in_words(table: &ChartData<'_>) -> String {
    let label = table.label();
    if table.words().is_translated() {
        label
    } else {
        label_in_sentence(&table.observed.metric, &label)
    }
}

/// What an axis of k says of itself.
pub fn k_in_words(table: &ChartData<'_>) -> String {
    let default_label = || {
        table
            .words()
            .fill(Word::KOf, &[("metric", &metric_in_words(table))])
    };
    table
        .chart
        .wishes
        .x_label
        .clone()
        .unwrap_or_else(default_label)
}

/// What chances of at least k are.
pub(super) fn at_least_in_words(table: &ChartData<'_>) -> String {
    table
        .words()
        .fill(Word::AtLeastOf, &[("metric", &metric_in_words(table))])
}
