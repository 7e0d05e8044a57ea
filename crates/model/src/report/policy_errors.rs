//! Explains why a policy chart shows nothing, and what to do.

use super::chart::PolicyChart;
use super::play::MetSituation;
use super::{Case, Report};

/// Returns the message about an unknown part of the situation, with the known ones.
pub(super) fn unknown_part_error(
    report: &Report,
    asked: &PolicyChart,
    name: &str,
    any: MetSituation<'_>,
) -> String {
    let parts: Vec<&str> = any.parts().map(|(part, _)| part).collect();
    let known = if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    };
    let swept = report.sweep.iter().map(|swept| swept.key.as_str());
    let varied_keys: Vec<&str> = swept
        .chain((!report.variants.is_empty()).then_some("variant"))
        .collect();
    let varied_text = if varied_keys.is_empty() {
        String::new()
    } else {
        format!(", or what varies: {}", varied_keys.join(", "))
    };
    format!(
        "`{}` has no part `{name}`; it has: {known}{varied_text}",
        asked.choice
    )
}

/// Returns the message that no situation matches `where`, with the values that the part has.
pub(super) fn no_match_error(asked: &PolicyChart, met: &[(&Case, MetSituation<'_>)]) -> String {
    const MAX_VALUES: usize = 12;
    for (name, value) in &asked.held {
        let mut values: Vec<&str> = Vec::new();
        for met_value in met.iter().filter_map(|(_, situation)| situation.part(name)) {
            if !values.contains(&met_value) {
                values.push(met_value);
            }
        }
        if !values.contains(&value.as_str()) {
            let more = values.len().saturating_sub(MAX_VALUES);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let listed = values[..values.len().min(MAX_VALUES)].join(", ");
            return format!(
                "`{name}` is never {value} where best play decides; it is {listed}{more}"
            );
        }
    }
    "best play never reaches a state with all values of `where` together, although each occurs"
        .to_owned()
}
