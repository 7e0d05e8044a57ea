//! Reports keys outside their section, and suggests the right place.

use oddsmith_language::{Edit, RESERVED_PLAY_KEYS, Span};

use super::named_rule::NamedRule;
use super::settings;
use crate::input::check;
use crate::input::diagnostic::{Diagnostic, nearest};
use crate::input::tree::{Key, Node, Tree};

/// The sections of a scenario.
pub const SECTIONS: [&str; 15] = [
    "title",
    "description",
    "rule",
    "parameters",
    "sweep",
    "variants",
    "run",
    "charts",
    "metrics",
    "ask",
    "joint",
    "labels",
    "words",
    "play",
    "balance",
];

/// The prefix of paths into `[play]`, in variants, sweeps and `--set`.
pub(super) const PREFIX: &str = "play.";

/// Returns what a misplaced key is, and the section where it belongs.
fn section_of_key(key: &Key, rule: Option<&NamedRule>) -> Option<(&'static str, &'static str)> {
    let parameters = rule.map_or(&[][..], |rule| rule.parameters());
    match key.text.as_str() {
        text if SECTIONS.contains(&text) => None,
        text if parameters.iter().any(|parameter| parameter.key == text) => {
            Some(("a parameter of the rule", "parameters"))
        }
        text if settings::PARAMETERS
            .iter()
            .any(|parameter| parameter.key == text) =>
        {
            Some(("a key of [run]", "run"))
        }
        text if rule.is_some_and(|rule| is_play_key(text, rule)) => {
            Some(("a key of [play]", "play"))
        }
        _ => None,
    }
}

fn is_play_key(key: &str, rule: &NamedRule) -> bool {
    let choices = rule.choices();
    !choices.is_empty()
        && (RESERVED_PLAY_KEYS.contains(&key) || choices.iter().any(|(choice, _)| choice == key))
}

/// Checks the names of a scenario's sections. A key that is not a section is reported together with
/// the section where it belongs.
pub(super) fn check_sections(
    document: &Node,
    rule: Option<&NamedRule>,
    problems: &mut Vec<Diagnostic>,
) {
    let mut other_pairs = Vec::new();
    for (key, node) in document.pairs().unwrap_or(&[]) {
        match section_of_key(key, rule) {
            Some((description, section)) => {
                // A range is a set of values, so it belongs in a sweep.
                let is_range = node.get("from").is_some() && node.get("to").is_some();
                let section = if is_range && section == "parameters" {
                    "sweep"
                } else {
                    section
                };
                let message = format!(
                    "`{}` is {description}, and must be under [{section}]",
                    key.text
                );
                let help = format!("write [{section}], and {} = ... below it", key.text);
                problems.push(Diagnostic::at(&key.place, message, help));
            }
            None => other_pairs.push((key.clone(), node.clone())),
        }
    }
    check::report_unknown_keys(&other_pairs, &SECTIONS, problems);
}

/// Changes the help for keys of `[play]` that are written among parameters. The new help names the
/// right section.
pub(super) fn redirect_play_keys(
    node: &Node,
    rule: &NamedRule,
    is_base: bool,
    problems: &mut [Diagnostic],
) {
    let is_parameter = |key: &Key| {
        rule.parameters()
            .iter()
            .any(|parameter| parameter.key == key.text)
    };
    for (key, _) in node
        .pairs()
        .unwrap_or(&[])
        .iter()
        .filter(|(key, _)| !is_parameter(key))
    {
        let unknown = format!("unknown key `{}`", key.text);
        let Some(problem) = problems
            .iter_mut()
            .find(|problem| problem.problem == unknown)
        else {
            continue;
        };
        if !is_play_key(&key.text, rule) {
            continue;
        }
        problem.help = match is_base {
            true => format!(
                "this is a key of [play]: write [play], and {} = ... below it",
                key.text
            ),
            false => format!("this is a key of [play]: write \"{PREFIX}{}\"", key.text),
        };
        let is_bare = key.place.source.text.get(key.place.span.clone()) == Some(key.text.as_str());
        let span = Span {
            start: key.place.span.start,
            end: key.place.span.end,
        };
        let edit = Edit {
            span,
            text: format!("\"{PREFIX}{}\"", key.text),
        };
        problem.fix =
            (is_bare && !is_base && !key.place.source.is_command_line()).then(|| Box::new(edit));
    }
}

/// Checks the keys of a variant. Its changes must be in `set`.
pub(super) fn check_variant_keys(pairs: &[(Key, Node)], problems: &mut Vec<Diagnostic>) {
    const VALID: [&str; 2] = ["name", "set"];
    let is_set = |key: &Key| {
        !VALID.contains(&key.text.as_str()) && nearest(&key.text, &VALID).typo().is_none()
    };
    let (misplaced, other_pairs): (Vec<_>, Vec<_>) =
        pairs.iter().cloned().partition(|(key, _)| is_set(key));
    check::report_unknown_keys(&other_pairs, &VALID, problems);
    let has_set = pairs.iter().any(|(key, _)| key.text == "set");
    let plain = misplaced
        .iter()
        .filter(|(_, node)| !matches!(node.tree, Tree::Table(_) | Tree::List(_)));
    let written = |(key, node): &(Key, Node)| {
        let value = node
            .place
            .source
            .text
            .get(node.place.span.clone())
            .unwrap_or_default();
        format!("{} = {value}", key.text)
    };
    let assignments: Vec<String> = plain.map(written).collect();
    for (key, node) in &misplaced {
        let message = format!("unknown key `{}`", key.text);
        let help = match (&node.tree, has_set) {
            (Tree::Table(_), _) => {
                "a variant's changes go into its set: write [variants.set]".to_owned()
            }
            (Tree::List(_), _) => format!(
                "a variant's changes go into its set: set.{} = ...",
                key.text
            ),
            (_, true) => {
                format!(
                    "a variant's changes go into its set: put {} between its brackets",
                    assignments.join(", ")
                )
            }
            (_, false) => format!(
                "a variant's changes go into its set: set = {{ {} }}",
                assignments.join(", ")
            ),
        };
        problems.push(Diagnostic::at(&key.place, message, help));
    }
}
