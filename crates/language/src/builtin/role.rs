//! What each function of the language is for.

/// What a function of the language is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuiltinRole {
    Pure(Pure),
    Chance(Chance),
    Choose,
    Record,
    Note,
    /// Declares a parameter: only at the top.
    Parameter(ParameterWord),
    /// Declares a metric: only at the top.
    Metric(MetricWord),
    Expect,
    /// Declares who decides: only at the top.
    Player,
    /// A deck, or a hand, by the names of its kinds.
    Cards,
}

/// Functions of their arguments alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pure {
    RoundUp,
    Min,
    Max,
    Abs,
    Sum,
    Len,
    Sorted,
    Highest,
    Lowest,
    Any,
    All,
    Range,
    Upto,
}

impl Pure {
    /// Whether its result for a list, with so many further arguments, can be computed entry by
    /// entry.
    pub(crate) fn can_fold(self, extra_arguments: usize) -> bool {
        match self {
            Pure::Sum
            | Pure::Min
            | Pure::Max
            | Pure::Len
            | Pure::Any
            | Pure::All
            | Pure::Sorted => extra_arguments == 0,
            Pure::Highest | Pure::Lowest => extra_arguments == 1,
            _ => false,
        }
    }
}

impl Pure {
    /// Whether it goes through a list where it is given so many arguments.
    pub(crate) fn takes_list(self, arguments: usize) -> bool {
        arguments > 0 && self.can_fold(arguments - 1)
    }
}

/// Functions that ask chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chance {
    Roll,
    Dice,
    Pool,
    Tally,
    Successes,
    Event,
    Binomial,
    Draw,
    /// A draw of which only the hand is looked at.
    Hand,
}

/// What declares a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParameterWord {
    Whole,
    YesNo,
    Decimal,
    OneOf,
    DiceOf,
    Entries,
}

/// What declares a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricWord {
    Count,
    Flag,
    When,
    Category,
}
