//! Layered layout of a state graph (Sugiyama, Tagawa and Toda 1981). Each state is below all its
//! predecessors, except for transitions that lead back, and the order within the rows reduces
//! crossings.

use oddsmith_model::report::state_graph::StateGraph;

/// The number of passes that reorder the rows.
const ORDERING_SWEEPS: usize = 24;

/// An item of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerItem {
    /// A state.
    State(usize),
    /// A transition that passes through the row.
    Pass,
}

/// A drawn transition, from an upper row to a lower one.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) transition_index: usize,
    /// Whether it leads upwards.
    pub(super) is_back: bool,
    /// The items that it connects, from the upper to the lower.
    pub(super) path: Vec<usize>,
}

/// The states and passing transitions in rows.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    pub(super) items: Vec<LayerItem>,
    /// The indices of items, row by row, each from the left.
    pub(super) rows: Vec<Vec<usize>>,
    pub(super) links: Vec<Link>,
}

impl Layers {
    /// Returns a layout with at most `most` states in a row.
    pub(super) fn of(graph: &StateGraph, most: usize) -> Layers {
        let back = back_transitions(graph);
        let ranks = split_ranks(&ranks(graph, &back), most);
        let count = ranks.iter().max().map_or(0, |last| last + 1);
        let mut layers = Layers {
            items: Vec::new(),
            rows: vec![Vec::new(); count],
            links: Vec::new(),
        };
        for (state, &rank) in ranks.iter().enumerate() {
            layers.items.push(LayerItem::State(state));
            layers.rows[rank].push(state);
        }
        for (transition_index, upper, lower) in downward_transitions(graph, &back) {
            let mut path = vec![upper];
            for rank in ranks[upper] + 1..ranks[lower] {
                path.push(layers.items.len());
                layers.rows[rank].push(layers.items.len());
                layers.items.push(LayerItem::Pass);
            }
            path.push(lower);
            layers.links.push(Link {
                transition_index,
                is_back: back[transition_index],
                path,
            });
        }
        layers.sort_rows();
        layers
    }

    /// Returns the items above and below each item.
    pub(super) fn neighbours(&self) -> Vec<[Vec<usize>; 2]> {
        let mut neighbours = vec![[Vec::new(), Vec::new()]; self.items.len()];
        for pair in self.links.iter().flat_map(|link| link.path.windows(2)) {
            neighbours[pair[0]][1].push(pair[1]);
            neighbours[pair[1]][0].push(pair[0]);
        }
        neighbours
    }

    /// Sorts rows by the average position of their neighbours, downwards and upwards in turn, and
    /// keeps the best order.
    fn sort_rows(&mut self) {
        let neighbours = self.neighbours();
        let (mut best, mut least) = (self.rows.clone(), self.crossings());
        for sweep in 0..ORDERING_SWEEPS {
            let side = sweep % 2;
            let count = self.rows.len();
            let order: Vec<usize> = if side == 0 {
                (0..count).collect()
            } else {
                (0..count).rev().collect()
            };
            for row in order {
                let indices = self.indices_in_rows();
                let middle = |&item: &usize| {
                    let adjacent = &neighbours[item][side];
                    let sum: usize = adjacent.iter().map(|&other| indices[other]).sum();
                    if adjacent.is_empty() {
                        indices[item] as f64
                    } else {
                        sum as f64 / adjacent.len() as f64
                    }
                };
                self.rows[row].sort_by(|a, b| middle(a).total_cmp(&middle(b)));
            }
            let crossings = self.crossings();
            if crossings < least {
                (best, least) = (self.rows.clone(), crossings);
            }
        }
        self.rows = best;
    }

    /// Returns the index of each item in its row.
    fn indices_in_rows(&self) -> Vec<usize> {
        let mut indices = vec![0; self.items.len()];
        self.rows.iter().for_each(|row| {
            row.iter()
                .enumerate()
                .for_each(|(index, &item)| indices[item] = index)
        });
        indices
    }

