//! Fixes for TOML whose quotation marks or brackets do not match. A fix is proposed only if the
//! text has fewer mistakes with it.

use oddsmith_language::{Edit, Span};
use toml::de::DeTable;

/// A line as it may have been meant: what is wrong with it, and the line without the mistake.
type MeantLine = (String, String);

/// Returns what to do about the mistake at a byte, and the change: one with which the text is TOML,
/// if there is one.
pub(super) fn fix(text: &str, at: usize) -> Option<(String, Edit)> {
    let within = |most: usize| {
        let helps = |edit: &Edit| mistakes(&edited(text, edit)) <= most;
        of_block(text, &helps)
            .or_else(|| of_line(text, at, &helps))
            .or_else(|| of_list(text, at, &helps))
    };
    within(0).or_else(|| within(mistakes(text).checked_sub(1)?))
}

/// Every line: its number, its first byte, and its text without the end of the line.
fn lines(text: &str) -> impl DoubleEndedIterator<Item = (usize, usize, &str)> {
    let mut start = 0;
    let mut all = Vec::new();
    for (at, line) in text.split_inclusive('\n').enumerate() {
        all.push((at + 1, start, line.trim_end()));
        start += line.len();
    }
    all.into_iter()
}

fn line_of(text: &str, at: usize) -> usize {
    text.get(..at)
        .map_or(0, |before| before.matches('\n').count())
}

fn mistakes(text: &str) -> usize {
    DeTable::parse_recoverable(text).1.len()
}

fn edited(text: &str, edit: &Edit) -> String {
    format!(
        "{}{}{}",
        &text[..edit.span.start],
        edit.text,
        &text[edit.span.end..]
    )
}

/// A quotation mark or a bracket of one line, that of the mistake or one above it.
fn of_line(text: &str, at: usize, helps: &dyn Fn(&Edit) -> bool) -> Option<(String, Edit)> {
    for (number, start, line) in lines(text).rev().filter(|(_, start, _)| *start <= at) {
        // What follows a `#` may be a comment, or belong to the text of a value.
        let before_comment = line.split('#').next().unwrap_or_default().trim_end();
        for part in [line, before_comment] {
            for (what, meant) in meant(part, number) {
                let edit = Edit {
                    span: Span {
                        start,
                        end: start + part.len(),
                    },
                    text: meant,
                };
                if helps(&edit) {
                    return Some((format!("{what}: write {}", edit.text.trim_start()), edit));
                }
            }
        }
    }
    None
}

fn meant(line: &str, number: usize) -> Vec<MeantLine> {
    match line.split_once('=') {
        None => section(line, number).into_iter().collect(),
        Some((key, value)) => {
            let values = quoted(value.trim(), number)
                .into_iter()
                .chain(bracketed(value.trim(), number));
            values
                .map(|(what, value)| (what, format!("{}= {value}", key)))
                .collect()
        }
    }
}

/// The name of a section between brackets that do not match: "[sweep", "[[ask]".
fn section(line: &str, number: usize) -> Option<MeantLine> {
    let name = line.trim().trim_matches(['[', ']']).trim();
    let opens = line.matches('[').count();
    let closes = line.matches(']').count();
    let depth = opens.max(closes);
    let is_name = !name.is_empty() && !name.contains(['[', ']', '"', '\'']);
    let what = if opens > closes {
        not_closed('[', number)
    } else {
        not_opened(']', number)
    };
    (is_name && opens != closes && depth <= 2).then(|| {
        (
            what,
            format!("{}{name}{}", "[".repeat(depth), "]".repeat(depth)),
        )
    })
}

