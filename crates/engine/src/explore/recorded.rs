//! What a graph records, path by path: nothing twice, nothing left out, whatever the odds.

use std::sync::Arc;

use super::bits::{self, Table};
use super::budget::{Stop, Watch};
use super::graph::{Graph, Target};
use crate::metric::{Fold, Metric};
use crate::odds::Layout;
use crate::rule::{Parts, RuleError};
use crate::solve::Components;

/// Bits, states times slots, above which a graph is not looked at: two sets of them take 64 MB.
const MOST_BITS: usize = 1 << 28;

/// How a trial may end, slot by slot.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    unsaid: Vec<u64>,
    cut: Vec<u64>,
}

impl Ends {
    /// Whether a trial may end without having shown anything in a slot.
    pub(crate) fn may_be_absent(&self, slot: usize) -> bool {
        bits::has(&self.unsaid, slot)
    }

    /// Whether a trial may be cut before it has shown anything in a slot.
    pub(crate) fn may_be_cut(&self, slot: usize) -> bool {
        bits::has(&self.cut, slot)
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
    let mut paths = Paths::new(graph, watch)?;
    if slots.has_folded_steps {
        paths.look_back(watch)?;
    }
    let folded = slots.folded_in_lists(graph);
    for state in 0..graph.state_count() {
        for edge in graph.edges_of(state) {
            paths.check_once(&slots, edge)?;
            if let Some(said) = folded.get(graph.list(edge) as usize) {
                paths.check_order(state, edge, said)?;
            }
        }
    }
    let (unsaid, cut) = paths.ends(watch)?;
    let layout = graph.layout();
    let is_required = |slot: usize| {
        let metric = &layout.metrics()[layout.metric_of(slot)];
        !metric.is_optional && parts.has(metric.part)
    };
    match (0..layout.len()).find(|&slot| is_required(slot) && bits::has(&unsaid, slot)) {
        Some(slot) => Err(layout.missing(slot as u32).into()),
        None => Ok(Some(Ends { unsaid, cut })),
    }
}

/// Whether a metric folds at each of its steps.
fn folds_at_steps(metric: &Metric) -> bool {
    metric.steps.is_some() && metric.fold != Fold::Once
}

/// Which slots are seen once.
struct Slots {
    once: Vec<u64>,
    has_folded_steps: bool,
}

impl Slots {
    fn of(layout: &Layout) -> Slots {
        let mut once = bits::none(layout.len());
        let metric = |slot| &layout.metrics()[layout.metric_of(slot)];
        (0..layout.len())
            .filter(|&slot| metric(slot).fold == Fold::Once)
            .for_each(|slot| bits::insert(&mut once, slot));
        let has_folded_steps = layout.metrics().iter().any(folds_at_steps);
        Slots { once, has_folded_steps }
    }

    /// The slots of steps that fold, in the order in which each list of cells says them; nothing where there are none.
    fn folded_in_lists(&self, graph: &Graph) -> Vec<Vec<usize>> {
        let layout = graph.layout();
        let folds = |slot: &usize| folds_at_steps(&layout.metrics()[layout.metric_of(*slot)]);
        let lists = if self.has_folded_steps { graph.lists().len() } else { 0 };
        let said = |list| slots_of(graph, graph.lists().get(list as u32)).filter(folds).collect();
        (0..lists).map(said).collect()
    }
}

/// What may have been said before each state, and what may be said from it on: the same for all states of a
/// component, which can all come to each other.
struct Paths<'g> {
    graph: &'g Graph,
    components: Arc<Components>,
    /// The component of each state.
    of: Vec<u32>,
    before: Table,
    after: Table,
    /// What each list of cells says something in.
    said: Table,
    /// Where a set is put together.
    scratch: Vec<u64>,
}

