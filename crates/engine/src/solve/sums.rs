//! What the two ways to sum recorded numbers share: what each transition adds, and the result.

use num_integer::gcd;

use super::augment::RecordedFolds;
use super::project::MetricProjection;
use crate::budget::{Budget, Stop, Watch};
use crate::explore::hides_fractions;
use crate::graph::{Cell, FlowNumber};
use crate::metric::Fold;
use crate::odds::Mass;

/// An unbounded sum is truncated when less than this share of all trials is left.
pub(super) const TRUNCATION_THRESHOLD: f64 = 1e-16;

/// The most work that a propagation may do, and the memory that its rows may use.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) products: u64,
    pub(super) bytes: usize,
    /// The number of different sums.
    pub(super) values: usize,
}

/// A way to compute the sums of trials that start in one state.
pub(super) trait Summation {
    /// The most products with exact fractions. Larger sums are computed with floats alone.
    const EXACT_PRODUCTS: u64;
    /// The number of products of floats that take the time of a leaf.
    const PRODUCTS_PER_LEAF: u64;

    fn additions(&self) -> &Additions;

    /// Returns the sums of finished trials, and the number of products.
    ///
    /// # Errors
    /// Returns an error if the work is stopped or exceeds the limits.
    fn propagate<N: FlowNumber>(
        &self,
        limits: Limits,
        watch: &Watch,
    ) -> Result<(FinishedSums<N>, u64), Stop>;

    /// Returns the results: with fractions if they are not too much work.
    ///
    /// # Errors
    /// Returns an error if the work is stopped or exceeds the budget.
    fn recorded_folds(
        &self,
        budget: &Budget,
        most_values: usize,
        watch: &Watch,
    ) -> Result<RecordedFolds, Stop> {
        let limits = |products: u64| Limits {
            products,
            bytes: budget.bytes,
            values: most_values,
        };
        let products = Self::PRODUCTS_PER_LEAF.saturating_mul(budget.leaves);
        let (floats, products) = self.propagate::<f64>(limits(products), watch)?;
        if products <= Self::EXACT_PRODUCTS {
            // Fractions are never rounded to 0, so they may need more products.
            match self.propagate::<Mass>(limits(2 * Self::EXACT_PRODUCTS), watch) {
                Err(Stop::TooLarge { .. }) => {}
                fractions => return Ok(fractions?.0.recorded_folds(self.additions())),
            }
        }
        Ok(floats.recorded_folds(self.additions()))
    }
}

/// What transitions add to a sum that has one slot.
pub(super) struct Additions {
    pub(super) slot: u32,
    /// All additions are multiples of this number.
    pub(super) step: i64,
    /// What each list of cells adds, in steps; `None` for an empty list.
    pub(super) steps: Vec<Option<i64>>,
    pub(super) least: i64,
    pub(super) most: i64,
}

impl Additions {
    /// Returns `None` if the metric is not a sum with one slot, if trials split, or if an addition
    /// overflows.
    pub(super) fn new(projected: &MetricProjection<'_>) -> Option<Additions> {
        let slot = projected.only_slot()?;
        if projected.fold != Fold::Sum || !projected.graph.splits.is_empty() {
            return None;
        }
        let sums = projected.list_sums()?;
        let step = sums
            .iter()
            .flatten()
            .fold(0, |step, &sum| gcd(step, sum))
            .max(1);
        let steps: Vec<Option<i64>> = sums.iter().map(|sum| Some((*sum)? / step)).collect();
        let recorded = || steps.iter().flatten().copied();
        Some(Additions {
            slot,
            step,
            least: recorded().min()?,
            most: recorded().max()?,
            steps,
        })
    }

    /// Returns what an edge with this list of cells adds, in steps; `None` if it records nothing.
    #[inline]
    pub(super) fn of(&self, list: u32) -> Option<i64> {
        self.steps[list as usize]
    }
}

/// A row of neighbouring sums: the probability of trials that have recorded nothing, and that of
/// each sum from the least one on.
pub(super) struct Row<N> {
    pub(super) silent: N,
    /// In steps.
    pub(super) least: i64,
    pub(super) masses: Vec<N>,
}

impl<N: FlowNumber> Row<N> {
    pub(super) fn new(least: i64) -> Row<N> {
        Row {
            silent: N::ZERO,
            least,
            masses: Vec::new(),
        }
    }

