//! The language reference: one list of words, functions and operators, each with a description.
//! `simulate show language`, the manual and the hovers of editors are generated from it.

use crate::builtin::{BUILTINS, BuiltinRole, Chance, Pure};

/// A topic of the reference.
#[derive(Debug)]
pub struct Topic {
    /// The heading.
    pub title: &'static str,
    /// The words, functions or operators.
    pub entries: Vec<Entry>,
}

/// A word, a function or an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word, the name of the function, or the operator.
    pub name: &'static str,
    /// Examples, with " or " between them.
    pub usage: &'static str,
    /// A sentence that describes it.
    pub about: &'static str,
}

impl Entry {
    /// Returns the examples, one by one.
    pub fn forms(&self) -> impl Iterator<Item = &'static str> {
        // In the examples of the operator `or`, the word does not separate examples.
        self.usage
            .split(if self.name == "or" { "\0" } else { " or " })
    }
}

const fn entry(name: &'static str, usage: &'static str, about: &'static str) -> Entry {
    Entry { name, usage, about }
}

const STATEMENTS: &[Entry] = &[
    entry(
        "=",
        "x = 3 or us, them = 10, 8",
        "Gives a value to a name. Several names on one line change at the same time.",
    ),
    entry(
        "+=",
        "x += 1",
        "Adds 1 to `x`. `-=`, `*=`, `/=`, `//=`, `%=` and `**=` work the same way.",
    ),
    entry(
        "[]",
        "lost[i] = 0",
        "Changes one entry of a list. Indexes start at 0.",
    ),
    entry("if", "if x > 3:", "Runs a block if the condition is true."),
    entry(
        "elif",
        "elif x == 3:",
        "Runs a block if all earlier conditions are false and this one is true.",
    ),
    entry(
        "else",
        "else:",
        "Runs a block if all earlier conditions are false.",
    ),
    entry(
        "while",
        "while us > 0 and them > 0:",
        "Repeats a block as long as the condition is true.",
    ),
    entry(
        "for",
        "for turn in upto(6): or for x, y in pairs:",
        "Repeats a block for each entry of a list. The number of repeats is known before the loop starts.",
    ),
    entry("break", "break", "Leaves the innermost loop."),
    entry(
        "continue",
        "continue",
        "Skips to the next round of the innermost loop.",
    ),
    entry(
        "pass",
        "pass",
        "Does nothing. A block needs at least one line.",
    ),
    entry(
        "def",
        "def losses(attackers):",
        "Defines a function. `def trial():` is the game: oddsmith runs it once for each trial.",
    ),
    entry(
        "return",
        "return x or return hand, deck",
        "Ends a function and returns its result, which may be several values.",
    ),
    entry(
        "use",
        "use \"std\": opposed, advantage",
        "Imports functions and constants from another file.",
    ),
    entry(
        "#",
        "# a comment",
        "Starts a comment that runs to the end of the line.",
    ),
    entry(
        "\"\"\"",
        "\"\"\"Title\"\"\"",
        "Gives the rule its title in the first line of the file. In a function, it says what the function does.",
    ),
];

const TYPES: &[Entry] = &[
    entry(
        "whole number",
        "5 or -3 or 1_000_000",
        "A whole number from about −9 to 9 quintillion. A number written in a file is at most 1,000,000,000,000,000.",
    ),
    entry(
        "decimal",
        "0.25 or 1 / 3",
        "An exact fraction, for probabilities and comparisons. It cannot be recorded.",
    ),
    entry(
        "true",
        "true or false",
        "The result of a comparison. You may also write `True` and `False`.",
    ),
    entry(
        "text",
        "\"us\"",
        "Text in quotes: an outcome, an option, a word of `one_of`, or dice such as \"2d6\".",
    ),
    entry(
        "list",
        "[1, 2, 3] or [roll(6) for i in upto(3)]",
        "A list: values in order. A function that receives a list gets its own copy.",
    ),
    entry(
        "deck",
        "cards(land = 24, spell = 36)",
        "A deck: how many cards there are of each kind.",
    ),
    entry(
        "entry",
        "x.dice or x.name",
        "A field, or the name, of an entry. The function `entries` makes a parameter with such entries.",
    ),
];

