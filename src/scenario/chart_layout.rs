//! Lays out a chart: chooses its axes, its lines and the values that it holds.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::{Axis, Chart, Width};
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::{ChartKind, Measure, Presentation};

use super::chart_files::file_name;
use super::document::Scenario;

/// The most lines that a reader can distinguish in one chart.
const MAX_LINES: usize = 6;

/// The most lines that a chart may have. No more can look different.
const MAX_SERIES: usize = 8;
/// The help for a chart with too many lines.
const TOO_MANY_LINES: &str = "use kind = \"heatmap\", another `series`, or fewer swept values: a chart can show at most 8 lines";

/// The most bars that a chart may have. They fill twenty pages.
const MAX_BARS: usize = 1000;
/// The help for a chart with too many bars.
const TOO_MANY_BARS: &str =
    "use kind = \"lines\", or fewer swept values: a chart can show at most 1000 bars";

/// A chart whose missing settings have not been chosen yet.
pub(super) struct PartialChart<'m> {
    pub(super) kind: ChartKind,
    pub(super) metric: &'m ShownMetric,
    pub(super) step: Option<u32>,
    pub(super) measure: Measure,
    pub(super) x: Option<Axis>,
    pub(super) series: Option<Axis>,
    pub(super) held: Vec<(usize, usize)>,
    pub(super) variant: Option<usize>,
}

/// The scenario and the metrics that a chart can show.
pub(super) struct Subject<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) metrics: &'a [ShownMetric],
    pub(super) presentation: &'a Presentation,
    /// For each metric with steps, the last step that every case has.
    pub(super) shared_last_steps: &'a [Option<u32>],
    /// For each metric, the lists of step names that occur in any case.
    pub(super) step_names: &'a BTreeMap<String, BTreeSet<Vec<String>>>,
}

impl Subject<'_> {
    /// Returns the swept parameters that have more than one value.
    pub(super) fn varied_sweeps(&self) -> Vec<usize> {
        let sweep = &self.scenario.sweep;
        (0..sweep.len())
            .filter(|&index| sweep[index].values.len() > 1)
            .collect()
    }

    /// Returns whether there are several variants.
    pub(super) fn has_variants(&self) -> bool {
        self.scenario.variants.len() > 1
    }

    pub(super) fn metric(&self, name: &str) -> Option<&ShownMetric> {
        self.metrics.iter().find(|metric| metric.name == name)
    }

    /// Returns the last step of a metric that every case has.
    pub(super) fn last_step(&self, metric: &ShownMetric) -> Option<u32> {
        let index = self
            .metrics
            .iter()
            .position(|candidate| candidate.name == metric.name)?;
        self.shared_last_steps[index]
    }
}

/// Returns the number of steps along which a chart could run.
pub(super) fn step_count(metric: &ShownMetric, step: Option<u32>) -> u32 {
    match (metric.steps, step) {
        (Some((first, last)), None) => last - first + 1,
        _ => 1,
    }
}

/// Returns why this kind of chart cannot show this metric, whatever its axes.
fn unsuitable_reason(subject: &Subject<'_>, wanted: &PartialChart<'_>) -> Option<&'static str> {
    let metric = wanted.metric;
    let is_category = matches!(metric.kind, Kind::Category(_));
    let has_steps = step_count(metric, wanted.step) > 1;
    let by_variant = (subject.has_variants() && wanted.variant.is_none()).then_some(Axis::Variants);
    let is_of_tails = matches!(
        wanted.kind,
        ChartKind::AtLeast | ChartKind::AtMost | ChartKind::Compare
    );
    let has_one_series = match wanted.kind {
        ChartKind::Stacked | ChartKind::Fan | ChartKind::States => true,
        ChartKind::Distribution => metric.kind != Kind::Count,
        _ => false,
    };
    Some(match wanted.kind {
        _ if has_one_series && wanted.series.is_some() => {
            "remove `series`, and choose one value with `where`, such as where = { variant = \"...\" }"
        }
        ChartKind::Stacked if matches!(metric.kind, Kind::Count | Kind::When) => {
            "stacked charts need a category or a flag"
        }
        _ if is_category && (is_of_tails || wanted.kind == ChartKind::Distribution) => {
            "choose a count: a category has no order"
        }
        _ if is_of_tails && metric.kind == Kind::Flag => {
            "choose a count. For a flag use kind = \"lines\" or \"stacked\""
        }
        _ if is_of_tails && metric.kind == Kind::When => {
            "choose a count. For a `when` metric use kind = \"distribution\""
        }
        ChartKind::Compare if wanted.series.is_none() && by_variant.is_none() => {
            "a comparison needs two variants"
        }
        ChartKind::Compare
            if !matches!(
                wanted.series.or(by_variant),
                Some(Axis::Variants | Axis::Sweep(_))
            ) =>
        {
            "a comparison needs two variants, or a series with two swept values"
        }
        ChartKind::Fan if !has_steps || metric.kind != Kind::Count => {
            "a fan chart needs a count with steps"
        }
        _ => return None,
    })
}

