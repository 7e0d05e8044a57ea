//! Computes the values of a simulated trial: it folds the observations of each metric, and
//! evaluates the metrics that the scenario defines.

use oddsmith_engine::question::JointQuestion;
use oddsmith_engine::simulate::TrialEvent;

use crate::question::asking::Asking;
use crate::rule::metric::ShownMetric;

/// Returns the value of every metric at every step of a trial: first the rule's metrics, then the
/// scenario's.
pub(crate) fn shown_values(
    moments: &[TrialEvent],
    metrics: &[ShownMetric],
    asking: &Asking,
) -> Vec<Vec<Option<i64>>> {
    let mut shown: Vec<Vec<Option<i64>>> = Vec::new();
    for (index, metric) in metrics.iter().enumerate() {
        let seen = moments.iter().filter_map(|moment| match moment {
            TrialEvent::Seen {
                metric,
                step,
                value,
            } if *metric == index => Some((*step, *value)),
            _ => None,
        });
        let seen: Vec<(u32, i64)> = seen.collect();
        let value_at = |step: Option<u32>| {
            let values = seen
                .iter()
                .copied()
                .filter(|(seen_step, _)| step.is_none_or(|step| step == *seen_step));
            metric.fold.apply(values)
        };
        shown.push(metric.all_steps().map(value_at).collect());
    }
    let slots: Vec<Option<i64>> = shown.iter().flatten().copied().collect();
    for (_, expression) in &asking.metrics {
        let asked = JointQuestion::new(vec![expression.clone()]);
        let answer = asked.answer(&mut |slot| slots.get(slot as usize).copied().flatten());
        shown.push(vec![answer.flatten().and_then(|values| values[0])]);
    }
    shown
}
