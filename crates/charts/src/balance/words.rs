//! Text of the balance charts: names, values, and how many of them fit.

use crate::axis::label_stride;
use crate::palette::SERIES;
use crate::text::Type;
use oddsmith_model::report::balance::BalancedParameter;

/// The maximal number of goals that have a border.
pub(super) const MAX_BORDERS: usize = SERIES;
/// Returns the label of a parameter.
pub(super) fn parameter_name(parameter: &BalancedParameter) -> &str {
    if parameter.label.is_empty() {
        &parameter.path
    } else {
        &parameter.label
    }
}

/// Returns the stride of texts that fit, each in a given width.
pub(super) fn text_stride(kind: Type, texts: &[String], width: f64) -> usize {
    let widest = kind.widest(texts.iter().map(String::as_str));
    label_stride(texts.len(), |every| widest + 1.0 <= width * every as f64)
}
