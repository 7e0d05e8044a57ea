//! The types of metrics.

/// The type of a metric's values.
#[derive(Clone, Debug, PartialEq)]
pub enum MetricKind {
    /// Whole numbers.
    Count,
    /// Yes or no.
    Flag,
    /// The time at which something happens, or nothing.
    When,
    /// Outcomes, encoded as 0, 1, 2 and so on in order: each has a name and a tone.
    Category(Vec<(String, String)>),
}
