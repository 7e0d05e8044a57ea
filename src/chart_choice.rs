//! Chooses the charts of a report after its odds have been computed. It replaces charts that cannot
//! show the odds, merges charts of variants, and removes repeated charts.

use rustc_hash::FxHashMap;

use crate::chart_data::ChartData;
use crate::chart_fit;
use crate::estimate::{Estimate, ROUNDING};
use crate::file_name::{number_duplicates, stem as file_stem};
use crate::report::policy_grid::PolicyGrid;
use crate::report::{Axis, Chart, Distribution, Report};
use crate::rule::metric::{Kind, Outcome, Tone};
use crate::rule::presentation::{ChartKind, Measure};
use crate::summary::shows_subject;

/// The most charts if the scenario names none, and if it asks for all.
const FEW_CHARTS: usize = 3;
const ALL_CHARTS: usize = 24;
/// The selection of charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChartChoice {
    /// The charts that the scenario names.
    Named,
    /// The three most informative charts.
    Few,
    /// All charts that suit the rule.
    All,
}

/// Chooses the charts of a report.
pub(crate) fn settle(report: &mut Report, choice: ChartChoice) {
    let mut charts = std::mem::take(&mut report.charts);
    let named = choice == ChartChoice::Named;
    if !named {
        charts
            .iter_mut()
            .for_each(|chart| switch_to_varied_answer(report, chart));
        charts.retain(|chart| is_applicable(report, chart));
    }
    for chart in &mut charts {
        chart_fit::fit(report, chart);
    }
    if !named {
        charts = without_repeats(report, families(report, charts));
        let mut panels = replace_panels(report, &mut charts);
        let (even, telling): (Vec<Chart>, Vec<Chart>) =
            charts.into_iter().partition(|chart| is_even(report, chart));
        // There is always at least one chart.
        (report.title_only_charts, charts) = if telling.is_empty() {
            (Vec::new(), even)
        } else {
            (even, telling)
        };
        let chart_count = charts.len();
        charts = most_informative(
            report,
            charts,
            if choice == ChartChoice::All {
                ALL_CHARTS
            } else {
                FEW_CHARTS
            },
        );
        report.more_charts = chart_count - charts.len();
        panels.retain(|panels| charts.iter().any(|chart| is_means_of(chart, panels)));
        charts.extend(panels);
    }
    // The file of a family has no variant in its name.
    number_duplicates(charts.iter_mut().map(|chart| &mut chart.file));
    chart_fit::share_colours(report, &mut charts);
    report.charts = charts;
}

/// Returns whether best play takes different options in different states.
fn has_several_answers(report: &Report, chart: &Chart) -> bool {
    PolicyGrid::read(report, chart).is_ok_and(|grid| {
        grid.options
            .iter()
            .filter(|option| !option.is_tie())
            .count()
            > 1
    })
}

/// Changes a policy chart in which best play is the same everywhere. If possible, it holds a swept
/// parameter at another value, at which best play differs.
fn switch_to_varied_answer(report: &Report, chart: &mut Chart) {
    if chart.kind != ChartKind::Policy || has_several_answers(report, chart) {
        return;
    }
    for nth in 0..chart.held.len() {
        let (parameter, _) = chart.held[nth];
        for value in (0..report.sweep[parameter].values.len()).rev() {
            let mut held = chart.held.clone();
            held[nth] = (parameter, value);
            let other = Chart {
                held,
                ..chart.clone()
            };
            if has_several_answers(report, &other) {
                *chart = other;
                return;
            }
        }
    }
}

/// Returns whether every case of a chart has the chart's metric, and at least one case has a value
/// of it.
fn is_applicable(report: &Report, chart: &Chart) -> bool {
    if chart.kind == ChartKind::Policy {
        let cells = |grid: PolicyGrid| grid.cells.iter().flatten().flatten().count();
        return PolicyGrid::read(report, chart).is_ok_and(|grid| cells(grid) > 1);
    }
    let cases = report.cases_of(chart);
    let has_value = |distribution: &Distribution| {
        distribution.tally.total() > 0
            || distribution
                .pmf()
                .is_some_and(|pmf| !pmf.masses().is_empty())
    };
    if [Some(chart.x), chart.series].contains(&Some(Axis::Steps)) {
        // A chart of all steps shows the values of any step.
        let shown_metrics = cases.iter().filter_map(|case| case.observed(&chart.metric));
        return shown_metrics
            .flat_map(|observed| &observed.distributions)
            .any(has_value);
    }
    let distributions: Option<Vec<_>> = cases
        .iter()
        .map(|case| case.distribution(&chart.metric, chart.step))
        .collect();
    distributions.is_some_and(|distributions| distributions.into_iter().any(has_value))
}

