//! Strongly connected components in topological order, for forward propagation.

/// The strongly connected components of a graph in topological order.
#[derive(Debug)]
pub(crate) struct Components {
    /// The states, component by component.
    pub(crate) states: Vec<u32>,
    /// The start of each component in `states`, followed by the number of states.
    starts: Vec<u32>,
    /// Whether any state can return to itself.
    pub(crate) has_cycles: bool,
}

impl Components {
    /// Builds components from their states, and the start of each component followed by the number
    /// of states.
    pub(super) fn new(states: Vec<u32>, starts: Vec<u32>, has_cycles: bool) -> Components {
        Components {
            states,
            starts,
            has_cycles,
        }
    }

    /// Returns components of one state each. Every edge must lead to a later state.
    pub(crate) fn singletons(states: Vec<u32>) -> Components {
        Components {
            starts: (0..=states.len() as u32).collect(),
            states,
            has_cycles: false,
        }
    }

    /// Returns the number of components.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the states of a component.
    #[inline]
    pub(crate) fn get(&self, component: usize) -> &[u32] {
        &self.states[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> + ExactSizeIterator + '_ {
        (0..self.len()).map(|component| self.get(component))
    }

    /// Returns the component of each state, from 1; 0 for states in no component.
    pub(crate) fn numbers(&self, states: usize) -> Vec<u32> {
        let mut numbers = vec![0; states];
        (1..).zip(self.iter()).for_each(|(number, component)| {
            component
                .iter()
                .for_each(|&state| numbers[state as usize] = number)
        });
        numbers
    }

    /// Calls `change` for all states in reverse topological order. It repeats each cycle until
    /// `change` returns `false` for all of its states.
    pub(crate) fn for_each_backwards(&self, change: impl FnMut(u32) -> bool) {
        iterate_until_stable(self.iter().rev().map(|states| states.iter().rev()), change);
    }

    /// Calls `change` for all states in topological order, and repeats cycles like
    /// [`for_each_backwards`](Components::for_each_backwards).
    pub(crate) fn for_each_forwards(&self, change: impl FnMut(u32) -> bool) {
        iterate_until_stable(self.iter().map(|states| states.iter()), change);
    }
}

fn iterate_until_stable<'c, S: ExactSizeIterator<Item = &'c u32> + Clone>(
    components: impl Iterator<Item = S>,
    mut change: impl FnMut(u32) -> bool,
) {
    for states in components {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            states
                .clone()
                .for_each(|&state| has_changed |= change(state));
            has_changed &= states.len() > 1;
        }
    }
}
