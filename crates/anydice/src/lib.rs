//! Reads programs of the dice language AnyDice, computes their exact odds and writes them as rule
//! files.
//!
//! ```
//! let program = oddsmith_anydice::parse("output [highest 3 of 4d6] named \"Strength\"").unwrap();
//! let outputs = program.evaluate(&mut || true).unwrap();
//! assert_eq!(outputs[0].name, "Strength");
//! assert_eq!(outputs[0].distribution.outcomes().len(), 16);
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod builtin;
mod die;
mod environment;
mod evaluate;
mod lexer;
mod meter;
mod operators;
mod parser;
mod pool;
mod problem;
mod suggestion;
mod syntax;
mod text;
mod translate;
mod value;

use std::ops::Range;

pub use die::Distribution;
pub use problem::{Problem, Stopped};
pub use translate::{How, RuleFile, TranslatedOutput};

/// A program that has been read and can be evaluated or translated.
#[derive(Clone, Debug)]
pub struct Program {
    statements: Vec<syntax::Statement>,
    names: syntax::Names,
}

/// A result of a program, from an `output` statement.
#[derive(Clone, Debug)]
pub struct Output {
    /// The name from `named "..."`, with the values of variables filled in, or "output 1" and so
    /// on.
    pub name: String,
    /// The bytes of the `output` statement in the source.
    pub span: Range<usize>,
    /// The exact distribution. It is empty if the output is the empty die.
    pub distribution: Distribution,
}

/// Reads a program.
///
/// # Errors
///
/// Returns the first mistake in the source.
pub fn parse(source: &str) -> Result<Program, Problem> {
    parser::parse(source)
}

impl Program {
    /// Computes the exact distribution of each output.
    ///
    /// `keep_going` is called every few milliseconds. If it returns false, the evaluation stops.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped::Interrupted`] if `keep_going` returned false, and otherwise the first
    /// mistake that shows when the program runs, such as a division by zero.
    pub fn evaluate(&self, keep_going: &mut dyn FnMut() -> bool) -> Result<Vec<Output>, Stopped> {
        let mut evaluator = evaluate::Evaluator::new(&self.names, keep_going);
        evaluator.run(&self.statements)?;
        Ok(evaluator.outputs)
    }

    /// Writes the program as a rule file.
    ///
    /// Outputs that cannot be written as a rule are evaluated, and written as a list of their
    /// outcomes. `keep_going` works as for [`Self::evaluate`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Self::evaluate`].
    pub fn to_rule_file(
        &self,
        title: &str,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<RuleFile, Stopped> {
        translate::rule_file(title, &self.statements, &self.names, keep_going)
    }
}
