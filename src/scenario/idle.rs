//! What a scenario says and what changes nothing: a `scatter` where nothing scatters, a Government Title that nothing
//! depends on. It is no error, for a variant may need it soon; but who wrote it should know.
//!
//! A rule keeps only what it uses. So a value is idle where the rule that is built without it is the same, in every case;
//! and where that may be because it says what holds anyway, where other values make the same rule too.

use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::words::sentence;

use super::check;
use super::diagnostic::{Diagnostic, Place};
use super::document::Scenario;
use super::named_rule::NamedRule;
use super::tree::{Node, Tree};

/// Cases that are looked at. Where there are more, what no case of these uses may be used by another.
const MOST_CASES: usize = 1000;
/// Values that are looked at.
const MOST_VALUES: usize = 500;

/// Where a value is written: keys and numbers of entries.
type Address = Vec<String>;

/// What is known of a value.
#[derive(Clone, Debug)]
enum Use {
    /// It has been at its default, or has not been met.
    Unknown,
    /// The rule was the same without it.
    Idle(Place),
    /// Some case needs it.
    Used,
}

/// A warning for every value that changes nothing in any case; none where there are too many cases to tell.
pub fn idle(scenario: &Scenario) -> Vec<Diagnostic> {
    let cases = scenario.case_count();
    if cases > MOST_CASES || matches!(scenario.rule, NamedRule::File(_)) {
        return Vec::new();
    }
    let mut known: Vec<(Address, Use)> = Vec::new();
    for case in 0..cases {
        let Ok(written) = scenario.written(case) else { return Vec::new() };
        let mut addresses = Vec::new();
        leaves(&written, &mut Vec::new(), &mut addresses);
        for address in addresses {
            if known.len() < MOST_VALUES && known.iter().all(|(own, _)| *own != address) {
                known.push((address, Use::Unknown));
            }
        }
        if known.iter().all(|(_, own)| matches!(own, Use::Used)) && case > 0 {
            continue;
        }
        look(scenario, &written, &mut known);
    }
    known.into_iter().filter_map(|(address, own)| warning(scenario, &address, &own)).collect()
}

/// Takes away each value of a case that may be idle, one at a time.
fn look(scenario: &Scenario, written: &Node, known: &mut [(Address, Use)]) {
    let parameters = scenario.rule.parameters();
    let build = |node: &Node| {
        let mut problems = Vec::new();
        let values = check::table(node, parameters, &mut problems);
        let built = if problems.is_empty() { scenario.rule.build(&values).ok() } else { None };
        built.map(|built| (values, built))
    };
    let Some((values, built)) = build(written) else { return };
    for (address, own) in known.iter_mut().filter(|(_, own)| !matches!(own, Use::Used)) {
        let mut without = written.clone();
        let Some(place) = take_away(&mut without, address) else { continue };
        match build(&without) {
            Some((other, _)) if other == values => {}
            Some((_, other)) if other.is_like(&built) => {
                let is_like = |value: Tree| {
                    let mut with = written.clone();
                    put(&mut with, address, value);
                    build(&with).is_none_or(|(_, other)| other.is_like(&built))
                };
                let has_default = parameter(parameters, address).is_none_or(|own| !own.default.is_empty());
                let others = parameter(parameters, address).map_or_else(Vec::new, |own| others(&own.shape));
                *own = if has_default || others.into_iter().all(is_like) { Use::Idle(place) } else { Use::Used };
            }
            _ => *own = Use::Used,
        }
    }
}

fn warning(scenario: &Scenario, address: &Address, own: &Use) -> Option<Diagnostic> {
    let Use::Idle(place) = own else { return None };
    let key = address.last()?;
    let what = format!("`{key}` changes nothing here: every case is the same without it");
    let meaning = parameter(scenario.rule.parameters(), address).map_or_else(String::new, |own| sentence(own.meaning));
    Some(Diagnostic::at(place, what, meaning))
}

/// The parameter at an address; of what is deeper than any, the nearest above.
fn parameter(parameters: &[Parameter], address: &[String]) -> Option<Parameter> {
    let (first, rest) = address.split_first()?;
    let found = *parameters.iter().find(|parameter| parameter.key == *first)?;
    match (rest, found.shape.entries().copied().unwrap_or(found.shape)) {
        ([], _) => Some(found),
        (rest, ParameterType::Table(of)) => parameter(of, rest),
        ([_, rest @ ..], ParameterType::Entries { own, .. }) => {
            parameter(own, rest).or_else(|| parameter(parameters, rest))
        }
        _ => Some(found),
    }
}

/// Some values of a shape that differ from each other.
fn others(shape: &ParameterType) -> Vec<Tree> {
    match shape {
        ParameterType::Whole { from, to } => [*from, from + 1, *to].map(Tree::Whole).to_vec(),
        ParameterType::Probability => ["0", "0.37", "1"].map(|p| Tree::Decimal(p.to_owned())).to_vec(),
        ParameterType::Flag => [false, true].map(Tree::Flag).to_vec(),
        ParameterType::Choice(words) => words.iter().take(5).map(|word| Tree::Text((*word).to_owned())).collect(),
        ParameterType::Dice => ["1", "1d4"].map(|dice| Tree::Text(dice.to_owned())).to_vec(),
        ParameterType::AnyOf(shapes) => shapes.iter().flat_map(others).collect(),
        _ => Vec::new(),
    }
}

/// The address of every value that is no table and no list of tables.
fn leaves(node: &Node, here: &mut Address, found: &mut Vec<Address>) {
    let mut within = |part: String, inner: &Node| {
        here.push(part);
        leaves(inner, here, found);
        here.pop();
    };
    match &node.tree {
        Tree::Table(pairs) => pairs.iter().for_each(|(key, inner)| within(key.text.clone(), inner)),
        Tree::List(nodes) if nodes.iter().any(|inner| matches!(inner.tree, Tree::Table(_))) => {
            nodes.iter().enumerate().for_each(|(i, inner)| within(i.to_string(), inner));
        }
        _ => found.push(here.clone()),
    }
}

/// Puts another value in the place of the one at an address.
fn put(node: &mut Node, address: &[String], value: Tree) {
    let Some((first, rest)) = address.split_first() else {
        node.tree = value;
        return;
    };
    let inner = match &mut node.tree {
        Tree::Table(pairs) => pairs.iter_mut().find(|(key, _)| key.text == *first).map(|(_, inner)| inner),
        Tree::List(nodes) => first.parse::<usize>().ok().and_then(|at| nodes.get_mut(at)),
        _ => None,
    };
    if let Some(inner) = inner {
        put(inner, rest, value);
    }
}

/// Takes the value at an address away; where it was.
fn take_away(node: &mut Node, address: &[String]) -> Option<Place> {
    let (first, rest) = address.split_first()?;
    match &mut node.tree {
        Tree::Table(pairs) => {
            let at = pairs.iter().position(|(key, _)| key.text == *first)?;
            if rest.is_empty() { Some(pairs.remove(at).1.place) } else { take_away(&mut pairs[at].1, rest) }
        }
        Tree::List(nodes) if !rest.is_empty() => take_away(nodes.get_mut(first.parse::<usize>().ok()?)?, rest),
        _ => None,
    }
}
