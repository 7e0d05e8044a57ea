//! Estimates how long it takes to sample a trial from a state graph.

use super::batches::BATCH_SIZE;
use super::sampler::COHORT_BATCHES;
use crate::graph::Graph;
use crate::metric::Fold;

/// The size of a graph that fits into a processor's cache.
const CACHE_BYTES: usize = 4_000_000;
/// How much longer a draw takes if the graph is larger.
const UNCACHED_FACTOR: f64 = 10.0;
/// A cohort of a million trials goes round a cycle about this many times the mean number of times.
const ROUNDS_FACTOR: f64 = 14.0;

/// Returns the expected number of draws for a sampled trial, given the expected number of visits of
/// each state. A draw from a large graph counts as several.
///
/// Each transition of a state is drawn for a whole cohort at once. Trials with different folded
/// values are not in one cohort, so all of their draws count.
pub(crate) fn mean_draws(graph: &Graph, visits: &[f64]) -> f64 {
    let cohort = (COHORT_BATCHES * BATCH_SIZE) as f64;
    let layout = &graph.layout;
    let is_folded = (0..layout.len()).any(|slot| layout.metric(slot).fold != Fold::Once);
    let order = graph.order();
    let mut draws = 0.0;
    for component in order.iter() {
        let total: f64 = component.iter().map(|&state| visits[state as usize]).sum();
        let rounds = if component.len() == 1 && total <= 1.0 {
            1.0
        } else {
            (ROUNDS_FACTOR * total).max(1.0)
        };
        for &state in component {
            let left =
                visits[state as usize] * graph.wait_edge(state).map_or(1.0, |(_, leaving)| leaving);
            let of_cohort = rounds * graph.edges_of(state as usize).len() as f64 / cohort;
            draws += if is_folded { left } else { left.min(of_cohort) };
        }
    }
    if graph.bytes() > CACHE_BYTES {
        UNCACHED_FACTOR * draws
    } else {
        draws
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Die;
    use crate::explore::{Budget, Watch, explore};
    use crate::solve::trial_cost;
    use crate::{Ask, Metric, Parts, Rule, RuleError, Step};

    /// Rolls a die until the sum of all rolls reaches a goal.
    struct Track {
        goal: i64,
        counts_rolls: bool,
    }

    impl Rule for Track {
        type State = i64;

        fn metrics(&self) -> Vec<Metric> {
            let end = Metric::whole("end");
            if self.counts_rolls {
                vec![end, Metric::whole("rolls").fold(Fold::Sum)]
            } else {
                vec![end]
            }
        }

        fn start(&self, _: &Parts) -> i64 {
            0
        }

        fn step<A: Ask>(&self, place: &mut i64, ask: &mut A) -> Result<Step<i64>, RuleError> {
            *place += i64::from(ask.roll(Die::D6));
            if self.counts_rolls {
                ask.observe_whole(1, 1);
            }
            if *place < self.goal {
                return Ok(Step::Continue);
            }
            ask.observe_whole(0, *place);
            Ok(Step::Done)
        }
    }

    fn draws(goal: i64, counts_rolls: bool) -> f64 {
        let (track, watch) = (Track { goal, counts_rolls }, Watch::default());
        let graph = explore(&track, &Parts::ALL, &Budget::default(), &watch).expect("a graph");
        trial_cost(&graph, &watch).expect("a cost").draws
    }

    #[test]
    fn trials_of_a_cohort_share_their_draws() {
        // 3,500 is reached after about 1,000 rolls, and 350,000 after 100,000.
        assert!((900.0..1100.0).contains(&draws(3500, true)));
        assert!(draws(3500, false) < 1.0);
        // The graph of 350,000 places does not fit into a cache.
        assert!((0.9e6..1.1e6).contains(&draws(350_000, true)));
        assert!(draws(350_000, false) < 100.0);
    }
}
