//! How a rule file's numbers are best shown: chosen from the kinds of its metrics.

use std::ops::RangeInclusive;

use oddsmith_engine::Side;
use oddsmith_language::question::WordKind;
use oddsmith_language::{
    ChoiceDescription, MetricDescription, MetricKind, MetricWording, SetRule, SituationPart,
};

use crate::input::entries::label_from_name;
use crate::labels::outcome_in_sentence;
use crate::rule::choice::{ChoiceWords, NumberWords, Part, ShownChoice};
use crate::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use crate::rule::presentation::{ChartKind, DefaultChart, Headline, Measure, Presentation};
use crate::rule::steps::StepWords;

/// Metrics that are read first, numbers of them, and heat maps, at most.
const MOST_HEADLINES: usize = 4;
const MOST_NUMBERS: usize = 8;
/// Named steps of which each has a number of its own: units, sides, places on a board.
const FEW_NAMES: usize = 4;
/// With so many outcomes, each has its own headline. With two, one determines the other.
const FULLY_SHOWN_OUTCOMES: RangeInclusive<usize> = 3..=5;
const MOST_HEATMAPS: usize = 2;

/// How metrics and choices are shown for which no designer has said it.
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

/// What a file leaves to a player, whose rule can say these texts.
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

/// A name of a file that bears on a choice.
fn part(part: SituationPart) -> Part {
    match part.kind {
        WordKind::Number => Part::number(&part.name, &format!("{} {{}}", part.name)),
        WordKind::Flag => Part::named(
            &part.name,
            &format!("{} {{}}", part.name),
            0,
            vec!["false".into(), "true".into()],
        ),
        WordKind::Category(words) => {
            Part::named(&part.name, &format!("{} {{}}", part.name), 0, words)
        }
    }
}

/// What a choice of a file is, in a sentence.
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

/// What the steps of each metric are called. Where a metric does not say it, another over the same
/// steps does; what has no steps of its own goes by those that it says, or by those that all others
/// have, if these have no names.
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
        // A number is no name, unless it is said to be one.
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

/// A metric in the words of its file.
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

/// The outcome of a category that a designer asks for first: the first success, or the first of
/// all.
fn wanted_outcome(outcomes: &[Outcome]) -> usize {
    outcomes
        .iter()
        .position(|outcome| outcome.tone == Tone::Success)
        .unwrap_or(0)
}

/// What is read from a metric first.
fn measure(metric: &ShownMetric) -> Measure {
    match &metric.kind {
        Kind::Category(outcomes) => Measure::Is(wanted_outcome(outcomes) as i64),
        Kind::Flag => Measure::Is(1),
        Kind::Count | Kind::When => Measure::Mean,
    }
}

/// The numbers of each metric: categories and flags first, what has steps last.
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
        .take(MOST_HEADLINES)
        .flat_map(metric_headlines);
    headlines.take(MOST_NUMBERS).collect()
}

/// What is read of a metric first: of three outcomes each, of named steps each, of a number of
/// steps the last, which says so.
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

/// "Winner: ours", "Rounds, mean"; at a step "Fate, Ogre: standing", "Money in hand, Turn 8, mean".
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
        .take(MOST_HEATMAPS);
    let maps =
        maps.map(|metric| DefaultChart::new(ChartKind::Heatmap, &metric.name, measure(metric)));
    each.chain(maps).collect()
}

/// The charts that suit a kind of metric; one that needs a sweep is left out where nothing is
/// swept. Steps that have names are no sequence.
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
