//! The table of built-in functions: names, arguments and descriptions.

use super::role::{BuiltinRole, Chance, MetricWord, ParameterWord, Pure};

/// A built-in function: its parameters in order, how many of them are required, examples and a
/// description.
#[derive(Debug)]
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) role: BuiltinRole,
    pub(crate) parameters: &'static [&'static str],
    pub(crate) required: usize,
    /// Whether it takes any number of arguments.
    pub(crate) is_variadic: bool,
    /// Examples of calls, with " or " between them.
    pub(crate) usage: &'static str,
    /// A sentence that describes the function.
    pub(crate) about: &'static str,
}

const fn builtin(
    name: &'static str,
    role: BuiltinRole,
    parameters: &'static [&'static str],
    required: usize,
    usage: &'static str,
    about: &'static str,
) -> Builtin {
    Builtin {
        name,
        role,
        parameters,
        required,
        is_variadic: false,
        usage,
        about,
    }
}

const fn variadic(
    name: &'static str,
    role: BuiltinRole,
    required: usize,
    usage: &'static str,
    about: &'static str,
) -> Builtin {
    Builtin {
        name,
        role,
        parameters: &[],
        required,
        is_variadic: true,
        usage,
        about,
    }
}

use BuiltinRole::{Chance as Asks, Metric as Counts, Parameter as Sets, Pure as Gives};
use MetricWord::{Category, Count, Flag, When};
use ParameterWord::{Decimal, DiceOf, Entries, OneOf, Whole, YesNo};