const OPERATORS: &[Entry] = &[
    entry("+", "a + b", "Adds numbers, or joins two lists."),
    entry("-", "a - b or -a", "Subtracts, or changes the sign."),
    entry("*", "a * b", "Multiplies."),
    entry(
        "/",
        "a / b",
        "Divides without rounding: `1 / 6` is exactly one sixth.",
    ),
    entry(
        "//",
        "a // b",
        "Divides and rounds down: `-7 // 2` is -4. `x // 1` rounds a fraction down.",
    ),
    entry(
        "%",
        "a % b",
        "Gives the remainder of a division: `7 % 4` is 3.",
    ),
    entry(
        "**",
        "a ** b",
        "Raises to a power: `2 ** 10` is 1024, and `2 ** -1` is one half. A root that is no fraction, such as `2 ** 0.5`, is rounded to 9 decimal places.",
    ),
    entry("==", "a == b", "True if both sides are equal."),
    entry("!=", "a != b", "True if the two sides differ."),
    entry(
        "<",
        "a < b or 0 < a < 4",
        "True if the left side is less than the right side. Comparisons can be chained.",
    ),
    entry(
        "<=",
        "a <= b",
        "True if the left side is less than or equal to the right side.",
    ),
    entry(
        ">",
        "a > b",
        "True if the left side is greater than the right side.",
    ),
    entry(
        ">=",
        "a >= b",
        "True if the left side is greater than or equal to the right side.",
    ),
    entry(
        "in",
        "x in [1, 2] or x not in list",
        "True if the list contains the value; `not in` tests the opposite.",
    ),
    entry("not", "not a", "True if the condition is false."),
    entry(
        "and",
        "a and b",
        "True if both sides are true. The right side is evaluated only if it is needed.",
    ),
    entry(
        "or",
        "a or b",
        "True if at least one side is true. The right side is evaluated only if it is needed.",
    ),
    entry(
        "if",
        "a if condition else b",
        "Gives `a` if the condition is true, otherwise `b`.",
    ),
    entry(
        "for",
        "[x + 1 for x in list if x > 2]",
        "A list made from another list. The `if` is optional.",
    ),
    entry(
        "[]",
        "list[0]",
        "The first entry of a list. Indexes start at 0.",
    ),
    entry(
        ".",
        "x.dice or hand.land",
        "A field of an entry, or the number of cards of one kind.",
    ),
];

const PARAMETER_ARGUMENTS: &[Entry] = &[
    entry(
        "default",
        "default = 10",
        "The value that is used if a scenario gives none.",
    ),
    entry(
        "least",
        "least = 1",
        "The smallest value allowed; for `entries`, the smallest number of entries.",
    ),
    entry(
        "most",
        "most = 20",
        "The greatest value allowed; for `entries`, the greatest number of entries.",
    ),
    entry(
        "help",
        "help = \"our models\"",
        "A short description of the parameter, shown in charts and lists. If it has a colon, the words before it are the label in charts: `\"dice: with none, two are rolled\"`.",
    ),
    entry(
        "unit",
        "unit = \"or more\"",
        "The words after a number in a title, as in \"4 or more\".",
    ),
    entry(
        "die",
        "die = \"or more\"",
        "Says that the number is the face of a die, which a reference card then draws. Use \"or more\", \"or less\" or \"alone\".",
    ),
    entry(
        "says",
        "says = [\"without advantage\", \"with advantage\"]",
        "For `one_of`: the phrase that titles use for each word.",
    ),
    entry(
        "yes",
        "yes = \"charging\"",
        "For `yes_no`: the phrase that titles use for true. It requires `no` as well.",
    ),
    entry(
        "no",
        "no = \"standing\"",
        "For `yes_no`: the phrase that titles use for false. It requires `yes` as well.",
    ),
];

const METRIC_ARGUMENTS: &[Entry] = &[
    entry(
        "each",
        "each = turns or each = wings",
        "Records one value for each step, or for each entry of a list.",
    ),
    entry(
        "step",
        "step = \"Turn\"",
        "The word for a step. For `when`, it also says which steps are meant.",
    ),
    entry(
        "otherwise",
        "otherwise = 0 or otherwise = \"before\"",
        "The value that is used if a step or a trial records nothing. \"before\" repeats the value of the previous step.",
    ),
    entry(
        "absent",
        "absent = \"No hit\"",
        "Allows trials that do not record the metric. Tables show this text for such trials.",
    ),
    entry(
        "one",
        "one = \"model is left\"",
        "For `count`: the words after the number 1 in a title. It requires `many` as well.",
    ),
    entry(
        "many",
        "many = \"models are left\"",
        "For `count`: the words after any other number in a title. It requires `one` as well.",
    ),
    entry(
        "yes",
        "yes = \"the unit breaks\"",
        "For `flag`: the clause that titles use for true. It requires `no` as well.",
    ),
    entry(
        "no",
        "no = \"the unit holds\"",
        "For `flag`: the clause that titles use for false. It requires `yes` as well.",
    ),
    entry(
        "says",
        "says = [\"we win\", \"they win\"]",
        "For `category`: the clause that titles use for each outcome, in the same order. For `when`: a single clause.",
    ),
];