/// Chooses the horizontal axis of a chart, and the axis of its lines or rows, unless they are
/// given.
fn axes(
    subject: &Subject<'_>,
    wanted: &PartialChart<'_>,
) -> Result<(Axis, Option<Axis>), &'static str> {
    let has_steps = step_count(wanted.metric, wanted.step) > 1;
    let taken = |axis: Option<Axis>, index: usize| {
        axis == Some(Axis::Sweep(index))
            || wanted
                .held
                .iter()
                .any(|(held_index, _)| *held_index == index)
    };
    let free: Vec<usize> = subject
        .varied_sweeps()
        .into_iter()
        .filter(|&index| !taken(wanted.x, index) && !taken(wanted.series, index))
        .collect();
    let few = |index: &&usize| subject.scenario.sweep[**index].values.len() <= MAX_LINES;
    let variants = subject.has_variants() && wanted.variant.is_none();
    let by_variant = variants.then_some(Axis::Variants);
    let by_sweep = |nth: usize| free.get(nth).map(|&index| Axis::Sweep(index));
    let by_step = has_steps.then_some(Axis::Steps);

    Ok(match wanted.kind {
        ChartKind::Stacked => (
            wanted
                .x
                .or(by_step)
                .or(by_sweep(0))
                .or(by_variant)
                .unwrap_or(Axis::Single),
            None,
        ),
        ChartKind::Heatmap => {
            let rows = wanted.series.or(by_sweep(0));
            let columns = wanted.x.or(if wanted.series.is_some() {
                by_sweep(0)
            } else {
                by_sweep(1)
            });
            let (columns, rows) = match (columns, rows) {
                (Some(columns), rows) => (Some(columns), rows.or(by_variant)),
                (None, rows) => (rows, by_variant.or(by_step)),
            };
            let (Some(columns), Some(rows)) = (columns, rows) else {
                return Err("a heat map needs two swept parameters, or one and the variants");
            };
            (columns, Some(rows))
        }
        ChartKind::AtLeast | ChartKind::AtMost | ChartKind::Compare => {
            let lines = free.iter().find(few).map(|&index| Axis::Sweep(index));
            (Axis::Values, wanted.series.or(by_variant).or(lines))
        }
        ChartKind::Distribution => (Axis::Values, wanted.series),
        ChartKind::Lines => {
            let Some(x) = wanted.x.or(by_sweep(0)).or(by_step) else {
                return Err("a line chart needs a swept parameter or steps");
            };
            let lines = free
                .iter()
                .filter(|&&index| x != Axis::Sweep(index))
                .find(few)
                .map(|&index| Axis::Sweep(index));
            // Named units are not numbers on an axis, so that each gets a line.
            let is_of_units = !wanted.metric.step.step_names.is_empty()
                && step_count(wanted.metric, wanted.step) as usize <= MAX_LINES;
            let units = by_step.filter(|_| is_of_units && x != Axis::Steps);
            (
                x,
                wanted
                    .series
                    .or(by_variant.filter(|_| x != Axis::Variants))
                    .or(lines)
                    .or(units),
            )
        }
        ChartKind::Fan => (Axis::Steps, None),
        ChartKind::Policy => (wanted.x.unwrap_or(Axis::Single), wanted.series),
        ChartKind::States => (Axis::Single, None),
    })
}

