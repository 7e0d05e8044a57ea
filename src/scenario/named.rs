//! `[labels]`: the designer's names of parameters, their values and their entries.

use super::document::Scenario;
use super::labels::{PathLabel, parameter_at, path_label};
use super::path::entry_name;
use crate::input::diagnostic::{Diagnostic, nearest};
use crate::input::tree::{Key, Node, Tree};
use crate::report::Value;
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::presentation::Presentation;

/// The prefix of parameters: `parameters.hits` is never a metric called `hits`.
const PARAMETERS: &str = "parameters.";

/// The kind of thing that a key of `[labels]` names.
enum NamedParameter<'k> {
    /// A parameter, or a path to one.
    Path,
    /// A value of a parameter, by its text.
    Value,
    /// An entry, by its name.
    Entry(&'k str),
}

impl Scenario {
    /// Returns the label of a path. The name of an entry is left out if there is only one.
    pub fn label(&self, path: &str) -> PathLabel {
        path_label(
            path,
            self.rule.parameters(),
            |key| self.given_label(key),
            self.has_several_entries(),
        )
    }

    /// Returns whether several entries could have the same parameter: in one list or in several, in
    /// any variant.
    fn has_several_entries(&self) -> bool {
        let cases_of_a_variant: usize = self.sweep.iter().map(|sweep| sweep.values.len()).product();
        let entries_in = |case: usize| -> usize {
            self.parameters_with_defaults(case).map_or(0, |values| {
                let lists = self
                    .rule
                    .parameters()
                    .iter()
                    .filter_map(|list| values.get(list.key));
                lists.map(|list| entry_names(list).len()).sum()
            })
        };
        (0..self.variants.len().max(1)).any(|variant| entries_in(variant * cases_of_a_variant) > 1)
    }

    /// Returns the designer's label of a value of the parameter at a path.
    pub(crate) fn value_label(&self, path: &str, value: &Value) -> Option<String> {
        let last = path.rsplit('.').next().unwrap_or(path);
        let label_of = |path: &str| self.given_label(&format!("{path}.{value}"));
        label_of(path).or_else(|| label_of(last)).map(str::to_owned)
    }

    /// Applies the designer's labels to a presentation.
    pub(super) fn relabel(&self, presentation: &mut Presentation) {
        let labels = self
            .questions
            .labels
            .iter()
            .map(|(key, label)| (key.text.as_str(), label.as_str()));
        presentation.relabel(labels.clone());
        for (key, label) in labels {
            let unlabelled_parameter = || {
                self.named_parameter(key)
                    .filter(|_| presentation.resolve_label_key(key).is_none())
            };
            if let Some(NamedParameter::Entry(name)) = unlabelled_parameter() {
                presentation.relabel_entry(name, label);
            }
        }
    }

    /// Returns the mistakes in `[labels]`, given the presentation of the first case.
    pub(crate) fn unknown_labels(&self, presentation: &Presentation) -> Vec<Diagnostic> {
        let is_unknown = |key: &str| {
            presentation.resolve_label_key(key).is_none() && self.named_parameter(key).is_none()
        };
        let mut unknown = self
            .questions
            .labels
            .iter()
            .filter(|(key, _)| is_unknown(&key.text))
            .peekable();
        if unknown.peek().is_none() {
            return Vec::new();
        }
        let known = [presentation.label_keys(), self.label_keys()].concat();
        let problem = |key: &Key| {
            // A name that belongs to several kinds of things needs its kind: `step.Turn`.
            let is_within = |known_key: &&str| {
                known_key
                    .strip_prefix(key.text.as_str())
                    .is_some_and(|rest| rest.starts_with('.'))
            };
            let within: Vec<&str> = known.iter().map(String::as_str).filter(is_within).collect();
            let valid = if within.is_empty() {
                known.iter().map(String::as_str).collect()
            } else {
                within
            };
            Diagnostic::at(
                &key.place,
                format!("nothing is named `{}`", key.text),
                nearest(&key.text, &valid),
            )
        };
        unknown.map(|(key, _)| problem(key)).collect()
    }

    fn given_label(&self, key: &str) -> Option<&str> {
        let is_it =
            |label_key: &str| label_key == key || label_key.strip_prefix(PARAMETERS) == Some(key);
        self.questions
            .labels
            .iter()
            .find(|(label_key, _)| is_it(&label_key.text))
            .map(|(_, label)| label.as_str())
    }

