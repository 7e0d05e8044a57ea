//! Changes the kind of a chart that cannot show its data well.

use crate::chart_data::{ChartData, joined_ends, number_ends};
use crate::report::peaks::peaks;
use crate::report::{Axis, Chart, Distribution, Report};
use crate::rule::presentation::{ChartKind, Measure};
use oddsmith_engine::stats::Confidence;

/// The most values that a chart of shares shows as separate bars.
const MAX_SHARES: usize = 8;
/// A fan ends if a smaller share of the trials than this has a value.
const MIN_PRESENT_SHARE: f64 = 0.05;
/// A curve of "at least k" has at least this many values. With fewer, it is only a slope.
const FEWEST_CURVE_VALUES: usize = 4;
/// If there are more lines than this over named values, they become a heat map.
const MAX_NAMED_LINES: usize = 2;

/// Changes the kind of a chart if another one fits its data better.
pub(crate) fn fit(report: &Report, chart: &mut Chart) {
    match chart.kind {
        ChartKind::Fan => fit_fan(report, chart),
        ChartKind::AtLeast | ChartKind::AtMost | ChartKind::Compare => fit_curve(report, chart),
        ChartKind::Lines => fit_lines(report, chart),
        _ => {}
    }
}

/// Returns the data of a chart, if it is complete.
fn complete_data<'a>(report: &'a Report, chart: &'a Chart) -> Option<ChartData<'a>> {
    ChartData::new(report, chart)
        .ok()
        .filter(ChartData::is_complete)
}

/// Replaces curves of few values with bars of the share of each value.
fn fit_curve(report: &Report, chart: &mut Chart) {
    let Some(data) = complete_data(report, chart) else {
        return;
    };
    let is_whole = |distribution: &Distribution| !distribution.may_be_absent();
    let has_few = data.values().len() < FEWEST_CURVE_VALUES;
    let is_plain = chart.wishes.target.is_none() && chart.wishes.highlight.is_none();
    if has_few && is_plain && data.distributions().all(is_whole) {
        chart.kind = ChartKind::Stacked;
        chart.x = chart.series.take().unwrap_or(Axis::Single);
        chart.width = crate::report::Width::Single;
    }
}

/// Replaces several lines over names, or over two positions, with a heat map, because names have no
/// slope.
fn fit_lines(report: &Report, chart: &mut Chart) {
    let Some(data) = complete_data(report, chart) else {
        return;
    };
    let is_named = data.xs.iter().any(|place| place.number.is_none()) || data.xs.len() == 2;
    let is_map = is_named && data.xs.len() > 1 && data.lines.len() > MAX_NAMED_LINES;
    let is_plain = chart.wishes.target.is_none() && chart.wishes.highlight.is_none();
    if is_map && is_plain {
        chart.kind = ChartKind::Heatmap;
    }
}

/// Gives heat maps of the same number the same scale of colours.
pub(crate) fn share_colours(report: &Report, charts: &mut [Chart]) {
    let is_map = |chart: &Chart| chart.kind == ChartKind::Heatmap;
    let ends: Vec<Option<[f64; 2]>> = charts
        .iter()
        .map(|chart| number_ends(report, chart).filter(|_| is_map(chart)))
        .collect();
    let number = |chart: &Chart| (chart.metric.clone(), chart.step, chart.measure);
    let shared: Vec<Option<[f64; 2]>> = charts
        .iter()
        .map(|chart| {
            let alike = charts.iter().zip(&ends).filter(|(other, _)| {
                is_map(chart) && is_map(other) && number(other) == number(chart)
            });
            let alike: Vec<[f64; 2]> = alike.filter_map(|(_, ends)| *ends).collect();
            joined_ends(&alike)
        })
        .collect();
    for (chart, ends) in charts.iter_mut().zip(shared) {
        chart.heat_ends = ends;
    }
}

/// Returns whether two charts of shares show the same numbers in the same or the opposite order.
pub(crate) fn has_same_shares(report: &Report, one: &Chart, other: &Chart) -> bool {
    if one.kind != ChartKind::Stacked || other.kind != ChartKind::Stacked {
        return false;
    }
    let (Some(one), Some(other)) = (complete_data(report, one), complete_data(report, other))
    else {
        return false;
    };
    let confidence = report.run.confidence;
    let rows = |data: &ChartData<'_>| -> Vec<Vec<f64>> {
        let values = data.shown_values();
        let share = |distribution: &Distribution, value: i64, confidence: Confidence| {
            distribution
                .read(Measure::Is(value), confidence)
                .exact_or_estimate()
        };
        let row = |distribution: &Distribution| {
            let shares = values.iter();
            shares
                .map(|shown| share(distribution, shown.value, confidence))
                .collect()
        };
        data.distributions().map(row).collect()
    };
    let (rows, other_rows) = (rows(&one), rows(&other));
    let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= crate::estimate::ROUNDING;
    let is_same = |reversed: bool| {
        rows.len() == other_rows.len()
            && rows.iter().zip(&other_rows).all(|(row, other)| {
                row.len() == other.len()
                    && if reversed {
                        row.iter().zip(other.iter().rev()).all(is_near)
                    } else {
                        row.iter().zip(other).all(is_near)
                    }
            })
    };
    rows.len() > 1 && (is_same(false) || is_same(true))
}

/// Replaces a fan of a metric with two values with a line of its chance, and a fan that would hide
/// two peaks with shares.
fn fit_fan(report: &Report, chart: &mut Chart) {
    if chart.kind != ChartKind::Fan {
        return;
    }
    let Some(data) = ChartData::new(report, chart)
        .ok()
        .filter(ChartData::is_complete)
    else {
        return;
    };
    let end = present_length(&data);
    let steps = data.xs.len();
    let values = data.values();
    if values.iter().all(|value| (0..=1).contains(value)) {
        (chart.kind, chart.measure) = (ChartKind::Lines, Measure::AtLeast(1));
    } else if values.len() <= MAX_SHARES
        && data
            .distributions()
            .last()
            .is_some_and(|distribution| peaks(distribution).len() > 1)
    {
        chart.kind = ChartKind::Stacked;
    }
    if end < steps && chart.rows.is_none() {
        chart.rows = Some((0, end));
    }
}

/// Returns the number of positions up to the last one at which enough trials have a value.
fn present_length(data: &ChartData<'_>) -> usize {
    let shown = |x: usize| {
        data.distribution(0, x)
            .is_some_and(|distribution| distribution.present_share() >= MIN_PRESENT_SHARE)
    };
    (0..data.xs.len())
        .rfind(|&x| shown(x))
        .map_or(data.xs.len(), |last| last + 1)
}
