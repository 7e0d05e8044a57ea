//! Graphs lifted by a question: the states multiplied by what is still open of what was asked, and by nothing else.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::residual::{Id, KnownSlot, ResidualChange, Residuals, meet};
use crate::error::RuleError;
use crate::explore::{Ending, Expand, Leaves, Onward};
use crate::expression::Expression;
use crate::graph::{Cell, Graph, Target};
use crate::layout::Layout;
use crate::metric::{Fold, Metric};
use crate::odds::Mass;
use crate::solve::is_endless;

/// What a trial answered: each of the asked expressions; nothing where what was given did not happen.
pub type Answer = Option<Box<[Option<i64>]>>;

/// A state of one of the graphs, what is open, and what goes on afterwards: sides of splits, and further parts.
type State = (u32, u32, u32);

/// A way on from a state, as the question sees it.
struct Way {
    mass: Mass,
    /// The asked slots that it shows, and their values, in order.
    seen: Box<[(u32, i64)]>,
    onward: To,
}

enum To {
    Cut,
    /// These one after the other; the end where there are none.
    States(Box<[u32]>),
}

/// What makes ways one: where they lead, what they show, and whether they are cut.
type Looks = (Vec<u32>, Box<[(u32, i64)]>, bool);

/// What waits for its turn: a state, and what waits behind it.
#[derive(Clone, Copy)]
struct Waiting {
    state: u32,
    behind: u32,
    /// The slots that these may show.
    shows: u32,
}

/// Graphs of parts that do not touch, one after the other, lifted by a question.
pub(super) struct Lifted<'g> {
    graphs: &'g [&'g Graph],
    /// The number of each graph's first state.
    starts: Vec<u32>,
    /// The number of each slot among the asked ones.
    index: FxHashMap<u32, u32>,
    ways: FxHashMap<u32, std::rc::Rc<[Way]>>,
    /// For each state, the number of the set of slots that it may still show.
    shows: Vec<u32>,
    sets: IndexSet<Box<[u64]>, FxBuildHasher>,
    both: FxHashMap<(u32, u32), u32>,
    nodes: Residuals,
    /// What is open: the asked expressions, then what is given.
    open: IndexSet<Box<[Id]>, FxBuildHasher>,
    has_given: bool,
    waiting: Vec<Waiting>,
    stacks: FxHashMap<(u32, u32), u32>,
    first: Next,
    /// The answers that were met.
    pub(super) answers: IndexSet<Answer, FxBuildHasher>,
    /// Bytes that may be used beside the lifted graph.
    most_bytes: usize,
    /// Whether they were not enough.
    pub(super) is_full: bool,
}

/// What comes next: a state, or the number of the answer where all is decided.
#[derive(Clone, Copy)]
enum Next {
    State(State),
    Answer(u32),
}

/// Nothing waits.
const NOTHING: u32 = 0;

