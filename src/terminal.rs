//! What reaches a terminal: text without control characters, and messages that no full disk turns into a failure.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::io::Write as _;

use terminal_size::{Width, terminal_size_of};

/// Columns of a terminal that nobody knows.
const USUAL_WIDTH: usize = 80;

/// Whether a character commands a terminal, or turns round or hides what stands beside it, instead of being seen.
fn is_command(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// What is seen in the place of a character that commands: its picture where it has one.
fn picture(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// A text on one line, as it may be shown: names and titles are other people's.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if is_command(c) { picture(c) } else { c }).collect())
}

/// A text of several lines with colours of the program's own, as it may be shown once every foreign part of it has been
/// through [`shown`] or a renderer that replaces escapes: what such a renderer lets pass is replaced.
pub(crate) fn shown_in_colour(text: &str) -> String {
    text.chars().map(|c| if is_command(c) && !matches!(c, '\n' | '\u{1b}') { picture(c) } else { c }).collect()
}

/// JSON as it may be shown: the same JSON, with escapes for what commands a terminal.
pub(crate) fn shown_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if is_command(c) && c != '\n' {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The columns of the terminal that standard output goes to.
pub fn width() -> usize {
    terminal_size_of(std::io::stdout()).map_or(USUAL_WIDTH, |(Width(columns), _)| usize::from(columns))
}

/// Says something on standard error. Where nobody can hear it, the work goes on.
pub fn say(message: impl Display) {
    let _ = write!(anstream::stderr(), "{message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_pictured() {
        assert_eq!(shown("Wing \u{1b}]0;x\u{7}\r\u{9b}31m\u{202e}\u{7f}"), "Wing ␛]0;x␇␍\u{fffd}31m\u{fffd}␡");
        assert!(matches!(shown("Überraschung – 91/216 \u{1f3b2}"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_stays_the_same_json() {
        let value = serde_json::json!({"title": "a\u{1b}b\u{9b}c\u{202e}d\u{e0041}"});
        let shown = shown_json(&serde_json::to_string_pretty(&value).unwrap());
        assert!(!shown.contains(|c| is_command(c) && c != '\n'), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
    }
}
