//! The metrics that questions about a rule may name.

use oddsmith_language::question::{
    KnownMetric, ValueSource, ValueType, Vocabulary, quote_name, quote_outcome,
};

use crate::rule::metric::{Kind, ShownMetric, Wording};

/// Returns the vocabulary for the metrics of a rule, in the order of their slots.
pub(crate) fn vocabulary(metrics: &[ShownMetric]) -> Vocabulary {
    let mut slot = 0;
    let known_metric = |metric: &ShownMetric| {
        let source = ValueSource::Slot(slot);
        slot += metric.steps.map_or(1, |(first, last)| last - first + 1);
        let step_names = metric.step.names().map(str::to_owned).collect();
        KnownMetric {
            name: metric.name.clone(),
            kind: value_type(metric),
            steps: metric.steps,
            step_names,
            source,
            is_when: metric.kind == Kind::When,
        }
    };
    Vocabulary {
        metrics: metrics.iter().map(known_metric).collect(),
        sentences: metrics.iter().flat_map(metric_phrases).collect(),
    }
}

/// Returns phrases of a metric and its outcomes, each with the question that it means. Metrics that
/// depend on steps have none.
fn metric_phrases(metric: &ShownMetric) -> Vec<(String, String)> {
    if metric.depends_on_steps() {
        return Vec::new();
    }
    let metric_name = quote_name(&metric.name);
    let happens = if metric.kind == Kind::When {
        format!("{metric_name} is not absent")
    } else {
        metric_name.clone()
    };
    let mut phrases = vec![(metric.label.clone(), metric_name.clone())];
    match &metric.wording {
        Wording::Event { yes, .. } => phrases.push((yes.clone(), happens)),
        Wording::ByLabel | Wording::Named | Wording::Counted { .. } | Wording::Amount(_) => {}
    }
    for outcome in metric.outcomes() {
        let asked = format!("{metric_name} = {}", quote_outcome(&outcome.name));
        phrases.extend(
            [&outcome.clause, &outcome.label].map(|phrase| (phrase.clone(), asked.clone())),
        );
    }
    phrases
}

fn value_type(metric: &ShownMetric) -> ValueType {
    match &metric.kind {
        Kind::Count | Kind::When => ValueType::Number,
        Kind::Flag => ValueType::Flag,
        Kind::Category(outcomes) => ValueType::Category(
            outcomes
                .iter()
                .map(|outcome| outcome.name.clone())
                .collect(),
        ),
    }
}
