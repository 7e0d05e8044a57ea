//! The words that questions about a rule may use.

use oddsmith_language::question::{Meaning, Vocabulary, Word, WordKind, name, outcome_name};

use crate::rule::metric::{Kind, ShownMetric, Wording};

/// Returns the words for the metrics of a rule, in the order of their slots.
pub(crate) fn vocabulary(metrics: &[ShownMetric]) -> Vocabulary {
    let mut slot = 0;
    let word = |metric: &ShownMetric| {
        let meaning = Meaning::Slot(slot);
        slot += metric.steps.map_or(1, |(first, last)| last - first + 1);
        let step_names = metric.step.names().map(str::to_owned).collect();
        Word {
            name: metric.name.clone(),
            kind: kind(metric),
            steps: metric.steps,
            step_names,
            meaning,
            is_when: metric.kind == Kind::When,
        }
    };
    Vocabulary {
        words: metrics.iter().map(word).collect(),
        sentences: metrics.iter().flat_map(metric_phrases).collect(),
    }
}

/// Returns phrases of a metric and its outcomes, each with the question that it means. Metrics that
/// depend on steps have none.
fn metric_phrases(metric: &ShownMetric) -> Vec<(String, String)> {
    if metric.depends_on_steps() {
        return Vec::new();
    }
    let metric_name = name(&metric.name);
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
        let asked = format!("{metric_name} = {}", outcome_name(&outcome.name));
        phrases.extend(
            [&outcome.clause, &outcome.label].map(|phrase| (phrase.clone(), asked.clone())),
        );
    }
    phrases
}

fn kind(metric: &ShownMetric) -> WordKind {
    match &metric.kind {
        Kind::Count | Kind::When => WordKind::Number,
        Kind::Flag => WordKind::Flag,
        Kind::Category(outcomes) => WordKind::Category(
            outcomes
                .iter()
                .map(|outcome| outcome.name.clone())
                .collect(),
        ),
    }
}
