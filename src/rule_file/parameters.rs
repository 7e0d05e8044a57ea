//! A rule file's parameters, described as those of every rule are.

use oddsmith_language as language;
use oddsmith_language::{Entry, Setting};

use crate::rule::parameter::{Parameter, ParameterType};

/// Characters up to which a parameter's help is its name on an axis.
const LONGEST_LABEL: usize = 36;
/// Characters up to which a parameter's name is a letter rather than a word.
const LETTERS: usize = 2;

/// The parameters of a file. What bundled rules say for ever in their own text, a rule file says from now on: its words
/// are kept as long as the program runs, once for each file that is read.
pub fn described(parameters: &[language::Parameter]) -> &'static [Parameter] {
    parameters.iter().map(parameter).collect::<Vec<_>>().leak()
}

fn parameter(own: &language::Parameter) -> Parameter {
    let words = capital(&own.name.replace('_', " "));
    // What follows says more of it: "dice; with none, two are rolled".
    let named = own.help.split([';', ',', ':', '(']).next().unwrap_or("").trim();
    let is_label = !named.is_empty() && named.chars().count() <= LONGEST_LABEL;
    let label = if is_label { capital(named) } else { words.clone() };
    // A letter tells nothing in a row.
    let short = if words.chars().count() <= LETTERS { label.clone() } else { words.clone() };
    let meaning = if own.help.is_empty() { words.to_lowercase() } else { own.help.clone() };
    let default = default(&own.kind, &own.default);
    Parameter::new(kept(own.name.clone()), shape(&own.kind), kept(default), kept(meaning))
        .labelled(kept(label), kept(short))
}

fn shape(kind: &language::ParameterType) -> ParameterType {
    match kind {
        language::ParameterType::Whole { min, max } => ParameterType::Whole { from: *min, to: *max },
        language::ParameterType::YesNo => ParameterType::Flag,
        language::ParameterType::Decimal { min, max } => ParameterType::Decimal { from: *min, to: *max },
        language::ParameterType::OneOf(words) => {
            ParameterType::Choice(words.iter().map(|word| kept(word.clone())).collect::<Vec<_>>().leak())
        }
        language::ParameterType::Dice => ParameterType::DiceText,
        language::ParameterType::Entries { min, max, fields } => {
            ParameterType::Records { fields: described(fields), least: *min, most: *max }
        }
    }
}

/// A default, as TOML.
fn default(kind: &language::ParameterType, setting: &Setting) -> String {
    match (setting, kind) {
        (Setting::Entries(entries), language::ParameterType::Entries { fields, .. }) => {
            let entries: Vec<String> = entries.iter().map(|own| entry(fields, own)).collect();
            format!("[{}]", entries.join(", "))
        }
        (Setting::Whole(number), _) => number.to_string(),
        (Setting::YesNo(truth), _) => truth.to_string(),
        (Setting::Decimal(number), _) => number.to_string(),
        (Setting::Text(text), _) => quoted(text),
        (Setting::Entries(_), _) => String::new(),
    }
}

fn entry(fields: &[language::Parameter], own: &Entry) -> String {
    let pairs = fields.iter().zip(&own.fields);
    let pairs = pairs.map(|(field, setting)| format!(", {} = {}", field.name, default(&field.kind, setting)));
    format!("{{ name = {}{} }}", quoted(&own.name), pairs.collect::<String>())
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn kept(text: String) -> &'static str {
    text.leak()
}

/// A text with a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
