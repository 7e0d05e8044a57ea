//! Checks TOML against a rule's parameters: every key must be known, and every value must have the
//! right type and be in range.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::values::{ParameterValue, Values};

use super::diagnostic::{Diagnostic, Source, nearest};
use super::removal::removal;
use super::single_value::{
    allowed_text, dice, single_value, suggestion_or_allowed, unknown_choice,
};
use super::tree::{Key, Node, Tree};

/// Checks a table against its parameters and fills in the defaults. Diagnostics are added to the
/// list; a key with a problem gets its default.
pub fn table(node: &Node, parameters: &[Parameter], problems: &mut Vec<Diagnostic>) -> Values {
    let pairs = match &node.tree {
        Tree::Table(pairs) => pairs.as_slice(),
        _ => {
            problems.push(Diagnostic::at(
                &node.place,
                node.mismatch("a table"),
                "write the name of the table in brackets, and its keys below it",
            ));
            &[]
        }
    };
    let mut values = Values::default();
    report_unknown_parameters(pairs, parameters, problems);
    // Entries inherit values of the table itself, so they are read last.
    let (entries, plain): (Vec<&Parameter>, Vec<&Parameter>) = parameters
        .iter()
        .partition(|parameter| parameter.shape.entries().is_some());
    for parameter in plain.into_iter().chain(entries) {
        let given = pairs.iter().find(|(key, _)| key.text == parameter.key);
        let checked = match (given, parameter.shape.entries()) {
            // If the parameter accepts several types, a list is read as entries.
            (
                Some((key, node)),
                Some(&ParameterType::Entries {
                    inherits,
                    entry_parameters,
                    most,
                }),
            ) if matches!(parameter.shape, ParameterType::Entries { .. })
                || matches!(node.tree, Tree::List(_)) =>
            {
                Some(entry_list(
                    key,
                    node,
                    Entries {
                        inherits,
                        entry_parameters,
                        most,
                        parent: (parameters, &values),
                    },
                    problems,
                ))
            }
            (Some((_, node)), _) => value(node, &parameter.shape, problems),
            (None, _) => None,
        };
        if let Some(value) = checked.or_else(|| default(parameter)) {
            values.insert(parameter.key, value);
        }
    }
    values
}

/// The keys of entries: inherited ones, and those of the entries themselves.
struct Entries<'a> {
    inherits: &'a [&'static str],
    entry_parameters: &'a [Parameter],
    most: usize,
    parent: (&'a [Parameter], &'a Values),
}

fn entry_list(
    key: &Key,
    node: &Node,
    entries: Entries<'_>,
    problems: &mut Vec<Diagnostic>,
) -> ParameterValue {
    if let Tree::Table(pairs) = &node.tree {
        let inner = pairs.first().map_or("...", |(key, _)| key.text.as_str());
        let problem = format!(
            "`{0}.{inner}` changes an entry of `{0}`, but the scenario has no `{0}`",
            key.text
        );
        let help = format!(
            "write [[parameters.{}]] and a name for each entry first",
            key.text
        );
        problems.push(Diagnostic::at(&key.place, problem, help));
        return ParameterValue::List(Vec::new());
    }
    let Tree::List(nodes) = &node.tree else {
        let help = format!("write [[parameters.{}]] before each entry", key.text);
        problems.push(Diagnostic::at(
            &node.place,
            node.mismatch("a list of entries"),
            help,
        ));
        return ParameterValue::List(Vec::new());
    };
    if nodes.is_empty() || nodes.len() > entries.most {
        let problem = format!("`{}` has {} entries", key.text, nodes.len());
        problems.push(Diagnostic::at(
            &key.place,
            problem,
            format!("use 1 to {} entries", entries.most),
        ));
    }
    let mut names: Vec<String> = Vec::new();
    let list = nodes
        .iter()
        .take(entries.most)
        .map(|node| ParameterValue::Table(entry(node, &entries, &mut names, problems)));
    ParameterValue::List(list.collect())
}

