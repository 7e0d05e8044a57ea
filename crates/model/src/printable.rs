//! Makes untrusted text, such as names and titles, safe to show.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

/// Returns whether a character is invisible and controls a terminal, or reverses or hides its
/// neighbours.
pub fn is_command(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        || is_noncharacter(c)
}

/// Returns whether a code point is not a character of text.
fn is_noncharacter(c: char) -> bool {
    matches!(u32::from(c), 0xfdd0..=0xfdef) || u32::from(c) & 0xfffe == 0xfffe
}

/// Returns the visible symbol for a control character.
fn picture(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => {
            char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\u{7f}' => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Returns a text on one line, safe to show.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .map(|c| if is_command(c) { picture(c) } else { c })
            .collect(),
    )
}

/// Replaces in HTML what it does not allow: control characters other than line breaks and tabs, and
/// characters that reverse or hide their neighbours.
pub fn printable_html(html: &str) -> String {
    let is_forbidden = |c: char| is_command(c) && !matches!(c, '\t' | '\n' | '\r');
    html.replace(is_forbidden, "\u{fffd}")
}

/// Escapes a text for use as the content of an XML element.
pub fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Wraps the lines of a text at a width; continuation lines are indented by two spaces. Columns,
/// which are separated by two spaces, and longer words stay unchanged.
pub fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (content, end) = line
            .strip_suffix('\n')
            .map_or((line, ""), |content| (content, "\n"));
        if display_width(content) <= width || content.trim_start().contains("  ") {
            wrapped.push_str(line);
            continue;
        }
        let indent = content.len() - content.trim_start_matches(' ').len();
        let mut used = 0;
        for word in content.trim_start_matches(' ').split(' ') {
            let (gap, set_in) = if used == 0 {
                (indent, 0)
            } else {
                (1, indent + 2)
            };
            if used > 0 && used + 1 + display_width(word) > width {
                wrapped.push('\n');
                wrapped.push_str(&" ".repeat(set_in));
                used = set_in;
            } else {
                wrapped.push_str(&" ".repeat(gap));
                used += gap;
            }
            wrapped.push_str(word);
            used += display_width(word);
        }
        wrapped.push_str(end);
    }
    wrapped
}

/// Returns the columns that a text takes, without style escapes.
fn display_width(text: &str) -> usize {
    let mut columns = 0;
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        match c {
            '\u{1b}' => drop(letters.find(|c| *c == 'm')),
            _ => columns += c.width().unwrap_or(0),
        }
    }
    columns
}

/// Returns a text of several lines, safe to show, with its tabs, its line endings and an initial
/// byte-order mark.
pub fn printable_lines(text: &str) -> String {
    let (mark, lines) = text.split_at(byte_order_mark_length(text));
    let line = |line: &str| {
        let text = line.trim_end_matches('\n');
        let text = text
            .strip_suffix('\r')
            .filter(|_| line.ends_with('\n'))
            .unwrap_or(text);
        text.split('\t')
            .map(printable_line)
            .collect::<Vec<_>>()
            .join("\t")
            + &line[text.len()..]
    };
    mark.to_owned() + &lines.split_inclusive('\n').map(line).collect::<String>()
}

/// Returns the length of an initial byte-order mark in bytes. A terminal shows nothing there.
fn byte_order_mark_length(text: &str) -> usize {
    if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    }
}

/// Makes the final output safe. It keeps only the escapes of the given styles or, without given
/// styles, all escapes that change colours and weights. All other control characters become
/// symbols.
#[cfg(feature = "cli")]
pub fn sanitize(text: &str, styles: Option<&[&str]>) -> String {
    let mut out = String::with_capacity(text.len());
    let (mark, mut rest) = text.split_at(byte_order_mark_length(text));
    out.push_str(mark);
    while let Some(offset) = rest.find(|c| is_command(c) && !matches!(c, '\n' | '\t')) {
        out.push_str(&rest[..offset]);
        rest = &rest[offset..];
        let style = match styles {
            _ if rest.starts_with("\r\n") => Some("\r\n".len()),
            Some(styles) => styles
                .iter()
                .find(|escape| rest.starts_with(**escape))
                .map(|escape| escape.len()),
            None => style_escape_length(rest),
        };
        let length = style.unwrap_or_else(|| {
            let c = rest.chars().next().unwrap_or_default();
            out.push(picture(c));
            rest = &rest[c.len_utf8()..];
            0
        });
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out + rest
}

/// Returns the length of an escape at the start of a text that changes colours or weights.
#[cfg(feature = "cli")]
fn style_escape_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("\u{1b}[")?;
    let end = inside.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inside[end..].starts_with('m').then_some(end + 3)
}

