//! Converts between bytes of a text and positions of the protocol: lines from 0, and units of
//! UTF-16 within a line. A line ends with `\n`, `\r\n` or `\r`.

use std::ops::Range;

use lsp_types::{Position, TextEdit};
use oddsmith_language::Edit;

use crate::input::diagnostic::char_boundary;

/// The starts of the lines of a text.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Lines<'t> {
        let ends = text
            .match_indices(['\n', '\r'])
            .map(|(offset, _)| offset + 1);
        let ends =
            ends.filter(|&end| !(text[..end].ends_with('\r') && text[end..].starts_with('\n')));
        let starts = std::iter::once(0).chain(ends).collect();
        Lines { text, starts }
    }

    pub(super) fn position(&self, byte: usize) -> Position {
        let byte = char_boundary(self.text, byte);
        let line = self.starts.partition_point(|&start| start <= byte) - 1;
        let units = self.text[self.starts[line]..byte].encode_utf16().count();
        Position::new(line as u32, units as u32)
    }

    /// Returns the byte at a position. A position past the end of its line means that end.
    pub(super) fn byte(&self, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else {
            return self.text.len();
        };
        let line = self.text[start..].split(['\n', '\r']).next().unwrap_or("");
        let mut units = 0;
        for (offset, c) in line.char_indices() {
            if units >= position.character as usize {
                return start + offset;
            }
            units += c.len_utf16();
        }
        start + line.len()
    }

    pub(super) fn range(&self, span: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(span.start), self.position(span.end))
    }

    pub(super) fn edit(&self, edit: &Edit) -> TextEdit {
        TextEdit::new(
            self.range(&(edit.span.start..edit.span.end)),
            edit.text.clone(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf16_units() {
        let text = "n = \"\u{1f3b2}\u{e9}\"\nm";
        let lines = Lines::of(text);
        assert_eq!(
            lines.position(text.find('\u{e9}').unwrap()),
            Position::new(0, 7)
        );
        for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(lines.byte(lines.position(byte)), byte);
        }
        assert_eq!(lines.byte(Position::new(0, 99)), text.find('\n').unwrap());
        assert_eq!(lines.byte(Position::new(9, 0)), text.len());
    }

    #[test]
    fn all_protocol_line_ends_are_recognized() {
        let text = "a\r\nb\rc\n\r\nd";
        let lines = Lines::of(text);
        for (line, name) in [(0, "a"), (1, "b"), (2, "c"), (4, "d")] {
            let byte = text.find(name).unwrap();
            assert_eq!(
                (lines.position(byte), lines.byte(Position::new(line, 9))),
                (Position::new(line, 0), byte + 1)
            );
        }
    }
}
