//! Recognizes dice in the notation of other languages, such as `2w6`, and suggests the right
//! notation.

use std::ops::Range;

use oddsmith_language::{Edit, Span};

use super::word::{TokenKind, run_length, tokens};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place};

/// Returns the expression that an invalid text probably means: `2d6 + 3` for `2w6 + 3`.
pub fn meant_expression(text: &str) -> Option<String> {
    let (span, dice) = misspelt_dice(text)?;
    let meant = format!("{}{dice}{}", &text[..span.start], &text[span.end..]);
    super::read(std::slice::from_ref(&meant))
        .is_ok()
        .then_some(meant)
}

/// Refuses dice in the notation of another language. The fix is the right notation.
pub(super) fn refuse(
    typed: &str,
    place: &dyn Fn(Range<usize>) -> Place,
) -> Result<(), Diagnostics> {
    let Some((span, dice)) = misspelt_dice(typed) else {
        return Ok(());
    };
    let problem = format!("`{}` is not dice", &typed[span.clone()]);
    let edit = Edit {
        span: Span {
            start: span.start,
            end: span.end,
        },
        text: dice.clone(),
    };
    Err(Diagnostic {
        fix: Some(Box::new(edit)),
        ..Diagnostic::at(&place(span), problem, format!("did you mean `{dice}`?"))
    }
    .into())
}

/// Returns the first word with another letter in place of the `d`, and the dice that it means:
/// `2d6` for `2w6`. A number alone means a die.
fn misspelt_dice(text: &str) -> Option<(Range<usize>, String)> {
    if is_positive(text) {
        return Some((0..text.len(), format!("d{text}")));
    }
    tokens(text).into_iter().find_map(|token| {
        let is_word = matches!(token.kind, TokenKind::Name | TokenKind::Number);
        let is_called = text[token.span.end..].starts_with('(');
        let dice = meant_dice(&text[token.span.clone()]).filter(|_| is_word && !is_called)?;
        Some((token.span, dice))
    })
}

fn meant_dice(word: &str) -> Option<String> {
    let (count, rest) = word.split_at(run_length(word, |c| c.is_ascii_digit()));
    let letter = rest.chars().next().filter(|c| c.is_alphabetic())?;
    let faces = &rest[letter.len_utf8()..];
    is_positive(faces).then(|| format!("{count}d{faces}"))
}

fn is_positive(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit()) && text.parse::<u32>().is_ok_and(|number| number > 0)
}
