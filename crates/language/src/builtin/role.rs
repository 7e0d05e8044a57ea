//! The roles of the built-in functions.

/// The role of a built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuiltinRole {
    Pure(Pure),
    Chance(Chance),
    Choose,
    /// Asks two players at the same time.
    ChooseAtOnce,
    Record,
    Note,
    /// Declares a parameter. It is allowed only at the top of a file.
    Parameter(ParameterWord),
    /// Declares a metric. It is allowed only at the top of a file.
    Metric(MetricWord),
    Expect,
    /// Declares a choice of a player. It is allowed only at the top of a file.
    Player,
    /// Makes a deck or a hand from counts of named kinds.
    Cards,
}

impl BuiltinRole {
    /// Returns the index of each argument that is a player; the options of the player follow it.
    pub(crate) fn player_arguments(self) -> &'static [usize] {
        match self {
            BuiltinRole::Choose => &[0],
            BuiltinRole::ChooseAtOnce => &[0, 2],
            _ => &[],
        }
    }
}

/// A function whose result depends on its arguments alone.
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
    Middle,
    Median,
    Distinct,
    Any,
    All,
    Range,
    Upto,
}

impl Pure {
    /// Returns whether the result for a list, with this many further arguments, can be computed
    /// entry by entry.
    pub(crate) fn can_fold(self, extra_arguments: usize) -> bool {
        match self {
            Pure::Sum
            | Pure::Min
            | Pure::Max
            | Pure::Len
            | Pure::Any
            | Pure::All
            | Pure::Sorted
            | Pure::Median
            | Pure::Distinct => extra_arguments == 0,
            Pure::Highest | Pure::Lowest | Pure::Middle => extra_arguments == 1,
            _ => false,
        }
    }
}

impl Pure {
    /// Returns whether the function iterates over a list when it gets this many arguments.
    pub(crate) fn takes_list(self, arguments: usize) -> bool {
        arguments > 0 && self.can_fold(arguments - 1)
    }
}

/// A function that asks chance.
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
    /// A draw that returns only the hand.
    Hand,
}

/// A function that declares a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParameterWord {
    Whole,
    YesNo,
    Decimal,
    OneOf,
    DiceOf,
    Entries,
}

/// A function that declares a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricWord {
    Count,
    Flag,
    When,
    Category,
}
