//! A sample drawn over the state graph: the trials of a batch are exchangeable, so that only how many stand in which
//! state matters.

use std::ops::Range;

use super::alias::AliasTable;
use super::batches::{Stream, in_batches, memory};
use super::random::Random;
use super::recorder::Recorder;
use super::walk::{Walker, tables};
use crate::explore::{Budget, Graph, Stop, Target, Watch};
use crate::metric::Fold;
use crate::odds::Tally;
use crate::solve::{components, lift_all};

/// Trials per edge from which splitting a crowd by binomial draws, one an edge, is cheaper than drawing an edge for
/// each trial: a binomial costs about as much as this many table look-ups.
const CROWD: u64 = 12;

/// Edges up to which the graph that crowds are split over may be lifted by what is folded.
const MOST_EDGES: usize = 100_000;

/// Draws trials over the graph of a rule.
///
/// Where the graph, lifted by everything that is folded, stays small, crowds of trials are split over it; else each
/// trial walks alone and carries its folds. Both have the same law as playing.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::simulate::{GraphSampler, Purpose, Stream, batches};
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
/// let faces = &GraphSampler::new(graph, &watch).unwrap().draw(stream, 0..batches(60_000), 60_000, &watch).unwrap()[0];
/// assert_eq!(faces.total(), 60_000);
/// assert!((faces.mean().unwrap() - 3.5).abs() < 0.05);
/// ```
#[derive(Debug)]
pub struct GraphSampler(Manner);

#[derive(Debug)]
enum Manner {
    Crowds(Crowds),
    Singly(Walker),
}

/// A graph without folds, made ready for crowds.
#[derive(Debug)]
struct Crowds {
    graph: Graph,
    /// The states in order, circle by circle.
    order: Vec<Vec<u32>>,
    /// For each edge: its probability among the edges of its state from it on.
    shares: Vec<f64>,
    /// For each state with a choice: a table over its edges.
    tables: Vec<Option<AliasTable>>,
}

/// Where the trials of a batch stand, and which edges they took.
struct Occupancy {
    standing: Vec<u64>,
    taken: Vec<u64>,
}

impl GraphSampler {
    /// Prepares a graph.
    ///
    /// # Errors
    /// When it is stopped.
    pub fn new(graph: Graph, watch: &Watch) -> Result<GraphSampler, Stop> {
        let folds = graph.layout().metrics().iter().any(|metric| metric.fold != Fold::Once);
        if !graph.splits().is_empty() {
            return Ok(GraphSampler(Manner::Singly(Walker::new(graph))));
        }
        if !folds {
            return Ok(GraphSampler(Manner::Crowds(Crowds::new(graph))));
        }
        let budget = Budget { edges: MOST_EDGES, ..Budget::default() };
        match lift_all(&graph, &budget, watch) {
            Ok(lifted) => Ok(GraphSampler(Manner::Crowds(Crowds::new(lifted)))),
            Err(Stop::TooLarge { .. }) => Ok(GraphSampler(Manner::Singly(Walker::new(graph)))),
            Err(stop) => Err(stop),
        }
    }

    /// Whether trials go in crowds: then a million cost little more than one. Single trials over a large graph may cost
    /// more than playing them.
    pub fn is_in_crowds(&self) -> bool {
        matches!(self.0, Manner::Crowds(_))
    }

    /// Draws batches of trials; a tally for each slot.
    ///
    /// # Errors
    /// When it is stopped, or when there are more different values than fit.
    pub fn draw(&self, stream: Stream, batches: Range<u64>, trials: u64, watch: &Watch) -> Result<Vec<Tally>, Stop> {
        match &self.0 {
            Manner::Crowds(crowds) => in_batches(batches, trials, watch, |batch, size| {
                let tallies = crowds.draw(&mut stream.batch(batch), size, watch)?;
                watch.add_trials(size);
                counted(tallies, watch)
            }),
            Manner::Singly(walker) => in_batches(batches, trials, watch, |batch, size| {
                let mut recorder = Recorder::of_any(walker.graph().layout());
                walker.walk(&mut stream.batch(batch), &mut recorder, size, watch)?;
                counted(recorder.tallies()?, watch)
            }),
        }
    }
}

fn counted(tallies: Vec<Tally>, watch: &Watch) -> Result<Vec<Tally>, Stop> {
    if watch.has_room_for(memory(&tallies)) { Ok(tallies) } else { Err(Stop::TooMuch) }
}

impl Crowds {
    fn new(graph: Graph) -> Crowds {
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
        let order = components(&graph, 0).iter().map(<[u32]>::to_vec).collect();
        Crowds { order, shares, tables: tables(&graph), graph }
    }

    fn draw(&self, random: &mut Random, trials: u64, watch: &Watch) -> Result<Vec<Tally>, Stop> {
        let (states, edges) = (self.graph.state_count(), self.graph.edges().len());
        let mut occupancy = Occupancy { standing: vec![0; states], taken: vec![0; edges] };
        occupancy.standing[0] = trials;
        for circle in &self.order {
            // Crowds go round a circle until the last trial has left it.
            while circle.iter().any(|&state| occupancy.standing[state as usize] > 0) {
                circle.iter().for_each(|&state| self.leave(&mut occupancy, random, state as usize));
                if watch.is_stopped() {
                    return Err(Stop::Asked);
                }
            }
        }
        Ok(self.tallies(&occupancy.taken))
    }

    /// Every trial in a state takes one of its edges.
    fn leave(&self, occupancy: &mut Occupancy, random: &mut Random, state: usize) {
        let crowd = std::mem::take(&mut occupancy.standing[state]);
        if crowd == 0 {
            return;
        }
        let edges = self.graph.edges_of(state);
        match &self.tables[state] {
            Some(table) if crowd < CROWD * edges.len() as u64 => {
                (0..crowd).for_each(|_| self.take(occupancy, edges.start + table.index(random.word()), 1));
            }
            Some(_) => self.split(occupancy, random, edges, crowd),
            None => self.take(occupancy, edges.start, crowd),
        }
    }

    /// Splits a crowd over edges: a multinomial, as one binomial after another of those left.
    fn split(&self, occupancy: &mut Occupancy, random: &mut Random, edges: Range<usize>, mut crowd: u64) {
        let last = edges.end - 1;
        for e in edges {
            let here = if e == last { crowd } else { random.binomial(crowd, self.shares[e]) };
            self.take(occupancy, e, here);
            crowd -= here;
            if crowd == 0 {
                return;
            }
        }
    }

    #[inline]
    fn take(&self, occupancy: &mut Occupancy, edge: usize, trials: u64) {
        occupancy.taken[edge] += trials;
        if let Target::State(target) = self.graph.target(edge) {
            occupancy.standing[target as usize] += trials;
        }
    }

    fn tallies(&self, taken: &[u64]) -> Vec<Tally> {
        let mut cells = vec![0u64; self.graph.cells().len()];
        for (edge, &trials) in taken.iter().enumerate().filter(|&(_, &trials)| trials > 0) {
            self.graph.seen(edge).iter().for_each(|&cell| cells[cell as usize] += trials);
        }
        let mut tallies = vec![Tally::default(); self.graph.layout().len()];
        for (cell, trials) in self.graph.cells().iter().zip(cells) {
            tallies[cell.slot as usize].add(cell.value, trials);
        }
        tallies
    }
}