impl<'g> Paths<'g> {
    fn new(graph: &'g Graph, watch: &Watch) -> Result<Paths<'g>, Stop> {
        let components = graph.order();
        let mut of = vec![0; graph.state_count()];
        for (number, states) in components.iter().enumerate() {
            states.iter().for_each(|&state| of[state as usize] = number as u32);
        }
        let slots = graph.layout().len();
        let (before, after) = (Table::new(components.len(), slots), Table::new(components.len(), slots));
        let mut said = Table::new(graph.lists().len(), slots);
        for list in 0..graph.lists().len() {
            let row = said.row_mut(list);
            slots_of(graph, graph.lists().get(list as u32)).for_each(|slot| bits::insert(row, slot));
        }
        let mut paths = Paths { graph, components, of, before, after, said, scratch: bits::none(slots) };
        for component in (0..paths.components.len()).rev() {
            paths.look_ahead(component)?;
            is_going_on(component, watch)?;
        }
        Ok(paths)
    }

    /// Finds out what may have been said before each state.
    fn look_back(&mut self, watch: &Watch) -> Result<(), Stop> {
        for component in 0..self.components.len() {
            self.pass_on(component);
            is_going_on(component, watch)?;
        }
        Ok(())
    }

    /// What an edge says something in.
    #[inline]
    fn said(&self, edge: usize) -> &[u64] {
        self.said.row(self.graph.list(edge) as usize)
    }

    fn edges(&self, component: usize) -> impl Iterator<Item = usize> {
        let graph = self.graph;
        self.components.get(component).iter().flat_map(move |&state| graph.edges_of(state as usize))
    }

    /// The same in the order in which it is said.
    fn slots_said(&self, edge: usize) -> impl DoubleEndedIterator<Item = usize> + 'g {
        slots_of(self.graph, self.graph.seen(edge))
    }

    fn look_ahead(&mut self, component: usize) -> Result<(), RuleError> {
        let mut after = std::mem::take(&mut self.scratch);
        after.fill(0);
        for edge in self.edges(component) {
            bits::add(&mut after, self.said(edge));
            for &target in self.graph.onward(edge) {
                let target = self.of[target as usize] as usize;
                if target != component {
                    bits::add(&mut after, self.after.row(target));
                } else if self.graph.split(edge).is_some() {
                    return Err(splits_for_ever());
                }
            }
        }
        self.after.row_mut(component).copy_from_slice(&after);
        self.scratch = after;
        Ok(())
    }

    fn pass_on(&mut self, component: usize) {
        let graph = self.graph;
        let mut before = std::mem::take(&mut self.scratch);
        before.copy_from_slice(self.before.row(component));
        let is_within = |edge: usize, of: &[u32]| {
            graph.onward(edge).iter().any(|&target| of[target as usize] as usize == component)
        };
        for edge in self.edges(component).filter(|&edge| is_within(edge, &self.of)) {
            bits::add(&mut before, self.said(edge));
        }
        for &state in self.components.get(component) {
            for edge in graph.edges_of(state as usize) {
                for &target in graph.onward(edge) {
                    let target = self.of[target as usize] as usize;
                    if target != component {
                        let row = self.before.row_mut(target);
                        bits::add(row, &before);
                        bits::add(row, self.said.row(graph.list(edge) as usize));
                    }
                }
            }
        }
        self.before.row_mut(component).copy_from_slice(&before);
        self.scratch = before;
    }

    fn after(&self, state: u32) -> &[u64] {
        self.after.row(self.of[state as usize] as usize)
    }

    /// What is seen once is not seen again after it was, nor on two sides of a split.
    fn check_once(&self, slots: &Slots, edge: usize) -> Result<(), RuleError> {
        let layout = self.graph.layout();
        let targets = self.graph.onward(edge);
        let again =
            |slot: &usize| bits::has(&slots.once, *slot) && targets.iter().any(|&t| bits::has(self.after(t), *slot));
        let says_again = |&t: &u32| bits::common(self.said(edge), self.after(t), &slots.once).is_some();
        if targets.iter().any(says_again)
            && let Some(slot) = self.slots_said(edge).find(again)
        {
            return Err(layout.twice(slot as u32));
        }
        for (i, &one) in targets.iter().enumerate() {
            for &other in &targets[..i] {
                if let Some(slot) = bits::common(self.after(one), self.after(other), &slots.once) {
                    return Err(layout.twice(slot as u32));
                }
            }
        }
        Ok(())
    }

    /// A metric that folds at each of its steps has done with a step when it comes to another.
    fn check_order(&self, state: usize, edge: usize, said: &[usize]) -> Result<(), RuleError> {
        let layout = self.graph.layout();
        let before = self.before.row(self.of[state] as usize);
        for (i, &slot) in said.iter().enumerate() {
            let steps = layout.slots_of(layout.metric_of(slot));
            let (earlier, later) = (&said[..i], &said[i + 1..]);
            let comes_again = |other: &usize| {
                *other != slot && (later.contains(other) || self.targets(edge).any(|after| bits::has(after, *other)))
            };
            let here = earlier.iter().copied().filter(|other| steps.contains(other));
            let then = later.iter().copied().filter(|other| steps.contains(other) && bits::has(before, *other));
            let across = self.targets(edge).filter_map(|after| bits::common_in(before, after, steps.clone(), slot));
            if let Some(other) = here.chain(then).filter(comes_again).chain(across).next() {
                return Err(layout.out_of_order(other as u32));
            }
        }
        Ok(())
    }

