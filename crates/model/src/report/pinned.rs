//! Compares a report with one that was pinned.

use std::collections::BTreeMap;

use super::changes::Changes;
use super::{Case, Chart, Report};

/// Compares a chart of a report with the same chart of a pinned report. Each case gets the
/// distributions of its metric in the pinned case that is like it. The result is `None` if the
/// pinned report has no such chart.
pub fn compare(report: &Report, chart: &Chart, pinned: &Report) -> Option<Changes> {
    let is_like = |pinned_chart: &&Chart| {
        pinned_chart.kind == chart.kind && pinned_chart.metric == chart.metric
    };
    let same = pinned
        .charts
        .iter()
        .find(|pinned_chart| pinned_chart.file == chart.file)
        .filter(is_like);
    let other = same.or_else(|| pinned.charts.iter().find(is_like))?;
    // The fixed values of a chart are what the reader changes, so they do not distinguish its
    // cases.
    let shows = |shown_chart: &Chart, case: &Case| {
        shown_chart
            .held
            .iter()
            .all(|&(parameter, value)| case.point[parameter] == value)
    };
    let shown: Vec<&Case> = pinned
        .cases
        .iter()
        .filter(|case| shows(other, case))
        .collect();
    let mut distributions = BTreeMap::new();
    for case in report.cases.iter().filter(|case| shows(chart, case)) {
        let Some(old) = matching_case(report, chart, case, pinned, &shown) else {
            continue;
        };
        let observed_pair = case
            .observed(&chart.metric)
            .zip(old.observed(&chart.metric));
        // A changed rule may number its outcomes differently.
        if let Some((_, then)) =
            observed_pair.filter(|(now, then)| now.metric.outcomes() == then.metric.outcomes())
        {
            distributions.insert(
                (case.number, chart.metric.clone()),
                then.distributions.clone(),
            );
        }
    }
    let (folder, inputs, rows, added, gone) = Default::default();
    Some(Changes {
        folder,
        kind: "pinned",
        inputs,
        rows,
        added,
        removed: gone,
        distributions,
    })
}

/// Returns the case of a pinned report that corresponds to a case of a chart: it agrees in
/// everything that both vary. If there are several, this is the usual case.
fn matching_case<'r>(
    report: &Report,
    chart: &Chart,
    case: &Case,
    pinned: &Report,
    shown: &[&'r Case],
) -> Option<&'r Case> {
    let variant = |source_report: &Report, case: &Case| {
        case.variant
            .map(|index| source_report.variants[index].clone())
    };
    let is_held = |index: usize| chart.held.iter().any(|&(parameter, _)| parameter == index);
    let is_like = |old: &Case| {
        let apart = variant(report, case)
            .zip(variant(pinned, old))
            .is_some_and(|(new, old)| new != old);
        let mut varied = report
            .sweep
            .iter()
            .zip(&case.point)
            .enumerate()
            .filter(|(index, _)| !is_held(*index));
        !apart
            && varied.all(|(_, (swept, &value_index))| {
                let other = pinned
                    .sweep
                    .iter()
                    .zip(&old.point)
                    .find(|(other, _)| other.key == swept.key);
                other.is_none_or(|(other, &was)| other.values[was] == swept.values[value_index])
            })
    };
    let alike: Vec<&Case> = shown.iter().copied().filter(|old| is_like(old)).collect();
    match alike[..] {
        [only] => Some(only),
        _ => {
            let usual = pinned.usual_case()?.number;
            alike
                .into_iter()
                .find(|pinned_case| pinned_case.number == usual)
        }
    }
}
