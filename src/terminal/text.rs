//! Text as it may be shown: names and titles are other people's.

use std::borrow::Cow;
#[cfg(feature = "cli")]
use std::fmt::Write as _;

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
#[cfg(feature = "cli")]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_pictured() {
        assert_eq!(shown("Wing \u{1b}]0;x\u{7}\r\u{9b}31m\u{202e}\u{7f}"), "Wing ␛]0;x␇␍\u{fffd}31m\u{fffd}␡");
        assert!(matches!(shown("Überraschung – 91/216 \u{1f3b2}"), Cow::Borrowed(_)));
    }

    #[cfg(feature = "cli")]
    #[test]
    fn json_stays_the_same_json() {
        let value = serde_json::json!({"title": "a\u{1b}b\u{9b}c\u{202e}d\u{e0041}"});
        let shown = shown_json(&serde_json::to_string_pretty(&value).unwrap());
        assert!(!shown.contains(|c| is_command(c) && c != '\n'), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
    }
}
