//! Values with the scale of their rounding errors, and comparisons of the values of options.

use std::ops::{AddAssign, Mul};

use crate::budget::Stop;
use crate::error::RuleError;

/// Options whose values differ by no more than this, relative to the larger scale, are equally
/// good. The first of them is chosen.
const VALUE_TOLERANCE: f64 = 1e-12;
/// Two options are reported as tied if their values differ by no more than this, relative to the
/// larger scale.
const TIE_TOLERANCE: f64 = 1e-9;

/// The value of a state or an option, and the scale of its rounding errors: the mean sum of the
/// absolute contributions to the value. If all contributions have the same sign, the scale is the
/// absolute value. It is larger if large contributions cancel out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::solve) struct ScaledValue {
    pub(in crate::solve) value: f64,
    pub(in crate::solve) scale: f64,
}

impl ScaledValue {
    /// Returns a value that is a sum of numbers with the same sign.
    pub(in crate::solve) fn of(value: f64) -> ScaledValue {
        let scale = value.abs();
        ScaledValue { value, scale }
    }

    /// Returns whether this value is better than another one for a side that maximises or
    /// minimises. Equal values are not better.
    pub(in crate::solve) fn is_better(self, wants_more: bool, other: ScaledValue) -> bool {
        let gain = if wants_more {
            self.value - other.value
        } else {
            other.value - self.value
        };
        gain > VALUE_TOLERANCE * self.scale.max(other.scale)
    }

    /// Returns whether this value is reported as tied with another one.
    pub(in crate::solve) fn is_tied(self, other: ScaledValue) -> bool {
        let difference = (self.value - other.value).abs();
        difference <= TIE_TOLERANCE * self.scale.max(other.scale)
    }

    /// Returns how much worse one of two options is. The loss of a tied option is 0.
    pub(in crate::solve) fn loss(self, other: ScaledValue) -> f64 {
        if self.is_tied(other) {
            0.0
        } else {
            (self.value - other.value).abs()
        }
    }
}

impl Mul<ScaledValue> for f64 {
    type Output = ScaledValue;

    fn mul(self, by: ScaledValue) -> ScaledValue {
        ScaledValue {
            value: self * by.value,
            scale: self.abs() * by.scale,
        }
    }
}

impl AddAssign for ScaledValue {
    fn add_assign(&mut self, more: ScaledValue) {
        self.value += more.value;
        self.scale += more.scale;
    }
}

/// Returns an error relative to a scale. An error of 0 is 0 at any scale.
pub(in crate::solve) fn relative(error: f64, scale: f64) -> f64 {
    if error == 0.0 { 0.0 } else { error / scale }
}

pub(super) fn endless_play_error() -> Stop {
    let help = "add a limit, or a cost for going on";
    Stop::Rule(RuleError::endless(
        "with best play a trial would never end",
        help,
    ))
}
