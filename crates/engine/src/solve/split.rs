//! The exact distributions of a folded metric, also if trials split into independent parts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::augment::{RecordedFolds, recorded_by_augmentation};
use super::by_state::SumByState;
use super::by_value::SumByValue;
use super::distribution::ExactDistribution;
use super::forward::ForwardPropagation;
use super::project::MetricProjection;
use super::sums::Summation;
use crate::budget::{Budget, Stop, Watch};
use crate::graph::Components;
use crate::graph::{FoldState, Graph};
use crate::metric::Fold;
use crate::odds::{Mass, Pmf};

/// The number of pairs of values that cost as much as a leaf.
const MAX_PAIRS_PER_LEAF: u64 = 4;

/// The distributions of a metric by slot. A missing slot is never recorded.
type SlotDistributions = Arc<BTreeMap<u32, ExactDistribution>>;

/// Computes the distributions of one metric. From a split on, each side has separate distributions.
/// They are combined like those of independent numbers.
pub(super) struct SplitSolver<'g> {
    graph: &'g Graph,
    metric: usize,
    projected: MetricProjection<'g>,
    order: Arc<Components>,
    /// Only used in a graph without cycles.
    propagation: Option<ForwardPropagation>,
    budget: &'g Budget,
    watch: &'g Watch,
    /// The maximal number of different values.
    most_values: usize,
    known: FxHashMap<u32, SlotDistributions>,
    /// The number of pairs of values folded so far, over all splits.
    pairs: u64,
}

