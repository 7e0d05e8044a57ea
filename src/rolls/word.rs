//! Splits a typed expression into tokens, with dice such as `4d6kh3` as one token.

use std::ops::Range;

/// A piece of a typed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// The bytes of the typed text.
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Dice such as `4d6kh3`.
    Dice,
    Number,
    Name,
    /// A text in quotes.
    Quoted,
    /// An operator or a bracket.
    Sign,
}

/// Operators of two characters.
const LONG_SIGNS: [&str; 5] = [">=", "<=", "==", "!=", "//"];

/// Splits a typed expression into tokens, without the blanks between them.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        if first.is_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let rest = &text[start..];
        let (kind, length) = if let Some(length) = dice_length(rest) {
            (TokenKind::Dice, length)
        } else if first.is_ascii_digit() {
            (TokenKind::Number, number_length(rest))
        } else if is_name_part(first) {
            (TokenKind::Name, run_length(rest, is_name_part))
        } else if first == '"' || first == '\'' {
            let closing = rest[1..].find(first).map_or(rest.len(), |end| end + 2);
            (TokenKind::Quoted, closing)
        } else if LONG_SIGNS.iter().any(|sign| rest.starts_with(sign)) {
            (TokenKind::Sign, 2)
        } else {
            (TokenKind::Sign, first.len_utf8())
        };
        let span = start..start + length;
        start = span.end;
        tokens.push(Token { kind, span });
    }
    tokens
}

/// Returns the first bracket without a partner, or a sign that ends an expression too early.
pub(super) fn stray_sign(text: &str) -> Option<Range<usize>> {
    let mut open: Vec<Range<usize>> = Vec::new();
    for token in tokens(text) {
        match &text[token.span.clone()] {
            "(" | "[" => open.push(token.span),
            ")" | "]" if open.pop().is_none() => return Some(token.span),
            "#" | ";" => return Some(token.span),
            _ => {}
        }
    }
    open.pop()
}

/// Returns the first comma that is not inside brackets.
pub(super) fn comma_outside_brackets(text: &str) -> Option<Range<usize>> {
    let mut depth = 0;
    for token in tokens(text) {
        match &text[token.span.clone()] {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "," if depth == 0 => return Some(token.span),
            _ => {}
        }
    }
    None
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(super) fn run_length(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

/// Returns the length of a number, with its decimals if digits follow the point.
fn number_length(text: &str) -> usize {
    let whole = run_length(text, |c| c.is_ascii_digit() || c == '_');
    let decimals = text[whole..]
        .strip_prefix('.')
        .map_or(0, |rest| run_length(rest, |c| c.is_ascii_digit()));
    if decimals > 0 {
        whole + 1 + decimals
    } else {
        whole + run_length(&text[whole..], is_name_part)
    }
}

/// Returns the length of the dice at the start of a text: the number of dice, `d`, the faces, and
/// their suffixes without blanks. Returns `None` if the text does not start with dice.
fn dice_length(text: &str) -> Option<usize> {
    let count = run_length(text, |c| c.is_ascii_digit());
    let faces = text[count..].strip_prefix(['d', 'D'])?;
    let start = count + 1;
    let next = faces.chars().next()?;
    let end = match next {
        '%' => start + 1,
        '{' => start + faces.find('}').map_or(faces.len(), |end| end + 1),
        'f' | 'F' if !faces[1..].starts_with(is_name_part) => start + 1,
        _ if next.is_ascii_digit() => start,
        _ => return None,
    };
    Some(end + suffix_length(&text[end..]))
}

/// Returns the length of the suffixes of dice: letters and digits, `!`, and a comparison right
/// after `!` or a letter, as in `!>=9` and `ro<=2`. `!=` is an operator.
fn suffix_length(text: &str) -> usize {
    let mut length = 0;
    loop {
        let rest = &text[length..];
        let mut chars = rest.chars();
        match (chars.next(), chars.next()) {
            (Some('!'), Some('=')) => return length,
            (Some('!'), _) => length += 1,
            (Some(c), _) if c.is_ascii_alphanumeric() => length += 1,
            (Some('<' | '>'), _) if ends_with_condition(&text[..length]) => {
                length += 1;
                length += usize::from(text[length..].starts_with('='));
            }
            _ => return length,
        }
    }
}

/// Returns whether a comparison that follows these signs belongs to the dice.
fn ends_with_condition(before: &str) -> bool {
    let last = before.chars().next_back();
    last == Some('!') || matches!(last, Some('r' | 'o' | 'R' | 'O'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(text: &str) -> Vec<&str> {
        let is_dice = |token: &Token| token.kind == TokenKind::Dice;
        tokens(text)
            .into_iter()
            .filter(is_dice)
            .map(|token| &text[token.span])
            .collect()
    }

    #[test]
    fn dice_words_end_where_an_operator_starts() {
        let cases: [(&str, &[&str]); 12] = [
            ("4d6kh3+2", &["4d6kh3"]),
            ("3d6!=5", &["3d6"]),
            ("3d6!>=5", &["3d6!>=5"]),
            ("3d6! >= 5", &["3d6!"]),
            ("3d6>=5", &["3d6"]),
            ("2d6ro<=2", &["2d6ro<=2"]),
            ("3dF-d%", &["3dF", "d%"]),
            ("d{1,1,2} d20", &["d{1,1,2}", "d20"]),
            ("max(d6,d8)", &["d6", "d8"]),
            ("dice(\"2d6\") + odd6", &[]),
            ("wild6 + 2d", &[]),
            ("10d6kl2r1", &["10d6kl2r1"]),
        ];
        for (text, expected) in cases {
            assert_eq!(dice(text), expected, "{text}");
        }
    }
}
