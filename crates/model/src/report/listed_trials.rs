//! The first trials of each case.

/// The first trials of each case.
#[derive(Clone, Debug)]
pub struct ListedTrials {
    /// The headers: a column for each metric and step that any case has.
    pub columns: Vec<String>,
    /// The trials of each case, with the text of each column.
    pub cases: Vec<Vec<Vec<String>>>,
}
