//! The components of a graph in layers. A component leads only to components of earlier layers, so
//! that the components of a layer can be decided in parallel.

use crate::graph::{EndingStates, Graph};

/// The number of a state that belongs to no component.
const NONE: u32 = u32::MAX;

/// The components of the states from which a trial can end. Components of the first layer lead to
/// no other component.
pub(super) struct Layers {
    /// The states, component by component. Within a component, those that were found last come
    /// first: they are usually closest to an exit.
    states: Vec<u32>,
    /// The first state of each component, followed by the number of states.
    starts: Vec<u32>,
    /// The components, layer by layer.
    components: Vec<u32>,
    /// The end of each layer.
    ends: Vec<usize>,
    /// The component of each state.
    component_of: Vec<u32>,
    /// The index of each state in its component.
    index_of: Vec<u32>,
}

impl Layers {
    pub(super) fn new(graph: &Graph, ending: &EndingStates) -> Layers {
        let n = graph.state_count();
        let mut layers = Layers {
            states: Vec::with_capacity(n),
            starts: vec![0],
            components: Vec::new(),
            ends: Vec::new(),
            component_of: vec![NONE; n],
            index_of: vec![0; n],
        };
        let (mut depths, mut sizes) = (Vec::new(), Vec::new());
        for states in graph.order().iter().rev() {
            let (component_index, first) = (depths.len() as u32, layers.states.len());
            let kept = states
                .iter()
                .rev()
                .copied()
                .filter(|&state| ending.contains(state));
            layers.states.extend(kept);
            if layers.states.len() == first {
                continue;
            }
            layers.starts.push(layers.states.len() as u32);
            let mut depth = 0;
            for (index, &state) in (0..).zip(&layers.states[first..]) {
                layers.component_of[state as usize] = component_index;
                layers.index_of[state as usize] = index;
                for &target in graph
                    .edges_of(state as usize)
                    .flat_map(|edge| graph.next_states(edge))
                {
                    // Some states of this component may not have its index yet. They do not count,
                    // either.
                    let component = layers.component_of[target as usize];
                    if component != component_index && component != NONE {
                        depth = depth.max(depths[component as usize] + 1);
                    }
                }
            }
            depths.push(depth);
            sizes.resize(sizes.len().max(depth + 1), 0);
            sizes[depth] += 1;
        }
        let mut next = Vec::with_capacity(sizes.len());
        for size in sizes {
            let start = layers.ends.last().copied().unwrap_or(0);
            next.push(start);
            layers.ends.push(start + size);
        }
        layers.components = vec![0; depths.len()];
        for (component, depth) in (0..).zip(depths) {
            layers.components[next[depth]] = component;
            next[depth] += 1;
        }
        layers
    }

    /// Returns the components of each layer.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.components[start..end])
    }

    /// Returns the states of a component.
    pub(super) fn states(&self, component: u32) -> &[u32] {
        let component = component as usize;
        &self.states[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    /// Returns the index of a state in the component of another state; `None` if it belongs to
    /// another component.
    #[inline]
    pub(super) fn index_with(&self, state: u32, other: u32) -> Option<u32> {
        let is_same = self.component_of[state as usize] == self.component_of[other as usize];
        is_same.then(|| self.index_of[state as usize])
    }
}
