//! How a chart is laid out over what varies, and which charts a rule draws when a scenario names none.

use crate::report::{Axis, Chart};
use crate::rule::metric::{ChartKind, Kind, Measure, Metric, View};

use super::charts::{Subject, axis_label};
use super::tree::Node;

/// Lines that are told apart in one chart.
const MOST_LINES: usize = 6;
/// Variants for which a chart that shows one is drawn again.
const MOST_REPEATS: usize = 4;

/// A chart before what is not said has been chosen.
pub(super) struct Wanted<'m> {
    pub(super) kind: ChartKind,
    pub(super) metric: &'m Metric,
    pub(super) step: Option<u32>,
    pub(super) measure: Measure,
    pub(super) x: Option<Axis>,
    pub(super) series: Option<Axis>,
    pub(super) held: Vec<(usize, usize)>,
    pub(super) variant: Option<usize>,
}

/// The rule's own charts, where they make sense.
pub(super) fn charts(subject: &Subject<'_>) -> Vec<Chart> {
    let mut charts = Vec::new();
    for view in &subject.presentation.views {
        let Some(metric) = subject.metric(&view.metric) else { continue };
        let shows_one = matches!(view.kind, ChartKind::Distribution | ChartKind::Fan)
            || view.kind == ChartKind::Stacked && (!subject.varied().is_empty() || steps(metric, view.step) > 1)
            || view.kind == ChartKind::Heatmap && subject.varied().len() > 1;
        let variants = match subject.scenario.variants.len() {
            many if shows_one && many > 1 => (0..many.min(MOST_REPEATS)).map(Some).collect(),
            _ => vec![None],
        };
        for variant in variants {
            let wanted = Wanted {
                kind: if view.kind == ChartKind::AtLeast && subject.scenario.variants.len() == 2 {
                    ChartKind::Compare
                } else {
                    view.kind
                },
                metric,
                step: view.step,
                measure: view.measure,
                x: None,
                series: None,
                held: Vec::new(),
                variant,
            };
            charts.extend(lay_out(subject, wanted, Some(view)));
        }
    }
    charts
}

/// Steps along which a chart could run.
fn steps(metric: &Metric, step: Option<u32>) -> u32 {
    match (metric.steps, step) {
        (Some((first, last)), None) => last - first + 1,
        _ => 1,
    }
}

/// Chooses what was not said. An error says what the chart would need.
pub(super) fn lay_out(subject: &Subject<'_>, wanted: Wanted<'_>, view: Option<&View>) -> Result<Chart, &'static str> {
    let metric = wanted.metric;
    let is_category = matches!(metric.kind, Kind::Category(_));
    let has_steps = steps(metric, wanted.step) > 1;
    let taken = |axis: Option<Axis>, index: usize| {
        axis == Some(Axis::Sweep(index)) || wanted.held.iter().any(|(own, _)| *own == index)
    };
    let free: Vec<usize> =
        subject.varied().into_iter().filter(|&index| !taken(wanted.x, index) && !taken(wanted.series, index)).collect();
    let few = |index: &&usize| subject.scenario.sweep[**index].values.len() <= MOST_LINES;
    let variants = subject.has_variants() && wanted.variant.is_none();
    let by_variant = variants.then_some(Axis::Variants);
    let by_sweep = |nth: usize| free.get(nth).map(|&index| Axis::Sweep(index));
    let by_step = has_steps.then_some(Axis::Steps);

    let (x, series) = match wanted.kind {
        ChartKind::Stacked if matches!(metric.kind, Kind::Count) => {
            return Err("stacked charts show a category or a flag");
        }
        ChartKind::Stacked => (wanted.x.or(by_step).or(by_sweep(0)).or(by_variant).unwrap_or(Axis::Single), None),
        ChartKind::Heatmap => {
            let rows = wanted.series.or(by_sweep(0));
            let columns = wanted.x.or(if wanted.series.is_some() { by_sweep(0) } else { by_sweep(1) });
            let (columns, rows) = match (columns, rows) {
                (Some(columns), rows) => (Some(columns), rows.or(by_variant)),
                (None, rows) => (rows, by_variant.or(by_step)),
            };
            let (Some(columns), Some(rows)) = (columns, rows) else {
                return Err("a heat map runs over two swept parameters, or over one and the variants");
            };
            (columns, Some(rows))
        }
        ChartKind::AtLeast | ChartKind::Compare | ChartKind::Distribution if is_category => {
            return Err("this chart shows a count: a category has no order");
        }
        ChartKind::Compare if wanted.series.is_none() && by_variant.is_none() => {
            return Err("a comparison takes two variants");
        }
        ChartKind::AtLeast | ChartKind::Compare => {
            let lines = free.iter().find(few).map(|&index| Axis::Sweep(index));
            (Axis::Values, wanted.series.or(by_variant).or(lines))
        }
        ChartKind::Distribution => (Axis::Values, None),
        ChartKind::Lines => {
            let Some(x) = wanted.x.or(by_sweep(0)).or(by_step) else {
                return Err("lines run over a swept parameter or over steps");
            };
            let lines =
                free.iter().filter(|&&index| x != Axis::Sweep(index)).find(few).map(|&index| Axis::Sweep(index));
            (x, wanted.series.or(by_variant).or(lines))
        }
        ChartKind::Fan if !has_steps || is_category => return Err("a fan shows a count over its steps"),
        ChartKind::Fan => (Axis::Steps, None),
    };
    if series == Some(x) {
        return Err("`x` and `series` are the same");
    }
    let on_axis = |index: usize| x == Axis::Sweep(index) || series == Some(Axis::Sweep(index));
    let mut held = wanted.held.clone();
    for index in 0..subject.scenario.sweep.len() {
        if !on_axis(index) && !held.iter().any(|(own, _)| *own == index) {
            held.push((index, usual_value(subject, index)));
        }
    }
    let on_variants = x == Axis::Variants || series == Some(Axis::Variants);
    let first_variant = (!subject.scenario.variants.is_empty() && !on_variants).then_some(0);
    let mut chart = Chart {
        file: String::new(),
        kind: wanted.kind,
        title: view.map_or_else(|| metric.label.clone(), |view| view.question.clone()),
        subtitle: String::new(),
        metric: metric.name.clone(),
        // A metric of steps that runs along none of them shows its last.
        step: wanted
            .step
            .or(metric.steps.filter(|_| x != Axis::Steps && series != Some(Axis::Steps)).map(|(_, last)| last)),
        measure: wanted.measure,
        x,
        series,
        held,
        variant: wanted.variant.or(first_variant),
    };
    chart.file = file_name(subject, &chart);
    chart.subtitle = subtitle(subject, &chart, metric, view);
    Ok(chart)
}

