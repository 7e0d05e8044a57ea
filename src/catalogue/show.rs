//! `simulate show`: a rule in sentences, then its parameters and metrics.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::input::check::default_node;
use crate::rule::Built;
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::presentation::Presentation;
use crate::rule::words::{InWords, sentence};
use crate::scenario::bundled::BUNDLED;
use crate::scenario::description::in_words;
use crate::scenario::named_rule::NamedRule;

use super::paragraph::{set_in, wrapped};

/// A rule: what it says, where it comes from, how it was read, its parameters with defaults and
/// ranges, and its metrics under the defaults. Lines fit the width.
pub fn show(rule: &NamedRule, presentation: &Presentation, width: usize) -> String {
    let words = rule.in_words();
    let mut text = wrapped(&format!("{}: {}", rule.id(), rule.about()), width, "", "  ");
    text += &rule_description(&words, rule.about(), width);
    text += &readings(&words, width);
    text.push_str("\nParameters\n");
    describe(rule.parameters(), 1, width, &mut text);
    text += &left_to_a_player(rule, width);
    text.push_str("\nMetrics\n");
    presentation
        .metrics
        .iter()
        .for_each(|metric| text += &shown(metric, width));
    text += &more_metrics(rule, presentation, width);
    let tables = if let NamedRule::Bundled(info) = rule {
        info.tables
    } else {
        &[]
    };
    for table in tables {
        let rows: String = (table.rows)()
            .lines()
            .map(|line| set_in(line, width))
            .collect();
        let _ = write!(text, "\n{}\n{rows}", table.heading);
    }
    let of_rule = BUNDLED.iter().filter(|(_, toml)| {
        toml.lines()
            .any(|line| line == format!("rule = \"{}\"", rule.id()))
    });
    let names: Vec<&str> = of_rule.map(|(name, _)| *name).collect();
    if !names.is_empty() {
        text.push('\n');
        text += &wrapped(
            &format!("Bundled scenarios: {}", names.join(", ")),
            width,
            "",
            "  ",
        );
    }
    text
}

/// Returns the metrics that exist only with certain parameters, and when that is.
fn more_metrics(rule: &NamedRule, presentation: &Presentation, width: usize) -> String {
    let NamedRule::Bundled(info) = rule else {
        return String::new();
    };
    let mut known: BTreeSet<String> = presentation
        .metrics
        .iter()
        .map(|metric| metric.name.clone())
        .collect();
    let mut text = String::new();
    for (when, parameters) in info.more {
        let Ok(Built { presentation, .. }) = rule.with(parameters) else {
            continue;
        };
        let metrics = presentation
            .metrics
            .iter()
            .filter(|metric| !metric.name.starts_with("OTHER."));
        let new: Vec<&ShownMetric> = metrics
            .filter(|metric| known.insert(metric.name.clone()))
            .collect();
        if !new.is_empty() {
            text += &wrapped(
                &format!("{}:", sentence(when).trim_end_matches('.')),
                width,
                "  ",
                "    ",
            );
        }
        new.into_iter()
            .for_each(|metric| text += &shown(metric, width));
    }
    text
}

/// What a scenario's `[play]` may answer.
fn left_to_a_player(rule: &NamedRule, width: usize) -> String {
    let choices = rule.choices();
    if choices.is_empty() {
        return String::new();
    }
    let head = "\nLeft to a player ([play]: \"best\" or \"them\" with an aim, \"uniform\", an option,\nor \"OPTION while CONDITION\")\n";
    let mut text = head.to_owned();
    for (key, meaning) in choices {
        text += &wrapped(&key, width, "  ", "      ");
        text += &wrapped(&sentence(&meaning), width, "      ", "      ");
    }
    text
}

/// The rule in sentences, and where it comes from. What stands in the heading already is left out.
fn rule_description(words: &InWords, about: &str, width: usize) -> String {
    let paragraphs = words
        .says
        .iter()
        .filter(|paragraph| paragraph.as_str() != about.trim());
    let mut text: String = paragraphs
        .map(|paragraph| format!("\n{}", wrapped(paragraph, width, "", "")))
        .collect();
    if !words.origin.is_empty() {
        text += &format!(
            "\n{}",
            wrapped(&format!("From: {}", words.origin), width, "", "  ")
        );
    }
    text
}

/// The choices that the rule's text left, each with what takes the other one.
fn readings(words: &InWords, width: usize) -> String {
    if words.interpretations.is_empty() {
        return String::new();
    }
    let mut text = "\nHow we read the rules, and other readings\n".to_owned();
    for reading in words.interpretations {
        text += &wrapped(reading.taken, width, "  - ", "    ");
        for other in reading.others {
            text += &wrapped(
                &format!("{}: {}", other.setting(), sentence(other.means)),
                width,
                "      ",
                "        ",
            );
        }
    }
    text
}

/// Parameters, those of a table or an entry set in.
fn describe(parameters: &[Parameter], depth: usize, width: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let under = format!("{indent}    ");
    for parameter in parameters {
        *text += &wrapped(
            &format!("{}{}", parameter.key, default(parameter)),
            width,
            &indent,
            &under,
        );
        *text += &wrapped(&sentence(parameter.meaning), width, &under, &under);
        *text += &wrapped(
            &format!("Allowed: {}.", parameter.shape.allowed()),
            width,
            &under,
            &under,
        );
        match *parameter.shape.entries().unwrap_or(&parameter.shape) {
            ParameterType::Table(inner) | ParameterType::Records { fields: inner, .. } => {
                describe(inner, depth + 2, width, text);
            }
            ParameterType::Entries {
                inherits,
                entry_parameters,
                ..
            } => {
                if !inherits.is_empty() {
                    let from_above = format!(
                        "An entry takes what it leaves out from above: {}.",
                        inherits.join(", ")
                    );
                    *text += &wrapped(&from_above, width, &under, &under);
                }
                describe(entry_parameters, depth + 2, width, text);
            }
            _ => {}
        }
    }
}

/// What follows a parameter's key: the value that it has when nothing is said.
fn default(parameter: &Parameter) -> String {
    match parameter.shape {
        ParameterType::Records { .. } => format!(" = {}", in_words(&default_node(parameter))),
        _ if parameter.default.is_empty() => " (absent unless it is given)".to_owned(),
        _ => format!(" = {}", parameter.default),
    }
}

/// A metric: its name, when it is shown, what it may be.
fn shown(metric: &ShownMetric, width: usize) -> String {
    let when = if metric.steps.is_some() {
        format!("each {}", metric.step.word())
    } else {
        "whole trial".to_owned()
    };
    let kind = match &metric.kind {
        Kind::Count => "count".to_owned(),
        Kind::When => "count: the step".to_owned(),
        Kind::Flag => "flag".to_owned(),
        Kind::Category(outcomes) => {
            let codes = outcomes
                .iter()
                .enumerate()
                .map(|(code, outcome)| format!("{code} {}", outcome.name));
            format!("category: {}", codes.collect::<Vec<_>>().join(", "))
        }
    };
    let absent = if metric.is_optional() {
        format!("; may be absent: {}", metric.absent)
    } else {
        String::new()
    };
    let mut text = wrapped(
        &format!("{} ({when}) {kind}{absent}", metric.name),
        width,
        "  ",
        "      ",
    );
    if metric.label.to_lowercase() != metric.name.replace('_', " ") {
        text += &wrapped(&sentence(&metric.label), width, "      ", "      ");
    }
    text
}