/// All built-in functions.
pub(crate) static BUILTINS: &[Builtin] = &[
    builtin(
        "roll",
        Asks(Chance::Roll),
        &["die", "weights"],
        1,
        "roll(6) or roll(list) or roll(list, weights = [3, 2, 1])",
        "Rolls one die, or picks an entry of a list. All results are equally likely, unless `weights` says otherwise.",
    ),
    builtin(
        "dice",
        Asks(Chance::Dice),
        &["text"],
        1,
        "dice(\"2d6+1\") or dice(damage)",
        "Rolls dice and returns their sum. Write the dice in quotes, or use a parameter made with `dice_of`.",
    ),
    builtin(
        "pool",
        Asks(Chance::Pool),
        &["n", "die"],
        1,
        "pool(3, 6) or pool(3, list) or pool([6, 8, 8])",
        "Rolls several dice and returns a list of their faces, highest first.",
    ),
    builtin(
        "tally",
        Asks(Chance::Tally),
        &["n", "die"],
        2,
        "tally(5, 6) or tally(5, [1, 4, 1])",
        "Rolls 5 dice and returns how many show each face. A list instead of 6 gives the weights of the faces.",
    ),
    builtin(
        "successes",
        Asks(Chance::Successes),
        &["n", "sides", "least"],
        3,
        "successes(5, 6, 4)",
        "Rolls 5 dice with 6 faces and returns how many show 4 or more.",
    ),
    builtin(
        "chance",
        Asks(Chance::Event),
        &["p", "of"],
        1,
        "chance(0.25) or chance(1, 4)",
        "Returns true with this probability, otherwise false.",
    ),
    builtin(
        "binomial",
        Asks(Chance::Binomial),
        &["n", "p"],
        2,
        "binomial(10, 0.25)",
        "Makes 10 attempts and returns how many succeed. Each attempt succeeds with probability 0.25.",
    ),
    variadic(
        "cards",
        BuiltinRole::Cards,
        1,
        "deck = cards(land = 24, spell = 36)",
        "Makes a deck from the number of cards of each kind. `deck.land` counts one kind, and `sum(deck)` counts all cards.",
    ),
    builtin(
        "draw",
        Asks(Chance::Draw),
        &["deck", "n"],
        2,
        "hand, deck = draw(deck, 5)",
        "Draws 5 cards without putting any back. It returns the cards drawn and the rest of the deck.",
    ),
    builtin(
        "choose",
        BuiltinRole::Choose,
        &["player", "options", "sees"],
        2,
        "choose(again, [\"keep\", \"roll\"]) or choose(again, [\"keep\", \"roll\"], sees = [hand])",
        "Asks the player `again` and returns the option chosen. The first option is the default. With `sees`, the decision depends on these values alone.",
    ),
    builtin(
        "choose_at_once",
        BuiltinRole::ChooseAtOnce,
        &["player", "options", "other", "other_options"],
        4,
        "mine, yours = choose_at_once(ours, [\"attack\", \"feint\"], theirs, [\"block\", \"dodge\"])",
        "Asks two players at the same time, and returns both options. Neither player knows what the other one chooses.",
    ),
    builtin(
        "record",
        BuiltinRole::Record,
        &["metric", "value", "step"],
        2,
        "record(metric, value) or record(metric, value, step)",
        "Records a value of a metric. A metric with steps also needs the step: a number, a name or an entry.",
    ),
    variadic(
        "note",
        BuiltinRole::Note,
        1,
        "note(\"what happened\", x)",
        "Adds a line to the output of `simulate replay`. It has no effect on the odds.",
    ),
    variadic(
        "min",
        Gives(Pure::Min),
        1,
        "min(a, b) or min(list)",
        "Returns the lowest value.",
    ),
    variadic(
        "max",
        Gives(Pure::Max),
        1,
        "max(a, b) or max(list)",
        "Returns the highest value.",
    ),
    builtin(
        "abs",
        Gives(Pure::Abs),
        &["x"],
        1,
        "abs(x)",
        "Returns the number without its sign: `abs(-3)` is 3.",
    ),
    builtin(
        "round_up",
        Gives(Pure::RoundUp),
        &["a", "b"],
        2,
        "round_up(7, 2)",
        "Divides and rounds up: `round_up(7, 2)` is 4. `7 // 2` rounds down and is 3.",
    ),
    builtin(
        "sum",
        Gives(Pure::Sum),
        &["list"],
        1,
        "sum(list)",
        "Adds up the entries of a list. True counts as 1: `sum(x >= 4 for x in list)` counts the entries that are 4 or more.",
    ),
    builtin(
        "len",
        Gives(Pure::Len),
        &["list"],
        1,
        "len(list)",
        "Returns the number of entries in a list.",
    ),
    builtin(
        "sorted",
        Gives(Pure::Sorted),
        &["list"],
        1,
        "sorted(list)",
        "Returns the list sorted, lowest first.",
    ),
    builtin(
        "highest",
        Gives(Pure::Highest),
        &["list", "n"],
        2,
        "highest(list, 3)",
        "Returns a list of the 3 highest values, highest first. `max(list)` is the highest value.",
    ),
    builtin(
        "lowest",
        Gives(Pure::Lowest),
        &["list", "n"],
        2,
        "lowest(list, 3)",
        "Returns a list of the 3 lowest values, lowest first. `min(list)` is the lowest value.",
    ),
    builtin(
        "middle",
        Gives(Pure::Middle),
        &["list", "n"],
        2,
        "middle(list, 3)",
        "Returns a list of the 3 middle values, highest first. If one more value must be left out below or above them, it is left out below: `middle([6, 4, 3, 1], 3)` is 6, 4, 3.",
    ),
    builtin(
        "median",
        Gives(Pure::Median),
        &["list"],
        1,
        "median(list)",
        "Returns the middle value. For an even number of values, it is the mean of the two middle ones, which may be a fraction: `median(list) // 1` rounds it down.",
    ),
    builtin(
        "distinct",
        Gives(Pure::Distinct),
        &["list"],
        1,
        "distinct(list)",
        "Returns how many different values a list has: `distinct(pool(5, 6))` is the number of different faces on five dice.",
    ),
    builtin(
        "any",
        Gives(Pure::Any),
        &["list"],
        1,
        "any(x > 3 for x in list)",
        "Returns true if at least one entry is true. For an empty list, it returns false.",
    ),
    builtin(
        "all",
        Gives(Pure::All),
        &["list"],
        1,
        "all(x > 3 for x in list)",
        "Returns true if every entry is true. For an empty list, it returns true.",
    ),
    builtin(
        "range",
        Gives(Pure::Range),
        &["a", "b"],
        1,
        "range(3) or range(2, 5)",
        "Returns consecutive numbers, up to but not including the end: `range(3)` is 0, 1, 2, and `range(2, 5)` is 2, 3, 4.",
    ),
    builtin(
        "upto",
        Gives(Pure::Upto),
        &["n"],
        1,
        "upto(3)",
        "Returns the numbers from 1 to 3: 1, 2, 3.",
    ),
    builtin(
        "whole",
        Sets(Whole),
        &["default", "least", "most", "help", "unit", "die"],
        3,
        "models = whole(10, 1, 20, \"our models\")",
        "A whole number. The arguments are its default, its lowest and highest value, and a description.",
    ),
    builtin(
        "decimal",
        Sets(Decimal),
        &["default", "least", "most", "help", "unit"],
        3,
        "p = decimal(0.25, 0, 1, \"the chance\")",
        "A decimal number within a range. It is stored as an exact fraction: 0.1 is exactly one tenth.",
    ),
    builtin(
        "yes_no",
        Sets(YesNo),
        &["default", "help", "yes", "no"],
        1,
        "charge = yes_no(true, \"we charge\")",
        "A parameter that is true or false.",
    ),
    variadic(
        "one_of",
        Sets(OneOf),
        1,
        "stance = one_of(\"bold\", \"wary\", help = \"how we fight\")",
        "One of several words. The first is the default.",
    ),
    builtin(
        "dice_of",
        Sets(DiceOf),
        &["default", "help"],
        1,
        "damage = dice_of(\"2d6\", \"what a hit does\")",
        "Dice in dice notation. `dice(damage)` rolls them.",
    ),
    variadic(
        "entries",
        Sets(Entries),
        0,
        "wings = entries(least = 1, most = 8, default = [[\"Red\", 3]], dice = whole(3, 1, 9, \"dice\"))",
        "A list of entries with fields. `x.dice` is a field of the entry `x`, and `x.name` is its name.",
    ),
    variadic(
        "count",
        Counts(Count),
        1,
        "hits = count(\"Hits\")",
        "A metric that is a whole number.",
    ),
    variadic(
        "flag",
        Counts(Flag),
        1,
        "won = flag(\"We win\")",
        "A metric that is true or false.",
    ),
    variadic(
        "when",
        Counts(When),
        1,
        "first_loss = when(\"First loss\")",
        "A metric that records the step at which something happens. It has no value in trials in which that never happens.",
    ),
    variadic(
        "category",
        Counts(Category),
        1,
        "winner = category(\"Winner\", us = success, them = failure)",
        "A metric with several outcomes. Each outcome has a tone: `success`, `mixed`, `failure` or `neutral`.",
    ),
    variadic(
        "player",
        BuiltinRole::Player,
        1,
        "again = player(\"Roll again?\")",
        "Declares a decision. `[play]` in the scenario says how it is made.",
    ),
    variadic(
        "expect",
        BuiltinRole::Expect,
        1,
        "expect(\"P(total = 4) = 1/1296\") or expect(\"P(hits >= 1) > 0.5\", n = 2 .. 20)",
        "Tests the rule. `simulate check` computes the answer, and reports an error if the expectation fails.",
    ),
];

/// Functions that a file may define itself. They were added later than the others, so older files
/// may have such functions.
const REDEFINABLE: [&str; 3] = ["distinct", "median", "middle"];

/// Returns whether a file may define a function of this name.
pub(crate) fn is_definable(name: &str) -> bool {
    find(name).is_none() || REDEFINABLE.contains(&name)
}

/// Returns the function of this name.
pub(crate) fn find(name: &str) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| builtin.name == name)
}

/// Returns examples of calls of a function, or an empty text if there is no such function.
pub(crate) fn usage(name: &str) -> &'static str {
    find(name).map_or("", |builtin| builtin.usage)
}

impl Builtin {
    /// Returns whether the function is allowed only at the top of a file.
    pub(crate) fn is_declaration(&self) -> bool {
        matches!(
            self.role,
            BuiltinRole::Parameter(_)
                | BuiltinRole::Metric(_)
                | BuiltinRole::Player
                | BuiltinRole::Expect
        )
    }
}
