//! Completions in a scenario: sections, keys, values and words of questions.

use std::ops::Range;

use serde_json::Value;

use super::edited::{Edited, KnownRule};
use super::line::{CaretLine, is_key_char};
use crate::input::diagnostic::char_boundary;
use crate::rule::choice::{COMMON_ANSWERS, NumberWords, ShownChoice};
use crate::rule::metric::ShownMetric;
use crate::rule_file::find::BUNDLED;
use crate::rules::RULES;

/// The kind of a completion, which editors mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// A section or a key of a scenario.
    Key,
    /// A value, or an outcome.
    Value,
    /// A function.
    Function,
    /// A name of the rule.
    Name,
    /// A file, or a rule.
    File,
}

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The label, which is also the inserted text.
    pub label: String,
    /// The text that is inserted after the label: ` = ` after a key.
    pub suffix: &'static str,
    /// An explanation; may be empty.
    pub info: String,
    /// The kind of the completion.
    pub kind: OfferKind,
}

/// All completions at the caret, and the bytes that they replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offers {
    /// The bytes that are already written.
    pub span: Range<usize>,
    /// The completions.
    pub items: Vec<Offer>,
}

impl Offer {
    pub(super) fn new(label: impl Into<String>, info: impl Into<String>, kind: OfferKind) -> Offer {
        Offer {
            label: label.into(),
            suffix: "",
            info: info.into(),
            kind,
        }
    }
}

impl Edited<'_> {
    /// Returns the completions at a byte of the text.
    pub fn offers(&self, byte: usize) -> Option<Offers> {
        let byte = char_boundary(self.text, byte);
        let offers = if self.is_rule_file() {
            self.rule_offers(byte)
        } else {
            self.scenario_offers(byte)
        };
        offers.filter(|offers| !offers.items.is_empty())
    }

    fn scenario_offers(&self, byte: usize) -> Option<Offers> {
        let caret = CaretLine::of(self.text, byte);
        if caret.is_comment() {
            return None;
        }
        let behind = |written: &str| byte - written.len()..byte;
        if let Some(open) = caret.open_header() {
            return Some(Offers {
                span: behind(open),
                items: sections(&self.known_rule().schema),
            });
        }
        let Some(rest) = caret.assigned() else {
            return self.keys(&caret, byte);
        };
        let known = self.known_rule();
        if caret.is_question() {
            let word = &rest[rest
                .rfind(|c: char| !c.is_alphanumeric() && c != '_')
                .map_or(0, |offset| offset + 1)..];
            return Some(Offers {
                span: behind(word),
                items: question_offers(&known.metrics),
            });
        }
        if let Some(key) = caret.inline_key().filter(|_| !caret.is_quoted()) {
            let holder = if caret.key() == Some("set") {
                vec!["parameters"]
            } else {
                caret.section.clone()
            };
            return Some(Offers {
                span: behind(key),
                items: keys_of(descend(&known.schema, &holder)?),
            });
        }
        let key = caret.key()?;
        let key_schema = descend(&known.schema, &caret.section)?
            .get("properties")?
            .get(key)?;
        let from = rest
            .rfind(|c| !is_key_char(c) && c != '"')
            .map_or(0, |offset| offset + 1);
        let choice = known
            .choices
            .iter()
            .find(|choice| caret.section == ["play"] && choice.name == key);
        let items = match choice {
            Some(choice) => options(choice),
            None if caret.section.is_empty() && key == "rule" => rules(),
            None => values(key_schema),
        };
        Some(Offers {
            span: behind(&rest[from..]),
            items,
        })
    }

    fn keys(&self, caret: &CaretLine<'_>, byte: usize) -> Option<Offers> {
        let written = caret.before.trim_start().trim_start_matches('"');
        if !written.chars().all(is_key_char) {
            return None;
        }
        let KnownRule { schema, .. } = self.known_rule();
        let items = keys_of(descend(&schema, &caret.section)?);
        Some(Offers {
            span: byte - written.len()..byte,
            items,
        })
    }
}

/// Returns the part of a schema that describes a section.
pub(super) fn descend<'s>(schema: &'s Value, section: &[&str]) -> Option<&'s Value> {
    let inner =
        |parent: Option<&'s Value>, key: &&str| keyed(parent?)?.get("properties")?.get(*key);
    keyed(section.iter().fold(Some(schema), inner)?)
}

/// Returns the schema with keys: of a list, that of its entries; of several shapes, the first one
/// with keys.
fn keyed(schema: &Value) -> Option<&Value> {
    if let Some(items) = schema.get("items") {
        return keyed(items);
    }
    if schema.get("properties").is_some() {
        return Some(schema);
    }
    let shapes = ["anyOf", "oneOf"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword)?.as_array())
        .flatten();
    shapes
        .filter_map(keyed)
        .find(|shape| shape.get("properties").is_some())
        .or(Some(schema))
}