impl<'g> SplitSolver<'g> {
    pub(super) fn new(
        graph: &'g Graph,
        metric: usize,
        budget: &'g Budget,
        most_values: usize,
        watch: &'g Watch,
    ) -> SplitSolver<'g> {
        let projected = MetricProjection::new(graph, metric);
        let (order, known) = (graph.order(), FxHashMap::default());
        SplitSolver {
            graph,
            metric,
            projected,
            order,
            propagation: None,
            budget,
            watch,
            most_values,
            known,
            pairs: 0,
        }
    }

    /// Returns whether the metric is an unbounded sum, whose distribution is truncated.
    pub(super) fn is_unbounded(&self) -> bool {
        self.projected.is_unbounded
    }

    fn slots(&self) -> std::ops::Range<u32> {
        let slots = self.graph.layout.slots_of(self.metric);
        slots.start as u32..slots.end as u32
    }

    /// Returns the distribution of every slot, in order. It solves the sides of splits first, from
    /// the last split to the first. Recursion from the start would overflow the stack if trials
    /// split very often.
    pub(super) fn solve(mut self) -> Result<Vec<ExactDistribution>, Stop> {
        let targets: FxHashSet<u32> = self.graph.splits.iter().flatten().copied().collect();
        if !targets.is_empty() {
            let order = Arc::clone(&self.order);
            let last_first = order
                .states
                .iter()
                .rev()
                .filter(|&state| targets.contains(state));
            for &state in last_first {
                if self.projected.may_record(state) {
                    self.distributions_from(state)?;
                }
            }
        }
        let distributions = self.distributions_from(0)?;
        let never = || ExactDistribution::with_complement(Pmf::new(Vec::new()), Mass::ZERO);
        Ok(self
            .slots()
            .map(|slot| distributions.get(&slot).cloned().unwrap_or_else(never))
            .collect())
    }

    /// Returns the distributions of trials that start in a state.
    fn distributions_from(&mut self, root: u32) -> Result<SlotDistributions, Stop> {
        if let Some(distributions) = self.known.get(&root) {
            return Ok(Arc::clone(distributions));
        }
        let recorded = self.recorded_folds(root)?;
        let mut values: BTreeMap<u32, Vec<(i64, Mass)>> = BTreeMap::new();
        for (cell, mass) in recorded.values {
            values
                .entry(cell.slot)
                .or_default()
                .push((cell.value, mass));
        }
        let mut distributions: BTreeMap<u32, PartialDistribution> = values
            .into_iter()
            .map(|(slot, masses)| (slot, PartialDistribution::from_masses(masses)))
            .collect();
        for ((split, folded), mass) in recorded.splits {
            self.add_split(split, folded, mass, &mut distributions)?;
        }
        if !recorded.unresolved.is_zero() {
            // Truncated trials may have any value in any slot.
            for slot in self.slots() {
                distributions
                    .entry(slot)
                    .or_insert_with(|| PartialDistribution::from_masses(Vec::new()));
            }
        }
        let silent = (self.slots().len() == 1).then_some(recorded.silent);
        let close = |(slot, distribution): (u32, PartialDistribution)| {
            if self.watch.is_stopped() {
                return Err(Stop::Requested);
            }
            let absent = silent.map(|silent| silent + distribution.absent);
            let (pmf, truncated) = distribution.finish(recorded.unresolved);
            let distribution = match absent {
                Some(absent) => ExactDistribution::from_truncated(pmf, absent, truncated),
                None if root == 0 => ExactDistribution::for_slot(
                    self.graph,
                    slot as usize,
                    pmf,
                    truncated,
                    self.watch,
                )?,
                None => ExactDistribution::with_complement(pmf, truncated),
            };
            Ok((slot, distribution))
        };
        let distributions = distributions
            .into_iter()
            .map(close)
            .collect::<Result<_, Stop>>()?;
        self.check_order(&distributions)?;
        let distributions = Arc::new(distributions);
        self.known.insert(root, Arc::clone(&distributions));
        Ok(distributions)
    }

    /// Returns the results of trials that start in a state.
    fn recorded_folds(&mut self, root: u32) -> Result<RecordedFolds, Stop> {
        if let Some(sums) = SumByState::new(&self.projected, &self.order, root) {
            match sums.recorded_folds(self.budget, self.most_values, self.watch) {
                Err(Stop::TooLarge { .. }) => {}
                recorded => return recorded,
            }
        }
        let by_value = SumByValue::new(&self.projected, root);
        if let Some(sums) = by_value.filter(|sums| sums.fits(self.budget)) {
            return sums.recorded_folds(self.budget, self.most_values, self.watch);
        }
        if self.order.has_cycles {
            return recorded_by_augmentation(&self.projected, root, self.budget, self.watch);
        }
        let states = &self.order.states;
        let propagation = self
            .propagation
            .get_or_insert_with(|| ForwardPropagation::new(states, self.graph.state_count()));
        propagation.propagate(&self.projected, states, root, self.budget, self.watch)
    }

    /// Adds the distributions after a split, weighted with the probability of reaching it.
    fn add_split(
        &mut self,
        split: usize,
        folded: FoldState,
        mass: Mass,
        distributions: &mut BTreeMap<u32, PartialDistribution>,
    ) -> Result<(), Stop> {
        let targets = &self.graph.splits[split];
        let sides: Vec<SlotDistributions> = targets
            .iter()
            .map(|&target| self.distributions_from(target))
            .collect::<Result<_, _>>()?;
        let recorded = sides
            .iter()
            .flat_map(|side| side.keys().copied())
            .chain(folded.map(|cell| cell.slot));
        for slot in recorded.collect::<BTreeSet<u32>>() {
            let before = folded.filter(|cell| cell.slot == slot);
            let mut together = PartialDistribution::certain(before.map(|cell| cell.value));
            for side in sides.iter().filter_map(|side| side.get(&slot)) {
                self.pairs += (together.masses.len() * side.pmf.masses().len()) as u64;
                if self.pairs > MAX_PAIRS_PER_LEAF * self.budget.leaves {
                    return Err(self.too_large());
                }
                let folded = together.fold_with(side, self.projected.fold, self.most_values);
                together = folded.map_err(|problem| match problem {
                    FoldProblem::TooManyValues => self.too_large(),
                    FoldProblem::NoFold => self.graph.layout.recorded_twice_error(slot).into(),
                })?;
            }
            distributions
                .entry(slot)
                .or_insert_with(|| PartialDistribution::from_masses(Vec::new()))
                .add_weighted(together, mass);
        }
        if self.watch.is_stopped() {
            Err(Stop::Requested)
        } else {
            Ok(())
        }
    }

    fn too_large(&self) -> Stop {
        Stop::TooLarge {
            states: self.graph.state_count(),
            edges: self.graph.edges.len(),
            bytes: None,
        }
    }

    /// Checks that no trial returns to a slot after leaving it, because the slot would count twice.
    fn check_order(&self, distributions: &BTreeMap<u32, ExactDistribution>) -> Result<(), Stop> {
        match distributions
            .iter()
            .find(|(_, distribution)| distribution.is_overfull())
        {
            Some((&slot, _)) => Err(self.graph.layout.out_of_order_error(slot).into()),
            None => Ok(()),
        }
    }
}

/// The reason why two distributions cannot be folded.
enum FoldProblem {
    /// Two values are not allowed, or their sum overflows.
    NoFold,
    /// There are more different values than the budget allows.
    TooManyValues,
}

/// A distribution under construction: the mass of each value, and of no value.
struct PartialDistribution {
    masses: Vec<(i64, Mass)>,
    /// The probability that no side of a split records a value. Trials that end without a split are
    /// not included.
    absent: Mass,
    unresolved: f64,
}

impl PartialDistribution {
    fn from_masses(masses: Vec<(i64, Mass)>) -> PartialDistribution {
        PartialDistribution {
            masses,
            absent: Mass::ZERO,
            unresolved: 0.0,
        }
    }

    fn certain(value: Option<i64>) -> PartialDistribution {
        match value {
            Some(value) => PartialDistribution::from_masses(vec![(value, Mass::ONE)]),
            None => PartialDistribution {
                absent: Mass::ONE,
                ..PartialDistribution::from_masses(Vec::new())
            },
        }
    }