fn entry(
    node: &Node,
    entries: &Entries<'_>,
    names: &mut Vec<String>,
    problems: &mut Vec<Diagnostic>,
) -> Values {
    let (parameters, parent) = entries.parent;
    let inherited = parameters
        .iter()
        .filter(|parameter| entries.inherits.contains(&parameter.key));
    let mut allowed: Vec<Parameter> = inherited.chain(entries.entry_parameters).copied().collect();
    // If a rule lists `name` among the keys of the entries, the name is optional and the rule
    // chooses one.
    let may_be_nameless = allowed.iter().any(|parameter| parameter.key == "name");
    if !may_be_nameless {
        allowed.insert(
            0,
            Parameter::new("name", ParameterType::Text, "", "its name"),
        );
    }
    let mut values = table(node, &allowed, problems);
    for key in entries.inherits {
        if node.get(key).is_none()
            && let Some(value) = parent.get(key)
        {
            values.insert(*key, value.clone());
        }
    }
    match values.text_if("name").map(str::to_owned) {
        None if may_be_nameless => return values,
        None => problems.push(Diagnostic::at(
            &node.place,
            "this entry has no name",
            "add name = \"...\"",
        )),
        Some(name) if name.trim().is_empty() => {
            problems.push(Diagnostic::at(
                &node.place,
                "the name of this entry is empty",
                "give it a name",
            ));
        }
        Some(name) if names.contains(&name) => {
            problems.push(Diagnostic::at(
                &node.place,
                format!("two entries are named \"{name}\""),
                "rename one of them",
            ));
        }
        Some(name) => names.push(name),
    }
    if values.text_if("name").is_none() {
        values.insert(
            "name",
            ParameterValue::Text(format!("entry {}", names.len() + 1)),
        );
    }
    values
}

/// Reports keys that are not among the valid ones.
pub fn report_unknown_keys(pairs: &[(Key, Node)], valid: &[&str], problems: &mut Vec<Diagnostic>) {
    for (key, _) in pairs
        .iter()
        .filter(|(key, _)| !valid.contains(&key.text.as_str()))
    {
        problems.push(Diagnostic::at(
            &key.place,
            format!("unknown key `{}`", key.text),
            nearest(&key.text, valid),
        ));
    }
}

/// Reports unknown keys of parameters, and suggests parameters whose label matches.
fn report_unknown_parameters(
    pairs: &[(Key, Node)],
    parameters: &[Parameter],
    problems: &mut Vec<Diagnostic>,
) {
    let valid: Vec<&str> = parameters.iter().map(|parameter| parameter.key).collect();
    let before = problems.len();
    report_unknown_keys(pairs, &valid, problems);
    let unknown = pairs
        .iter()
        .map(|(key, _)| key)
        .filter(|key| !valid.contains(&key.text.as_str()));
    for (problem, key) in problems[before..].iter_mut().zip(unknown) {
        let called = parameters
            .iter()
            .filter(|parameter| parameter.is_called(&key.text))
            .collect::<Vec<_>>();
        if let [only] = called[..] {
            problem.help = format!("did you mean {} ({})?", only.key, only.label);
            problem.fix = None;
        } else if problem.fix.is_none() {
            problem.fix = removal(&key.place).map(Box::new);
        }
        if valid.is_empty() {
            "the rule has no parameters: remove this".clone_into(&mut problem.help);
        }
    }
}

