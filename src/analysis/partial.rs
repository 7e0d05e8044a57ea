//! Explores a case that does not fit in part, so that its chances are ranges.

use oddsmith_engine::AnyRule;
use oddsmith_engine::explore::{Budget, Graph, Missing, Stop, Watch};

/// Exploring ends when a chance is known to within 0.1 percentage points. Ranges of more than one
/// percentage point are not shown.
pub(super) const MISSING: Missing = Missing {
    aim: 0.001,
    most: MAX_MISSING,
};
pub(super) const MAX_MISSING: f64 = 0.01;

/// Explores the likeliest states of a part of a rule, or of all parts together. Returns their
/// graph; `None` if too much would be missing, or if trials would never leave the states that are
/// known. Mistakes in the rule are found by simulated trials.
pub(crate) fn explore_in_part(
    rule: &dyn AnyRule,
    part: Option<u32>,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<Graph>, Stop> {
    match rule.explore_likeliest(part, MISSING, budget, watch) {
        Ok(graph) => Ok(Some(graph)),
        Err(Stop::Requested) => Err(Stop::Requested),
        Err(_) => Ok(None),
    }
}
