//! The smallest and the largest number of charts, for a common scale.

use super::ChartData;
use crate::report::{Chart, Report};

/// Returns the smallest and the largest of several ranges; `None` if there is only one.
pub fn joined_ends(ranges: &[[f64; 2]]) -> Option<[f64; 2]> {
    let wider = |one: [f64; 2], other: &[f64; 2]| [one[0].min(other[0]), one[1].max(other[1])];
    let (first, others) = ranges.split_first()?;
    (!others.is_empty()).then(|| others.iter().fold(*first, wider))
}

/// Returns the smallest and the largest number of a chart.
pub fn number_ends(report: &Report, chart: &Chart) -> Option<[f64; 2]> {
    let data = ChartData::new(report, chart).ok()?;
    let places = (0..data.lines.len()).flat_map(|line| (0..data.xs.len()).map(move |x| (line, x)));
    let numbers: Vec<f64> = places
        .filter_map(|(line, x)| Some(data.shown_estimate(line, x)?.value))
        .collect();
    let fold =
        |start: f64, choose: fn(f64, f64) -> f64| numbers.iter().copied().fold(start, choose);
    (!numbers.is_empty()).then(|| [fold(f64::MAX, f64::min), fold(f64::MIN, f64::max)])
}
