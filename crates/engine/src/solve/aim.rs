//! What a player wants, and what each way of a graph adds to it.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::remembering::{Memory, after, remembering};
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::expression::{Expression, overgrown};
use crate::graph::{EdgeTarget, Graph};
use crate::metric::Fold;

/// What a player wants of a trial: the mean of a number that is never absent, or the chance of a
/// condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The number or the condition.
    pub of: Expression,
    /// Whether less of it is better.
    pub minimises: bool,
}

/// A graph on whose ways what is aimed at adds up.
pub(super) struct Aimed<'g> {
    pub(super) graph: Cow<'g, Graph>,
    /// What each edge adds.
    pub(super) worth: Vec<f64>,
    /// The slots that are remembered, where that has to be.
    pub(super) slots: Vec<u32>,
    /// Of each of its states which state it was without being remembered; empty where nothing is.
    pub(super) of: Vec<u32>,
}

impl<'g> Aimed<'g> {
    pub(super) fn new(
        graph: &'g Graph,
        of: &Expression,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Aimed<'g>, Stop> {
        let slots = of.slots();
        graph.layout.has(&slots)?;
        if let Some(worth) = added_up(graph, of) {
            return Ok(Aimed {
                graph: Cow::Borrowed(graph),
                worth,
                slots: Vec::new(),
                of: Vec::new(),
            });
        }
        if is_shown_at_the_end(graph, &slots) {
            let nothing: Memory = vec![None; slots.len()].into();
            let worth = at_the_end(graph, of, &slots, |_| &nothing)?;
            return Ok(Aimed {
                graph: Cow::Borrowed(graph),
                worth,
                slots: Vec::new(),
                of: Vec::new(),
            });
        }
        let (graph, met) = remembering(graph, &slots, budget, watch)?;
        let worth = at_the_end(&graph, of, &slots, |state| &met[state].1)?;
        let of = met.into_iter().map(|(state, _)| state).collect();
        Ok(Aimed {
            graph: Cow::Owned(graph),
            worth,
            slots,
            of,
        })
    }
}

/// Whether all that is asked for is shown as a trial ends.
fn is_shown_at_the_end(graph: &Graph, slots: &[u32]) -> bool {
    let is_asked: Vec<bool> = graph
        .cells
        .iter()
        .map(|cell| slots.contains(&cell.slot))
        .collect();
    let is_shown = |edge: usize| graph.seen(edge).iter().any(|&cell| is_asked[cell as usize]);
    let is_before = |edge: usize| graph.target(edge) != EdgeTarget::Done && is_shown(edge);
    graph.splits.is_empty() && !(0..graph.edges.len()).any(is_before)
}

/// What each edge adds, by what was shown before its state: all of it where a trial ends.
fn at_the_end<'m>(
    graph: &Graph,
    of: &Expression,
    slots: &[u32],
    before: impl Fn(usize) -> &'m Memory,
) -> Result<Vec<f64>, Stop> {
    let mut worth = vec![0.0; graph.edges.len()];
    for state in 0..graph.state_count() {
        for edge in graph
            .edges_of(state)
            .filter(|&edge| graph.target(edge) == EdgeTarget::Done)
        {
            let shown = after(graph, slots, before(state), edge)?;
            let seen = |slot: u32| {
                slots
                    .binary_search(&slot)
                    .ok()
                    .and_then(|place| shown[place])
            };
            let mut value = |slot: u32| seen(slot).or(graph.layout.metric(slot as usize).otherwise);
            worth[edge] = match of.of(&mut value) {
                Some(Some(value)) => value as f64,
                Some(None) => return Err(absent().into()),
                None => return Err(overgrown().into()),
            };
        }
    }
    Ok(worth)
}

fn absent() -> RuleError {
    let help = "aim at a metric that every trial records, or at the chance of an event";
    RuleError::new(
        "the aim is the mean of a metric that some trials do not record",
        help,
    )
}

/// What each edge adds to a number that is a sum over the trial of what it shows; `None` where it
/// is no such sum.
fn added_up(graph: &Graph, of: &Expression) -> Option<Vec<f64>> {
    let mut factors: FxHashMap<u32, f64> = FxHashMap::default();
    let constant = terms(graph, of, 1.0, true, &mut factors)?;
    // A number that is there whatever happens moves nobody; it would have to be added where a trial
    // ends.
    if constant != 0.0 {
        return None;
    }
    let worth = |edge: usize| {
        let cells = graph.shown(edge);
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

/// Gathers the factors of the slots of a sum, and gives its constant.
fn terms(
    graph: &Graph,
    of: &Expression,
    factor: f64,
    may_not_be_absent: bool,
    factors: &mut FxHashMap<u32, f64>,
) -> Option<f64> {
    match of {
        Expression::Number(number) => Some(factor * *number as f64),
        Expression::Seen(slot) => {
            let metric = graph.layout.metric(*slot as usize);
            // What a trial that leaves it out counts for is not on any way.
            let adds_up = matches!(metric.fold, Fold::Once | Fold::Sum)
                && metric.otherwise.is_none_or(|value| value == 0);
            (adds_up && !(may_not_be_absent && metric.is_optional)).then(|| {
                *factors.entry(*slot).or_insert(0.0) += factor;
                0.0
            })
        }
        Expression::Plus(two) | Expression::Minus(two) => {
            let sign = if matches!(of, Expression::Minus(_)) {
                -1.0
            } else {
                1.0
            };
            let first = terms(graph, &two[0], factor, true, factors)?;
            Some(first + terms(graph, &two[1], sign * factor, true, factors)?)
        }
        Expression::Times(two) => match &**two {
            [Expression::Number(number), other] | [other, Expression::Number(number)] => terms(
                graph,
                other,
                factor * *number as f64,
                may_not_be_absent,
                factors,
            ),
            _ => None,
        },
        // What is absent adds nothing here.
        Expression::Sum(list) => list.iter().try_fold(0.0, |sum, one| {
            Some(sum + terms(graph, one, factor, false, factors)?)
        }),
        _ => None,
    }
}
