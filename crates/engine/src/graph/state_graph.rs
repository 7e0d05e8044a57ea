//! The state graph of a rule: states numbered, observations on the edges.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::components::Components;
use super::edge::{Cell, DONE, Edge, EdgeTarget, SPLITS, TRUNCATED};
use super::lists::CellLists;
use crate::error::RuleError;
use crate::layout::Layout;
use crate::rule::Parts;

/// A state at which a player decides: its edges are grouped by option, and those of each option add
/// up to 1.
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
    pub(crate) first_option: u32,
}

/// How a trial may end, slot by slot.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    pub(crate) absent: Vec<bool>,
    pub(crate) truncated: Vec<bool>,
}

impl Ends {
    /// Whether a trial may end without having shown anything in a slot.
    pub(crate) fn may_be_absent(&self, slot: usize) -> bool {
        self.absent[slot]
    }

    /// Whether a trial may be cut before it has shown anything in a slot.
    pub(crate) fn may_be_truncated(&self, slot: usize) -> bool {
        self.truncated[slot]
    }
}

/// A state that trials leave so seldom is one in which they wait.
const WAIT_THRESHOLD: f64 = 1e-3;

/// What a trial costs on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialCost {
    /// Faces, flips and cards, where it is played.
    pub dice: f64,
    /// States that it leaves, where it is drawn: one in which it waits is left once.
    pub steps: f64,
}

/// The states of a rule, numbered in the order in which they were found, 0 being the start, and the
/// ways between them.
///
/// Edges of a state add up to probability 1; those that say the same and lead to the same place are
/// one.
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
///         ask.observe_whole(0, is_six.into());
///         Ok(Step::Done)
///     }
/// }
///
/// let graph = explore(&Six, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
/// assert_eq!((graph.state_count(), graph.edges().len()), (1, 2));
/// assert_eq!(graph.edges()[0].mass.fraction(), Some((5, 6)));
/// assert_eq!(graph.edge_cells(1).next().unwrap().value, 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The first edge of each state, and one past the last.
    pub(crate) first_edges: Vec<u32>,
    pub(crate) edges: Vec<Edge>,
    /// What edges say: lists of cells, by index into `cells`.
    pub(crate) lists: CellLists,
    pub(crate) cells: Vec<Cell>,
    /// The states that go on side by side.
    pub(crate) splits: Vec<Box<[u32]>>,
    /// States at which a player decides, and what is open; in the order of the states.
    pub(crate) decisions: Vec<Decision>,
    /// The first edge of each option of each decision.
    pub(crate) option_first_edges: Vec<u32>,
    /// What each option of each decision costs to play on to the next state, on average.
    pub(crate) option_costs: Vec<f64>,
    /// What was on offer, of each choice of which a policy wanted one option.
    pub(crate) offered: BTreeMap<usize, BTreeSet<i64>>,
    pub(crate) layout: Layout,
    /// What leaving each state costs to play on average, in faces, flips and cards.
    pub(crate) costs: Vec<f64>,
    /// The parts of the rule that were explored.
    pub(crate) parts: Parts,
    /// What a trial costs on average, once it has been computed.
    pub(crate) cost: OnceLock<TrialCost>,
    /// How a trial may end, slot by slot, where that was looked at.
    pub(crate) ends: Option<Ends>,
    /// Its states in order, once it is whole.
    pub(crate) order: Option<Arc<Components>>,
    /// The level above which states repeat themselves without a bound, and were solved together.
    pub(crate) repeats_above: Option<i64>,
}