    /// Returns what a key of `[labels]` names among the rule's parameters.
    fn named_parameter<'k>(&self, key: &'k str) -> Option<NamedParameter<'k>> {
        let key = key.strip_prefix(PARAMETERS).unwrap_or(key);
        if self.is_path(key) {
            return Some(NamedParameter::Path);
        }
        let (path, last) = key.rsplit_once('.')?;
        if self.is_path(path)
            && parameter_at(self.rule.parameters(), path)
                .is_some_and(|parameter| has_value(&parameter.shape, last))
        {
            return Some(NamedParameter::Value);
        }
        let (first, name) = key.split_once('.')?;
        self.entries(first)
            .iter()
            .any(|entry_name| entry_name == name)
            .then_some(NamedParameter::Entry(name))
    }

    /// Returns whether a key is a parameter, or a path to one, with or without the name of an
    /// entry.
    fn is_path(&self, key: &str) -> bool {
        let parameters = self.rule.parameters();
        let by_key = |key: &str| parameters.iter().find(|parameter| parameter.key == key);
        let Some((first, rest)) = key.split_once('.') else {
            return by_key(key).is_some();
        };
        let Some(parameter) = by_key(first) else {
            return false;
        };
        let names = self.entries(first);
        let within = names
            .iter()
            .find_map(|name| rest.strip_prefix(name.as_str())?.strip_prefix('.'))
            .unwrap_or(rest);
        match parameter.shape.entries().unwrap_or(&parameter.shape) {
            ParameterType::Entries {
                inherits,
                entry_parameters,
                ..
            } => {
                inherits.contains(&within)
                    || entry_parameters.iter().any(|field| field.key == within)
            }
            ParameterType::Records { fields, .. } => fields.iter().any(|field| field.key == within),
            ParameterType::Table(inner) => is_within(inner, rest),
            _ => false,
        }
    }

    /// Returns the names of a parameter's entries.
    fn entries(&self, key: &str) -> Vec<String> {
        let values = self.parameters_with_defaults(0);
        values
            .as_ref()
            .and_then(|values| values.get(key))
            .map(entry_names)
            .unwrap_or_default()
    }

    /// Returns all keys of the rule's parameters that `[labels]` may have.
    fn label_keys(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for parameter in self.rule.parameters() {
            keys.push(parameter.key.to_owned());
            keys.extend(
                self.entries(parameter.key)
                    .iter()
                    .map(|name| format!("{}.{name}", parameter.key)),
            );
            keys.extend(
                allowed_words(&parameter.shape)
                    .iter()
                    .map(|value| format!("{}.{value}", parameter.key)),
            );
            let fields = match parameter.shape.entries() {
                Some(ParameterType::Entries {
                    entry_parameters, ..
                }) => *entry_parameters,
                Some(ParameterType::Records { fields, .. }) => *fields,
                _ => &[],
            };
            keys.extend(
                fields
                    .iter()
                    .map(|field| format!("{}.{}", parameter.key, field.key)),
            );
        }
        keys
    }
}

/// Returns the names of the entries of a list.
fn entry_names(node: &Node) -> Vec<String> {
    match &node.tree {
        Tree::List(nodes) => nodes
            .iter()
            .map(entry_name)
            .filter(|name| !name.is_empty())
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the words that a value may be.
fn allowed_words(shape: &ParameterType) -> Vec<&'static str> {
    match shape {
        ParameterType::Flag => vec!["false", "true"],
        ParameterType::Choice(words) => words.to_vec(),
        ParameterType::AnyOf(shapes) => shapes.iter().flat_map(allowed_words).collect(),
        _ => Vec::new(),
    }
}

fn has_value(shape: &ParameterType, value: &str) -> bool {
    allowed_words(shape).contains(&value)
}

/// Returns whether a path leads through tables to one of their parameters.
fn is_within(parameters: &[Parameter], path: &str) -> bool {
    let (first, rest) = path
        .split_once('.')
        .map_or((path, None), |(first, rest)| (first, Some(rest)));
    let found = parameters.iter().find(|parameter| parameter.key == first);
    found.is_some_and(|parameter| match (rest, parameter.shape) {
        (None, _) => true,
        (Some(rest), ParameterType::Table(inner)) => is_within(inner, rest),
        _ => false,
    })
}
