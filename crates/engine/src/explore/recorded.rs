//! What a graph records, path by path: nothing twice, nothing left out, whatever the odds.

use std::ops::Range;

use super::budget::{Stop, Watch};
use super::graph::{Graph, Target};
use crate::metric::Fold;
use crate::odds::Layout;
use crate::rule::{Parts, RuleError};
use crate::solve::components;

/// Bits, states times slots, above which a graph is not looked at: two sets of them take 64 MB.
const MOST_BITS: usize = 1 << 28;

/// How a trial may end, slot by slot.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    unsaid: Bits,
    cut: Bits,
}

impl Ends {
    /// Whether a trial may end without having shown anything in a slot.
    pub(crate) fn may_be_absent(&self, slot: usize) -> bool {
        self.unsaid.has(slot)
    }

    /// Whether a trial may be cut before it has shown anything in a slot.
    pub(crate) fn may_be_cut(&self, slot: usize) -> bool {
        self.cut.has(slot)
    }
}

/// Looks at every path of a graph at once; `None` where it is too large for that.
///
/// # Errors
/// When something may be recorded twice that is recorded once, or never that is required; when a step that folds is
/// come back to after it was left; when a circle splits.
pub(super) fn check(graph: &Graph, parts: &Parts, watch: &Watch) -> Result<Option<Ends>, Stop> {
    if graph.state_count().saturating_mul(graph.layout().len()) > MOST_BITS {
        return Ok(None);
    }
    let slots = Slots::of(graph.layout());
    let paths = Paths::new(graph, watch)?;
    for state in 0..graph.state_count() {
        for edge in graph.edges_of(state) {
            paths.check_once(&slots, edge)?;
            if slots.has_folded_steps {
                paths.check_order(state, edge)?;
            }
        }
    }
    let (unsaid, cut) = paths.ends(watch)?;
    let layout = graph.layout();
    let is_required = |slot: usize| {
        let metric = &layout.metrics()[layout.metric_of(slot)];
        !metric.is_optional && parts.has(metric.part)
    };
    match (0..layout.len()).find(|&slot| is_required(slot) && unsaid.has(slot)) {
        Some(slot) => Err(layout.missing(slot as u32).into()),
        None => Ok(Some(Ends { unsaid, cut })),
    }
}

/// A set of slots.
#[derive(Clone, Debug, PartialEq)]
struct Bits(Vec<u64>);

impl Bits {
    fn none(slots: usize) -> Bits {
        Bits(vec![0; slots.div_ceil(64)])
    }

    fn all(slots: usize) -> Bits {
        let mut bits = Bits::none(slots);
        (0..slots).for_each(|slot| bits.insert(slot));
        bits
    }

    fn has(&self, slot: usize) -> bool {
        (self.0[slot / 64] >> (slot % 64)) & 1 == 1
    }

    fn insert(&mut self, slot: usize) {
        self.0[slot / 64] |= 1 << (slot % 64);
    }

    fn remove(&mut self, slot: usize) {
        self.0[slot / 64] &= !(1 << (slot % 64));
    }

    fn add(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, more)| *bits |= more);
    }

    fn add_all_but(&mut self, other: &Bits, but: &Bits) {
        let words = other.0.iter().zip(&but.0);
        self.0.iter_mut().zip(words).for_each(|(bits, (more, but))| *bits |= more & !but);
    }

    fn keep(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, those)| *bits &= those);
    }

    /// The first slot of a range that is in both, but for one.
    fn common_in(&self, other: &Bits, range: Range<usize>, but: usize) -> Option<usize> {
        let mut words = range.start / 64..range.end.div_ceil(64);
        let in_word = |word: usize| {
            let both = self.0[word] & other.0[word];
            let mut slots = (0..64).filter(|bit| (both >> bit) & 1 == 1).map(|bit| word * 64 + bit);
            slots.find(|slot| range.contains(slot) && *slot != but)
        };
        words.find_map(|word| if self.0[word] & other.0[word] == 0 { None } else { in_word(word) })
    }

    /// The first slot in all of these.
    fn common(&self, other: &Bits, third: &Bits) -> Option<usize> {
        let words = self.0.iter().zip(&other.0).zip(&third.0).map(|((a, b), c)| a & b & c);
        words.enumerate().find(|&(_, word)| word != 0).map(|(i, word)| i * 64 + word.trailing_zeros() as usize)
    }
}

