//! What varies: `[sweep]`, `[[variants]]` and `--set`.

use crate::rule::parameter::{Parameter, Shape};

use super::MOST_CASES;
use super::check;
use super::problem::{Problem, nearest};
use super::settings::option_source;
use super::tree::{Key, Node, Tree};

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

/// The values of `{ from, to, step }`, as decimals without drift.
fn range(node: &Node, problems: &mut Vec<Problem>) -> Option<Vec<Node>> {
    let before = problems.len();
    check::known_keys(node.pairs().unwrap_or(&[]), &["from", "to", "step"], problems);
    let mut end = |key: &str, default: Option<Decimal>| match node.get(key) {
        None if default.is_none() => {
            problems.push(Problem::at(
                &node.place,
                format!("this range has no `{key}`"),
                "write { from = 0, to = 6 }, with step = 1 if you like",
            ));
            None
        }
        None => default,
        Some(own) => Decimal::parse(own).or_else(|| {
            problems.push(Problem::at(
                &own.place,
                format!("`{key}` is {}", own.brief()),
                "allowed: a number with at most 9 decimal places",
            ));
            None
        }),
    };
    let (from, to, step) = (end("from", None), end("to", None), end("step", Some(Decimal { digits: 1, places: 0 })));
    let (from, to, step) = (from?, to?, step?);
    if problems.len() > before {
        return None;
    }
    let places = from.places.max(to.places).max(step.places);
    let [first, last, stride] = [from, to, step].map(|decimal| decimal.scaled(places));
    if stride <= 0 {
        problems.push(Problem::at(
            &node.get("step").unwrap_or(node).place,
            "this step leads nowhere",
            "allowed: more than 0",
        ));
        return None;
    }
    if first > last {
        let help = "turn them round, or list the values in the order wanted";
        problems.push(Problem::at(&node.place, format!("`from` is past `to`: {} > {}", from.text(), to.text()), help));
        return None;
    }
    if (last - first) / stride >= MOST_CASES as i128 {
        problems.push(Problem::at(
            &node.place,
            "this range has too many values",
            format!("at most {MOST_CASES} cases are allowed"),
        ));
        return None;
    }
    let value = |digits| {
        let decimal = Decimal { digits, places };
        let tree = if places == 0 { Tree::Whole(digits as i64) } else { Tree::Decimal(decimal.text()) };
        Node { tree, place: node.place.clone() }
    };
    Some((0..=(last - first) / stride).map(|i| value(first + i * stride)).collect())
}

/// A decimal: digits over a power of ten.
#[derive(Clone, Copy)]
struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    fn parse(node: &Node) -> Option<Decimal> {
        match &node.tree {
            Tree::Whole(number) => Some(Decimal { digits: i128::from(*number), places: 0 }),
            Tree::Decimal(text) => {
                let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
                let decimals = decimals.trim_end_matches('0');
                let places = decimals.len() as u32;
                let digits = format!("{whole}{decimals}").parse().ok()?;
                (places <= 9 && whole.len() <= 19).then_some(Decimal { digits, places })
            }
            _ => None,
        }
    }

    fn scaled(self, places: u32) -> i128 {
        self.digits * 10i128.pow(places - self.places)
    }

    /// Without trailing zeros: 0.1, and not 0.10.
    fn text(self) -> String {
        let unit = 10i128.pow(self.places);
        let sign = if self.digits < 0 { "-" } else { "" };
        let (whole, part) = (self.digits.abs() / unit, self.digits.abs() % unit);
        let decimals = format!("{part:0width$}", width = self.places as usize);
        let decimals = decimals.trim_end_matches('0');
        if decimals.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") }
    }
}

/// The label and the short name of a swept path: those of the parameter that it ends at, after the names of entries.
pub fn labels(path: &str, parameters: &[Parameter]) -> (String, String) {
    let words = |key: &str| key.replace('_', " ");
    let (head, last) = path.rsplit_once('.').unwrap_or(("", path));
    let Some(parameter) = find(parameters, path.split('.').next().unwrap_or(path), last) else {
        return (words(path), words(path));
    };
    let label = if parameter.label.is_empty() { words(last) } else { parameter.label.to_owned() };
    let short = if parameter.short.is_empty() { label.clone() } else { parameter.short.to_owned() };
    match head.split_once('.') {
        Some((_, entry)) => (format!("{entry}: {label}"), format!("{entry}: {short}")),
        None => (label, short),
    }
}

/// The parameter named `last`: of the list or table `first`, or of the rule itself, from which entries inherit.
fn find<'p>(parameters: &'p [Parameter], first: &str, last: &str) -> Option<&'p Parameter> {
    let own = parameters.iter().find(|parameter| parameter.key == first).and_then(|parameter| match parameter.shape {
        Shape::Entries { own, .. } => own.iter().find(|parameter| parameter.key == last),
        Shape::Table(inner) => inner.iter().find(|parameter| parameter.key == last),
        _ => None,
    });
    own.or_else(|| parameters.iter().find(|parameter| parameter.key == last))
}

/// The problem of a key that names no swept parameter.
pub fn not_swept(key: &Node, sweep: &[Sweep], more: &[&str]) -> Problem {
    let mut valid: Vec<&str> = sweep.iter().map(|sweep| sweep.path.text.as_str()).collect();
    valid.extend(more);
    Problem::at(&key.place, format!("nothing varies by \"{}\"", key.brief()), nearest(&key.brief(), &valid))
}
