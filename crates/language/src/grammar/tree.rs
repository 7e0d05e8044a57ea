//! The syntax tree: the statements of rule files, and the expressions of rule files and questions.

use oddsmith_engine::question::Comparison;

use crate::ratio::Ratio;
use crate::source::Span;
use crate::vocabulary::QuestionFunction;

/// A rule file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    pub(crate) title: Option<String>,
    pub(crate) body: Vec<Statement>,
}

/// A name and its span.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) kind: StatementKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    Assign {
        targets: Vec<AssignTarget>,
        values: Vec<Expr>,
    },
    /// An assignment with an operator, such as `+=`.
    Change {
        target: AssignTarget,
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
    Define(Definition),
    /// An import: `use "combat.odds": losses`.
    Use {
        file: Name,
        names: Vec<Name>,
    },
    Return(Vec<Expr>),
    Expression(Expr),
    Break,
    Continue,
    Pass,
}

/// The target of an assignment: a name, or an entry of a list.
#[derive(Clone, Debug)]
pub(crate) struct AssignTarget {
    pub(crate) name: Name,
    pub(crate) indices: Vec<Expr>,
    pub(crate) span: Span,
}

/// The definition of a function.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Name>,
    pub(crate) body: Vec<Statement>,
    /// Whether it is imported from another file, and does not see the names of this one.
    pub(crate) is_imported: bool,
}

/// An expression.
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
    /// An entry in the default of a parameter; some values may have the names of their fields.
    Entry(Vec<Argument>),
    Negative(Box<Expr>),
    Not(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// A chain of comparisons: the first operand, and each further operand with its operator.
    Compare(Box<Expr>, Vec<(Relation, Expr)>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    IfElse(Box<[Expr; 3]>),
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, Name),
    Call(Call),
    /// Only in questions.
    QuestionPart(QuestionPart),
}

/// The expressions that only questions have.
#[derive(Clone, Debug)]
pub(crate) enum QuestionPart {
    /// A metric; without a name, this is the default metric.
    Metric {
        name: Option<Name>,
        steps: Option<Box<Steps>>,
    },
    /// An outcome of the category that it is compared with.
    Outcome(String),
    /// The lowest and the highest value of a range after `in`.
    Range(i64, i64),
    /// The word `absent`, which is compared by equality.
    Absent,
    Function(QuestionFunction, Vec<Expr>),
}

/// The step or the steps of a metric.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    pub(crate) first: WrittenStep,
    pub(crate) last: Option<WrittenStep>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct WrittenStep {
    pub(crate) kind: StepKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StepKind {
    Number(u32),
    Name(String),
    Last,
}

/// A comprehension: `item for names in source if condition`.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub(crate) item: Expr,
    pub(crate) names: Vec<Name>,
    pub(crate) source: Expr,
    pub(crate) condition: Option<Expr>,
}

/// A call. Functions are looked up by name alone.
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

/// A binary operation on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    /// Exact division.
    Divide,
    /// Division that rounds down.
    FloorDivide,
    Remainder,
    Power,
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Is(Comparison),
    In,
    NotIn,
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    /// Returns whether a chain of comparisons may continue after it. It may not after a range or
    /// `absent`.
    pub(crate) fn is_compared(&self) -> bool {
        !matches!(
            self.kind,
            ExprKind::QuestionPart(QuestionPart::Range(..) | QuestionPart::Absent)
        )
    }

    /// Returns the text of a literal.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number of a literal.
    pub(crate) fn as_ratio(&self) -> Option<Ratio> {
        match &self.kind {
            ExprKind::Whole(number) => Some(Ratio::whole(*number)),
            ExprKind::Decimal(ratio) => Some(*ratio),
            ExprKind::Negative(inner) => Ratio::whole(0).minus(inner.as_ratio()?),
            _ => None,
        }
    }
}

impl Call {
    /// Returns the arguments of `record`: a metric, its value, its step.
    pub(crate) fn record_arguments(&self) -> [Option<&Expr>; 3] {
        let names = ["metric", "value", "step"];
        std::array::from_fn(|index| self.argument(names[index], Some(index)))
    }

    /// Returns the argument of this name, or the unnamed argument at this index.
    pub(crate) fn argument(&self, name: &str, index: Option<usize>) -> Option<&Expr> {
        let named = |argument: &&Argument| {
            argument
                .name
                .as_ref()
                .is_some_and(|given| given.text == name)
        };
        let by_index = || {
            self.arguments
                .get(index?)
                .filter(|argument| argument.name.is_none())
        };
        self.arguments
            .iter()
            .find(named)
            .or_else(by_index)
            .map(|argument| &argument.value)
    }

    /// Returns the arguments in the order of the function's parameters.
    pub(crate) fn ordered_arguments(&self, names: &[&str]) -> Vec<&Expr> {
        let mut placed: Vec<(usize, &Expr)> = self
            .argument_indices(names)
            .into_iter()
            .zip(self.arguments.iter().map(|argument| &argument.value))
            .collect();
        placed.sort_by_key(|(index, _)| *index);
        placed.into_iter().map(|(_, value)| value).collect()
    }

    /// Returns the index of each argument among the function's parameters.
    pub(crate) fn argument_indices(&self, names: &[&str]) -> Vec<usize> {
        let index_of = |name: &Name| names.iter().position(|known| *known == name.text);
        let parameter_index = |(i, argument): (usize, &Argument)| {
            argument.name.as_ref().and_then(index_of).unwrap_or(i)
        };
        self.arguments
            .iter()
            .enumerate()
            .map(parameter_index)
            .collect()
    }
}

impl Binary {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::FloorDivide => "//",
            Binary::Remainder => "%",
            Binary::Power => "**",
        }
    }
}

impl Relation {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Relation::Is(Comparison::Equal) => "==",
            Relation::Is(Comparison::Unequal) => "!=",
            Relation::Is(Comparison::Below) => "<",
            Relation::Is(Comparison::AtMost) => "<=",
            Relation::Is(Comparison::Above) => ">",
            Relation::Is(Comparison::AtLeast) => ">=",
            Relation::In => "in",
            Relation::NotIn => "not in",
        }
    }
}
