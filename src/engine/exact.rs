//! Exact odds: all probability starts at the first state and is pushed along the edges.

use crate::chance::mass::Mass;
use crate::odds::pmf::Pmf;

use super::graph::{Graph, UNRESOLVED};

/// The exact odds of everything that a rule shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// The law of each slot, by the rule's layout.
    pub pmfs: Vec<Pmf>,
    /// Probability that went where a step's endless question was cut.
    pub unresolved: f64,
}

/// Pushes probability through a graph, once along every edge.
pub fn solve(graph: &Graph) -> Exact {
    let mut standing = vec![Mass::ZERO; graph.state_count()];
    let mut shown = vec![Mass::ZERO; graph.cells().len()];
    let mut unresolved = 0.0;
    standing[0] = Mass::ONE;
    for state in 0..graph.state_count() {
        let here = standing[state];
        for e in graph.edges_of(state) {
            let edge = &graph.edges()[e];
            let mass = here * edge.mass;
            for &cell in graph.seen(e) {
                shown[cell as usize] += mass;
            }
            match standing.get_mut(edge.target as usize) {
                Some(target) => *target += mass,
                None if edge.target == UNRESOLVED => unresolved += mass.float(),
                None => {}
            }
        }
    }
    let mut laws = vec![Vec::new(); graph.slot_count()];
    for (cell, mass) in graph.cells().iter().zip(shown) {
        laws[cell.slot as usize].push((cell.value, mass));
    }
    Exact { pmfs: laws.into_iter().map(Pmf::new).collect(), unresolved }
}