/// Merges charts that differ only in their variant. Variants with the same odds share a panel.
fn families(report: &Report, charts: Vec<Chart>) -> Vec<Chart> {
    let mut settled: Vec<Chart> = Vec::new();
    for chart in charts {
        let Some(variant) = chart.variant.filter(|_| is_in_families(chart.kind)) else {
            settled.push(chart);
            continue;
        };
        let same =
            |other: &&mut Chart| is_in_families(other.kind) && is_same_but_variant(other, &chart);
        match settled.iter_mut().find(same) {
            Some(first) => {
                let shown = |group: &Vec<usize>| Chart {
                    variant: Some(group[0]),
                    ..first.clone()
                };
                let alike = first
                    .family
                    .iter()
                    .position(|group| is_alike(report, &shown(group), &chart));
                match alike {
                    Some(group_index) => first.family[group_index].push(variant),
                    None => first.family.push(vec![variant]),
                }
                // Panels share their axes, so all end where the shortest one ends.
                if let Some((_, end)) = chart
                    .rows
                    .filter(|range| first.rows.is_none_or(|rows| range.1 < rows.1))
                {
                    first.rows = Some((0, end));
                }
            }
            None => settled.push(Chart {
                family: vec![vec![variant]],
                ..chart
            }),
        }
    }
    for chart in &mut settled {
        let members = chart.family.iter().map(Vec::len).sum::<usize>();
        if members < 2 {
            chart.family.clear();
        } else {
            chart.file = chart.stem.clone();
        }
    }
    settled
}

/// Replaces charts with too many panels by charts of means, which come first, and returns them.
fn replace_panels(report: &Report, charts: &mut Vec<Chart>) -> Vec<Chart> {
    let (mut means, mut panels) = (Vec::new(), Vec::new());
    charts.retain(|chart| {
        let replacement = chart_of_means(report, chart);
        if replacement.is_some() {
            panels.push(chart.clone());
        }
        let is_kept = replacement.is_none();
        means.extend(replacement);
        is_kept
    });
    charts.splice(0..0, means);
    panels
}

/// Returns whether a chart shows the means of panels.
fn is_means_of(chart: &Chart, panels: &Chart) -> bool {
    chart.x == Axis::Variants
        && chart.kind == ChartKind::Lines
        && (&chart.metric, &chart.held) == (&panels.metric, &panels.held)
}

/// Returns the chart that replaces too many panels: for each variant, the mean of a number with its
/// middle 90%, or the chance of an outcome.
fn chart_of_means(report: &Report, chart: &Chart) -> Option<Chart> {
    if !chart.has_many_panels() {
        return None;
    }
    let case = report
        .cases
        .iter()
        .find(|case| case.observed(&chart.metric).is_some())?;
    let metric = &case.observed(&chart.metric)?.metric;
    let is_count = metric.kind == Kind::Count;
    let measure = match (&metric.kind, chart.measure) {
        (Kind::Count, _) => Measure::Mean,
        (Kind::Flag, _) => Measure::Is(1),
        (Kind::When, _) => Measure::AtLeast(1),
        (Kind::Category(_), Measure::Is(code)) => Measure::Is(code),
        (Kind::Category(outcomes), _) => {
            let is_success = |outcome: &Outcome| outcome.tone == Tone::Success;
            Measure::Is(outcomes.iter().position(is_success).unwrap_or(0) as i64)
        }
    };
    let file = format!("{}-by-variant", file_stem(&chart.metric));
    Some(Chart {
        file: file.clone(),
        stem: file,
        measure,
        step: chart.step.or(metric.steps.map(|(_, last)| last)),
        x: Axis::Variants,
        held: chart.held.clone(),
        shows_range: is_count,
        ..Chart::of_metric(ChartKind::Lines, &chart.metric, None)
    })
}

/// Returns whether a kind of chart shows one variant.
fn is_in_families(kind: ChartKind) -> bool {
    matches!(
        kind,
        ChartKind::Fan | ChartKind::Distribution | ChartKind::Stacked | ChartKind::Lines
    )
}

fn is_same_but_variant(a: &Chart, b: &Chart) -> bool {
    let same = |chart: &Chart| {
        (
            chart.kind,
            chart.metric.clone(),
            chart.step,
            chart.x,
            chart.series,
            chart.held.clone(),
        )
    };
    same(a) == same(b) && a.measure == b.measure && a.variant.is_some() && a.variant != b.variant
}

/// Removes repeated charts: of charts of one kind with the same odds, only the first stays.
fn without_repeats(report: &Report, charts: Vec<Chart>) -> Vec<Chart> {
    let mut kept: Vec<Chart> = Vec::new();
    for chart in charts {
        let is_repeat = |other: &Chart| {
            other.kind == chart.kind
                && other.policy == chart.policy
                && (other.x, other.series) == (chart.x, chart.series)
                && other.family == chart.family
                && (other.metric == chart.metric
                    && other.measure == chart.measure
                    && is_alike(report, other, &chart)
                    || chart_fit::has_same_shares(report, other, &chart))
        };
        if !kept.iter().any(is_repeat) {
            kept.push(chart);
        }
    }
    kept
}

/// Returns whether two charts show the same odds at every position.
fn is_alike(report: &Report, a: &Chart, b: &Chart) -> bool {
    let (Ok(a), Ok(b)) = (ChartData::new(report, a), ChartData::new(report, b)) else {
        return false;
    };
    let mut pairs = a.distributions().zip(b.distributions());
    a.distributions().count() == b.distributions().count() && pairs.all(|(a, b)| a.is_like(b))
}