    /// Adds trials with a sum that is not below the least one.
    #[inline]
    pub(super) fn add(&mut self, sum: i64, mass: N) {
        let index = (sum - self.least) as usize;
        if self.masses.len() <= index {
            self.masses.resize(index + 1, N::ZERO);
        }
        self.masses[index] = self.masses[index] + mass;
    }

    /// Adds the trials of another row, each with a weight, and with `added` if they record it.
    #[inline]
    pub(super) fn receive(&mut self, other: &Row<N>, added: Option<i64>, weight: N) {
        if !other.masses.is_empty() {
            let from = (other.least + added.unwrap_or(0) - self.least) as usize;
            let end = from + other.masses.len();
            if self.masses.len() < end {
                self.masses.resize(end, N::ZERO);
            }
            for (sum, &mass) in self.masses[from..end].iter_mut().zip(&other.masses) {
                *sum = sum.plus_product(mass, weight);
            }
        }
        if !other.silent.is_zero() {
            let silent = other.silent * weight;
            match added {
                Some(added) => self.add(added, silent),
                None => self.silent = self.silent + silent,
            }
        }
    }

    /// Returns the least sum that trials may have, and the probability of all trials.
    pub(super) fn total(&self) -> (i64, N) {
        let least = if self.silent.is_zero() {
            self.least
        } else {
            self.least.min(0)
        };
        let total = self
            .masses
            .iter()
            .fold(self.silent, |sum, &mass| sum + mass);
        (least, total)
    }

    /// Drops sums at both ends that have practically no probability.
    pub(super) fn trim(&mut self) {
        let last = self.masses.iter().rposition(|mass| !mass.vanishes());
        self.masses.truncate(last.map_or(0, |last| last + 1));
        let first = self.masses.iter().position(|mass| !mass.vanishes());
        if let Some(first) = first.filter(|&first| first > 0) {
            self.masses.drain(..first);
            self.least += first as i64;
        }
    }
}

/// The sums of finished trials.
pub(super) struct FinishedSums<N> {
    pub(super) row: Row<N>,
    unresolved: N,
    /// The least sum that truncated trials may have.
    truncated_from: i64,
}

impl<N: FlowNumber> FinishedSums<N> {
    pub(super) fn new(least: i64) -> FinishedSums<N> {
        FinishedSums {
            row: Row::new(least),
            unresolved: N::ZERO,
            truncated_from: i64::MAX,
        }
    }

    /// Leaves trials out that may have this sum or a greater one.
    pub(super) fn truncate(&mut self, from: i64, mass: N) {
        if !mass.is_zero() {
            self.unresolved = self.unresolved + mass;
            self.truncated_from = self.truncated_from.min(from);
        }
    }

    /// Leaves out the greatest sums of an unbounded metric.
    pub(super) fn truncate_end(&mut self) {
        let mut left = 0.0;
        let is_rare = |mass: &&N| {
            left += mass.float();
            left < TRUNCATION_THRESHOLD
        };
        let rare = self.row.masses.iter().rev().take_while(is_rare).count();
        let end = self.row.masses.len() - rare;
        let left = self
            .row
            .masses
            .drain(end..)
            .fold(0.0, |sum, mass| sum + mass.float());
        if rare > 0 {
            self.truncate(self.row.least + end as i64, N::from_float(left));
        }
    }

    /// Returns the result.
    pub(super) fn recorded_folds(self, additions: &Additions) -> RecordedFolds {
        // A float of 0 has no known fraction, but no trial at all is certain.
        let known = |mass: N| {
            if mass.is_zero() {
                Mass::ZERO
            } else {
                mass.mass()
            }
        };
        let unresolved = known(self.unresolved);
        let exact_sums = if hides_fractions(unresolved.float()) {
            self.truncated_from
        } else {
            i64::MAX
        };
        let sums = self.row.masses.iter().zip(self.row.least..);
        let recorded = sums.filter(|(mass, _)| !mass.is_zero()).map(|(mass, sum)| {
            let cell = Cell {
                slot: additions.slot,
                value: sum * additions.step,
            };
            let mass = mass.mass();
            let is_exact = sum < exact_sums;
            (
                cell,
                if is_exact {
                    mass
                } else {
                    mass.without_fraction()
                },
            )
        });
        RecordedFolds {
            values: recorded.collect(),
            silent: known(self.row.silent),
            unresolved,
            ..RecordedFolds::default()
        }
    }
}
