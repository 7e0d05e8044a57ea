//! Splits a program into tokens.

use std::ops::Range;

use crate::problem::Problem;

/// A token and its bytes in the source.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Number(i64),
    /// A variable: capital letters and underscores.
    Variable(String),
    /// A word in small letters.
    Word(String),
    /// The operator `d`.
    Die,
    Text(String),
    /// An operator or a bracket.
    Symbol(&'static str),
    End,
}

/// All symbols, longer ones first.
const SYMBOLS: [&str; 26] = [
    "..", "!=", "<=", ">=", "==", "<>", "{", "}", "[", "]", "(", ")", ",", ":", "+", "-", "*", "/",
    "^", "=", "<", ">", "&", "|", "!", "#",
];

/// Splits a source into tokens. The last one is [`TokenKind::End`].
pub(crate) fn tokens(source: &str) -> Result<Vec<Token>, Problem> {
    let mut tokens = Vec::new();
    let mut index = 0;
    while let Some(first) = source[index..].chars().next() {
        let start = index;
        let rest = &source[index..];
        if first.is_whitespace() || first == '\u{feff}' {
            index += first.len_utf8();
        } else if first == '\\' {
            index += comment_length(rest, start)?;
        } else if first == '"' {
            let length = text_length(rest, start)?;
            index += length;
            let text = unescaped(&rest[1..length - 1]);
            push(&mut tokens, TokenKind::Text(text), start..index);
        } else if first.is_ascii_digit() {
            index += run_length(rest, |letter| letter.is_ascii_digit());
            let number = number(&source[start..index], start..index, &source[index..])?;
            push(&mut tokens, TokenKind::Number(number), start..index);
        } else if first.is_ascii_uppercase() || first == '_' {
            index += run_length(rest, |letter| letter.is_ascii_uppercase() || letter == '_');
            let name = source[start..index].to_owned();
            push(&mut tokens, TokenKind::Variable(name), start..index);
        } else if first.is_ascii_lowercase() {
            index += run_length(rest, |letter| letter.is_ascii_lowercase() || letter == '_');
            let word = &source[start..index];
            if word.bytes().all(|letter| letter == b'd') {
                for at in start..index {
                    push(&mut tokens, TokenKind::Die, at..at + 1);
                }
            } else {
                push(&mut tokens, TokenKind::Word(word.to_owned()), start..index);
            }
        } else if let Some(symbol) = symbol(rest) {
            index += symbol.len();
            push(&mut tokens, TokenKind::Symbol(symbol), start..index);
        } else {
            return Err(unknown_character(first, start));
        }
    }
    push(&mut tokens, TokenKind::End, index..index);
    Ok(tokens)
}

fn push(tokens: &mut Vec<Token>, kind: TokenKind, span: Range<usize>) {
    tokens.push(Token { kind, span });
}

fn symbol(rest: &str) -> Option<&'static str> {
    if rest.starts_with('@') {
        return Some("@");
    }
    SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol))
}

fn run_length(rest: &str, is_part: impl Fn(char) -> bool) -> usize {
    rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())
}

/// Returns the length of a comment, with both backslashes. Three backslashes start a comment that
/// ends with the line.
fn comment_length(rest: &str, start: usize) -> Result<usize, Problem> {
    if rest.starts_with("\\\\\\") {
        return Ok(rest.find(['\n', '\r']).unwrap_or(rest.len()));
    }
    match rest[1..].find('\\') {
        Some(length) => Ok(length + 2),
        None => Err(Problem::new("this comment has no end", start..start + 1)
            .with_help("a comment stands between two backslashes: write a second \\ after it")),
    }
}

/// Returns the length of a text, with both quotes.
fn text_length(rest: &str, start: usize) -> Result<usize, Problem> {
    let mut is_escaped = false;
    for (index, letter) in rest.char_indices().skip(1) {
        if letter == '"' && !is_escaped {
            return Ok(index + 1);
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    Err(
        Problem::new("this text has no closing quote", start..start + 1)
            .with_help("write a \" at its end"),
    )
}

fn unescaped(text: &str) -> String {
    text.replace("\\\"", "\"").replace("\\\\", "\\")
}

fn number(digits: &str, span: Range<usize>, rest: &str) -> Result<i64, Problem> {
    let mut following = rest.chars();
    if following.next() == Some('.') && following.next().is_some_and(|c| c.is_ascii_digit()) {
        let end = span.end + 1 + run_length(&rest[1..], |letter| letter.is_ascii_digit());
        return Err(
            Problem::new("AnyDice only has whole numbers", span.start..end)
                .with_help("write a whole number: to keep half points, count in halves"),
        );
    }
    digits.parse().map_err(|_| {
        Problem::new("this number is too large", span)
            .with_help("the largest whole number is 9223372036854775807")
    })
}

fn unknown_character(character: char, start: usize) -> Problem {
    let span = start..start + character.len_utf8();
    let problem = Problem::new(
        format!("the character `{character}` has no meaning here"),
        span,
    );
    match character {
        ';' => problem.with_help("remove it: statements need no separator"),
        '%' => problem.with_help("write d100 for a die with 100 faces"),
        '\'' | '“' | '”' => problem.with_help("put texts in straight double quotes: \"text\""),
        '×' | '·' => problem.with_help("write * to multiply"),
        '÷' => problem.with_help("write / to divide"),
        '–' | '—' | '−' => problem.with_help("write the minus sign of the keyboard: -"),
        '≥' => problem.with_help("write >= instead"),
        '≤' => problem.with_help("write <= instead"),
        '≠' => problem.with_help("write != instead"),
        _ => problem.with_help("remove it"),
    }
}
