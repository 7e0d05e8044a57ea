//! What a played trial showed: its observations folded, slot by slot, and what a scenario's own
//! metrics make of them.

use oddsmith_engine::question::Asked;
use oddsmith_engine::simulate::Moment;

use crate::question::asking::Asking;
use crate::rule::metric::ShownMetric;

/// What a trial showed of every metric, step by step: those of the rule, then the scenario's own.
pub(crate) fn shown(
    moments: &[Moment],
    metrics: &[ShownMetric],
    asking: &Asking,
) -> Vec<Vec<Option<i64>>> {
    let mut shown: Vec<Vec<Option<i64>>> = Vec::new();
    for (index, metric) in metrics.iter().enumerate() {
        let seen = moments.iter().filter_map(|moment| match moment {
            Moment::Seen {
                metric,
                step,
                value,
            } if *metric == index => Some((*step, *value)),
            _ => None,
        });
        let seen: Vec<(u32, i64)> = seen.collect();
        let at = |step: Option<u32>| {
            let values = seen
                .iter()
                .copied()
                .filter(|(seen_step, _)| step.is_none_or(|step| step == *seen_step));
            metric.fold.of(values)
        };
        shown.push(metric.all_steps().map(at).collect());
    }
    let slots: Vec<Option<i64>> = shown.iter().flatten().copied().collect();
    for (_, expression) in &asking.metrics {
        let asked = Asked::of(vec![expression.clone()]);
        let answer = asked.answer(&mut |slot| slots.get(slot as usize).copied().flatten());
        shown.push(vec![answer.flatten().and_then(|values| values[0])]);
    }
    shown
}
