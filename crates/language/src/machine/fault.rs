//! What goes wrong in a running program.

use oddsmith_engine::{RuleError, RuleErrorKind};

use crate::source::Span;

/// The result of a computation, unless something goes wrong.
pub(crate) type Faulty<T = ()> = Result<T, Box<Fault>>;

/// What went wrong in a running program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub span: Span,
    /// What is wrong, in one line.
    pub problem: String,
    /// What is allowed, or what to do.
    pub help: String,
    /// The values of the names there.
    pub variables: Vec<(String, String)>,
    /// What was asked since the last turn of the outermost loop began, and the answers that led
    /// there.
    pub path: Vec<String>,
    /// Whether functions have called each other too deeply.
    pub(crate) is_too_deep: bool,
    /// What sort of thing is wrong.
    pub(crate) sort: RuleErrorKind,
}

/// A fault as the engines carry it: its help, then lines of what was met there.
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
        // What the engine found has no place here.
        let place = (fault.span != Span::default()).then_some(fault.span.start..fault.span.end);
        RuleError {
            problem: fault.problem,
            help,
            place,
            kind: fault.sort,
        }
    }
}

/// Why the engine takes no more.
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
