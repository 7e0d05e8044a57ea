//! How a rule file's numbers are best shown: chosen from the kinds of its metrics.

use oddsmith_engine::Side;
use oddsmith_language::{ChoiceDescription, MetricDescription, MetricKind, MetricWording};

use super::parameters::capital;
use crate::findings::outcome_within;
use crate::findings::unworded::chart;
use crate::rule::choice::{ChoiceWords, ShownChoice, Words};
use crate::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use crate::rule::presentation::{ChartKind, DefaultChart, Headline, Measure, Presentation};

/// Numbers to read first, and heat maps, at most.
const MOST_HEADLINES: usize = 4;
const MOST_HEATMAPS: usize = 2;

/// How metrics and choices are shown for which no designer has said it.
pub fn presentation(described: &[MetricDescription], choices: Vec<ShownChoice>) -> Presentation {
    let metrics: Vec<ShownMetric> = described.iter().map(metric).collect();
    let steps = described.iter().filter(|own| own.steps.is_some());
    let step = steps.clone().find_map(|own| own.step.clone()).unwrap_or_else(|| "Step".to_owned());
    Presentation {
        step_names: step_names(steps),
        headlines: headlines(&metrics),
        charts: charts(&metrics, &step),
        metrics,
        step,
        is_step_named: false,
        step_labels: Vec::new(),
        notes: Vec::new(),
        choices,
    }
}

/// What a file leaves to a player, whose rule can say these texts.
pub fn choices(described: Vec<ChoiceDescription>, texts: &[String], labels: &[(String, String)]) -> Vec<ShownChoice> {
    let shown = |own: ChoiceDescription| ShownChoice {
        name: own.name,
        options: Words::Written { texts: texts.to_vec(), known: own.options },
        // The rule itself tells what bears on it.
        parts: Vec::new(),
        words: ChoiceWords { options: own.says, parts: labels.to_vec(), label: None },
        side: Side::Us,
    };
    described.into_iter().map(shown).collect()
}

/// What a choice of a file is, in a sentence.
pub fn meaning(own: &ChoiceDescription) -> String {
    let known = own.options.as_ref().filter(|options| !options.is_empty());
    let options = known
        .map_or_else(|| "Options are worked out in the trial".to_owned(), |all| format!("Options: {}", all.join(", ")));
    let end = if own.label.ends_with(['?', '!']) { "" } else { "." };
    format!("{}{end} {options}. Where nothing is said, the first on offer", own.label.trim_end_matches('.'))
}

/// The names of the steps, where all metrics that have names agree.
fn step_names<'d>(described: impl Iterator<Item = &'d MetricDescription>) -> Vec<String> {
    let mut names = described.map(|own| &own.step_names);
    let first = names.next().cloned().unwrap_or_default();
    if names.all(|other| *other == first) { first } else { Vec::new() }
}

fn metric(own: &MetricDescription) -> ShownMetric {
    let kind = match &own.kind {
        MetricKind::Count => Kind::Count,
        MetricKind::Flag => Kind::Flag,
        MetricKind::When => Kind::When,
        MetricKind::Category(outcomes) => Kind::Category(outcomes.iter().map(outcome).collect()),
    };
    let metric = match own.steps {
        Some(steps) => ShownMetric::per_step(&own.name, kind, &own.label, 1, steps),
        None => ShownMetric::whole(&own.name, kind, &own.label),
    };
    let metric = worded(metric, &own.wording);
    let unsaid = if own.kind == MetricKind::When { "never" } else { "none" };
    if own.is_optional { metric.or_absent(own.absent.as_deref().unwrap_or(unsaid)) } else { metric }
}

/// A metric in the words of its file.
fn worded(metric: ShownMetric, wording: &MetricWording) -> ShownMetric {
    let MetricWording { one, many, yes, no, says } = wording;
    match &metric.kind {
        Kind::Count if !one.is_empty() => metric.counted(one, many),
        Kind::Flag if !yes.is_empty() => metric.either(yes, no),
        Kind::When if !says.is_empty() => {
            let event = says[0].clone();
            metric.event(event)
        }
        Kind::Category(outcomes) if !says.is_empty() => {
            let told = outcomes.iter().cloned().zip(says).map(|(outcome, clause)| outcome.told(clause)).collect();
            ShownMetric { kind: Kind::Category(told), ..metric }
        }
        _ => metric,
    }
}

fn outcome((name, tone): &(String, String)) -> Outcome {
    let tone = match tone.as_str() {
        "success" => Tone::Success,
        "mixed" => Tone::Mixed,
        "failure" => Tone::Failure,
        _ => Tone::Neutral,
    };
    Outcome::new(name, &capital(&name.replace('_', " ")), tone)
}

/// The outcome of a category that a designer asks for first: the first success, or the first of all.
fn wanted(outcomes: &[Outcome]) -> usize {
    outcomes.iter().position(|outcome| outcome.tone == Tone::Success).unwrap_or(0)
}

/// What is read from a metric first.
fn measure(metric: &ShownMetric) -> Measure {
    match &metric.kind {
        Kind::Category(outcomes) => Measure::Is(wanted(outcomes) as i64),
        Kind::Flag => Measure::Is(1),
        Kind::Count | Kind::When => Measure::Mean,
    }
}

/// One number for each metric: categories and flags first, what has steps last.
fn headlines(metrics: &[ShownMetric]) -> Vec<Headline> {
    let mut ordered: Vec<&ShownMetric> = metrics.iter().collect();
    ordered.sort_by_key(|metric| (metric.steps.is_some(), matches!(metric.kind, Kind::Count | Kind::When)));
    ordered.into_iter().take(MOST_HEADLINES).map(headline).collect()
}

fn headline(metric: &ShownMetric) -> Headline {
    let label = match &metric.kind {
        Kind::Category(outcomes) => format!("{}: {}", metric.label, outcome_within(&outcomes[wanted(outcomes)])),
        Kind::Flag => metric.label.clone(),
        Kind::Count | Kind::When => format!("{}, mean", metric.label),
    };
    Headline::new(&metric.name, measure(metric), &label)
}

fn charts(metrics: &[ShownMetric], step: &str) -> Vec<DefaultChart> {
    let each = metrics
        .iter()
        .flat_map(|metric| own_charts(metric).into_iter().map(move |kind| chart(kind, metric, measure(metric), step)));
    let maps = metrics.iter().filter(|metric| metric.steps.is_none()).take(MOST_HEATMAPS);
    let maps = maps.map(|metric| chart(ChartKind::Heatmap, metric, measure(metric), step));
    each.chain(maps).collect()
}

/// The charts that suit a kind of metric; one that needs a sweep is left out where nothing is swept.
fn own_charts(metric: &ShownMetric) -> Vec<ChartKind> {
    match (&metric.kind, metric.steps.is_some()) {
        (Kind::Category(_), _) => vec![ChartKind::Stacked],
        (Kind::Flag, _) => vec![ChartKind::Lines],
        (Kind::Count, true) => vec![ChartKind::Fan],
        (Kind::Count, false) => vec![ChartKind::Distribution, ChartKind::AtLeast],
        (Kind::When, true) => Vec::new(),
        (Kind::When, false) => vec![ChartKind::Distribution],
    }
}
