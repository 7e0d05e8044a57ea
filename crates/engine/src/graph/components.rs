//! States in an order in which probability can be propagated forward: a cycle is one component.

/// The components of a graph, each before all that it leads to.
#[derive(Debug)]
pub(crate) struct Components {
    /// The states, component by component.
    pub(crate) states: Vec<u32>,
    /// Where each component starts in `states`, and one past the last.
    starts: Vec<u32>,
    /// Whether any state leads back to itself, at once or by others.
    pub(crate) has_cycles: bool,
}

impl Components {
    /// Of states component by component, and where each component starts in them and the last ends.
    pub(super) fn new(states: Vec<u32>, starts: Vec<u32>, has_cycles: bool) -> Components {
        Components {
            states,
            starts,
            has_cycles,
        }
    }

    /// Of so many states of which every edge leads to a higher number: they are in order as they
    /// are.
    pub(crate) fn singletons_in_order(states: u32) -> Components {
        Components {
            states: (0..states).collect(),
            starts: (0..=states).collect(),
            has_cycles: false,
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The states of one.
    #[inline]
    pub(crate) fn get(&self, component: usize) -> &[u32] {
        &self.states[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> + ExactSizeIterator + '_ {
        (0..self.len()).map(|component| self.get(component))
    }

    /// The component of each of so many states, from 1; 0 of those that are in none.
    pub(crate) fn numbers(&self, states: usize) -> Vec<u32> {
        let mut numbers = vec![0; states];
        (1..).zip(self.iter()).for_each(|(number, component)| {
            component
                .iter()
                .for_each(|&state| numbers[state as usize] = number)
        });
        numbers
    }

    /// Goes backwards through the states, so that what each leads to comes before it; circles are
    /// gone round until `change` says of none of their states that anything has changed.
    pub(crate) fn for_each_backwards(&self, change: impl FnMut(u32) -> bool) {
        iterate_until_stable(self.iter().rev().map(|states| states.iter().rev()), change);
    }

    /// The same forwards: what leads to a state comes before it.
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