/// The value at which a swept parameter is held: that of the scenario's own parameters, if it is swept at all; else the first.
fn usual_value(subject: &Subject<'_>, index: usize) -> usize {
    let sweep = &subject.scenario.sweep[index];
    let base = subject.scenario.base_value(&sweep.path.text);
    sweep.values.iter().position(|value| Some(value.brief()) == base).unwrap_or(0)
}

/// "result-by-quality", "actions-distribution": what the chart shows, in letters that any file system takes.
fn file_name(subject: &Subject<'_>, chart: &Chart) -> String {
    let axis = |axis: Axis| match axis {
        Axis::Sweep(index) => subject.scenario.sweep[index].path.text.clone(),
        Axis::Variants => "variant".to_owned(),
        Axis::Steps => subject.presentation.step.clone(),
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
    };
    let measure = match chart.measure {
        Measure::Mean if chart.kind == ChartKind::Heatmap => "mean-",
        _ => "",
    };
    let variant = chart.variant.map_or_else(String::new, |index| format!("-{}", subject.scenario.variants[index].name));
    let name = format!("{measure}{}-{what}{variant}", chart.metric);
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-").chars().take(80).collect()
}

/// What is plotted, by what, and the parameters that are the same throughout.
fn subtitle(subject: &Subject<'_>, chart: &Chart, metric: &Metric, view: Option<&View>) -> String {
    let shows = view.map_or_else(|| shown(chart, metric), |view| view.shows.clone());
    let axes = [Some(chart.x), chart.series]
        .into_iter()
        .flatten()
        .filter(|axis| matches!(axis, Axis::Sweep(_) | Axis::Variants));
    let by: Vec<String> = axes.map(|axis| axis_label(subject, axis, metric)).collect();
    let by = if by.is_empty() { String::new() } else { format!(", by {}", by.join(" and ")) };
    let mut fixed: Vec<String> =
        subject.scenario.fixed().into_iter().map(|(label, value)| format!("{label}: {value}")).collect();
    for &(index, value) in &chart.held {
        let label = axis_label(subject, Axis::Sweep(index), metric);
        fixed.push(format!("{label}: {}", Node::brief(&subject.scenario.sweep[index].values[value])));
    }
    if let Some(step) = chart.step.filter(|_| metric.steps.is_some_and(|(first, last)| first < last)) {
        let name = (step as usize).checked_sub(1).and_then(|index| subject.presentation.step_names.get(index));
        fixed.push(format!("{}: {}", subject.presentation.step, name.map_or_else(|| step.to_string(), Clone::clone)));
    }
    if let Some(variant) = chart.variant {
        fixed.push(subject.scenario.variants[variant].name.clone());
    }
    let fixed = if fixed.is_empty() { String::new() } else { format!(". {}", fixed.join(", ")) };
    format!("{shows}{by}{fixed}")
}

fn shown(chart: &Chart, metric: &Metric) -> String {
    let label = &metric.label;
    match (chart.kind, chart.measure) {
        (ChartKind::Stacked, _) => format!("Chance of each outcome of {label}"),
        (ChartKind::Fan, _) => format!("{label}: median, 50% and 90% bands"),
        (ChartKind::AtLeast | ChartKind::Compare, _) => format!("Chance of at least k {label}"),
        (ChartKind::Distribution, _) => format!("Chance of each number of {label}"),
        (_, Measure::Mean) => format!("Mean {label}"),
        (_, Measure::AtLeast(least)) => format!("Chance of {label} of at least {least}"),
        (_, Measure::AtMost(most)) => format!("Chance of {label} of at most {most}"),
        (_, Measure::Is(code)) => {
            let outcome = usize::try_from(code).ok().and_then(|code| metric.outcomes().get(code));
            match outcome {
                Some(outcome) => format!("Chance of {label}: {}", outcome.label),
                None if metric.kind == Kind::Flag => format!("Chance: {label}"),
                None => format!("Chance of {label} of just {code}"),
            }
        }
    }
}
