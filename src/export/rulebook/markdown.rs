//! A table in Markdown, its columns aligned for those who read the source.

use super::Table;
use crate::terminal::is_command;

/// The table as Markdown.
pub(super) fn write(table: &Table) -> String {
    let rows: Vec<Vec<String>> = [table.joined_head()]
        .into_iter()
        .chain(table.rows.iter().cloned())
        .map(|row| row.iter().map(|cell| escaped(cell)).collect())
        .collect();
    let count = table.head.len();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &Vec<String>| {
        let cell = |column: usize| {
            let (text, width) = (row.get(column).map_or("", String::as_str), widths[column]);
            let room = " ".repeat(width - text.chars().count());
            if column == 0 { format!("{text}{room}") } else { format!("{room}{text}") }
        };
        format!("| {} |\n", (0..count).map(cell).collect::<Vec<_>>().join(" | "))
    };
    let rule = |(column, width): (usize, &usize)| {
        let dashes = "-".repeat(width - 1);
        if column == 0 { format!(":{dashes}") } else { format!("{dashes}:") }
    };
    let rule: Vec<String> = widths.iter().enumerate().map(rule).collect();
    let title = if table.title.is_empty() { String::new() } else { format!("**{}**\n\n", escaped(&table.title)) };
    let mut text = title;
    if !table.subtitle.is_empty() {
        text += &format!("{}\n\n", opened(&escaped(&table.subtitle)));
    }
    text += &line(&rows[0]);
    text += &format!("| {} |\n", rule.join(" | "));
    rows[1..].iter().for_each(|row| text += &line(row));
    if table.note.is_empty() { text } else { text + &format!("\n*{}*\n", escaped(&table.note)) }
}

/// Text that Markdown takes as it is: what would be markup is escaped, line breaks are spaces.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '&' | '$' => safe.extend(['\\', c]),
            // Only before a letter, a slash or the like does it open a tag.
            '<' if chars.peek().is_some_and(|next| !next.is_ascii_digit() && *next != '+') => safe.extend(['\\', c]),
            '\n' | '\r' | '\t' => safe.push(' '),
            c if is_command(c) => safe.push(char::REPLACEMENT_CHARACTER),
            c => safe.push(c),
        }
    }
    safe
}

/// A paragraph that would begin a list, a quotation or a heading has its first mark escaped.
fn opened(text: &str) -> String {
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
    fn markup_is_text() {
        assert_eq!(escaped("a|b *c* _d_ `e` [f](g)"), r"a\|b \*c\* \_d\_ \`e\` \[f\](g)");
        assert_eq!(escaped("<b> <1% \\ &lt; #1 ~x~ {y} $z$"), r"\<b> <1% \\ \&lt; \#1 \~x\~ \{y\} \$z\$");
        assert_eq!(escaped("two\nlines"), "two lines");
        assert_eq!(escaped("\u{1b}[31m\u{fffe}"), "\u{fffd}\\[31m\u{fffd}");
    }

    #[test]
    fn paragraphs_open_nothing() {
        assert_eq!(
            [opened("- a"), opened("1. a"), opened("> a"), opened("12 a")],
            [r"\- a", r"1\. a", r"\> a", "12 a"]
        );
    }
}
