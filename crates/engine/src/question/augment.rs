//! Graphs augmented for a question: each state is combined with the residual, the part of the
//! question that is still open.

use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::asked::{AnswerTuple, JointQuestion};
use super::recordable::{RecordableSets, known_slot};
use super::residual::{NodeId, ResidualChange, Residuals, intersects};
use crate::error::RuleError;
use crate::explore::{Expand, Leaves, Onward, Outset, Termination};
use crate::graph::{Cell, EdgeTarget, Graph};
use crate::layout::Layout;
use crate::metric::Metric;
use crate::odds::Mass;

/// A state of one of the graphs, its residual, and the stack of states that follow: other sides of
/// splits and further parts.
type AugmentedState = (u32, u32, u32);

/// A transition as the question sees it: the values of asked slots in order, and the next states.
/// The states are `None` if truncated, and empty at the end of the trial.
type QuestionTransition = (Box<[(u32, i64)]>, Option<Box<[u32]>>);

/// The transitions of a state with their probabilities.
type QuestionTransitions = Rc<IndexMap<QuestionTransition, Mass, FxBuildHasher>>;

/// An entry of a stack: a state that is processed later, and the rest of the stack.
#[derive(Clone, Copy)]
struct WaitingState {
    state: u32,
    behind: u32,
    /// The index of the set of slots that the states on this stack may record.
    recordable: u32,
}

/// The next step of a trial: a state, or the index of the answer if everything is decided.
#[derive(Clone, Copy)]
enum NextStep {
    State(AugmentedState),
    Answer(u32),
}

/// The empty stack.
const EMPTY_STACK: u32 = 0;

/// The graphs of independent parts, one after the other, augmented for a question.
pub(super) struct QuestionAugmentation<'g> {
    graphs: &'g [&'g Graph],
    /// The offset of the states of each graph.
    first_states: Vec<u32>,
    /// The index of each slot among the slots of the question.
    index: FxHashMap<u32, u32>,
    transitions: FxHashMap<u32, QuestionTransitions>,
    recordable_sets: RecordableSets,
    residuals: Residuals,
    /// The different residuals. Each has the nodes of the expressions, followed by the node of the
    /// condition if there is one.
    open: IndexSet<Box<[NodeId]>, FxBuildHasher>,
    has_given: bool,
    waiting: Vec<WaitingState>,
    stacks: FxHashMap<(u32, u32), u32>,
    /// The answers that were reached.
    pub(super) answers: IndexSet<AnswerTuple, FxBuildHasher>,
    /// The maximal size in bytes of the data outside the augmented graph.
    most_bytes: usize,
    /// Transitions with a smaller probability are truncated.
    least_mass: f64,
    /// Whether `most_bytes` was exceeded.
    pub(super) is_full: bool,
}

