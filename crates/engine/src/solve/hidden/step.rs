//! Transitions of a walk.

/// A transition.
pub(super) struct Step {
    pub(super) mass: f64,
    /// The contribution to the aim, times the probability.
    pub(super) worth: f64,
    /// The target; `None` at the end of the trial.
    pub(super) target: Option<u32>,
}
