//! Numbers for forward propagation.

use std::ops::{Add, Mul};

use crate::odds::Mass;

/// A number that forward propagation uses: an exact mass, or only its float.
pub(crate) trait FlowNumber: Copy + Add<Output = Self> + Mul<Output = Self> {
    const ZERO: Self;
    const ONE: Self;
    /// The approximate cost of multiplying and adding to a transition, in nanoseconds.
    const PRODUCT: u64;
    fn from_mass(mass: Mass) -> Self;
    /// Returns the reciprocal.
    fn inverse(self) -> Self;
    /// Converts a float without an exact fraction.
    fn from_float(float: f64) -> Self;
    fn float(self) -> f64;
}

impl FlowNumber for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const PRODUCT: u64 = 3;
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
}

impl FlowNumber for Mass {
    const ZERO: Mass = Mass::ZERO;
    const ONE: Mass = Mass::ONE;
    const PRODUCT: u64 = 5;
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
}
