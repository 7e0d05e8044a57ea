//! Changes one parameter at a time: each number by one step down and up, and each flag.

use oddsmith_engine::chance::DECIMAL_PLACES;

use super::document::Scenario;
use super::labels::PathLabel;
use super::path;
use super::unused::{Address, leaves, nearest_parameter, node_at};
use crate::input::tree::{Key, Node, Tree};
use crate::labels::capitalize_initial;
use crate::messages::Word;
use crate::rule::parameter::{Parameter, ParameterType};

/// The most letters of a label before the values of a chart.
const SHORT_LABEL_LENGTH: usize = 6;
/// The most changes that are tried. A note reports that there are more.
const MAX_STEPS: usize = 1000;

/// A parameter changed by one step.
#[derive(Clone, Debug)]
pub(crate) struct TriedStep {
    /// Its path.
    pub(crate) path: Key,
    /// Its label in a chart.
    pub(crate) label: String,
    /// Whether the designer has given the label. Then it is shown as typed.
    pub(crate) is_named: bool,
    /// The label of the new value in a chart.
    pub(crate) value_label: String,
    /// The direction of the change.
    pub(crate) direction: Direction,
    /// The old value.
    pub(crate) from: String,
    /// The new value.
    pub(crate) to: Node,
}

pub(crate) use crate::report::sensitivity::Direction;

/// The possible steps, and the parameters without steps.
#[derive(Debug, Default)]
pub(crate) struct TriedSteps {
    pub(crate) steps: Vec<TriedStep>,
    /// A sentence for each parameter that cannot change in some direction.
    pub(crate) notes: Vec<String>,
    /// Parameters that are neither numbers nor flags.
    pub(crate) parameters_without_steps: Vec<String>,
}

impl Scenario {
    /// Returns all steps from the first case.
    pub(crate) fn steps(&self) -> TriedSteps {
        let mut steps = TriedSteps::default();
        let Some(parameters) = self.parameters_with_defaults(0) else {
            return steps;
        };
        let mut addresses = Vec::new();
        leaves(&parameters, &mut Vec::new(), &mut addresses);
        for address in addresses {
            let (Some(value), Some(found_parameter)) = (
                node_at(&parameters, &address),
                nearest_parameter(self.rule.parameters(), &address),
            ) else {
                continue;
            };
            if address.len() > 1 && address.last().is_some_and(|key| key == "name") {
                continue;
            }
            let text = path_of(&parameters, &address);
            if let ([key], Some((names, 0))) =
                (address.as_slice(), self.entry_overrides(&address[0]))
            {
                let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
                steps.notes.push(format!(
                    "`{key}` has no effect: {} have their own.",
                    names.join(", ")
                ));
                continue;
            }
            steps.add_steps(&text, value, &found_parameter.shape, self);
        }
        let is_number = |parameter: &&Parameter| {
            whole_range(&parameter.shape).is_some() || decimal_range(&parameter.shape).is_some()
        };
        let is_given = |parameter: &&Parameter| parameters.get(parameter.key).is_some();
        let absent: Vec<&str> = self
            .rule
            .parameters()
            .iter()
            .filter(is_number)
            .filter(|parameter| !is_given(parameter))
            .map(|parameter| parameter.key)
            .collect();
        if !absent.is_empty() {
            steps
                .notes
                .push(format!("Not set, so not changed: {}.", absent.join(", ")));
        }
        let more = steps.steps.len().saturating_sub(MAX_STEPS);
        if more > 0 {
            steps.steps.truncate(MAX_STEPS);
            steps
                .notes
                .push(format!("{more} more changes are not tried."));
        }
        steps
    }
}

