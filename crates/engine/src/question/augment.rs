//! Graphs lifted by a question: the states multiplied by what is still open of what was asked, and
//! by nothing else.

use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::asked::{Asked, Tuple};
use super::residual::{Id, ResidualChange, Residuals, meet};
use super::shows::{ShownSets, known_slot};
use crate::error::RuleError;
use crate::explore::{Expand, Leaves, Onward, Outset, Termination};
use crate::graph::{Cell, EdgeTarget, Graph};
use crate::layout::Layout;
use crate::metric::Metric;
use crate::odds::Mass;

/// A state of one of the graphs, what is open, and what goes on afterwards: sides of splits, and
/// further parts.
type AugmentedState = (u32, u32, u32);

/// A way on from a state, as the question sees it: the asked slots that it shows with their values,
/// in order, and the states that it leads to, one after the other; no states at the end, and
/// nothing where it is cut.
type AskedTransition = (Box<[(u32, i64)]>, Option<Box<[u32]>>);

/// How likely each way on from a state is.
type AskedTransitions = Rc<IndexMap<AskedTransition, Mass, FxBuildHasher>>;

/// What waits for its turn: a state, and what waits behind it.
#[derive(Clone, Copy)]
struct WaitingState {
    state: u32,
    behind: u32,
    /// The set of slots that these may show.
    shows: u32,
}

/// What comes next: a state, or the number of the answer where all is decided.
#[derive(Clone, Copy)]
enum Next {
    State(AugmentedState),
    Answer(u32),
}

/// Nothing waits.
const NOTHING: u32 = 0;

/// Graphs of parts that do not touch, one after the other, lifted by a question.
pub(super) struct QuestionAugmentation<'g> {
    graphs: &'g [&'g Graph],
    /// The number of each graph's first state.
    starts: Vec<u32>,
    /// The number of each slot among the asked ones.
    index: FxHashMap<u32, u32>,
    transitions: FxHashMap<u32, AskedTransitions>,
    shown: ShownSets,
    residuals: Residuals,
    /// What is open: the asked expressions, then what is given.
    open: IndexSet<Box<[Id]>, FxBuildHasher>,
    has_given: bool,
    waiting: Vec<WaitingState>,
    stacks: FxHashMap<(u32, u32), u32>,
    /// The answers that were met.
    pub(super) answers: IndexSet<Tuple, FxBuildHasher>,
    /// Bytes that may be used in addition to the augmented graph.
    most_bytes: usize,
    /// Ways that are less likely are cut.
    least: f64,
    /// Whether they were not enough.
    pub(super) is_full: bool,
}

