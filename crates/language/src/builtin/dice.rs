//! Dice as text: `4d6kh3+{bonus}`, read by the engine.

use oddsmith_engine::chance::{DiceText, Unreadable};

use crate::diagnostic::Mistake;
use crate::source::Span;

/// The most names that one text holds.
const MOST_NAMES: usize = 255;

/// Reads a text; `span` is where it stands in the file, its quotes included.
pub(crate) fn read(text: &str, span: Span) -> Result<DiceText, Mistake> {
    let dice = DiceText::read(text).map_err(|Unreadable { at, problem, help }| {
        Mistake::new(within(span, &at), problem, help)
    })?;
    let Some((_, at)) = dice.names.get(MOST_NAMES) else {
        return Ok(dice);
    };
    let (problem, help) = (
        format!("this dice expression uses more than {MOST_NAMES} names"),
        "split it: add the results of two dice(...) calls",
    );
    Err(Mistake::new(within(span, at), problem, help))
}

/// A place in a text that stands in quotes here.
pub(crate) fn within(span: Span, at: &std::ops::Range<usize>) -> Span {
    Span::new(span.start + 1 + at.start, span.start + 1 + at.end)
}