/// Returns a coloured text of several lines, safe to show. All untrusted parts must have passed
/// through [`printable_line`] or a renderer that replaces escapes. Other control characters are
/// replaced.
pub fn printable_coloured_lines(text: &str) -> String {
    text.chars()
        .map(|c| {
            if is_command(c) && !matches!(c, '\n' | '\u{1b}') {
                picture(c)
            } else {
                c
            }
        })
        .collect()
}

/// Returns JSON that is safe to show: the same JSON, with escapes for control characters.
pub fn printable_json(json: &str) -> String {
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

/// Returns a word as a shell reads it: in single quotes if it needs them.
pub fn shell_quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.=/:,+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(
            printable_line("Wing \u{1b}]0;x\u{7}\r\u{9b}31m\u{202e}\u{7f}"),
            "Wing ␛]0;x␇␍\u{fffd}31m\u{fffd}␡"
        );
        assert!(matches!(
            printable_line("Überraschung – 91/216 \u{1f3b2}"),
            Cow::Borrowed(_)
        ));
    }

    #[test]
    fn lines_wrap_except_columns_and_long_words() {
        let bold = "\u{1b}[1mOne two three\u{1b}[0m\n";
        assert_eq!(wrap(bold, 13), bold);
        assert_eq!(
            wrap("one two three four\nfive\n", 9),
            "one two\n  three\n  four\nfive\n"
        );
        assert_eq!(wrap("  a list of words", 9), "  a list\n    of\n    words");
        assert_eq!(wrap("QV 4  57.9%  2.28", 9), "QV 4  57.9%  2.28");
        assert_eq!(
            wrap("see output/a-long-path now", 8),
            "see\n  output/a-long-path\n  now"
        );
    }

    #[test]
    fn lines_and_tabs_are_kept() {
        assert_eq!(
            printable_lines("a\tb\u{1b}c\r\nd\u{fffe}"),
            "a\tb␛c\r\nd\u{fffd}"
        );
        assert_eq!(
            printable_lines("\u{feff}a\rb\n\u{feff}\r"),
            "\u{feff}a␍b\n\u{fffd}␍"
        );
    }

    #[cfg(feature = "cli")]
    #[test]
    fn only_known_styles_pass_sanitizing() {
        let evil = "\u{1b}[1mbold\u{1b}[0m \u{1b}[31mred\u{1b}]0;title\u{7} \u{1b}[2J \u{9b}31m\tx\ny\u{1b}";
        assert_eq!(
            sanitize(evil, Some(&["\u{1b}[1m", "\u{1b}[0m"])),
            "\u{1b}[1mbold\u{1b}[0m ␛[31mred␛]0;title␇ ␛[2J \u{fffd}31m\tx\ny␛"
        );
        assert_eq!(
            sanitize(evil, None),
            "\u{1b}[1mbold\u{1b}[0m \u{1b}[31mred␛]0;title␇ ␛[2J \u{fffd}31m\tx\ny␛"
        );
    }

    #[cfg(feature = "cli")]
    #[test]
    fn line_endings_pass_sanitizing() {
        assert_eq!(
            sanitize("\u{feff}a\r\nb\rc\r\n\u{feff}", None),
            "\u{feff}a\r\nb␍c\r\n\u{fffd}"
        );
    }

    #[cfg(feature = "cli")]
    #[test]
    fn escaped_json_parses_to_the_same_value() {
        let value = serde_json::json!({"title": "a\u{1b}b\u{9b}c\u{202e}d\u{e0041}"});
        let shown = printable_json(&serde_json::to_string_pretty(&value).unwrap());
        assert!(!shown.contains(|c| is_command(c) && c != '\n'), "{shown}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&shown).unwrap(),
            value
        );
    }

    #[test]
    fn special_characters_are_shell_quoted() {
        assert_eq!(
            shell_quoted("wings.First.quality=5"),
            "wings.First.quality=5"
        );
        assert_eq!(
            shell_quoted("wings.The Old Guard.quality=5"),
            "'wings.The Old Guard.quality=5'"
        );
        assert_eq!(shell_quoted("name=d'Artagnan"), r"'name=d'\''Artagnan'");
        assert_eq!(shell_quoted(""), "''");
    }
}
