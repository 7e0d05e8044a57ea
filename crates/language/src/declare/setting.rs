//! Parameters, their types, and their settings.

use crate::builtin::dice;
use crate::ratio::Ratio;
use crate::source::Span;

/// A parameter that a scenario may set.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredParameter {
    /// Its name in the rule and in the scenario.
    pub name: String,
    /// Its type.
    pub kind: DeclaredType,
    /// The setting that is used if a scenario sets none.
    pub default: Setting,
    /// A description of the parameter, from the file.
    pub help: String,
    /// The wording of its values.
    pub wording: ParameterWording,
    /// The span of its declaration.
    pub span: Span,
}

/// The wording of a parameter's values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterWording {
    /// The unit after a number: "or more", "inches".
    pub unit: String,
    /// The wording of each word of `one_of`, or of false and true: "with advantage".
    pub says: Vec<String>,
    /// For a whole number that is the target of a die roll: which other faces also count, one of
    /// [`FACE_RANGES`]; else empty.
    pub die: String,
}

/// The ways to say which faces of a die count in addition to the face that a parameter sets.
pub const FACE_RANGES: [&str; 3] = ["or more", "or less", "alone"];

/// The type of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclaredType {
    /// A whole number in a range, both ends included.
    Whole {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// True or false.
    YesNo,
    /// A decimal in a range, both ends included.
    Decimal {
        /// The smallest value.
        min: Ratio,
        /// The largest value.
        max: Ratio,
    },
    /// One of these words.
    OneOf(Vec<String>),
    /// A dice expression.
    Dice,
    /// A list of named entries.
    Entries {
        /// The smallest number of entries.
        min: usize,
        /// The largest number of entries.
        max: usize,
        /// The fields of each entry. An entry that leaves out a field gets the field's default.
        fields: Vec<DeclaredParameter>,
    },
}

/// The value that a parameter is set to.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// The value of a `whole` parameter.
    Whole(i64),
    /// The value of a `yes_no` parameter.
    YesNo(bool),
    /// The value of a `decimal` parameter.
    Decimal(Ratio),
    /// The value of a `one_of` or `dice_of` parameter.
    Text(String),
    /// The entries of a list.
    Entries(Vec<Entry>),
}

/// An entry of a list: its name, and a setting for each field in the order of declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The settings of the fields.
    pub fields: Vec<Setting>,
}

type SettingCheck = Result<(), (String, String)>;

/// Checks the type and the range of a setting. The error says what is wrong, and what is allowed.
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
    if number >= min && number <= max {
        Ok(())
    } else {
        Err((
            format!("{number} is out of range"),
            format!("use {min} to {max}"),
        ))
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
    /// Returns the type as messages name it.
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
