//! Changes of a text as an editor sends them.

use lsp_types::TextDocumentContentChangeEvent;

use super::lines::Lines;

/// Applies changes to a text, one after the other. Each replaces the whole text, or a range of it.
///
/// # Errors
/// Fails if a range is not valid, so that the editor and the server do not have the same text.
pub(super) fn changed_text(
    before: Option<&str>,
    changes: Vec<TextDocumentContentChangeEvent>,
) -> Result<String, String> {
    let mut text = before.map(str::to_owned);
    for change in changes {
        let Some(range) = change.range else {
            text = Some(change.text);
            continue;
        };
        let before = text.ok_or("the text is not open, so a range of it cannot be replaced")?;
        let lines = Lines::of(&before);
        let (start, end) = (lines.byte(range.start), lines.byte(range.end));
        if end < start {
            return Err("a range ends before it begins".to_owned());
        }
        text = Some([&before[..start], &change.text, &before[end..]].concat());
    }
    text.ok_or_else(|| "the text is not open, and no new text was sent".to_owned())
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, Range};

    use super::*;

    fn range_change(
        start: (u32, u32),
        end: (u32, u32),
        text: &str,
    ) -> TextDocumentContentChangeEvent {
        let range = Some(Range::new(
            Position::new(start.0, start.1),
            Position::new(end.0, end.1),
        ));
        TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: text.to_owned(),
        }
    }

    fn whole_change(text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn ranges_are_replaced_in_order() {
        let before = "n = \"\u{1f3b2}\" + 1\r\nm\r\n";
        let text = changed_text(
            Some(before),
            vec![
                range_change((0, 5), (0, 7), "d"),
                range_change((0, 9), (0, 10), "2"),
            ],
        );
        assert_eq!(text.as_deref(), Ok("n = \"d\" +21\r\nm\r\n"));
        // A position past the end of a line means the end of the line. A position past the last
        // line means the end of the text.
        let text = changed_text(
            Some(before),
            vec![
                range_change((1, 9), (1, 9), "!"),
                range_change((9, 0), (9, 9), "?"),
            ],
        );
        assert_eq!(text.as_deref(), Ok("n = \"\u{1f3b2}\" + 1\r\nm!\r\n?"));
        let text = changed_text(
            None,
            vec![whole_change("ab"), range_change((0, 1), (0, 1), "-")],
        );
        assert_eq!(text.as_deref(), Ok("a-b"));
    }

    #[test]
    fn invalid_ranges_are_refused() {
        for changes in [vec![range_change((0, 0), (0, 0), "x")], Vec::new()] {
            assert!(
                changed_text(None, changes)
                    .unwrap_err()
                    .starts_with("the text is not open")
            );
        }
        let reversed = vec![range_change((1, 0), (0, 0), "")];
        assert_eq!(
            changed_text(Some("a\nb"), reversed).unwrap_err(),
            "a range ends before it begins"
        );
    }
}
