//! Highlights rule files and scenarios like the page's editors.

use maud::{Markup, html};

/// The language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A rule file.
    Rule,
    /// A scenario.
    Scenario,
    /// Any other text. It has one colour.
    Other,
}

impl Language {
    /// Returns the language of a code block, by the first word after its fence.
    pub fn from_word(word: &str) -> Language {
        match word.split_whitespace().next().unwrap_or_default() {
            "odds" | "python" | "py" => Language::Rule,
            "toml" => Language::Scenario,
            _ => Language::Other,
        }
    }
}

const WORDS: [&str; 18] = [
    "def", "return", "if", "elif", "else", "while", "for", "in", "and", "or", "not", "is", "true",
    "false", "break", "continue", "use", "pass",
];

/// Returns a text as HTML with its tokens marked.
pub fn highlight(text: &str, language: Language) -> Markup {
    if language == Language::Other {
        return html! { (text) };
    }
    html! {
        @for (token, starts_line) in tokens(text) {
            @match class(token, language, starts_line) {
                "" => (token),
                class => span class=(class) { (token) },
            }
        }
    }
}

/// Splits a text into tokens. Of each, it returns whether it is the first of a line.
fn tokens(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let length = token_length(rest).max(first.len_utf8());
        let starts_line = at == 0 || text[..at].ends_with('\n');
        at += length;
        Some((&rest[..length], starts_line))
    })
}

/// Returns the length of the first token of a text; 0 if it is a single character.
fn token_length(text: &str) -> usize {
    let until = |end: &dyn Fn(char) -> bool| text.find(end).unwrap_or(text.len());
    match text.as_bytes()[0] {
        b'#' => until(&|c| c == '\n'),
        quote @ (b'"' | b'\'') => quoted_length(text, quote),
        b'0'..=b'9' => until(&|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')),
        b'[' if header_length(text).is_some() => header_length(text).unwrap_or(0),
        _ => until(&|c: char| !(c.is_alphanumeric() || c == '_')),
    }
}

/// Returns the length of a text in quotation marks. Three quotation marks can enclose several
/// lines.
fn quoted_length(text: &str, quote: u8) -> usize {
    let single = char::from(quote).to_string();
    let three = single.repeat(3);
    let mark = if text.starts_with(&three) {
        &three
    } else {
        &single
    };
    let end = text[mark.len()..].find(mark.as_str());
    end.map_or(text.len(), |end| mark.len() + end + mark.len())
}

/// Returns the length of a section header, if a line begins with one.
fn header_length(text: &str) -> Option<usize> {
    let line = text.lines().next()?;
    let end = line.rfind(']')? + 1;
    let inner = line[..end].trim_matches(['[', ']']);
    let is_name = |c: char| c.is_alphanumeric() || "._-".contains(c);
    (!inner.is_empty()
        && inner.chars().all(is_name)
        && !inner.starts_with(|c: char| c.is_ascii_digit()))
    .then_some(end)
}

fn class(token: &str, language: Language, starts_line: bool) -> &'static str {
    match token.as_bytes()[0] {
        b'#' => "comment",
        b'"' | b'\'' => "text",
        b'0'..=b'9' => "number",
        b'[' if starts_line && language == Language::Scenario && token.len() > 1 => "section",
        _ if WORDS.contains(&token) => "word",
        _ => "",
    }
}
