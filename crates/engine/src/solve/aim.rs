//! The objectives of best play, and how much each edge of a graph contributes.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::remembering::{Memory, memory_after, remember_slots};
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::expression::{Expression, overflow_error};
use crate::graph::{EdgeTarget, Graph};
use crate::metric::Fold;

/// The objective of a player: the mean of a number that is never absent, or the probability of a
/// condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The number or the condition.
    pub objective: Expression,
    /// Whether the player minimises it.
    pub minimises: bool,
}

/// A graph in which objectives are sums over the edges of a trial.
pub(super) struct AimedGraph<'g, const N: usize> {
    pub(super) graph: Cow<'g, Graph>,
    /// The contribution of each edge to each objective.
    pub(super) worths: [Vec<f64>; N],
    /// The slots that the states remember, if an objective needs this.
    pub(super) slots: Vec<u32>,
    /// For each state of the graph, the original state without memory; empty if nothing is
    /// remembered.
    pub(super) base_states: Vec<u32>,
}

impl<'g, const N: usize> AimedGraph<'g, N> {
    pub(super) fn new(
        graph: &'g Graph,
        objectives: [&Expression; N],
        budget: &Budget,
        watch: &Watch,
    ) -> Result<AimedGraph<'g, N>, Stop> {
        AimedGraph::with_sums(graph, objectives, additive_worth, budget, watch)
    }

    /// Returns a graph in which only the last edge of a trial contributes: it has the value of the
    /// whole objective.
    pub(super) fn at_ends(
        graph: &'g Graph,
        objectives: [&Expression; N],
        budget: &Budget,
        watch: &Watch,
    ) -> Result<AimedGraph<'g, N>, Stop> {
        AimedGraph::with_sums(graph, objectives, |_, _| None, budget, watch)
    }

    /// Prepares the graph for these objectives. `sum` returns the contributions to an objective
    /// that is a sum over the trial.
    fn with_sums(
        graph: &'g Graph,
        objectives: [&Expression; N],
        sum: fn(&Graph, &Expression) -> Option<Vec<f64>>,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<AimedGraph<'g, N>, Stop> {
        let mut slots = Vec::new();
        for objective in objectives {
            let of_one = objective.slots();
            graph.layout.check_slots(&of_one)?;
            let needs_memory =
                sum(graph, objective).is_none() && !is_recorded_at_the_end(graph, &of_one);
            slots.extend(of_one.into_iter().filter(|_| needs_memory));
        }
        slots.sort_unstable();
        slots.dedup();
        let (graph, met) = if slots.is_empty() {
            (Cow::Borrowed(graph), Vec::new())
        } else {
            let (graph, met) = remember_slots(graph, &slots, budget, watch)?;
            (Cow::Owned(graph), met)
        };
        let mut worths = [const { Vec::new() }; N];
        for (worth, objective) in worths.iter_mut().zip(objectives) {
            let of_one = objective.slots();
            *worth = if let Some(worth) = sum(&graph, objective) {
                worth
            } else if is_recorded_at_the_end(&graph, &of_one) {
                let nothing: Memory = vec![None; of_one.len()].into();
                worth_at_end(&graph, objective, &of_one, |_| &nothing)?
            } else {
                worth_at_end(&graph, objective, &slots, |state| &met[state].1)?
            };
        }
        Ok(AimedGraph {
            graph,
            worths,
            slots,
            base_states: met.into_iter().map(|(state, _)| state).collect(),
        })
    }
}

impl AimedGraph<'_, 2> {
    /// Returns whether the aims are opposite: each gain of one side is a loss of the other.
    /// `minimises` says whether each side wants less of its objective.
    pub(super) fn is_opposite(&self, minimises: [bool; 2]) -> bool {
        let [ours, theirs] = &self.worths;
        let sign = if minimises[0] == minimises[1] {
            1.0
        } else {
            -1.0
        };
        // The sum of both gains on an edge that ends the trial.
        let mut total: Option<f64> = None;
        (0..ours.len()).all(|edge| {
            let sum = ours[edge] + sign * theirs[edge];
            match self.graph.target(edge) {
                EdgeTarget::Done => sum == *total.get_or_insert(sum),
                _ => sum == 0.0,
            }
        }) && (total.is_none_or(|total| total == 0.0) || self.graph.splits.is_empty())
    }
}

