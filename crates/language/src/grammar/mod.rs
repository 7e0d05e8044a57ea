//! One lexer and one parser for rule files and questions. The languages have different keywords.

mod block;
mod expression;
mod inner;
pub(crate) mod item;
pub(crate) mod language;
pub(crate) mod lexer;
mod literal;
mod measure;
pub(crate) mod parser;
pub(crate) mod recovery;
mod sign;
mod statement;
pub(crate) mod token;
pub(crate) mod tree;
mod written;

use crate::diagnostic::Mistakes;
use crate::source::Span;
use crate::vocabulary::Vocabulary;
pub(crate) use language::Language;
use lexer::lex;
use parser::Parser;
use token::{Token, TokenKind};
use tree::{Expr, Module};
pub(crate) use written::{unused_index_name, unused_name};

/// Parses a rule file. Parts that cannot be parsed are reported and left out.
pub(crate) fn rule_file(text: &str, diagnostics: &mut Mistakes) -> (Vec<Token>, Module) {
    let tokens = lex(text, Language::RuleFile, diagnostics);
    let module = Parser::new(
        text,
        Language::RuleFile,
        &tokens,
        &Vocabulary::default(),
        diagnostics,
    )
    .module();
    (tokens, module)
}

/// Parses an expression of the rule language within a text. If this fails, the mistake is reported
/// and the result is `None`.
pub(crate) fn expression_within(
    text: &str,
    span: Span,
    diagnostics: &mut Mistakes,
) -> Option<Expr> {
    // Padding with spaces keeps the spans.
    let padded = " ".repeat(span.start) + &text[span.start..span.end];
    let tokens = lex(&padded, Language::RuleFile, diagnostics);
    let vocabulary = Vocabulary::default();
    let mut parser = Parser::new(
        &padded,
        Language::RuleFile,
        &tokens,
        &vocabulary,
        diagnostics,
    );
    if matches!(parser.peek(), TokenKind::Indent) {
        parser.advance();
    }
    parser.expression().ok()
}
