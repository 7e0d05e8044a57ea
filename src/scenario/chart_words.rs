//! What a chart is called and what its subtitle says.

use crate::file_name::stem;
use crate::findings::unworded::shows;
use crate::report::{Axis, Chart};
use crate::rule::metric::ShownMetric;
use crate::rule::presentation::{ChartKind, DefaultChart, Measure};

use super::document::Scenario;
use crate::input::tree::Node;

/// "result-by-quality", "actions-distribution": what the chart shows, in letters that any file system takes; with the
/// variant that it shows, where it is named.
pub(super) fn file_name(scenario: &Scenario, chart: &Chart, metric: &ShownMetric, with_variant: bool) -> String {
    let axis = |axis: Axis| match axis {
        Axis::Sweep(index) => scenario.sweep[index].path.text.clone(),
        Axis::Variants => "variant".to_owned(),
        Axis::Steps => metric.step.word().to_owned(),
        Axis::Values | Axis::Single => String::new(),
    };
    let by = [Some(chart.x), chart.series].into_iter().flatten().map(axis).filter(|name| !name.is_empty());
    let by = by.collect::<Vec<_>>().join("-and-");
    let what = match (chart.kind, by.as_str()) {
        (ChartKind::Stacked, "") => "stacked".to_owned(),
        (ChartKind::Stacked | ChartKind::Lines | ChartKind::Heatmap, by) => format!("by-{by}"),
        (ChartKind::Fan, _) => "fan".to_owned(),
        (ChartKind::AtLeast, _) => "at-least".to_owned(),
        (ChartKind::Compare, _) => "compared".to_owned(),
        (ChartKind::Distribution, _) => "distribution".to_owned(),
        (ChartKind::Policy, _) => "policy".to_owned(),
        (ChartKind::States, _) => "states".to_owned(),
    };
    let measure = match chart.measure {
        Measure::Mean if chart.kind == ChartKind::Heatmap => "mean-",
        _ => "",
    };
    let variant = chart
        .variant
        .filter(|_| with_variant)
        .map_or_else(String::new, |index| format!("-{}", scenario.variants[index].name));
    stem(&format!("{measure}{}-{what}{variant}", chart.metric))
}

/// What is plotted, by what, and the parameters that are the same throughout.
pub(super) fn subtitle(
    scenario: &Scenario,
    chart: &Chart,
    metric: &ShownMetric,
    view: Option<&DefaultChart>,
) -> String {
    let shows = view.map_or_else(|| shows(chart.kind, metric, chart.measure), |view| view.shows.clone());
    let axes = [Some(chart.x), chart.series]
        .into_iter()
        .flatten()
        .filter(|axis| matches!(axis, Axis::Sweep(_) | Axis::Variants));
    let by: Vec<String> = axes.map(|axis| axis_label(scenario, axis, metric)).collect();
    let by = if by.is_empty() { String::new() } else { format!(", by {}", by.join(" and ")) };
    let mut fixed: Vec<String> =
        scenario.fixed().into_iter().map(|(label, value)| format!("{label}: {value}")).collect();
    for &(index, value) in &chart.held {
        let label = axis_label(scenario, Axis::Sweep(index), metric);
        fixed.push(format!("{label}: {}", Node::brief(&scenario.sweep[index].values[value])));
    }
    if let Some(step) = chart.step.filter(|_| metric.steps.is_some_and(|(first, last)| first < last)) {
        fixed.push(format!("{}: {}", metric.step.word(), metric.step.short(step)));
    }
    if let Some(variant) = chart.variant {
        fixed.push(scenario.variants[variant].name.clone());
    }
    // No line ends between a name and its number.
    let fixed: Vec<String> = fixed.into_iter().map(|own| unbroken(&own)).collect();
    let fixed = if fixed.is_empty() { String::new() } else { format!(". {}", fixed.join(", ")) };
    format!("{shows}{by}{fixed}")
}

/// "Dice: 3" in one piece, with a true minus sign before a number below 0.
fn unbroken(fixed: &str) -> String {
    let Some((label, value)) = fixed.rsplit_once(": ") else { return fixed.to_owned() };
    match value.parse::<f64>() {
        Ok(_) => format!("{label}:\u{a0}{}", value.replace('-', "−")),
        Err(_) => fixed.to_owned(),
    }
}

/// What an axis is called.
fn axis_label(scenario: &Scenario, axis: Axis, metric: &ShownMetric) -> String {
    match axis {
        Axis::Sweep(index) => scenario.label(&scenario.sweep[index].path.text).label,
        Axis::Variants => "variant".to_owned(),
        Axis::Steps => metric.step.word().to_owned(),
        Axis::Values | Axis::Single => metric.label.clone(),
    }
}