/// Returns whether all slots of the objective are recorded on the last edge of a trial.
fn is_recorded_at_the_end(graph: &Graph, slots: &[u32]) -> bool {
    let is_asked: Vec<bool> = graph
        .cells
        .iter()
        .map(|cell| slots.contains(&cell.slot))
        .collect();
    let is_recorded = |edge: usize| {
        graph
            .edge_cell_indices(edge)
            .iter()
            .any(|&cell| is_asked[cell as usize])
    };
    let is_before = |edge: usize| graph.target(edge) != EdgeTarget::Done && is_recorded(edge);
    graph.splits.is_empty() && !(0..graph.edges.len()).any(is_before)
}

/// Returns the contribution of each edge: the whole objective on the last edge of a trial, and 0
/// elsewhere. `before` returns the memory of a state.
fn worth_at_end<'m>(
    graph: &Graph,
    objective: &Expression,
    slots: &[u32],
    before: impl Fn(usize) -> &'m Memory,
) -> Result<Vec<f64>, Stop> {
    let mut worth = vec![0.0; graph.edges.len()];
    for state in 0..graph.state_count() {
        for edge in graph
            .edges_of(state)
            .filter(|&edge| graph.target(edge) == EdgeTarget::Done)
        {
            let recorded = memory_after(graph, slots, before(state), edge)?;
            let seen = |slot: u32| {
                slots
                    .binary_search(&slot)
                    .ok()
                    .and_then(|index| recorded[index])
            };
            let mut value = |slot: u32| seen(slot).or(graph.layout.metric(slot as usize).otherwise);
            worth[edge] = match objective.evaluate(&mut value) {
                Some(Some(value)) => value as f64,
                Some(None) => return Err(absent_aim_error().into()),
                None => return Err(overflow_error().into()),
            };
        }
    }
    Ok(worth)
}

fn absent_aim_error() -> RuleError {
    let help = "aim at a metric that every trial records, or at the chance of an event";
    RuleError::new(
        "the aim is the mean of a metric that some trials do not record",
        help,
    )
}

/// Returns the contribution of each edge to an objective that is a sum over the trial; `None` if it
/// is not such a sum.
fn additive_worth(graph: &Graph, objective: &Expression) -> Option<Vec<f64>> {
    let mut factors: FxHashMap<u32, f64> = FxHashMap::default();
    let constant = collect_terms(graph, objective, 1.0, true, &mut factors)?;
    // A constant changes no decision, but it would have to be added where a trial ends.
    if constant != 0.0 {
        return None;
    }
    let worth = |edge: usize| {
        let cells = graph.edge_cells(edge);
        cells
            .map(|cell| {
                factors
                    .get(&cell.slot)
                    .map_or(0.0, |factor| factor * cell.value as f64)
            })
            .sum()
    };
    Some((0..graph.edges.len()).map(worth).collect())
}

/// Collects the factor of each slot in a linear expression, and returns its constant term; `None`
/// if it is not linear.
fn collect_terms(
    graph: &Graph,
    expression: &Expression,
    factor: f64,
    may_not_be_absent: bool,
    factors: &mut FxHashMap<u32, f64>,
) -> Option<f64> {
    match expression {
        Expression::Number(number) => Some(factor * *number as f64),
        Expression::Seen(slot) => {
            let metric = graph.layout.metric(*slot as usize);
            // No edge contributes the value of a metric that is not recorded.
            let adds_up = matches!(metric.fold, Fold::Once | Fold::Sum)
                && metric.otherwise.is_none_or(|value| value == 0);
            (adds_up && !(may_not_be_absent && metric.is_optional)).then(|| {
                *factors.entry(*slot).or_insert(0.0) += factor;
                0.0
            })
        }
        Expression::Plus(two) | Expression::Minus(two) => {
            let sign = if matches!(expression, Expression::Minus(_)) {
                -1.0
            } else {
                1.0
            };
            let first = collect_terms(graph, &two[0], factor, true, factors)?;
            Some(first + collect_terms(graph, &two[1], sign * factor, true, factors)?)
        }
        Expression::Times(two) => match &**two {
            [Expression::Number(number), other] | [other, Expression::Number(number)] => {
                collect_terms(
                    graph,
                    other,
                    factor * *number as f64,
                    may_not_be_absent,
                    factors,
                )
            }
            _ => None,
        },
        // Absent terms of a sum contribute nothing.
        Expression::Sum(list) => list.iter().try_fold(0.0, |sum, operand| {
            Some(sum + collect_terms(graph, operand, factor, false, factors)?)
        }),
        _ => None,
    }
}
