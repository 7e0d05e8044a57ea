//! Chooses how the metrics of a rule file are shown, by their kinds.

use std::ops::RangeInclusive;

use oddsmith_engine::Side;
use oddsmith_language::question::ValueType;
use oddsmith_language::{
    ChoiceDescription, MetricDescription, MetricKind, MetricWording, SetRule, SituationPart,
};

use crate::input::entries::label_from_name;
use crate::labels::outcome_in_sentence;
use crate::rule::choice::{ChoiceWords, NumberWords, Part, ShownChoice};
use crate::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use crate::rule::presentation::{ChartKind, DefaultChart, Headline, Measure, Presentation};
use crate::rule::steps::StepWords;

/// The most metrics with headlines, and the most headlines.
const MAX_METRICS: usize = 4;
const MAX_HEADLINES: usize = 8;
/// With at most this many named steps, such as units or sides, each has its own headline.
const FEW_NAMES: usize = 4;
/// With this many outcomes, each has its own headline. With two, one determines the other.
const FULLY_SHOWN_OUTCOMES: RangeInclusive<usize> = 3..=5;
const MAX_HEATMAPS: usize = 2;

/// Returns the default presentation of metrics and choices.
pub fn presentation(described: &[MetricDescription], choices: Vec<ShownChoice>) -> Presentation {
    let metrics: Vec<ShownMetric> = described
        .iter()
        .zip(step_words(described))
        .map(|(description, step)| ShownMetric {
            step,
            ..metric(description)
        })
        .collect();
    Presentation {
        headlines: headlines(&metrics),
        charts: charts(&metrics),
        metrics,
        notes: Vec::new(),
        labels: Vec::new(),
        choices,
    }
}

/// Returns the choices of a file. The rule has the texts of their options.
pub fn choices(
    described: Vec<ChoiceDescription>,
    rule: &SetRule,
    labels: &[(String, String)],
) -> Vec<ShownChoice> {
    let shown = |(choice_index, choice): (usize, ChoiceDescription)| ShownChoice {
        name: choice.name,
        options: NumberWords::Written {
            texts: rule.texts().to_vec(),
            known: choice.options,
        },
        parts: rule.parts(choice_index).into_iter().map(part).collect(),
        words: ChoiceWords {
            options: choice.says,
            parts: labels.to_vec(),
            label: Some(choice.label),
        },
        side: Side::Us,
    };
    described.into_iter().enumerate().map(shown).collect()
}

/// Returns a name in a file that a choice depends on.
fn part(part: SituationPart) -> Part {
    match part.kind {
        ValueType::Number => Part::number(&part.name, &format!("{} {{}}", part.name)),
        ValueType::Flag => Part::named(
            &part.name,
            &format!("{} {{}}", part.name),
            0,
            vec!["false".into(), "true".into()],
        ),
        ValueType::Category(words) => {
            Part::named(&part.name, &format!("{} {{}}", part.name), 0, words)
        }
    }
}

/// Describes a choice of a file in a sentence.
pub fn meaning(choice: &ChoiceDescription) -> String {
    let known = choice
        .options
        .as_ref()
        .filter(|options| !options.is_empty());
    let options = known.map_or_else(
        || "The trial computes the options".to_owned(),
        |options| format!("Options: {}", options.join(", ")),
    );
    let end = if choice.label.ends_with(['?', '!']) {
        ""
    } else {
        "."
    };
    format!(
        "{}{end} {options}. Default: the first option",
        choice.label.trim_end_matches('.')
    )
}

/// Returns the names of the steps of each metric. If a metric has no name for its steps, another
/// one with the same steps provides it. A metric without steps uses the steps that it names, or
/// else those that all others share, if these are only numbered.
fn step_words(described: &[MetricDescription]) -> Vec<StepWords> {
    let stepped = || {
        described
            .iter()
            .filter(|description| description.steps.is_some())
    };
    let words = |description: &MetricDescription| {
        let mut same_steps = stepped().filter(|other| other.step_names == description.step_names);
        let step_name = description
            .step
            .clone()
            .or_else(|| same_steps.find_map(|other| other.step.clone()));
        step_name
            .map_or_else(StepWords::default, StepWords::new)
            .named(&description.step_names)
    };
    let known_words: Vec<StepWords> = stepped().map(words).collect();
    let inherited_words = |description: &MetricDescription| match &description.step {
        Some(step_name) => known_words.iter().find(|other| other.name == *step_name),
        // Without a name, only numbered steps that all metrics share are used.
        None => known_words.first().filter(|first| {
            first.step_names.is_empty() && known_words.iter().all(|other| other == *first)
        }),
    };
    let each = described.iter().map(|description| match description.steps {
        Some(_) => words(description),
        None => inherited_words(description)
            .cloned()
            .unwrap_or_else(|| words(description)),
    });
    each.collect()
}

fn metric(description: &MetricDescription) -> ShownMetric {
    let kind = match &description.kind {
        MetricKind::Count => Kind::Count,
        MetricKind::Flag => Kind::Flag,
        MetricKind::When => Kind::When,
        MetricKind::Category(outcomes) => Kind::Category(outcomes.iter().map(outcome).collect()),
    };
    let metric = match description.steps {
        Some(steps) => ShownMetric::per_step(&description.name, kind, &description.label, 1, steps),
        None => ShownMetric::whole(&description.name, kind, &description.label),
    };
    let metric = with_wording(metric, &description.wording).part(description.part);
    let unsaid = if description.kind == MetricKind::When {
        "never"
    } else {
        "none"
    };
    if description.is_optional {
        metric.or_absent(description.absent.as_deref().unwrap_or(unsaid))
    } else {
        metric
    }
}

