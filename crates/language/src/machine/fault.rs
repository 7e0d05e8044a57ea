//! Faults of a running program.

use oddsmith_engine::{RuleError, RuleErrorKind};

use crate::source::Span;

/// The result of a computation that may fail.
pub(crate) type Faulty<T = ()> = Result<T, Box<Fault>>;

/// A fault of a running program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The span of the instruction.
    pub span: Span,
    /// The problem, in one line.
    pub problem: String,
    /// The allowed values, or advice.
    pub help: String,
    /// The values of the names at this moment.
    pub variables: Vec<(String, String)>,
    /// The questions and answers since the current iteration of the outermost loop began.
    pub path: Vec<String>,
    /// Whether functions have called each other too deeply.
    pub(crate) is_too_deep: bool,
    /// The kind of fault.
    pub(crate) sort: RuleErrorKind,
}

/// Converts a fault into an error of the engine: the help is followed by lines with values and
/// answers.
impl From<Fault> for RuleError {
    fn from(fault: Fault) -> RuleError {
        let mut help = fault.help;
        if !fault.variables.is_empty() {
            let values: Vec<String> = fault
                .variables
                .iter()
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            help += &format!("\nvalues here: {}", values.join(", "));
        }
        if !fault.path.is_empty() {
            help += &format!("\nresults so far: {}", fault.path.join(", "));
        }
        // A fault that the engine found has no span.
        let span = (fault.span != Span::default()).then_some(fault.span.start..fault.span.end);
        RuleError {
            problem: fault.problem,
            help,
            span,
            kind: fault.sort,
        }
    }
}

/// Converts an error of the engine.
impl From<RuleError> for Box<Fault> {
    fn from(error: RuleError) -> Box<Fault> {
        let (span, variables, path) = Default::default();
        let RuleError {
            problem,
            help,
            kind: sort,
            ..
        } = error;
        Box::new(Fault {
            span,
            problem,
            help,
            variables,
            path,
            is_too_deep: false,
            sort,
        })
    }
}
