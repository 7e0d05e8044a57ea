//! The state graph of a rule: states numbered, observations on the edges.

use std::ops::Range;

use super::lists::Lists;
use super::recorded::Ends;
use crate::odds::{Layout, Mass};
use crate::rule::Parts;

/// The end of a trial, as an edge's target.
pub(super) const DONE: u32 = u32::MAX;
/// Where an endless question or an endless trial was cut, as an edge's target.
pub(super) const CUT: u32 = u32::MAX - 1;
/// Targets from here to `CUT` are splits.
pub(super) const SPLITS: u32 = 1 << 31;

/// What an edge says: this slot shows this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The slot, by the rule's [`Layout`].
    pub slot: u32,
    /// The value; of [`Fold::First`](crate::Fold::First), the step.
    pub value: i64,
}

/// One way on from a state.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Its probability in its state.
    pub mass: Mass,
    pub(super) target: u32,
    /// What it says, by the number of the list.
    pub(super) list: u32,
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target<'g> {
    State(u32),
    Done,
    Cut,
    /// These go on side by side.
    Split(&'g [u32]),
}

/// The states of a rule, numbered in the order in which they were found, 0 being the start, and the ways between them.
///
/// Edges of a state add up to probability 1; those that say the same and lead to the same place are one.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};
///
/// struct Six;
///
/// impl Rule for Six {
///     type State = ();
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("six")] }
///     fn start(&self, _: &Parts) {}
///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
///         let is_six = ask.roll(Die::D6) == 6;
///         ask.whole(0, is_six.into());
///         Ok(Step::Done)
///     }
/// }
///
/// let graph = explore(&Six, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
/// assert_eq!((graph.state_count(), graph.edges().len()), (1, 2));
/// assert_eq!(graph.edges()[0].mass.fraction(), Some((5, 6)));
/// assert_eq!(graph.cells()[graph.seen(1)[0] as usize].value, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    /// The first edge of each state, and one past the last.
    pub(super) states: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// What edges say: lists of cells, by index into `cells`.
    pub(super) lists: Lists,
    pub(super) cells: Vec<Cell>,
    pub(super) splits: Vec<Box<[u32]>>,
    pub(super) layout: Layout,
    /// What leaving each state costs to play, on average.
    pub(super) costs: Vec<f64>,
    /// The parts of the rule that were explored.
    pub(super) parts: Parts,
    /// How a trial may end, where that was looked at.
    pub(super) ends: Option<Ends>,
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
        self.lists.get(self.edges[edge].list)
    }

    /// The number of the list that an edge says.
    #[inline]
    pub(crate) fn list(&self, edge: usize) -> u32 {
        self.edges[edge].list
    }

    /// The lists that edges say.
    pub(crate) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// Every slot and value that any trial shows.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Which metric and step is where.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether a metric belongs to what was explored.
    pub(crate) fn shows(&self, metric: usize) -> bool {
        self.parts.has(self.layout.metrics()[metric].part)
    }

    #[inline]
    pub(crate) fn target(&self, edge: usize) -> Target<'_> {
        match self.edges[edge].target {
            DONE => Target::Done,
            CUT => Target::Cut,
            target if target >= SPLITS => Target::Split(&self.splits[(target - SPLITS) as usize]),
            target => Target::State(target),
        }
    }

    /// The states that an edge leads to: none at the end, several where the trial splits.
    pub(crate) fn onward(&self, edge: usize) -> &[u32] {
        match self.target(edge) {
            Target::Split(states) => states,
            Target::State(_) => std::slice::from_ref(&self.edges[edge].target),
            Target::Done | Target::Cut => &[],
        }
    }

    /// The number of an edge's split, where it is one.
    pub(crate) fn split(&self, edge: usize) -> Option<usize> {
        let target = self.edges[edge].target;
        (SPLITS..CUT).contains(&target).then(|| (target - SPLITS) as usize)
    }

    /// All splits: the states that go on side by side.
    pub(crate) fn splits(&self) -> &[Box<[u32]>] {
        &self.splits
    }

    /// What leaving a state costs to play on average, in faces, flips and cards.
    pub(crate) fn cost(&self, state: usize) -> f64 {
        self.costs[state]
    }

    /// How a trial may end, slot by slot; `None` where nobody has looked.
    pub(crate) fn ends(&self) -> Option<&Ends> {
        self.ends.as_ref()
    }

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        self.edges.len() * size_of::<Edge>() + self.lists.bytes() + self.cells.len() * 16 + self.states.len() * 4
    }
}
