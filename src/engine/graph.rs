//! The state graph of a rule, explored once: states numbered, observations on the edges.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};

use crate::chance::enumerator::Enumerator;
use crate::chance::mass::Mass;
use crate::odds::layout::Layout;
use crate::rule::{Record, Rule, Step};

/// The end of a trial, as an edge's target.
pub const DONE: u32 = u32::MAX;
/// Where a step's endless question was cut, as an edge's target.
pub const UNRESOLVED: u32 = u32::MAX - 1;

/// How large a graph may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Edges, each a way from one state to another with one set of observations.
    pub edges: usize,
}

impl Default for Limit {
    /// Two million edges: about 150 MB and a second of one core.
    fn default() -> Limit {
        Limit { edges: 2_000_000 }
    }
}

/// Why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The limit that was met.
    pub limit: Limit,
}

/// What an edge says: this slot has this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The slot, by the rule's [`Layout`].
    pub slot: u32,
    /// The value.
    pub value: i64,
}

/// One way on from a state.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Its probability in its state.
    pub mass: Mass,
    /// The next state, [`DONE`] or [`UNRESOLVED`].
    pub target: u32,
    /// Where its cells start in the graph's list; they end where the next edge's start.
    cells: u32,
}

/// The states of a rule and the ways between them. State 0 is the start; every edge leads to a
/// state of a higher number, so that one pass in order follows every trial.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The first edge of each state, and one past the last.
    states: Vec<u32>,
    edges: Vec<Edge>,
    /// The cells of all edges, by index into `cells`.
    seen: Vec<u32>,
    cells: Vec<Cell>,
    slots: usize,
}

impl Graph {
    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.states.len() - 1
    }

    /// All edges, state by state.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges of a state, as a range in [`edges`](Graph::edges).
    #[inline]
    pub fn edges_of(&self, state: usize) -> Range<usize> {
        self.states[state] as usize..self.states[state + 1] as usize
    }

    /// The cells that an edge says, by index into [`cells`](Graph::cells).
    #[inline]
    pub fn seen(&self, edge: usize) -> &[u32] {
        let end = self.edges.get(edge + 1).map_or(self.seen.len(), |next| next.cells as usize);
        &self.seen[self.edges[edge].cells as usize..end]
    }

    /// Every slot and value that any trial shows.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many slots the rule has.
    pub fn slot_count(&self) -> usize {
        self.slots
    }
}

/// Explores a rule breadth first, playing each state's step once for every leaf of its answers.
///
/// # Errors
/// When there are more edges than the limit allows.
pub fn explore<R: Rule>(rule: &R, limit: Limit) -> Result<Graph, TooLarge> {
    let layout = Layout::new(&rule.metrics());
    let mut explorer = Explorer::new(&layout);
    let mut states: IndexSet<R::State, FxBuildHasher> = IndexSet::default();
    states.insert(rule.start());
    let mut chance = Enumerator::new();
    let mut current = 0;
    while let Some(state) = states.get_index(current).cloned() {
        explorer.open_state();
        loop {
            let mut next = state.clone();
            chance.rewind();
            explorer.observed.clear();
            let target = match rule.step(&mut next, &mut chance, &mut explorer) {
                _ if chance.is_cut() => UNRESOLVED,
                Step::Done => DONE,
                Step::Continue => states.insert_full(next).0 as u32,
            };
            explorer.close_leaf(target, chance.mass());
            if explorer.graph.edges.len() > limit.edges {
                return Err(TooLarge { limit });
            }
            if !chance.advance() {
                break;
            }
        }
        current += 1;
    }
    explorer.graph.states.push(explorer.graph.edges.len() as u32);
    Ok(explorer.graph.in_order())
}

/// Gathers edges; leaves of one state that lead to the same place with the same observations are one.
struct Explorer<'l> {
    layout: &'l Layout,
    graph: Graph,
    cell_numbers: FxHashMap<Cell, u32>,
    /// Cells of the leaf being played.
    observed: Vec<u32>,
    /// The edges of the current state, by a hash of what they say and where they lead.
    known: FxHashMap<u64, u32>,
}

impl<'l> Explorer<'l> {
    fn new(layout: &'l Layout) -> Explorer<'l> {
        let graph =
            Graph { states: Vec::new(), edges: Vec::new(), seen: Vec::new(), cells: Vec::new(), slots: layout.len() };
        Explorer {
            layout,
            graph,
            cell_numbers: FxHashMap::default(),
            observed: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    fn open_state(&mut self) {
        self.graph.states.push(self.graph.edges.len() as u32);
        self.known.clear();
    }

    fn close_leaf(&mut self, target: u32, mass: Mass) {
        if target == UNRESOLVED {
            self.observed.clear();
        }
        let mut hasher = FxHasher::default();
        (target, &self.observed).hash(&mut hasher);
        let key = hasher.finish();
        if let Some(&edge) = self.known.get(&key) {
            let known = &self.graph.edges[edge as usize];
            if known.target == target && self.graph.seen(edge as usize) == self.observed {
                self.graph.edges[edge as usize].mass += mass;
                return;
            }
        }
        self.known.insert(key, self.graph.edges.len() as u32);
        self.graph.edges.push(Edge { mass, target, cells: self.graph.seen.len() as u32 });
        self.graph.seen.extend_from_slice(&self.observed);
    }
}

impl Record for Explorer<'_> {
    fn at(&mut self, metric: usize, step: u32, value: i64) {
        let cell = Cell { slot: self.layout.slot(metric, step) as u32, value };
        let cells = &mut self.graph.cells;
        let number = *self.cell_numbers.entry(cell).or_insert_with(|| {
            cells.push(cell);
            cells.len() as u32 - 1
        });
        self.observed.push(number);
    }
}

impl Graph {
    /// Renumbers the states so that every edge leads upwards (Kahn 1962). Breadth-first numbers do
    /// already, unless a state is reached by ways of different length.
    ///
    /// # Panics
    /// When a state can come back to itself: the rule's state does not count its steps down.
    fn in_order(self) -> Graph {
        let upwards = |state: usize| self.edges_of(state).all(|e| self.edges[e].target as usize > state);
        if (0..self.state_count()).all(upwards) {
            return self;
        }
        let inner = |target: u32| (target < UNRESOLVED).then_some(target as usize);
        let mut waiting = vec![0u32; self.state_count()];
        self.edges.iter().filter_map(|edge| inner(edge.target)).for_each(|target| waiting[target] += 1);
        let mut order = vec![0usize];
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            for target in self.edges_of(state).filter_map(|e| inner(self.edges[e].target)) {
                waiting[target] -= 1;
                if waiting[target] == 0 {
                    order.push(target);
                }
            }
            next += 1;
        }
        assert_eq!(order.len(), self.state_count(), "a rule came back to a state: it has no end");
        let mut number = vec![0u32; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| number[old] = new as u32);
        let mut sorted = Graph { states: vec![0], edges: Vec::new(), seen: Vec::new(), ..self.clone() };
        for &old in &order {
            for e in self.edges_of(old) {
                let target = inner(self.edges[e].target).map_or(self.edges[e].target, |target| number[target]);
                sorted.edges.push(Edge { target, cells: sorted.seen.len() as u32, ..self.edges[e].clone() });
                sorted.seen.extend_from_slice(self.seen(e));
            }
            sorted.states.push(sorted.edges.len() as u32);
        }
        sorted
    }
}
