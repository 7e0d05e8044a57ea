//! The first trials of each case, as they were played.

/// The first trials of each case.
#[derive(Clone, Debug)]
pub struct Samples {
    /// A column for each metric and step that any case shows: its header.
    pub columns: Vec<String>,
    /// The trials of each case: what each column says.
    pub cases: Vec<Vec<Vec<String>>>,
}
