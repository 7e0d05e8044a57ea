//! Explores a case that does not fit: each metric by itself, and the likeliest states, so that its
//! chances are ranges.

use oddsmith_engine::AnyRule;
use oddsmith_engine::explore::{Budget, Graph, Missing, Stop, Watch};
use oddsmith_engine::solve::{ExactDistribution, solve};

use super::parts::explore_and_solve;

/// If more than this share of all trials is unresolved, the exact odds are not used and trials are
/// simulated instead.
const MAX_UNRESOLVED: f64 = 0.1;

/// Exploring ends when a chance is known to within 0.1 percentage points. Ranges of more than one
/// percentage point are not shown.
pub(super) const MISSING: Missing = Missing {
    aim: 0.001,
    most: MAX_MISSING,
};
pub(super) const MAX_MISSING: f64 = 0.01;

/// The slots that a slice of a rule records, and the state graph of this slice.
pub(super) type SlicedGraph = (Vec<u32>, Graph);

/// Explores the likeliest states of a part of a rule, or of all parts together. Returns their
/// graph; `None` if too much would be missing, or if trials would never leave the states that are
/// known. Mistakes in the rule are found by simulated trials.
pub(crate) fn explore_in_part(
    rule: &dyn AnyRule,
    part: Option<u32>,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<Graph>, Stop> {
    match rule.explore_likeliest(part, MISSING, budget, watch) {
        Ok(graph) => Ok(Some(graph)),
        Err(Stop::Requested) => Err(Stop::Requested),
        Err(_) => Ok(None),
    }
}

/// Solves the metrics of a part that is too large as a whole. Metrics that need the same slice of
/// the rule are solved together. Stores their distributions, and returns the graphs of the slices,
/// each with its slots.
pub(super) fn explore_slices(
    rule: &dyn AnyRule,
    part: u32,
    at_once: usize,
    budget: &Budget,
    watch: &Watch,
    known: &mut [Option<ExactDistribution>],
) -> Result<Vec<SlicedGraph>, Stop> {
    let slices = rule.slices(part);
    // The part itself is still to be explored in part.
    let budget = &budget.per_exploration(slices.len() + 1);
    let explore = |index: u32| match slices[index as usize].0.explore(part, budget, watch) {
        Ok(graph) => Ok(Some(graph)),
        Err(stop) if stop.is_too_large() => Ok(None),
        Err(stop) => Err(stop),
    };
    let found = explore_and_solve(
        slices.len() as u32,
        at_once,
        explore,
        |graph| match solve(graph, budget, watch) {
            Err(stop) if stop.is_too_large() => Ok(None),
            solved => solved.map(Some),
        },
        || false,
    )?;
    let mut graphs = Vec::new();
    for ((distributions, graph), (_, slots)) in found.into_iter().zip(&slices) {
        let (Some(mut distributions), Some(graph)) = (distributions.flatten(), graph) else {
            continue;
        };
        if is_resolved(&distributions) {
            slots
                .iter()
                .for_each(|&slot| known[slot as usize] = distributions[slot as usize].take());
            graphs.push((slots.clone(), graph));
        }
    }
    Ok(graphs)
}

/// Explores the likeliest states of a part with these slots, which is too large as a whole. Stores
/// the distributions that are not known yet, and returns the graph with the slots.
pub(super) fn explore_likeliest(
    rule: &dyn AnyRule,
    part: u32,
    slots: Vec<u32>,
    budget: &Budget,
    watch: &Watch,
    known: &mut [Option<ExactDistribution>],
) -> Result<Option<SlicedGraph>, Stop> {
    let Some(graph) = explore_in_part(rule, Some(part), budget, watch)? else {
        return Ok(None);
    };
    let mut distributions = match solve(&graph, budget, watch) {
        Ok(distributions) => distributions,
        Err(Stop::Requested) => return Err(Stop::Requested),
        Err(_) => return Ok(None),
    };
    let is_close = |distribution: &ExactDistribution| {
        !distribution.has_only_moments() && distribution.unresolved <= MAX_MISSING
    };
    for &slot in &slots {
        let found = distributions[slot as usize].take().filter(is_close);
        let known = &mut known[slot as usize];
        *known = known.take().or(found);
    }
    Ok(Some((slots, graph)))
}

/// Returns whether the unresolved share of a part's distributions is small enough to use them.
pub(super) fn is_resolved(distributions: &[Option<ExactDistribution>]) -> bool {
    distributions.iter().flatten().all(|distribution| {
        distribution.has_only_moments() || distribution.unresolved <= MAX_UNRESOLVED
    })
}

#[cfg(test)]
mod tests {
    use oddsmith_engine::explore::explore;
    use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step, chance::Die};

    use super::*;

    /// Rolls a die with this many sides until it shows 1, and records the number of other rolls.
    struct Waits(u32);

    impl Rule for Waits {
        type State = i64;

        fn metrics(&self) -> Vec<Metric> {
            vec![Metric::whole("waited")]
        }

        fn start(&self, _: &Parts) -> i64 {
            0
        }

        fn step<A: Ask>(&self, waited: &mut i64, ask: &mut A) -> Result<Step<i64>, RuleError> {
            if ask.roll(Die::new(self.0)) == 1 {
                ask.observe_whole(0, *waited);
                return Ok(Step::Done);
            }
            *waited += 1;
            Ok(Step::Continue)
        }
    }

    #[test]
    fn more_than_a_tenth_unresolved_is_no_answer() {
        let distributions = |sides: u32| {
            let graph = explore(
                &Waits(sides),
                &Parts::ALL,
                &Budget::default(),
                &Watch::default(),
            )
            .expect("a graph");
            solve(&graph, &Budget::default(), &Watch::default()).expect("distributions")
        };
        let mut found = distributions(2);
        assert!(is_resolved(&found));
        found[0].as_mut().expect("a distribution").unresolved = 0.11;
        assert!(!is_resolved(&found));
        found[0].as_mut().expect("a distribution").unresolved = 0.09;
        assert!(is_resolved(&found));
    }
}
