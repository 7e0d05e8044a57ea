//! What matters most, in a sentence.

use super::small;
use crate::figures::Numerals;
use crate::report::sensitivity::{Change, Sensitivity};

/// The title of what matters most: which parameter, and by how much.
pub fn title(own: &Sensitivity, numerals: Numerals) -> String {
    let groups = own.by_parameter();
    let size = |change: &&Change| own.difference(change).map_or(0.0, f64::abs);
    let best = groups.first().and_then(|changes| changes.iter().copied().max_by(|a, b| size(a).total_cmp(&size(b))));
    let Some((change, by)) =
        best.and_then(|change| Some((change, own.difference(change)?))).filter(|(_, by)| *by != 0.0)
    else {
        return "No single step changes anything".to_owned();
    };
    let verb = if by > 0.0 { "adds" } else { "costs" };
    let amount = numerals.distance(by, own.kind);
    let value = |text: &str| match text {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        text => text.to_owned(),
    };
    let (to, from) = (value(&change.to), value(&change.from));
    let label = if change.is_named { change.label.clone() } else { small(&change.label) };
    format!("Nothing matters more than {label}: {to} instead of {from} {verb} {amount}")
}
