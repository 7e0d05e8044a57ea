//! Entries of a list of tables, such as `[[ask]]`: their plain keys and their required keys.

use super::check;
use super::diagnostic::Diagnostic;
use super::tree::{Node, Tree};
use crate::labels::capitalize_initial;
use crate::rule::parameter::Parameter;
use crate::rule::values::Values;

/// Checks the plain keys of an entry; `other_keys` are read elsewhere.
pub fn plain_values(
    node: &Node,
    keys: &[Parameter],
    other_keys: &[&str],
    problems: &mut Vec<Diagnostic>,
) -> Values {
    let pairs = node.pairs().unwrap_or(&[]);
    let valid: Vec<&str> = keys
        .iter()
        .map(|parameter| parameter.key)
        .chain(other_keys.iter().copied())
        .collect();
    check::report_unknown_keys(pairs, &valid, problems);
    let known_pairs = pairs
        .iter()
        .filter(|(key, _)| keys.iter().any(|parameter| parameter.key == key.text))
        .cloned();
    let tree = if node.pairs().is_some() {
        Tree::Table(known_pairs.collect())
    } else {
        node.tree.clone()
    };
    check::table(
        &Node {
            tree,
            place: node.place.clone(),
        },
        keys,
        problems,
    )
}

/// Returns the text under a required key.
pub fn required_node<'n>(
    node: &'n Node,
    key: &str,
    example: &str,
    problems: &mut Vec<Diagnostic>,
) -> Option<&'n Node> {
    let found = node.get(key);
    if found.is_none() && node.pairs().is_some() {
        let problem = format!("this entry has no `{key}`");
        problems.push(Diagnostic::at(
            &node.place,
            problem,
            format!("add {key} = \"{example}\""),
        ));
    }
    found.filter(|node| {
        node.text()
            .is_some_and(|text| !text.trim().is_empty() || is_empty(node, problems))
    })
}

fn is_empty(node: &Node, problems: &mut Vec<Diagnostic>) -> bool {
    problems.push(Diagnostic::at(
        &node.place,
        "this list is empty",
        "add an entry, or remove the key",
    ));
    false
}

/// Returns a name as a label: `very_good` becomes "Very good".
pub fn label_from_name(name: &str) -> String {
    capitalize_initial(&name.replace('_', " "))
}
