//! Exact distributions.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::meter::{Meter, check_size};
use crate::problem::Stopped;

/// An exact distribution of whole numbers. The probability of an outcome is its weight divided by
/// the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    outcomes: Vec<(i64, BigUint)>,
    total: BigUint,
}

impl Distribution {
    /// Returns the outcomes in ascending order, each with its weight, which is positive. The
    /// weights have no common divisor.
    #[must_use]
    pub fn outcomes(&self) -> &[(i64, BigUint)] {
        &self.outcomes
    }

    /// Returns the sum of all weights. It is zero if there are no outcomes.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        &self.total
    }
}

impl From<&Die> for Distribution {
    fn from(die: &Die) -> Self {
        let divisor = die
            .faces
            .iter()
            .fold(BigUint::zero(), |divisor, (_, weight)| divisor.gcd(weight));
        let reduce = |weight: &BigUint| {
            if divisor.is_zero() {
                weight.clone()
            } else {
                weight / &divisor
            }
        };
        Self {
            outcomes: die
                .faces
                .iter()
                .map(|(value, weight)| (*value, reduce(weight)))
                .collect(),
            total: reduce(&die.total),
        }
    }
}

/// A die: faces in ascending order, each with a positive weight.
#[derive(Clone, Debug)]
pub(crate) struct Die {
    faces: Vec<(i64, BigUint)>,
    total: BigUint,
}

impl PartialEq for Die {
    fn eq(&self, other: &Self) -> bool {
        self.faces == other.faces
    }
}

impl Eq for Die {}

impl Hash for Die {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.faces.len().hash(state);
        for (value, _) in self.faces.iter().take(8) {
            value.hash(state);
        }
        self.total.hash(state);
    }
}

impl Die {
    /// Returns the die without faces.
    pub(crate) fn empty() -> Self {
        Self {
            faces: Vec::new(),
            total: BigUint::zero(),
        }
    }

    /// Returns a die that always shows the same value.
    pub(crate) fn constant(value: i64) -> Self {
        Self {
            faces: vec![(value, BigUint::one())],
            total: BigUint::one(),
        }
    }

    /// Returns a die whose faces are the values of a sequence.
    pub(crate) fn from_values(values: &[i64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let mut faces: Vec<(i64, u64)> = Vec::new();
        for value in sorted {
            match faces.last_mut() {
                Some((last, weight)) if *last == value => *weight += 1,
                _ => faces.push((value, 1)),
            }
        }
        Self {
            faces: faces
                .into_iter()
                .map(|(value, weight)| (value, BigUint::from(weight)))
                .collect(),
            total: BigUint::from(values.len()),
        }
    }

    /// Returns a die with faces in ascending order and positive weights.
    pub(crate) fn from_sorted(faces: Vec<(i64, BigUint)>) -> Self {
        let total = faces.iter().map(|(_, weight)| weight).sum();
        Self { faces, total }
    }

    pub(crate) fn faces(&self) -> &[(i64, BigUint)] {
        &self.faces
    }

    pub(crate) fn total(&self) -> &BigUint {
        &self.total
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// Returns the die that shows the images of the faces.
    pub(crate) fn map(
        &self,
        meter: &mut Meter<'_>,
        mut image: impl FnMut(i64) -> Result<i64, Stopped>,
    ) -> Result<Self, Stopped> {
        let mut faces = BTreeMap::new();
        for (value, weight) in &self.faces {
            meter.spend_bits(weight.bits())?;
            *faces.entry(image(*value)?).or_insert_with(BigUint::zero) += weight;
        }
        Ok(Self {
            faces: faces.into_iter().collect(),
            total: self.total.clone(),
        })
    }

    /// Returns the die that shows the results of an operation on the faces of two dice.
    pub(crate) fn combine(
        &self,
        other: &Self,
        span: &Range<usize>,
        meter: &mut Meter<'_>,
        mut operation: impl FnMut(i64, i64) -> Result<i64, Stopped>,
    ) -> Result<Self, Stopped> {
        let mut faces = BTreeMap::new();
        for (left, left_weight) in &self.faces {
            for (right, right_weight) in &other.faces {
                meter.spend_bits(left_weight.bits() + right_weight.bits())?;
                *faces
                    .entry(operation(*left, *right)?)
                    .or_insert_with(BigUint::zero) += left_weight * right_weight;
            }
            check_size(faces.len(), 64, span)?;
        }
        Ok(Self {
            faces: faces.into_iter().collect(),
            total: &self.total * &other.total,
        })
    }
}

/// Collects distributions, each with a weight, into one. Empty ones are left out.
#[derive(Default)]
pub(crate) struct Mixture {
    faces: BTreeMap<i64, BigUint>,
    /// The weights in `faces` are parts of this.
    scale: BigUint,
}

impl Mixture {
    pub(crate) fn new() -> Self {
        Self {
            faces: BTreeMap::new(),
            scale: BigUint::one(),
        }
    }

    /// Adds one outcome.
    pub(crate) fn add_value(&mut self, value: i64, weight: &BigUint) {
        let weight = if self.scale.is_one() {
            weight.clone()
        } else {
            weight * &self.scale
        };
        *self.faces.entry(value).or_insert_with(BigUint::zero) += weight;
    }

    /// Adds a distribution with a weight.
    pub(crate) fn add(
        &mut self,
        die: &Die,
        weight: &BigUint,
        span: &Range<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stopped> {
        if die.is_empty() {
            return Ok(());
        }
        let scale = self.scale.lcm(&die.total);
        if scale != self.scale {
            let factor = &scale / &self.scale;
            for present in self.faces.values_mut() {
                meter.spend_bits(present.bits() + factor.bits())?;
                *present *= &factor;
            }
            self.scale = scale;
        }
        let factor = weight * (&self.scale / &die.total);
        for (value, weight) in &die.faces {
            meter.spend_bits(weight.bits() + factor.bits())?;
            *self.faces.entry(*value).or_insert_with(BigUint::zero) += weight * &factor;
        }
        check_size(self.faces.len(), self.scale.bits(), span)?;
        Ok(())
    }

    /// Returns what was collected.
    pub(crate) fn finish(self) -> Die {
        let divisor = self
            .faces
            .values()
            .fold(BigUint::zero(), |divisor, weight| {
                if divisor.is_one() {
                    divisor
                } else {
                    divisor.gcd(weight)
                }
            });
        let is_reduced = divisor.is_one() || divisor.is_zero();
        Die::from_sorted(
            self.faces
                .into_iter()
                .map(|(value, weight)| {
                    let weight = if is_reduced {
                        weight
                    } else {
                        weight / &divisor
                    };
                    (value, weight)
                })
                .collect(),
        )
    }
}