/// Returns a metric with the wording of its file.
fn with_wording(metric: ShownMetric, wording: &MetricWording) -> ShownMetric {
    let MetricWording {
        singular: one,
        plural: many,
        yes,
        no,
        says,
    } = wording;
    match &metric.kind {
        Kind::Count if !one.is_empty() => metric.counted(one, many),
        Kind::Flag if !yes.is_empty() => metric.either(yes, no),
        Kind::When if !says.is_empty() => {
            let event = says[0].clone();
            metric.event(event)
        }
        Kind::Category(outcomes) if !says.is_empty() => {
            let worded_outcomes = outcomes
                .iter()
                .cloned()
                .zip(says)
                .map(|(outcome, clause)| outcome.with_clause(clause))
                .collect();
            ShownMetric {
                kind: Kind::Category(worded_outcomes),
                ..metric
            }
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
    Outcome::new(name, &label_from_name(name), tone)
}

/// Returns the most interesting outcome of a category: the first success, or else the first one.
fn wanted_outcome(outcomes: &[Outcome]) -> usize {
    outcomes
        .iter()
        .position(|outcome| outcome.tone == Tone::Success)
        .unwrap_or(0)
}

/// Returns the first measure of a metric.
fn measure(metric: &ShownMetric) -> Measure {
    match &metric.kind {
        Kind::Category(outcomes) => Measure::Is(wanted_outcome(outcomes) as i64),
        Kind::Flag => Measure::Is(1),
        Kind::Count | Kind::When => Measure::Mean,
    }
}

/// Returns the headlines of all metrics: categories and flags first, metrics with steps last.
fn headlines(metrics: &[ShownMetric]) -> Vec<Headline> {
    let mut ordered: Vec<&ShownMetric> = metrics.iter().collect();
    ordered.sort_by_key(|metric| {
        (
            metric.steps.is_some(),
            matches!(metric.kind, Kind::Count | Kind::When),
        )
    });
    let headlines = ordered
        .into_iter()
        .take(MAX_METRICS)
        .flat_map(metric_headlines);
    headlines.take(MAX_HEADLINES).collect()
}

/// Returns the headlines of a metric: one for each of three to five outcomes, one for each of a few
/// named steps, or one for the last of many steps.
fn metric_headlines(metric: &ShownMetric) -> Vec<Headline> {
    let headlines_at = |place: &str, step: Option<u32>| {
        let headline = |measure: Measure| {
            let headline = Headline::new(
                &metric.name,
                measure,
                &headline_label(metric, measure, place),
            );
            Headline { step, ..headline }
        };
        measures(metric)
            .into_iter()
            .map(headline)
            .collect::<Vec<_>>()
    };
    let Some((first, last)) = metric.steps else {
        return headlines_at("", None);
    };
    let first = match metric.step.step_name(last) {
        Some(_) if (last - first) < FEW_NAMES as u32 => first,
        _ => last,
    };
    (first..=last)
        .flat_map(|step| headlines_at(&metric.step.step_label(step), Some(step)))
        .collect()
}

/// Returns the measures of a metric, the most useful one first.
fn measures(metric: &ShownMetric) -> Vec<Measure> {
    let first = measure(metric);
    match &metric.kind {
        Kind::Category(outcomes)
            if FULLY_SHOWN_OUTCOMES.contains(&outcomes.len()) && metric.steps.is_none() =>
        {
            let other_measures = (0..outcomes.len() as i64)
                .map(Measure::Is)
                .filter(|other| *other != first);
            [first].into_iter().chain(other_measures).collect()
        }
        _ => vec![first],
    }
}

/// Returns the label of a headline: "Winner: ours", "Rounds, mean", "Fate, Ogre: standing", "Money
/// in hand, Turn 8, mean".
fn headline_label(metric: &ShownMetric, measure: Measure, place: &str) -> String {
    let place = if place.is_empty() {
        String::new()
    } else {
        format!(", {place}")
    };
    let label = &metric.label;
    match (&metric.kind, measure) {
        (Kind::Category(outcomes), Measure::Is(code)) => {
            format!(
                "{label}{place}: {}",
                outcome_in_sentence(&outcomes[code as usize])
            )
        }
        (Kind::Count | Kind::When, _) => format!("{label}{place}, mean"),
        _ => format!("{label}{place}"),
    }
}

fn charts(metrics: &[ShownMetric]) -> Vec<DefaultChart> {
    let each = metrics.iter().flat_map(|metric| {
        metric_charts(metric)
            .into_iter()
            .map(move |kind| DefaultChart::new(kind, &metric.name, measure(metric)))
    });
    let maps = metrics
        .iter()
        .filter(|metric| metric.steps.is_none())
        .take(MAX_HEATMAPS);
    let maps =
        maps.map(|metric| DefaultChart::new(ChartKind::Heatmap, &metric.name, measure(metric)));
    each.chain(maps).collect()
}

/// Returns the charts that suit a kind of metric. Steps that have names are not a sequence. Charts
/// that need a sweep are left out later if there is none.
fn metric_charts(metric: &ShownMetric) -> Vec<ChartKind> {
    match (&metric.kind, metric.steps.is_some()) {
        (Kind::Category(_), _) => vec![ChartKind::Stacked],
        (Kind::Flag, _) => vec![ChartKind::Lines],
        (Kind::Count, true) if !metric.step.step_names.is_empty() => vec![ChartKind::Stacked],
        (Kind::Count, true) => vec![ChartKind::Fan],
        (Kind::Count, false) => vec![ChartKind::Distribution, ChartKind::AtLeast],
        (Kind::When, true) => Vec::new(),
        (Kind::When, false) => vec![ChartKind::Distribution],
    }
}
