//! The state graph of a rule: numbered states, and edges with observations.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::components::Components;
use super::edge::{Cell, DONE, Edge, EdgeTarget, SPLITS, TRUNCATED};
use super::lists::CellLists;
use super::masses::Masses;
use crate::error::RuleError;
use crate::layout::Layout;
use crate::odds::Mass;
use crate::rule::Parts;

/// A state at which a player decides. Its edges are grouped by option, and the probabilities of
/// each group sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The index of the state.
    pub state: u32,
    /// The index of the choice in [`Rule::choices`](crate::Rule::choices).
    pub choice: u32,
    /// The allowed options, the usual one first. If two players decide at once, these are the
    /// indices of the pairs of their options: [`AtOnce::pair`].
    pub options: Arc<[i64]>,
    /// The situation: one number per part of the choice.
    pub situation: Box<[i64]>,
    /// Whether the player sees only part of the situation: these numbers. The player cannot tell
    /// decisions with the same choice, options and situation apart.
    pub sees_part: bool,
    /// Both choices, if two players decide at once; the first of them is `choice`.
    pub at_once: Option<Arc<AtOnce>>,
    /// The index of its first option among the options of all decisions.
    pub(crate) first_option: u32,
}

/// Two choices that two players make at once, so that neither knows the other's option.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AtOnce {
    /// The indices of the choices in [`Rule::choices`](crate::Rule::choices).
    pub choices: [u32; 2],
    /// The allowed options of each choice, the usual one first.
    pub options: [Arc<[i64]>; 2],
}

impl AtOnce {
    /// Returns the indices of the two options of a pair. Pairs are indexed from 0: those with the
    /// first option of the first choice come first.
    pub fn pair(&self, index: usize) -> [usize; 2] {
        let columns = self.options[1].len();
        [index / columns, index % columns]
    }
}

impl Decision {
    /// Returns each choice of the decision with its options: two if two players decide at once.
    pub fn sides(&self) -> impl Iterator<Item = (u32, &Arc<[i64]>)> {
        let both = self.at_once.as_deref();
        let pairs = both.map(|both| both.choices.iter().copied().zip(&both.options));
        let alone = both.is_none().then_some((self.choice, &self.options));
        pairs.into_iter().flatten().chain(alone)
    }
}

/// How a trial may end, slot by slot.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    pub(crate) absent: Vec<bool>,
    pub(crate) truncated: Vec<bool>,
}

impl Ends {
    /// Returns whether a trial may end without recording a slot.
    pub(crate) fn may_be_absent(&self, slot: usize) -> bool {
        self.absent[slot]
    }

    /// Returns whether a trial may be truncated before it records a slot.
    pub(crate) fn may_be_truncated(&self, slot: usize) -> bool {
        self.truncated[slot]
    }
}

/// A state is a waiting state if trials leave it with at most this probability.
const WAIT_THRESHOLD: f64 = 1e-3;

/// The expected cost of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialCost {
    /// Faces, flips and cards in a simulated trial.
    pub dice: f64,
    /// States that a sampled trial leaves. A waiting state counts once.
    pub steps: f64,
}

