//! Reads calls of functions.

use super::Parser;
use crate::lexer::TokenKind;
use crate::problem::Problem;
use crate::syntax::ExpressionKind;

impl Parser {
    /// Reads a call such as `[highest 3 of 4d6]`.
    pub(super) fn call(&mut self) -> Result<ExpressionKind, Problem> {
        let opening = self.span();
        self.advance();
        self.deepen()?;
        let (mut words, mut arguments) = (Vec::new(), Vec::new());
        loop {
            match self.peek().clone() {
                TokenKind::Symbol("]") => break,
                TokenKind::Word(word) => {
                    self.advance();
                    words.push(word);
                }
                TokenKind::Symbol(",") if !arguments.is_empty() => self.advance(),
                TokenKind::End | TokenKind::Text(_) | TokenKind::Symbol(":" | "}" | ")") => {
                    return Err(self.unclosed("[", "]", opening));
                }
                _ => {
                    arguments.push(self.expression()?);
                    words.push("?".to_owned());
                }
            }
        }
        self.levels -= 1;
        self.advance();
        if words.is_empty() {
            return Err(Problem::new(
                "these brackets call a function, but name none",
                opening.start..self.end(),
            )
            .with_help("write a function in them, as in [explode d6]"));
        }
        let signature = self.names.function(&words.join(" "));
        Ok(ExpressionKind::Call(signature, arguments))
    }
}
