//! Parameters, what they can be, and what they are set to.

use crate::builtin::dice;
use crate::ratio::Ratio;
use crate::source::Span;

/// What a scenario may set.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredParameter {
    /// Its name in the rule and in the scenario.
    pub name: String,
    /// What it can be.
    pub kind: DeclaredType,
    /// What it is where nobody sets it.
    pub default: Setting,
    /// What it is, in the designer's words.
    pub help: String,
    /// How its values are put.
    pub wording: ParameterWording,
    /// Where it is declared.
    pub span: Span,
}

/// How the values of a parameter are put.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterWording {
    /// What follows a number: "or more", "inches".
    pub unit: String,
    /// What stands for each word of `one_of`, or for false and true: "with advantage".
    pub says: Vec<String>,
    /// Of a whole number that is what a die has to show, which other faces do as well: one of
    /// [`FACE_RANGES`]; else empty.
    pub die: String,
}

/// The ways to say which faces of a die count, apart from the face that a parameter sets.
pub const FACE_RANGES: [&str; 3] = ["or more", "or less", "alone"];

/// What a parameter can be.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclaredType {
    /// A whole number in a range, both ends included.
    Whole {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// True or false.
    YesNo,
    /// A decimal in a range, both ends included.
    Decimal {
        /// The least.
        min: Ratio,
        /// The most.
        max: Ratio,
    },
    /// One of some words.
    OneOf(Vec<String>),
    /// A dice expression.
    Dice,
    /// A list of named entries.
    Entries {
        /// The fewest entries.
        min: usize,
        /// The most entries.
        max: usize,
        /// What each entry holds; a field's default is that of an entry that leaves it out.
        fields: Vec<DeclaredParameter>,
    },
}

/// What a parameter is set to.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// For a whole number.
    Whole(i64),
    /// For yes or no.
    YesNo(bool),
    /// For a decimal.
    Decimal(Ratio),
    /// For one of some words, and for dice.
    Text(String),
    /// For a list of entries.
    Entries(Vec<Entry>),
}

/// An entry of a list: its name, and a setting for each field in the order declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Setting>,
}

type SettingCheck = Result<(), (String, String)>;

/// Whether a setting is of the kind and in the range: else what is wrong, and what is allowed.
pub(crate) fn check_setting(kind: &DeclaredType, setting: &Setting) -> SettingCheck {
    match (kind, setting) {
        (DeclaredType::Whole { min, max }, Setting::Whole(number)) => check_range(number, min, max),
        (DeclaredType::Decimal { min, max }, Setting::Decimal(number)) => {
            check_range(number, min, max)
        }
        (DeclaredType::YesNo, Setting::YesNo(_)) => Ok(()),
        (DeclaredType::OneOf(words), Setting::Text(word)) if words.contains(word) => Ok(()),
        (DeclaredType::OneOf(words), Setting::Text(word)) => Err((
            format!("\"{word}\" is not an option"),
            format!("use one of {}", words.join(", ")),
        )),
        (DeclaredType::Dice, Setting::Text(text)) => check_dice(text),
        (DeclaredType::Entries { min, max, fields }, Setting::Entries(entries)) => {
            if entries.len() < *min || entries.len() > *max {
                return Err((
                    format!("wrong number of entries: {}", entries.len()),
                    format!("use {min} to {max} entries"),
                ));
            }
            entries
                .iter()
                .try_for_each(|entry| check_entry(fields, entry))
        }
        _ => Err((
            "this value has the wrong type".to_owned(),
            format!("use {}", kind.words()),
        )),
    }
}

fn check_range<T: PartialOrd + std::fmt::Display>(number: &T, min: &T, max: &T) -> SettingCheck {
    match number >= min && number <= max {
        true => Ok(()),
        false => Err((
            format!("{number} is out of range"),
            format!("use {min} to {max}"),
        )),
    }
}

fn check_dice(text: &str) -> SettingCheck {
    let dice = dice::read(text, Span::default())
        .map_err(|diagnostic| (diagnostic.problem, diagnostic.help))?;
    if dice.names.is_empty() {
        return Ok(());
    }
    let help =
        "use only numbers and dice here; names in braces belong in dice(\"...\") in the trial";
    Err((
        format!("\"{text}\" cannot be a parameter's dice"),
        help.to_owned(),
    ))
}

fn check_entry(fields: &[DeclaredParameter], entry: &Entry) -> SettingCheck {
    if entry.fields.len() != fields.len() {
        let problem = format!(
            "`{}` has the wrong number of values: {}",
            entry.name,
            entry.fields.len()
        );
        return Err((
            problem,
            format!("give one value for each field: {}", fields.len()),
        ));
    }
    fields
        .iter()
        .zip(&entry.fields)
        .try_for_each(|(field, setting)| {
            check_setting(&field.kind, setting).map_err(|(problem, help)| {
                (format!("{}, `{}`: {problem}", entry.name, field.name), help)
            })
        })
}

impl DeclaredType {
    /// How a message names it.
    pub fn words(&self) -> String {
        match self {
            DeclaredType::Whole { min, max } => format!("a whole number, {min} to {max}"),
            DeclaredType::Decimal { min, max } => format!("a number, {min} to {max}"),
            DeclaredType::YesNo => "true or false".to_owned(),
            DeclaredType::OneOf(words) => format!("one of {}", words.join(", ")),
            DeclaredType::Dice => "dice such as \"2d6+1\"".to_owned(),
            DeclaredType::Entries { .. } => "a list of entries".to_owned(),
        }
    }
}
