//! The functions of questions: one list for parsing, help and completion.

/// A function of numbers or events; most of them are functions over steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuestionFunction {
    Sum,
    Min,
    Max,
    Any,
    All,
    First,
    Abs,
}

impl QuestionFunction {
    pub(crate) const ALL: [QuestionFunction; 7] = [
        QuestionFunction::Sum,
        QuestionFunction::Min,
        QuestionFunction::Max,
        QuestionFunction::Any,
        QuestionFunction::All,
        QuestionFunction::First,
        QuestionFunction::Abs,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            QuestionFunction::Sum => "sum",
            QuestionFunction::Min => "min",
            QuestionFunction::Max => "max",
            QuestionFunction::Any => "any",
            QuestionFunction::All => "all",
            QuestionFunction::First => "first",
            QuestionFunction::Abs => "abs",
        }
    }

    /// Returns the function of this name.
    pub(crate) fn from_name(word: &str) -> Option<QuestionFunction> {
        QuestionFunction::ALL
            .into_iter()
            .find(|function| function.name() == word)
    }

    /// Returns whether the function combines numbers at one step, given the number of its
    /// arguments, so that it takes the step of its context: `sum(max(x, 2))`.
    pub(crate) fn is_by_steps(self, count: usize) -> bool {
        match self {
            QuestionFunction::Abs => true,
            QuestionFunction::Min | QuestionFunction::Max => count > 1,
            QuestionFunction::Sum
            | QuestionFunction::Any
            | QuestionFunction::All
            | QuestionFunction::First => false,
        }
    }
}
