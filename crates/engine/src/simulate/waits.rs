//! Waiting states: a trial returns to them many times by one edge, and the number of returns is
//! sampled at once.

use rand_distr::Geometric;
use rustc_hash::FxHashMap;

use super::alias::AliasTable;
use super::random::Random;
use crate::graph::Graph;

/// The waiting states of a graph.
#[derive(Debug, Default)]
pub(super) struct Waits(FxHashMap<u32, Wait>);

/// The waiting time in a state, and the edges by which trials leave it.
#[derive(Debug)]
pub(super) struct Wait {
    /// The edge that leads back to the state.
    pub(super) back_edge: usize,
    turns: Geometric,
    exit_edges: Vec<usize>,
    table: AliasTable,
}

impl Waits {
    pub(super) fn new(graph: &Graph) -> Waits {
        let states = (0..graph.state_count() as u32)
            .filter_map(|state| Some((state, Wait::find(graph, state)?)));
        Waits(states.collect())
    }

    #[inline]
    pub(super) fn get(&self, state: u32) -> Option<&Wait> {
        if self.0.is_empty() {
            None
        } else {
            self.0.get(&state)
        }
    }
}

impl Wait {
    fn find(graph: &Graph, state: u32) -> Option<Wait> {
        let (back, share) = graph.wait_edge(state)?;
        let onward: Vec<usize> = graph
            .edges_of(state as usize)
            .filter(|&edge| edge != back)
            .collect();
        let table = AliasTable::new(onward.iter().map(|&edge| graph.mass(edge).float()));
        Some(Wait {
            back_edge: back,
            turns: Geometric::new(share).ok()?,
            table,
            exit_edges: onward,
        })
    }

    /// Samples how often a trial returns, and the edge by which it leaves.
    pub(super) fn sample(&self, random: &mut Random) -> (u64, usize) {
        let turns = random.sample(&self.turns);
        (turns, self.exit_edges[self.table.index(random.word())])
    }
}
