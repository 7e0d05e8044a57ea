//! The syntax tree of a program.

use std::ops::Range;
use std::rc::Rc;

/// The number of a variable in [`Names::variables`].
pub(crate) type Variable = usize;

/// The number of a function's words in [`Names::functions`].
pub(crate) type Signature = usize;

/// The names in a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) variables: Vec<String>,
    /// The words of functions, with `?` for each argument: "highest ? of ?".
    pub(crate) functions: Vec<String>,
}

impl Names {
    /// Returns the number of a variable.
    pub(crate) fn variable(&mut self, name: &str) -> Variable {
        number(&mut self.variables, name)
    }

    /// Returns the number of a function's words.
    pub(crate) fn function(&mut self, words: &str) -> Signature {
        number(&mut self.functions, words)
    }
}

fn number(list: &mut Vec<String>, name: &str) -> usize {
    list.iter()
        .position(|known| known == name)
        .unwrap_or_else(|| {
            list.push(name.to_owned());
            list.len() - 1
        })
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    pub(crate) span: Range<usize>,
    /// How many levels of expressions it has, with itself.
    pub(crate) levels: usize,
}

impl Expression {
    /// Makes an expression, and counts its levels.
    pub(crate) fn new(kind: ExpressionKind, span: Range<usize>) -> Self {
        let levels = |expression: &Expression| expression.levels;
        let inner = match &kind {
            ExpressionKind::Number(_) | ExpressionKind::Variable(_) => 0,
            ExpressionKind::Unary(_, operand) => operand.levels,
            ExpressionKind::Binary(_, left, right) => left.levels.max(right.levels),
            ExpressionKind::Call(_, arguments) => arguments.iter().map(levels).max().unwrap_or(0),
            ExpressionKind::Sequence(items) => items
                .iter()
                .flat_map(|item| [Some(&item.first), item.last.as_ref(), item.repeat.as_ref()])
                .flatten()
                .map(levels)
                .max()
                .unwrap_or(0),
        };
        Self {
            kind,
            span,
            levels: inner + 1,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    Number(i64),
    Variable(Variable),
    Sequence(Vec<Item>),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    Call(Signature, Vec<Expression>),
}

/// An item of a sequence.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) first: Expression,
    /// The end of a range such as `1..6`.
    pub(crate) last: Option<Expression>,
    /// How often the item is repeated, as in `6:2`.
    pub(crate) repeat: Option<Expression>,
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Minus,
    Not,
    Length,
    Die,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
    At,
    Dice,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) kind: StatementKind,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    Assign(Variable, Expression),
    Function(Rc<Function>),
    Output(Expression, Option<Text>),
    Print(Expression),
    Result(Expression),
    Loop(Variable, Expression, Vec<Statement>),
    If(Vec<(Expression, Vec<Statement>)>, Vec<Statement>),
    Set(Setting),
}

/// A text in quotes.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) parts: Vec<TextPart>,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum TextPart {
    Plain(String),
    Variable(Variable),
}

/// A setting of `set`, and its value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Setting {
    ExplodeDepth(usize),
    FunctionDepth(usize),
    LowestFirst(bool),
}

/// The definition of a function.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) signature: Signature,
    /// The bytes of its words and parameters.
    pub(crate) span: Range<usize>,
    pub(crate) parameters: Vec<(Variable, ParameterType)>,
    pub(crate) body: Vec<Statement>,
}

/// How an argument is converted for a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParameterType {
    /// Not at all.
    Any,
    /// To a number.
    Number,
    /// To a sequence.
    Sequence,
    /// To a die.
    Die,
}