/// A text whose quotation marks do not match, or that has some of its own.
fn quoted(value: &str, number: usize) -> Vec<MeantLine> {
    let mut meant = Vec::new();
    for (quote, other) in [('"', '\''), ('\'', '"')] {
        let inner = value
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner.filter(|inner| inner.contains(quote)) {
            if inner.contains(other) {
                let what =
                    format!("put a backslash before each {quote} within the text on line {number}");
                meant.push((what, format!("\"{}\"", inner.replace('"', "\\\""))));
            } else {
                let what = format!(
                    "the text on line {number} contains {quote}, so put it between {other} and {other}"
                );
                meant.push((what, format!("{other}{inner}{other}")));
            }
        }
        if value.starts_with(quote) {
            meant.push((not_closed(quote, number), format!("{value}{quote}")));
        } else if value.ends_with(quote) {
            meant.push((not_opened(quote, number), format!("{quote}{value}")));
        }
        if value.starts_with(char::is_alphabetic) && value.contains(quote) {
            meant.push((
                "put text in quotation marks".to_owned(),
                format!("{other}{value}{other}"),
            ));
        }
    }
    meant
}

/// A list or a table with a bracket too few or too many at its end.
fn bracketed(value: &str, number: usize) -> Vec<MeantLine> {
    let mut meant = Vec::new();
    for (opens, closes) in [('[', ']'), ('{', '}')] {
        let (opened, closed) = (value.matches(opens).count(), value.matches(closes).count());
        if opened > closed {
            meant.push((not_closed(opens, number), format!("{value}{closes}")));
        }
        if let Some(shorter) = value.strip_suffix(closes).filter(|_| closed > opened) {
            meant.push((
                format!("line {number} has one `{closes}` too many"),
                shorter.trim_end().to_owned(),
            ));
        }
    }
    meant
}

/// A list over several lines that nothing closes: it ends before a line that is not part of it.
fn of_list(text: &str, at: usize, helps: &dyn Fn(&Edit) -> bool) -> Option<(String, Edit)> {
    let is_open = |line: &str| {
        line.split_once('=')
            .is_some_and(|(_, value)| value.trim_end().ends_with('['))
    };
    let (number, first, _) = lines(text).rfind(|(_, start, line)| *start <= at && is_open(line))?;
    let ends = lines(text).filter(|(_, start, line)| *start > first && !line.trim().is_empty());
    let insertion = |(last, start, line): (usize, usize, &str)| {
        let end = start + line.len();
        let edit = Edit {
            span: Span { start: end, end },
            text: "\n]".to_owned(),
        };
        helps(&edit).then(|| {
            (
                format!("{}: write `]` below line {last}", not_closed('[', number)),
                edit,
            )
        })
    };
    ends.take_while(|(_, start, _)| *start <= at)
        .find_map(insertion)
}

/// A text of several lines that nothing closes: it ends before the next key or section.
fn of_block(text: &str, helps: &dyn Fn(&Edit) -> bool) -> Option<(String, Edit)> {
    const QUOTES: &str = "\"\"\"";
    let quotes_start = text
        .match_indices(QUOTES)
        .last()
        .filter(|_| text.matches(QUOTES).count() % 2 == 1)?
        .0;
    let number = line_of(text, quotes_start) + 1;
    let is_key = |line: &str| {
        line.split_once('=')
            .is_some_and(|(key, _)| !key.trim().contains([' ', '"']))
    };
    let next =
        lines(text).filter(|(at, _, line)| *at > number && (is_key(line) || line.starts_with('[')));
    let insertion = |start: usize, text: String| Edit {
        span: Span { start, end: start },
        text,
    };
    let before = next.map(|(at, start, _)| (at - 1, insertion(start, format!("{QUOTES}\n"))));
    let at_end = (
        lines(text).count(),
        insertion(text.len(), format!("\n{QUOTES}")),
    );
    let mut all = before.chain([at_end]);
    let (last, edit) = all.find(|(_, edit)| helps(edit))?;
    Some((
        format!("`{QUOTES}` on line {number} is not closed: write {QUOTES} below line {last}"),
        edit,
    ))
}

fn not_closed(mark: char, number: usize) -> String {
    format!("`{mark}` on line {number} is not closed")
}