fn is_section(schema: &Value) -> bool {
    matches!(schema["type"].as_str(), Some("object" | "array"))
        || schema.get("properties").is_some()
        || schema.get("items").is_some()
}

fn sections(schema: &Value) -> Vec<Offer> {
    let properties = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, property)| is_section(property));
    properties
        .map(|(key, property)| Offer::new(key, meaning(property), OfferKind::Key))
        .collect()
}

fn keys_of(schema: &Value) -> Vec<Offer> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .map(|(key, property)| Offer {
            suffix: " = ",
            ..Offer::new(key, meaning(property), OfferKind::Key)
        })
        .collect()
}

fn meaning(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// Returns the values that a schema lists.
fn values(schema: &Value) -> Vec<Offer> {
    let named = match (
        schema.get("const"),
        schema.get("enum").and_then(Value::as_array),
    ) {
        (Some(constant), _) => vec![constant.clone()],
        (None, Some(some)) => some.clone(),
        _ if schema["type"] == "boolean" => vec![true.into(), false.into()],
        _ => Vec::new(),
    };
    let named_offers = named
        .into_iter()
        .map(|value| Offer::new(value.to_string(), meaning(schema), OfferKind::Value));
    let shapes = ["anyOf", "oneOf"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword)?.as_array())
        .flatten();
    named_offers.chain(shapes.flat_map(values)).collect()
}

fn rules() -> Vec<Offer> {
    let bundled = RULES.iter().map(|rule| (rule.id, rule.about));
    let files = BUNDLED
        .iter()
        .map(|(name, text)| (*name, text.lines().next().unwrap_or("").trim_matches('"')));
    bundled
        .chain(files)
        .map(|(name, about)| Offer::new(format!("\"{name}\""), about, OfferKind::File))
        .collect()
}

/// Returns the answers to a choice.
fn options(choice: &ShownChoice) -> Vec<Offer> {
    let known: &[String] = match &choice.options {
        NumberWords::Listed(_, names)
        | NumberWords::Written {
            known: Some(names), ..
        } => names,
        NumberWords::Numbers(..) | NumberWords::Written { known: None, .. } => &[],
    };
    let quoted = |name: &str, info: &str| Offer::new(format!("\"{name}\""), info, OfferKind::Value);
    let answers = COMMON_ANSWERS.iter().zip([
        "the best option for the aim",
        "every option is equally likely",
        "the other side decides, against the aim",
        "the option that is worst for the aim",
    ]);
    let mistaken = [
        (
            "best 90%",
            "nine decisions in ten are best, the others are random",
        ),
        (
            "best within 0.2",
            "small mistakes are common, large ones are rare",
        ),
        ("short-sighted 1", "later choices are thought to be random"),
    ];
    let option_offers = known
        .iter()
        .map(|name| quoted(name, choice.words.option(name)));
    // A fixed strategy with a condition on the first part. Its number is the author's choice.
    let part = choice
        .parts
        .iter()
        .find(|part| matches!(part.values, NumberWords::Numbers(..)));
    let heuristic = known.first().zip(part).map(|(option, part)| {
        let part = oddsmith_language::question::quote_name(&part.name);
        quoted(
            &format!("{option} while {part} < 1"),
            "a rule of thumb: this option while the condition holds, else the other",
        )
    });
    answers
        .map(|(name, info)| quoted(name, info))
        .chain(mistaken.map(|(name, info)| quoted(name, info)))
        .chain(option_offers)
        .chain(heuristic)
        .collect()
}

/// Returns the words of questions: metrics, their outcomes, and statistics.
pub(super) fn question_offers(metrics: &[ShownMetric]) -> Vec<Offer> {
    let names = metrics
        .iter()
        .map(|metric| Offer::new(&metric.name, &metric.label, OfferKind::Name));
    let outcome_offers = |metric: &ShownMetric| {
        let outcome = |outcome: &crate::rule::metric::Outcome| {
            Offer::new(
                &outcome.name,
                format!("{}: {}", metric.label, outcome.label),
                OfferKind::Value,
            )
        };
        metric.outcomes().iter().map(outcome).collect::<Vec<_>>()
    };
    let statistics = oddsmith_language::question::statistics()
        .map(|name| Offer::new(name, "", OfferKind::Function));
    names
        .chain(metrics.iter().flat_map(outcome_offers))
        .chain(statistics)
        .collect()
}
