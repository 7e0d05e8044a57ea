//! The explorer: its place on the page, and its data as JSON.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use oddsmith_model::figures::grouped;
use oddsmith_model::number::{EXACT_DIGITS, significant};
use oddsmith_model::odds::ExactDistribution;
use oddsmith_model::odds::Mass;
use oddsmith_model::printable::printable_json;
use oddsmith_model::report::{Axis, Case, Distribution, Report};
use oddsmith_model::rule::metric::{Kind, ShownMetric, Tone};
use oddsmith_model::summary::Summary;

use super::Readers;
use super::thinned::Selection;
use super::words::counted;

/// Returns the section of the explorer. Without scripts, the section says where the numbers are.
pub fn explorer(report: &Report, summary: &Summary, readers: Readers) -> Markup {
    let choice = Selection::of(report);
    let title = if report.cases.len() > 1 {
        "Compare two settings"
    } else {
        "Explore the odds"
    };
    let others = match readers {
        Readers::Designers => "tables",
        Readers::Playtesters => "charts",
    };
    let parts = left_out(report, &choice);
    html! {
        section aria-labelledby="explorer" {
            h2 #explorer { (title) }
            noscript {
                p { "Exploring the results needs JavaScript; the numbers are in the " (others) " below." }
            }
            @if !parts.is_empty() {
                p.note { "So that the page stays small, " (parts.join(" and ")) " can be explored here." }
            }
            div #explore {}
            "\n"
            (script_data("data", &data(report, &choice, summary, readers)))
        }
        "\n"
    }
}

/// Returns a script element with data for the page's script.
pub fn script_data(id: &str, data: &Value) -> Markup {
    // Inside a script element, a `<` could end the element.
    let json = printable_json(&data.to_string()).replace('<', "\\u003c");
    html! { script type="application/json" id=(id) { (PreEscaped(json)) } "\n" }
}

/// Returns what the explorer leaves out.
fn left_out(report: &Report, choice: &Selection) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(names) = &choice.metrics {
        parts.push(format!(
            "only {} of this rule",
            counted(names.len(), "metric", "metrics")
        ));
    }
    if choice.is_thinned {
        let shown = report
            .cases
            .iter()
            .filter(|case| choice.contains_case(case))
            .count();
        parts.push(format!(
            "only {} of {}",
            counted(shown, "case", "cases"),
            grouped(report.cases.len() as u64)
        ));
    }
    parts
}

/// Returns all data of the explorer.
pub(super) fn data(
    report: &Report,
    choice: &Selection,
    summary: &Summary,
    readers: Readers,
) -> Value {
    let cases: Vec<&Case> = report
        .cases
        .iter()
        .filter(|case| choice.contains_case(case))
        .collect();
    let mut metrics: Vec<&ShownMetric> = Vec::new();
    for observed in cases.iter().flat_map(|case| choice.metrics(case)) {
        if !metrics
            .iter()
            .any(|metric| metric.name == observed.metric.name)
        {
            metrics.push(&observed.metric);
        }
    }
    metrics.sort_by_key(|metric| rank(report, &cases, metric));
    let sweep = report.sweep.iter().zip(&choice.values).map(|(swept, values)| {
        let values: Vec<String> = values.iter().map(|&index| swept.values[index].to_string()).collect();
        json!({"label": swept.label, "short": if swept.short.is_empty() { &swept.label } else { &swept.short }, "values": values})
    });
    let first = report.headlines.first();
    let case = |case: &&Case| {
        let distributions: Vec<Value> = metrics
            .iter()
            .map(|metric| observed_json(case, metric))
            .collect();
        json!([case.trials, distributions])
    };
    let (home, other) = initial_settings(report, choice, summary);
    json!({
        "plain": readers == Readers::Playtesters,
        "home": home,
        "other": other,
        "z": report.run.confidence.z(),
        "level": super::words::plain_number(report.run.confidence.level() * 100.0),
        "variants": report.variants[..choice.variants],
        "sweep": sweep.collect::<Vec<_>>(),
        "metrics": metrics.iter().map(|metric| metric_json(report, metric)).collect::<Vec<_>>(),
        "headline": first.map(|quantity| json!([quantity.metric, quantity.step])),
        "cases": cases.iter().map(case).collect::<Vec<_>>(),
    })
}

/// Returns the rank of a metric: headlines come first, in their order, then other metrics. Metrics
/// with only one value come last.
fn rank(report: &Report, cases: &[&Case], metric: &ShownMetric) -> usize {
    let first = report
        .headlines
        .iter()
        .position(|statistic| statistic.metric == metric.name);
    let mut only = None;
    let mut values = cases
        .iter()
        .filter_map(|case| case.observed(&metric.name))
        .flat_map(|observed| &observed.distributions)
        .flat_map(|distribution| {
            distribution
                .tally
                .iter()
                .map(|(value, _)| Some(value))
                .chain((distribution.absent() > 0).then_some(None))
        });
    let varies = values.any(|value| only.replace(value).is_some_and(|before| before != value));
    match (varies, first) {
        (true, Some(headline_index)) => headline_index,
        (true, None) => report.headlines.len(),
        (false, _) => report.headlines.len() + 1,
    }
}

