//! The JSON Schema of scenario files. It is made from the descriptions that also check them.
//! Editors use it for completions and diagnostics.

mod parameters;

use serde_json::{Value, json};

use crate::messages::Word;
use crate::question::{bands, questions};
use crate::rule::parameter::Parameter;
use crate::rule_file::ENDING;
use crate::rules::RULES;
use crate::scenario::named_rule::NamedRule;
use crate::scenario::sweep::LONGEST_NAME;
use crate::scenario::{chart_request, settings};

/// Returns the schema of all scenarios, or of the scenarios of one rule.
///
/// `simulate check` also tests what a schema cannot express: whether a range rises, whether values
/// fit together, whether a path leads to an existing entry.
pub fn schema(rule: Option<&NamedRule>) -> String {
    let mut schema = match rule {
        Some(rule) => rule_schema(rule),
        None => all_rules_schema(),
    };
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!("oddsmith scenario");
    schema["type"] = json!("object");
    schema["required"] = json!(["rule"]);
    schema["additionalProperties"] = json!(false);
    schema["definitions"] = json!({ "swept": parameters::list_or_range(&json!({})) });
    format!("{schema:#}\n")
}

/// Returns the schema of one rule. It has no conditions, because some editors do not follow them in
/// completions.
fn rule_schema(rule: &NamedRule) -> Value {
    let mut schema = json!({ "properties": sections() });
    merge(
        &mut schema["properties"],
        rule_properties(rule.parameters(), &rule.choices()),
    );
    schema["properties"]["rule"] = match rule {
        NamedRule::Bundled(info) => json!({ "const": info.id, "description": info.about }),
        // A scenario names a rule file by its path.
        NamedRule::File(_) => rule_file(rule.about()),
    };
    schema
}

fn rule_file(about: &str) -> Value {
    json!({ "type": "string", "pattern": format!("{}$", ENDING.replace('.', "\\.")), "description": about })
}

/// Returns a schema that depends on the rule that a scenario names. Only the schema of a rule file
/// itself knows the file's parameters.
fn all_rules_schema() -> Value {
    let mut schema = json!({ "properties": sections() });
    let mut names: Vec<Value> = RULES
        .iter()
        .map(|rule| json!({ "const": rule.id, "description": rule.about }))
        .collect();
    names.push(rule_file("a rule file of your own"));
    let description = "The rule: one of the bundled, or a rule file of your own.";
    schema["properties"]["rule"] = json!({ "description": description, "anyOf": names });
    let by_rule = RULES.iter().map(|rule| {
        json!({
            "if": { "properties": { "rule": { "const": rule.id } }, "required": ["rule"] },
            "then": { "properties": rule_properties(rule.parameters, &NamedRule::Bundled(rule).choices()) },
        })
    });
    schema["allOf"] = by_rule.collect();
    schema
}

/// Returns the schemas of the entries of `[[charts]]`, `[[metrics]]` and `[[ask]]`.
fn tables() -> [Value; 3] {
    let mut charts = parameters::table(chart_request::PARAMETERS);
    charts["required"] = json!(["kind"]);
    charts["properties"]["where"] = json!({ "type": "object", "description": "Swept parameters that are held, each at one value." });
    let mut metric = parameters::table(questions::METRIC_KEYS);
    metric["required"] = json!(["name", "value"]);
    let mut band = parameters::table(bands::BAND_KEYS);
    band["required"] = json!(["name"]);
    metric["properties"]["bands"] = json!({
        "type": "array",
        "minItems": 2,
        "description": "Stretches of its values that have a name, from the lowest to the highest.",
        "items": band,
    });
    let mut ask = parameters::table(questions::ASK_KEYS);
    ask["required"] = json!(["value"]);
    [charts, metric, ask]
}

