//! What is said of a place in a text.

use std::ops::Range;

/// What is said of a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explained {
    /// The bytes that it is said of.
    pub span: Range<usize>,
    /// What it is: sentences.
    pub says: Vec<String>,
    /// Lines for letters of one width: chances with bars; may be empty.
    pub law: String,
}
