//! Descriptions of parameters, which are used for checking and by `show` and `new`.

use oddsmith_engine::chance::LARGEST_EXPRESSION;
use oddsmith_language::Ratio;

/// The maximal number of words of a choice that a message lists.
const MAX_LISTED_WORDS: usize = 12;

/// A parameter of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its key in scenario files, which is part of the public interface.
    pub key: &'static str,
    /// The type of its values.
    pub shape: ParameterType,
    /// Its default, as TOML; if empty, the parameter has no default.
    pub default: &'static str,
    /// A description, for `show` and `new`.
    pub meaning: &'static str,
    /// Its label on an axis: "Quality Value (QV)"; empty for the key in words.
    pub label: &'static str,
    /// Its label before a value: "QV"; empty for the label.
    pub short: &'static str,
    /// The wording of its values in sentences.
    pub wording: ValueWording,
}

/// The wording of a parameter's values in sentences.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueWording {
    /// The unit after a number: "or more"; may be empty.
    pub unit: &'static str,
    /// The wording of each word of a choice, or of false and true: "with advantage"; may be empty.
    pub phrases: &'static [&'static str],
    /// For the target of a die: which other faces also count ("or more", "or less", "alone"); else
    /// empty.
    pub die_suffix: &'static str,
}

/// The type of a value.
#[derive(Clone, Copy, Debug)]
pub enum ParameterType {
    /// A whole number in a range, both ends included.
    Whole {
        /// The smallest value.
        from: i64,
        /// The largest value.
        to: i64,
    },
    /// A decimal from 0 to 1, kept exactly.
    Probability,
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text on one line.
    Text,
    /// A whole number from 0 on, or a dice expression such as "2d6+1".
    Dice,
    /// A list of values of one type.
    List(&'static ParameterType),
    /// A value of any of these types; the first match counts.
    AnyOf(&'static [ParameterType]),
    /// A table with fixed keys.
    Table(&'static [Parameter]),
    /// A table with keys that the designer chooses, and values of one type.
    Map(&'static ParameterType),
    /// `[[parameters.key]]`: entries with a `name` each. An entry inherits the keys in `inherits`
    /// from the rule if it does not set them, and may have further keys.
    Entries {
        /// Keys of the rule that an entry may override.
        inherits: &'static [&'static str],
        /// Keys that only entries have.
        entry_parameters: &'static [Parameter],
        /// The maximal number of entries.
        most: usize,
    },
    /// An exact number in a range, both ends included, for rule files.
    Decimal {
        /// The smallest value.
        from: Ratio,
        /// The largest value.
        to: Ratio,
    },
    /// Dice for a rule file, which parses them itself.
    DiceText,
    /// Entries of a rule file, each with a `name` and fields.
    Records {
        /// The fields of each entry.
        fields: &'static [Parameter],
        /// The minimal number of entries.
        least: usize,
        /// The maximal number of entries.
        most: usize,
    },
}

impl Parameter {
    /// Returns a parameter without a label.
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

    /// Sets the labels for an axis and for a row.
    pub const fn labelled(mut self, label: &'static str, short: &'static str) -> Parameter {
        self.label = label;
        self.short = short;
        self
    }

    /// Returns whether a word is one of the parameter's names. These are its key written as words,
    /// its label, its label without brackets, and the text in the brackets.
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

    /// Marks the parameter as the target of a die, where higher faces also count.
    pub const fn as_die_target(mut self) -> Parameter {
        self.wording.die_suffix = "or more";
        self
    }
}

impl ParameterType {
    /// Returns the [`Entries`](ParameterType::Entries) or [`Records`](ParameterType::Records) among
    /// the types of a value.
    pub fn entries(&self) -> Option<&ParameterType> {
        match self {
            ParameterType::Entries { .. } | ParameterType::Records { .. } => Some(self),
            ParameterType::AnyOf(shapes) => shapes.iter().find_map(ParameterType::entries),
            _ => None,
        }
    }

    /// Returns the type in a few words, without its limits: "a whole number".
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

    /// Returns the allowed values in words: "a whole number from 1 to 3".
    pub fn allowed(&self) -> String {
        match self {
            ParameterType::Whole { from, to } => format!("a whole number from {from} to {to}"),
            ParameterType::Probability => {
                "a decimal from 0 to 1 with at most 9 decimal places".to_owned()
            }
            ParameterType::Flag => "true or false".to_owned(),
            ParameterType::Choice(words) if words.len() > MAX_LISTED_WORDS => {
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
