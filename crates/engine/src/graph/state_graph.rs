//! The state graph of a rule: states numbered, observations on the edges.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::components::Components;
use super::lists::Lists;
use crate::error::RuleError;
use crate::layout::Layout;
use crate::odds::Mass;
use crate::rule::Parts;

/// The end of a trial, as an edge's target.
pub(crate) const DONE: u32 = u32::MAX;
/// Where an endless question or an endless trial was cut, as an edge's target.
pub(crate) const CUT: u32 = u32::MAX - 1;
/// Targets from here to `CUT` are splits.
pub(crate) const SPLITS: u32 = 1 << 31;

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
    pub(crate) target: u32,
    /// What it says, by the number of the list.
    pub(crate) list: u32,
}

/// A state at which a player decides: its edges are grouped by option, and those of each option add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The state.
    pub state: u32,
    /// The choice, by its index in [`Rule::choices`](crate::Rule::choices).
    pub choice: u32,
    /// The options on offer, the usual one first.
    pub options: Arc<[i64]>,
    /// A number for each part of the situation.
    pub situation: Box<[i64]>,
    /// Its first option among those of all decisions.
    pub(crate) first: u32,
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

/// How a trial may end, slot by slot.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    pub(crate) unsaid: Vec<bool>,
    pub(crate) cut: Vec<bool>,
}

impl Ends {
    /// Whether a trial may end without having shown anything in a slot.
    pub(crate) fn may_be_absent(&self, slot: usize) -> bool {
        self.unsaid[slot]
    }

    /// Whether a trial may be cut before it has shown anything in a slot.
    pub(crate) fn may_be_cut(&self, slot: usize) -> bool {
        self.cut[slot]
    }
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
    pub(crate) states: Vec<u32>,
    pub(crate) edges: Vec<Edge>,
    /// What edges say: lists of cells, by index into `cells`.
    pub(crate) lists: Lists,
    pub(crate) cells: Vec<Cell>,
    pub(crate) splits: Vec<Box<[u32]>>,
    /// States at which a player decides, and what is open; in the order of the states.
    pub(crate) decisions: Vec<Decision>,
    /// The first edge of each option of each decision.
    pub(crate) starts: Vec<u32>,
    /// What each option of each decision costs to play on to the next state, on average.
    pub(crate) option_costs: Vec<f64>,
    /// What was on offer, of each choice of which a policy wanted one option.
    pub(crate) offered: BTreeMap<usize, BTreeSet<i64>>,
    pub(crate) layout: Layout,
    /// What leaving each state costs to play, on average.
    pub(crate) costs: Vec<f64>,
    /// The parts of the rule that were explored.
    pub(crate) parts: Parts,
    /// What a trial costs to play on average, once it has been worked out.
    pub(crate) cost: OnceLock<f64>,
    /// How a trial may end, where that was looked at.
    pub(crate) ends: Option<Ends>,
    /// Its states in order, once it is whole.
    pub(crate) order: Option<Arc<Components>>,
    /// The level above which states repeat themselves without a bound, and were solved together.
    pub(crate) repeats_above: Option<i64>,
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

    /// Where an edge leads, as a number that no other place has.
    #[inline]
    pub(crate) fn end_of(&self, edge: usize) -> u32 {
        self.edges[edge].target
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

    /// The states at which a player decides what is still open, in their order.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Whether nothing is left open: of a graph of which something is, no odds can be told.
    pub(crate) fn is_decided(&self) -> Result<(), RuleError> {
        let Some(open) = self.decisions.first() else { return Ok(()) };
        let help = "let `solve::plan` find its best play and read the graph of that plan, or explore by another policy";
        Err(RuleError::new(format!("choice {} is open", open.choice), help))
    }

    /// Every option that was on offer of a choice which a policy answers by one option; `None` where it was never asked.
    pub fn offered(&self, choice: usize) -> Option<&BTreeSet<i64>> {
        self.offered.get(&choice)
    }

    /// The edges of an option of a decision, as a range in [`edges`](Graph::edges).
    pub fn edges_of_option(&self, decision: &Decision, option: usize) -> Range<usize> {
        let place = decision.first as usize + option;
        let is_last = option + 1 == decision.options.len() || place + 1 == self.starts.len();
        let end = if is_last { self.states[decision.state as usize + 1] } else { self.starts[place + 1] };
        self.starts[place] as usize..end as usize
    }

    /// What an option of a decision costs to play on to the next state, on average.
    pub(crate) fn cost_of_option(&self, decision: &Decision, option: usize) -> f64 {
        self.option_costs[decision.first as usize + option]
    }

    /// The level above which states repeat themselves without a bound: ways that lead up there lead to where trials come down
    /// again. `None` where all states were explored one by one.
    pub fn repeats_above(&self) -> Option<i64> {
        self.repeats_above
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
        self.target_of(&self.edges[edge])
    }

    #[inline]
    fn target_of<'g>(&'g self, edge: &Edge) -> Target<'g> {
        match edge.target {
            DONE => Target::Done,
            CUT => Target::Cut,
            target if target >= SPLITS => Target::Split(&self.splits[(target - SPLITS) as usize]),
            target => Target::State(target),
        }
    }

    /// The states that an edge leads to: none at the end, several where the trial splits.
    #[inline]
    pub(crate) fn onward(&self, edge: usize) -> &[u32] {
        self.onward_of(&self.edges[edge])
    }

    /// The states that an edge leads to, which may not be one of the graph's own yet.
    #[inline]
    pub(crate) fn onward_of<'g>(&'g self, edge: &'g Edge) -> &'g [u32] {
        match self.target_of(edge) {
            Target::Split(states) => states,
            Target::State(_) => std::slice::from_ref(&edge.target),
            Target::Done | Target::Cut => &[],
        }
    }

    /// Whether an edge of a state leads to the state itself.
    pub(crate) fn leads_back(&self, state: u32) -> bool {
        self.edges_of(state as usize).any(|edge| self.onward(edge).contains(&state))
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

    /// What a trial costs to play on average, by how often it visits each state: worked out once.
    pub(crate) fn cost_of_a_trial(&self, visits: impl Iterator<Item = f64>) -> f64 {
        *self.cost.get_or_init(|| visits.zip(&self.costs).map(|(visits, cost)| visits * cost).sum())
    }

    /// The same, where it has been worked out.
    pub(crate) fn known_cost(&self) -> Option<f64> {
        self.cost.get().copied()
    }

    /// How a trial may end, slot by slot; `None` where nobody has looked.
    pub(crate) fn ends(&self) -> Option<&Ends> {
        self.ends.as_ref()
    }

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        self.edges.len() * size_of::<Edge>()
            + self.lists.bytes()
            + self.cells.len() * 16
            + self.states.len() * 4
            + self.bytes_of_decisions()
    }

    fn bytes_of_decisions(&self) -> usize {
        let told = self.decisions.first().map_or(0, |own| own.situation.len() * size_of::<i64>());
        self.decisions.len() * (size_of::<Decision>() + told) + self.starts.len() * 12
    }
}
