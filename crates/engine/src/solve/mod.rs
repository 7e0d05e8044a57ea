//! Exact distributions: forward propagation of probability through the state graph. Cycles are
//! solved as linear systems.

mod aim;
mod augment;
mod best;
mod bounds;
mod by_state;
mod by_value;
mod distribution;
mod ends;
mod forward;
mod frequencies;
mod hidden;
mod moments;
mod open_play;
mod plan;
mod project;
mod remembering;
mod sides;
mod split;
mod sums;
mod ties;
mod weighed;

pub use crate::choice::NOT_SEEN;
pub use crate::graph::Play;
pub use aim::Aim;
pub use bounds::{PlayBounds, bound_best_play};
pub use distribution::{ExactDistribution, SETTLED_THRESHOLD, UNSEEN_THRESHOLD};
pub use frequencies::{Frequencies, frequencies};
pub use hidden::Optimality;
pub use moments::{Moments, moments};
pub use open_play::{FollowedPlay, OpenPlay};
pub use plan::{Plan, PlannedDecision, plan, plan_of_two_sides, plan_with_play};
pub use ties::Ties;

use rayon::prelude::*;

use crate::budget::{Budget, Stop, Watch};
use crate::explore::hides_fractions;
use crate::graph::{Flow, Graph, TrialCost};
use crate::layout::Layout;
use crate::metric::Fold;
use crate::odds::{Mass, Pmf};
use split::SplitSolver;

/// The bytes of each value of a distribution, including the counts of its trials and its entry in a
/// table. All metrics of a graph together have at most as many values as fit into the budget.
const BYTES_PER_VALUE: usize = 160;

/// Returns the exact distribution of every slot of a graph, in the order of its [`Layout`]. A
/// distribution is `None` for a part that was not explored, and for a folded metric that exceeds
/// the budget. For a sum that every trial records, the mean and the standard deviation are then
/// still known ([`ExactDistribution::has_only_moments`]). An optional metric that is never recorded
/// is always absent.
///
/// Each folded metric is solved separately: its augmented states combine a state with the folded
/// value so far. The distribution of an unbounded sum is truncated, but its mean and standard
/// deviation are not ([`moments`]).
///
/// # Errors
/// Returns an error if the work is stopped, if no transition leaves a cycle, or if a sum overflows
/// 64 bits. It also fails if a choice is open ([`Graph::decisions`]).
pub fn solve(
    graph: &Graph,
    budget: &Budget,
    watch: &Watch,
) -> Result<Vec<Option<ExactDistribution>>, Stop> {
    solve_metrics(graph, &|_| true, budget, watch)
}

/// Returns the exact distributions of the selected metrics, given by their index in the layout.
/// Folded metrics that are not selected cost nothing and have no distribution.
///
/// # Errors
/// Fails like [`solve`].
pub fn solve_metrics(
    graph: &Graph,
    is_wanted: &(dyn Fn(usize) -> bool + Sync),
    budget: &Budget,
    watch: &Watch,
) -> Result<Vec<Option<ExactDistribution>>, Stop> {
    let layout = &graph.layout;
    let mut distributions = vec![None; layout.len()];
    solve_once_observed(graph, watch, &mut distributions)?;
    let folded: Vec<usize> = (0..layout.metrics().len())
        .filter(|&metric| {
            layout.metrics()[metric].fold != Fold::Once && graph.includes_metric(metric)
        })
        .filter(|&metric| is_wanted(metric))
        .collect();
    let most_values = budget.bytes / BYTES_PER_VALUE / folded.len().max(1);
    let solve_metric = |&metric: &usize| {
        let split = SplitSolver::new(graph, metric, budget, most_values, watch);
        (split.is_unbounded(), split.solve())
    };
    let solved: Vec<_> = folded.par_iter().map(solve_metric).collect();
    for (metric, (is_endless, solved)) in folded.into_iter().zip(solved) {
        match solved {
            Ok(folded) => {
                for (slot, mut distribution) in layout.slots_of(metric).zip(folded) {
                    if is_endless && distribution.unresolved > 0.0 {
                        distribution.moments = moments(graph, slot, watch)?.map(Box::new);
                        distribution.ends = ends::sum_bounds(graph, slot);
                    }
                    distributions[slot] = Some(distribution);
                }
            }
            Err(stop) if stop.is_too_large() => {
                for slot in layout.slots_of(metric) {
                    let moments = if graph.may_be_absent(slot) {
                        None
                    } else {
                        moments(graph, slot, watch)?
                    };
                    // A larger mean is impossible, since a trial's values have at most 64 bits.
                    let moments = moments.filter(|moments| moments.mean.abs() < i64::MAX as f64);
                    distributions[slot] = moments.map(|moments| {
                        ExactDistribution::from_moments(moments, ends::sum_bounds(graph, slot))
                    });
                }
            }
            Err(stop) => return Err(stop),
        }
    }
    for (slot, distribution) in distributions.iter_mut().enumerate() {
        if let (Some(distribution), Some(value)) = (distribution, layout.metric(slot).otherwise) {
            distribution.fill_absent(value);
        }
    }
    Ok(distributions)
}

