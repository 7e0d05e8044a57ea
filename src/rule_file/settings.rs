//! Checked values as a rule file takes them.

use oddsmith_language as language;
use oddsmith_language::{Entry, Setting};

use crate::rule::values::{Value, Values};

/// A setting for each parameter that has a value.
pub fn settings<'p>(parameters: &'p [language::Parameter], values: &Values) -> Vec<(&'p str, Setting)> {
    let set = |own: &'p language::Parameter| Some((own.name.as_str(), setting(&own.kind, values.get(&own.name)?)));
    parameters.iter().filter_map(set).collect()
}

fn setting(kind: &language::ParameterType, value: &Value) -> Setting {
    match (kind, value) {
        (_, Value::Whole(number)) => Setting::Whole(*number),
        (_, Value::Flag(truth)) => Setting::YesNo(*truth),
        (_, Value::Decimal(number)) => Setting::Decimal(*number),
        (_, Value::Text(text)) => Setting::Text(text.clone()),
        (language::ParameterType::Entries { fields, .. }, Value::List(entries)) => {
            Setting::Entries(entries.iter().map(|value| entry(fields, value.as_table())).collect())
        }
        (_, other) => panic!("a rule file has no parameter like {other:?}"),
    }
}

fn entry(fields: &[language::Parameter], values: &Values) -> Entry {
    let field = |field: &language::Parameter| {
        values.get(&field.name).map_or_else(|| field.default.clone(), |value| setting(&field.kind, value))
    };
    Entry { name: values.text("name").to_owned(), fields: fields.iter().map(field).collect() }
}
