//! Exact odds: all probability starts at the first state and is pushed along the edges; circles are
//! solved.

mod aim;
mod augment;
mod best;
mod distribution;
mod ends;
mod frequencies;
mod moments;
mod open_play;
mod plan;
mod project;
mod push;
mod remembering;
mod split;
mod ties;
mod weighed;

pub use crate::choice::NOT_SEEN;
pub use aim::Aim;
pub use distribution::{ExactDistribution, SETTLED_THRESHOLD, UNSEEN_THRESHOLD};
pub use frequencies::{Frequencies, frequencies};
pub use moments::{Moments, moments};
pub use open_play::{FollowedPlay, OpenPlay};
pub use plan::{Plan, PlannedDecision, plan, plan_with_play};
pub use ties::Ties;

use rayon::prelude::*;

use crate::budget::{Budget, Stop, Watch};
use crate::graph::{Flow, Graph, TrialCost};
use crate::layout::Layout;
use crate::metric::Fold;
use crate::odds::{Mass, Pmf};
use split::SplitSolver;

/// The exact law of every slot of a graph, by its [`Layout`]; `None` where a folded metric needs
/// more than the budget allows (of a sum that every trial shows mean and standard deviation are
/// known: [`ExactDistribution::has_only_moments`]), and for what the explored part does not show. What may be
/// absent and is never shown is always absent.
///
/// Each folded metric is followed by itself: a state counts once for every value that it has folded
/// so far, and for nothing else. A sum without a bound has a law that is cut, and mean and standard
/// deviation that are not ([`moments`]).
///
/// # Errors
/// When it is stopped, when the rule goes round in a circle that nothing leaves, when a choice is
/// open ([`Graph::decisions`]), when a sum grows past 64 bits.
pub fn solve(
    graph: &Graph,
    budget: &Budget,
    watch: &Watch,
) -> Result<Vec<Option<ExactDistribution>>, Stop> {
    solve_metrics(graph, &|_| true, budget, watch)
}

/// The same of the metrics that are wanted, by their places in the layout: a folded one that is not
/// has no law, and costs nothing.
///
/// # Errors
/// As [`solve`].
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
    let solve_metric = |&metric: &usize| {
        let split = SplitSolver::new(graph, metric, budget, watch);
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
            Err(Stop::TooLarge { .. }) => {
                for slot in layout.slots_of(metric) {
                    let is_always_shown = graph
                        .ends
                        .as_ref()
                        .is_some_and(|ends| !ends.may_be_absent(slot));
                    let moments = if is_always_shown {
                        moments(graph, slot, watch)?
                    } else {
                        None
                    };
                    // No trial shows a value past that, however long it goes on.
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

/// How often a trial says each of a graph's cells, and what was cut.
///
/// # Errors
/// As [`solve`].
pub(crate) fn cell_masses(graph: &Graph, watch: &Watch) -> Result<(Vec<Mass>, Mass), Stop> {
    let flow = Flow::<Mass>::from_state(graph, 0, watch)?;
    Ok((flow.cell_masses(graph), flow.unresolved))
}

/// What one trial costs on average.
///
/// # Errors
/// As [`solve`].
pub fn trial_cost(graph: &Graph, watch: &Watch) -> Result<TrialCost, Stop> {
    graph.check_decided()?;
    match graph.cost.get().copied() {
        Some(known) => Ok(known),
        None => {
            let flow = Flow::<f64>::from_state(graph, 0, watch)?;
            // Most go round more often than can be counted.
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

/// Returns what a trial costs, from how often it visits each state. It is computed once.
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

/// The laws of what is observed once at the most: the probability that a trial passes an edge that
/// says so.
fn solve_once_observed(
    graph: &Graph,
    watch: &Watch,
    distributions: &mut [Option<ExactDistribution>],
) -> Result<(), Stop> {
    let layout = &graph.layout;
    let flow = Flow::<Mass>::from_state(graph, 0, watch)?;
    // Later readers of the cost of a trial need not push all mass through the graph again.
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
        let is_truncated = flow.was_given_up
            || graph
                .ends
                .as_ref()
                .is_none_or(|ends| ends.may_be_truncated(slot));
        let truncated = if is_truncated {
            flow.unresolved
        } else {
            Mass::ZERO
        };
        let distribution =
            ExactDistribution::for_slot(graph, slot, Pmf::new(masses), truncated, watch)?;
        if distribution.is_overfull() {
            return Err(layout.recorded_twice_error(slot as u32).into());
        }
        distributions[slot] = Some(distribution);
    }
    Ok(())
}

/// The mass of each value of each slot.
fn values_by_slot(graph: &Graph, passed: &[Mass]) -> Vec<Vec<(i64, Mass)>> {
    let layout: &Layout = &graph.layout;
    let mut distributions = vec![Vec::new(); layout.len()];
    // A graph whose decisions are made still lists what only the other options show.
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
