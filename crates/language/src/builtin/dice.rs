//! Dice as text: `4d6kh3+{bonus}`, read by the engine.

use oddsmith_engine::chance::{DiceParseError, DiceText};

use crate::diagnostic::Mistake;
use crate::source::Span;

/// The maximal number of names that one text holds.
const MAX_NAMES: usize = 255;

/// Reads a text. `span` is its span in the file, including the quotes.
pub(crate) fn read(text: &str, span: Span) -> Result<DiceText, Mistake> {
    let dice = DiceText::read(text).map_err(
        |DiceParseError {
             span: at,
             problem,
             help,
         }| { Mistake::new(span_in_quotes(span, &at), problem, help) },
    )?;
    let Some((_, byte_range)) = dice.names.get(MAX_NAMES) else {
        return Ok(dice);
    };
    let (problem, help) = (
        format!("this dice expression uses more than {MAX_NAMES} names"),
        "split it: add the results of two dice(...) calls",
    );
    Err(Mistake::new(
        span_in_quotes(span, byte_range),
        problem,
        help,
    ))
}

/// Returns the span in the file of a byte range of a text. `span` is that of the text with its
/// quotes.
pub(crate) fn span_in_quotes(span: Span, byte_range: &std::ops::Range<usize>) -> Span {
    Span::new(
        span.start + 1 + byte_range.start,
        span.start + 1 + byte_range.end,
    )
}
