//! Converts checked values to settings of a rule file.

use oddsmith_language as language;
use oddsmith_language::{Entry, Setting};

use crate::rule::values::{ParameterValue, Values};

/// Returns a setting for each parameter that has a value.
pub fn settings<'p>(
    parameters: &'p [language::DeclaredParameter],
    values: &Values,
) -> Vec<(&'p str, Setting)> {
    let set = |declared: &'p language::DeclaredParameter| {
        Some((
            declared.name.as_str(),
            setting(&declared.kind, values.get(&declared.name)?),
        ))
    };
    parameters.iter().filter_map(set).collect()
}

fn setting(kind: &language::DeclaredType, value: &ParameterValue) -> Setting {
    match (kind, value) {
        (_, ParameterValue::Whole(number)) => Setting::Whole(*number),
        (_, ParameterValue::Flag(truth)) => Setting::YesNo(*truth),
        (_, ParameterValue::Decimal(number)) => Setting::Decimal(*number),
        (_, ParameterValue::Text(text)) => Setting::Text(text.clone()),
        (language::DeclaredType::Entries { fields, .. }, ParameterValue::List(entries)) => {
            Setting::Entries(
                entries
                    .iter()
                    .map(|value| entry(fields, value.as_table()))
                    .collect(),
            )
        }
        (_, other) => panic!("a rule file has no parameter like {other:?}"),
    }
}

fn entry(fields: &[language::DeclaredParameter], values: &Values) -> Entry {
    let field = |field: &language::DeclaredParameter| {
        values.get(&field.name).map_or_else(
            || field.default.clone(),
            |value| setting(&field.kind, value),
        )
    };
    Entry {
        name: values.text("name").to_owned(),
        fields: fields.iter().map(field).collect(),
    }
}
