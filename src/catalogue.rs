//! What the program knows, in words: `list`, `show` and `new`.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use crate::rule::metric::{Kind, Metric};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule_file::find::{self as rule_files, Beside};
use crate::rules::RULES;
use crate::scenario::bundled::BUNDLED;
use crate::scenario::check::default_node;
use crate::scenario::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::scenario::named_rule::NamedRule;
use crate::scenario::told::in_words;

/// Width of a line of comments.
const WIDTH: usize = 88;

/// Finds a rule by its id.
///
/// # Errors
/// When there is none, with the nearest.
pub fn rule(id: &str) -> Result<NamedRule, Diagnostics> {
    if rule_files::is_rule_file(id) {
        let rule = rule_files::find(id, Beside::Folder(Path::new("")))?;
        return Ok(NamedRule::File(Arc::new(rule)));
    }
    let ids: Vec<&str> =
        RULES.iter().map(|rule| rule.id).chain(rule_files::BUNDLED.iter().map(|(name, _)| *name)).collect();
    let found = RULES.iter().find(|rule| rule.id == id).map(NamedRule::Bundled);
    found.ok_or_else(|| Diagnostic::nowhere(format!("there is no rule {id}"), nearest(id, &ids)).into())
}

/// The bundled scenarios and the rules, a line each.
pub fn list() -> String {
    let title = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("title = "));
        line.unwrap_or("").trim().trim_matches('"').to_owned()
    };
    let width =
        BUNDLED.iter().map(|(name, _)| name.len()).chain(RULES.iter().map(|rule| rule.id.len())).max().unwrap_or(0);
    let mut text = String::from("Scenarios (simulate --scenario NAME):\n");
    for (name, toml) in BUNDLED {
        let _ = writeln!(text, "  {name:width$}  {}", title(toml));
    }
    text.push_str("\nRule files (simulate show FILE), to start from or to change:\n");
    for (name, program) in rule_files::BUNDLED {
        let about = program.lines().next().unwrap_or("").trim_matches('"');
        let _ = writeln!(text, "  {name:width$}  {about}");
    }
    text.push_str("\nRules (simulate show RULE):\n");
    for rule in RULES {
        let _ = writeln!(text, "  {:width$}  {}", rule.id, rule.about);
    }
    text
}

/// A rule's parameters with defaults and ranges, and its metrics under the defaults.
pub fn show(rule: &NamedRule, metrics: &[Metric]) -> String {
    let mut text = format!("{}: {}\n\nParameters\n", rule.id(), rule.described());
    describe(rule.parameters(), 1, &mut text);
    text.push_str("\nMetrics\n");
    for metric in metrics {
        let when = if metric.steps.is_some() { "each step" } else { "whole trial" };
        let kind = match &metric.kind {
            Kind::Count => "count".to_owned(),
            Kind::When => "count: the step".to_owned(),
            Kind::Flag => "flag".to_owned(),
            Kind::Category(outcomes) => {
                let codes = outcomes.iter().enumerate().map(|(code, outcome)| format!("{code} {}", outcome.name));
                format!("category: {}", codes.collect::<Vec<_>>().join(", "))
            }
        };
        let _ = writeln!(text, "  {:<20} {when:<12} {kind}", metric.name);
        if metric.is_optional() {
            let _ = writeln!(text, "  {:<20} {:<12} may be absent: {}", "", "", metric.absent);
        }
        if metric.label.to_lowercase() != metric.name.replace('_', " ") {
            let _ = writeln!(text, "  {:<20} {}", "", metric.label);
        }
    }
    let tables = if let NamedRule::Bundled(info) = rule { info.tables } else { &[] };
    for table in tables {
        let _ = write!(text, "\n{}\n{}", table.heading, (table.rows)());
    }
    let of_rule =
        BUNDLED.iter().filter(|(_, toml)| toml.lines().any(|line| line == format!("rule = \"{}\"", rule.id())));
    let names: Vec<&str> = of_rule.map(|(name, _)| *name).collect();
    if !names.is_empty() {
        let _ = writeln!(text, "\nBundled scenarios: {}", names.join(", "));
    }
    text
}

