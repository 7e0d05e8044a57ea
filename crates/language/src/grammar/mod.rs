//! One lexer and one parser, for rule files and for questions: each says which words it knows.

mod block;
mod expression;
mod foreign;
mod inner;
pub(crate) mod item;
pub(crate) mod language;
pub(crate) mod lexer;
mod literal;
mod measure;
pub(crate) mod parser;
mod sign;
mod statement;
pub(crate) mod token;
pub(crate) mod tree;

use crate::diagnostic::Mistakes;
use crate::vocabulary::Vocabulary;
use language::Language;
use lexer::lex;
use parser::Parser;
use token::Token;
use tree::Module;

/// Reads a rule file; what cannot be read is told and left out.
pub(crate) fn rule_file(text: &str, diagnostics: &mut Mistakes) -> (Vec<Token>, Module) {
    let tokens = lex(text, Language::RuleFile, diagnostics);
    let module = Parser::new(text, Language::RuleFile, &tokens, &Vocabulary::default(), diagnostics).module();
    (tokens, module)
}
