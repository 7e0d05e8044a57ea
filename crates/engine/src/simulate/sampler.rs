//! A sample drawn over the state graph, a million trials at once.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::alias::AliasTable;
use super::batches::{BATCH, Stream, in_parallel, memory, of_each_slot};
use super::crowd::Crowd;
use super::folding::Folding;
use super::random::Random;
use super::recorder::fill;
use super::walk::{Alone, groups, walk};
use crate::explore::{Cell, Graph, Stop, Watch};
use crate::metric::Fold;
use crate::odds::Tally;
use crate::solve::Components;

/// Batches that a crowd is made of, at most: what is drawn in several runs is cut between two crowds. Part of what a seed
/// means: another size gives other numbers.
pub const CROWD: u64 = 50;

/// Draws trials over the graph of a rule.
///
/// Trials that stand in one state and have folded the same are a crowd, which is split over the ways on as a whole. What
/// has no company any more, and what splits, walks alone and carries its folds. Both have the same law as playing.
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
///         ask.whole(0, face.into());
///         Ok(Step::Done)
///     }
/// }
///
/// let watch = Watch::default();
/// let graph = explore(&OneDie, &Parts::ALL, &Budget::default(), &watch).unwrap();
/// let stream = Stream { seed: 1, case: 1, purpose: Purpose::Drawn(0) };
/// let faces = &GraphSampler::new(graph).draw(stream, stream.batches(60_000), 60_000, &watch).unwrap()[0];
/// assert_eq!(faces.total(), 60_000);
/// assert!((faces.mean().unwrap() - 3.5).abs() < 0.05);
/// ```
#[derive(Debug)]
pub struct GraphSampler {
    pub(super) graph: Graph,
    /// The states in order, circle by circle.
    pub(super) order: Arc<Components>,
    /// For each edge: its probability among the edges of its state from it on.
    pub(super) shares: Vec<f64>,
    /// For each state: a table over its edges, once a trial has wanted one.
    tables: Vec<OnceLock<AliasTable>>,
    pub(super) folding: Folding,
}

/// What drawn trials did.
#[derive(Debug)]
pub(super) struct Drawn {
    /// How many took each edge.
    pub(super) taken: Vec<u64>,
    /// What they folded, once it was over.
    folded: Vec<Tally>,
}

impl GraphSampler {
    /// Prepares a graph.
    pub fn new(graph: Graph) -> GraphSampler {
        let graph = graph.without_opening();
        let edges = graph.edges();
        let mut shares = vec![1.0; edges.len()];
        for state in 0..graph.state_count() {
            let mut rest = 0.0;
            for e in graph.edges_of(state).rev() {
                let mass = edges[e].mass.float();
                rest += mass;
                shares[e] = if rest > 0.0 { mass / rest } else { 0.0 };
            }
        }
        let tables = (0..graph.state_count()).map(|_| OnceLock::new()).collect();
        let order = graph.order();
        let folding = Folding::new(&graph, &order);
        GraphSampler { order, shares, tables, folding, graph }
    }

    /// Draws batches of so many trials in all, of [`BATCH`](super::BATCH) each but for the last; a tally for each slot. Crowds are counted from the first of them on, so that several runs
    /// draw the same as one where each begins with a multiple of [`CROWD`].
    ///
    /// # Errors
    /// When it is stopped, when there are more different values than fit, when a choice is open.
    pub fn draw(&self, stream: Stream, batches: Range<u64>, trials: u64, watch: &Watch) -> Result<Vec<Tally>, Stop> {
        self.graph.is_decided()?;
        let end = batches.end.min(trials.div_ceil(BATCH));
        let crowds: Vec<Range<u64>> =
            (batches.start..end).step_by(CROWD as usize).map(|first| first..end.min(first + CROWD)).collect();
        let tallies = in_parallel(crowds, watch, |crowd| {
            let size = trials.min(crowd.end * BATCH) - crowd.start * BATCH;
            let tallies = self.draw_crowd(stream, crowd.start, size, watch)?;
            watch.add_trials(size);
            if watch.has_room_for(memory(&tallies)) { Ok(tallies) } else { Err(Stop::TooMuch) }
        })?;
        Ok(of_each_slot(tallies, self.graph.layout()))
    }

    /// Draws a crowd, which has the number of its first batch.
    fn draw_crowd(&self, stream: Stream, batch: u64, trials: u64, watch: &Watch) -> Result<Vec<Tally>, Stop> {
        let mut crowd = Crowd::new(self, stream.batch(batch));
        crowd.run(trials, watch)?;
        let Crowd { folds, drawn, alone, .. } = crowd;
        let walk = |mut drawn: Drawn, (group, batch): (Vec<Alone>, u64)| -> Result<Drawn, Stop> {
            walk(self, &folds, &group, &mut stream.alone(batch), &mut drawn, watch)?;
            Ok(drawn)
        };
        // What walks alone is no more than the trials, so that its groups find batches of their own.
        let groups: Vec<_> = groups(alone, BATCH).into_iter().zip(batch..).collect();
        let walked = groups.into_par_iter().try_fold(|| Drawn::new(&self.graph), walk);
        let all = walked.try_reduce(|| Drawn::new(&self.graph), |into, other| Ok(into.merged(&other)))?;
        let mut tallies = all.merged(&drawn).tallies(&self.graph);
        fill(self.graph.layout(), trials, &mut tallies);
        Ok(tallies)
    }

    /// The edge that is drawn in a state.
    #[inline]
    pub(super) fn edge_from(&self, state: usize, random: &mut Random) -> usize {
        let edges = self.graph.edges_of(state);
        if edges.len() == 1 {
            return edges.start;
        }
        let weights = || self.graph.edges()[edges.clone()].iter().map(|edge| edge.mass.float());
        let table = self.tables[state].get_or_init(|| AliasTable::new(weights()));
        edges.start + table.index(random.word())
    }
}

impl Drawn {
    pub(super) fn new(graph: &Graph) -> Drawn {
        Drawn { taken: vec![0; graph.edges().len()], folded: vec![Tally::default(); graph.layout().len()] }
    }

    /// So many trials are done with what they folded.
    #[inline]
    pub(super) fn tell(&mut self, cell: Cell, trials: u64) {
        self.folded[cell.slot as usize].add(cell.value, trials);
    }

    fn merged(mut self, other: &Drawn) -> Drawn {
        self.taken.iter_mut().zip(&other.taken).for_each(|(own, more)| *own += more);
        self.folded.iter_mut().zip(&other.folded).for_each(|(own, more)| own.merge(more));
        self
    }

    /// The counts, slot by slot: what was seen once is what the edges say.
    pub(super) fn tallies(self, graph: &Graph) -> Vec<Tally> {
        let mut cells = vec![0u64; graph.cells().len()];
        for (edge, trials) in self.taken.into_iter().enumerate().filter(|&(_, trials)| trials > 0) {
            graph.seen(edge).iter().for_each(|&cell| cells[cell as usize] += trials);
        }
        let mut tallies = self.folded;
        let layout = graph.layout();
        for (cell, trials) in graph.cells().iter().zip(cells) {
            if layout.metrics()[layout.metric_of(cell.slot as usize)].fold == Fold::Once {
                tallies[cell.slot as usize].add(cell.value, trials);
            }
        }
        tallies
    }
}
