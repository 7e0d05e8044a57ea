//! The functions that every rule may call: their names, their arguments, and what they are for.

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
    /// Whether what it gives of a list, and of so many arguments beside it, can be gathered entry by entry.
    pub(crate) fn folds(self, beside: usize) -> bool {
        match self {
            Pure::Sum | Pure::Min | Pure::Max | Pure::Len | Pure::Any | Pure::All | Pure::Sorted => beside == 0,
            Pure::Highest | Pure::Lowest => beside == 1,
            _ => false,
        }
    }
}

impl Pure {
    /// Whether it goes through a list where it is given so many arguments.
    pub(crate) fn takes(self, arguments: usize) -> bool {
        arguments > 0 && self.folds(arguments - 1)
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

/// A function: its arguments in order, how many of them must be given, and how it is written.
#[derive(Debug)]
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) role: BuiltinRole,
    pub(crate) parameters: &'static [&'static str],
    pub(crate) required: usize,
    /// Takes any number of arguments.
    pub(crate) many: bool,
    pub(crate) usage: &'static str,
}

const fn builtin(
    name: &'static str,
    role: BuiltinRole,
    parameters: &'static [&'static str],
    required: usize,
    usage: &'static str,
) -> Builtin {
    Builtin { name, role, parameters, required, many: false, usage }
}

const fn many(name: &'static str, role: BuiltinRole, required: usize, usage: &'static str) -> Builtin {
    Builtin { name, role, parameters: &[], required, many: true, usage }
}

use BuiltinRole::{Chance as Asks, Metric as Counts, Parameter as Sets, Pure as Gives};
use MetricWord::{Category, Count, Flag, When};
use ParameterWord::{Decimal, DiceOf, Entries, OneOf, Whole, YesNo};

