//! Finds values of a scenario that change nothing, such as `scatter` if nothing scatters. They are
//! no error, because a variant may use them later, but they cause a warning.
//!
//! A built rule keeps only what it uses. A value is unused if the rule is the same without it in
//! every case. If the value may be equal to what holds anyway, the rule must also be the same with
//! values near it.

use rayon::prelude::*;

use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::words::to_sentence;

use super::document::Scenario;
use super::named_rule::NamedRule;
use super::path;
use crate::input::check;
use crate::input::diagnostic::{Diagnostic, Place};
use crate::input::tree::{Node, Tree};

/// The most cases that are compared. With more, another case might use the value.
const MAX_CASES: usize = 1000;
/// The most values that are compared.
const MAX_VALUES: usize = 500;

/// The position of a value in the scenario: keys, and numbers of entries.
pub(super) type Address = Vec<String>;

/// Whether a value is used.
#[derive(Clone, Debug)]
enum ValueUse {
    /// So far, every case had its default or did not have it.
    Unknown,
    /// The rule is the same without it.
    Unused(Place),
    /// A case uses it.
    Used,
}

/// Returns a warning for each value that changes nothing in any case; none if there are too many
/// cases to compare.
pub fn unused_values(scenario: &Scenario) -> Vec<Diagnostic> {
    let cases = scenario.case_count();
    if cases > MAX_CASES || matches!(scenario.rule, NamedRule::File(_)) {
        return Vec::new();
    }
    let mut known: Vec<(Address, ValueUse)> = Vec::new();
    for case in 0..cases {
        let Ok(written) = scenario.written_parameters(case) else {
            return Vec::new();
        };
        let mut addresses = Vec::new();
        leaves(&written, &mut Vec::new(), &mut addresses);
        for address in addresses {
            // A name is only shown.
            let is_name = address.last().is_some_and(|key| key == "name");
            if !is_name
                && known.len() < MAX_VALUES
                && known
                    .iter()
                    .all(|(known_address, _)| *known_address != address)
            {
                known.push((address, ValueUse::Unknown));
            }
        }
        if known
            .iter()
            .all(|(_, value_use)| matches!(value_use, ValueUse::Used))
            && case > 0
        {
            continue;
        }
        find_unused(scenario, &written, &mut known);
    }
    known
        .into_iter()
        .filter_map(|(address, value_use)| warning(scenario, &address, &value_use))
        .collect()
}

/// Builds the rule of a case without each value that may be unused, one at a time.
fn find_unused(scenario: &Scenario, written: &Node, known: &mut [(Address, ValueUse)]) {
    let parameters = scenario.rule.parameters();
    let build = |node: &Node| {
        let mut problems = Vec::new();
        let values = check::table(node, parameters, &mut problems);
        let built = if problems.is_empty() {
            scenario.rule.build(&values).ok()
        } else {
            None
        };
        built.map(|built| (values, built))
    };
    let Some((values, built)) = build(written) else {
        return;
    };
    let description = built.description();
    let unused = known
        .par_iter_mut()
        .filter(|(_, value_use)| !matches!(value_use, ValueUse::Used));
    unused.for_each(|(address, value_use)| {
        let mut without = written.clone();
        let Some(place) = remove_value(&mut without, address) else {
            return;
        };
        match build(&without) {
            Some((other, _)) if other == values => {}
            Some((_, other)) if other.description() == description => {
                let found = nearest_parameter(parameters, address);
                let has_default = found.is_none_or(|parameter| !parameter.default.is_empty());
                let with = |value: Tree| {
                    let mut with = written.clone();
                    replace_value(&mut with, address, value);
                    build(&with).map(|(_, other)| other.description() == description)
                };
                let is_used = found
                    .zip(node_at(written, address))
                    .filter(|_| !has_default)
                    .is_some_and(|(parameter, value)| {
                        let tried = |values: Vec<Tree>| {
                            values.into_iter().filter_map(with).collect::<Vec<bool>>()
                        };
                        let near = tried(nearby_values(&value.tree, &parameter.shape));
                        let like = if near.is_empty() {
                            tried(range_ends(&parameter.shape))
                        } else {
                            near
                        };
                        like.contains(&false)
                    });
                *value_use = if is_used {
                    ValueUse::Used
                } else {
                    ValueUse::Unused(place)
                };
            }
            _ => *value_use = ValueUse::Used,
        }
    });
}

fn warning(scenario: &Scenario, address: &Address, value_use: &ValueUse) -> Option<Diagnostic> {
    let ValueUse::Unused(place) = value_use else {
        return None;
    };
    let key = address.last()?;
    let message = format!("`{key}` changes nothing here: every case is the same without it");
    let meaning = nearest_parameter(scenario.rule.parameters(), address)
        .map_or_else(String::new, |parameter| to_sentence(parameter.meaning));
    Some(Diagnostic::at(place, message, meaning))
}

