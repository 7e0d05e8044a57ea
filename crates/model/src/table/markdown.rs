//! Tables as Markdown, with aligned columns for readers of the source.

use super::Table;
use super::aligned::AlignedLines;
use crate::printable::is_command;

impl Table {
    /// Returns the table as Markdown.
    pub fn to_markdown(&self) -> String {
        let AlignedLines { lines, columns } = self.aligned_lines(3, escape_markdown);
        let line = |line: &Vec<String>| format!("| {} |\n", line.join(" | "));
        let rule = |&(width, is_left): &(usize, bool)| {
            let dashes = "-".repeat(width - 1);
            if is_left {
                format!(":{dashes}")
            } else {
                format!("{dashes}:")
            }
        };
        let rule: Vec<String> = columns.iter().map(rule).collect();
        let mut text = if self.title.is_empty() {
            String::new()
        } else {
            format!("**{}**\n\n", escape_markdown(&self.title))
        };
        if !self.subtitle.is_empty() {
            text += &format!(
                "{}\n\n",
                escape_opening_mark(&escape_markdown(&self.subtitle))
            );
        }
        text += &line(&lines[0]);
        text += &format!("| {} |\n", rule.join(" | "));
        lines[1..].iter().for_each(|row| text += &line(row));
        if self.note.is_empty() {
            text
        } else {
            text + &format!("\n*{}*\n", escape_markdown(&self.note))
        }
    }
}

/// Escapes a text for Markdown. Line breaks become spaces.
fn escape_markdown(text: &str) -> String {
    let mut safe = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '&' | '$' => {
                safe.extend(['\\', c])
            }
            // It opens a tag only before a letter, a slash or similar.
            '<' if chars
                .peek()
                .is_some_and(|next| !next.is_ascii_digit() && *next != '+') =>
            {
                safe.extend(['\\', c])
            }
            '\n' | '\r' | '\t' => safe.push(' '),
            c if is_command(c) => safe.push(char::REPLACEMENT_CHARACTER),
            c => safe.push(c),
        }
    }
    safe
}

/// Escapes the first character of a text that would begin a list, a quotation or a heading.
fn escape_opening_mark(text: &str) -> String {
    let text = text.trim_start();
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let mark = text[digits..].chars().next().filter(|mark| match digits {
        0 => matches!(mark, '-' | '+' | '>' | '='),
        _ => matches!(mark, '.' | ')'),
    });
    match mark {
        Some(_) => format!("{}\\{}", &text[..digits], &text[digits..]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(
            escape_markdown("a|b *c* _d_ `e` [f](g)"),
            r"a\|b \*c\* \_d\_ \`e\` \[f\](g)"
        );
        assert_eq!(
            escape_markdown("<b> <1% \\ &lt; #1 ~x~ {y} $z$"),
            r"\<b> <1% \\ \&lt; \#1 \~x\~ \{y\} \$z\$"
        );
        assert_eq!(escape_markdown("two\nlines"), "two lines");
        assert_eq!(
            escape_markdown("\u{1b}[31m\u{fffe}"),
            "\u{fffd}\\[31m\u{fffd}"
        );
    }

    #[test]
    fn opening_marks_are_escaped() {
        assert_eq!(
            [
                escape_opening_mark("- a"),
                escape_opening_mark("1. a"),
                escape_opening_mark("> a"),
                escape_opening_mark("12 a")
            ],
            [r"\- a", r"1\. a", r"\> a", "12 a"]
        );
    }
}