impl<'g> QuestionAugmentation<'g> {
    /// Returns the augmentation and its starting point. The starting point is `None` if the
    /// question is decided from the start; then the first answer is the only one.
    pub(super) fn new(
        graphs: &'g [&'g Graph],
        asked: &JointQuestion,
        most_bytes: usize,
        least_mass: f64,
    ) -> (QuestionAugmentation<'g>, Option<Outset<AugmentedState>>) {
        let slots = asked.slots();
        let index: FxHashMap<u32, u32> = slots.iter().copied().zip(0..).collect();
        let residuals =
            Residuals::new(slots.iter().map(|&slot| known_slot(graphs, slot)).collect());
        let mut starts = vec![0];
        graphs
            .iter()
            .for_each(|graph| starts.push(starts[starts.len() - 1] + graph.state_count() as u32));
        let mut augmented = QuestionAugmentation {
            graphs,
            first_states: starts,
            transitions: FxHashMap::default(),
            recordable_sets: RecordableSets::new(graphs, &index, residuals.word_count()),
            index,
            residuals,
            open: IndexSet::default(),
            has_given: asked.given.is_some(),
            waiting: vec![WaitingState {
                state: 0,
                behind: EMPTY_STACK,
                recordable: RecordableSets::NONE,
            }],
            stacks: FxHashMap::default(),
            answers: IndexSet::default(),
            most_bytes,
            least_mass,
            is_full: false,
        };
        let expressions = asked.expressions.iter().chain(&asked.given);
        let asked: Vec<NodeId> = expressions
            .map(|expression| {
                augmented
                    .residuals
                    .add_expression(expression, &augmented.index)
            })
            .collect();
        let open = augmented.open_index(asked);
        let mut behind = EMPTY_STACK;
        for graph in (0..graphs.len()).rev() {
            behind = augmented.push_waiting(augmented.first_states[graph], behind);
        }
        let outset = match augmented.settle(open, behind) {
            NextStep::Answer(_) => None,
            NextStep::State(start) => {
                let is_endless = graphs
                    .iter()
                    .any(|graph| graph.is_unbounded(|slot| augmented.index.contains_key(&slot)));
                let layout = Layout::new(vec![Metric::whole("answer")])
                    .expect("a metric of the whole trial");
                Some(
                    Outset::new(layout, start)
                        .with_termination(Termination::where_endless(is_endless)),
                )
            }
        };
        (augmented, outset)
    }

    /// Returns whether a number overflowed 64 bits.
    pub(super) fn has_overflowed(&self) -> bool {
        self.residuals.has_overflowed
    }

    /// Pushes a state onto a stack.
    fn push_waiting(&mut self, state: u32, behind: u32) -> u32 {
        if let Some(&known) = self.stacks.get(&(state, behind)) {
            return known;
        }
        let recordable = self.recordable_sets.union_of(
            self.recordable_sets.set_of_state(state),
            self.waiting[behind as usize].recordable,
        );
        let index = self.waiting.len() as u32;
        self.waiting.push(WaitingState {
            state,
            behind,
            recordable,
        });
        self.stacks.insert((state, behind), index);
        index
    }

    /// Returns the index of a residual. If the condition is false, the rest of the residual does
    /// not matter.
    fn open_index(&mut self, mut open: Vec<NodeId>) -> u32 {
        if self.has_given
            && let Some(&given) = open.last()
            && self
                .residuals
                .decided_value(given)
                .is_some_and(|given| given != Some(1))
        {
            open.iter_mut().for_each(|id| *id = given);
        }
        match self.open.get_index_of(open.as_slice()) {
            Some(index) => index as u32,
            None => self.open.insert_full(open.into()).0 as u32,
        }
    }

    fn apply_change(&mut self, open: u32, change: ResidualChange<'_>) -> u32 {
        let ids = self.open[open as usize].clone();
        let changed: Vec<NodeId> = ids
            .iter()
            .map(|&id| self.residuals.apply_change(id, change))
            .collect();
        if *ids == *changed {
            open
        } else {
            self.open_index(changed)
        }
    }

    /// Removes slots that can no longer be recorded from the residual, and skips states that record
    /// nothing relevant.
    fn settle(&mut self, mut open: u32, mut waiting: u32) -> NextStep {
        loop {
            let WaitingState {
                state,
                behind,
                recordable,
            } = self.waiting[waiting as usize];
            let left: Box<[u64]> = self.recordable_sets.get(recordable).into();
            open = self.apply_change(
                open,
                ResidualChange::Left {
                    slots: &left,
                    index: recordable,
                },
            );
            if waiting == EMPTY_STACK || self.is_decided(open) {
                return NextStep::Answer(self.answer(open));
            }
            let recordable_slots = self
                .recordable_sets
                .get(self.recordable_sets.set_of_state(state));
            if self.open[open as usize]
                .iter()
                .any(|&id| intersects(self.residuals.open_slots(id), recordable_slots))
            {
                return NextStep::State((state, open, behind));
            }
            waiting = behind;
        }
    }

    fn is_decided(&self, open: u32) -> bool {
        self.open[open as usize]
            .iter()
            .all(|&id| self.residuals.decided_value(id).is_some())
    }

    /// Returns the index of the answer of a decided residual.
    fn answer(&mut self, open: u32) -> u32 {
        let mut values = self.open[open as usize]
            .iter()
            .map(|&id| self.residuals.decided_value(id).flatten());
        let answer: AnswerTuple = if self.has_given && values.next_back() != Some(Some(1)) {
            None
        } else {
            Some(values.collect())
        };
        self.answers.insert_full(answer).0 as u32
    }

    /// Returns the transitions of a state, and merges those that the question cannot distinguish.
    fn transitions(&mut self, state: u32) -> QuestionTransitions {
        let (graphs, index) = (self.graphs, &self.index);
        let known = self.transitions.entry(state).or_insert_with(|| {
            let graph_index = self.first_states.partition_point(|&start| start <= state) - 1;
            let (graph, first) = (graphs[graph_index], self.first_states[graph_index]);
            let mut transitions: IndexMap<QuestionTransition, Mass, FxBuildHasher> =
                IndexMap::default();
            for edge in graph.edges_of((state - first) as usize) {
                let seen = graph
                    .edge_cells(edge)
                    .filter_map(|cell| Some((*index.get(&cell.slot)?, cell.value)))
                    .collect();
                let states = || {
                    graph
                        .next_states(edge)
                        .iter()
                        .map(|&target| target + first)
                        .collect()
                };
                let onward = (graph.target(edge) != EdgeTarget::Truncated).then(states);
                *transitions.entry((seen, onward)).or_default() += graph.mass(edge);
            }
            let mut faint = Mass::ZERO;
            transitions.retain(|_, mass| {
                let is_faint = mass.float() < self.least_mass;
                faint += if is_faint { *mass } else { Mass::ZERO };
                !is_faint
            });
            if faint.float() > 0.0 {
                *transitions.entry((Box::default(), None)).or_default() += faint;
            }
            Rc::new(transitions)
        });
        Rc::clone(known)
    }
}

impl Expand for QuestionAugmentation<'_> {
    type State = AugmentedState;

    fn expand(
        &mut self,
        &(state, open, behind): &AugmentedState,
        leaves: &mut Leaves<AugmentedState>,
    ) -> Result<(), RuleError> {
        if self.residuals.bytes() + self.open.len() * 48 > self.most_bytes {
            self.is_full = true;
            return Err(RuleError::new("too much is open at once", ""));
        }
        for ((seen, onward), &mass) in &*self.transitions(state) {
            let mut now = open;
            for &(slot, value) in seen {
                now = self.apply_change(now, ResidualChange::Seen { slot, value });
            }
            let next = match onward {
                // A decided answer does not depend on the rest of the trial, even if that is
                // truncated.
                _ if self.is_decided(now) => NextStep::Answer(self.answer(now)),
                None => {
                    leaves.add_cells(mass, &[], Onward::Truncated);
                    continue;
                }
                Some(states) => {
                    let waiting = states
                        .iter()
                        .rev()
                        .fold(behind, |behind, &state| self.push_waiting(state, behind));
                    self.settle(now, waiting)
                }
            };
            match next {
                NextStep::State(state) => leaves.add_cells(mass, &[], Onward::State(state)),
                NextStep::Answer(answer) => {
                    leaves.add_cells(
                        mass,
                        &[Cell {
                            slot: 0,
                            value: answer.into(),
                        }],
                        Onward::Done,
                    );
                }
            }
        }
        Ok(())
    }
}
