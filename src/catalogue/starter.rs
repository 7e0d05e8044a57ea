//! `simulate new`: returns a commented scenario to start from.

use std::fmt::Write;

use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::presentation::{ChartKind, Measure};
use crate::rule::words::{RuleDescription, to_sentence};
use crate::scenario::named_rule::NamedRule;
use oddsmith_model::question_text::question;

use super::paragraph::wrap;

/// The width of comments. They are read in editors of any width.
const WIDTH: usize = 88;

/// Returns a commented scenario to start from: the rule in words, and every parameter with its
/// default.
pub fn starter(rule: &NamedRule) -> String {
    let mut text = wrap(rule.about(), WIDTH, "# ", "# ");
    text += &rule_comment(&rule.in_words(), rule.about());
    // The line is commented out because editors report a schema file that does not exist.
    let _ = write!(
        text,
        "# An editor completes and checks this file (Even Better TOML in VS Code, taplo elsewhere):\n\
         #   simulate schema {id} > scenario.schema.json\n# and then, without the first # and the blank:\n\
         # #:schema ./scenario.schema.json\n\n",
        id = rule.id()
    );
    let _ = write!(
        text,
        "title = \"My question\"\nrule = \"{}\"\n\n# Every parameter at its default. Remove the # from a line to change it.\n[parameters]\n",
        rule.id()
    );
    let is_section = |parameter: &&Parameter| {
        use ParameterType::{Entries, Map, Records, Table};
        matches!(
            parameter.shape,
            Entries { .. } | Records { .. } | Table(_) | Map(_)
        )
    };
    for parameter in rule
        .parameters()
        .iter()
        .filter(|parameter| !is_section(parameter))
    {
        comment(parameter, &mut text);
    }
    let has_section =
        |parameter: &&Parameter| is_section(parameter) || parameter.shape.entries().is_some();
    for parameter in rule.parameters().iter().filter(has_section) {
        let shape = *parameter.shape.entries().unwrap_or(&parameter.shape);
        let head = match shape {
            ParameterType::Entries { .. } | ParameterType::Records { .. } => {
                format!("[[parameters.{}]]", parameter.key)
            }
            _ => format!("[parameters.{}]", parameter.key),
        };
        let _ = write!(
            text,
            "\n{}# {head}\n",
            wrap(&to_sentence(parameter.meaning), WIDTH, "# ", "# ")
        );
        match shape {
            ParameterType::Table(inner) => inner
                .iter()
                .for_each(|parameter| comment(parameter, &mut text)),
            ParameterType::Records { fields, .. } => {
                let _ = writeln!(text, "# name = \"A name\"");
                fields
                    .iter()
                    .for_each(|parameter| comment(parameter, &mut text));
            }
            ParameterType::Entries {
                entry_parameters,
                inherits,
                ..
            } => {
                let _ = writeln!(text, "# name = \"A name\"");
                entry_parameters
                    .iter()
                    .filter(|parameter| parameter.key != "name")
                    .for_each(|parameter| comment(parameter, &mut text));
                if !inherits.is_empty() {
                    text += &wrap(
                        &format!("and any of: {}", inherits.join(", ")),
                        WIDTH,
                        "# ",
                        "#   ",
                    );
                }
            }
            _ => {}
        }
    }
    text += &ask(rule);
    text.push_str(
        "\n# Parameters to sweep, as lists or ranges. Every combination is a case.\n[sweep]\n# key = [1, 2, 3]\n# other = { from = 0, to = 6 }\n\
         \n# Rule changes to compare.\n# [[variants]]\n# name = \"As published\"\n# [[variants]]\n# name = \"My change\"\n# set = { key = 1 }\n\
",
    );
    text += &charts(rule);
    text.push_str("\n[run]\n# trials = 1_000_000\n# seed = 1\n# precision = 0.001\n");
    text
}

/// Returns the question of the rule's headline. The headline of a run answers the first question.
fn ask(rule: &NamedRule) -> String {
    let built = rule.build_default().ok();
    let found = built.as_ref().and_then(|built| {
        let headline = built.presentation.headlines.first()?;
        Some((
            headline,
            built
                .presentation
                .metrics
                .iter()
                .find(|metric| metric.name == headline.metric)?,
        ))
    });
    let Some((headline, metric)) = found else {
        return String::new();
    };
    let label = if headline.measure == Measure::Mean {
        &metric.label
    } else {
        &headline.label
    };
    format!(
        "\n# The headline answers the first question. Each [[ask]] is a column of the table.\n\
         [[ask]]\nlabel = {}\nvalue = {}\n",
        toml::Value::from(label.replace(": ", " ")),
        toml::Value::from(question(metric, headline.step, headline.measure))
    )
}

/// Returns a chart of the rule's first metric that needs no sweep.
fn charts(rule: &NamedRule) -> String {
    let built = rule.build_default().ok();
    let Some(metric) = built
        .as_ref()
        .and_then(|built| built.presentation.metrics.first())
    else {
        return String::new();
    };
    let kind = if metric.outcomes().is_empty() {
        ChartKind::Distribution
    } else {
        ChartKind::Stacked
    };
    format!(
        "\n# Your charts instead of the rule's. docs/charts.md lists every kind and key.\n# [[charts]]\n\
         # kind = \"{}\"\n# metric = \"{}\"\n# width = 80\n",
        kind.name(),
        metric.name
    )
}

/// Returns the rule in sentences, as comments.
fn rule_comment(words: &RuleDescription, about: &str) -> String {
    let mut text = "#\n".to_owned();
    for paragraph in words
        .paragraphs
        .iter()
        .filter(|paragraph| paragraph.as_str() != about.trim())
    {
        text += &format!("{}#\n", wrap(paragraph, WIDTH, "# ", "# "));
    }
    if !words.origin.is_empty() {
        text += &wrap(&format!("From: {}", words.origin), WIDTH, "# ", "#   ");
    }
    if !words.interpretations.is_empty() {
        text.push_str("#\n# How we read the rules, and other readings:\n");
    }
    for interpretation in words.interpretations {
        text += &wrap(interpretation.default, WIDTH, "# - ", "#   ");
        for other in interpretation.alternatives {
            text += &wrap(
                &format!("{}: {}", other.setting(), to_sentence(other.meaning)),
                WIDTH,
                "#     ",
                "#       ",
            );
        }
    }
    text
}

fn comment(parameter: &Parameter, text: &mut String) {
    *text += &wrap(&to_sentence(parameter.meaning), WIDTH, "# ", "#   ");
    *text += &wrap(
        &format!("Allowed: {}.", parameter.shape.allowed()),
        WIDTH,
        "#   ",
        "#   ",
    );
    let value = if parameter.default.is_empty() {
        "..."
    } else {
        parameter.default
    };
    let _ = writeln!(text, "# {} = {value}", parameter.key);
}