/// Checks that a chart can have these axes.
fn check_axes(
    subject: &Subject<'_>,
    wanted: &PartialChart<'_>,
    (x, series): (Axis, Option<Axis>),
) -> Result<(), &'static str> {
    let metric = wanted.metric;
    if series == Some(x) {
        return Err("`x` and `series` are the same");
    }
    if wanted.x.is_some_and(|wanted| wanted != x) {
        return Err("remove `x`: this kind of chart has its own axis");
    }
    let is_lines = matches!(
        wanted.kind,
        ChartKind::Lines
            | ChartKind::AtLeast
            | ChartKind::AtMost
            | ChartKind::Compare
            | ChartKind::Distribution
    );
    let count = |axis: Option<Axis>| axis.map_or(1, |axis| place_count(subject, axis, metric));
    if is_lines && count(series) > MAX_SERIES {
        return Err(TOO_MANY_LINES);
    }
    if wanted.kind == ChartKind::Stacked && count(Some(x)) > MAX_BARS {
        return Err(TOO_MANY_BARS);
    }
    let on_axis = |index: usize| x == Axis::Sweep(index) || series == Some(Axis::Sweep(index));
    if wanted.held.iter().any(|(index, _)| on_axis(*index)) {
        return Err(
            "remove it from `where`, or choose another `x` or `series`: `where` cannot fix a value of an axis",
        );
    }
    Ok(())
}

/// Chooses the settings that are not given. An error is a sentence with the fix.
pub(super) fn lay_out(
    subject: &Subject<'_>,
    wanted: PartialChart<'_>,
) -> Result<Chart, &'static str> {
    if let Some(reason) = unsuitable_reason(subject, &wanted) {
        return Err(reason);
    }
    let metric = wanted.metric;
    let (x, series) = axes(subject, &wanted)?;
    check_axes(subject, &wanted, (x, series))?;
    let on_axis = |index: usize| x == Axis::Sweep(index) || series == Some(Axis::Sweep(index));
    let mut held = wanted.held.clone();
    for index in 0..subject.scenario.sweep.len() {
        if !on_axis(index) && !held.iter().any(|(held_index, _)| *held_index == index) {
            held.push((index, subject.scenario.usual_value(index)));
        }
    }
    let on_variants = x == Axis::Variants || series == Some(Axis::Variants);
    let first_variant =
        (!subject.scenario.variants.is_empty() && !on_variants && wanted.kind != ChartKind::Policy)
            .then_some(0);
    let mut chart = Chart {
        file: String::new(),
        kind: wanted.kind,
        title: String::new(),
        is_headed: false,
        is_titled: false,
        subtitle: String::new(),
        is_subtitled: false,
        sheet: None,
        metric: metric.name.clone(),
        // If a metric has steps and no axis shows them, the chart shows the last step.
        step: wanted.step.or(subject
            .last_step(metric)
            .filter(|_| x != Axis::Steps && series != Some(Axis::Steps))),
        measure: wanted.measure,
        x,
        series,
        held,
        variant: wanted.variant.or(first_variant),
        stem: String::new(),
        family: Vec::new(),
        is_panel: false,
        heat_ends: None,
        shows_range: false,
        rows: None,
        // A comparison has two plots next to each other.
        width: if wanted.kind == ChartKind::Compare {
            Width::Double
        } else {
            Width::Single
        },
        height: None,
        is_grey: false,
        wishes: Default::default(),
        policy: None,
    };
    chart.stem = file_name(subject.scenario, &chart, metric, false);
    chart.file = file_name(subject.scenario, &chart, metric, true);
    Ok(chart)
}

/// Returns the number of positions on an axis.
fn place_count(subject: &Subject<'_>, axis: Axis, metric: &ShownMetric) -> usize {
    match axis {
        Axis::Sweep(index) => subject.scenario.sweep[index].values.len(),
        Axis::Variants => subject.scenario.variants.len(),
        Axis::Steps => step_count(metric, None) as usize,
        Axis::Values | Axis::Single => 1,
    }
}