/// The states of a rule, numbered in the order in which they were found, from the start 0, and the
/// transitions between them.
///
/// The probabilities of the edges of a state sum to 1. Edges with the same target and the same
/// observations are merged.
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
/// assert_eq!((graph.state_count(), graph.edge_count()), (1, 2));
/// assert_eq!(graph.mass(0).fraction(), Some((5, 6)));
/// assert_eq!(graph.edge_cells(1).next().unwrap().value, 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The first edge of each state, followed by the number of edges.
    pub(crate) first_edges: Vec<u32>,
    pub(crate) edges: Vec<Edge>,
    /// The probabilities of edges.
    pub(crate) masses: Masses,
    /// The observations on edges: lists of indices into `cells`.
    pub(crate) lists: CellLists,
    pub(crate) cells: Vec<Cell>,
    /// The splits: states that all continue, independently.
    pub(crate) splits: Vec<Box<[u32]>>,
    /// The open decisions, in the order of their states.
    pub(crate) decisions: Vec<Decision>,
    /// The first edge of each option of each decision.
    pub(crate) option_first_edges: Vec<u32>,
    /// The expected cost of a step with each option of each decision.
    pub(crate) option_costs: Vec<f64>,
    /// The options that were allowed at each choice for which the policy prefers a certain option.
    pub(crate) offered: BTreeMap<usize, BTreeSet<i64>>,
    pub(crate) layout: Layout,
    /// The expected cost of leaving each state, in faces, flips and cards.
    pub(crate) costs: Vec<f64>,
    /// The parts of the rule that were explored.
    pub(crate) parts: Parts,
    /// The expected cost of a trial, once computed.
    pub(crate) cost: OnceLock<TrialCost>,
    /// How a trial may end, slot by slot, if that was checked.
    pub(crate) ends: Option<Ends>,
    /// The components in topological order, once the graph is complete.
    pub(crate) order: Option<Arc<Components>>,
    /// The level above which states repeat without a bound and were solved together.
    pub(crate) repeats_above: Option<i64>,
    /// Whether likely trials may be truncated, because only the likeliest states were explored.
    pub(crate) is_partial: bool,
}

impl Graph {
    /// Returns a graph without states.
    pub(crate) fn new(layout: Layout) -> Graph {
        Graph {
            layout,
            ..Graph::default()
        }
    }

    /// Returns the number of states.
    pub fn state_count(&self) -> usize {
        self.first_edges.len() - 1
    }

    /// Returns the number of edges. They are numbered state by state.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Returns the probability of an edge, given its state.
    #[inline]
    pub fn mass(&self, edge: usize) -> Mass {
        self.masses.get(self.edges[edge].mass)
    }

    /// Returns the indices of the edges of a state.
    #[inline]
    pub fn edges_of(&self, state: usize) -> Range<usize> {
        self.first_edges[state] as usize..self.first_edges[state + 1] as usize
    }

