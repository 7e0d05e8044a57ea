//! The mean and the standard deviation of a sum, computed from the graph, also for unbounded sums.

use crate::budget::{Stop, Watch};
use crate::explore::is_negligible;
use crate::graph::{Component, CycleSolver, EdgeTarget, Flow, Graph};
use crate::metric::Fold;

/// The mean and the standard deviation of a slot over the trials that record it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
}

/// Returns the mean and the standard deviation of a slot that sums over a trial ([`Fold::Sum`]),
/// with a relative error of about 1e-12. It does not need the distribution, so the sum may be
/// unbounded or have too many values.
///
/// Returns `None` if the metric is not a sum, if a cycle cannot be solved, or if no trial records
/// the metric. It also does so if trials split and may not record the metric, or if the truncated
/// trials could change the result.
///
/// # Formula
/// Let v be the value that an edge adds. The mean m(s) = E(v + m(t)) is solved state by state in
/// backward order. Then the remaining variance V(s) = E((v + m(t) - m(s))² + V(t)) is solved in the
/// same way. The sum so far plus m(s) is a martingale, so that no large numbers are subtracted. At
/// a split, m(t) and V(t) are sums over the sides, which are independent. If a trial may not record
/// the slot, the mean and the variance are taken over the first edges that record it.
///
/// # Errors
/// Returns an error if the work is stopped, if there is no such slot, or if a choice is open.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::solve::moments;
/// use oddsmith_engine::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};
///
/// /// Rolls until a six.
/// struct Patience;
///
/// impl Rule for Patience {
///     type State = ();
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("rolls").fold(Fold::Sum)] }
///     fn start(&self, _: &Parts) {}
///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
///         ask.observe_whole(0, 1);
///         Ok(if ask.roll(Die::D6) < 6 { Step::Continue } else { Step::Done })
///     }
/// }
///
/// let graph = explore(&Patience, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
/// let rolls = moments(&graph, 0, &Watch::default()).unwrap().unwrap();
/// assert!((rolls.mean - 6.0).abs() < 1e-14 && (rolls.sd - 30f64.sqrt()).abs() < 1e-14);
/// ```
pub fn moments(graph: &Graph, slot: usize, watch: &Watch) -> Result<Option<Moments>, Stop> {
    graph.check_decided()?;
    let layout = &graph.layout;
    layout.check_slots(&[u32::try_from(slot).unwrap_or(u32::MAX)])?;
    if layout.metric(slot).fold != Fold::Sum {
        return Ok(None);
    }
    // A truncated trial seems to end there, but may have any sum.
    let is_truncated =
        (0..graph.edge_count()).any(|edge| graph.target(edge) == EdgeTarget::Truncated);
    if is_truncated && !is_negligible(Flow::<f64>::from_state(graph, 0, watch)?.unresolved, 2) {
        return Ok(None);
    }
    let added = EdgeAdditions::new(graph, slot);
    let Some(StateMoments { means, variances }) = added.moments_by_state(watch)? else {
        return Ok(None);
    };
    if !graph.may_be_absent(slot) {
        return Ok(Some(Moments {
            mean: means[0],
            sd: variances[0].sqrt(),
        }));
    }
    if !graph.splits.is_empty() {
        return Ok(None);
    }
    added.present_moments(&means, &variances, watch)
}

/// Returns the sum of the values of the states after an edge.
fn next_worth(graph: &Graph, edge: usize, worth: &[f64]) -> f64 {
    graph
        .next_states(edge)
        .iter()
        .map(|&target| worth[target as usize])
        .sum()
}

/// Stores the values of a component.
fn store(states: &[u32], inside: &[f64], values: &mut [f64]) {
    states
        .iter()
        .zip(inside)
        .for_each(|(&state, &value)| values[state as usize] = value);
}

/// The mean and the variance of the sum from each state on.
struct StateMoments {
    means: Vec<f64>,
    variances: Vec<f64>,
}

/// The amount that each edge adds to a slot.
struct EdgeAdditions<'g> {
    graph: &'g Graph,
    by_edge: Vec<f64>,
    records_slot: Vec<bool>,
}

