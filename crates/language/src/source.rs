//! Places in a text: half-open ranges of bytes, and the line that a byte stands in.

/// A half-open range of bytes of the text.
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

    /// From the start of this to the end of another.
    pub(crate) fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end.max(self.end),
        }
    }

    /// The place behind it, where something may be put in.
    pub(crate) fn end_point(self) -> Span {
        Span {
            start: self.end,
            end: self.end,
        }
    }

    /// The line of its first byte, counted from 1.
    pub fn line(self, text: &str) -> usize {
        let start = self.start.min(text.len());
        text.as_bytes()[..start]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count()
            + 1
    }
}
