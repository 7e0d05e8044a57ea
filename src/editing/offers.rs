//! Completions in a scenario: sections, keys, values and words of questions.

use std::ops::Range;

use serde_json::Value;

use super::edited::{Edited, Known, boundary};
use super::line::{CaretLine, is_of_key};
use crate::rule::choice::{ANSWERS, ShownChoice, Words};
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
    /// Its label, which is also the inserted text.
    pub label: String,
    /// The text that is inserted after the label: ` = ` after a key.
    pub behind: &'static str,
    /// What it means; may be empty.
    pub info: String,
    /// What it is.
    pub kind: OfferKind,
}

/// All completions at the caret, and the bytes that they replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offers {
    /// The bytes that are already written.
    pub span: Range<usize>,
    /// All of them.
    pub all: Vec<Offer>,
}

impl Offer {
    pub(super) fn new(label: impl Into<String>, info: impl Into<String>, kind: OfferKind) -> Offer {
        Offer {
            label: label.into(),
            behind: "",
            info: info.into(),
            kind,
        }
    }
}

impl Edited<'_> {
    /// Returns the completions at a byte of the text.
    pub fn offers(&self, byte: usize) -> Option<Offers> {
        let byte = boundary(self.text, byte);
        let offers = if self.is_rule_file() {
            self.rule_offers(byte)
        } else {
            self.scenario_offers(byte)
        };
        offers.filter(|offers| !offers.all.is_empty())
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
                all: sections(&self.known().schema),
            });
        }
        let Some(rest) = caret.assigned() else {
            return self.keys(&caret, byte);
        };
        let known = self.known();
        if caret.is_question() {
            let word = &rest[rest
                .rfind(|c: char| !c.is_alphanumeric() && c != '_')
                .map_or(0, |at| at + 1)..];
            return Some(Offers {
                span: behind(word),
                all: of_questions(&known.metrics),
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
                all: keys_of(descend(&known.schema, &holder)?),
            });
        }
        let key = caret.key()?;
        let key_schema = descend(&known.schema, &caret.section)?
            .get("properties")?
            .get(key)?;
        let from = rest
            .rfind(|c| !is_of_key(c) && c != '"')
            .map_or(0, |at| at + 1);
        let choice = known
            .choices
            .iter()
            .find(|choice| caret.section == ["play"] && choice.name == key);
        let all = match choice {
            Some(choice) => options(choice),
            None if caret.section.is_empty() && key == "rule" => rules(),
            None => values(key_schema),
        };
        Some(Offers {
            span: behind(&rest[from..]),
            all,
        })
    }

    fn keys(&self, caret: &CaretLine<'_>, byte: usize) -> Option<Offers> {
        let written = caret.before.trim_start().trim_start_matches('"');
        if !written.chars().all(is_of_key) {
            return None;
        }
        let Known { schema, .. } = self.known();
        let all = keys_of(descend(&schema, &caret.section)?);
        Some(Offers {
            span: byte - written.len()..byte,
            all,
        })
    }
}

/// Returns the part of a schema that describes a section.
pub(super) fn descend<'s>(schema: &'s Value, section: &[&str]) -> Option<&'s Value> {
    let inner = |here: Option<&'s Value>, key: &&str| keyed(here?)?.get("properties")?.get(*key);
    keyed(section.iter().fold(Some(schema), inner)?)
}

/// Of a list its entries; of several shapes the one with keys.
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
    let all = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, property)| is_section(property));
    all.map(|(key, property)| Offer::new(key, meaning(property), OfferKind::Key))
        .collect()
}

fn keys_of(schema: &Value) -> Vec<Offer> {
    let all = schema["properties"].as_object().into_iter().flatten();
    all.map(|(key, property)| Offer {
        behind: " = ",
        ..Offer::new(key, meaning(property), OfferKind::Key)
    })
    .collect()
}

fn meaning(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// The values that a schema names.
fn values(schema: &Value) -> Vec<Offer> {
    let named = match (
        schema.get("const"),
        schema.get("enum").and_then(Value::as_array),
    ) {
        (Some(one), _) => vec![one.clone()],
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
        Words::From(_, names)
        | Words::Written {
            known: Some(names), ..
        } => names,
        Words::Numbers(..) | Words::Written { known: None, .. } => &[],
    };
    let quoted = |name: &str, info: &str| Offer::new(format!("\"{name}\""), info, OfferKind::Value);
    let answers = ANSWERS.iter().zip([
        "the best option for the aim",
        "every option is equally likely",
        "the other side decides, against the aim",
    ]);
    let option_offers = known
        .iter()
        .map(|name| quoted(name, choice.words.option(name)));
    // A rule of thumb over the first part: its number is the designer's.
    let part = choice
        .parts
        .iter()
        .find(|part| matches!(part.values, Words::Numbers(..)));
    let heuristic = known.first().zip(part).map(|(option, part)| {
        let part = oddsmith_language::question::name(&part.name);
        quoted(
            &format!("{option} while {part} < 1"),
            "a rule of thumb: this option while the condition holds, else the other",
        )
    });
    answers
        .map(|(name, info)| quoted(name, info))
        .chain(option_offers)
        .chain(heuristic)
        .collect()
}

/// Returns the words of questions: metrics, their outcomes, and statistics.
pub(super) fn of_questions(metrics: &[ShownMetric]) -> Vec<Offer> {
    let names = metrics
        .iter()
        .map(|metric| Offer::new(&metric.name, &metric.label, OfferKind::Name));
    let of_metric = |metric: &ShownMetric| {
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
        .chain(metrics.iter().flat_map(of_metric))
        .chain(statistics)
        .collect()
}
