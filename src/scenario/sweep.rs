//! What varies: `[sweep]`, `[[variants]]` and `--set`.

use super::check;
use super::problem::{Problem, nearest};
use super::range::range;
use super::settings::option_source;
use super::tree::{Key, Node, Tree};

/// Cases that a scenario may have.
pub const MOST_CASES: usize = 100_000;

/// A swept parameter.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Its path into the parameters.
    pub path: Key,
    /// Its values, in the order swept.
    pub values: Vec<Node>,
}

/// A change of the rule, laid beside others.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Paths and what is set there.
    pub sets: Vec<(Key, Node)>,
}

/// Reads `[sweep]`.
pub fn sweep(node: &Node, problems: &mut Vec<Problem>) -> Vec<Sweep> {
    let mut sweeps = Vec::new();
    let is_leaf = |node: &Node| {
        !matches!(node.tree, Tree::Table(_)) || ["from", "to", "step"].iter().any(|key| node.get(key).is_some())
    };
    for (path, node) in leaves("sweep", node, &is_leaf, problems) {
        let values = match &node.tree {
            Tree::List(values) => values.clone(),
            Tree::Table(_) => range(&node, problems).unwrap_or_default(),
            _ => {
                let help = "write a list, as [2, 3, 4], or a range, as { from = 2, to = 4 }";
                problems.push(Problem::at(&node.place, format!("`{}` is swept over {}", path.text, node.kind()), help));
                continue;
            }
        };
        if values.is_empty() && matches!(node.tree, Tree::List(_)) {
            problems.push(Problem::at(
                &node.place,
                format!("`{}` is swept over nothing", path.text),
                "give one value or more",
            ));
        }
        for (i, value) in values.iter().enumerate() {
            if values[..i].iter().any(|before| before.brief() == value.brief()) {
                problems.push(Problem::at(
                    &value.place,
                    format!("{} is listed twice", value.brief()),
                    "each swept value stands once",
                ));
                break;
            }
        }
        if !values.is_empty() {
            sweeps.push(Sweep { path, values });
        }
    }
    sweeps
}

/// Reads `[[variants]]`.
pub fn variants(node: &Node, problems: &mut Vec<Problem>) -> Vec<Variant> {
    let Tree::List(nodes) = &node.tree else {
        problems.push(Problem::at(
            &node.place,
            format!("`variants` is {}", node.kind()),
            "write [[variants]] before each",
        ));
        return Vec::new();
    };
    let mut variants: Vec<Variant> = Vec::new();
    for node in nodes {
        check::known_keys(node.pairs().unwrap_or(&[]), &["name", "set"], problems);
        let Some(name) = node.get("name").and_then(Node::text).map(str::trim).filter(|name| !name.is_empty()) else {
            problems.push(Problem::at(
                &node.get("name").unwrap_or(node).place,
                "this variant has no name",
                "add name = \"...\"",
            ));
            continue;
        };
        if variants.iter().any(|variant| variant.name == name) {
            problems.push(Problem::at(
                &node.get("name").unwrap_or(node).place,
                format!("two variants are named \"{name}\""),
                "names must differ",
            ));
        }
        let is_leaf = |node: &Node| !matches!(&node.tree, Tree::Table(pairs) if !pairs.is_empty());
        let sets = node.get("set").map_or_else(Vec::new, |set| leaves("set", set, &is_leaf, problems));
        variants.push(Variant { name: name.to_owned(), sets });
    }
    variants
}

/// Reads `--set` options. One that sets a swept parameter takes the place of its values.
pub fn command_line_sets(options: &[String], sweep: &mut [Sweep], problems: &mut Vec<Problem>) -> Vec<(Key, Node)> {
    let mut sets = Vec::new();
    for option in options {
        let (source, span) = option_source("--set", option);
        let whole = Node::value_or_text(&source, span.clone()).place;
        let Some((key, _)) =
            option.split_once('=').filter(|(key, value)| !key.trim().is_empty() && !value.trim().is_empty())
        else {
            problems.push(Problem::at(&whole, "this sets nothing", "write --set KEY=VALUE, as --set quality=5"));
            continue;
        };
        let value_from = span.start + key.len() + 1;
        let value = Node::value_or_text(&source, value_from..span.end);
        let mut place = whole;
        place.span = span.start..span.start + key.len();
        let key = Key { text: key.trim().to_owned(), place };
        match sweep.iter_mut().find(|sweep| sweep.path.text == key.text) {
            Some(sweep) => sweep.values = vec![value],
            None => sets.push((key, value)),
        }
    }
    sets
}

/// The leaves of nested tables with their dotted paths: `wings.Vanguard.quality = [3, 4]` means the same quoted or not.
fn leaves(
    section: &str,
    node: &Node,
    is_leaf: &dyn Fn(&Node) -> bool,
    problems: &mut Vec<Problem>,
) -> Vec<(Key, Node)> {
    let Some(pairs) = node.pairs() else {
        problems.push(Problem::at(
            &node.place,
            format!("`{section}` is {}", node.kind()),
            "write a table of paths and values",
        ));
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, node) in pairs {
        if is_leaf(node) {
            found.push((key.clone(), node.clone()));
            continue;
        }
        for (inner, node) in leaves(section, node, is_leaf, problems) {
            found.push((Key { text: format!("{}.{}", key.text, inner.text), place: inner.place }, node));
        }
    }
    found
}

/// The problem of a key that names no swept parameter.
pub fn not_swept(key: &Node, sweep: &[Sweep], more: &[&str]) -> Problem {
    let mut valid: Vec<&str> = sweep.iter().map(|sweep| sweep.path.text.as_str()).collect();
    valid.extend(more);
    Problem::at(&key.place, format!("nothing varies by \"{}\"", key.brief()), nearest(&key.brief(), &valid))
}
