//! A graph as one metric sees it: what it does not show is forgotten, and ways that then say the same are one.

use rustc_hash::FxHashMap;

use crate::explore::{Cell, Graph, Target};
use crate::odds::Mass;

/// A way on, as one metric sees it.
pub(super) struct Way {
    pub(super) mass: Mass,
    /// One of the graph's edges that lead there.
    pub(super) edge: usize,
    /// What it says of the metric: a list of [`Projected::cells`].
    says: u32,
}

/// A graph as one metric sees it.
pub(super) struct Projected {
    ways: Vec<Way>,
    /// The first way of each state, and one past the last.
    starts: Vec<u32>,
    /// What ways say of the metric, in order, one list after another; each once.
    said: Vec<Cell>,
    /// Where each list starts, and one past the last.
    lists: Vec<u32>,
    /// Whether the metric may still be observed from each state on.
    matters: Vec<bool>,
    /// Whether a circle of states adds to the metric, so that its sum has no bound.
    is_endless: bool,
}

impl Projected {
    pub(super) fn new(graph: &Graph, metric: usize) -> Projected {
        let slots = graph.layout().slots_of(metric);
        let is_own: Vec<bool> = graph.cells().iter().map(|cell| slots.contains(&(cell.slot as usize))).collect();
        let (mut ways, mut starts): (Vec<Way>, _) = (Vec::new(), Vec::new());
        let (mut said, mut lists) = (Vec::new(), vec![0]);
        // Each of the graph's lists as the metric sees it, by number.
        let mut numbers: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
        let seen = |list: u32| {
            let own = graph.lists().get(list).iter().copied().filter(|&cell| is_own[cell as usize]);
            *numbers.entry(own.collect()).or_insert_with_key(|own| {
                said.extend(own.iter().map(|&cell| graph.cells()[cell as usize]));
                lists.push(said.len() as u32);
                lists.len() as u32 - 2
            })
        };
        let seen: Vec<u32> = (0..graph.lists().len() as u32).map(seen).collect();
        let mut known: FxHashMap<(&[u32], u32), usize> = FxHashMap::default();
        for state in 0..graph.state_count() {
            starts.push(ways.len() as u32);
            known.clear();
            for edge in graph.edges_of(state) {
                let says = seen[graph.list(edge) as usize];
                let way = Way { mass: graph.edges()[edge].mass, edge, says };
                let onward = graph.onward(edge);
                // The end and a cut both lead nowhere, and are not the same.
                if onward.is_empty() && graph.target(edge) != Target::Done {
                    ways.push(way);
                    continue;
                }
                let at = *known.entry((onward, says)).or_insert(ways.len());
                match ways.get_mut(at) {
                    Some(known) => known.mass += way.mass,
                    None => ways.push(way),
                }
            }
        }
        starts.push(ways.len() as u32);
        let matters = vec![false; graph.state_count()];
        let mut projected = Projected { ways, starts, said, lists, matters, is_endless: false };
        projected.find_what_matters(graph);
        projected.is_endless = is_endless(graph, &is_own);
        projected
    }

    /// The ways on from a state.
    pub(super) fn ways(&self, state: u32) -> &[Way] {
        &self.ways[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }

    /// What a way says of the metric, in order.
    pub(super) fn cells(&self, way: &Way) -> &[Cell] {
        &self.said[self.lists[way.says as usize] as usize..self.lists[way.says as usize + 1] as usize]
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
                    !self.cells(way).is_empty()
                        || graph.onward(way.edge).iter().any(|&target| self.matters[target as usize])
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
    let components = graph.order();
    (0..).zip(components.iter()).for_each(|(c, states)| states.iter().for_each(|&s| number[s as usize] = c));
    let adds = |edge: usize| {
        let mut cells = graph.seen(edge).iter();
        cells.any(|&cell| is_own[cell as usize] && graph.cells()[cell as usize].value != 0)
    };
    let stays = |state: usize, edge: usize| graph.onward(edge).iter().any(|&t| number[t as usize] == number[state]);
    let circles = |state: usize| graph.edges_of(state).any(|edge| stays(state, edge) && adds(edge));
    (0..graph.state_count()).any(circles)
}
