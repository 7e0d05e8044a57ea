//! Paths into parameters: `quality`, `aim.offence`, or `wings.Vanguard.quality` with the name of an
//! entry.

use crate::input::check;
use crate::input::diagnostic::{Diagnostic, nearest};
use crate::input::tree::{Key, Node, Tree};
use crate::rule::parameter::{Parameter, ParameterType};

/// The most bytes and the most parts of a path. No parameter of a rule is deeper.
const MAX_BYTES: usize = 1000;
const MAX_PARTS: usize = 32;

/// Checks that a path is not too long.
///
/// # Errors
/// Returns an error if it is too long.
pub fn check(path: &Key) -> Result<(), Diagnostic> {
    let (text, parts) = (&path.text, path.text.split('.').count());
    let start: String = text.chars().take(40).collect();
    if text.len() > MAX_BYTES || parts > MAX_PARTS {
        let problem = format!(
            "the path `{start}...` is too long: {parts} parts and {} bytes",
            text.len()
        );
        return Err(Diagnostic::nowhere(
            problem,
            format!("use at most {MAX_PARTS} parts and {MAX_BYTES} bytes"),
        ));
    }
    Ok(())
}

/// Sets the value at a path. A key that does not exist yet is added; the check of the whole section
/// reports it if it is unknown.
///
/// # Errors
/// Returns an error if the path leads to an unknown entry of a list, or into a plain value.
pub fn set(node: &mut Node, path: &Key, value: &Node) -> Result<(), Diagnostic> {
    descend(node, &path.text, path, value)
}

fn descend(node: &mut Node, rest: &str, path: &Key, value: &Node) -> Result<(), Diagnostic> {
    if rest.is_empty() {
        *node = value.clone();
        return Ok(());
    }
    let kind = node.kind();
    match &mut node.tree {
        Tree::Table(pairs) => {
            let (first, rest) = split_first(rest, path)?;
            if let Some((_, inner)) = pairs.iter_mut().find(|(key, _)| key.text == first) {
                return descend(inner, rest, path, value);
            }
            let mut inner = Node {
                tree: Tree::Table(Vec::new()),
                place: path.place.clone(),
            };
            descend(&mut inner, rest, path, value)?;
            pairs.push((
                Key {
                    text: first.to_owned(),
                    place: path.place.clone(),
                },
                inner,
            ));
            Ok(())
        }
        Tree::List(nodes) => {
            let names: Vec<String> = nodes.iter().map(entry_name).collect();
            let Some((index, rest)) = entry_by_name(&names, rest) else {
                let valid: Vec<&str> = names.iter().map(String::as_str).collect();
                let wanted = rest.split('.').next().unwrap_or(rest);
                return Err(Diagnostic::at(
                    &path.place,
                    format!("`{}`: there is no entry named \"{wanted}\"", path.text),
                    nearest(wanted, &valid),
                ));
            };
            if rest.is_empty() && path.text.ends_with('.') && !names[index].ends_with('.') {
                return Err(trailing_dot_error(path));
            }
            descend(&mut nodes[index], rest, path, value)
        }
        _ => Err(Diagnostic::at(
            &path.place,
            format!("`{}` goes into {kind}, which has no keys", path.text),
            "end the path at this value",
        )),
    }
}

/// Returns the first part of a path into a table, and the rest.
fn split_first<'p>(rest: &'p str, path: &Key) -> Result<(&'p str, &'p str), Diagnostic> {
    match rest.split_once('.') {
        Some((_, "")) => Err(trailing_dot_error(path)),
        Some(parts) => Ok(parts),
        None => Ok((rest, "")),
    }
}

fn trailing_dot_error(path: &Key) -> Diagnostic {
    Diagnostic::at(
        &path.place,
        format!("`{}` ends with a dot", path.text),
        "remove the dot at the end",
    )
}

/// Returns the entry that a path starts with, and the rest after its name. Names may contain dots.
pub(super) fn entry_by_name<'p>(names: &[String], rest: &'p str) -> Option<(usize, &'p str)> {
    let after = |name: &String| match rest.strip_prefix(name.as_str())? {
        "" => Some(""),
        rest => rest.strip_prefix('.'),
    };
    let found = names
        .iter()
        .enumerate()
        .filter_map(|(index, name)| Some((index, after(name)?)));
    found
        .min_by_key(|(_, rest)| rest.len())
        .or_else(|| entry_by_number(names.len(), rest))
}

