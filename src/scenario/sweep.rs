//! Reads `[sweep]`, `[[variants]]`, `--set` and `--sweep`.

use std::collections::HashSet;

use super::named_rule::NamedRule;
use super::path;
use super::range::range;
use super::sections::check_variant_keys;
use crate::input::diagnostic::{Diagnostic, Place, Source, nearest};
use crate::input::habits;
use crate::input::tree::{Key, Node, Tree};
use crate::rule::parameter::{Parameter, ParameterType};

/// The most cases of a scenario.
pub const MAX_CASES: usize = 100_000;
/// The most swept parameters. Each is a column of the results.
const MAX_SWEPT: usize = 100;
/// The most characters of a variant's name.
pub(crate) const LONGEST_NAME: usize = 200;

/// A swept parameter.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Its path into the parameters.
    pub path: Key,
    /// Its values, in the order swept.
    pub values: Vec<Node>,
}

/// A changed version of the rule, to be compared with others.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The paths and values that it sets.
    pub sets: Vec<(Key, Node)>,
}

/// Reads `[sweep]`.
pub fn sweep(node: &Node, problems: &mut Vec<Diagnostic>) -> Vec<Sweep> {
    read_swept_values("swept", node, problems)
}

/// Reads a section of parameters, each with a list or a range of values. `done` is the verb for
/// messages, such as "swept".
pub(super) fn read_swept_values(
    done: &str,
    node: &Node,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Sweep> {
    let mut sweeps = Vec::new();
    let is_leaf = |node: &Node| {
        !matches!(node.tree, Tree::Table(_))
            || ["from", "to", "step"]
                .iter()
                .any(|key| node.get(key).is_some())
    };
    let swept = leaves(node, &is_leaf, problems);
    if swept.len() > MAX_SWEPT {
        let message = format!("{} parameters are {done}", swept.len());
        problems.push(Diagnostic::at(
            &node.place,
            message,
            format!("at most {MAX_SWEPT} are allowed"),
        ));
        return sweeps;
    }
    for (path, node) in swept {
        let values = match &node.tree {
            Tree::List(values) => values.clone(),
            Tree::Table(_) => range(&node, problems).unwrap_or_default(),
            _ => {
                let help = match node.text().and_then(habits::range_ends) {
                    Some((from, to)) => format!("write {{ from = {from}, to = {to} }}"),
                    None => {
                        "write a list such as [2, 3, 4], or a range such as { from = 2, to = 4 }"
                            .to_owned()
                    }
                };
                problems.push(Diagnostic::at(
                    &node.place,
                    format!(
                        "`{}` needs a list or a range, not {}",
                        path.text,
                        node.kind()
                    ),
                    help,
                ));
                continue;
            }
        };
        if values.is_empty() && matches!(node.tree, Tree::List(_)) {
            problems.push(Diagnostic::at(
                &node.place,
                format!("`{}` has no values", path.text),
                "add at least one value",
            ));
        }
        let mut seen = HashSet::new();
        if let Some(twice) = values.iter().find(|value| !seen.insert(value.canonical())) {
            let message = format!("{} is listed twice", twice.brief());
            problems.push(Diagnostic::at(
                &twice.place,
                message,
                "list each value once",
            ));
        }
        if !values.is_empty() {
            sweeps.push(Sweep { path, values });
        }
    }
    sweeps
}

/// Reads `[[variants]]`.
pub fn variants(node: &Node, problems: &mut Vec<Diagnostic>) -> Vec<Variant> {
    let Tree::List(nodes) = &node.tree else {
        problems.push(Diagnostic::at(
            &node.place,
            node.mismatch("a list of variants"),
            "write [[variants]] before each",
        ));
        return Vec::new();
    };
    let mut variants: Vec<Variant> = Vec::new();
    let mut names = HashSet::new();
    for node in nodes {
        check_variant_keys(node.pairs().unwrap_or(&[]), problems);
        let Some(name) = node
            .get("name")
            .and_then(Node::text)
            .map(str::trim)
            .filter(|name| !name.is_empty())
        else {
            problems.push(Diagnostic::at(
                &node.get("name").unwrap_or(node).place,
                "this variant has no name",
                "add name = \"...\"",
            ));
            continue;
        };
        if let Some(problem) = name_too_long(node.get("name").unwrap_or(node), name) {
            problems.push(problem);
        }
        if !names.insert(name) {
            problems.push(Diagnostic::at(
                &node.get("name").unwrap_or(node).place,
                format!("two variants are named \"{name}\""),
                "rename one of them",
            ));
        }
        let is_leaf = |node: &Node| !matches!(&node.tree, Tree::Table(pairs) if !pairs.is_empty());
        let sets = node
            .get("set")
            .map_or_else(Vec::new, |set| leaves(set, &is_leaf, problems));
        variants.push(Variant {
            name: name.to_owned(),
            sets,
        });
    }
    variants
}

/// Returns what is wrong with the name of a variant that is too long for tables and charts.
fn name_too_long(node: &Node, name: &str) -> Option<Diagnostic> {
    let length = name.chars().count();
    let message = format!("the name of this variant is too long: {length} characters");
    let help = format!(
        "use at most {LONGEST_NAME} characters, and move explanations to a comment after #"
    );
    (length > LONGEST_NAME).then(|| Diagnostic::at(&node.place, message, help))
}

/// Reads `--set` options. An option for a swept parameter replaces its values. `names` replace
/// labels with keys, and numbers of entries with names.
pub fn command_line_sets(
    options: &[String],
    names: &[&dyn Fn(&mut Key)],
    sweep: &mut [Sweep],
    problems: &mut Vec<Diagnostic>,
) -> Vec<(Key, Node)> {
    let mut sets = Vec::new();
    for option in options {
        let (source, span) = Source::option("--set", option);
        let whole = Node::value_or_text(&source, span.clone()).place;
        let Some((key, _)) = option
            .split_once('=')
            .filter(|(key, value)| !key.trim().is_empty() && !value.trim().is_empty())
        else {
            problems.push(Diagnostic::at(
                &whole,
                "--set needs a key and a value",
                "write --set KEY=VALUE, such as --set quality=5",
            ));
            continue;
        };
        let value_from = span.start + key.len() + 1;
        let value = Node::value_or_text(&source, value_from..span.end);
        let mut place = whole;
        place.span = span.start..span.start + key.len();
        let mut key = Key {
            text: key.trim().to_owned(),
            place,
        };
        if let Err(problem) = path::check(&key) {
            problems.push(problem);
            continue;
        }
        names.iter().for_each(|name| name(&mut key));
        match sweep.iter_mut().find(|sweep| sweep.path.text == key.text) {
            Some(sweep) => sweep.values = vec![value],
            None => sets.push((key, value)),
        }
    }
    sets
}

/// Reads `--sweep` options. An option for a parameter that is already swept replaces its values.
/// `name` replaces labels with keys.
pub fn command_line_sweeps(
    options: &[String],
    rule: Option<&NamedRule>,
    name: &dyn Fn(&mut Key),
    sweep: &mut Vec<Sweep>,
    problems: &mut Vec<Diagnostic>,
) {
    let mut named: Vec<String> = Vec::new();
    for option in options {
        for mut new_sweep in option_sweep("--sweep", option, rule, problems) {
            name(&mut new_sweep.path);
            let key = new_sweep.path.text.clone();
            if named.contains(&key) {
                let message = format!("`{key}` is in --sweep twice");
                problems.push(Diagnostic::at(
                    &new_sweep.path.place,
                    message,
                    format!("write all values in one option: --sweep {key}=a,b,c"),
                ));
            }
            named.push(key);
            match sweep
                .iter_mut()
                .find(|known| known.path.text == new_sweep.path.text)
            {
                Some(known) => *known = new_sweep,
                None => sweep.push(new_sweep),
            }
        }
    }
}

/// Reads the values of an option: KEY=A..B, KEY=A..B..STEP, or KEY=a,b,c.
pub(crate) fn option_sweep(
    name: &str,
    option: &str,
    rule: Option<&NamedRule>,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Sweep> {
    let (source, span) = Source::option(name, option);
    let span_node =
        |from: usize, to: usize| Node::value_or_text(&source, span.start + from..span.start + to);
    let Some((key, values)) = option
        .split_once('=')
        .filter(|(key, values)| !key.trim().is_empty() && !values.trim().is_empty())
    else {
        let help = format!("write {name} KEY=A..B, KEY=A..B..STEP, or KEY=a,b,c");
        problems.push(Diagnostic::at(
            &span_node(0, option.len()).place,
            "this option needs a key and values",
            help,
        ));
        return Vec::new();
    };
    let first = key.len() + 1;
    let whole = span_node(first, option.len()).place;
    let is_range = values.contains("..");
    let mut parts = Vec::new();
    let mut from = first;
    for part in values.split(if is_range { ".." } else { "," }) {
        let blank = part.len() - part.trim_start().len();
        parts.push(span_node(from + blank, from + blank + part.trim().len()));
        from += part.len() + if is_range { 2 } else { 1 };
    }
    if let Some(problem) = missing_part(name, &parts, is_range, &whole) {
        problems.push(problem);
        return Vec::new();
    }
    let tree = if is_range {
        match range_tree(name, parts, &whole, || sweep_help(name, key.trim(), rule)) {
            Ok(tree) => tree,
            Err(problem) => {
                problems.push(problem);
                return Vec::new();
            }
        }
    } else {
        Tree::List(parts)
    };
    let key = Key {
        text: key.trim().to_owned(),
        place: span_node(0, key.len()).place,
    };
    let table = Node {
        tree: Tree::Table(vec![(
            key,
            Node {
                tree,
                place: whole.clone(),
            },
        )]),
        place: whole,
    };
    sweep(&table, problems)
}

/// Returns a problem if a value or an end of a range is empty.
fn missing_part(name: &str, parts: &[Node], is_range: bool, whole: &Place) -> Option<Diagnostic> {
    let is_open = |node: &Node| node.text().is_some_and(str::is_empty);
    let open = parts.iter().position(is_open)?;
    let (message, help) = match (is_range, open) {
        (false, _) => (
            "a value is missing next to a comma",
            format!("write {name} KEY=a,b,c"),
        ),
        (true, 0) => (
            "this range has no start",
            format!("write both ends: {name} KEY=2..6"),
        ),
        (true, 1) => (
            "this range has no end",
            format!("write both ends: {name} KEY=2..6"),
        ),
        (true, _) => (
            "this range has no step",
            format!("write {name} KEY=A..B..STEP, or KEY=A..B"),
        ),
    };
    Some(Diagnostic::at(whole, message, help))
}

/// Returns the table of a range: its ends, and its step if it has one.
fn range_tree(
    name: &str,
    parts: Vec<Node>,
    whole: &Place,
    help: impl Fn() -> String,
) -> Result<Tree, Diagnostic> {
    if parts.len() > 3 {
        let help = format!("write {name} KEY=A..B, or KEY=A..B..STEP");
        let problem = "a range has two ends and at most one step";
        return Err(Diagnostic::at(whole, problem, help));
    }
    if let Some(word) = parts.iter().find(|part| part.text().is_some()) {
        let problem = word.place.invalid("expected a number");
        return Err(Diagnostic::at(&word.place, problem, help()));
    }
    let key = |text: &str| Key {
        text: text.to_owned(),
        place: whole.clone(),
    };
    let keys = ["from", "to", "step"].map(key);
    Ok(Tree::Table(keys.into_iter().zip(parts).collect()))
}

/// Returns the values that a parameter can be swept over, as an example of the option.
fn sweep_help(name: &str, key: &str, rule: Option<&NamedRule>) -> String {
    let parameters = rule.map_or(&[][..], NamedRule::parameters);
    let is_called =
        |parameter: &&Parameter| parameter.key == key || parameter.label.eq_ignore_ascii_case(key);
    let Some(parameter) = parameters.iter().find(is_called) else {
        return format!("write a number at each end: {name} {key}=2..6");
    };
    let values = match &parameter.shape {
        ParameterType::Whole { from, to } => format!("{from}..{}", to.min(&(from + 9))),
        ParameterType::Probability => "0..1..0.1".to_owned(),
        ParameterType::Decimal { from, to } => format!("{from},{to}"),
        ParameterType::Flag => "true,false".to_owned(),
        ParameterType::Choice(words) => words
            .iter()
            .take(3)
            .map(|word| word.to_string())
            .collect::<Vec<_>>()
            .join(","),
        _ => {
            return format!(
                "allowed: {}. List the values: {name} {key}=a,b,c",
                parameter.shape.allowed()
            );
        }
    };
    format!(
        "allowed: {}. Write {name} {key}={values}",
        parameter.shape.allowed()
    )
}

/// Checks that no two paths of sweeps or variants lead to the same value.
pub fn check_collisions(sweep: &[Sweep], variants: &[Variant], problems: &mut Vec<Diagnostic>) {
    for (i, later_sweep) in sweep.iter().enumerate() {
        if let Some(other) = sweep[..i]
            .iter()
            .find(|other| path::is_within(&later_sweep.path, &other.path))
        {
            let message = format!(
                "`{}` and `{}` give the same value",
                other.path.text, later_sweep.path.text
            );
            problems.push(Diagnostic::at(
                &later_sweep.path.place,
                message,
                "remove one of them",
            ));
        }
    }
    for variant in variants {
        let mut seen = HashSet::new();
        for (key, value) in &variant.sets {
            if !seen.insert(key.text.as_str()) {
                let message = format!("variant \"{}\" sets `{}` twice", variant.name, key.text);
                problems.push(Diagnostic::at(&key.place, message, "remove one of them"));
            }
            if let Some(swept) = sweep
                .iter()
                .find(|swept| path::is_lost(key, value, &swept.path))
            {
                let message = format!(
                    "variant \"{}\" sets `{}`, which is also in [sweep]",
                    variant.name, swept.path.text
                );
                let help = "remove it from the variant or from [sweep]";
                problems.push(Diagnostic::at(&key.place, message, help));
            }
        }
    }
}

/// Returns the leaves of nested tables with their dotted paths. `wings.Vanguard.quality = [3, 4]`
/// means the same with or without quotes.
fn leaves(
    node: &Node,
    is_leaf: &dyn Fn(&Node) -> bool,
    problems: &mut Vec<Diagnostic>,
) -> Vec<(Key, Node)> {
    let Some(pairs) = node.pairs() else {
        problems.push(Diagnostic::at(
            &node.place,
            node.mismatch("a table"),
            "write a table of keys and values",
        ));
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, node) in pairs {
        if let Err(problem) = path::check(key) {
            problems.push(problem);
            continue;
        }
        if is_leaf(node) {
            found.push((key.clone(), node.clone()));
            continue;
        }
        for (inner, node) in leaves(node, is_leaf, problems) {
            found.push((
                Key {
                    text: format!("{}.{}", key.text, inner.text),
                    place: inner.place,
                },
                node,
            ));
        }
    }
    found
}

/// Returns the error for a key that is not a swept parameter.
pub fn unknown_sweep_key(key: &Node, sweep: &[Sweep], more: &[&str]) -> Diagnostic {
    let mut valid: Vec<&str> = sweep.iter().map(|sweep| sweep.path.text.as_str()).collect();
    valid.extend(more);
    Diagnostic::at(
        &key.place,
        format!("nothing changes with \"{}\"", key.brief()),
        nearest(&key.brief(), &valid),
    )
}
