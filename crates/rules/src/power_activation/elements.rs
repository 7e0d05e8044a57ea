//! The effect of inactive Constructural Elements (CEs) on checks, for `power-activation` and
//! `cohering`.

use oddsmith_engine::chance::Probability;
use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::values::Values;

/// The maximal number of CEs of a unit or a colony.
pub const MAX_ELEMENTS: i64 = 20;

/// The type of a number of inactive CEs.
pub const INACTIVE: ParameterType = ParameterType::Whole {
    from: 0,
    to: MAX_ELEMENTS,
};

/// The base probability of appendix PAT4 is 5% (pp. 193, 195) ...
pub const BASE: Parameter = Parameter::new(
    "base",
    ParameterType::Probability,
    "0.05",
    "The chance that a check fails if every Constructural Element (CE) is active.",
)
.labelled("Chance of failure with every CE active", "Base");
/// ... plus 15% for each inactive CE ...
pub const PER_INACTIVE_CE: Parameter = Parameter::new(
    "per_inactive_ce",
    ParameterType::Probability,
    "0.15",
    "What each inactive CE adds to a check's chance of failure.",
)
.labelled("Added chance of failure per inactive CE", "Per inactive CE");
/// ... and at most 50%.
pub const CAP: Parameter = Parameter::new(
    "cap",
    ParameterType::Probability,
    "0.50",
    "The highest chance of failure that a check can have.",
)
.labelled("Highest chance of failure", "Cap");
/// Enlightenment rerolls a failed activation (pp. 194-195). The text does not say whether this
/// includes all checks.
pub const REROLL: Parameter = Parameter::new(
    "reroll",
    ParameterType::Choice(&["activation", "check"]),
    "\"activation\"",
    "What Enlightenment rerolls: the whole activation with all its checks, or only the first check that failed.",
)
.labelled("What Enlightenment rerolls", "Rerolls");
/// The parameter for the number of rerolls.
pub const ENLIGHTENMENT: Parameter = Parameter::new(
    "enlightenment",
    ParameterType::Whole { from: 0, to: 5 },
    "0",
    "How many Enlightenments were assigned in the Regular Turn Orders. Each Enlightenment rerolls a failed activation once.",
)
.labelled("Enlightenment assigned", "Enlightenment");

/// How the probability that a check fails depends on inactive CEs.
///
/// # Formula
/// P(failure) = min(`cap`, `base` + `per_inactive_ce` x n), where n is the number of inactive CEs
/// that are not Temporal.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    base: Probability,
    per_inactive: Probability,
    cap: Probability,
}

impl Elements {
    /// Reads the parameters of a rule.
    pub fn new(values: &Values) -> Elements {
        Elements {
            base: values.probability("base"),
            per_inactive: values.probability("per_inactive_ce"),
            cap: values.probability("cap"),
        }
    }

    /// Returns the probability that a check fails with this number of inactive CEs.
    pub fn failure(&self, inactive: u32) -> Probability {
        (self.base + self.per_inactive * inactive).min(self.cap)
    }
}