    /// Returns the fold of this distribution with that of an independent side, with at most this
    /// number of values.
    fn fold_with(
        &self,
        side: &ExactDistribution,
        fold: Fold,
        most_values: usize,
    ) -> Result<PartialDistribution, FoldProblem> {
        let mut sums = FoldedMasses::new(&self.masses, side.pmf.masses(), fold, most_values);
        for &(value, mass) in &self.masses {
            if sums.table_size() > most_values {
                return Err(FoldProblem::TooManyValues);
            }
            if !side.absent.is_zero() {
                sums.add(value, mass * side.absent);
            }
            for &(other, theirs) in side.pmf.masses() {
                let folded = fold.combine(value, other).ok_or(FoldProblem::NoFold)?;
                sums.add(folded, mass * theirs);
            }
        }
        if !self.absent.is_zero() {
            side.pmf
                .masses()
                .iter()
                .for_each(|&(value, mass)| sums.add(value, mass * self.absent));
        }
        // The form 1 - (1 - a)(1 - b) would round to 0 for small values.
        let unresolved = self.unresolved + side.unresolved - self.unresolved * side.unresolved;
        Ok(PartialDistribution {
            masses: sums.masses(),
            absent: self.absent * side.absent,
            unresolved,
        })
    }

    fn add_weighted(&mut self, other: PartialDistribution, weight: Mass) {
        self.masses.extend(
            other
                .masses
                .into_iter()
                .map(|(value, mass)| (value, mass * weight)),
        );
        self.absent += other.absent * weight;
        self.unresolved += other.unresolved * weight.float();
    }

    /// Merges equal values, and returns the distribution and the truncated mass.
    fn finish(self, unresolved: Mass) -> (Pmf, Mass) {
        let mut masses: FxHashMap<i64, Mass> = FxHashMap::default();
        self.masses
            .into_iter()
            .for_each(|(value, mass)| *masses.entry(value).or_insert(Mass::ZERO) += mass);
        let truncated = if self.unresolved > 0.0 {
            unresolved + Mass::inexact(self.unresolved)
        } else {
            unresolved
        };
        (Pmf::new(masses.into_iter().collect()), truncated)
    }
}

/// The masses of sums: a list if the sums are close together, and a table otherwise.
enum FoldedMasses {
    List { least: i64, masses: Vec<Mass> },
    Table(FxHashMap<i64, Mass>),
}

impl FoldedMasses {
    /// Returns storage for the folds of two lists of values.
    fn new(
        ours: &[(i64, Mass)],
        theirs: &[(i64, Mass)],
        fold: Fold,
        most_values: usize,
    ) -> FoldedMasses {
        let ends = |values: &[(i64, Mass)]| {
            let values = values.iter().map(|&(value, _)| value);
            Some((values.clone().min()?, values.max()?))
        };
        let span = || {
            let ((a, b), (c, d)) = (ends(ours)?, ends(theirs)?);
            // The range covers all sums, and the single values if the other side records nothing.
            let least = a.checked_add(c)?.min(a).min(c);
            let width = b.checked_add(d)?.max(b).max(d).checked_sub(least)?;
            Some((least, usize::try_from(width).ok()?.checked_add(1)?))
        };
        match span().filter(|&(_, width)| {
            let most = ours.len().saturating_mul(theirs.len()).min(most_values);
            fold == Fold::Sum && width <= most
        }) {
            Some((least, width)) => FoldedMasses::List {
                least,
                masses: vec![Mass::ZERO; width],
            },
            None => FoldedMasses::Table(FxHashMap::default()),
        }
    }

    /// Returns the number of values in a table; 0 for a list, whose size is limited from the start.
    fn table_size(&self) -> usize {
        match self {
            FoldedMasses::List { .. } => 0,
            FoldedMasses::Table(table) => table.len(),
        }
    }

    #[inline]
    fn add(&mut self, value: i64, mass: Mass) {
        match self {
            FoldedMasses::List { least, masses } => masses[(value - *least) as usize] += mass,
            FoldedMasses::Table(table) => *table.entry(value).or_insert(Mass::ZERO) += mass,
        }
    }

    /// Returns each sum with its mass in ascending order. Masses are later added in this order,
    /// which determines their last digits. The order of a table would depend on the machine.
    fn masses(self) -> Vec<(i64, Mass)> {
        match self {
            FoldedMasses::List { least, masses } => (least..)
                .zip(masses)
                .filter(|(_, mass)| !mass.is_zero())
                .collect(),
            FoldedMasses::Table(table) => {
                let mut masses: Vec<_> = table.into_iter().collect();
                masses.sort_unstable_by_key(|&(value, _)| value);
                masses
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_sums_are_sorted() {
        let far = |index: i64| (index * 1_000_003, Mass::ratio(1, 100));
        let (ours, theirs): (Vec<_>, Vec<_>) =
            ((0..9).map(far).collect(), (0..9).rev().map(far).collect());
        for fold in [Fold::Sum, Fold::Max] {
            let mut sums = FoldedMasses::new(&ours, &theirs, fold, 1000);
            assert!(
                matches!(sums, FoldedMasses::Table(_)),
                "too far apart for a list"
            );
            ours.iter()
                .rev()
                .chain(&theirs)
                .for_each(|&(value, mass)| sums.add(value, mass));
            let values: Vec<i64> = sums.masses().into_iter().map(|(value, _)| value).collect();
            assert!(values.is_sorted() && values.len() == 9, "{values:?}");
        }
    }
}