    /// Returns the observations on an edge, in order.
    #[inline]
    pub fn edge_cells(&self, edge: usize) -> impl DoubleEndedIterator<Item = Cell> + '_ {
        self.edge_cell_indices(edge)
            .iter()
            .map(|&cell| self.cells[cell as usize])
    }

    /// Returns the observations on an edge, as indices into [`cells`](Graph::cells).
    #[inline]
    pub(crate) fn edge_cell_indices(&self, edge: usize) -> &[u32] {
        self.lists.get(self.edges[edge].list)
    }

    /// Returns the open decisions, in the order of their states.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Returns the decision at a state with its index, if there is one.
    pub(crate) fn decision_at(&self, state: u32) -> Option<(usize, &Decision)> {
        let index = self
            .decisions
            .binary_search_by_key(&state, |decision| decision.state)
            .ok()?;
        Some((index, &self.decisions[index]))
    }

    /// Returns an error if a decision is open, because such a graph has no odds.
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

    /// Returns the options that were allowed at a choice for which the policy prefers a certain
    /// option; `None` if the choice never arose.
    pub fn offered(&self, choice: usize) -> Option<&BTreeSet<i64>> {
        self.offered.get(&choice)
    }

    /// Returns the edges of an option of a decision, as indices.
    pub fn edges_of_option(&self, decision: &Decision, option: usize) -> Range<usize> {
        let index = decision.first_option as usize + option;
        let is_last =
            option + 1 == decision.options.len() || index + 1 == self.option_first_edges.len();
        let end = if is_last {
            self.first_edges[decision.state as usize + 1]
        } else {
            self.option_first_edges[index + 1]
        };
        self.option_first_edges[index] as usize..end as usize
    }

    /// Returns the index of the decision at each state plus 1; 0 if there is none.
    pub(crate) fn decision_numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.state_count()];
        (1..)
            .zip(&self.decisions)
            .for_each(|(number, decision)| numbers[decision.state as usize] = number);
        numbers
    }

    /// Returns the edges of each option of a decision.
    pub(crate) fn option_edges<'g>(
        &'g self,
        decision: &'g Decision,
    ) -> impl Iterator<Item = Range<usize>> + 'g {
        (0..decision.options.len()).map(|option| self.edges_of_option(decision, option))
    }

    /// Returns the expected cost of a step with an option of a decision.
    pub(crate) fn cost_of_option(&self, decision: &Decision, option: usize) -> f64 {
        self.option_costs[decision.first_option as usize + option]
    }

    /// Returns the level above which states repeat without a bound. Edges that would lead above it
    /// lead to the states where trials come down again. It is `None` if all states were explored
    /// one by one.
    pub fn repeats_above(&self) -> Option<i64> {
        self.repeats_above
    }

    /// Returns every combination of slot and value that a trial can record.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the slots of the rule.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns whether a trial may end without recording a slot. This is `true` if it is not known.
    pub(crate) fn may_be_absent(&self, slot: usize) -> bool {
        self.ends
            .as_ref()
            .is_none_or(|ends| ends.may_be_absent(slot))
    }

    /// Returns whether a trial may be truncated before it records a slot. This is `true` if it is
    /// not known.
    pub(crate) fn may_be_truncated(&self, slot: usize) -> bool {
        self.ends
            .as_ref()
            .is_none_or(|ends| ends.may_be_truncated(slot))
    }

    /// Returns whether a metric belongs to the explored parts.
    pub(crate) fn includes_metric(&self, metric: usize) -> bool {
        self.parts.has(self.layout.metrics()[metric].part)
    }

    /// Returns the target of an edge.
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

    /// Returns whether any edge is truncated.
    pub(crate) fn is_truncated(&self) -> bool {
        self.edges.iter().any(|edge| edge.target == TRUNCATED)
    }

    /// Returns the states that an edge leads to: none at the end of the trial, several at a split.
    #[inline]
    pub(crate) fn next_states(&self, edge: usize) -> &[u32] {
        self.next_states_of(&self.edges[edge])
    }

    /// Returns the states that an edge leads to. The edge need not belong to the graph.
    #[inline]
    pub(crate) fn next_states_of<'g>(&'g self, edge: &'g Edge) -> &'g [u32] {
        match self.target_of(edge) {
            EdgeTarget::Split(states) => states,
            EdgeTarget::State(_) => std::slice::from_ref(&edge.target),
            EdgeTarget::Done | EdgeTarget::Truncated => &[],
        }
    }

    /// Returns whether an edge of a state leads to the state itself.
    pub(crate) fn leads_back(&self, state: u32) -> bool {
        self.edges_of(state as usize)
            .any(|edge| self.next_states(edge).contains(&state))
    }

    /// Returns the only edge by which trials return to a state, and the probability of leaving the
    /// state, if that is small. Returns `None` if trials leave the state sooner or return by
    /// several edges.
    pub(crate) fn wait_edge(&self, state: u32) -> Option<(usize, f64)> {
        let mut back = self
            .edges_of(state as usize)
            .filter(|&edge| self.next_states(edge).contains(&state));
        let (Some(back), None) = (back.next(), back.next()) else {
            return None;
        };
        let mass = |edge: usize| self.mass(edge).float();
        let leaving: f64 = self
            .edges_of(state as usize)
            .filter(|&edge| edge != back)
            .map(mass)
            .sum();
        let share = leaving / (leaving + mass(back));
        let is_state = matches!(self.target(back), EdgeTarget::State(_));
        (is_state && share > 0.0 && share <= WAIT_THRESHOLD).then_some((back, share))
    }

    /// Returns the approximate size in bytes.
    pub fn bytes(&self) -> usize {
        let situation_bytes = self
            .decisions
            .first()
            .map_or(0, |decision| size_of_val(&*decision.situation));
        size_of_val(&*self.edges)
            + self.masses.bytes()
            + self.lists.bytes()
            + size_of_val(&*self.cells)
            + size_of_val(&*self.first_edges)
            + self.decisions.len() * (size_of::<Decision>() + situation_bytes)
            + self.option_first_edges.len() * 12
    }
}
