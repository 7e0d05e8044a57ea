//! Lines that are one and the same.

use super::claim::{Claim, Finding};
use super::clause::{event, heading, matter};
use super::places::{place, setting};
use crate::chart_table::ChartTable;
use crate::estimate::{Estimate, ROUNDING};
use crate::report::Axis;
use crate::rule::metric::Kind;

/// "The variants make no difference to how many actions are taken": every line has the odds of the first, at every place.
pub(super) fn alike(data: &ChartTable<'_>) -> Option<Finding> {
    let values = data.values();
    let tail = |line: usize, x: usize| data.law(line, x).map(|law| data.tail(law, &values));
    let is_same = |(own, other): (&Estimate, &Estimate)| {
        own.is_exact && other.is_exact && (own.value - other.value).abs() <= ROUNDING
    };
    for x in 0..data.xs.len() {
        let of_first = tail(0, x)?;
        for line in 1..data.lines.len() {
            let of_line = tail(line, x)?;
            if of_line.len() != of_first.len() || !of_line.iter().zip(&of_first).all(is_same) {
                return None;
            }
        }
    }
    (data.lines.len() > 1).then(|| no_difference(data)).flatten()
}

/// "“As published” or “Never spends”: no difference to how many actions are taken": of lines that all have the same odds.
pub(super) fn no_difference(data: &ChartTable<'_>) -> Option<Finding> {
    let metric = &data.observed.metric;
    let matter = match metric.kind {
        _ if heading(metric).is_some() => None,
        Kind::Count => matter(metric),
        _ => Some(format!("how often {}", event(metric, data.measure())?)),
    };
    let matter = matter.map_or_else(String::new, |matter| format!(" to {matter}"));
    let name = |line: usize| place(data, data.series(), line).map(|spoken| spoken.name);
    let sentence = match (data.lines.len(), data.series()) {
        (2, _) => format!("{} or {}: no difference{matter}", name(0)?, name(1)?),
        (_, Axis::Variants) => format!("the variants make no difference{matter}"),
        (_, series) => format!("{} makes no difference{matter}", setting(data, series)?),
    };
    Some(Finding::new(Claim::Alike, sentence))
}
