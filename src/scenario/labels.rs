//! What a swept parameter is called on an axis and in a row.

use crate::rule::parameter::{Parameter, Shape};

/// The label and the short name of a swept path: those of the parameter that it ends at, after the names of entries.
pub fn labels(path: &str, parameters: &[Parameter]) -> (String, String) {
    let words = |key: &str| key.replace('_', " ");
    let (head, last) = path.rsplit_once('.').unwrap_or(("", path));
    let Some(parameter) = find(parameters, path.split('.').next().unwrap_or(path), last) else {
        return (words(path), words(path));
    };
    let label = if parameter.label.is_empty() { words(last) } else { parameter.label.to_owned() };
    let short = if parameter.short.is_empty() { label.clone() } else { parameter.short.to_owned() };
    match head.split_once('.') {
        Some((_, entry)) => (format!("{entry}: {label}"), format!("{entry}: {short}")),
        None => (label, short),
    }
}

/// The parameter named `last`: of the list or table `first`, or of the rule itself, from which entries inherit.
fn find<'p>(parameters: &'p [Parameter], first: &str, last: &str) -> Option<&'p Parameter> {
    let own = parameters.iter().find(|parameter| parameter.key == first).and_then(|parameter| match parameter.shape {
        Shape::Entries { own, .. } => own.iter().find(|parameter| parameter.key == last),
        Shape::Table(inner) => inner.iter().find(|parameter| parameter.key == last),
        _ => None,
    });
    own.or_else(|| parameters.iter().find(|parameter| parameter.key == last))
}
