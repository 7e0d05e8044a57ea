//! The words of a question.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// What a word is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Name(String),
    /// A name in quotes: it may hold anything.
    Quoted(String),
    Whole(i64),
    Decimal(String),
    Symbol(&'static str),
    End,
}

/// Longer ones first, so that `<=` is not read as `<`.
const SYMBOLS: [&str; 19] =
    ["==", "!=", "<=", ">=", "..", "<", ">", "=", "(", ")", ",", "@", "+", "-", "*", "|", "%", "/", "."];

/// What is written elsewhere, and what to write here.
const FOREIGN: [(&str, &str); 15] = [
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("**", "write the product out, such as x * x"),
    ("<>", "write != for \"is not equal\""),
    ("=<", "write <="),
    ("=>", "write >="),
    ("&", "write `and`"),
    ("!", "write `not`, or != for \"is not equal\""),
    ("≤", "write <="),
    ("≥", "write >="),
    ("≠", "write !="),
    ("×", "write *"),
    ("−", "write the ordinary minus -"),
    ("–", "write the ordinary minus -"),
    ("…", "write two dots: 1..4"),
];

/// Characters that a question may have.
const LONGEST: usize = 2000;
/// The greatest number that may be written.
const GREATEST: i64 = 1_000_000_000_000_000;

/// Reads all words of a question; the last is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Diagnostic> {
    if text.chars().count() > LONGEST {
        let problem = format!("a question of {} characters", text.chars().count());
        return Err(Diagnostic::new(Span::new(0, text.len()), problem, format!("at most {LONGEST} are allowed")));
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let token = token(text, at, c)?;
        at = token.span.end;
        tokens.push(token);
    }
    tokens.push(Token { kind: TokenKind::End, span: Span::new(text.len(), text.len()) });
    Ok(tokens)
}

fn token(text: &str, at: usize, c: char) -> Result<Token, Diagnostic> {
    let rest = &text[at..];
    let until = |wanted: &dyn Fn(char) -> bool| rest.find(|c| !wanted(c)).unwrap_or(rest.len());
    let found = |kind, length| Ok(Token { kind, span: Span::new(at, at + length) });
    let fail = |length, problem: String, help: String| Err(Diagnostic::new(Span::new(at, at + length), problem, help));
    if c.is_alphabetic() || c == '_' {
        let length = until(&|c| c.is_alphanumeric() || c == '_');
        return found(TokenKind::Name(rest[..length].to_owned()), length);
    }
    if c == '\'' || c == '"' {
        return match rest[1..].find(c) {
            Some(length) => found(TokenKind::Quoted(rest[1..=length].to_owned()), length + 2),
            None => fail(1, "this quote is never closed".to_owned(), format!("end the name with {c}")),
        };
    }
    if c.is_ascii_digit() {
        return number(text, at);
    }
    // Two signs together may be foreign where the first alone is not.
    let foreign = FOREIGN.iter().find(|(written, _)| rest.starts_with(written));
    let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
    match (symbol, foreign) {
        (Some(symbol), foreign) if foreign.is_none_or(|(written, _)| written.len() <= symbol.len()) => {
            found(TokenKind::Symbol(symbol), symbol.len())
        }
        (_, Some((written, help))) => fail(written.len(), format!("`{written}` is not used here"), (*help).to_owned()),
        _ => fail(c.len_utf8(), format!("`{}` has no meaning here", c.escape_debug()), "take it out".to_owned()),
    }
}

/// Digits, with at most one point that other digits follow: `2..4` is two numbers.
fn number(text: &str, at: usize) -> Result<Token, Diagnostic> {
    let digits =
        |from: usize| text[from..].find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len() - from);
    let mut end = at + digits(at);
    let is_decimal = text[end..].starts_with('.') && text[end + 1..].starts_with(|c: char| c.is_ascii_digit());
    if is_decimal {
        end += 1 + digits(end + 1);
    }
    let span = Span::new(at, end);
    let written = text[at..end].replace('_', "");
    if text[end..].starts_with(|c: char| c.is_alphabetic()) {
        let help = "a number is digits, such as 12; a name that begins with a digit is quoted";
        return Err(Diagnostic::new(span, "this is no number", help));
    }
    if is_decimal {
        return Ok(Token { kind: TokenKind::Decimal(written), span });
    }
    match written.parse() {
        Ok(number) if number <= GREATEST => Ok(Token { kind: TokenKind::Whole(number), span }),
        _ => Err(Diagnostic::new(span, "this number is too large", format!("allowed: up to {GREATEST}"))),
    }
}

impl TokenKind {
    /// How a message names it.
    pub(super) fn words(&self) -> String {
        match self {
            TokenKind::Name(name) => format!("`{name}`"),
            TokenKind::Quoted(name) => format!("'{name}'"),
            TokenKind::Whole(number) => format!("`{number}`"),
            TokenKind::Decimal(number) => format!("`{number}`"),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end".to_owned(),
        }
    }
}