/// All of them.
pub(crate) static BUILTINS: &[Builtin] = &[
    builtin(
        "roll",
        Asks(Chance::Roll),
        &["die", "weights"],
        1,
        "roll(6) for a die's faces, roll(list) for one of its entries, roll(list, weights = [3, 2, 1]) by weight",
    ),
    builtin("dice", Asks(Chance::Dice), &["text"], 1, "dice(\"2d6+1\")"),
    builtin(
        "pool",
        Asks(Chance::Pool),
        &["n", "die"],
        1,
        "pool(3, 6) for three dice with six faces, or pool([6, 8, 8])",
    ),
    builtin("tally", Asks(Chance::Tally), &["n", "die"], 2, "tally(5, 6): how many of five dice show each face"),
    builtin(
        "successes",
        Asks(Chance::Successes),
        &["n", "sides", "least"],
        3,
        "successes(5, 6, 4): how many of five dice with six faces show 4 or more",
    ),
    builtin("chance", Asks(Chance::Event), &["p", "of"], 1, "chance(0.25), or chance(1, 4)"),
    builtin("binomial", Asks(Chance::Binomial), &["n", "p"], 2, "binomial(10, 0.25): how many of ten happen"),
    builtin("draw", Asks(Chance::Draw), &["deck", "n"], 2, "hand, deck = draw(deck, 5), the deck made by cards(...)"),
    many("cards", BuiltinRole::Cards, 1, "deck = cards(land = 24, spell = 36), and then deck.land"),
    builtin(
        "choose",
        BuiltinRole::Choose,
        &["player", "options"],
        2,
        "choose(again, [\"keep\", \"roll\"]), with again = player(\"Roll again?\") at the top",
    ),
    builtin(
        "record",
        BuiltinRole::Record,
        &["metric", "value", "step"],
        2,
        "record(metric, value), or record(metric, value, step)",
    ),
    many("note", BuiltinRole::Note, 1, "note(\"what happened\", x)"),
    builtin("round_up", Gives(Pure::RoundUp), &["a", "b"], 2, "round_up(7, 2) for 4"),
    many("min", Gives(Pure::Min), 1, "min(a, b), or min(list)"),
    many("max", Gives(Pure::Max), 1, "max(a, b), or max(list)"),
    builtin("abs", Gives(Pure::Abs), &["x"], 1, "abs(x)"),
    builtin("sum", Gives(Pure::Sum), &["list"], 1, "sum(list)"),
    builtin("len", Gives(Pure::Len), &["list"], 1, "len(list)"),
    builtin("sorted", Gives(Pure::Sorted), &["list"], 1, "sorted(list), lowest first"),
    builtin(
        "highest",
        Gives(Pure::Highest),
        &["list", "n"],
        2,
        "highest(list, 3) for the three highest, and max(list) for the highest alone",
    ),
    builtin(
        "lowest",
        Gives(Pure::Lowest),
        &["list", "n"],
        2,
        "lowest(list, 3) for the three lowest, and min(list) for the lowest alone",
    ),
    builtin("any", Gives(Pure::Any), &["list"], 1, "any(x > 3 for x in list)"),
    builtin("all", Gives(Pure::All), &["list"], 1, "all(x > 3 for x in list)"),
    builtin("range", Gives(Pure::Range), &["a", "b"], 1, "range(3) for 0, 1, 2, or range(2, 5) for 2, 3, 4"),
    builtin("upto", Gives(Pure::Upto), &["n"], 1, "upto(3) for 1, 2, 3"),
    builtin(
        "whole",
        Sets(Whole),
        &["default", "least", "most", "help", "unit", "die"],
        3,
        "models = whole(10, 1, 20, \"our models\")",
    ),
    builtin("yes_no", Sets(YesNo), &["default", "help", "yes", "no"], 1, "charge = yes_no(true, \"we charge\")"),
    builtin(
        "decimal",
        Sets(Decimal),
        &["default", "least", "most", "help", "unit"],
        3,
        "p = decimal(0.25, 0, 1, \"the chance\")",
    ),
    many("one_of", Sets(OneOf), 1, "stance = one_of(\"bold\", \"wary\", help = \"how we fight\")"),
    builtin("dice_of", Sets(DiceOf), &["default", "help"], 1, "damage = dice_of(\"2d6\", \"what a hit does\")"),
    many(
        "entries",
        Sets(Entries),
        0,
        "wings = entries(least = 1, most = 8, default = [[\"Red\", 3]], dice = whole(3, 1, 9, \"dice\"))",
    ),
    many("count", Counts(Count), 1, "hits = count(\"Hits\")"),
    many("flag", Counts(Flag), 1, "won = flag(\"We win\")"),
    many("when", Counts(When), 1, "first_loss = when(\"First loss\")"),
    many("category", Counts(Category), 1, "winner = category(\"Winner\", us = success, them = failure)"),
    many("player", BuiltinRole::Player, 1, "again = player(\"Roll again?\")"),
    many(
        "expect",
        BuiltinRole::Expect,
        1,
        "expect(\"P(total = 4) = 1/1296\"), or expect(\"P(hits >= 1) > 0.5\", n = 2 .. 20)",
    ),
];

/// The functions that a rule file may call, each with how it is written: for editors.
pub fn functions() -> impl Iterator<Item = (&'static str, &'static str)> {
    BUILTINS.iter().map(|builtin| (builtin.name, builtin.usage))
}

/// The function of this name.
pub(crate) fn find(name: &str) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| builtin.name == name)
}

/// How a function is written; empty where there is none of this name.
pub(crate) fn usage(name: &str) -> &'static str {
    find(name).map_or("", |builtin| builtin.usage)
}

impl Builtin {
    /// Whether it may only stand at the top of a file.
    pub(crate) fn declares(&self) -> bool {
        matches!(
            self.role,
            BuiltinRole::Parameter(_) | BuiltinRole::Metric(_) | BuiltinRole::Player | BuiltinRole::Expect
        )
    }
}