/// Returns the expected number of times that a trial records each cell of a graph, and the
/// truncated mass.
///
/// # Errors
/// Fails like [`solve`].
pub(crate) fn cell_masses(graph: &Graph, watch: &Watch) -> Result<(Vec<Mass>, Mass), Stop> {
    let flow = Flow::<Mass>::from_state(graph, 0, watch)?;
    Ok((flow.cell_masses(graph), flow.unresolved))
}

/// Returns the expected cost of one trial.
///
/// # Errors
/// Fails like [`solve`].
pub fn trial_cost(graph: &Graph, watch: &Watch) -> Result<TrialCost, Stop> {
    graph.check_decided()?;
    match graph.cost.get().copied() {
        Some(known) => Ok(known),
        None => {
            let flow = Flow::<f64>::from_state(graph, 0, watch)?;
            // If more is unresolved, most trials stay in a cycle for longer than can be computed.
            let is_known = flow.unresolved < 0.5;
            let endless = TrialCost {
                dice: f64::INFINITY,
                steps: f64::INFINITY,
            };
            Ok(if is_known {
                compute_cost(graph, flow.visits.into_iter())
            } else {
                endless
            })
        }
    }
}

/// Returns the expected cost of a trial from the expected visits of each state. It is computed
/// once.
fn compute_cost(graph: &Graph, visits: impl Iterator<Item = f64>) -> TrialCost {
    *graph.cost.get_or_init(|| {
        let mut cost = TrialCost {
            dice: 0.0,
            steps: 0.0,
        };
        for ((visits, dice), state) in visits.zip(&graph.costs).zip(0..) {
            cost.dice += visits * dice;
            cost.steps += visits * graph.wait_edge(state).map_or(1.0, |(_, share)| share);
        }
        cost
    })
}

/// Computes the distributions of metrics with at most one observation: the probability that a trial
/// uses an edge that records each value.
fn solve_once_observed(
    graph: &Graph,
    watch: &Watch,
    distributions: &mut [Option<ExactDistribution>],
) -> Result<(), Stop> {
    let layout = &graph.layout;
    let flow = Flow::<Mass>::from_state(graph, 0, watch)?;
    // This stores the cost of a trial for later readers, who then need no propagation.
    if !flow.was_given_up {
        compute_cost(graph, flow.visits.iter().map(|visits| visits.float()));
    }
    for (slot, masses) in values_by_slot(graph, &flow.cell_masses(graph))
        .into_iter()
        .enumerate()
    {
        let metric = layout.metric_of(slot);
        if layout.metrics()[metric].fold != Fold::Once || !graph.includes_metric(metric) {
            continue;
        }
        let truncated = if flow.was_given_up || graph.may_be_truncated(slot) {
            flow.unresolved
        } else {
            Mass::ZERO
        };
        let pmf = if hides_fractions(truncated.float()) {
            Pmf::new(masses).without_fractions()
        } else {
            Pmf::new(masses)
        };
        let distribution = ExactDistribution::for_slot(graph, slot, pmf, truncated, watch)?;
        if distribution.is_overfull() {
            return Err(layout.recorded_twice_error(slot as u32).into());
        }
        distributions[slot] = Some(distribution);
    }
    Ok(())
}

/// Returns the mass of each value of each slot.
fn values_by_slot(graph: &Graph, passed: &[Mass]) -> Vec<Vec<(i64, Mass)>> {
    let layout: &Layout = &graph.layout;
    let mut distributions = vec![Vec::new(); layout.len()];
    // A graph whose decisions are made still contains the cells of other options.
    for (cell, &mass) in graph
        .cells
        .iter()
        .zip(passed)
        .filter(|(_, mass)| !mass.is_zero())
    {
        distributions[cell.slot as usize].push((cell.value, mass));
    }
    distributions
}