fn describe(parameters: &[Parameter], depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for parameter in parameters {
        let default = match parameter.shape {
            _ if parameter.default.is_empty() => "absent".to_owned(),
            ParameterType::Records { .. } => "entries".to_owned(),
            _ => parameter.default.to_owned(),
        };
        let _ = writeln!(text, "{indent}{:<20} default {default:<10} {}", parameter.key, parameter.shape.allowed());
        let _ = writeln!(text, "{indent}{:<20} {}", "", parameter.meaning);
        if let ParameterType::Records { .. } = parameter.shape {
            let _ = writeln!(text, "{indent}{:<20} {}", "", in_words(&default_node(parameter)));
        }
        match *parameter.shape.entries().unwrap_or(&parameter.shape) {
            ParameterType::Table(inner) | ParameterType::Records { fields: inner, .. } => {
                describe(inner, depth + 1, text)
            }
            ParameterType::Entries { inherits, own, .. } => {
                let _ = writeln!(
                    text,
                    "{indent}{:<20} an entry takes what it leaves out from above: {}",
                    "",
                    inherits.join(", ")
                );
                describe(own, depth + 1, text);
            }
            _ => {}
        }
    }
}

/// A commented scenario to start from: every parameter at its default.
pub fn starter(rule: &NamedRule) -> String {
    let mut text = format!(
        "# {}\ntitle = \"My question\"\nrule = \"{}\"\n\n# Every parameter, at its default. Take the # off a line to change it.\n[parameters]\n",
        rule.about(),
        rule.id()
    );
    let is_section = |parameter: &&Parameter| {
        use ParameterType::{Entries, Map, Records, Table};
        matches!(parameter.shape, Entries { .. } | Records { .. } | Table(_) | Map(_))
    };
    for parameter in rule.parameters().iter().filter(|parameter| !is_section(parameter)) {
        comment(parameter, &mut text);
    }
    let has_section = |parameter: &&Parameter| is_section(parameter) || parameter.shape.entries().is_some();
    for parameter in rule.parameters().iter().filter(has_section) {
        let shape = *parameter.shape.entries().unwrap_or(&parameter.shape);
        let head = match shape {
            ParameterType::Entries { .. } | ParameterType::Records { .. } => {
                format!("[[parameters.{}]]", parameter.key)
            }
            _ => format!("[parameters.{}]", parameter.key),
        };
        let _ = writeln!(text, "\n# {}\n# {head}", parameter.meaning);
        match shape {
            ParameterType::Table(inner) => inner.iter().for_each(|parameter| comment(parameter, &mut text)),
            ParameterType::Records { fields, .. } => {
                let _ = writeln!(text, "# name = \"A name\"");
                fields.iter().for_each(|parameter| comment(parameter, &mut text));
            }
            ParameterType::Entries { own, inherits, .. } => {
                let _ = writeln!(text, "# name = \"A name\"");
                own.iter().for_each(|parameter| comment(parameter, &mut text));
                if !inherits.is_empty() {
                    let _ = writeln!(text, "# and any of: {}", inherits.join(", "));
                }
            }
            _ => {}
        }
    }
    text.push_str(
        "\n# Parameters to sweep: lists or ranges; every combination is a case.\n[sweep]\n# key = [1, 2, 3]\n# other = { from = 0, to = 6 }\n\
         \n# Rule changes laid side by side.\n# [[variants]]\n# name = \"As published\"\n# [[variants]]\n# name = \"My change\"\n# set = { key = 1 }\n\
         \n[run]\n# trials = 1_000_000\n# seed = 1\n# precision = 0.001\n",
    );
    text
}

fn comment(parameter: &Parameter, text: &mut String) {
    let about = format!("{}: {}", parameter.meaning, parameter.shape.allowed());
    let mut line = String::from("#");
    for word in about.split(' ') {
        if line.chars().count() + word.chars().count() + 1 > WIDTH {
            let _ = writeln!(text, "{line}");
            line = String::from("#  ");
        }
        line.push(' ');
        line.push_str(word);
    }
    let value = if parameter.default.is_empty() { "..." } else { parameter.default };
    let _ = writeln!(text, "{line}\n# {} = {value}", parameter.key);
}
