//! The tree of a rule file: what was written, with its places, and nothing else.

use crate::ratio::Ratio;
use crate::source::Span;

/// A file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    pub(crate) title: Option<String>,
    pub(crate) body: Vec<Statement>,
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// One step.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) kind: StatementKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    Assign {
        targets: Vec<Target>,
        values: Vec<Expr>,
    },
    /// `+=` and its like.
    Change {
        target: Target,
        operator: Binary,
        value: Expr,
    },
    If {
        branches: Vec<(Expr, Vec<Statement>)>,
        otherwise: Vec<Statement>,
    },
    While {
        condition: Expr,
        body: Vec<Statement>,
    },
    For {
        names: Vec<Name>,
        source: Expr,
        body: Vec<Statement>,
    },
    Define(Function),
    Return(Vec<Expr>),
    Expression(Expr),
    Break,
    Continue,
    Pass,
}

/// What is assigned to: a name, or a place in a list.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) name: Name,
    pub(crate) indices: Vec<Expr>,
    pub(crate) span: Span,
}

/// A function as it was written.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Name>,
    pub(crate) body: Vec<Statement>,
}

/// Something with a value.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Whole(i64),
    Decimal(Ratio),
    Text(String),
    Truth(bool),
    Name(String),
    List(Vec<Expr>),
    Comprehension(Box<Comprehension>),
    Negative(Box<Expr>),
    Not(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    IfElse(Box<[Expr; 3]>),
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, Name),
    Call(Call),
}

/// `item for names in source if condition`.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub(crate) item: Expr,
    pub(crate) names: Vec<Name>,
    pub(crate) source: Expr,
    pub(crate) condition: Option<Expr>,
}

/// A call: functions are looked up by name alone.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: Name,
    pub(crate) arguments: Vec<Argument>,
}

#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) name: Option<Name>,
    pub(crate) value: Expr,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
}

impl Binary {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "//",
            Binary::Remainder => "%",
        }
    }
}

impl Comparison {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
            Comparison::In => "in",
            Comparison::NotIn => "not in",
        }
    }
}