/// Which slots are seen once.
struct Slots {
    once: Bits,
    has_folded_steps: bool,
}

impl Slots {
    fn of(layout: &Layout) -> Slots {
        let mut once = Bits::none(layout.len());
        let metric = |slot| &layout.metrics()[layout.metric_of(slot)];
        (0..layout.len()).filter(|&slot| metric(slot).fold == Fold::Once).for_each(|slot| once.insert(slot));
        let has_folded_steps = layout.metrics().iter().any(|m| m.steps.is_some() && m.fold != Fold::Once);
        Slots { once, has_folded_steps }
    }
}

/// What may have been said before each state, and what may be said from it on: the same for all states of a
/// component, which can all come to each other.
struct Paths<'g> {
    graph: &'g Graph,
    components: Vec<Vec<u32>>,
    /// The component of each state.
    of: Vec<u32>,
    before: Vec<Bits>,
    after: Vec<Bits>,
}

impl<'g> Paths<'g> {
    fn new(graph: &'g Graph, watch: &Watch) -> Result<Paths<'g>, Stop> {
        let components: Vec<Vec<u32>> = components(graph, 0).iter().map(<[u32]>::to_vec).collect();
        let mut of = vec![0; graph.state_count()];
        for (number, states) in components.iter().enumerate() {
            states.iter().for_each(|&state| of[state as usize] = number as u32);
        }
        let none = vec![Bits::none(graph.layout().len()); components.len()];
        let mut paths = Paths { graph, components, of, before: none.clone(), after: none };
        for component in (0..paths.components.len()).rev() {
            paths.look_ahead(component)?;
            if component % 1024 == 0 && watch.is_stopped() {
                return Err(Stop::Asked);
            }
        }
        (0..paths.components.len()).for_each(|component| paths.pass_on(component));
        Ok(paths)
    }

    fn edges(&self, component: usize) -> impl Iterator<Item = usize> + use<'g> {
        let graph = self.graph;
        let states = self.components[component].clone();
        states.into_iter().flat_map(move |state| graph.edges_of(state as usize))
    }

