//! The exact law of a folded metric, also where a trial goes on as several that do not touch.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::Flow;
use super::law::ExactLaw;
use super::lift::{Folded, Lifted};
use super::order::components;
use super::project::Projected;
use crate::explore::{Budget, Graph, Stop, Watch, explore_all};
use crate::metric::Fold;
use crate::odds::{Layout, Mass, Pmf};

/// A metric's laws, slot by slot.
type Laws = Arc<Vec<ExactLaw>>;

/// Works out the laws of one metric. From the point where a trial splits, each side has its laws alone, and the fold
/// of all of them is that of independent numbers.
pub(super) struct Split<'g> {
    graph: &'g Graph,
    metric: usize,
    fold: Fold,
    projected: Projected,
    budget: &'g Budget,
    watch: &'g Watch,
    known: FxHashMap<u32, Laws>,
}

impl<'g> Split<'g> {
    pub(super) fn new(graph: &'g Graph, metric: usize, budget: &'g Budget, watch: &'g Watch) -> Split<'g> {
        let fold = graph.layout().metrics()[metric].fold;
        let projected = Projected::new(graph, metric);
        Split { graph, metric, fold, projected, budget, watch, known: FxHashMap::default() }
    }

    /// The laws of what a trial shows. The sides of splits come first, from the last split to the first: a trial may
    /// split so often that going down into each from the one before would not fit a stack.
    pub(super) fn solve(mut self) -> Result<Laws, Stop> {
        let targets: FxHashSet<u32> = self.graph.splits().iter().flatten().copied().collect();
        if !targets.is_empty() {
            let components = components(self.graph, 0);
            let last_first = components.states.iter().rev().filter(|&state| targets.contains(state));
            for &state in last_first {
                if self.projected.matters(state) {
                    self.laws(state)?;
                }
            }
        }
        self.laws(0)
    }

    /// The laws of what a trial shows from a state on.
    fn laws(&mut self, root: u32) -> Result<Laws, Stop> {
        if let Some(laws) = self.known.get(&root) {
            return Ok(Arc::clone(laws));
        }
        let (lifted, splits) = {
            let mut lifted = Lifted::new(self.graph, &self.projected, self.metric, root);
            let graph = explore_all(&mut lifted, self.budget, self.watch)?;
            (graph, lifted.splits)
        };
        let flow = Flow::<Mass>::of(&lifted, 0, self.watch)?;
        let slots = self.graph.layout().slots_of(self.metric);
        let mut shown: Vec<Vec<(i64, Mass)>> = vec![Vec::new(); slots.len()];
        let mut into = vec![Mass::ZERO; splits.len()];
        for (cell, &mass) in lifted.cells().iter().zip(&flow.passed(&lifted)) {
            match shown.get_mut((cell.slot as usize).wrapping_sub(slots.start)) {
                Some(slot) => slot.push((cell.value, mass)),
                None => into[cell.value as usize] = mass,
            }
        }
        let mut laws: Vec<Partial> = shown.into_iter().map(Partial::of).collect();
        for (&(split, folded), mass) in splits.iter().zip(into) {
            self.add_split(split, folded, mass, &mut laws)?;
        }
        let is_whole = root == 0;
        let first = slots.start;
        let close = |(i, law): (usize, Partial)| {
            let (pmf, cut) = law.close(flow.unresolved);
            match is_whole {
                true => ExactLaw::closed(self.graph, first + i, pmf, cut, self.watch),
                false => Ok(ExactLaw::completed(pmf, cut)),
            }
        };
        let laws: Vec<ExactLaw> = laws.into_iter().enumerate().map(close).collect::<Result<_, _>>()?;
        self.check(&laws)?;
        let laws = Arc::new(laws);
        self.known.insert(root, Arc::clone(&laws));
        Ok(laws)
    }

    /// Adds what follows a split, weighted with the probability that a trial comes there.
    fn add_split(&mut self, split: usize, folded: Folded, mass: Mass, laws: &mut [Partial]) -> Result<(), Stop> {
        let targets = &self.graph.splits()[split];
        let sides: Vec<Laws> = targets.iter().map(|&target| self.laws(target)).collect::<Result<_, _>>()?;
        let first = self.graph.layout().slots_of(self.metric).start;
        for (slot, law) in laws.iter_mut().enumerate() {
            let before = folded.filter(|cell| cell.slot as usize == first + slot);
            let start = Partial::certain(before.map(|cell| cell.value));
            let together = sides.iter().try_fold(start, |so_far, side| so_far.and(&side[slot], self.fold));
            let together = together.ok_or_else(|| self.graph.layout().twice((first + slot) as u32))?;
            law.add(together, mass);
        }
        Ok(())
    }

    /// A slot that is come back to after it was left would be told twice.
    fn check(&self, laws: &[ExactLaw]) -> Result<(), Stop> {
        let layout: &Layout = self.graph.layout();
        let slots = layout.slots_of(self.metric);
        match slots.zip(laws).find(|(_, law)| law.is_overfull()) {
            Some((slot, _)) => Err(layout.twice(slot as u32).into()),
            None => Ok(()),
        }
    }
}

/// A law that is being put together: the mass of each value, and of none.
struct Partial {
    masses: Vec<(i64, Mass)>,
    /// Of splits only: that neither side showed anything. Elsewhere it is what is left in the end.
    absent: Mass,
    unresolved: f64,
}

impl Partial {
    fn of(masses: Vec<(i64, Mass)>) -> Partial {
        Partial { masses, absent: Mass::ZERO, unresolved: 0.0 }
    }

    fn certain(value: Option<i64>) -> Partial {
        match value {
            Some(value) => Partial::of(vec![(value, Mass::ONE)]),
            None => Partial { absent: Mass::ONE, ..Partial::of(Vec::new()) },
        }
    }

    /// The fold of this and of what an independent side shows; `None` where there may not be two.
    fn and(&self, side: &ExactLaw, fold: Fold) -> Option<Partial> {
        let mut sums: FxHashMap<i64, Mass> = FxHashMap::default();
        let mut add = |value, mass| *sums.entry(value).or_insert(Mass::ZERO) += mass;
        for &(value, mass) in &self.masses {
            if !side.absent.is_zero() {
                add(value, mass * side.absent);
            }
            for &(other, theirs) in side.pmf.masses() {
                add(fold.combine(value, other)?, mass * theirs);
            }
        }
        if !self.absent.is_zero() {
            side.pmf.masses().iter().for_each(|&(value, mass)| add(value, mass * self.absent));
        }
        // Not 1 - (1 - a)(1 - b), which is 0 where both are small.
        let unresolved = self.unresolved + side.unresolved - self.unresolved * side.unresolved;
        Some(Partial { masses: sums.into_iter().collect(), absent: self.absent * side.absent, unresolved })
    }

    fn add(&mut self, other: Partial, weight: Mass) {
        self.masses.extend(other.masses.into_iter().map(|(value, mass)| (value, mass * weight)));
        self.unresolved += other.unresolved * weight.float();
    }

    /// Its values, each once, and what was cut.
    fn close(self, unresolved: Mass) -> (Pmf, Mass) {
        let mut masses: FxHashMap<i64, Mass> = FxHashMap::default();
        self.masses.into_iter().for_each(|(value, mass)| *masses.entry(value).or_insert(Mass::ZERO) += mass);
        let cut = if self.unresolved > 0.0 { unresolved + Mass::inexact(self.unresolved) } else { unresolved };
        (Pmf::new(masses.into_iter().collect()), cut)
    }
}