/// Checks a value against a type. Returns `None` and adds a diagnostic if it does not fit.
pub fn value(
    node: &Node,
    shape: &ParameterType,
    problems: &mut Vec<Diagnostic>,
) -> Option<ParameterValue> {
    match (shape, &node.tree) {
        (ParameterType::Choice(words), Tree::Text(text)) if !words.contains(&text.as_str()) => {
            problems.push(unknown_choice(node, text, words, shape));
            None
        }
        (ParameterType::Dice, Tree::Text(text)) => dice(node, text, problems),
        (ParameterType::AnyOf(shapes), _) => any_of(node, shapes, problems),
        (ParameterType::List(shape), Tree::List(nodes)) => {
            let values: Vec<Option<ParameterValue>> = nodes
                .iter()
                .map(|node| value(node, shape, problems))
                .collect();
            let values: Option<Vec<_>> = values.into_iter().collect();
            values.map(ParameterValue::List)
        }
        (ParameterType::Table(parameters), Tree::Table(_)) => {
            Some(ParameterValue::Table(table(node, parameters, problems)))
        }
        (ParameterType::Map(shape), Tree::Table(pairs)) => {
            let pair =
                |(key, node): &(Key, Node)| Some((key.text.clone(), value(node, shape, problems)?));
            let pairs: Option<Vec<_>> = pairs.iter().map(pair).collect();
            pairs.map(ParameterValue::Map)
        }
        (
            &ParameterType::Records {
                fields,
                least,
                most,
            },
            Tree::List(nodes),
        ) if (least..=most).contains(&nodes.len()) => Some(records(nodes, fields, most, problems)),
        _ => single_value(node, shape)
            .map_err(|problem| {
                let allowed = allowed_text(node, shape);
                problems.push(Diagnostic::at(&node.place, problem, allowed));
            })
            .ok(),
    }
}

/// Checks entries that inherit nothing.
fn records(
    nodes: &[Node],
    fields: &[Parameter],
    most: usize,
    problems: &mut Vec<Diagnostic>,
) -> ParameterValue {
    let nothing = Values::default();
    let entries = Entries {
        inherits: &[],
        entry_parameters: fields,
        most,
        parent: (&[], &nothing),
    };
    let mut names = Vec::new();
    let list = nodes
        .iter()
        .map(|node| ParameterValue::Table(entry(node, &entries, &mut names, problems)));
    ParameterValue::List(list.collect())
}

/// Checks a value against several types and returns the first match. Otherwise it reports the
/// problems of the type of the same kind, or of all types.
fn any_of(
    node: &Node,
    shapes: &'static [ParameterType],
    problems: &mut Vec<Diagnostic>,
) -> Option<ParameterValue> {
    let mut closest: Option<Vec<Diagnostic>> = None;
    for shape in shapes {
        let mut shape_problems = Vec::new();
        let checked = value(node, shape, &mut shape_problems);
        if shape_problems.is_empty() {
            return checked;
        }
        let same_kind = shape_problems
            .iter()
            .all(|problem| problem.problem != node.mismatch(&shape.short_description()));
        if same_kind && closest.is_none() {
            // An unknown word may have been meant for any of the types.
            if let (ParameterType::Choice(words), Some(text)) = (shape, node.text()) {
                let help =
                    suggestion_or_allowed(text, words, &ParameterType::AnyOf(shapes).allowed());
                shape_problems[0] =
                    Diagnostic::at(&node.place, shape_problems[0].problem.as_str(), help);
            }
            closest = Some(shape_problems);
        }
    }
    problems.extend(closest.unwrap_or_else(|| {
        let shape = ParameterType::AnyOf(shapes);
        let help = format!("allowed: {}", shape.allowed());
        vec![Diagnostic::at(
            &node.place,
            node.mismatch(&shape.short_description()),
            help,
        )]
    }));
    None
}

/// Returns the default of a parameter, which is written like a value in a scenario.
fn default(parameter: &Parameter) -> Option<ParameterValue> {
    if parameter.default.is_empty() {
        return None;
    }
    let node = default_node(parameter);
    let mut problems = Vec::new();
    let checked = value(&node, &parameter.shape, &mut problems);
    assert!(
        problems.is_empty(),
        "the default of {} does not fit: {problems:?}",
        parameter.key
    );
    checked
}

/// Returns a default as a node, as if a scenario contained it.
pub fn default_node(parameter: &Parameter) -> Node {
    let source = Arc::new(Source {
        name: "default".into(),
        text: parameter.default.into(),
    });
    Node::value_or_text(&source, 0..parameter.default.len())
}
