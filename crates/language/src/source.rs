//! Positions in a text: half-open ranges of bytes, and line numbers.

/// A half-open range of bytes of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// Returns the span from the start of this one to the end of another.
    pub(crate) fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end.max(self.end),
        }
    }

    /// Returns the empty span at the end, for insertions.
    pub(crate) fn end_point(self) -> Span {
        Span {
            start: self.end,
            end: self.end,
        }
    }

    /// Returns the line of its first byte, counted from 1.
    pub fn line(self, text: &str) -> usize {
        let start = self.start.min(text.len());
        text.as_bytes()[..start]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count()
            + 1
    }
}