impl<'g> Lifted<'g> {
    pub(super) fn new(
        graphs: &'g [&'g Graph],
        of: &[Expression],
        given: Option<&Expression>,
        most_bytes: usize,
    ) -> Lifted<'g> {
        let mut slots: Vec<u32> = of.iter().chain(given).flat_map(Expression::slots).collect();
        slots.sort_unstable();
        slots.dedup();
        let index: FxHashMap<u32, u32> = slots.iter().copied().zip(0..).collect();
        let nodes = Residuals::new(slots.iter().map(|&slot| slot_of(graphs, slot)).collect());
        let mut starts = vec![0];
        graphs.iter().for_each(|graph| starts.push(starts[starts.len() - 1] + graph.state_count() as u32));
        let mut lifted = Lifted {
            graphs,
            starts,
            index,
            ways: FxHashMap::default(),
            shows: Vec::new(),
            sets: IndexSet::default(),
            both: FxHashMap::default(),
            nodes,
            open: IndexSet::default(),
            has_given: given.is_some(),
            waiting: Vec::new(),
            stacks: FxHashMap::default(),
            first: Next::Answer(0),
            answers: IndexSet::default(),
            most_bytes,
            is_full: false,
        };
        let none = lifted.sets.insert_full(vec![0; lifted.nodes.words()].into()).0 as u32;
        lifted.waiting.push(Waiting { state: 0, behind: NOTHING, shows: none });
        lifted.find_what_shows();
        let asked: Vec<Id> = of.iter().chain(given).map(|one| lifted.nodes.enter(one, &lifted.index)).collect();
        let open = lifted.number(asked);
        let mut behind = NOTHING;
        for graph in (0..graphs.len()).rev() {
            behind = lifted.push(lifted.starts[graph], behind);
        }
        lifted.first = lifted.settle(open, behind);
        lifted
    }

    /// Whether a number grew past 64 bits.
    pub(super) fn is_overgrown(&self) -> bool {
        self.nodes.is_overgrown
    }

    /// Whether all is decided before anything is seen.
    pub(super) fn is_decided_at_once(&self) -> bool {
        matches!(self.first, Next::Answer(_))
    }

    fn graph_of(&self, state: u32) -> (&'g Graph, u32) {
        let graph = self.starts.partition_point(|&start| start <= state) - 1;
        (self.graphs[graph], self.starts[graph])
    }

    /// For each state of each graph, the asked slots that may still be shown from it on: backwards over the edges until
    /// nothing changes.
    fn find_what_shows(&mut self) {
        let words = self.nodes.words();
        for (&graph, &first) in self.graphs.iter().zip(&self.starts.clone()) {
            let own: Vec<Option<u32>> = graph.cells().iter().map(|cell| self.index.get(&cell.slot).copied()).collect();
            let mut beyond = vec![0u64; words];
            for &at in self.index.iter().filter(|&(&slot, _)| may_be_beyond(graph, slot)).map(|(_, at)| at) {
                beyond[at as usize / 64] |= 1 << (at % 64);
            }
            let states = graph.state_count();
            let mut shows = vec![0u64; states * words];
            let mut has_changed = true;
            while has_changed {
                has_changed = false;
                for state in (0..states).rev() {
                    let mut now: Vec<u64> = shows[state * words..][..words].to_vec();
                    for edge in graph.edges_of(state) {
                        for slot in graph.seen(edge).iter().filter_map(|&cell| own[cell as usize]) {
                            now[slot as usize / 64] |= 1 << (slot % 64);
                        }
                        if graph.target(edge) == Target::Cut {
                            now.iter_mut().zip(&beyond).for_each(|(now, beyond)| *now |= beyond);
                        }
                        for &target in graph.onward(edge) {
                            let behind = &shows[target as usize * words..][..words];
                            now.iter_mut().zip(behind).for_each(|(now, behind)| *now |= behind);
                        }
                    }
                    has_changed |= now != shows[state * words..][..words];
                    shows[state * words..][..words].copy_from_slice(&now);
                }
            }
            debug_assert_eq!(self.shows.len(), first as usize);
            for set in shows.chunks(words) {
                let number = match self.sets.get_index_of(set) {
                    Some(number) => number,
                    None => self.sets.insert_full(set.into()).0,
                };
                self.shows.push(number as u32);
            }
        }
    }

    /// The number of two sets of slots together.
    fn together(&mut self, one: u32, other: u32) -> u32 {
        if one == other {
            return one;
        }
        let key = (one.min(other), one.max(other));
        if let Some(&known) = self.both.get(&key) {
            return known;
        }
        let both = self.sets[one as usize].iter().zip(&self.sets[other as usize]).map(|(a, b)| a | b).collect();
        let number = self.sets.insert_full(both).0 as u32;
        self.both.insert(key, number);
        number
    }

    /// Lets a state wait before what waits already.
    fn push(&mut self, state: u32, behind: u32) -> u32 {
        if let Some(&known) = self.stacks.get(&(state, behind)) {
            return known;
        }
        let shows = self.together(self.shows[state as usize], self.waiting[behind as usize].shows);
        let number = self.waiting.len() as u32;
        self.waiting.push(Waiting { state, behind, shows });
        self.stacks.insert((state, behind), number);
        number
    }

    /// The number of what is open; where what is given has not happened, nothing else matters.
    fn number(&mut self, mut open: Vec<Id>) -> u32 {
        if self.has_given
            && let Some(&given) = open.last()
            && self.nodes.decided(given).is_some_and(|given| given != Some(1))
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
        let changed: Vec<Id> = ids.iter().map(|&id| self.nodes.change(id, change)).collect();
        if *ids == *changed { open } else { self.number(changed) }
    }

    /// Forgets what can no longer be seen, and passes over what has nothing to show.
    fn settle(&mut self, mut open: u32, mut waiting: u32) -> Next {
        loop {
            let Waiting { state, behind, shows } = self.waiting[waiting as usize];
            let left = self.sets[shows as usize].clone();
            open = self.change(open, ResidualChange::Left { slots: &left, number: shows });
            if waiting == NOTHING || self.is_decided(open) {
                return Next::Answer(self.answer(open));
            }
            let own = &self.sets[self.shows[state as usize] as usize];
            if self.open[open as usize].iter().any(|&id| meet(self.nodes.open(id), own)) {
                return Next::State((state, open, behind));
            }
            waiting = behind;
        }
    }

    fn is_decided(&self, open: u32) -> bool {
        self.open[open as usize].iter().all(|&id| self.nodes.decided(id).is_some())
    }

    /// The number of the answer that is what is left, all being decided.
    fn answer(&mut self, open: u32) -> u32 {
        let mut values = self.open[open as usize].iter().map(|&id| self.nodes.decided(id).flatten());
        let answer: Answer = match self.has_given {
            true if values.next_back() != Some(Some(1)) => None,
            _ => Some(values.collect()),
        };
        self.answers.insert_full(answer).0 as u32
    }

    /// The ways on from a state, those that look alike being one.
    fn ways(&mut self, state: u32) -> std::rc::Rc<[Way]> {
        if let Some(known) = self.ways.get(&state) {
            return std::rc::Rc::clone(known);
        }
        let (graph, first) = self.graph_of(state);
        let mut ways: Vec<Way> = Vec::new();
        let mut known: FxHashMap<Looks, usize> = FxHashMap::default();
        for edge in graph.edges_of((state - first) as usize) {
            let cells = graph.seen(edge).iter().map(|&cell| graph.cells()[cell as usize]);
            let seen: Box<[(u32, i64)]> =
                cells.filter_map(|cell| Some((*self.index.get(&cell.slot)?, cell.value))).collect();
            let is_cut = graph.target(edge) == Target::Cut;
            let states: Vec<u32> = graph.onward(edge).iter().map(|&target| target + first).collect();
            let mass = graph.edges()[edge].mass;
            let onward = if is_cut { To::Cut } else { To::States(states.clone().into()) };
            let at = *known.entry((states, seen.clone(), is_cut)).or_insert(ways.len());
            match ways.get_mut(at) {
                Some(way) => way.mass += mass,
                None => ways.push(Way { mass, seen, onward }),
            }
        }
        let ways: std::rc::Rc<[Way]> = ways.into();
        self.ways.insert(state, std::rc::Rc::clone(&ways));
        ways
    }
}