impl<'g> QuestionAugmentation<'g> {
    /// With where to start; nowhere, if all is decided before anything is seen: then the first
    /// answer is the only one.
    pub(super) fn new(
        graphs: &'g [&'g Graph],
        asked: &Asked,
        (most_bytes, least): (usize, f64),
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
            starts,
            transitions: FxHashMap::default(),
            shown: ShownSets::new(graphs, &index, residuals.words()),
            index,
            residuals,
            open: IndexSet::default(),
            has_given: asked.given.is_some(),
            waiting: vec![WaitingState {
                state: 0,
                behind: NOTHING,
                shows: ShownSets::NONE,
            }],
            stacks: FxHashMap::default(),
            answers: IndexSet::default(),
            most_bytes,
            least,
            is_full: false,
        };
        let all = asked.of.iter().chain(&asked.given);
        let asked: Vec<Id> = all
            .map(|one| augmented.residuals.enter(one, &augmented.index))
            .collect();
        let open = augmented.number(asked);
        let mut behind = NOTHING;
        for graph in (0..graphs.len()).rev() {
            behind = augmented.push(augmented.starts[graph], behind);
        }
        let outset = match augmented.settle(open, behind) {
            Next::Answer(_) => None,
            Next::State(start) => {
                let is_endless = graphs
                    .iter()
                    .any(|graph| graph.is_unbounded(|slot| augmented.index.contains_key(&slot)));
                let layout = Layout::new(vec![Metric::whole("answer")])
                    .expect("a metric of the whole trial");
                Some(Outset::new(layout, start).ending(Termination::where_endless(is_endless)))
            }
        };
        (augmented, outset)
    }

    /// Whether a number grew past 64 bits.
    pub(super) fn is_overgrown(&self) -> bool {
        self.residuals.is_overgrown
    }

    /// Lets a state wait before what waits already.
    fn push(&mut self, state: u32, behind: u32) -> u32 {
        if let Some(&known) = self.stacks.get(&(state, behind)) {
            return known;
        }
        let shows = self.shown.together(
            self.shown.of_state(state),
            self.waiting[behind as usize].shows,
        );
        let number = self.waiting.len() as u32;
        self.waiting.push(WaitingState {
            state,
            behind,
            shows,
        });
        self.stacks.insert((state, behind), number);
        number
    }

    /// The number of what is open; where what is given has not happened, nothing else matters.
    fn number(&mut self, mut open: Vec<Id>) -> u32 {
        if self.has_given
            && let Some(&given) = open.last()
            && self
                .residuals
                .decided(given)
                .is_some_and(|given| given != Some(1))
        {
            open.iter_mut().for_each(|id| *id = given);
        }
        match self.open.get_index_of(open.as_slice()) {
            Some(number) => number as u32,
            None => self.open.insert_full(open.into()).0 as u32,
        }
    }

    fn change(&mut self, open: u32, change: ResidualChange<'_>) -> u32 {
        let ids = self.open[open as usize].clone();
        let changed: Vec<Id> = ids
            .iter()
            .map(|&id| self.residuals.change(id, change))
            .collect();
        if *ids == *changed {
            open
        } else {
            self.number(changed)
        }
    }

    /// Forgets what can no longer be seen, and passes over what has nothing to show.
    fn settle(&mut self, mut open: u32, mut waiting: u32) -> Next {
        loop {
            let WaitingState {
                state,
                behind,
                shows,
            } = self.waiting[waiting as usize];
            let left: Box<[u64]> = self.shown.get(shows).into();
            open = self.change(
                open,
                ResidualChange::Left {
                    slots: &left,
                    number: shows,
                },
            );
            if waiting == NOTHING || self.is_decided(open) {
                return Next::Answer(self.answer(open));
            }
            let shown_slots = self.shown.get(self.shown.of_state(state));
            if self.open[open as usize]
                .iter()
                .any(|&id| meet(self.residuals.open(id), shown_slots))
            {
                return Next::State((state, open, behind));
            }
            waiting = behind;
        }
    }

    fn is_decided(&self, open: u32) -> bool {
        self.open[open as usize]
            .iter()
            .all(|&id| self.residuals.decided(id).is_some())
    }

    /// The number of the answer that is what is left, all being decided.
    fn answer(&mut self, open: u32) -> u32 {
        let mut values = self.open[open as usize]
            .iter()
            .map(|&id| self.residuals.decided(id).flatten());
        let answer: Tuple = match self.has_given {
            true if values.next_back() != Some(Some(1)) => None,
            _ => Some(values.collect()),
        };
        self.answers.insert_full(answer).0 as u32
    }

    /// The ways on from a state, those that look alike being one.
    fn transitions(&mut self, state: u32) -> AskedTransitions {
        let (graphs, index) = (self.graphs, &self.index);
        let known = self.transitions.entry(state).or_insert_with(|| {
            let at = self.starts.partition_point(|&start| start <= state) - 1;
            let (graph, first) = (graphs[at], self.starts[at]);
            let mut transitions: IndexMap<AskedTransition, Mass, FxBuildHasher> =
                IndexMap::default();
            for edge in graph.edges_of((state - first) as usize) {
                let seen = graph
                    .shown(edge)
                    .filter_map(|cell| Some((*index.get(&cell.slot)?, cell.value)))
                    .collect();
                let states = || {
                    graph
                        .onward(edge)
                        .iter()
                        .map(|&target| target + first)
                        .collect()
                };
                let onward = (graph.target(edge) != EdgeTarget::Truncated).then(states);
                *transitions.entry((seen, onward)).or_default() += graph.edges[edge].mass;
            }
            let mut faint = Mass::ZERO;
            transitions.retain(|_, mass| {
                let is_faint = mass.float() < self.least;
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
                now = self.change(now, ResidualChange::Seen { slot, value });
            }
            let next = match onward {
                // What is decided is known, whatever comes of the trial.
                _ if self.is_decided(now) => Next::Answer(self.answer(now)),
                None => {
                    leaves.add_cells(mass, &[], Onward::Truncated);
                    continue;
                }
                Some(states) => {
                    let waiting = states
                        .iter()
                        .rev()
                        .fold(behind, |behind, &state| self.push(state, behind));
                    self.settle(now, waiting)
                }
            };
            match next {
                Next::State(state) => leaves.add_cells(mass, &[], Onward::State(state)),
                Next::Answer(answer) => {
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
