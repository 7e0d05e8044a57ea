//! What the parts of the picture share: names, values, and how many of them there is room for.

use crate::axis::label_stride;
use crate::palette::SERIES;
use crate::text::Type;
use oddsmith_model::report::balance::BalancedParameter;

/// Wishes that have a border.
pub(super) const MOST_BORDERS: usize = SERIES;
/// What a parameter is called on the page.
pub(super) fn parameter_name(parameter: &BalancedParameter) -> &str {
    if parameter.label.is_empty() {
        &parameter.path
    } else {
        &parameter.label
    }
}

/// How many of some texts can be written, each in a width: every first, second, fifth ...
pub(super) fn text_stride(kind: Type, texts: &[String], width: f64) -> usize {
    let widest = kind.widest(texts.iter().map(String::as_str));
    label_stride(texts.len(), |every| widest + 1.0 <= width * every as f64)
}
