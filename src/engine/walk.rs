//! Simulation over the state graph: the trials of a batch are exchangeable, so that only how many
//! stand in which state matters.

use std::ops::Range;

use crate::chance::alias::AliasTable;
use crate::chance::sampler::Sampler;
use crate::odds::tally::Tally;

use super::graph::Graph;
use super::sampling::{Stream, Watch, in_batches};

/// Trials per edge from which splitting a crowd by binomial draws, one an edge, is cheaper than
/// drawing an edge for each trial: a binomial costs about as much as this many table look-ups.
const CROWD: u64 = 12;

/// A graph made ready for many trials.
#[derive(Debug)]
pub struct Walker<'g> {
    graph: &'g Graph,
    /// For each edge: its probability among the edges of its state from it on.
    shares: Vec<f64>,
    /// For each state with a choice: a table over its edges.
    tables: Vec<Option<AliasTable>>,
}

/// Where the trials of a thread stand, and which edges they took.
struct Traffic {
    standing: Vec<u64>,
    taken: Vec<u64>,
}

impl<'g> Walker<'g> {
    /// Prepares the draws of every state.
    pub fn new(graph: &'g Graph) -> Walker<'g> {
        let edges = graph.edges();
        let mut shares = vec![1.0; edges.len()];
        let mut tables = Vec::with_capacity(graph.state_count());
        for state in 0..graph.state_count() {
            let range = graph.edges_of(state);
            let mut rest = 0.0;
            for e in range.clone().rev() {
                let mass = edges[e].mass.float();
                rest += mass;
                shares[e] = if rest > 0.0 { mass / rest } else { 0.0 };
            }
            let choice = range.len() > 1;
            tables.push(choice.then(|| AliasTable::new(edges[range].iter().map(|edge| edge.mass.float()))));
        }
        Walker { graph, shares, tables }
    }

    /// Walks batches of trials; a tally for each slot.
    pub fn walk(&self, stream: Stream, batches: Range<u64>, trials: u64, watch: &Watch) -> Vec<Tally> {
        let empty =
            || Traffic { standing: vec![0; self.graph.state_count()], taken: vec![0; self.graph.edges().len()] };
        let run = |traffic: &mut Traffic, batch, size| self.walk_batch(traffic, &mut stream.batch(batch), size);
        let merge = |mut into: Traffic, other: Traffic| {
            into.taken.iter_mut().zip(&other.taken).for_each(|(sum, more)| *sum += more);
            into
        };
        let traffic = in_batches(batches, trials, watch, empty, run, merge);
        self.tallies(&traffic.taken)
    }

    fn walk_batch(&self, traffic: &mut Traffic, random: &mut Sampler, trials: u64) {
        traffic.standing[0] = trials;
        for state in 0..self.graph.state_count() {
            let crowd = std::mem::take(&mut traffic.standing[state]);
            if crowd == 0 {
                continue;
            }
            let edges = self.graph.edges_of(state);
            match &self.tables[state] {
                Some(table) if crowd < CROWD * edges.len() as u64 => {
                    for _ in 0..crowd {
                        self.take(traffic, edges.start + table.index(random.word()), 1);
                    }
                }
                Some(_) => self.split(traffic, random, edges, crowd),
                None => self.take(traffic, edges.start, crowd),
            }
        }
    }

    /// Splits a crowd over edges: a multinomial, as one binomial after another of those left.
    fn split(&self, traffic: &mut Traffic, random: &mut Sampler, edges: Range<usize>, mut crowd: u64) {
        let last = edges.end - 1;
        for e in edges {
            let here = if e == last { crowd } else { random.binomial_count(crowd, self.shares[e]) };
            self.take(traffic, e, here);
            crowd -= here;
            if crowd == 0 {
                return;
            }
        }
    }

    #[inline]
    fn take(&self, traffic: &mut Traffic, edge: usize, trials: u64) {
        traffic.taken[edge] += trials;
        if let Some(standing) = traffic.standing.get_mut(self.graph.edges()[edge].target as usize) {
            *standing += trials;
        }
    }

    fn tallies(&self, taken: &[u64]) -> Vec<Tally> {
        let mut cells = vec![0u64; self.graph.cells().len()];
        for (edge, &trials) in taken.iter().enumerate().filter(|&(_, &trials)| trials > 0) {
            self.graph.seen(edge).iter().for_each(|&cell| cells[cell as usize] += trials);
        }
        let mut tallies = vec![Tally::default(); self.graph.slot_count()];
        for (cell, trials) in self.graph.cells().iter().zip(cells) {
            tallies[cell.slot as usize].add(cell.value, trials);
        }
        tallies
    }
}