impl Graph {
    /// Without a state yet.
    pub(crate) fn new(layout: Layout) -> Graph {
        Graph {
            layout,
            ..Graph::default()
        }
    }

    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.first_edges.len() - 1
    }

    /// All edges, state by state.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges of a state, as a range in [`edges`](Graph::edges).
    #[inline]
    pub fn edges_of(&self, state: usize) -> Range<usize> {
        self.first_edges[state] as usize..self.first_edges[state + 1] as usize
    }

    /// What an edge says, in order.
    #[inline]
    pub fn edge_cells(&self, edge: usize) -> impl DoubleEndedIterator<Item = Cell> + '_ {
        self.edge_cell_indices(edge)
            .iter()
            .map(|&cell| self.cells[cell as usize])
    }

    /// The cells that an edge says, by index into [`cells`](Graph::cells).
    #[inline]
    pub(crate) fn edge_cell_indices(&self, edge: usize) -> &[u32] {
        self.lists.get(self.edges[edge].list)
    }

    /// The states at which a player decides what is still open, in their order.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// The decision at a state, and its number, if there is one.
    pub(crate) fn decision_at(&self, state: u32) -> Option<(usize, &Decision)> {
        let number = self
            .decisions
            .binary_search_by_key(&state, |decision| decision.state)
            .ok()?;
        Some((number, &self.decisions[number]))
    }

    /// Checks that no decision is open: a graph with open decisions has no odds.
    pub(crate) fn check_decided(&self) -> Result<(), RuleError> {
        let Some(open) = self.decisions.first() else {
            return Ok(());
        };
        let help = "let `solve::plan` find its best play and read the graph of that plan, or explore by another policy";
        Err(RuleError::new(
            format!("choice {} is open", open.choice),
            help,
        ))
    }

    /// Every option that was on offer of a choice which a policy answers by one option; `None`
    /// where it was never asked.
    pub fn offered(&self, choice: usize) -> Option<&BTreeSet<i64>> {
        self.offered.get(&choice)
    }

    /// The edges of an option of a decision, as a range in [`edges`](Graph::edges).
    pub fn edges_of_option(&self, decision: &Decision, option: usize) -> Range<usize> {
        let place = decision.first_option as usize + option;
        let is_last =
            option + 1 == decision.options.len() || place + 1 == self.option_first_edges.len();
        let end = if is_last {
            self.first_edges[decision.state as usize + 1]
        } else {
            self.option_first_edges[place + 1]
        };
        self.option_first_edges[place] as usize..end as usize
    }

    /// The edges of each option of a decision.
    pub(crate) fn option_edges<'g>(
        &'g self,
        decision: &'g Decision,
    ) -> impl Iterator<Item = Range<usize>> + 'g {
        (0..decision.options.len()).map(|option| self.edges_of_option(decision, option))
    }

    /// What an option of a decision costs to play on to the next state, on average.
    pub(crate) fn cost_of_option(&self, decision: &Decision, option: usize) -> f64 {
        self.option_costs[decision.first_option as usize + option]
    }

    /// The level above which states repeat themselves without a bound: ways that lead up there lead
    /// to where trials come down again. `None` where all states were explored one by one.
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
    pub(crate) fn includes_metric(&self, metric: usize) -> bool {
        self.parts.has(self.layout.metrics()[metric].part)
    }

    /// Where an edge leads.
    #[inline]
    pub fn target(&self, edge: usize) -> EdgeTarget<'_> {
        self.target_of(&self.edges[edge])
    }

    #[inline]
    pub(crate) fn target_of<'g>(&'g self, edge: &Edge) -> EdgeTarget<'g> {
        match edge.target {
            DONE => EdgeTarget::Done,
            TRUNCATED => EdgeTarget::Truncated,
            target if target >= SPLITS => {
                EdgeTarget::Split(&self.splits[(target - SPLITS) as usize])
            }
            target => EdgeTarget::State(target),
        }
    }

    /// Whether anything was cut.
    pub(crate) fn is_truncated(&self) -> bool {
        self.edges.iter().any(|edge| edge.target == TRUNCATED)
    }

    /// The states that an edge leads to: none at the end, several where the trial splits.
    #[inline]
    pub(crate) fn next_states(&self, edge: usize) -> &[u32] {
        self.next_states_of(&self.edges[edge])
    }

    /// The states that an edge leads to, which may not be one of the graph's own yet.
    #[inline]
    pub(crate) fn next_states_of<'g>(&'g self, edge: &'g Edge) -> &'g [u32] {
        match self.target_of(edge) {
            EdgeTarget::Split(states) => states,
            EdgeTarget::State(_) => std::slice::from_ref(&edge.target),
            EdgeTarget::Done | EdgeTarget::Truncated => &[],
        }
    }

    /// Whether an edge of a state leads to the state itself.
    pub(crate) fn leads_back(&self, state: u32) -> bool {
        self.edges_of(state as usize)
            .any(|edge| self.next_states(edge).contains(&state))
    }

    /// The edge by which trials come back to a state again and again, and the chance that they
    /// leave it; `None` where they leave it sooner, or come back by several edges.
    pub(crate) fn wait_edge(&self, state: u32) -> Option<(usize, f64)> {
        let mut back = self
            .edges_of(state as usize)
            .filter(|&edge| self.next_states(edge).contains(&state));
        let (Some(back), None) = (back.next(), back.next()) else {
            return None;
        };
        let mass = |edge: usize| self.edges[edge].mass.float();
        let leaving: f64 = self
            .edges_of(state as usize)
            .filter(|&edge| edge != back)
            .map(mass)
            .sum();
        let share = leaving / (leaving + mass(back));
        let is_state = matches!(self.target(back), EdgeTarget::State(_));
        (is_state && share > 0.0 && share <= WAIT_THRESHOLD).then_some((back, share))
    }

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let situation_bytes = self
            .decisions
            .first()
            .map_or(0, |decision| size_of_val(&*decision.situation));
        size_of_val(&*self.edges)
            + self.lists.bytes()
            + size_of_val(&*self.cells)
            + size_of_val(&*self.first_edges)
            + self.decisions.len() * (size_of::<Decision>() + situation_bytes)
            + self.option_first_edges.len() * 12
    }
}
