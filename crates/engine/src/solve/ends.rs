//! The least and the greatest sum over a trial, computed from the graph, also for unbounded sums.

use crate::graph::{EdgeTarget, Graph};
use crate::metric::Fold;

/// Returns the least and the greatest value of a slot that sums over a trial. The least is known if
/// no term is negative, the greatest if no term is positive. Both are unknown if the graph is
/// truncated or has splits.
pub(super) fn sum_bounds(graph: &Graph, slot: usize) -> (Option<i64>, Option<i64>) {
    let metric = &graph.layout.metric(slot);
    if metric.fold != Fold::Sum || !graph.splits.is_empty() || graph.is_truncated() {
        return (None, None);
    }
    let added: Vec<Option<i64>> = (0..graph.edges.len())
        .map(|edge| added_value(graph, edge, slot))
        .collect();
    let least = |sign: i64| {
        let known = added.iter().all(|amount| {
            amount.is_none_or(|amount| {
                amount
                    .checked_mul(sign)
                    .is_some_and(|signed_amount| signed_amount >= 0)
            })
        });
        if known {
            least_total(graph, &added, sign).map(|least| least * sign)
        } else {
            None
        }
    };
    (least(1), least(-1))
}

/// Returns the amount that an edge adds to a slot; `None` if it does not record the slot.
fn added_value(graph: &Graph, edge: usize, slot: usize) -> Option<i64> {
    let cells = graph.edge_cells(edge);
    let slot_cells = cells.filter(|cell| cell.slot as usize == slot);
    slot_cells.fold(None, |sum: Option<i64>, cell| {
        Some(sum.unwrap_or(0).saturating_add(cell.value))
    })
}

/// Returns the least sum over a trial that records the slot, if no term is negative after
/// multiplication by `sign`.
fn least_total(graph: &Graph, added: &[Option<i64>], sign: i64) -> Option<i64> {
    // For each state: the least sum from there on, over all trials (0 for those that record
    // nothing) and over the trials that record something.
    let mut best: Vec<[Option<i64>; 2]> = vec![[None; 2]; graph.state_count()];
    graph.order().for_each_backwards(|state| {
        let mut state_best = best[state as usize];
        for edge in graph.edges_of(state as usize) {
            let [any, recorded] = match graph.target(edge) {
                EdgeTarget::Done => [Some(0), None],
                EdgeTarget::State(target) => best[target as usize],
                EdgeTarget::Truncated | EdgeTarget::Split(_) => [None, None],
            };
            let more = |from: Option<i64>| from?.checked_add(added[edge].unwrap_or(0) * sign);
            let found = [
                more(any),
                if added[edge].is_some() {
                    more(any)
                } else {
                    recorded
                },
            ];
            state_best
                .iter_mut()
                .zip(found)
                .for_each(|(value, found)| *value = (*value).into_iter().chain(found).min());
        }
        std::mem::replace(&mut best[state as usize], state_best) != state_best
    });
    best[0][1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Die;
    use crate::explore::{Budget, Watch, explore};
    use crate::solve::solve;
    use crate::{Ask, Metric, Parts, Rule, RuleError, Step};

    /// A rule that rolls until a six. Each roll but the first adds `each`, and the end adds `end`.
    struct Rolls {
        each: i64,
        end: i64,
    }

    impl Rule for Rolls {
        type State = bool;
        fn metrics(&self) -> Vec<Metric> {
            vec![Metric::whole("sum").fold(Fold::Sum).optional()]
        }
        fn start(&self, _: &Parts) -> bool {
            true
        }
        fn step<A: Ask>(&self, is_first: &mut bool, ask: &mut A) -> Result<Step<bool>, RuleError> {
            if !std::mem::take(is_first) {
                ask.observe_whole(0, self.each);
            }
            if ask.roll(Die::D6) < 6 {
                return Ok(Step::Continue);
            }
            ask.observe_whole(0, self.end);
            Ok(Step::Done)
        }
    }

    #[test]
    fn sum_bound_is_known_only_for_monotone_sums() {
        let solved_bounds = |each, end| {
            let graph = explore(
                &Rolls { each, end },
                &Parts::ALL,
                &Budget::default(),
                &Watch::default(),
            )
            .unwrap();
            let distribution = solve(&graph, &Budget::default(), &Watch::default())
                .unwrap()
                .remove(0)
                .unwrap();
            assert!(distribution.unresolved > 0.0);
            (distribution.least(), distribution.greatest())
        };
        assert_eq!(solved_bounds(1, 3), (Some(3), None));
        assert_eq!(solved_bounds(-1, -3), (None, Some(-3)));
        assert_eq!(solved_bounds(-1, 3), (None, None));
        assert_eq!(solved_bounds(2, 0), (Some(0), None));
    }
}