/// Returns the functions of a topic.
fn topic_functions(is_meant: fn(BuiltinRole) -> bool) -> Vec<Entry> {
    let meant = BUILTINS.iter().filter(|builtin| is_meant(builtin.role));
    meant
        .map(|builtin| entry(builtin.name, builtin.usage, builtin.about))
        .collect()
}

fn is_number_function(role: BuiltinRole) -> bool {
    matches!(
        role,
        BuiltinRole::Pure(Pure::Min | Pure::Max | Pure::Abs | Pure::RoundUp)
    )
}

fn is_card_function(role: BuiltinRole) -> bool {
    matches!(
        role,
        BuiltinRole::Cards | BuiltinRole::Chance(Chance::Draw | Chance::Hand)
    )
}

/// Returns the whole reference, in reading order.
pub fn topics() -> Vec<Topic> {
    let listed = |title, entries: &[Entry]| Topic {
        title,
        entries: entries.to_vec(),
    };
    let functions = |title, is_meant| Topic {
        title,
        entries: topic_functions(is_meant),
    };
    vec![
        listed("Statements", STATEMENTS),
        listed("Types", TYPES),
        listed("Operators", OPERATORS),
        functions("Parameters", |role| {
            matches!(role, BuiltinRole::Parameter(_))
        }),
        listed("Arguments of parameters", PARAMETER_ARGUMENTS),
        functions("Metrics", |role| matches!(role, BuiltinRole::Metric(_))),
        listed("Arguments of metrics", METRIC_ARGUMENTS),
        functions("Recording", |role| {
            matches!(role, BuiltinRole::Record | BuiltinRole::Note)
        }),
        functions("Dice and chance", |role| {
            matches!(role, BuiltinRole::Chance(_)) && !is_card_function(role)
        }),
        functions("Decks", is_card_function),
        functions("Numbers", is_number_function),
        functions("Lists", |role| {
            matches!(role, BuiltinRole::Pure(_)) && !is_number_function(role)
        }),
        functions("Choices", |role| {
            matches!(
                role,
                BuiltinRole::Player | BuiltinRole::Choose | BuiltinRole::ChooseAtOnce
            )
        }),
        functions("Expectations", |role| role == BuiltinRole::Expect),
    ]
}

/// Returns the functions that a rule file may call, for editors.
pub fn functions() -> impl Iterator<Item = Entry> {
    BUILTINS
        .iter()
        .map(|builtin| entry(builtin.name, builtin.usage, builtin.about))
}

/// Returns the description of a keyword or function, for hovers in editors.
pub fn describe(word: &str) -> Option<Entry> {
    let statement = STATEMENTS
        .iter()
        .chain(OPERATORS)
        .find(|entry| entry.name == word)
        .copied();
    statement.or_else(|| functions().find(|entry| entry.name == word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::Language;

    fn names(title: &str) -> Vec<&'static str> {
        let topic = topics()
            .into_iter()
            .find(|topic| topic.title == title)
            .expect("a topic of this title");
        topic.entries.iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn every_keyword_is_described() {
        // `True` and `False` are other spellings, and `none` cannot be used yet.
        for word in Language::RuleFile
            .keywords()
            .iter()
            .filter(|word| !["True", "False", "none"].contains(word))
        {
            let is_type = names("Types").contains(word) || *word == "false";
            assert!(describe(word).is_some() || is_type, "{word}");
        }
    }

    #[test]
    fn every_function_has_one_topic() {
        let topics = topics();
        let entries: Vec<&Entry> = topics.iter().flat_map(|topic| &topic.entries).collect();
        for function in functions() {
            assert_eq!(
                entries.iter().filter(|entry| ***entry == function).count(),
                1,
                "{}",
                function.name
            );
        }
    }

    #[test]
    fn every_named_argument_is_described() {
        for builtin in BUILTINS
            .iter()
            .filter(|builtin| matches!(builtin.role, BuiltinRole::Parameter(_)))
        {
            for parameter in builtin.parameters {
                assert!(
                    names("Arguments of parameters").contains(parameter),
                    "{}: {parameter}",
                    builtin.name
                );
            }
        }
    }

    #[test]
    fn every_description_is_a_sentence() {
        for entry in topics().iter().flat_map(|topic| &topic.entries) {
            assert!(
                entry.about.ends_with('.') && entry.about.starts_with(char::is_uppercase),
                "{entry:?}"
            );
            assert!(
                entry.forms().all(|form| !form.trim().is_empty()),
                "{entry:?}"
            );
        }
    }
}
