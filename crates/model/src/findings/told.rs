//! Readings of lines and heat maps in words, and where they stand.

use super::clause::{Number, count, event, often};
use super::places::{joined, place};
use crate::chart_table::ChartTable;
use crate::estimate::Estimate;

/// A reading in words.
pub(super) fn shown(data: &ChartTable<'_>, reading: &Estimate) -> String {
    if data.is_probability() { reading.spoken(data.numerals()) } else { reading.mean(data.numerals()) }
}

/// A reading that is written already as a statement: "all dice succeed 12% of the time", "on average 2.9 dice succeed".
pub(super) fn told(data: &ChartTable<'_>, shown: String) -> Option<String> {
    let metric = &data.observed.metric;
    if data.is_probability() {
        return Some(often(&event(metric, data.measure())?, &shown));
    }
    Some(format!("on average {}", count(metric, Number::Written(shown))?))
}

/// A line and a place of it, in words: "at QV 2 with 6 cubes".
pub(super) fn spot(data: &ChartTable<'_>, (line, x): (usize, usize)) -> String {
    let ends = [place(data, data.series(), line), place(data, data.chart.x, x)];
    let mut parts: Vec<String> = ends.into_iter().flatten().map(|spoken| spoken.at()).collect();
    parts.sort_by_key(|part| !part.starts_with("at "));
    joined(parts.into_iter())
}
