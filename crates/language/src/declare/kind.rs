//! What the values of a metric are.

/// What a metric's values are.
#[derive(Clone, Debug, PartialEq)]
pub enum MetricKind {
    /// Whole numbers.
    Count,
    /// Yes or no.
    Flag,
    /// When something happens, if ever.
    When,
    /// Outcomes, coded 0, 1, 2 ... in the order written: each with its name and its tone.
    Category(Vec<(String, String)>),
}
