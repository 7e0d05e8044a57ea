//! `simulate show`: describes a rule in sentences, with its parameters and metrics.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::input::check::default_node;
use crate::rule::BuiltRule;
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::presentation::Presentation;
use crate::rule::words::{RuleDescription, to_sentence};
use crate::scenario::bundled::BUNDLED;
use crate::scenario::description::value_in_words;
use crate::scenario::named_rule::NamedRule;

use super::paragraph::{wrap, wrap_indented};

/// Describes a rule: its text, its source, how it was interpreted, its parameters with defaults and
/// ranges, and its metrics at the defaults. Lines fit the width.
pub fn show(rule: &NamedRule, presentation: &Presentation, width: usize) -> String {
    let words = rule.in_words();
    let mut text = wrap(&format!("{}: {}", rule.id(), rule.about()), width, "", "  ");
    text += &rule_description(&words, rule.about(), width);
    text += &interpretations(&words, width);
    text.push_str("\nParameters\n");
    describe_parameters(rule.parameters(), 1, width, &mut text);
    text += &player_choices(rule, width);
    text.push_str("\nMetrics\n");
    presentation
        .metrics
        .iter()
        .for_each(|metric| text += &metric_text(metric, width));
    text += &conditional_metrics(rule, presentation, width);
    let tables = if let NamedRule::Bundled(info) = rule {
        info.tables
    } else {
        &[]
    };
    for table in tables {
        let rows: String = (table.rows)()
            .lines()
            .map(|line| wrap_indented(line, width))
            .collect();
        let _ = write!(text, "\n{}\n{rows}", table.heading);
    }
    let rule_scenarios = BUNDLED.iter().filter(|(_, toml)| {
        toml.lines()
            .any(|line| line == format!("rule = \"{}\"", rule.id()))
    });
    let names: Vec<&str> = rule_scenarios.map(|(name, _)| *name).collect();
    if !names.is_empty() {
        text.push('\n');
        text += &wrap(
            &format!("Bundled scenarios: {}", names.join(", ")),
            width,
            "",
            "  ",
        );
    }
    text
}

/// Returns the metrics that exist only with certain parameters, and these parameters.
fn conditional_metrics(rule: &NamedRule, presentation: &Presentation, width: usize) -> String {
    let NamedRule::Bundled(info) = rule else {
        return String::new();
    };
    let mut known: BTreeSet<String> = presentation
        .metrics
        .iter()
        .map(|metric| metric.name.clone())
        .collect();
    let mut text = String::new();
    for (when, parameters) in info.metric_parameters {
        let Ok(BuiltRule { presentation, .. }) = rule.build_with(parameters) else {
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
            text += &wrap(
                &format!("{}:", to_sentence(when).trim_end_matches('.')),
                width,
                "  ",
                "    ",
            );
        }
        new.into_iter()
            .for_each(|metric| text += &metric_text(metric, width));
    }
    text
}

/// Returns the choices that a scenario's `[play]` may answer.
fn player_choices(rule: &NamedRule, width: usize) -> String {
    let choices = rule.choices();
    if choices.is_empty() {
        return String::new();
    }
    let head = "\nLeft to a player ([play]: \"best\" or \"them\" with an aim, \"uniform\", an option,\nor \"OPTION while CONDITION\")\n";
    let mut text = head.to_owned();
    for (key, meaning) in choices {
        text += &wrap(&key, width, "  ", "      ");
        text += &wrap(&to_sentence(&meaning), width, "      ", "      ");
    }
    text
}

/// Returns the rule in sentences, and its source. Text that is in the heading already is left out.
fn rule_description(words: &RuleDescription, about: &str, width: usize) -> String {
    let paragraphs = words
        .paragraphs
        .iter()
        .filter(|paragraph| paragraph.as_str() != about.trim());
    let mut text: String = paragraphs
        .map(|paragraph| format!("\n{}", wrap(paragraph, width, "", "")))
        .collect();
    if !words.origin.is_empty() {
        text += &format!(
            "\n{}",
            wrap(&format!("From: {}", words.origin), width, "", "  ")
        );
    }
    text
}

/// Returns how the rule's text was interpreted, and the settings for other interpretations.
fn interpretations(words: &RuleDescription, width: usize) -> String {
    if words.interpretations.is_empty() {
        return String::new();
    }
    let mut text = "\nHow we read the rules, and other readings\n".to_owned();
    for interpretation in words.interpretations {
        text += &wrap(interpretation.default, width, "  - ", "    ");
        for other in interpretation.alternatives {
            text += &wrap(
                &format!("{}: {}", other.setting(), to_sentence(other.meaning)),
                width,
                "      ",
                "        ",
            );
        }
    }
    text
}

/// Describes parameters. Those of a table or an entry are indented.
fn describe_parameters(parameters: &[Parameter], depth: usize, width: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let under = format!("{indent}    ");
    for parameter in parameters {
        *text += &wrap(
            &format!("{}{}", parameter.key, default_text(parameter)),
            width,
            &indent,
            &under,
        );
        *text += &wrap(&to_sentence(parameter.meaning), width, &under, &under);
        *text += &wrap(
            &format!("Allowed: {}.", parameter.shape.allowed()),
            width,
            &under,
            &under,
        );
        match *parameter.shape.entries().unwrap_or(&parameter.shape) {
            ParameterType::Table(inner) | ParameterType::Records { fields: inner, .. } => {
                describe_parameters(inner, depth + 2, width, text);
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
                    *text += &wrap(&from_above, width, &under, &under);
                }
                describe_parameters(entry_parameters, depth + 2, width, text);
            }
            _ => {}
        }
    }
}

/// Returns the text after a parameter's key: its default.
fn default_text(parameter: &Parameter) -> String {
    match parameter.shape {
        ParameterType::Records { .. } => format!(" = {}", value_in_words(&default_node(parameter))),
        _ if parameter.default.is_empty() => " (absent unless it is given)".to_owned(),
        _ => format!(" = {}", parameter.default),
    }
}

/// Describes a metric: its name, when it is recorded, and its values.
fn metric_text(metric: &ShownMetric, width: usize) -> String {
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
    let mut text = wrap(
        &format!("{} ({when}) {kind}{absent}", metric.name),
        width,
        "  ",
        "      ",
    );
    if metric.label.to_lowercase() != metric.name.replace('_', " ") {
        text += &wrap(&to_sentence(&metric.label), width, "      ", "      ");
    }
    text
}
