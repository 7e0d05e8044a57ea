//! Recognises lines of TOML in the syntax of other languages, and returns the correct line.

use toml::de::DeTable;

/// Returns the ends of a text that means a range of numbers: "4-7", "4 to 7".
pub fn range_ends(text: &str) -> Option<(&str, &str)> {
    let parts = ["..", "-", "\u{2013}", " to ", "\u{2026}"]
        .iter()
        .filter_map(|between| text.split_once(between));
    let mut parts = parts.map(|(from, to)| (from.trim(), to.trim_start_matches(['.', '=']).trim()));
    parts.find(|(from, to)| {
        [from, to]
            .iter()
            .all(|end| end.parse::<f64>().is_ok_and(f64::is_finite))
    })
}

const RANGE_HELP: &str = "in [sweep] and [balance], write a range with from and to";
const EQUALS_HELP: &str = "write `=` between a key and its value";

/// Messages of the TOML parser about common mistakes, and the same in plain words.
const PLAIN_MESSAGES: [(&str, &str); 13] = [
    ("invalid basic string", "this text is not closed"),
    ("invalid literal string", "this text is not closed"),
    ("invalid multi-line", "this text is not closed"),
    (
        "missing opening quote",
        "this text has no opening quotation mark",
    ),
    (
        "string values must be quoted",
        "text must be in quotation marks",
    ),
    (
        "unclosed array table",
        "the name of this section is not closed",
    ),
    ("unclosed table", "the name of this section is not closed"),
    ("unclosed array", "this list is not closed"),
    ("unclosed inline table", "this table is not closed"),
    (
        "missing comma between array elements",
        "a comma is missing in this list",
    ),
    (
        "missing key for inline table",
        "a key is missing in this table",
    ),
    ("key with no value", "this line has no `=`"),
    (
        "unexpected key or value",
        "the line must end after its value",
    ),
];

/// Returns a message of the TOML parser in plain words.
pub(super) fn in_plain_words(message: &str) -> &str {
    PLAIN_MESSAGES
        .iter()
        .find(|(begins, _)| message.starts_with(begins))
        .map_or(message, |(_, plain)| plain)
}

/// Returns advice about a line that ends where a value is missing; otherwise an empty text.
pub(super) fn missing_value_help(text: &str, offset: usize) -> &'static str {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    if line.trim_end().ends_with('=') {
        "write a value after the last `=`"
    } else {
        ""
    }
}

/// Returns advice about a line that is not TOML, and the line as TOML.
pub(super) fn intended_line(line: &str) -> Option<(&'static str, String)> {
    let is_joined_by = |sign: char| line.split_once(sign).filter(|(key, _)| is_key(key.trim()));
    let (advice, meant) = match (is_joined_by('='), is_joined_by(':')) {
        (Some((key, value)), _) => {
            let (advice, value) = intended_value(value.trim())?;
            (advice, format!("{} = {value}", key.trim()))
        }
        (None, Some((key, value))) if value.trim().is_empty() => (
            "put a section's name in square brackets",
            format!("[{}]", key.trim()),
        ),
        (None, Some((key, value))) => {
            let value = value.trim();
            let meant = intended_value(value).map_or_else(|| value.to_owned(), |(_, meant)| meant);
            (EQUALS_HELP, format!("{} = {meant}", key.trim()))
        }
        (None, None) => return None,
    };
    DeTable::parse(&meant).is_ok().then_some((advice, meant))
}

