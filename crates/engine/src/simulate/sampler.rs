//! A state graph that is prepared for sampling millions of trials.

use std::sync::{Arc, OnceLock};

use super::alias::AliasTable;
use super::folding::FoldTable;
use super::random::Random;
use super::waits::Waits;
use crate::graph::{Cell, Components, Graph};
use crate::metric::Fold;
use crate::odds::Tally;

/// The maximal number of batches in a cohort. A sample may be split over several runs only between
/// cohorts. Changing this changes the trials of a seed.
pub const COHORT_BATCHES: u64 = 50;

/// A sampler of trials from the state graph of a rule.
///
/// Trials in the same state with the same folded values form a cohort, which is split over the
/// transitions as a whole. A trial that is alone in its cohort or splits leaves the cohort and
/// carries its folded values itself. The trials have the same distribution as simulated ones.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::simulate::{GraphSampler, Purpose, Stream};
/// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};
///
/// struct OneDie;
///
/// impl Rule for OneDie {
///     type State = ();
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("face")] }
///     fn start(&self, _: &Parts) {}
///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
///         let face = ask.roll(Die::D6);
///         ask.observe_whole(0, face.into());
///         Ok(Step::Done)
///     }
/// }
///
/// let watch = Watch::default();
/// let graph = explore(&OneDie, &Parts::ALL, &Budget::default(), &watch).unwrap();
/// let stream = Stream { seed: 1, case: 1, purpose: Purpose::Sampled(0) };
/// let faces = &GraphSampler::new(graph).sample(stream, stream.batches(60_000), 60_000, &watch).unwrap()[0];
/// assert_eq!(faces.total(), 60_000);
/// assert!((faces.mean().unwrap() - 3.5).abs() < 0.05);
/// ```
#[derive(Debug)]
pub struct GraphSampler {
    pub(super) graph: Graph,
    /// The components of the graph in topological order.
    pub(super) order: Arc<Components>,
    /// For each edge, its probability relative to this edge and the later edges of its state.
    pub(super) shares: Vec<f64>,
    /// For each state, a table over its edges, which is built when it is first needed.
    tables: Vec<OnceLock<AliasTable>>,
    pub(super) folding: FoldTable,
    pub(super) waits: Waits,
    /// What a step of a trial that moves alone counts as, in random choices of a cohort.
    pub(super) lone_draws: u64,
}

/// The size of a graph that fits into a processor's cache.
const CACHE_BYTES: usize = 4_000_000;
/// How much longer a step of a trial that moves alone takes if the graph is larger.
const UNCACHED_FACTOR: u64 = 60;

/// The counts of sampled trials.
#[derive(Debug)]
pub(super) struct SampledCounts {
    /// The number of trials that used each edge.
    pub(super) edge_trials: Vec<u64>,
    /// The counts of final folded values.
    folded_tallies: Vec<Tally>,
    /// The number of random choices so far, in whatever way they were made.
    pub(super) draws: u64,
}

impl GraphSampler {
    /// Prepares a graph.
    pub fn new(graph: Graph) -> GraphSampler {
        let graph = graph.without_silent_prefix();
        let mut shares = vec![1.0; graph.edge_count()];
        for state in 0..graph.state_count() {
            let mut rest = 0.0;
            for e in graph.edges_of(state).rev() {
                let mass = graph.mass(e).float();
                rest += mass;
                shares[e] = if rest > 0.0 { mass / rest } else { 0.0 };
            }
        }
        let tables = (0..graph.state_count()).map(|_| OnceLock::new()).collect();
        let order = graph.order();
        let folding = FoldTable::new(&graph);
        let waits = Waits::new(&graph);
        GraphSampler {
            order,
            shares,
            tables,
            folding,
            waits,
            lone_draws: if graph.bytes() > CACHE_BYTES {
                UNCACHED_FACTOR
            } else {
                1
            },
            graph,
        }
    }

    /// Samples an edge of a state.
    #[inline]
    pub(super) fn sample_edge(&self, state: usize, random: &mut Random) -> usize {
        let edges = self.graph.edges_of(state);
        if edges.len() == 1 {
            return edges.start;
        }
        let weights = || edges.clone().map(|edge| self.graph.mass(edge).float());
        let table = self.tables[state].get_or_init(|| AliasTable::new(weights()));
        edges.start + table.index(random.word())
    }
}

impl SampledCounts {
    pub(super) fn new(graph: &Graph) -> SampledCounts {
        SampledCounts {
            edge_trials: vec![0; graph.edges.len()],
            folded_tallies: vec![Tally::default(); graph.layout.len()],
            draws: 0,
        }
    }

    /// Counts trials with a final folded value.
    #[inline]
    pub(super) fn add_folded(&mut self, cell: Cell, trials: u64) {
        self.folded_tallies[cell.slot as usize].add(cell.value, trials);
    }

    pub(super) fn merge(mut self, other: &SampledCounts) -> SampledCounts {
        self.edge_trials
            .iter_mut()
            .zip(&other.edge_trials)
            .for_each(|(count, more)| *count += more);
        self.folded_tallies
            .iter_mut()
            .zip(&other.folded_tallies)
            .for_each(|(tally, more)| tally.merge(more));
        self.draws += other.draws;
        self
    }

    /// Returns the counts, slot by slot. For metrics with one observation they follow from the
    /// counts of edges.
    pub(super) fn tallies(self, graph: &Graph) -> Vec<Tally> {
        let mut cells = vec![0u64; graph.cells.len()];
        for (edge, trials) in self
            .edge_trials
            .into_iter()
            .enumerate()
            .filter(|&(_, trials)| trials > 0)
        {
            graph
                .edge_cell_indices(edge)
                .iter()
                .for_each(|&cell| cells[cell as usize] += trials);
        }
        let mut tallies = self.folded_tallies;
        let layout = &graph.layout;
        for (cell, trials) in graph.cells.iter().zip(cells) {
            if layout.metric(cell.slot as usize).fold == Fold::Once {
                tallies[cell.slot as usize].add(cell.value, trials);
            }
        }
        tallies
    }
}
