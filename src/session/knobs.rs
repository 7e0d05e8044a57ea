//! Describes a scenario's parameters as controls: their names, their possible values, and where
//! they are written.

use serde_json::{Value, json};

use super::problems::utf16_offset;
use crate::input::tree::{Node, Tree};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::words::to_sentence;
use crate::scenario::document::Scenario;
use crate::scenario::labels::{PathLabel, parameter_at};
use oddsmith_language::Ratio;

/// The most controls for entries. In larger scenarios, the others are changed in the text.
const MAX_KNOBS: usize = 60;

/// Returns a control for each parameter with a single number, word or boolean, and for each such
/// value of an entry.
pub(super) fn knobs(scenario: &Scenario) -> Vec<Value> {
    let written = scenario.parameters_as_written();
    let rule_knobs = scenario.rule.parameters().iter().filter_map(|parameter| {
        let node = written.get(parameter.key);
        let default = parameter.default.trim_matches('"');
        let value = node.map_or_else(
            || shown_value(scenario, parameter.key, default),
            Node::brief,
        );
        knob(scenario, parameter.key, parameter, node, &value)
    });
    let mut knobs: Vec<Value> = rule_knobs.collect();
    for (key, node) in written.pairs().unwrap_or(&[]) {
        add_entry_knobs(scenario, &key.text, node, &mut knobs);
    }
    knobs
}

/// Returns the value of a parameter that is not written: the default, or the value of the selected
/// case if the parameter is swept.
fn shown_value(scenario: &Scenario, key: &str, default: &str) -> String {
    let swept = scenario
        .sweep
        .iter()
        .enumerate()
        .find(|(_, sweep)| sweep.path.text == key);
    swept.map_or_else(
        || default.to_owned(),
        |(index, sweep)| sweep.values[scenario.usual_value(index)].brief(),
    )
}

/// Adds controls for the values of entries, by the entry's name.
fn add_entry_knobs(scenario: &Scenario, key: &str, node: &Node, knobs: &mut Vec<Value>) {
    let Tree::List(entries) = &node.tree else {
        return;
    };
    for entry in entries {
        let Some(name) = entry.get("name").and_then(Node::text) else {
            continue;
        };
        for (field, node) in entry
            .pairs()
            .unwrap_or(&[])
            .iter()
            .filter(|(field, _)| field.text != "name")
        {
            let path = format!("{key}.{name}.{}", field.text);
            let Some(parameter) = parameter_at(scenario.rule.parameters(), &path) else {
                continue;
            };
            if knobs.len() < MAX_KNOBS {
                knobs.extend(knob(scenario, &path, parameter, Some(node), &node.brief()));
            }
        }
    }
}

fn knob(
    scenario: &Scenario,
    path: &str,
    parameter: &Parameter,
    node: Option<&Node>,
    value: &str,
) -> Option<Value> {
    let mut knob = knob_range(&parameter.shape, node, value)?;
    let PathLabel {
        label,
        short,
        is_named,
    } = scenario.label(path);
    let swept = scenario.sweep.iter().find(|sweep| sweep.path.text == path);
    knob["key"] = json!(path);
    knob["label"] = if is_named {
        json!(label)
    } else {
        json!(to_sentence(&label).trim_end_matches('.'))
    };
    knob["short"] = json!(short);
    knob["meaning"] = json!(to_sentence(parameter.meaning));
    knob["allowed"] = json!(parameter.shape.allowed());
    knob["value"] = json!(value);
    knob["default"] = json!(parameter.default.trim_matches('"'));
    knob["given"] = json!(node.is_some());
    knob["at"] = json!(node.map(|node| {
        let text = &node.place.source.text;
        [
            utf16_offset(text, node.place.span.start),
            utf16_offset(text, node.place.span.end),
        ]
    }));
    knob["swept"] =
        json!(swept.map(|sweep| sweep.values.iter().map(Node::brief).collect::<Vec<_>>()));
    Some(knob)
}

/// Returns the kind and the range of a control; `None` if the value is not a single number or word.
fn knob_range(shape: &ParameterType, node: Option<&Node>, value: &str) -> Option<Value> {
    let is_number = node.is_none_or(|node| matches!(node.tree, Tree::Whole(_) | Tree::Decimal(_)));
    match shape {
        ParameterType::Whole { from, to } if is_number => value
            .parse::<i64>()
            .ok()
            .map(|_| json!({ "kind": "whole", "from": from, "to": to })),
        ParameterType::Probability if is_number => value
            .parse::<f64>()
            .ok()
            .map(|_| json!({ "kind": "decimal", "from": 0, "to": 1 })),
        ParameterType::Decimal { from, to } if is_number => {
            let (from, to) = (decimal(*from), decimal(*to));
            value
                .parse::<f64>()
                .ok()
                .map(|_| json!({ "kind": "decimal", "from": from, "to": to }))
        }
        ParameterType::Flag => ["true", "false"]
            .contains(&value)
            .then(|| json!({ "kind": "choice", "options": ["false", "true"], "isFlag": true })),
        ParameterType::Choice(words) => words
            .contains(&value)
            .then(|| json!({ "kind": "choice", "options": words, "isFlag": false })),
        ParameterType::AnyOf(shapes) => shapes
            .iter()
            .find_map(|alternative| self::knob_range(alternative, node, value)),
        _ => None,
    }
}

fn decimal(ratio: Ratio) -> f64 {
    ratio.numerator() as f64 / ratio.denominator() as f64
}
