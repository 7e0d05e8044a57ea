//! Writes a program as a rule file.

mod builtins;
mod code;
mod dice;
mod expression;
mod file;
mod function;
mod names;
mod operators;
mod resolve;
mod statements;

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::die::Distribution;
use crate::evaluate::Evaluator;
use crate::problem::Stopped;
use crate::syntax::{Expression, Names, Statement, StatementKind, Variable};
use code::Piece;
use function::{Active, Specialization, Translated};

pub use file::{How, RuleFile, TranslatedOutput};

/// The most functions of a rule file.
const MAX_FUNCTIONS: usize = 60;

/// Why something is not translated.
pub(crate) enum Failure {
    /// The rule language cannot express it, so it is evaluated instead.
    Untranslatable,
    /// The evaluation ended.
    Stopped(Stopped),
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// An output on its way into the file.
struct Draft {
    name: String,
    span: Range<usize>,
    /// The code of its value, if it could be translated.
    code: Option<Piece>,
    distribution: Distribution,
}

/// Translates the outputs of a program.
pub(crate) struct Translator<'a> {
    evaluator: Evaluator<'a>,
    /// The expressions of variables of the program that hold dice.
    definitions: FxHashMap<Variable, Expression>,
    /// The functions that have been written, in this order.
    functions: Vec<(Specialization, Translated)>,
    /// The functions that are being written, the innermost last.
    active: Vec<Active>,
    /// Whether the next call is an operand, so that the empty die counts as 0.
    is_operand: bool,
    used_names: FxHashSet<String>,
    /// The helper functions that the code calls.
    helpers: FxHashSet<&'static str>,
    drafts: Vec<Draft>,
}

/// Translates a program.
pub(crate) fn rule_file(
    title: &str,
    statements: &[Statement],
    names: &Names,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<RuleFile, Stopped> {
    let mut translator = Translator {
        evaluator: Evaluator::new(names, keep_going),
        definitions: FxHashMap::default(),
        functions: Vec::new(),
        active: Vec::new(),
        is_operand: false,
        used_names: FxHashSet::default(),
        helpers: FxHashSet::default(),
        drafts: Vec::new(),
    };
    translator.run(statements)?;
    Ok(translator.file(title))
}

impl Translator<'_> {
    /// Runs the statements of the program. Loops are unrolled.
    fn run(&mut self, statements: &[Statement]) -> Result<(), Stopped> {
        for statement in statements {
            match &statement.kind {
                StatementKind::Assign(variable, value) => {
                    let resolved = self.resolve(value);
                    self.evaluator.statement(statement)?;
                    self.definitions.remove(variable);
                    if let Some(resolved) = resolved {
                        self.definitions.insert(*variable, resolved);
                    }
                }
                StatementKind::Loop(variable, values, body) => {
                    let sequence = self.evaluator.value(values)?;
                    let sequence = self.evaluator.loop_values(&sequence, values)?;
                    for value in sequence.iter() {
                        self.definitions.remove(variable);
                        self.evaluator.set(*variable, *value);
                        self.run(body)?;
                    }
                }
                StatementKind::If(branches, otherwise) => {
                    let mut chosen = otherwise;
                    for (condition, body) in branches {
                        if self.evaluator.condition(condition)? {
                            chosen = body;
                            break;
                        }
                    }
                    self.run(chosen)?;
                }
                StatementKind::Output(value, _) => {
                    self.evaluator.limit_hit = false;
                    self.evaluator.statement(statement)?;
                    self.output(value)?;
                }
                _ => {
                    self.evaluator.statement(statement)?;
                    if !matches!(statement.kind, StatementKind::Print(_)) {
                        self.functions.retain(|(_, translated)| translated.is_used);
                        for (specialization, _) in &mut self.functions {
                            specialization.is_current = false;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn output(&mut self, value: &Expression) -> Result<(), Stopped> {
        let Some(output) = self.evaluator.outputs.last() else {
            return Ok(());
        };
        let (name, span) = (output.name.clone(), output.span.clone());
        let distribution = output.distribution.clone();
        let written = self.functions.len();
        let helpers = self.helpers.clone();
        let used_names = self.used_names.clone();
        let code = match self.output_code(value) {
            Ok(code) if !distribution.outcomes().is_empty() => Some(code),
            Err(Failure::Stopped(stopped)) => return Err(stopped),
            _ => {
                self.functions.truncate(written);
                self.active.clear();
                self.helpers = helpers;
                self.used_names = used_names;
                None
            }
        };
        for (_, translated) in &mut self.functions {
            translated.is_used = true;
        }
        self.drafts.push(Draft {
            name,
            span,
            code,
            distribution,
        });
        Ok(())
    }
}
