//! File names of charts.

use crate::file_name::stem;
use crate::report::{Axis, Chart};
use crate::rule::metric::ShownMetric;
use crate::rule::presentation::{ChartKind, Measure};

use super::document::Scenario;

/// Returns the stem of a chart's file, such as "result-by-quality" or "actions-distribution". It
/// uses characters that every file system allows, and adds the variant if `with_variant` is set.
pub(super) fn file_name(
    scenario: &Scenario,
    chart: &Chart,
    metric: &ShownMetric,
    with_variant: bool,
) -> String {
    let axis = |axis: Axis| match axis {
        Axis::Sweep(index) => scenario.sweep[index].path.text.clone(),
        Axis::Variants => "variant".to_owned(),
        Axis::Steps => metric.step.word().to_owned(),
        Axis::Values | Axis::Single => String::new(),
    };
    let by = [Some(chart.x), chart.series]
        .into_iter()
        .flatten()
        .map(axis)
        .filter(|name| !name.is_empty());
    let by = by.collect::<Vec<_>>().join("-and-");
    let layout = match (chart.kind, by.as_str()) {
        (ChartKind::Stacked, "") => "stacked".to_owned(),
        (ChartKind::Stacked | ChartKind::Lines | ChartKind::Heatmap, by) => format!("by-{by}"),
        (ChartKind::Fan, _) => "fan".to_owned(),
        (ChartKind::AtLeast, _) => "at-least".to_owned(),
        (ChartKind::AtMost, _) => "at-most".to_owned(),
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
        .map_or_else(String::new, |index| {
            format!("-{}", scenario.variants[index].name)
        });
    stem(&format!("{measure}{}-{layout}{variant}", chart.metric))
}