impl TriedSteps {
    fn add_steps(&mut self, text: &str, value: &Node, shape: &ParameterType, scenario: &Scenario) {
        let add = |steps: &mut TriedSteps, direction, to: Tree| {
            let path = Key {
                text: text.to_owned(),
                place: value.place.clone(),
            };
            let (label, is_named, value_label) = chart_labels(text, &to, scenario);
            let to = Node {
                tree: to,
                place: value.place.clone(),
            };
            steps.steps.push(TriedStep {
                path,
                label,
                is_named,
                value_label,
                direction,
                from: value.brief(),
                to,
            });
        };
        match (shape, &value.tree) {
            (ParameterType::AnyOf(shapes), _) => {
                match shapes.iter().find(|shape| has_steps(shape, &value.tree)) {
                    Some(shape) => self.add_steps(text, value, shape, scenario),
                    None => self.parameters_without_steps.push(text.to_owned()),
                }
            }
            (_, Tree::Flag(flag)) => add(self, Direction::Toggled, Tree::Flag(!flag)),
            (shape, &Tree::Whole(number)) if whole_range(shape).is_some() => {
                let (from, to) = whole_range(shape).expect("a range");
                for (direction, next, end) in [
                    (Direction::Down, number - 1, "least"),
                    (Direction::Up, number + 1, "greatest"),
                ] {
                    if (from..=to).contains(&next) {
                        add(self, direction, Tree::Whole(next));
                    } else {
                        self.notes
                            .push(format!("`{text}` is {number}, its {end} allowed value."));
                    }
                }
            }
            (shape, Tree::Whole(_) | Tree::Decimal(_)) if decimal_range(shape).is_some() => {
                let (from, to) = decimal_range(shape).expect("a range");
                let number: f64 = value.brief().parse().unwrap_or(0.0);
                if number == 0.0 {
                    self.notes
                        .push(format!("`{text}` is 0, so a change by 10% has no effect."));
                    return;
                }
                let tenth = number.abs() / 10.0;
                for (direction, next) in [
                    (Direction::Down, number - tenth),
                    (Direction::Up, number + tenth),
                ] {
                    if (from..=to).contains(&next) {
                        add(self, direction, Tree::Decimal(decimal(next)));
                    } else {
                        let (comparative, end) = if direction == Direction::Up {
                            ("more", to)
                        } else {
                            ("less", from)
                        };
                        self.notes.push(format!(
                            "`{text}` is {}: 10% {comparative} is beyond {end}.",
                            value.brief()
                        ));
                    }
                }
            }
            _ => self.parameters_without_steps.push(text.to_owned()),
        }
    }
}

/// Returns the label of a parameter in a chart, whether the designer has given it, and the label of
/// its new value: "QV of Left", "QV 3".
fn chart_labels(path: &str, to: &Tree, scenario: &Scenario) -> (String, bool, String) {
    let messages = &scenario.messages;
    let put = |number: &str| messages.numerals().localize(number);
    let at_value = |value: &str| messages.fill(Word::AtValue, &[("value", value)]);
    let PathLabel {
        label,
        short,
        is_named,
    } = scenario.label(path);
    let (name, short) = match (label.rsplit_once(": "), short.rsplit_once(": ")) {
        (Some((entry, _)), Some((_, short))) => (
            messages.fill(Word::OfEntry, &[("what", short), ("entry", entry)]),
            short.to_owned(),
        ),
        _ => (label, short),
    };
    let name = if is_named {
        name
    } else {
        capitalize_initial(&name)
    };
    let value_label = match to {
        Tree::Flag(true) => messages.text(Word::Yes).to_owned(),
        Tree::Flag(false) => messages.text(Word::No).to_owned(),
        // The label of a die has no space: d5.
        Tree::Whole(number) if short == "d" => format!("d{number}"),
        Tree::Whole(number) if short.chars().count() <= SHORT_LABEL_LENGTH => {
            format!("{short} {number}")
        }
        Tree::Decimal(number) if short.chars().count() <= SHORT_LABEL_LENGTH => {
            format!("{short} {}", put(number))
        }
        Tree::Whole(number) => at_value(&number.to_string()),
        Tree::Decimal(number) => at_value(&put(number)),
        _ => String::new(),
    };
    (name, is_named, value_label)
}

/// Returns whether a value of a type has steps.
fn has_steps(shape: &ParameterType, value: &Tree) -> bool {
    match value {
        Tree::Flag(_) => matches!(shape, ParameterType::Flag),
        Tree::Whole(_) => whole_range(shape).is_some() || decimal_range(shape).is_some(),
        Tree::Decimal(_) => decimal_range(shape).is_some(),
        _ => false,
    }
}

fn whole_range(shape: &ParameterType) -> Option<(i64, i64)> {
    match shape {
        ParameterType::Whole { from, to } => Some((*from, *to)),
        ParameterType::Dice => Some((0, oddsmith_engine::chance::LARGEST_EXPRESSION)),
        _ => None,
    }
}

fn decimal_range(shape: &ParameterType) -> Option<(f64, f64)> {
    match shape {
        ParameterType::Probability => Some((0.0, 1.0)),
        ParameterType::Decimal { from, to } => {
            let float = |ratio: &oddsmith_language::Ratio| {
                ratio.numerator() as f64 / ratio.denominator() as f64
            };
            Some((float(from), float(to)))
        }
        _ => None,
    }
}

fn decimal(value: f64) -> String {
    let text = format!("{value:.*}", DECIMAL_PLACES as usize);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns an address as a path, with the names of entries.
fn path_of(node: &Node, address: &Address) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut current_node = Some(node);
    for part in address {
        let name = match current_node.map(|node| &node.tree) {
            Some(Tree::List(nodes)) => part
                .parse::<usize>()
                .ok()
                .and_then(|index| nodes.get(index))
                .map(path::entry_name),
            _ => None,
        };
        parts.push(
            name.filter(|name| !name.is_empty())
                .unwrap_or_else(|| part.clone()),
        );
        current_node = current_node.and_then(|node| node_at(node, std::slice::from_ref(part)));
    }
    parts.join(".")
}
