//! A question as it was written: words in their order, with their places.

use oddsmith_engine::question::Comparison;

use crate::source::Span;

/// A number or an event, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) kind: TreeKind,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum TreeKind {
    Whole(i64),
    /// A metric; `None` is the chart's own.
    Metric {
        name: Option<String>,
        at: Option<At>,
    },
    /// An outcome of the category that it is compared with.
    Outcome(String),
    Negative(Box<Tree>),
    Arithmetic(Sign, Box<[Tree; 2]>),
    Compare(Comparison, Box<[Tree; 2]>),
    In(Box<Tree>, i64, i64),
    IsAbsent(Box<Tree>),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Call(Function, Vec<Tree>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
    Times,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Sum,
    Min,
    Max,
    Any,
    All,
    First,
    Abs,
}

impl Function {
    pub(super) const ALL: [(&'static str, Function); 7] = [
        ("sum", Function::Sum),
        ("min", Function::Min),
        ("max", Function::Max),
        ("any", Function::Any),
        ("all", Function::All),
        ("first", Function::First),
        ("abs", Function::Abs),
    ];

    /// Whether it is of numbers that stand side by side, and so takes the step of what it stands in: `sum(max(x, 2))`.
    pub(super) fn is_by_steps(self, list: &[Tree]) -> bool {
        match self {
            Function::Abs => true,
            Function::Min | Function::Max => list.len() > 1,
            Function::Sum | Function::Any | Function::All | Function::First => false,
        }
    }
}

/// The step at which a metric is looked at, or several.
#[derive(Clone, Debug)]
pub(super) struct At {
    pub(super) first: Step,
    pub(super) last: Option<Step>,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) kind: StepKind,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum StepKind {
    Number(u32),
    Name(String),
    Last,
}

impl Tree {
    /// The steps that it runs over, metric by metric, but for what runs within a function of its own.
    pub(super) fn metrics<'t>(&'t self, told: &mut impl FnMut(&'t Tree)) {
        match &self.kind {
            TreeKind::Whole(_) | TreeKind::Outcome(_) => {}
            TreeKind::Metric { .. } => told(self),
            TreeKind::Call(function, list) if !function.is_by_steps(list) => {}
            TreeKind::Call(_, list) | TreeKind::And(list) | TreeKind::Or(list) => {
                list.iter().for_each(|tree| tree.metrics(told));
            }
            TreeKind::Negative(one) | TreeKind::In(one, ..) | TreeKind::IsAbsent(one) | TreeKind::Not(one) => {
                one.metrics(told);
            }
            TreeKind::Arithmetic(_, two) | TreeKind::Compare(_, two) => two.iter().for_each(|tree| tree.metrics(told)),
        }
    }
}