/// Returns whether a chart shows the same number or the same option everywhere. A sentence is then
/// enough.
fn is_even(report: &Report, chart: &Chart) -> bool {
    if chart.kind == ChartKind::Policy {
        return !has_several_answers(report, chart);
    }
    if !matches!(
        chart.kind,
        ChartKind::Lines
            | ChartKind::Heatmap
            | ChartKind::AtLeast
            | ChartKind::AtMost
            | ChartKind::Compare
    ) {
        return false;
    }
    let Some(data) = ChartData::new(report, chart)
        .ok()
        .filter(ChartData::is_complete)
    else {
        return false;
    };
    let is_of_values = matches!(
        chart.kind,
        ChartKind::AtLeast | ChartKind::AtMost | ChartKind::Compare
    );
    let first = data
        .distributions()
        .next()
        .filter(|_| data.distributions().count() > 1);
    let cells =
        || (0..data.lines.len()).flat_map(|line| (0..data.xs.len()).map(move |x| (line, x)));
    match (first, is_of_values) {
        (None, _) => false,
        (Some(first), true) => {
            first.exact.is_some()
                && data
                    .distributions()
                    .all(|distribution| distribution.is_like(first))
        }
        (Some(_), false) => {
            let mut readings = cells().map(|(line, x)| data.shown_estimate(line, x));
            let Some(Some(first)) = readings.next() else {
                return false;
            };
            let is_same = |estimate: &Estimate| {
                estimate.is_exact && (estimate.value - first.value).abs() <= ROUNDING
            };
            first.is_exact && readings.all(|estimate| estimate.as_ref().is_some_and(is_same))
        }
    }
}

/// Returns the most informative charts, at most `most`. The chart of the headline's number comes
/// first, then policy charts, then other charts of the same metric. The first chart of each metric
/// comes before further ones, and charts of all cases before charts of one case.
fn most_informative(report: &Report, charts: Vec<Chart>, most: usize) -> Vec<Chart> {
    let metric_root = |metric: &str| metric.split('.').next().unwrap_or_default().to_owned();
    let subject = crate::summary::metric(report).map(|metric| metric_root(&metric));
    let is_of_subject = |chart: &Chart| {
        chart.kind != ChartKind::Policy && subject.as_ref() == Some(&metric_root(&chart.metric))
    };
    let shows_one_case = |chart: &Chart| {
        report.cases.len() > 1 && report.cases_of(chart).len() < 2 && chart.family.len() < 2
    };
    let shows = |chart: &Chart| is_of_subject(chart) && shows_subject(report, chart);
    let order = |nth: usize, chart: &Chart| {
        (
            !is_of_subject(chart),
            !shows(chart),
            shows_one_case(chart),
            nth,
        )
    };
    let indexed_charts = || charts.iter().enumerate();
    let first = indexed_charts()
        .min_by_key(|(nth, chart)| order(*nth, chart))
        .filter(|(_, chart)| is_of_subject(chart));
    let first = first.map(|(nth, _)| nth);
    let mut ordered: Vec<(usize, Chart)> = charts.into_iter().enumerate().collect();
    ordered.sort_by_key(|(nth, chart)| (Some(*nth) != first, shows_one_case(chart), *nth));
    let mut shown: FxHashMap<String, usize> = FxHashMap::default();
    let mut ranked: Vec<(usize, usize, Chart)> = Vec::new();
    let tells_values = |chart: &Chart| {
        matches!(
            chart.kind,
            ChartKind::Distribution | ChartKind::AtLeast | ChartKind::AtMost
        )
    };
    for (nth, chart) in ordered {
        // The chance of each value and the chance of each value or more are two views of the same
        // distribution.
        let is_twin = |other: &(usize, usize, Chart)| {
            tells_values(&other.2) && other.2.metric == chart.metric
        };
        if most == FEW_CHARTS && tells_values(&chart) && ranked.iter().any(is_twin) {
            continue;
        }
        let is_policy = chart.kind == ChartKind::Policy;
        let starts_first = is_policy || is_of_subject(&chart);
        let chart_subject = if is_policy {
            String::new()
        } else {
            metric_root(&chart.metric)
        };
        let rank = shown
            .entry(chart_subject)
            .or_insert(usize::from(!starts_first));
        ranked.push((*rank, nth, chart));
        *rank += 1;
    }
    let place = |nth: usize, chart: &Chart| match chart.kind {
        _ if Some(nth) == first => 0,
        ChartKind::Policy => 1,
        _ if is_of_subject(chart) => 2,
        _ => 3,
    };
    ranked.sort_by_key(|(rank, nth, chart)| {
        let place = place(*nth, chart).min(2);
        (*rank, place, *nth)
    });
    ranked.truncate(most);
    ranked.sort_by_key(|(_, nth, chart)| (place(*nth, chart), *nth));
    ranked.into_iter().map(|(_, _, chart)| chart).collect()
}
