//! The rule file of typed expressions, and the scenario that compares the outputs of a rule.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use oddsmith_language::{RuleFile, STD, UnreadFile};

use super::expression::RuleExpression;
use super::{Kind, RULE_NAME};
use crate::input::diagnostic::{Place, Source};
use crate::rule_file::generated::{GeneratedRule, RuleOutput};

/// The text before the expression in the line that records it.
pub(super) const RECORD: &str = "record(result, ";

/// Returns whether all expressions are conditions.
pub(super) fn are_conditions(expressions: &[(RuleExpression, Kind)]) -> bool {
    expressions.iter().all(|(_, kind)| *kind == Kind::Condition)
}

/// Returns a place in a typed expression.
pub(super) fn typed_place(typed: &str, span: Range<usize>) -> Place {
    Place {
        source: Arc::new(Source {
            name: "command line".to_owned(),
            text: typed.to_owned(),
        }),
        span,
    }
}

/// Returns the value of the parameter `rolls` that means a typed expression.
pub(super) fn word(typed: &str) -> String {
    typed.replace('"', "'")
}

/// Returns the rule file of typed expressions.
pub(super) fn generated_rule(
    typed: &[&str],
    expressions: &[(RuleExpression, Kind)],
) -> GeneratedRule {
    let are_conditions = are_conditions(expressions);
    let mut text = head(typed, expressions, are_conditions);
    text += "\ndef trial():\n";
    let last = typed.len() - 1;
    let mut outputs = Vec::new();
    for (index, (typed, (expression, kind))) in typed.iter().zip(expressions).enumerate() {
        let start = text.len();
        let quoted = format!("\"{}\"", word(typed));
        let indent = if last == 0 { "    " } else { "        " };
        text += &match index {
            _ if last == 0 => String::new(),
            0 => format!("    if rolls == {quoted}:\n"),
            _ if index == last => "    else:\n".to_owned(),
            _ => format!("    elif rolls == {quoted}:\n"),
        };
        let is_chance = *kind == Kind::Condition;
        let (before, after) = if is_chance && !are_conditions {
            ("1 if ", " else 0")
        } else {
            ("", "")
        };
        text += &format!("{indent}{RECORD}{before}");
        let offset = text.len();
        text += &format!("{}{after})\n", expression.text);
        let part = |(rule, written): &(Range<usize>, Range<usize>)| {
            (rule.start + offset..rule.end + offset, written.clone())
        };
        outputs.push(RuleOutput {
            word: word(typed),
            is_chance,
            span: start..text.len(),
            place: typed_place(typed, 0..typed.len()),
            parts: expression.spans.iter().map(part).collect(),
        });
    }
    let source = Source {
        name: RULE_NAME.to_owned(),
        text,
    };
    GeneratedRule { source, outputs }
}

/// Returns the title, the imports and the declarations.
fn head(typed: &[&str], expressions: &[(RuleExpression, Kind)], are_conditions: bool) -> String {
    let mut text = format!("\"\"\"{}\"\"\"\n", word(&typed.join(", ")));
    let values: Vec<&str> = expressions
        .iter()
        .map(|(expression, _)| expression.text.as_str())
        .collect();
    let imports = standard_functions(&values);
    if !imports.is_empty() {
        text += &format!("use \"{}\": {}\n", STD.0, imports.join(", "));
    }
    if let [_, _, ..] = typed {
        let words: Vec<String> = typed
            .iter()
            .map(|typed| format!("\"{}\"", word(typed)))
            .collect();
        text += &format!("rolls = one_of({}, help = \"roll\")\n", words.join(", "));
    }
    text += if are_conditions {
        "result = flag(\"Chance\")\n"
    } else {
        "result = count(\"Result\")\n"
    };
    text
}

/// Returns the functions of the standard library that the expressions call.
pub(super) fn standard_functions(values: &[&str]) -> Vec<String> {
    let is_called = |name: &&String| {
        let call = format!("{name}(");
        values.iter().any(|value| {
            value.match_indices(&call).any(|(start, _)| {
                !value[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_')
            })
        })
    };
    standard_names().iter().filter(is_called).cloned().collect()
}

/// Returns the names of all functions of the standard library, which is read once.
fn standard_names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let no_file = |_: &str| {
            Err(UnreadFile::NotThere {
                help: String::new(),
            })
        };
        RuleFile::read_any(STD.1, &no_file).map_or_else(
            |_| Vec::new(),
            |standard| standard.importable_names().map(str::to_owned).collect(),
        )
    })
}

/// Returns the scenario that compares the outputs of a rule.
pub(super) fn scenario_text(title: &str, rule: &str, choice: &str, outputs: &[String]) -> String {
    let mut text = format!(
        "title = {}\nrule = {}\n",
        toml::Value::from(title),
        toml::Value::from(rule)
    );
    if let [_, _, ..] = outputs {
        let outputs = toml::Value::from(outputs.to_vec());
        text += &format!("\n[sweep]\n{choice} = {outputs}\n");
    }
    text
}
