//! The schemas of parameters.

use oddsmith_language::Ratio;
use serde_json::{Map, Value, json};

use crate::rule::parameter::{Parameter, ParameterType};

/// Returns the schema of a table that contains only these parameters.
pub(super) fn table(described: &[Parameter]) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties(described) })
}

/// Returns the schema of `[sweep]`: a list or a range for each parameter, or for a path into one.
pub(super) fn sweep_table(described: &[Parameter]) -> Value {
    let swept = described.iter().map(|parameter| {
        let mut schema = list_or_range(&shape(&parameter.shape, described));
        if has_inner_paths(&parameter.shape) {
            schema["anyOf"]
                .as_array_mut()
                .expect("a list of ways")
                .push(json!({ "type": "object" }));
        }
        schema["description"] = json!(parameter.meaning);
        (parameter.key.to_owned(), schema)
    });
    json!({
        "properties": swept.collect::<Map<_, _>>(),
        "patternProperties": { "\\.": { "$ref": "#/definitions/swept" } },
        "additionalProperties": false,
    })
}

/// Returns the schema of a list of values or a range of numbers.
pub(super) fn list_or_range(value: &Value) -> Value {
    json!({
        "anyOf": [
            { "type": "array", "minItems": 1, "uniqueItems": true, "items": value },
            {
                "type": "object",
                "required": ["from", "to"],
                "additionalProperties": false,
                "properties": {
                    "from": { "type": "number" },
                    "to": { "type": "number" },
                    "step": { "type": "number", "exclusiveMinimum": 0 },
                },
            },
        ],
    })
}

/// Returns the schema of a variant's `set`: a value for each parameter, or for a path into one.
pub(super) fn set_table(described: &[Parameter]) -> Value {
    let set = described.iter().map(|parameter| {
        let value = if has_inner_paths(&parameter.shape) {
            json!({
                "anyOf": [shape(&parameter.shape, described), { "type": "object" }],
                "description": parameter.meaning,
            })
        } else {
            property(parameter, described)
        };
        (parameter.key.to_owned(), value)
    });
    json!({
        "properties": set.collect::<Map<_, _>>(),
        "patternProperties": { "\\.": {} },
        "additionalProperties": false,
    })
}

fn properties(described: &[Parameter]) -> Map<String, Value> {
    described
        .iter()
        .map(|parameter| (parameter.key.to_owned(), property(parameter, described)))
        .collect()
}

/// Returns the schema of a parameter, with its meaning and its default. If an entry inherits values
/// from the rule, they are looked up in `rule_parameters`.
fn property(parameter: &Parameter, rule_parameters: &[Parameter]) -> Value {
    let mut property = shape(&parameter.shape, rule_parameters);
    property["description"] = json!(format!(
        "{}: {}",
        parameter.meaning,
        parameter.shape.allowed()
    ));
    if let Some(default) = plain_default(parameter) {
        property["default"] = default;
    }
    property
}

/// Returns a default that is a number, a text or a boolean.
fn plain_default(parameter: &Parameter) -> Option<Value> {
    let read: toml::Value = toml::from_str::<toml::Table>(&format!("v = {}", parameter.default))
        .ok()?
        .remove("v")?;
    match read {
        toml::Value::Integer(number) => Some(json!(number)),
        toml::Value::Float(number) => Some(json!(number)),
        toml::Value::Boolean(truth) => Some(json!(truth)),
        toml::Value::String(text) => Some(json!(text)),
        _ => None,
    }
}

/// Returns whether a path can lead into a value: `wings.Vanguard.quality`.
fn has_inner_paths(parameter_type: &ParameterType) -> bool {
    match parameter_type {
        ParameterType::Table(_)
        | ParameterType::Map(_)
        | ParameterType::Entries { .. }
        | ParameterType::Records { .. } => true,
        ParameterType::AnyOf(shapes) => shapes.iter().any(has_inner_paths),
        _ => false,
    }
}

fn shape(parameter_type: &ParameterType, rule_parameters: &[Parameter]) -> Value {
    match parameter_type {
        ParameterType::Whole { from, to } => {
            json!({ "type": "integer", "minimum": from, "maximum": to })
        }
        ParameterType::Probability => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        ParameterType::Decimal { from, to } => {
            let number = |ratio: &Ratio| ratio.numerator() as f64 / ratio.denominator() as f64;
            json!({ "type": "number", "minimum": number(from), "maximum": number(to) })
        }
        ParameterType::Flag => json!({ "type": "boolean" }),
        ParameterType::Choice(words) => json!({ "enum": words }),
        ParameterType::Text => json!({ "type": "string" }),
        ParameterType::Dice => {
            json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string" }] })
        }
        ParameterType::DiceText => json!({ "type": ["string", "integer"] }),
        ParameterType::List(inner) => {
            json!({ "type": "array", "items": shape(inner, rule_parameters) })
        }
        ParameterType::AnyOf(shapes) => {
            json!({ "anyOf": shapes.iter().map(|alternative| shape(alternative, rule_parameters)).collect::<Vec<_>>() })
        }
        ParameterType::Table(keys) => table(keys),
        ParameterType::Map(inner) => {
            json!({ "type": "object", "additionalProperties": shape(inner, rule_parameters) })
        }
        ParameterType::Entries {
            inherits,
            entry_parameters,
            most,
        } => {
            let taken = rule_parameters
                .iter()
                .filter(|parameter| inherits.contains(&parameter.key));
            let keys: Vec<Parameter> = entry_parameters.iter().chain(taken).copied().collect();
            entries(1, *most, &keys)
        }
        ParameterType::Records {
            fields,
            least,
            most,
        } => entries(*least, *most, fields),
    }
}

/// Returns the schema of a list of named entries.
fn entries(least: usize, most: usize, keys: &[Parameter]) -> Value {
    let mut entry = table(keys);
    entry["properties"]["name"] =
        json!({ "type": "string", "minLength": 1, "description": "its name" });
    entry["required"] = json!(["name"]);
    json!({ "type": "array", "minItems": least, "maxItems": most, "items": entry })
}