/// Returns the parameter at an address, or the nearest one above.
pub(super) fn nearest_parameter(parameters: &[Parameter], address: &[String]) -> Option<Parameter> {
    let (first, rest) = address.split_first()?;
    let found = *parameters
        .iter()
        .find(|parameter| parameter.key == *first)?;
    match (rest, found.shape.entries().copied().unwrap_or(found.shape)) {
        ([], _) => Some(found),
        (rest, ParameterType::Table(table_parameters)) => nearest_parameter(table_parameters, rest),
        (
            [_, rest @ ..],
            ParameterType::Entries {
                entry_parameters, ..
            },
        ) => nearest_parameter(entry_parameters, rest)
            .or_else(|| nearest_parameter(parameters, rest)),
        ([_, rest @ ..], ParameterType::Records { fields, .. }) => nearest_parameter(fields, rest),
        _ => Some(found),
    }
}

/// Returns values near a value, of the same shape.
fn nearby_values(value: &Tree, shape: &ParameterType) -> Vec<Tree> {
    match (shape, value) {
        (ParameterType::Whole { .. } | ParameterType::Dice, Tree::Whole(n)) => {
            [n.checked_sub(1), n.checked_add(1)]
                .into_iter()
                .flatten()
                .map(Tree::Whole)
                .collect()
        }
        (ParameterType::Probability, Tree::Whole(_) | Tree::Decimal(_)) => ["0.499", "0.501"]
            .map(|p| Tree::Decimal(p.to_owned()))
            .to_vec(),
        (ParameterType::Flag, Tree::Flag(flag)) => vec![Tree::Flag(!flag)],
        (ParameterType::Choice(words), Tree::Text(_)) => words
            .iter()
            .map(|word| Tree::Text((*word).to_owned()))
            .collect(),
        (ParameterType::Dice, Tree::Text(text)) => vec![Tree::Text(format!("{text}+1"))],
        (ParameterType::AnyOf(shapes), value) => shapes
            .iter()
            .flat_map(|shape| nearby_values(value, shape))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the ends of a range, for a value whose neighbours are not allowed.
fn range_ends(shape: &ParameterType) -> Vec<Tree> {
    match shape {
        ParameterType::Whole { from, to } => [*from, *to].map(Tree::Whole).to_vec(),
        ParameterType::AnyOf(shapes) => shapes.iter().flat_map(range_ends).collect(),
        _ => Vec::new(),
    }
}

/// Collects the address of every value that is neither a table nor a list of tables.
pub(super) fn leaves(node: &Node, address: &mut Address, found: &mut Vec<Address>) {
    let mut within = |part: String, inner: &Node| {
        address.push(part);
        leaves(inner, address, found);
        address.pop();
    };
    match &node.tree {
        Tree::Table(pairs) => pairs
            .iter()
            .for_each(|(key, inner)| within(key.text.clone(), inner)),
        Tree::List(nodes)
            if nodes
                .iter()
                .any(|inner| matches!(inner.tree, Tree::Table(_))) =>
        {
            nodes
                .iter()
                .enumerate()
                .for_each(|(i, inner)| within(i.to_string(), inner));
        }
        _ => found.push(address.clone()),
    }
}

/// Returns the value at an address.
pub(super) fn node_at<'n>(node: &'n Node, address: &[String]) -> Option<&'n Node> {
    let Some((first, rest)) = address.split_first() else {
        return Some(node);
    };
    node_at(path::child(node, first)?, rest)
}

/// Replaces the value at an address.
fn replace_value(node: &mut Node, address: &[String], value: Tree) {
    let Some((first, rest)) = address.split_first() else {
        node.tree = value;
        return;
    };
    let inner = match &mut node.tree {
        Tree::Table(pairs) => pairs
            .iter_mut()
            .find(|(key, _)| key.text == *first)
            .map(|(_, inner)| inner),
        Tree::List(nodes) => first
            .parse::<usize>()
            .ok()
            .and_then(|index| nodes.get_mut(index)),
        _ => None,
    };
    if let Some(inner) = inner {
        replace_value(inner, rest, value);
    }
}

/// Removes the value at an address, and returns its place in the text.
fn remove_value(node: &mut Node, address: &[String]) -> Option<Place> {
    let (first, rest) = address.split_first()?;
    match &mut node.tree {
        Tree::Table(pairs) => {
            let index = pairs.iter().position(|(key, _)| key.text == *first)?;
            if rest.is_empty() {
                Some(pairs.remove(index).1.place)
            } else {
                remove_value(&mut pairs[index].1, rest)
            }
        }
        Tree::List(nodes) if !rest.is_empty() => {
            remove_value(nodes.get_mut(first.parse::<usize>().ok()?)?, rest)
        }
        _ => None,
    }
}
