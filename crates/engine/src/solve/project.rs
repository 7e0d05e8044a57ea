//! A graph as one metric sees it: what it does not show is forgotten, and ways that then say the same are one.

use crate::graph::{Cell, Graph, Lists};
use crate::graph::{EdgeTable, ListNumbers};
use crate::metric::Fold;
use crate::odds::Mass;

/// No slot: past all that there are.
const NONE: u32 = u32::MAX;

/// A way on, as one metric sees it.
pub(super) struct Way {
    pub(super) mass: Mass,
    /// One of the graph's edges that lead there.
    pub(super) edge: usize,
    /// What it says of the metric, by the number of the list.
    says: u32,
}

/// A graph as one metric sees it.
pub(super) struct Projected<'g> {
    graph: &'g Graph,
    ways: Vec<Way>,
    /// The first way of each state, and one past the last.
    starts: Vec<u32>,
    /// What ways say of the metric, in order; each once.
    said: Lists,
    /// The first slot of the metric that may still be observed from each state on.
    next: Vec<u32>,
    /// Whether a circle of states adds to the metric, so that its sum has no bound.
    is_endless: bool,
    /// Whether the first step that a trial shows is the first there is: no way on shows an earlier one.
    is_first: bool,
}

impl<'g> Projected<'g> {
    pub(super) fn new(graph: &'g Graph, metric: usize) -> Projected<'g> {
        let slots = graph.layout().slots_of(metric);
        let is_own: Vec<bool> = graph.cells().iter().map(|cell| slots.contains(&(cell.slot as usize))).collect();
        let (mut said, mut numbers, mut own) = (Lists::new(), ListNumbers::new(), Vec::new());
        let as_seen = |list: u32| {
            own.clear();
            own.extend(graph.lists().get(list).iter().filter(|&&cell| is_own[cell as usize]));
            numbers.of(&mut said, &own)
        };
        let seen: Vec<u32> = (0..graph.lists().len() as u32).map(as_seen).collect();
        let (mut ways, mut starts): (Vec<Way>, _) = (Vec::new(), Vec::with_capacity(graph.state_count() + 1));
        let mut known = EdgeTable::new();
        for state in 0..graph.state_count() {
            starts.push(ways.len() as u32);
            known.open_state();
            for edge in graph.edges_of(state) {
                let says = seen[graph.list(edge) as usize];
                let way = Way { mass: graph.edges()[edge].mass, edge, says };
                let at = known.find(graph.end_of(edge), says, ways.len() as u32);
                match ways.get_mut(at as usize) {
                    Some(known) => known.mass += way.mass,
                    None => ways.push(way),
                }
            }
        }
        starts.push(ways.len() as u32);
        let next = vec![NONE; graph.state_count()];
        let mut projected = Projected { graph, ways, starts, said, next, is_endless: false, is_first: false };
        projected.find_next();
        projected.is_endless = is_endless(graph, &is_own);
        let is_told_once = graph.layout().metrics()[metric].fold == Fold::First && slots.len() == 1;
        projected.is_first = is_told_once && projected.goes_on();
        projected
    }

    /// The ways on from a state.
    pub(super) fn ways(&self, state: u32) -> &[Way] {
        &self.ways[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }

    /// What a way says of the metric, in order.
    pub(super) fn cells(&self, way: &Way) -> impl Iterator<Item = Cell> + '_ {
        self.said.get(way.says).iter().map(|&cell| self.graph.cells()[cell as usize])
    }

    /// Whether the metric may still be observed from a state on.
    pub(super) fn matters(&self, state: u32) -> bool {
        self.next[state as usize] != NONE
    }

    /// Whether a slot may still be observed from a state on, or one before it.
    pub(super) fn is_open(&self, slot: u32, state: u32) -> bool {
        self.next[state as usize] <= slot
    }

    /// Whether the first that a trial shows is all that counts.
    pub(super) fn is_first(&self) -> bool {
        self.is_first
    }

    /// Whether a circle of states adds to the metric.
    pub(super) fn is_endless(&self) -> bool {
        self.is_endless
    }

    /// Whether what is shown on the way never gets smaller; not looked at where trials split or go in circles.
    fn goes_on(&self) -> bool {
        let order = self.graph.order();
        if order.has_circles() || !self.graph.splits().is_empty() {
            return false;
        }
        let mut latest = vec![i64::MIN; self.graph.state_count()];
        order.states.iter().all(|&state| {
            self.ways(state).iter().all(|way| {
                let mut last = latest[state as usize];
                let goes_on = self.cells(way).all(|cell| std::mem::replace(&mut last, cell.value) <= cell.value);
                for &target in self.graph.onward(way.edge) {
                    latest[target as usize] = latest[target as usize].max(last);
                }
                goes_on
            })
        })
    }

    /// Goes backwards over the graph until nothing changes: once, where it has no circles.
    fn find_next(&mut self) {
        let order = self.graph.order();
        loop {
            let mut has_changed = false;
            for &state in order.states.iter().rev() {
                let of_way = |way: &Way| {
                    let onward = self.graph.onward(way.edge).iter().map(|&target| self.next[target as usize]);
                    self.cells(way).map(|cell| cell.slot).chain(onward).min()
                };
                let next = self.ways(state).iter().filter_map(of_way).min().unwrap_or(NONE);
                has_changed |= std::mem::replace(&mut self.next[state as usize], next) != next;
            }
            if !has_changed || !order.has_circles() {
                return;
            }
        }
    }
}

/// Whether an edge that stays within its component says something other than 0.
pub(crate) fn is_endless(graph: &Graph, is_own: &[bool]) -> bool {
    let components = graph.order();
    if !components.has_circles() {
        return false;
    }
    let mut number = vec![u32::MAX; graph.state_count()];
    (0..).zip(components.iter()).for_each(|(c, states)| states.iter().for_each(|&s| number[s as usize] = c));
    let adds = |edge: usize| {
        let mut cells = graph.seen(edge).iter();
        cells.any(|&cell| is_own[cell as usize] && graph.cells()[cell as usize].value != 0)
    };
    let stays = |state: usize, edge: usize| graph.onward(edge).iter().any(|&t| number[t as usize] == number[state]);
    let circles = |state: usize| graph.edges_of(state).any(|edge| stays(state, edge) && adds(edge));
    (0..graph.state_count()).any(circles)
}
