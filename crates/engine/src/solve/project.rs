//! The projection of a graph onto one metric: it ignores other metrics, and merges edges that
//! become equal.

use crate::graph::{
    Cell, CellListIndex, CellLists, Edge, EdgeTable, EdgeTarget, Graph, Masses, NO_SLOT, OpenEdge,
    next_slots,
};
use crate::metric::Fold;
use crate::odds::Mass;

/// The projection of a graph onto one metric.
pub(super) struct MetricProjection<'g> {
    pub(super) graph: &'g Graph,
    pub(super) fold: Fold,
    /// The edges. Their list is an index in `lists`.
    edges: Vec<Edge>,
    masses: Masses,
    /// The first edge of each state, followed by the number of edges.
    starts: Vec<u32>,
    /// The lists of cells of this metric, without repetition.
    lists: CellLists,
    /// For each state, the first slot of the metric that may still be observed from there on.
    next_slots: Vec<u32>,
    /// Whether the metric is an unbounded sum, whose distribution is truncated.
    pub(super) is_unbounded: bool,
    /// Whether the first step that a trial records is also the least, because steps never decrease.
    pub(super) is_first: bool,
}

impl<'g> MetricProjection<'g> {
    pub(super) fn new(graph: &'g Graph, metric: usize) -> MetricProjection<'g> {
        let slots = graph.layout.slots_of(metric);
        let is_of_metric: Vec<bool> = graph
            .cells
            .iter()
            .map(|cell| slots.contains(&(cell.slot as usize)))
            .collect();
        let (mut lists, mut numbers, mut metric_cells) =
            (CellLists::default(), CellListIndex::default(), Vec::new());
        let as_seen = |list: u32| {
            metric_cells.clear();
            metric_cells.extend(
                graph
                    .lists
                    .get(list)
                    .iter()
                    .filter(|&&cell| is_of_metric[cell as usize]),
            );
            numbers.get_or_add(&mut lists, &metric_cells)
        };
        let seen: Vec<u32> = (0..graph.lists.len() as u32).map(as_seen).collect();
        let (mut edges, mut starts) = (Vec::new(), Vec::with_capacity(graph.state_count() + 1));
        let mut masses = graph.masses.clone();
        let (mut known, mut open_edges) = (EdgeTable::default(), Vec::new());
        for state in 0..graph.state_count() {
            starts.push(edges.len() as u32);
            known.open_state();
            for edge in &graph.edges[graph.edges_of(state)] {
                known.add(
                    &mut open_edges,
                    OpenEdge {
                        mass: graph.masses.get(edge.mass),
                        target: edge.target,
                        list: seen[edge.list as usize],
                    },
                );
            }
            edges.extend(open_edges.drain(..).map(|edge| edge.close(&mut masses)));
        }
        starts.push(edges.len() as u32);
        let slots_of_edge = |edge: usize| {
            let cells = graph.edge_cells(edge).map(|cell| cell.slot);
            // Unexplored states may record anything.
            let is_missing = graph.is_partial && graph.target(edge) == EdgeTarget::Truncated;
            cells
                .filter(|&slot| slots.contains(&(slot as usize)))
                .chain(is_missing.then_some(slots.start as u32))
        };
        let next = next_slots(graph, 1, |edge| slots_of_edge(edge).map(|slot| (0, slot)));
        let is_unbounded = graph.is_unbounded(|slot| slots.contains(&(slot as usize)));
        // Graphs with cycles or splits are not checked.
        let is_straight = !graph.order().has_cycles && graph.splits.is_empty() && !graph.is_partial;
        let fold = graph.layout.metrics()[metric].fold;
        let is_reported_once = fold == Fold::First && slots.len() == 1;
        let is_first = is_reported_once && is_straight && graph.never_falls(&slots);
        MetricProjection {
            graph,
            fold,
            edges,
            masses,
            starts,
            lists,
            next_slots: next,
            is_unbounded,
            is_first,
        }
    }

    /// Returns the edges of a state.
    pub(super) fn edges_from(&self, state: u32) -> &[Edge] {
        &self.edges[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }

    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Returns the probability of an edge.
    pub(super) fn mass(&self, edge: &Edge) -> Mass {
        self.masses.get(edge.mass)
    }

    /// Returns the probabilities of edges, by index.
    pub(super) fn all_masses(&self) -> impl Iterator<Item = Mass> + '_ {
        (0..self.masses.len() as u32).map(|index| self.masses.get(index))
    }

    /// Returns the slot of all observations; `None` if there are none, or several slots.
    pub(super) fn only_slot(&self) -> Option<u32> {
        let lists = 0..self.lists.len() as u32;
        let cells = lists.flat_map(|list| self.lists.get(list));
        let mut slots = cells.map(|&cell| self.graph.cells[cell as usize].slot);
        let first = slots.next()?;
        slots.all(|slot| slot == first).then_some(first)
    }

    /// Returns the sum of each list of cells, without empty lists; `None` if a sum overflows.
    pub(super) fn list_sums(&self) -> Option<Vec<Option<i64>>> {
        let sum = |list: u32| {
            let cells = self.lists.get(list);
            let mut values = cells
                .iter()
                .map(|&cell| self.graph.cells[cell as usize].value);
            let sum = values.try_fold(0i64, i64::checked_add)?;
            Some((!cells.is_empty()).then_some(sum))
        };
        (0..self.lists.len() as u32).map(sum).collect()
    }

    /// Returns the cells of an edge in order.
    pub(super) fn cells(&self, edge: &Edge) -> impl Iterator<Item = Cell> + '_ {
        self.lists
            .get(edge.list)
            .iter()
            .map(|&cell| self.graph.cells[cell as usize])
    }

    /// Returns whether the metric may still be observed from a state on.
    pub(super) fn may_record(&self, state: u32) -> bool {
        self.next_slots[state as usize] != NO_SLOT
    }

    /// Returns the first slot of the metric that may still be observed from a state on.
    pub(super) fn next_slot(&self, state: u32) -> u32 {
        self.next_slots[state as usize]
    }

    /// Returns whether this slot or an earlier one may still be observed from a state on.
    pub(super) fn is_open(&self, slot: u32, state: u32) -> bool {
        self.next_slots[state as usize] <= slot
    }
}
