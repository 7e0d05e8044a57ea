//! States in an order in which probability can be pushed: circles of states are one component.

/// The components of a graph, each before all that it leads to.
#[derive(Debug)]
pub(crate) struct Components {
    /// The states, component by component.
    pub(crate) states: Vec<u32>,
    /// Where each component starts in `states`, and one past the last.
    starts: Vec<u32>,
    /// Whether any state leads back to itself, at once or by others.
    has_circles: bool,
}

impl Components {
    /// Of states component by component, and where each component starts in them and the last ends.
    pub(super) fn new(states: Vec<u32>, starts: Vec<u32>, has_circles: bool) -> Components {
        Components { states, starts, has_circles }
    }

    /// Of so many states of which every edge leads to a higher number: they are in order as they are.
    pub(crate) fn upwards(states: u32) -> Components {
        Components { states: (0..states).collect(), starts: (0..=states).collect(), has_circles: false }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether any state leads back to itself, at once or by others.
    pub(crate) fn has_circles(&self) -> bool {
        self.has_circles
    }

    /// The states of one.
    #[inline]
    pub(crate) fn get(&self, component: usize) -> &[u32] {
        &self.states[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> + '_ {
        (0..self.len()).map(|component| self.get(component))
    }
}
