//! Numbers for forward propagation.

use std::ops::{Add, Mul};

use super::limits::MAX_CYCLE_OPERATIONS;
use crate::odds::Mass;

/// A number that forward propagation uses: an exact mass, or only its float.
pub(crate) trait FlowNumber:
    Copy + Send + Sync + Add<Output = Self> + Mul<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    /// The maximal number of multiplications of an elimination with these numbers. With exact
    /// masses, they take less than a second.
    const MAX_OPERATIONS: u64;
    fn from_mass(mass: Mass) -> Self;
    /// Returns the reciprocal.
    fn inverse(self) -> Self;
    /// Converts a float without an exact fraction.
    fn from_float(float: f64) -> Self;
    fn float(self) -> f64;
    /// Returns the number as a mass.
    fn mass(self) -> Mass;
    /// Returns whether the number is exactly 0.
    fn is_zero(self) -> bool;
    /// Returns whether the number is 0, or a float so small that products of it would lose their
    /// digits.
    fn vanishes(self) -> bool;
    /// Adds the product of two numbers.
    fn plus_product(self, factor: Self, other: Self) -> Self;
    /// Returns the product. It is exactly 0 if a factor is, even if the other one has no known
    /// fraction.
    fn times(self, other: Self) -> Self {
        Self::ZERO.plus_product(self, other)
    }
}

/// Smaller floats are slow, and have fewer digits.
const MIN_FLOAT: f64 = 1e-290;

impl FlowNumber for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const MAX_OPERATIONS: u64 = MAX_CYCLE_OPERATIONS;
    fn from_mass(mass: Mass) -> f64 {
        mass.float()
    }
    fn inverse(self) -> f64 {
        1.0 / self
    }
    fn from_float(float: f64) -> f64 {
        float
    }
    fn float(self) -> f64 {
        self
    }
    fn mass(self) -> Mass {
        Mass::inexact(self)
    }
    #[inline]
    fn is_zero(self) -> bool {
        self == 0.0
    }
    #[inline]
    fn vanishes(self) -> bool {
        self < MIN_FLOAT
    }
    #[inline]
    fn plus_product(self, factor: f64, other: f64) -> f64 {
        self + factor * other
    }
}

impl FlowNumber for Mass {
    const ZERO: Mass = Mass::ZERO;
    const ONE: Mass = Mass::ONE;
    const MAX_OPERATIONS: u64 = 50_000_000;
    fn from_mass(mass: Mass) -> Mass {
        mass
    }
    fn inverse(self) -> Mass {
        Mass::inverse(self)
    }
    fn from_float(float: f64) -> Mass {
        Mass::inexact(float)
    }
    fn float(self) -> f64 {
        Mass::float(self)
    }
    fn mass(self) -> Mass {
        self
    }
    #[inline]
    fn is_zero(self) -> bool {
        Mass::is_zero(self)
    }
    #[inline]
    fn vanishes(self) -> bool {
        Mass::is_zero(self)
    }
    /// A product with 0 changes nothing, even if the other factor has no known fraction.
    #[inline]
    fn plus_product(self, factor: Mass, other: Mass) -> Mass {
        if factor.is_zero() || other.is_zero() {
            self
        } else {
            self + factor * other
        }
    }
}
