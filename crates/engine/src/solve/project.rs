//! A graph as one metric sees it: what it does not show is forgotten, and ways that then say the same are one.

use rustc_hash::FxHashMap;

use super::order::components;
use crate::explore::{Cell, Graph};
use crate::odds::Mass;

/// A way on, as one metric sees it.
pub(super) struct Way {
    pub(super) mass: Mass,
    /// One of the graph's edges that lead there.
    pub(super) edge: usize,
    /// What it says of the metric, in order.
    pub(super) cells: Vec<Cell>,
}

/// A graph as one metric sees it.
pub(super) struct Projected {
    ways: Vec<Way>,
    /// The first way of each state, and one past the last.
    starts: Vec<u32>,
    /// Whether the metric may still be observed from each state on.
    matters: Vec<bool>,
    /// Whether a circle of states adds to the metric, so that its sum has no bound.
    is_endless: bool,
}

impl Projected {
    pub(super) fn new(graph: &Graph, metric: usize) -> Projected {
        let slots = graph.layout().slots_of(metric);
        let is_own: Vec<bool> = graph.cells().iter().map(|cell| slots.contains(&(cell.slot as usize))).collect();
        let (mut ways, mut starts) = (Vec::new(), Vec::new());
        let mut known: FxHashMap<(&[u32], Vec<u32>), usize> = FxHashMap::default();
        for state in 0..graph.state_count() {
            starts.push(ways.len() as u32);
            known.clear();
            for edge in graph.edges_of(state) {
                let own: Vec<u32> = graph.seen(edge).iter().copied().filter(|&cell| is_own[cell as usize]).collect();
                let is_end = graph.onward(edge).is_empty();
                let cells = || own.iter().map(|&cell| graph.cells()[cell as usize]).collect();
                let mass = graph.edges()[edge].mass;
                // The end and a cut both lead nowhere, and are not the same.
                if is_end && !matches!(graph.target(edge), crate::explore::Target::Done) {
                    ways.push(Way { mass, edge, cells: cells() });
                    continue;
                }
                let at = *known.entry((graph.onward(edge), own.clone())).or_insert(ways.len());
                match ways.get_mut(at) {
                    Some(way) => way.mass += mass,
                    None => ways.push(Way { mass, edge, cells: cells() }),
                }
            }
        }
        starts.push(ways.len() as u32);
        let mut projected = Projected { ways, starts, matters: vec![false; graph.state_count()], is_endless: false };
        projected.find_what_matters(graph);
        projected.is_endless = is_endless(graph, &is_own);
        projected
    }

    /// The ways on from a state.
    pub(super) fn ways(&self, state: u32) -> &[Way] {
        &self.ways[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }

    /// Whether the metric may still be observed from a state on.
    pub(super) fn matters(&self, state: u32) -> bool {
        self.matters[state as usize]
    }

    /// Whether a circle of states adds to the metric.
    pub(super) fn is_endless(&self) -> bool {
        self.is_endless
    }

    /// Goes backwards over the graph until nothing changes: once, where every edge leads to a higher number.
    fn find_what_matters(&mut self, graph: &Graph) {
        loop {
            let mut has_changed = false;
            for state in (0..graph.state_count() as u32).rev() {
                let leads = |way: &Way| {
                    !way.cells.is_empty() || graph.onward(way.edge).iter().any(|&target| self.matters[target as usize])
                };
                if !self.matters(state) && self.ways(state).iter().any(leads) {
                    self.matters[state as usize] = true;
                    has_changed = true;
                }
            }
            if !has_changed {
                return;
            }
        }
    }
}

/// Whether an edge that stays within its component says something other than 0.
pub(crate) fn is_endless(graph: &Graph, is_own: &[bool]) -> bool {
    let mut number = vec![u32::MAX; graph.state_count()];
    let components = components(graph, 0);
    (0..).zip(components.iter()).for_each(|(c, states)| states.iter().for_each(|&s| number[s as usize] = c));
    let adds = |edge: usize| {
        let mut cells = graph.seen(edge).iter();
        cells.any(|&cell| is_own[cell as usize] && graph.cells()[cell as usize].value != 0)
    };
    let stays = |state: usize, edge: usize| graph.onward(edge).iter().any(|&t| number[t as usize] == number[state]);
    let circles = |state: usize| graph.edges_of(state).any(|edge| stays(state, edge) && adds(edge));
    (0..graph.state_count()).any(circles)
}
