//! The fix for a key that cannot be there: remove it.

use oddsmith_language::{Edit, Span};

use super::diagnostic::Place;

/// The longest text that a fix removes, in bytes.
const LONGEST_REMOVAL: usize = 2000;

/// Returns an edit that removes a key with its value. Returns `None` if something else is on the
/// same lines.
pub(super) fn removal(key: &Place) -> Option<Edit> {
    let text = &key.source.text;
    let start = text[..key.span.start].rfind('\n').map_or(0, |end| end + 1);
    if key.source.is_command_line() || !text[start..key.span.start].trim().is_empty() {
        return None;
    }
    let line_ends = text[start..]
        .match_indices('\n')
        .map(|(end, _)| start + end + 1)
        .chain([text.len()]);
    let end = line_ends
        .take_while(|end| end - start < LONGEST_REMOVAL)
        .find(|&end| text[start..end].parse::<toml::Table>().is_ok())?;
    let span = Span { start, end };
    Some(Edit {
        span,
        text: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::diagnostic::Source;

    /// Returns the text after the removal of the key `gone`.
    fn without_key(text: &str) -> Option<String> {
        let start = text.find("gone").expect("the key");
        let source = Source {
            name: "x.toml".to_owned(),
            text: text.to_owned(),
        };
        let edit = removal(&Place {
            source: source.into(),
            span: start..start + 4,
        })?;
        let mut text = text.to_owned();
        text.replace_range(edit.span.start..edit.span.end, &edit.text);
        Some(text)
    }

    #[test]
    fn key_is_removed_with_its_whole_value() {
        let removed = |text| without_key(text).expect("an edit");
        assert_eq!(
            removed("[sweep]\ngone = 3 # three\ndice = 1\n"),
            "[sweep]\ndice = 1\n"
        );
        assert_eq!(
            removed("[sweep]\ngone = [\n  3,\n  4,\n]\ndice = 1"),
            "[sweep]\ndice = 1"
        );
        assert_eq!(removed("  gone.x = 3"), "");
        for shared in ["set = { gone = 3 }", "[gone]\nx = 3\n", "a.gone = 1"] {
            assert_eq!(without_key(shared), None, "{shared}");
        }
    }
}