impl<'g> EdgeAdditions<'g> {
    fn new(graph: &'g Graph, slot: usize) -> EdgeAdditions<'g> {
        let slot_cells = |edge: usize| {
            let cells = graph.edge_cells(edge);
            cells.filter(|cell| cell.slot as usize == slot)
        };
        let edges = 0..graph.edges.len();
        let by_edge = edges
            .clone()
            .map(|edge| slot_cells(edge).map(|cell| cell.value as f64).sum())
            .collect();
        EdgeAdditions {
            graph,
            by_edge,
            records_slot: edges
                .map(|edge| slot_cells(edge).next().is_some())
                .collect(),
        }
    }

    fn mass(&self, edge: usize) -> f64 {
        self.graph.mass(edge).float()
    }

    /// Returns the mean and the variance of the sum from each state on; `None` if a cycle cannot be
    /// solved.
    fn moments_by_state(&self, watch: &Watch) -> Result<Option<StateMoments>, Stop> {
        let n = self.graph.state_count();
        let (mut means, mut variances) = (vec![0.0; n], vec![0.0; n]);
        for states in self.graph.order().iter().rev() {
            let solver = self.solver(states, watch)?;
            let Some(inside) = self.totals(states, &solver, &means, |_, e| self.by_edge[e]) else {
                return Ok(None);
            };
            store(states, &inside, &mut means);
            let surprise = |state: u32, e: usize| {
                let after = self.by_edge[e] + next_worth(self.graph, e, &means);
                (after - means[state as usize]).powi(2)
            };
            let Some(inside) = self.totals(states, &solver, &variances, surprise) else {
                return Ok(None);
            };
            store(states, &inside, &mut variances);
        }
        Ok(Some(StateMoments { means, variances }))
    }

    /// Returns, for each state of a component, the expected sum of `collects` over the edges from
    /// there on. `totals` has the sums of later components, and 0 for this one: transitions within
    /// the component are part of its linear system.
    fn totals(
        &self,
        states: &[u32],
        solver: &Option<CycleSolver<f64>>,
        totals: &[f64],
        collects: impl Fn(u32, usize) -> f64,
    ) -> Option<Vec<f64>> {
        let once = |&state: &u32| -> f64 {
            let edges = self.graph.edges_of(state as usize);
            let along = |e| self.mass(e) * (collects(state, e) + next_worth(self.graph, e, totals));
            edges.map(along).sum()
        };
        let once = states.iter().map(once).collect();
        match solver {
            Some(solver) => solver.worth(once),
            None => Some(once),
        }
    }

    /// Returns the solver of a component; `None` if it is a single state that does not lead to
    /// itself.
    fn solver(&self, states: &[u32], watch: &Watch) -> Result<Option<CycleSolver<f64>>, Stop> {
        if states.len() == 1 && !self.graph.leads_back(states[0]) {
            return Ok(None);
        }
        let edges_of = |state: u32| self.graph.edges_of(state as usize);
        let component = Component::along_edges(self.graph, states, &edges_of, &|_| true);
        component.solver(watch).map(Some)
    }

    /// Returns the moments over the trials that record the slot, from the first edges that record
    /// it.
    fn present_moments(
        &self,
        means: &[f64],
        variances: &[f64],
        watch: &Watch,
    ) -> Result<Option<Moments>, Stop> {
        let graph = self.graph;
        let unrecorded =
            Flow::<f64>::along_edges(graph, 0, watch, |edge| !self.records_slot[edge])?;
        let first = || {
            let recording_edges = |state: usize| {
                graph
                    .edges_of(state)
                    .filter(|&e| self.records_slot[e])
                    .map(move |e| (state, e))
            };
            let edges = (0..graph.state_count()).flat_map(recording_edges);
            edges.map(|(state, e)| (unrecorded.visits[state] * self.mass(e), e))
        };
        let present: f64 = first().map(|(p, _)| p).sum();
        if present <= 0.0 {
            return Ok(None);
        }
        let to_come = |e: usize| self.by_edge[e] + next_worth(graph, e, means);
        let mean = first().map(|(p, e)| p / present * to_come(e)).sum::<f64>();
        let square = |(p, e): (f64, usize)| {
            p / present * ((to_come(e) - mean).powi(2) + next_worth(graph, e, variances))
        };
        Ok(Some(Moments {
            mean,
            sd: first().map(square).sum::<f64>().sqrt(),
        }))
    }
}