/// Returns the schemas of all sections that every scenario may have.
fn sections() -> Value {
    let [charts, metric, ask] = tables();
    let text = json!({ "type": "string", "minLength": 1 });
    let joint_values = json!({
        "type": "array",
        "minItems": 2,
        "maxItems": 3,
        "items": text,
        "description": "Two or three values, such as [\"result@1\", \"actions\"].",
    });
    json!({
        "title": { "type": "string", "description": "What the scenario asks or finds." },
        "description": { "type": "string", "description": "More about it, in Markdown; it goes under the title in reports." },
        "parameters": { "type": "object", "description": "The rule's own numbers." },
        "sweep": {
            "type": "object",
            "description": "Parameters to vary, a list or a range each; every combination is a case.",
        },
        "balance": {
            "type": "object",
            "description": "Numbers that may be changed so that all that is wanted comes true: parameters, a list or a range each. `simulate balance` finds them.",
            "properties": {
                "keep": { "description": "Which settings make sense: a condition over these parameters, such as \"fast <= hard\"." },
            },
        },
        "variants": {
            "type": "array",
            "description": "Rule changes laid side by side; each is run for every combination of swept values.",
            "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["name"],
                "properties": {
                    "name": { "type": "string", "minLength": 1, "maxLength": LONGEST_NAME, "description": "Its name in tables and charts." },
                    "set": { "type": "object", "description": "Paths into [parameters], and what is set there." },
                },
            },
        },
        "play": { "type": "object", "description": "How a player decides what the rule leaves open, and what for." },
        "run": parameters::table(settings::PARAMETERS),
        "charts": { "type": "array", "description": "Charts to draw instead of the rule's own.", "items": charts },
        "metrics": { "type": "array", "description": "Metrics of the scenario's own.", "items": metric },
        "ask": { "type": "array", "description": "Questions: the first numbers of all.", "items": ask },
        "joint": {
            "type": "array",
            "description": "Joint distributions: how often values come together.",
            "items": { "type": "object", "additionalProperties": false, "required": ["of"], "properties": { "of": joint_values } },
        },
        "labels": {
            "type": "object",
            "description": "What is shown under another name: a metric or one of its outcomes, a parameter, an entry or a value of it, a choice or one of its options, what a step is.",
            "additionalProperties": { "anyOf": [text, { "type": "object" }] },
        },
        "words": {
            "type": "object",
            "description": "What charts and tables for rulebooks say of themselves: another language, or other words. `simulate show messages` lists them.",
            "properties": words(),
            "additionalProperties": false,
        },
    })
}

/// Returns the schema of `[words]`: the language and every message.
fn words() -> Value {
    let mut words = json!({
        "language": { "type": "string", "description": "\"en\", \"de\", or a language file in the folder of the scenario: \"fr.toml\"." },
    });
    for word in Word::ALL {
        words[word.key()] = json!({ "type": "string", "default": word.english() });
    }
    words
}

/// Returns the schemas of the sections that contain parameters of one rule.
fn rule_properties(described: &[Parameter], choices: &[(String, String)]) -> Value {
    let answers = json!({ "type": ["string", "integer"] });
    let mut play = json!({
        "aim": { "type": "string", "description": "What the player wants: mean(X), or P(EVENT) without a condition." },
        "minimise": { "type": "boolean", "description": "Whether less of it is better.", "default": false },
        "then": { "type": "string", "description": "What decides between plays that serve the aim as well: least P(EVENT), most mean(X)." },
        "their_aim": { "type": "string", "description": "What the other side wants, if it is not the opposite of the aim: mean(X), P(EVENT), or least mean(X)." },
    });
    for (key, meaning) in choices {
        play[key] = answers.clone();
        play[key]["description"] = json!(meaning);
    }
    json!({
        "play": { "properties": play, "additionalProperties": false },
        "parameters": parameters::table(described),
        "sweep": parameters::sweep_table(described),
        "balance": balance_schema(described),
        "variants": { "items": { "properties": { "set": parameters::set_table(described) } } },
    })
}

/// Returns the schema of `[balance]`. Its parameters have the form of `[sweep]`. `keep` is a
/// condition, but there may also be a parameter of this name.
fn balance_schema(described: &[Parameter]) -> Value {
    let mut balanced = parameters::sweep_table(described);
    let text = json!({ "type": "string", "minLength": 1 });
    balanced["properties"]["keep"] = match balanced["properties"]["keep"].take() {
        Value::Null => text,
        swept => json!({ "anyOf": [text, swept] }),
    };
    balanced
}

/// Adds the keys of one object to another one, recursively.
fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}