/// Returns the settings that the explorer opens with, as indices along its axes. The first setting
/// has the usual value of each swept parameter. The second differs along the axis that matters
/// most, or else along the last axis with several values.
fn initial_settings(
    report: &Report,
    choice: &Selection,
    summary: &Summary,
) -> (Vec<usize>, Vec<usize>) {
    // On a thinned axis, the nearest remaining value is used.
    let place = |axis: usize, value_index: usize| {
        let values = &choice.values[axis];
        (0..values.len())
            .min_by_key(|&index| values[index].abs_diff(value_index))
            .unwrap_or(0)
    };
    let with_variants = usize::from(!report.variants.is_empty());
    let mut home = vec![0; with_variants];
    home.extend(
        report
            .sweep
            .iter()
            .enumerate()
            .map(|(axis, swept)| place(axis, swept.usual_index)),
    );
    let mut other = home.clone();
    let lengths = || {
        (with_variants == 1)
            .then_some(choice.variants)
            .into_iter()
            .chain(choice.values.iter().map(Vec::len))
    };
    match summary.lever {
        Some((Axis::Sweep(axis), value_index)) => {
            other[with_variants + axis] = place(axis, value_index)
        }
        Some((_, variant_index)) if with_variants == 1 => {
            other[0] = variant_index.min(choice.variants - 1)
        }
        _ => {}
    }
    if other == home
        && let Some((axis, length)) = lengths()
            .enumerate()
            .filter(|(_, length)| *length > 1)
            .last()
    {
        other[axis] = (home[axis] + 1) % length;
    }
    (home, other)
}

fn metric_json(report: &Report, metric: &ShownMetric) -> Value {
    let kind = match metric.kind {
        Kind::Count | Kind::When => "count",
        Kind::Flag => "flag",
        Kind::Category(_) => "category",
    };
    let outcomes: Vec<_> = metric
        .outcomes()
        .iter()
        .map(|outcome| (&outcome.label, outcome.tone.name()))
        .collect();
    // Success comes first, and failure last except for neutral outcomes.
    let rank = |tone| match tone {
        Tone::Success => 0,
        Tone::Mixed => 1,
        Tone::Failure => 2,
        Tone::Neutral => 3,
    };
    let mut order: Vec<i64> = (0..).zip(metric.outcomes()).map(|(code, _)| code).collect();
    order.sort_by_key(|&code| {
        (
            metric
                .outcomes()
                .get(code as usize)
                .map(|outcome| rank(outcome.tone)),
            metric.drawing_rank(code),
        )
    });
    let last = metric
        .steps
        .map(|(_, last)| last)
        .filter(|_| !metric.step.step_names.is_empty());
    let names = last.map(|last| {
        (0..=last)
            .map(|step| report.step_name(&metric.name, step))
            .collect::<Vec<_>>()
    });
    json!({
        "name": metric.name, "label": metric.label, "kind": kind, "outcomes": outcomes, "order": order, "absent": metric.absent,
        "step": metric.steps.map(|_| metric.step.word()), "steps": names,
    })
}

/// Returns a metric of a case: its first step (null for the whole trial), then its distributions.
/// Returns null if the case lacks the metric, or if some distribution has another number of trials
/// than the case.
fn observed_json(case: &Case, metric: &ShownMetric) -> Value {
    // The explorer computes with one number of trials for all metrics of a case.
    let observed = case.observed(&metric.name).filter(|observed| {
        observed
            .distributions
            .iter()
            .all(|distribution| distribution.trials == case.trials)
    });
    let Some(observed) = observed else {
        return Value::Null;
    };
    let first = json!(observed.metric.steps.map(|(first, _)| first));
    Value::Array(
        [first]
            .into_iter()
            .chain(observed.distributions.iter().map(distribution_json))
            .collect(),
    )
}

/// Returns a distribution over all trials: its values (only the first one if they are consecutive),
/// their counts and their exact odds. If a part is absent or truncated, the count and the odds of
/// absence (or null) and the truncated share follow.
fn distribution_json(distribution: &Distribution) -> Value {
    let mut values: Vec<i64> = distribution.tally.iter().map(|(value, _)| value).collect();
    let exact = distribution.exact.as_ref();
    values.extend(
        exact
            .into_iter()
            .flat_map(|exact| exact.pmf.masses())
            .map(|&(value, _)| value),
    );
    values.sort_unstable();
    values.dedup();
    let counts: Vec<u64> = values
        .iter()
        .map(|&value| distribution.tally.count(value))
        .collect();
    let odds_of = |exact: &ExactDistribution| {
        values
            .iter()
            .map(|&value| odds_json(exact.pmf.mass(value)))
            .collect::<Vec<_>>()
    };
    let first = if values.windows(2).all(|pair| pair[1] == pair[0] + 1) {
        json!(values.first())
    } else {
        json!(values)
    };
    let mut parts = vec![first, json!(counts), json!(exact.map(odds_of))];
    let truncated = exact.map_or(0.0, |exact| exact.unresolved);
    if distribution.may_be_absent() || truncated > 0.0 {
        let absent = distribution.may_be_absent().then(|| {
            json!([
                distribution.absent(),
                exact.map(|exact| odds_json(exact.absent))
            ])
        });
        parts.extend([json!(absent), json!(truncated)]);
    }
    Value::Array(parts)
}

/// Returns exact odds as a text with a fraction, or as a number if no fraction is known.
fn odds_json(mass: Mass) -> Value {
    match mass.value_and_fraction() {
        (_, Some((n, 1))) => json!(n),
        (_, Some((n, d))) => json!(format!("{n}/{d}")),
        (value, None) => {
            serde_json::from_str(&significant(value, EXACT_DIGITS)).unwrap_or(Value::Null)
        }
    }
}
