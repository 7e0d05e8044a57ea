//! Builds a graph from transitions as they are found, and merges equal transitions.

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::graph::{Cell, CellListIndex, DONE, EdgeTable, Graph, OpenEdge, SPLITS, TRUNCATED};
use crate::layout::Layout;
use crate::odds::Mass;

/// The target of a transition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Onward<S> {
    /// A state.
    State(S),
    /// The end of the trial.
    Done,
    /// Several independent states, all of which continue.
    Split(Vec<S>),
    /// Nothing: an unbounded question was truncated here.
    Truncated,
}

/// A graph under construction, state by state.
#[derive(Debug)]
pub(super) struct GraphBuilder<S> {
    pub(super) states: IndexSet<S, FxBuildHasher>,
    pub(super) graph: Graph,
    /// Whether a transition led to a state that had been opened before.
    pub(super) leads_back: bool,
    cell_numbers: FxHashMap<Cell, u32>,
    split_numbers: FxHashMap<Box<[u32]>, u32>,
    list_numbers: CellListIndex,
    /// The list of cells of the current transitions.
    current_list: u32,
    /// The index of the state that was numbered last. The next transition often leads to it too.
    latest_state: usize,
    /// The edge of the previous transition, if it starts at the current state and has the current
    /// list of cells.
    previous_edge: Option<u32>,
    /// The edges of the current state.
    open_edges: Vec<OpenEdge>,
    edge_table: EdgeTable,
}

impl<S: Eq + Hash> GraphBuilder<S> {
    pub(super) fn new(layout: Layout, start: S) -> GraphBuilder<S> {
        GraphBuilder {
            states: IndexSet::from_iter([start]),
            graph: Graph::new(layout),
            leads_back: false,
            cell_numbers: FxHashMap::default(),
            split_numbers: FxHashMap::default(),
            list_numbers: CellListIndex::default(),
            current_list: 0,
            latest_state: 0,
            previous_edge: None,
            open_edges: Vec::new(),
            edge_table: EdgeTable::default(),
        }
    }

    /// Starts the transitions of the next state.
    pub(super) fn open_state(&mut self) {
        self.graph.first_edges.push(self.graph.edges.len() as u32);
        self.graph.costs.push(0.0);
        self.open_option();
    }

    /// Ends the transitions of the current state.
    pub(super) fn close_state(&mut self) {
        let Graph { edges, masses, .. } = &mut self.graph;
        edges.extend(self.open_edges.drain(..).map(|edge| edge.close(masses)));
    }

    /// Returns the number of edges so far.
    pub(super) fn edge_count(&self) -> usize {
        self.graph.edges.len() + self.open_edges.len()
    }

    /// Starts transitions that are not merged with earlier ones.
    pub(super) fn open_option(&mut self) {
        self.edge_table.open_state();
        self.previous_edge = None;
    }

    #[inline]
    fn number_state(&mut self, state: S) -> u32 {
        if self.states.get_index(self.latest_state) != Some(&state) {
            self.latest_state = self.states.insert_full(state).0;
        }
        self.leads_back |= self.latest_state < self.graph.first_edges.len();
        self.latest_state as u32
    }

    fn add_split(&mut self, states: Vec<S>) -> u32 {
        let numbers: Box<[u32]> = states
            .into_iter()
            .map(|state| self.number_state(state))
            .collect();
        match &*numbers {
            [] => DONE,
            &[alone] => alone,
            _ => {
                let splits = &mut self.graph.splits;
                let number = *self
                    .split_numbers
                    .entry(numbers)
                    .or_insert_with_key(|numbers| {
                        splits.push(numbers.clone());
                        splits.len() as u32 - 1
                    });
                SPLITS + number
            }
        }
    }

    /// Sets the cells of the next transitions.
    pub(super) fn record_cells(&mut self, cells: &[Cell]) {
        let Graph {
            lists,
            cells: known,
            ..
        } = &mut self.graph;
        // The builder recognises a list by the indices of its cells. It only looks up the cells of
        // new lists.
        let found = self
            .list_numbers
            .find_list(lists, cells, |number, cell| known[number as usize] == *cell);
        let list = found.unwrap_or_else(|new| {
            let number = |&cell: &Cell| {
                *self.cell_numbers.entry(cell).or_insert_with(|| {
                    known.push(cell);
                    known.len() as u32 - 1
                })
            };
            self.list_numbers.add(lists, new, cells.iter().map(number))
        });
        if list != self.current_list {
            (self.current_list, self.previous_edge) = (list, None);
        }
    }

    /// Adds a transition with the current list of cells.
    #[inline]
    pub(super) fn add_edge(&mut self, mass: Mass, onward: Onward<S>) {
        let target = match onward {
            Onward::State(state) => self.number_state(state),
            Onward::Done => DONE,
            Onward::Truncated => TRUNCATED,
            Onward::Split(states) => self.add_split(states),
        };
        let edges = &mut self.open_edges;
        let edge = match self.previous_edge {
            Some(edge) if edges[edge as usize].target == target => {
                edges[edge as usize].mass += mass;
                edge
            }
            _ => self.edge_table.add(
                edges,
                OpenEdge {
                    mass,
                    target,
                    list: self.current_list,
                },
            ),
        };
        self.previous_edge = Some(edge);
    }
}