    fn slots_said(&self, edge: usize) -> impl DoubleEndedIterator<Item = usize> + 'g {
        let graph = self.graph;
        graph.seen(edge).iter().map(move |&cell| graph.cells()[cell as usize].slot as usize)
    }

    fn look_ahead(&mut self, component: usize) -> Result<(), RuleError> {
        let mut after = std::mem::replace(&mut self.after[component], Bits(Vec::new()));
        for edge in self.edges(component) {
            self.slots_said(edge).for_each(|slot| after.insert(slot));
            for &target in self.graph.onward(edge) {
                let target = self.of[target as usize] as usize;
                if target != component {
                    after.add(&self.after[target]);
                } else if self.graph.split(edge).is_some() {
                    return Err(splits_for_ever());
                }
            }
        }
        self.after[component] = after;
        Ok(())
    }

    fn pass_on(&mut self, component: usize) {
        let mut before = self.before[component].clone();
        let is_within = |edge: usize, of: &[u32]| {
            self.graph.onward(edge).iter().any(|&target| of[target as usize] as usize == component)
        };
        for edge in self.edges(component).filter(|&edge| is_within(edge, &self.of)) {
            self.slots_said(edge).for_each(|slot| before.insert(slot));
        }
        for edge in self.edges(component) {
            for &target in self.graph.onward(edge) {
                let target = self.of[target as usize] as usize;
                if target != component {
                    self.before[target].add(&before);
                    self.slots_said(edge).for_each(|slot| self.before[target].insert(slot));
                }
            }
        }
        self.before[component] = before;
    }

    fn after(&self, state: u32) -> &Bits {
        &self.after[self.of[state as usize] as usize]
    }

    /// What is seen once is not seen again after it was, nor on two sides of a split.
    fn check_once(&self, slots: &Slots, edge: usize) -> Result<(), RuleError> {
        let layout = self.graph.layout();
        let targets = self.graph.onward(edge);
        let again = |slot: &usize| slots.once.has(*slot) && targets.iter().any(|&t| self.after(t).has(*slot));
        if let Some(slot) = self.slots_said(edge).find(again) {
            return Err(layout.twice(slot as u32));
        }
        for (i, &one) in targets.iter().enumerate() {
            for &other in &targets[..i] {
                if let Some(slot) = self.after(one).common(self.after(other), &slots.once) {
                    return Err(layout.twice(slot as u32));
                }
            }
        }
        Ok(())
    }

    /// A metric that folds at each of its steps has done with a step when it comes to another.
    fn check_order(&self, state: usize, edge: usize) -> Result<(), RuleError> {
        let layout = self.graph.layout();
        let said: Vec<usize> = self.slots_said(edge).collect();
        if said.is_empty() {
            return Ok(());
        }
        let before = &self.before[self.of[state] as usize];
        for (i, &slot) in said.iter().enumerate() {
            let steps = layout.slots_of(layout.metric_of(slot));
            let (earlier, later) = (&said[..i], &said[i + 1..]);
            let comes_again = |other: &usize| {
                *other != slot && (later.contains(other) || self.targets(edge).any(|after| after.has(*other)))
            };
            let here = earlier.iter().copied().filter(|other| steps.contains(other));
            let then = later.iter().copied().filter(|other| steps.contains(other) && before.has(*other));
            let across = self.targets(edge).filter_map(|after| before.common_in(after, steps.clone(), slot));
            if let Some(other) = here.chain(then).filter(comes_again).chain(across).next() {
                return Err(layout.out_of_order(other as u32));
            }
        }
        Ok(())
    }

    /// What may be said behind an edge, side by side.
    fn targets(&self, edge: usize) -> impl Iterator<Item = &Bits> {
        self.graph.onward(edge).iter().map(|&target| self.after(target))
    }

    /// What a trial may leave unsaid at its end, and what it may not have said yet where it is cut.
    fn ends(&self, watch: &Watch) -> Result<(Bits, Bits), Stop> {
        let slots = self.graph.layout().len();
        let n = self.graph.state_count();
        let (mut unsaid, mut cut) = (vec![Bits::none(slots); n], vec![Bits::none(slots); n]);
        for component in (0..self.components.len()).rev() {
            let mut has_changed = true;
            while has_changed {
                has_changed = false;
                for &state in self.components[component].iter().rev() {
                    let now = self.ends_from(state, &unsaid, &cut);
                    let (unsaid, cut) = (&mut unsaid[state as usize], &mut cut[state as usize]);
                    has_changed |= self.components[component].len() > 1 && (&*unsaid, &*cut) != (&now.0, &now.1);
                    (*unsaid, *cut) = now;
                }
                if watch.is_stopped() {
                    return Err(Stop::Asked);
                }
            }
        }
        Ok((unsaid.swap_remove(0), cut.swap_remove(0)))
    }

    fn ends_from(&self, state: u32, unsaid: &[Bits], cut: &[Bits]) -> (Bits, Bits) {
        let slots = self.graph.layout().len();
        let (all, none) = (Bits::all(slots), Bits::none(slots));
        let (mut ends, mut said) = ((none.clone(), none.clone()), none.clone());
        for edge in self.graph.edges_of(state as usize) {
            self.slots_said(edge).for_each(|slot| said.insert(slot));
            let mut add = |unsaid: &Bits, cut: &Bits| {
                ends.0.add_all_but(unsaid, &said);
                ends.1.add_all_but(cut, &said);
            };
            match self.graph.target(edge) {
                Target::Done => add(&all, &none),
                Target::Cut => add(&none, &all),
                Target::State(target) => add(&unsaid[target as usize], &cut[target as usize]),
                Target::Split(targets) => {
                    let (unsaid, cut) = all_sides(targets, unsaid, cut, slots);
                    add(&unsaid, &cut);
                }
            }
            self.slots_said(edge).for_each(|slot| said.remove(slot));
        }
        ends
    }
}

/// A split leaves unsaid what all sides do; it is cut where one is and no other has said it.
fn all_sides(targets: &[u32], unsaid: &[Bits], cut: &[Bits], slots: usize) -> (Bits, Bits) {
    let (mut none_said, mut open, mut any_cut) = (Bits::all(slots), Bits::all(slots), Bits::none(slots));
    for &target in targets {
        let target = target as usize;
        none_said.keep(&unsaid[target]);
        let mut side = unsaid[target].clone();
        side.add(&cut[target]);
        open.keep(&side);
        any_cut.add(&cut[target]);
    }
    any_cut.keep(&open);
    (none_said, any_cut)
}

fn splits_for_ever() -> RuleError {
    let help = "let each side come to its end by itself; what goes round and round goes on as one state";
    RuleError::new("a trial can split again and again without an end", help)
}