/// Whether a slot may show something in what was cut from a graph: nobody knows what.
fn may_be_beyond(graph: &Graph, slot: u32) -> bool {
    let metric = graph.layout().metric_of(slot as usize);
    let is_over = || {
        graph.layout().metrics()[metric].fold == Fold::Once
            && graph.ends().is_some_and(|ends| !ends.may_be_cut(slot as usize))
    };
    let is_cut = || (0..graph.edges().len()).any(|edge| graph.target(edge) == Target::Cut);
    graph.shows(metric) && !is_over() && is_cut()
}

/// What the graphs say of a slot.
fn slot_of(graphs: &[&Graph], slot: u32) -> KnownSlot {
    let layout = graphs[0].layout();
    let values = || {
        let cells = graphs.iter().flat_map(|graph| graph.cells());
        cells.filter(move |cell| cell.slot == slot).map(|cell| cell.value)
    };
    let may_be_absent = |graph: &&Graph| graph.ends().is_none_or(|ends| ends.may_be_absent(slot as usize));
    let Metric { fold, otherwise, .. } = layout.metrics()[layout.metric_of(slot as usize)];
    let all = || values().chain(otherwise);
    let is_open = graphs.iter().any(|graph| may_be_beyond(graph, slot));
    KnownSlot {
        fold,
        ends: if is_open { (i64::MIN, i64::MAX) } else { (all().min().unwrap_or(0), all().max().unwrap_or(0)) },
        // One graph that always shows it is enough.
        may_be_absent: otherwise.is_none() && (is_open || graphs.iter().all(may_be_absent)),
        otherwise,
    }
}

impl Expand for Lifted<'_> {
    type State = State;

    fn layout(&self) -> Layout {
        Layout::new(vec![Metric::whole("answer")])
    }

    fn start(&self) -> State {
        match self.first {
            Next::State(state) => state,
            Next::Answer(_) => unreachable!("something is open"),
        }
    }

    /// A sum that grows for ever is cut as soon as hardly any trial goes on; all else is explored to its end.
    fn ending(&self) -> Ending {
        let layout = self.graphs[0].layout();
        let is_sum = |slot: u32| layout.metrics()[layout.metric_of(slot as usize)].fold == Fold::Sum;
        let grows = |graph: &&Graph| {
            let own = graph.cells().iter().map(|cell| self.index.contains_key(&cell.slot) && is_sum(cell.slot));
            is_endless(graph, &own.collect::<Vec<bool>>())
        };
        if self.index.keys().any(|&slot| is_sum(slot)) && self.graphs.iter().any(grows) {
            Ending::Never
        } else {
            Ending::Sure
        }
    }

    fn expand(&mut self, &(state, open, behind): &State, leaves: &mut Leaves<State>) -> Result<(), RuleError> {
        if self.nodes.bytes() + self.open.len() * 48 > self.most_bytes {
            self.is_full = true;
            return Err(RuleError::new("too much is open at once", ""));
        }
        for way in &*self.ways(state) {
            let mut now = open;
            for &(slot, value) in &way.seen {
                now = self.change(now, ResidualChange::Seen { slot, value });
            }
            let next = match &way.onward {
                // What is decided is known, whatever comes of the trial.
                _ if self.is_decided(now) => Next::Answer(self.answer(now)),
                To::Cut => {
                    leaves.add_cells(way.mass, &[], Onward::Cut);
                    continue;
                }
                To::States(states) => {
                    let waiting = states.iter().rev().fold(behind, |behind, &state| self.push(state, behind));
                    self.settle(now, waiting)
                }
            };
            match next {
                Next::State(state) => leaves.add_cells(way.mass, &[], Onward::State(state)),
                Next::Answer(answer) => {
                    leaves.add_cells(way.mass, &[Cell { slot: 0, value: answer.into() }], Onward::Done);
                }
            }
        }
        Ok(())
    }
}
