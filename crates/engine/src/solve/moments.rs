//! The mean and the standard deviation of a sum, from the graph itself: also where the sum has no
//! bound.

use crate::budget::{Stop, Watch};
use crate::explore::is_negligible;
use crate::graph::{Component, EdgeTarget, Flow, Graph};
use crate::metric::Fold;

/// Mean and standard deviation of what the trials that show a slot add up to in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
}

/// The mean and standard deviation of a slot whose metric is summed ([`Fold::Sum`]), right to about
/// 1e-12 of themselves, without its law: for sums that have no bound, or more values than anyone
/// would count.
///
/// Returns `None` if the metric does not sum, if a cycle cannot be solved, or if no trial shows the
/// metric. It also does so if trials split and may leave the metric out, or if the truncated mass
/// could have any value.
///
/// # Formula
/// With v the value that an edge adds, m(s) = E(v + m(t)) is solved state by state against the
/// flow, and so is the variance that is to come, V(s) = E((v + m(t) - m(s))² + V(t)): the sum so
/// far plus m(s) is a martingale, so that nothing large is ever subtracted. Where the trial splits,
/// m(t) and V(t) are sums over the sides, which do not know of each other. Where a trial may leave
/// the slot out, mean and variance are taken over the edges that show it first.
///
/// # Errors
/// When it is stopped, when there is no such slot, when a choice is open.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::solve::moments;
/// use oddsmith_engine::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};
///
/// /// Roll until a six comes.
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
    // What was cut ends there, as far as anyone knows, and may be worth anything.
    let is_truncated =
        (0..graph.edges().len()).any(|edge| graph.target(edge) == EdgeTarget::Truncated);
    if is_truncated && !is_negligible(Flow::<f64>::from_state(graph, 0, watch)?.unresolved, 2) {
        return Ok(None);
    }
    let added = EdgeAdditions::new(graph, slot);
    let Some(means) = added.worth(watch, |_, e| added.by_edge[e])? else {
        return Ok(None);
    };
    let surprise =
        |state: usize, e: usize| added.by_edge[e] + next_worth(graph, e, &means) - means[state];
    let Some(variances) = added.worth(watch, |state, e| surprise(state, e).powi(2))? else {
        return Ok(None);
    };
    if graph
        .ends
        .as_ref()
        .is_some_and(|ends| !ends.may_be_absent(slot))
    {
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

/// What an edge leads to is worth.
fn next_worth(graph: &Graph, edge: usize, worth: &[f64]) -> f64 {
    graph
        .next_states(edge)
        .iter()
        .map(|&target| worth[target as usize])
        .sum()
}

/// What each edge adds to a slot.
struct EdgeAdditions<'g> {
    graph: &'g Graph,
    by_edge: Vec<f64>,
    shows_slot: Vec<bool>,
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
            shows_slot: edges
                .map(|edge| slot_cells(edge).next().is_some())
                .collect(),
        }
    }

    fn mass(&self, edge: usize) -> f64 {
        self.graph.edges[edge].mass.float()
    }

    /// What a trial collects on average from each state on, by what it collects on each edge.
    fn worth(
        &self,
        watch: &Watch,
        collects: impl Fn(usize, usize) -> f64,
    ) -> Result<Option<Vec<f64>>, Stop> {
        let n = self.graph.state_count();
        let mut worth = vec![0.0; n];
        let order = self.graph.order();
        for states in order.iter().collect::<Vec<_>>().into_iter().rev() {
            // What is outside, with what the edges collect: inside, nothing is worth anything yet.
            let once = |&state: &u32| -> f64 {
                let edges = self.graph.edges_of(state as usize);
                edges
                    .map(|e| {
                        self.mass(e)
                            * (collects(state as usize, e) + next_worth(self.graph, e, &worth))
                    })
                    .sum()
            };
            let once: Vec<f64> = states.iter().map(once).collect();
            let Some(inside) = self.worth_until_left(states, once, watch)? else {
                return Ok(None);
            };
            states
                .iter()
                .zip(inside)
                .for_each(|(&state, inside)| worth[state as usize] = inside);
        }
        Ok(Some(worth))
    }

    /// What each state of a component collects until it is left, by what each visit collects.
    fn worth_until_left(
        &self,
        states: &[u32],
        once: Vec<f64>,
        watch: &Watch,
    ) -> Result<Option<Vec<f64>>, Stop> {
        let is_self_loop = |e: &usize| self.graph.next_states(*e).contains(&states[0]);
        if states.len() == 1
            && !self
                .graph
                .edges_of(states[0] as usize)
                .any(|e| is_self_loop(&e))
        {
            return Ok(Some(once));
        }
        Component::<f64>::along_edges(
            self.graph,
            states,
            &|state| self.graph.edges_of(state as usize),
            &|_| true,
        )
        .worth(once, watch)
    }

    /// Of the trials that show the slot: from the edges that show it first.
    fn present_moments(
        &self,
        means: &[f64],
        variances: &[f64],
        watch: &Watch,
    ) -> Result<Option<Moments>, Stop> {
        let graph = self.graph;
        let unsaid = Flow::<f64>::along_edges(graph, 0, watch, |edge| !self.shows_slot[edge])?;
        let first = || {
            let showing_edges = |state: usize| {
                graph
                    .edges_of(state)
                    .filter(|&e| self.shows_slot[e])
                    .map(move |e| (state, e))
            };
            let edges = (0..graph.state_count()).flat_map(showing_edges);
            edges.map(|(state, e)| (unsaid.visits[state] * self.mass(e), e))
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
