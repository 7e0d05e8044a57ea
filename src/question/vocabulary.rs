//! What questions about a rule may name.

use oddsmith_language::question::{Meaning, Vocabulary, Word, WordKind};

use crate::rule::metric::{Kind, ShownMetric};

/// The words for metrics as a rule shows them, slot by slot.
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
    Vocabulary { words: metrics.iter().map(word).collect() }
}

fn kind(metric: &ShownMetric) -> WordKind {
    match &metric.kind {
        Kind::Count | Kind::When => WordKind::Number,
        Kind::Flag => WordKind::Flag,
        Kind::Category(outcomes) => WordKind::Category(outcomes.iter().map(|outcome| outcome.name.clone()).collect()),
    }
}