    /// What may be said behind an edge, side by side.
    fn targets(&self, edge: usize) -> impl Iterator<Item = &[u64]> {
        self.graph.onward(edge).iter().map(|&target| self.after(target))
    }

    /// What a trial may leave unsaid at its end, and what it may not have said yet where it is cut.
    fn ends(&self, watch: &Watch) -> Result<(Vec<u64>, Vec<u64>), Stop> {
        let slots = self.graph.layout().len();
        let n = self.graph.state_count();
        let (mut unsaid, mut cut) = (Table::new(n, slots), Table::new(n, slots));
        let (all, none) = (bits::all(slots), bits::none(slots));
        let mut at = EndsAt { all, unsaid: none.clone(), cut: none.clone(), none };
        for component in (0..self.components.len()).rev() {
            let states = self.components.get(component);
            let mut has_changed = true;
            while has_changed {
                has_changed = false;
                for &state in states.iter().rev() {
                    at.look(self, state, &unsaid, &cut);
                    let (unsaid, cut) = (unsaid.row_mut(state as usize), cut.row_mut(state as usize));
                    has_changed |= states.len() > 1 && (&*unsaid, &*cut) != (&*at.unsaid, &*at.cut);
                    unsaid.copy_from_slice(&at.unsaid);
                    cut.copy_from_slice(&at.cut);
                }
                is_going_on(if states.len() > 1 { 0 } else { component }, watch)?;
            }
        }
        Ok((unsaid.row(0).to_vec(), cut.row(0).to_vec()))
    }
}

/// The slots that a list of cells says something in.
fn slots_of<'g>(graph: &'g Graph, list: &'g [u32]) -> impl DoubleEndedIterator<Item = usize> + 'g {
    list.iter().map(move |&cell| graph.cells()[cell as usize].slot as usize)
}

/// Looks every thousand components whether to go on.
fn is_going_on(component: usize, watch: &Watch) -> Result<(), Stop> {
    if component.is_multiple_of(1024) && watch.is_stopped() { Err(Stop::Asked) } else { Ok(()) }
}

/// How trials may end from one state on, as it is put together.
struct EndsAt {
    all: Vec<u64>,
    none: Vec<u64>,
    unsaid: Vec<u64>,
    cut: Vec<u64>,
}

impl EndsAt {
    fn look(&mut self, paths: &Paths<'_>, state: u32, unsaid: &Table, cut: &Table) {
        let graph = paths.graph;
        self.unsaid.fill(0);
        self.cut.fill(0);
        for edge in graph.edges_of(state as usize) {
            let said = paths.said(edge);
            let (own_unsaid, own_cut) = (&mut self.unsaid, &mut self.cut);
            let mut add = |unsaid: &[u64], cut: &[u64]| {
                bits::add_all_but(own_unsaid, unsaid, said);
                bits::add_all_but(own_cut, cut, said);
            };
            match graph.target(edge) {
                Target::Done => add(&self.all, &self.none),
                Target::Cut => add(&self.none, &self.all),
                Target::State(target) => add(unsaid.row(target as usize), cut.row(target as usize)),
                Target::Split(targets) => {
                    let (unsaid, cut) = all_sides(targets, unsaid, cut, &self.all);
                    add(&unsaid, &cut);
                }
            }
        }
    }
}

/// A split leaves unsaid what all sides do; it is cut where one is and no other has said it.
fn all_sides(targets: &[u32], unsaid: &Table, cut: &Table, all: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let (mut none_said, mut open, mut any_cut) = (all.to_vec(), all.to_vec(), vec![0; all.len()]);
    for &target in targets {
        let (unsaid, cut) = (unsaid.row(target as usize), cut.row(target as usize));
        bits::keep(&mut none_said, unsaid);
        let mut side = unsaid.to_vec();
        bits::add(&mut side, cut);
        bits::keep(&mut open, &side);
        bits::add(&mut any_cut, cut);
    }
    bits::keep(&mut any_cut, &open);
    (none_said, any_cut)
}

fn splits_for_ever() -> RuleError {
    let help = "let each side come to its end by itself; what goes round and round goes on as one state";
    RuleError::new("a trial can split again and again without an end", help)
}
