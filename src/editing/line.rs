//! The position of the caret in a scenario: its section, its key, and whether it is inside
//! quotation marks. A line that is being written is rarely valid TOML, so it is read by simple
//! means.

use std::ops::Range;

/// The keys whose values are questions.
const QUESTIONS: [&str; 7] = ["value", "of", "aim", "then", "their_aim", "metric", "given"];

/// The position of the caret.
pub(super) struct CaretLine<'t> {
    /// The section, such as `["parameters"]`; empty above the first header.
    pub(super) section: Vec<&'t str>,
    /// The line up to the caret, and the whole line.
    pub(super) before: &'t str,
    pub(super) line: &'t str,
    /// The byte at which the line begins.
    pub(super) start: usize,
}

impl<'t> CaretLine<'t> {
    pub(super) fn of(text: &'t str, byte: usize) -> CaretLine<'t> {
        let start = text[..byte].rfind('\n').map_or(0, |offset| offset + 1);
        let end = text[byte..]
            .find('\n')
            .map_or(text.len(), |more| byte + more);
        let section = text[..end]
            .lines()
            .rev()
            .find_map(header)
            .map(|path| path.split('.').collect());
        CaretLine {
            section: section.unwrap_or_default(),
            before: &text[start..byte],
            line: text[start..end].trim_end_matches('\r'),
            start,
        }
    }

    pub(super) fn is_comment(&self) -> bool {
        self.before.trim_start().starts_with('#')
    }

    /// Returns the name of a section whose header is being written.
    pub(super) fn open_header(&self) -> Option<&'t str> {
        let name = self.before.trim_start().strip_prefix('[')?;
        let name = name.strip_prefix('[').unwrap_or(name);
        name.chars().all(is_key_char).then_some(name)
    }

    /// Returns the section if the line is a header.
    pub(super) fn header(&self) -> Option<Vec<&'t str>> {
        header(self.line).map(|path| path.split('.').collect())
    }

    /// Returns the key of the line.
    pub(super) fn key(&self) -> Option<&'t str> {
        let (key, _) = self.line.split_once('=')?;
        let key = key.trim().trim_matches('"');
        (!key.is_empty() && key.chars().all(is_key_char)).then_some(key)
    }

    /// Returns the text after the `=` up to the caret.
    pub(super) fn assigned(&self) -> Option<&'t str> {
        self.key()?;
        self.before
            .split_once('=')
            .map(|(_, rest)| rest.trim_start())
    }

    pub(super) fn is_question(&self) -> bool {
        self.key().is_some_and(|key| QUESTIONS.contains(&key)) && self.is_quoted()
    }

    /// Returns whether the caret is inside quotation marks.
    pub(super) fn is_quoted(&self) -> bool {
        self.assigned()
            .is_some_and(|rest| rest.matches('"').count() % 2 == 1)
    }

    /// Returns the key that is being written in an inline table: `set = { qua`.
    pub(super) fn inline_key(&self) -> Option<&'t str> {
        let offset = self.before.rfind(['{', ','])?;
        let key = self.before[offset + 1..]
            .trim_start()
            .trim_start_matches('"');
        let is_table = self.before[..=offset].contains('{');
        (is_table && key.chars().all(is_key_char)).then_some(key)
    }
}

pub(super) fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Returns the section that a line begins.
fn header(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix('[')?;
    let name = name.strip_prefix('[').unwrap_or(name).trim_start();
    let end = name.find(|c| !is_key_char(c)).unwrap_or(name.len());
    let rest = name[end..].trim_start();
    let behind = rest.trim_start_matches(']').trim();
    let is_header = rest.starts_with(']') && (behind.is_empty() || behind.starts_with('#'));
    (end > 0 && is_header).then(|| &name[..end])
}

/// Returns the sections of a scenario, each from its header to the next one.
pub fn sections(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if header(line).is_some() {
            starts.push(start);
        }
        start += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}
