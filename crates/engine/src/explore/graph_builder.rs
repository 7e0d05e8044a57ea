//! Builds a graph from transitions as they are found, and merges equal transitions.

use std::hash::Hash;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::leaves::{Leaves, MAX_OFFERED};
use super::outset::Outset;
use super::transition::{Onward, OpenChoice};

use crate::graph::{
    Cell, CellListIndex, DONE, Decision, EdgeTable, Graph, OpenEdge, SPLITS, TRUNCATED,
};
use crate::odds::Mass;

/// The known states, in the order in which they were found.
pub(super) type KnownStates<S> = IndexSet<S, FxBuildHasher>;

/// A graph under construction, state by state.
#[derive(Debug)]
pub(super) struct GraphBuilder<S> {
    pub(super) states: KnownStates<S>,
    pub(super) graph: Graph,
    /// Whether a transition led to a state that was explored before, or back to the state itself.
    pub(super) leads_back: bool,
    cell_indices: FxHashMap<Cell, u32>,
    split_indices: FxHashMap<Box<[u32]>, u32>,
    list_index: CellListIndex,
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
    /// The lists of options, for sharing equal ones.
    option_lists: FxHashSet<Arc<[i64]>>,
    /// The bytes that states take outside their structs.
    state_bytes: usize,
    /// Returns the bytes that a state takes outside its struct.
    heap_bytes: fn(&S) -> usize,
}

impl<S: Eq + Hash> GraphBuilder<S> {
    pub(super) fn new(outset: &Outset<S>) -> GraphBuilder<S>
    where
        S: Clone,
    {
        GraphBuilder {
            states: IndexSet::from_iter([outset.start.clone()]),
            graph: Graph::new(outset.layout.clone()),
            leads_back: false,
            cell_indices: FxHashMap::default(),
            split_indices: FxHashMap::default(),
            list_index: CellListIndex::default(),
            current_list: 0,
            latest_state: 0,
            previous_edge: None,
            open_edges: Vec::new(),
            edge_table: EdgeTable::default(),
            option_lists: FxHashSet::default(),
            state_bytes: 0,
            heap_bytes: outset.heap_bytes,
        }
    }

    /// Returns the number of states whose transitions are known.
    pub(super) fn explored(&self) -> usize {
        self.graph.first_edges.len()
    }

    /// Returns the approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        // The entry of a state in the index set takes 8 bytes for its hash and about 8 for its
        // number.
        self.graph.bytes() + self.states.len() * (size_of::<S>() + 16) + self.state_bytes
    }

    /// Adds the transitions of the next states.
    pub(super) fn add_states(&mut self, leaves: &mut Leaves<S>) {
        let mut transitions = std::mem::take(&mut leaves.transitions);
        let mut options = std::mem::take(&mut leaves.options);
        let mut next = transitions.drain(..);
        let (mut taken, mut taken_options, mut list) = (0, 0, None);
        for index in 0..leaves.states.len() {
            let state = &leaves.states[index];
            self.graph.first_edges.push(self.graph.edges.len() as u32);
            self.graph.costs.push(state.cost);
            for option in taken_options..=state.options {
                self.edge_table.open_state();
                self.previous_edge = None;
                // The options of a state share its transitions, and follow each other.
                let end = if option < state.options {
                    options[option].first
                } else {
                    state.transitions
                };
                for leaf in next.by_ref().take(end - taken) {
                    if list.replace(leaf.list) != Some(leaf.list) {
                        self.record_cells(leaves.cells_of(leaf.list));
                    }
                    self.add_edge(leaf.mass, leaf.onward);
                }
                taken = end;
                let Graph { edges, masses, .. } = &mut self.graph;
                edges.extend(self.open_edges.drain(..).map(|edge| edge.close(masses)));
                if let Some(option) = options.get_mut(option).filter(|_| option < state.options) {
                    let graph = &mut self.graph;
                    graph.option_first_edges.push(graph.edges.len() as u32);
                    graph.option_costs.push(option.cost);
                    if let Some(opened) = option.opened.take() {
                        self.add_decision(opened);
                    }
                }
            }
            taken_options = state.options;
        }
        drop(next);
        options.clear();
        (leaves.transitions, leaves.options) = (transitions, options);
        for (choice, options) in std::mem::take(&mut leaves.offered) {
            let known = self.graph.offered.entry(choice).or_default();
            let room = MAX_OFFERED.saturating_sub(known.len());
            let new: Vec<i64> = options.difference(known).copied().take(room).collect();
            known.extend(new);
        }
    }

    /// Adds the decision of the current state, whose first option was just added.
    fn add_decision(&mut self, opened: OpenChoice) {
        let known = self.option_lists.get(&*opened.options).cloned();
        let options = known.unwrap_or_else(|| {
            let options: Arc<[i64]> = opened.options.into();
            self.option_lists.insert(Arc::clone(&options));
            options
        });
        let graph = &mut self.graph;
        graph.decisions.push(Decision {
            state: graph.first_edges.len() as u32 - 1,
            choice: opened.choice as u32,
            options,
            situation: opened.situation,
            sees_part: opened.sees_part,
            at_once: opened.at_once,
            first_option: graph.option_first_edges.len() as u32 - 1,
        });
    }

    #[inline]
    fn state_index(&mut self, state: S) -> u32 {
        if self.states.get_index(self.latest_state) != Some(&state) {
            let (index, is_new) = self.states.insert_full(state);
            self.latest_state = index;
            if is_new {
                self.state_bytes += (self.heap_bytes)(&self.states[index]);
            }
        }
        self.leads_back |= self.latest_state < self.graph.first_edges.len();
        self.latest_state as u32
    }

    fn add_split(&mut self, states: Vec<S>) -> u32 {
        let indices: Box<[u32]> = states
            .into_iter()
            .map(|state| self.state_index(state))
            .collect();
        match &*indices {
            [] => DONE,
            &[alone] => alone,
            _ => {
                let splits = &mut self.graph.splits;
                let index = *self
                    .split_indices
                    .entry(indices)
                    .or_insert_with_key(|indices| {
                        splits.push(indices.clone());
                        splits.len() as u32 - 1
                    });
                SPLITS + index
            }
        }
    }

    /// Sets the cells of the next transitions.
    fn record_cells(&mut self, cells: &[Cell]) {
        let Graph {
            lists,
            cells: known,
            ..
        } = &mut self.graph;
        // The builder recognises a list by the indices of its cells. It only looks up the cells of
        // new lists.
        let found = self
            .list_index
            .find_list(lists, cells, |index, cell| known[index as usize] == *cell);
        let list = found.unwrap_or_else(|new| {
            let index = |&cell: &Cell| {
                *self.cell_indices.entry(cell).or_insert_with(|| {
                    known.push(cell);
                    known.len() as u32 - 1
                })
            };
            self.list_index.add(lists, new, cells.iter().map(index))
        });
        if list != self.current_list {
            (self.current_list, self.previous_edge) = (list, None);
        }
    }

    /// Adds a transition with the current list of cells.
    #[inline]
    fn add_edge(&mut self, mass: Mass, onward: Onward<S>) {
        let target = match onward {
            Onward::State(state) => self.state_index(state),
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