    /// Returns the number of crossings between rows.
    pub(super) fn crossings(&self) -> usize {
        let indices = self.indices_in_rows();
        let row_of = {
            let mut rows = vec![0; self.items.len()];
            self.rows
                .iter()
                .enumerate()
                .for_each(|(row_index, row)| row.iter().for_each(|&item| rows[item] = row_index));
            rows
        };
        let mut between: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.rows.len()];
        for pair in self.links.iter().flat_map(|link| link.path.windows(2)) {
            between[row_of[pair[0]]].push((indices[pair[0]], indices[pair[1]]));
        }
        let cross = |a: &(usize, usize), b: &(usize, usize)| {
            a.0 < b.0 && a.1 > b.1 || a.0 > b.0 && a.1 < b.1
        };
        let row_crossings = |pairs: &Vec<(usize, usize)>| {
            (0..pairs.len())
                .map(|index| {
                    pairs[..index]
                        .iter()
                        .filter(|other| cross(&pairs[index], other))
                        .count()
                })
                .sum::<usize>()
        };
        between.iter().map(row_crossings).sum()
    }
}

/// Returns which transitions lead back to a predecessor.
fn back_transitions(graph: &StateGraph) -> Vec<bool> {
    /// Visits all states that can be reached from a state. In `seen`, 1 is a state on the current
    /// path, and 2 is finished.
    fn visit(graph: &StateGraph, state: usize, seen: &mut [u8], back: &mut [bool]) {
        seen[state] = 1;
        for (transition_index, transition) in graph
            .transitions
            .iter()
            .enumerate()
            .filter(|(_, transition)| transition.from == state && transition.to != state)
        {
            match seen[transition.to] {
                0 => visit(graph, transition.to, seen, back),
                1 => back[transition_index] = true,
                _ => {}
            }
        }
        seen[state] = 2;
    }
    let (mut seen, mut back) = (
        vec![0; graph.states.len()],
        vec![false; graph.transitions.len()],
    );
    (0..graph.states.len()).for_each(|state| {
        if seen[state] == 0 {
            visit(graph, state, &mut seen, &mut back);
        }
    });
    back
}

/// Returns the transitions between different states: the index, the upper and the lower state.
fn downward_transitions(
    graph: &StateGraph,
    back: &[bool],
) -> impl Iterator<Item = (usize, usize, usize)> {
    let transitions = graph.transitions.iter().zip(back).enumerate();
    transitions
        .filter(|(_, (transition, _))| transition.from != transition.to)
        .map(|(index, (transition, &is_back))| {
            if is_back {
                (index, transition.to, transition.from)
            } else {
                (index, transition.from, transition.to)
            }
        })
}

/// Returns the row of each state: one below its lowest predecessor, with the ends below all others.
fn ranks(graph: &StateGraph, back: &[bool]) -> Vec<usize> {
    let mut ranks = vec![0; graph.states.len()];
    // The longest path needs at most as many passes as there are states.
    for _ in 0..graph.states.len() {
        for (_, upper, lower) in downward_transitions(graph, back) {
            ranks[lower] = ranks[lower].max(ranks[upper] + 1);
        }
    }
    let is_end = |state: usize| graph.states[state].end.is_some();
    let last = (0..ranks.len())
        .filter(|&state| !is_end(state))
        .map(|state| ranks[state])
        .max()
        .unwrap_or(0);
    (0..ranks.len())
        .map(|state| {
            if is_end(state) {
                last + 1
            } else {
                ranks[state]
            }
        })
        .collect()
}

/// Limits the number of states in a row: the rest moves to additional rows, without edges between
/// them.
fn split_ranks(ranks: &[usize], most: usize) -> Vec<usize> {
    let count = ranks.iter().max().map_or(0, |last| last + 1);
    let mut split = vec![0; ranks.len()];
    let mut first = 0;
    for rank in 0..count {
        let states: Vec<usize> = (0..ranks.len())
            .filter(|&state| ranks[state] == rank)
            .collect();
        let parts = states.len().div_ceil(most.max(1)).max(1);
        for (nth, &state) in states.iter().enumerate() {
            split[state] = first + nth * parts / states.len();
        }
        first += parts;
    }
    split
}
