//! Fixes for TOML whose quotation marks or brackets do not match. A fix is proposed only if the
//! text has fewer mistakes with it.

use oddsmith_language::{Edit, Span};
use toml::de::DeTable;

/// A corrected line: the problem, and the line without the mistake.
type MeantLine = (String, String);

/// Returns help and an edit for the mistake at a byte. An edit that makes the text valid TOML is
/// preferred.
pub(super) fn fix(text: &str, offset: usize) -> Option<(String, Edit)> {
    let within = |most: usize| {
        let helps = |edit: &Edit| mistake_count(&apply_edit(text, edit)) <= most;
        block_fix(text, &helps)
            .or_else(|| line_fix(text, offset, &helps))
            .or_else(|| list_fix(text, offset, &helps))
    };
    within(0).or_else(|| within(mistake_count(text).checked_sub(1)?))
}

/// Returns every line: its number, its first byte, and its text without the line ending.
fn lines(text: &str) -> impl DoubleEndedIterator<Item = (usize, usize, &str)> {
    let mut start = 0;
    let mut numbered_lines = Vec::new();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        numbered_lines.push((index + 1, start, line.trim_end()));
        start += line.len();
    }
    numbered_lines.into_iter()
}

fn line_index(text: &str, offset: usize) -> usize {
    text.get(..offset)
        .map_or(0, |before| before.matches('\n').count())
}

fn mistake_count(text: &str) -> usize {
    DeTable::parse_recoverable(text).1.len()
}

fn apply_edit(text: &str, edit: &Edit) -> String {
    format!(
        "{}{}{}",
        &text[..edit.span.start],
        edit.text,
        &text[edit.span.end..]
    )
}

/// Fixes a quotation mark or a bracket in the line of the mistake, or in a line above it.
fn line_fix(text: &str, offset: usize, helps: &dyn Fn(&Edit) -> bool) -> Option<(String, Edit)> {
    for (number, start, line) in lines(text).rev().filter(|(_, start, _)| *start <= offset) {
        // The text after `#` may be a comment, or belong to a text value.
        let before_comment = line.split('#').next().unwrap_or_default().trim_end();
        for part in [line, before_comment] {
            for (advice, meant) in intended_lines(part, number) {
                let edit = Edit {
                    span: Span {
                        start,
                        end: start + part.len(),
                    },
                    text: meant,
                };
                if helps(&edit) {
                    return Some((format!("{advice}: write {}", edit.text.trim_start()), edit));
                }
            }
        }
    }
    None
}

fn intended_lines(line: &str, number: usize) -> Vec<MeantLine> {
    match line.split_once('=') {
        None => fixed_section(line, number).into_iter().collect(),
        Some((key, value)) => {
            let values = fixed_quotes(value.trim(), number)
                .into_iter()
                .chain(fixed_brackets(value.trim(), number));
            values
                .map(|(advice, value)| (advice, format!("{}= {value}", key)))
                .collect()
        }
    }
}

/// Fixes the brackets of a section: "[sweep", "[[ask]".
fn fixed_section(line: &str, number: usize) -> Option<MeantLine> {
    let name = line.trim().trim_matches(['[', ']']).trim();
    let opens = line.matches('[').count();
    let closes = line.matches(']').count();
    let depth = opens.max(closes);
    let is_name = !name.is_empty() && !name.contains(['[', ']', '"', '\'']);
    let advice = if opens > closes {
        not_closed('[', number)
    } else {
        not_opened(']', number)
    };
    (is_name && opens != closes && depth <= 2).then(|| {
        (
            advice,
            format!("{}{name}{}", "[".repeat(depth), "]".repeat(depth)),
        )
    })
}

/// Fixes a text whose quotation marks do not match, or that contains quotation marks.
fn fixed_quotes(value: &str, number: usize) -> Vec<MeantLine> {
    let mut meant = Vec::new();
    for (quote, other) in [('"', '\''), ('\'', '"')] {
        let inner = value
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner.filter(|inner| inner.contains(quote)) {
            if inner.contains(other) {
                let advice =
                    format!("put a backslash before each {quote} within the text on line {number}");
                meant.push((advice, format!("\"{}\"", inner.replace('"', "\\\""))));
            } else {
                let advice = format!(
                    "the text on line {number} contains {quote}, so put it between {other} and {other}"
                );
                meant.push((advice, format!("{other}{inner}{other}")));
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

/// Fixes a list or a table with a missing or an extra bracket at its end. A bracket alone does not
/// help if the last value is missing.
fn fixed_brackets(value: &str, number: usize) -> Vec<MeantLine> {
    let mut meant = Vec::new();
    if value.ends_with('=') {
        return meant;
    }
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

/// Closes a list over several lines before the first line that is not part of it.
fn list_fix(text: &str, offset: usize, helps: &dyn Fn(&Edit) -> bool) -> Option<(String, Edit)> {
    let is_open = |line: &str| {
        line.split_once('=')
            .is_some_and(|(_, value)| value.trim_end().ends_with('['))
    };
    let (number, first, _) =
        lines(text).rfind(|(_, start, line)| *start <= offset && is_open(line))?;
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
    ends.take_while(|(_, start, _)| *start <= offset)
        .find_map(insertion)
}

/// Closes a text over several lines before the next key or section.
fn block_fix(text: &str, helps: &dyn Fn(&Edit) -> bool) -> Option<(String, Edit)> {
    const QUOTES: &str = "\"\"\"";
    let quotes_start = text
        .match_indices(QUOTES)
        .last()
        .filter(|_| text.matches(QUOTES).count() % 2 == 1)?
        .0;
    let number = line_index(text, quotes_start) + 1;
    let is_key = |line: &str| {
        line.split_once('=')
            .is_some_and(|(key, _)| !key.trim().contains([' ', '"']))
    };
    let next = lines(text).filter(|(line_number, _, line)| {
        *line_number > number && (is_key(line) || line.starts_with('['))
    });
    let insertion = |start: usize, text: String| Edit {
        span: Span { start, end: start },
        text,
    };
    let before = next
        .map(|(line_number, start, _)| (line_number - 1, insertion(start, format!("{QUOTES}\n"))));
    let at_end = (
        lines(text).count(),
        insertion(text.len(), format!("\n{QUOTES}")),
    );
    let mut insertions = before.chain([at_end]);
    let (last, edit) = insertions.find(|(_, edit)| helps(edit))?;
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

    /// Returns the help about the first mistake of a text, and the text with the fix.
    fn fixed(text: &str) -> Option<(String, String)> {
        let mistakes = DeTable::parse_recoverable(text).1;
        let offset = mistakes
            .iter()
            .filter_map(|mistake| mistake.span())
            .map(|span| span.start)
            .min()
            .expect("no TOML");
        let (help, edit) = fix(text, offset)?;
        Some((help, apply_edit(text, &edit)))
    }

    #[test]
    fn unmatched_quotes_and_brackets_get_a_working_fix() {
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
    fn other_mistakes_have_no_fix() {
        for text in [
            "n = 1\nn = 2\n",
            "a b = 1\n",
            "= 3\n",
            "n = 1 2\n",
            "n = { from = 0, to =\n",
        ] {
            assert_eq!(fixed(text), None, "{text}");
        }
    }
}
