//! What a rule's parameters may be: the one description behind checking, `show` and `new`.

use oddsmith_engine::chance::LARGEST_EXPRESSION;
use oddsmith_language::Ratio;

/// Words of a choice beyond which a message does not list them.
const MOST_LISTED_WORDS: usize = 12;

/// A parameter of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its key in scenario files: part of the contract.
    pub key: &'static str,
    /// What it may be.
    pub shape: ParameterType,
    /// The value it has when a scenario does not give it, as TOML; empty: it is absent then.
    pub default: &'static str,
    /// What it means, for `show` and `new`.
    pub meaning: &'static str,
    /// What an axis says: "Quality Value (QV)"; empty: the key, in words.
    pub label: &'static str,
    /// What a row says before the value: "QV"; empty: the label.
    pub short: &'static str,
    /// How its values are put in a sentence.
    pub wording: ValueWording,
}

/// How the values of a parameter are put in a sentence.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueWording {
    /// What follows a number: "or more"; may be empty.
    pub unit: &'static str,
    /// What stands for each word of a choice, or for false and true: "with advantage"; may be
    /// empty.
    pub phrases: &'static [&'static str],
    /// Of a number that a die has to show: which faces do as well ("or more", "or less", "alone");
    /// else empty.
    pub die_suffix: &'static str,
}

/// What a value may be.
#[derive(Clone, Copy, Debug)]
pub enum ParameterType {
    /// A whole number within bounds, both included.
    Whole {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
    },
    /// A decimal from 0 to 1, kept exactly.
    Probability,
    /// true or false.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text on one line.
    Text,
    /// A whole number from 0 on, or a dice expression such as "2d6+1".
    Dice,
    /// A list of values of one shape.
    List(&'static ParameterType),
    /// A value of any of these shapes, the first that fits.
    AnyOf(&'static [ParameterType]),
    /// A table with keys of its own.
    Table(&'static [Parameter]),
    /// A table from keys of the designer's own choosing to values of one shape.
    Map(&'static ParameterType),
    /// `[[parameters.key]]`: entries with a `name` each. An entry takes what it leaves out of
    /// `inherits` from the rule's own keys, and may have keys of its own.
    Entries {
        /// Keys of the rule that an entry may override.
        inherits: &'static [&'static str],
        /// Keys that only entries have.
        entry_parameters: &'static [Parameter],
        /// The most entries that there may be.
        most: usize,
    },
    /// A number within bounds, both included, kept exactly: of a rule file.
    Decimal {
        /// The least.
        from: Ratio,
        /// The greatest.
        to: Ratio,
    },
    /// Dice that a rule file rolls: it reads them itself.
    DiceText,
    /// Entries of a rule file, each with a `name` and fields of its own.
    Records {
        /// What each holds.
        fields: &'static [Parameter],
        /// The fewest entries.
        least: usize,
        /// The most entries.
        most: usize,
    },
}

impl Parameter {
    /// A parameter without a label.
    pub const fn new(
        key: &'static str,
        shape: ParameterType,
        default: &'static str,
        meaning: &'static str,
    ) -> Parameter {
        let wording = ValueWording {
            unit: "",
            phrases: &[],
            die_suffix: "",
        };
        Parameter {
            key,
            shape,
            default,
            meaning,
            label: "",
            short: "",
            wording,
        }
    }

    /// The same with names for an axis and for a row.
    pub const fn labelled(mut self, label: &'static str, short: &'static str) -> Parameter {
        self.label = label;
        self.short = short;
        self
    }

    /// Whether it is called so: by its key written as words, its label, that without what stands in
    /// brackets, or by these.
    pub fn is_called(&self, word: &str) -> bool {
        let word = word.trim().replace('_', " ").to_lowercase();
        let (bare, rest) = self.label.split_once('(').unwrap_or((self.label, ""));
        let words = self.key.replace('_', " ");
        let names = [
            words.as_str(),
            self.label,
            bare,
            rest.trim_end_matches(')'),
            self.short,
        ];
        !word.is_empty()
            && names
                .into_iter()
                .any(|name| name.trim().to_lowercase() == word)
    }

    /// The same of a number that a die has to show, or more.
    pub const fn as_die_target(mut self) -> Parameter {
        self.wording.die_suffix = "or more";
        self
    }
}

impl ParameterType {
    /// The [`Entries`](ParameterType::Entries) or [`Records`](ParameterType::Records) that a value
    /// may be, alone or as one shape of several.
    pub fn entries(&self) -> Option<&ParameterType> {
        match self {
            ParameterType::Entries { .. } | ParameterType::Records { .. } => Some(self),
            ParameterType::AnyOf(shapes) => shapes.iter().find_map(ParameterType::entries),
            _ => None,
        }
    }

    /// The type in a few words, without its limits: "a whole number".
    pub fn short_description(&self) -> String {
        let short = match self {
            ParameterType::Whole { .. } => "a whole number",
            ParameterType::Probability => "a probability",
            ParameterType::Flag => "true or false",
            ParameterType::Choice(_) | ParameterType::Text => "text",
            ParameterType::Dice => "a whole number or dice",
            ParameterType::List(_) => "a list",
            ParameterType::AnyOf(shapes) => {
                let mut names: Vec<String> = shapes
                    .iter()
                    .map(ParameterType::short_description)
                    .collect();
                names.dedup();
                return names.join(" or ");
            }
            ParameterType::Table(_) | ParameterType::Map(_) => "a table",
            ParameterType::Entries { .. } | ParameterType::Records { .. } => "a list of entries",
            ParameterType::Decimal { .. } => "a number",
            ParameterType::DiceText => "dice",
        };
        short.to_owned()
    }

    /// What is allowed, in words: "a whole number from 1 to 3".
    pub fn allowed(&self) -> String {
        match self {
            ParameterType::Whole { from, to } => format!("a whole number from {from} to {to}"),
            ParameterType::Probability => {
                "a decimal from 0 to 1 with at most 9 decimal places".to_owned()
            }
            ParameterType::Flag => "true or false".to_owned(),
            ParameterType::Choice(words) if words.len() > MOST_LISTED_WORDS => {
                format!("one of {} words: `simulate show` lists them", words.len())
            }
            ParameterType::Choice(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                format!("one of {}", quoted.join(", "))
            }
            ParameterType::Text => "text on one line".to_owned(),
            ParameterType::Dice => {
                format!(
                    "a whole number from 0 to {LARGEST_EXPRESSION} or a dice expression such as \"2d6+1\""
                )
            }
            ParameterType::List(shape) => format!("a list, each entry {}", shape.allowed()),
            ParameterType::AnyOf(shapes) => shapes
                .iter()
                .map(ParameterType::allowed)
                .collect::<Vec<_>>()
                .join(", or "),
            ParameterType::Table(keys) => {
                let keys: Vec<&str> = keys.iter().map(|parameter| parameter.key).collect();
                format!("a table of {}", keys.join(", "))
            }
            ParameterType::Map(shape) => format!("a table, each value {}", shape.allowed()),
            ParameterType::Entries { most, .. } => format!("1 to {most} entries, each with a name"),
            ParameterType::Decimal { from, to } => format!("a number from {from} to {to}"),
            ParameterType::DiceText => "dice such as \"2d6+1\"".to_owned(),
            ParameterType::Records { least, most, .. } => {
                format!("{least} to {most} entries, each with a name")
            }
        }
    }
}