/// Returns the entry whose number, counted from 1, a path starts with.
fn entry_by_number(entries: usize, rest: &str) -> Option<(usize, &str)> {
    let (first, rest) = rest.split_once('.').unwrap_or((rest, ""));
    let number: usize = first.parse().ok()?;
    (1..=entries).contains(&number).then(|| (number - 1, rest))
}

/// Returns a path with the names of entries instead of their numbers.
pub(super) fn with_entry_names(node: &Node, path: &str) -> String {
    // A path that ends in a dot is refused when it is set.
    if path.ends_with('.') {
        return path.to_owned();
    }
    let mut parts: Vec<String> = Vec::new();
    let (mut current, mut rest) = (Some(node), path);
    while !rest.is_empty() {
        match current.map(|node| &node.tree) {
            Some(Tree::List(nodes)) => {
                let names: Vec<String> = nodes.iter().map(entry_name).collect();
                let Some((index, after)) = entry_by_name(&names, rest) else {
                    break;
                };
                if names[index].is_empty() {
                    break;
                }
                parts.push(names[index].clone());
                (current, rest) = (nodes.get(index), after);
            }
            Some(Tree::Table(_)) => {
                let (first, after) = rest.split_once('.').unwrap_or((rest, ""));
                parts.push(first.to_owned());
                (current, rest) = (current.and_then(|node| node.get(first)), after);
            }
            _ => break,
        }
    }
    parts.extend((!rest.is_empty()).then(|| rest.to_owned()));
    parts.join(".")
}

pub(super) fn entry_name(node: &Node) -> String {
    node.get("name").map(Node::brief).unwrap_or_default()
}

/// Returns the value at a path. Entries are addressed by name.
pub fn get<'n>(node: &'n Node, path: &str) -> Option<&'n Node> {
    if path.is_empty() {
        return Some(node);
    }
    match &node.tree {
        Tree::Table(_) => {
            let (first, rest) = path.split_once('.').unwrap_or((path, ""));
            get(node.get(first)?, rest)
        }
        Tree::List(nodes) => {
            let names: Vec<String> = nodes.iter().map(entry_name).collect();
            let (index, rest) = entry_by_name(&names, path)?;
            get(&nodes[index], rest)
        }
        _ => None,
    }
}

/// Returns the value of a table by key, or of a list by index.
pub(super) fn child<'n>(node: &'n Node, part: &str) -> Option<&'n Node> {
    match &node.tree {
        Tree::Table(_) => node.get(part),
        Tree::List(nodes) => nodes.get(part.parse::<usize>().ok()?),
        _ => None,
    }
}

/// Returns a parameter's key with its default, as if it were written.
pub(super) fn default_pair(parameter: &Parameter) -> (Key, Node) {
    let value = check::default_node(parameter);
    let key = Key {
        text: parameter.key.to_owned(),
        place: value.place.clone(),
    };
    (key, value)
}

/// Returns the written parameters, with the rule file's default entries for lists that are not
/// written. `is_wanted` selects the keys to which entries are added.
pub(super) fn with_usual_entries(
    base: &Node,
    parameters: &[Parameter],
    is_wanted: impl Fn(&str) -> bool,
) -> Node {
    let mut node = base.clone();
    for parameter in parameters {
        let is_usual = matches!(parameter.shape, ParameterType::Records { .. })
            && node.get(parameter.key).is_none();
        if let (true, Tree::Table(pairs)) = (is_usual && is_wanted(parameter.key), &mut node.tree) {
            pairs.push(default_pair(parameter));
        }
    }
    node
}

/// Returns the value at a fault's path, or the nearest written one above it. Entries are addressed
/// by index.
pub fn find<'n>(node: &'n Node, path: &str) -> Option<&'n Node> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let inner = child(node, first)?;
    if rest.is_empty() {
        Some(inner)
    } else {
        find(inner, rest).or(Some(inner))
    }
}

/// Returns the rest of a path after another path.
fn rest_below<'p>(path: &'p Key, start: &Key) -> Option<&'p str> {
    path.text
        .strip_prefix(start.text.as_str())?
        .strip_prefix('.')
}

/// Returns whether one of two paths leads to the other's value or into it.
pub(super) fn is_within(path: &Key, other: &Key) -> bool {
    path.text == other.text
        || rest_below(path, other).is_some()
        || rest_below(other, path).is_some()
}

/// Returns whether a swept value replaces a value that a variant sets.
pub(super) fn is_lost(key: &Key, value: &Node, swept: &Key) -> bool {
    let sets = || rest_below(swept, key).is_some_and(|rest| get(value, rest).is_some());
    key.text == swept.text || rest_below(key, swept).is_some() || sets()
}
