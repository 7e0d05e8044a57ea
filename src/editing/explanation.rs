//! An explanation of a position in a text.

use std::ops::Range;

/// An explanation of a position in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The bytes that are explained.
    pub span: Range<usize>,
    /// The explanation in sentences.
    pub sentences: Vec<String>,
    /// The distribution as a histogram in a monospaced font; may be empty.
    pub distribution: String,
}