/// Returns whether a text is a key without quotes, or several with dots between them.
fn is_key(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// Returns advice about a value that is not TOML, and the value as TOML.
fn intended_value(value: &str) -> Option<(&'static str, String)> {
    if let Some(arguments) = value
        .strip_prefix("range(")
        .and_then(|rest| rest.strip_suffix(')'))
    {
        return Some((RANGE_HELP, python_range(arguments)?));
    }
    let bare = value
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(value);
    if let Some((from, to)) = range_ends(bare) {
        return Some((RANGE_HELP, format!("{{ from = {from}, to = {to} }}")));
    }
    if value.starts_with('{') {
        return Some((EQUALS_HELP, value.replace(':', " =")));
    }
    if let "True" | "False" = value {
        return Some(("write true and false in lower case", value.to_lowercase()));
    }
    // Typographic quotes are a different mistake.
    let is_word = value.starts_with(char::is_alphanumeric)
        && value.contains(char::is_alphabetic)
        && !value.contains(['"', '\'', '[', '{']);
    if is_word && !["true", "false", "inf", "nan"].contains(&value) {
        return Some(("put text in quotation marks", format!("\"{value}\"")));
    }
    let (whole, rest) = value.split_once(',')?;
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    (is_number(whole) && is_number(rest)).then(|| {
        (
            "write a decimal point, not a comma",
            format!("{whole}.{rest}"),
        )
    })
}

/// Returns the range that `range(arguments)` means in Python, where the end is excluded.
fn python_range(arguments: &str) -> Option<String> {
    let numbers: Vec<i64> = arguments
        .split(',')
        .map(|number| number.trim().parse().ok())
        .collect::<Option<_>>()?;
    let (from, end, step) = match numbers[..] {
        [end] => (0, end, 1),
        [from, end] => (from, end, 1),
        [from, end, step] if step > 0 => (from, end, step),
        _ => return None,
    };
    let last = end
        .checked_sub(1)?
        .checked_sub(from)
        .filter(|length| *length >= 0)?;
    let to = from + last / step * step;
    let step = if step == 1 {
        String::new()
    } else {
        format!(", step = {step}")
    };
    Some(format!("{{ from = {from}, to = {to}{step} }}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_values_are_named() {
        assert_eq!(
            missing_value_help("n = { a = 1, b =\n", 16),
            "write a value after the last `=`"
        );
        assert_eq!(
            missing_value_help("n = 1\nm =\n", 9),
            "write a value after the last `=`"
        );
        assert_eq!(missing_value_help("n = 1\nm\n", 7), "");
        assert_eq!(missing_value_help("", 0), "");
    }

    #[test]
    fn ranges_are_read_in_every_notation() {
        for text in [
            "4-7",
            "4 - 7",
            "4 to 7",
            "4\u{2013}7",
            "4..7",
            "4...7",
            "4\u{2026}7",
        ] {
            assert_eq!(range_ends(text), Some(("4", "7")), "{text}");
        }
        assert_eq!(range_ends("0.1-0.5"), Some(("0.1", "0.5")));
        for text in [
            "",
            "-",
            "d4-d7",
            "2-3-12",
            "4 towards 7",
            "1-inf",
            "red-blue",
        ] {
            assert_eq!(range_ends(text), None, "{text}");
        }
    }

    #[test]
    fn other_language_habits_become_toml() {
        for (line, meant_as) in [
            ("quality = range(3, 6)", "quality = { from = 3, to = 5 }"),
            ("quality = range(4)", "quality = { from = 0, to = 3 }"),
            (
                "quality = range(1, 8, 3)",
                "quality = { from = 1, to = 7, step = 3 }",
            ),
            ("quality = 3..6", "quality = { from = 3, to = 6 }"),
            ("quality = 3-6", "quality = { from = 3, to = 6 }"),
            ("quality = [3..=6]", "quality = { from = 3, to = 6 }"),
            ("wings.0 = 3 to 6", "wings.0 = { from = 3, to = 6 }"),
            (
                "quality: { from: 3, to: 6 }",
                "quality = { from = 3, to = 6 }",
            ),
            (
                "quality = { from: 3, to: 6 }",
                "quality = { from = 3, to = 6 }",
            ),
            ("rule: \"wing = best\"", "rule = \"wing = best\""),
            ("rule: wing", "rule = \"wing\""),
            ("rule = wing", "rule = \"wing\""),
            ("dice = 2d6", "dice = \"2d6\""),
            ("parameters:", "[parameters]"),
            ("ties = True", "ties = true"),
            ("target = 0,6", "target = 0.6"),
        ] {
            assert_eq!(
                intended_line(line).map(|(_, meant)| meant).as_deref(),
                Some(meant_as),
                "{line}"
            );
        }
        for line in [
            "quality = range(6, 3)",
            "quality = range(n)",
            "rule",
            "a b: c",
            "= 3",
            "x = range(-9223372036854775808)",
            "rule = “wing”",
        ] {
            assert_eq!(intended_line(line), None, "{line}");
        }
    }
}
