//! The mean number of observations of each value.

use std::collections::BTreeMap;

use crate::budget::{Stop, Watch};
use crate::graph::{Flow, Graph};
use crate::odds::Mass;
use crate::solve::SETTLED_THRESHOLD;

/// The mean number of observations of a slot, and the distribution of their values.
#[derive(Clone, Debug)]
pub struct Frequencies {
    /// The mean number of observations in a trial.
    pub mean_count: f64,
    /// The share of each value in all observations, by value; empty if there are none.
    pub shares: Vec<(i64, Mass)>,
}

/// Returns how often a slot is observed, and how often with each value. Repeated observations in a
/// trial all count. Observations that a metric folds within one step of the rule count as one,
/// unless they are kept [separate](crate::Metric::apart).
///
/// Returns `None` if so much of the graph was truncated that a shown number could differ, or if a
/// cycle could not be solved.
///
/// # Errors
/// Returns an error if the work is stopped, if there is no such slot, or if a choice is open.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::solve::frequencies;
/// use oddsmith_engine::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};
///
/// /// Rolls until a six.
/// struct Patience;
///
/// impl Rule for Patience {
///     type State = ();
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("face").fold(Fold::Last)] }
///     fn start(&self, _: &Parts) {}
///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
///         let face = ask.roll(Die::D6);
///         ask.observe_whole(0, face.into());
///         Ok(if face < 6 { Step::Continue } else { Step::Done })
///     }
/// }
///
/// let graph = explore(&Patience, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
/// let faces = frequencies(&graph, 0, &Watch::default()).unwrap().unwrap();
/// assert!((faces.mean_count - 6.0).abs() < 1e-12);
/// assert!(faces.shares.iter().all(|(_, share)| share.fraction() == Some((1, 6))) && faces.shares.len() == 6);
/// ```
pub fn frequencies(graph: &Graph, slot: usize, watch: &Watch) -> Result<Option<Frequencies>, Stop> {
    graph.check_decided()?;
    graph
        .layout
        .check_slots(&[u32::try_from(slot).unwrap_or(u32::MAX)])?;
    let flow = Flow::<Mass>::from_state(graph, 0, watch)?;
    if flow.unresolved.float() > SETTLED_THRESHOLD {
        return Ok(None);
    }
    let mut counts: BTreeMap<i64, Mass> = BTreeMap::new();
    for (cell, often) in graph.cells().iter().zip(flow.cell_masses(graph)) {
        if cell.slot as usize == slot && often.float() > 0.0 {
            *counts.entry(cell.value).or_insert(Mass::ZERO) += often;
        }
    }
    let total: Mass = counts.values().copied().sum();
    let shares = counts
        .into_iter()
        .map(|(value, often)| (value, often * total.inverse()))
        .collect();
    Ok(Some(Frequencies {
        mean_count: total.float(),
        shares,
    }))
}