fn not_opened(mark: char, number: usize) -> String {
    format!(
        "`{mark}` on line {number} has no opening `{}`",
        if mark == ']' { '[' } else { mark }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first mistake of a text, its help, and the text with the fix.
    fn fixed(text: &str) -> Option<(String, String)> {
        let mistakes = DeTable::parse_recoverable(text).1;
        let at = mistakes
            .iter()
            .filter_map(|mistake| mistake.span())
            .map(|span| span.start)
            .min()
            .expect("no TOML");
        let (help, edit) = fix(text, at)?;
        Some((help, edited(text, &edit)))
    }

    #[test]
    fn quotes_and_brackets_that_do_not_match_have_a_fix_that_works() {
        let more = "\nrule = \"x.odds\"\n[sweep]\nn = [1, 2]\n";
        for (line, help, meant) in [
            (
                "t = \"Ours",
                "`\"` on line 1 is not closed: write t = \"Ours\"",
                "t = \"Ours\"",
            ),
            (
                "t = 'Ours # one",
                "`'` on line 1 is not closed: write t = 'Ours # one'",
                "t = 'Ours # one'",
            ),
            (
                "t = ours\"",
                "`\"` on line 1 has no opening `\"`: write t = \"ours\"",
                "t = \"ours\"",
            ),
            (
                "t = \"The \"big\" one\"",
                "the text on line 1 contains \", so put it between ' and ': write t = 'The \"big\" one'",
                "t = 'The \"big\" one'",
            ),
            (
                "t = \"Ann's \"big\" one\"",
                "put a backslash before each \" within the text on line 1: write t = \"Ann's \\\"big\\\" one\"",
                "t = \"Ann's \\\"big\\\" one\"",
            ),
            (
                "t = The \"big\" one",
                "put text in quotation marks: write t = 'The \"big\" one'",
                "t = 'The \"big\" one'",
            ),
            (
                "[labels",
                "`[` on line 1 is not closed: write [labels]",
                "[labels]",
            ),
            (
                "[[ask]",
                "`[` on line 1 is not closed: write [[ask]]",
                "[[ask]]",
            ),
            (
                "labels]",
                "`]` on line 1 has no opening `[`: write [labels]",
                "[labels]",
            ),
            (
                "n = [1, 2",
                "`[` on line 1 is not closed: write n = [1, 2]",
                "n = [1, 2]",
            ),
            (
                "n = { from = 1",
                "`{` on line 1 is not closed: write n = { from = 1}",
                "n = { from = 1}",
            ),
            (
                "n = [1, 2]]",
                "line 1 has one `]` too many: write n = [1, 2]",
                "n = [1, 2]",
            ),
            (
                "n = [\n1,\n2,",
                "`[` on line 1 is not closed: write `]` below line 3",
                "n = [\n1,\n2,\n]",
            ),
            (
                "d = \"\"\"\nA game",
                "`\"\"\"` on line 1 is not closed: write \"\"\" below line 2",
                "d = \"\"\"\nA game\n\"\"\"",
            ),
        ] {
            let expected = (help.to_owned(), format!("{meant}{more}"));
            assert_eq!(fixed(&format!("{line}{more}")), Some(expected), "{line}");
        }
    }

    #[test]
    fn the_first_of_two_mistakes_has_a_fix() {
        let (_, text) = fixed("t = \"Ours\nn = [1, 2\nrule = \"x.odds\"\n").unwrap();
        assert_eq!(text, "t = \"Ours\"\nn = [1, 2\nrule = \"x.odds\"\n");
        assert_eq!(
            fixed(&text).unwrap().1,
            "t = \"Ours\"\nn = [1, 2]\nrule = \"x.odds\"\n"
        );
    }

    #[test]
    fn other_mistakes_have_none() {
        for text in ["n = 1\nn = 2\n", "a b = 1\n", "= 3\n", "n = 1 2\n"] {
            assert_eq!(fixed(text), None, "{text}");
        }
    }
}
