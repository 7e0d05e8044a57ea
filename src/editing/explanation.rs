//! An explanation of a place in a text.

use std::ops::Range;

/// An explanation of a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The bytes that it explains.
    pub span: Range<usize>,
    /// Sentences.
    pub sentences: Vec<String>,
    /// A histogram in a font of one width; may be empty.
    pub distribution: String,
}
