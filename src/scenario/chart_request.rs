//! `[[charts]]` as written: its keys, and the types of their values.

use crate::report::Width;
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::presentation::ChartKind;
use crate::rule::values::ParameterValue;
use oddsmith_language::Ratio;

use crate::input::check;
use crate::input::diagnostic::{Diagnostic, Place};
use crate::input::tree::{Key, Node, Tree};

/// The kind of a chart that shows how much skill matters.
const SKILL: &str = "skill";

const KINDS: [&str; ChartKind::ALL.len() + 1] = {
    let mut names = [SKILL; ChartKind::ALL.len() + 1];
    let mut i = 0;
    while i < ChartKind::ALL.len() {
        names[i] = ChartKind::ALL[i].0;
        i += 1;
    }
    names
};

/// The most charts that a scenario may name.
const MAX_CHARTS: usize = 500;

/// The keys of `[[charts]]`, except `where`, whose keys are those of the sweep.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "kind",
        ParameterType::Choice(&KINDS),
        "",
        "the kind of chart",
    ),
    Parameter::new(
        "choice",
        ParameterType::Text,
        "",
        "the choice that a policy chart shows; default: the only choice of the rule",
    ),
    Parameter::new(
        "metric",
        ParameterType::Text,
        "",
        "the metric; default: the rule's first metric for this kind",
    ),
    Parameter::new(
        "x",
        ParameterType::Text,
        "",
        "the axis: a swept key, \"variant\" or \"step\"; in a policy chart also a part of the state",
    ),
    Parameter::new(
        "series",
        ParameterType::Text,
        "",
        "one line, or one row of a heat map, for each value: a swept key or \"variant\"",
    ),
    Parameter::new(
        "value",
        ParameterType::Text,
        "",
        "the number that is drawn: \"mean\", \"P(>=2)\", \"P(<=2)\", \"P(=mixed)\"",
    ),
    Parameter::new(
        "step",
        ParameterType::AnyOf(&[
            ParameterType::Whole {
                from: 0,
                to: 1_000_000,
            },
            ParameterType::Text,
        ]),
        "",
        "the step of a metric with steps: its number or its name",
    ),
    Parameter::new(
        "width",
        ParameterType::AnyOf(&[
            ParameterType::Whole { from: 50, to: 230 },
            ParameterType::Choice(&["single", "double"]),
        ]),
        "",
        "the width in print: in mm, or \"single\" (84 mm) or \"double\" (174 mm)",
    ),
    Parameter::new(
        "height",
        ParameterType::Whole { from: 30, to: 230 },
        "",
        "the height in print, in mm",
    ),
    Parameter::new(
        "grey",
        ParameterType::Flag,
        "false",
        "draw in black, white and greys",
    ),
    Parameter::new("title", ParameterType::Text, "", "the title"),
    Parameter::new(
        "subtitle",
        ParameterType::Text,
        "",
        "the line below the title",
    ),
    Parameter::new("x_label", ParameterType::Text, "", "the label of the axis"),
    Parameter::new(
        "footer",
        ParameterType::Text,
        "",
        "the last line of the chart, instead of how the numbers were computed; \"\" for none",
    ),
    Parameter::new(
        "target",
        ParameterType::AnyOf(&[
            ParameterType::Decimal {
                from: Ratio::whole(-1_000_000),
                to: Ratio::whole(1_000_000),
            },
            ParameterType::Text,
        ]),
        "",
        "your design goal, drawn as a line: a chance such as 0.6 or \"60%\", or a mean",
    ),
    Parameter::new(
        "highlight",
        ParameterType::AnyOf(&[
            ParameterType::Whole {
                from: i64::MIN,
                to: i64::MAX,
            },
            ParameterType::Probability,
            ParameterType::Flag,
            ParameterType::Text,
        ]),
        "",
        "the line to highlight: a variant, or a swept value",
    ),
    Parameter::new(
        "delimiters",
        ParameterType::Flag,
        "false",
        "mark the middle 90% of a distribution: 5% | 90% | 5%",
    ),
];

/// A requested chart, with valid keys and values of the right types.
#[derive(Clone, Debug)]
pub struct ChartRequest {
    pub(super) kind: ChartKind,
    pub(super) choice: Option<Node>,
    pub(super) metric: Option<Node>,
    pub(super) x: Option<Node>,
    pub(super) series: Option<Node>,
    pub(super) value: Option<Node>,
    pub(super) step: Option<Node>,
    pub(super) width: Option<Width>,
    pub(super) height: Option<u32>,
    pub(super) grey: bool,
    pub(super) title: Option<String>,
    pub(super) subtitle: Option<String>,
    pub(super) x_label: Option<String>,
    pub(super) x_label_place: Option<Place>,
    pub(super) footer: Option<String>,
    pub(super) target: Option<(f64, Place)>,
    pub(super) highlight: Option<Node>,
    pub(super) delimiters: Option<Place>,
    pub(super) held: Vec<(Key, Node)>,
    pub(super) place: Place,
}

impl ChartRequest {
    /// Returns the place in the scenario.
    pub fn place(&self) -> &Place {
        &self.place
    }
}

/// Reads `[[charts]]`.
pub fn requests(node: &Node, problems: &mut Vec<Diagnostic>) -> Vec<ChartRequest> {
    let Tree::List(nodes) = &node.tree else {
        problems.push(Diagnostic::at(
            &node.place,
            node.mismatch("a list of charts"),
            "write [[charts]] before each",
        ));
        return Vec::new();
    };
    if nodes.len() > MAX_CHARTS {
        let problem = format!("there are {} charts", nodes.len());
        problems.push(Diagnostic::at(
            &node.place,
            problem,
            format!("at most {MAX_CHARTS} are allowed"),
        ));
        return Vec::new();
    }
    nodes
        .iter()
        .filter_map(|node| request(node, problems))
        .collect()
}

/// Returns whether any chart shows how much skill matters. Such a chart is not about a metric.
pub fn has_skill(node: &Node) -> bool {
    match &node.tree {
        Tree::List(nodes) => nodes.iter().any(is_skill),
        _ => false,
    }
}

fn is_skill(node: &Node) -> bool {
    node.get("kind").and_then(Node::text) == Some(SKILL)
}

/// Returns the width for a value of the key `width`.
fn width(value: &ParameterValue) -> Width {
    match value {
        ParameterValue::Whole(mm) => Width::Millimetres(*mm as u32),
        ParameterValue::Text(word) if word == "double" => Width::Double,
        _ => Width::Single,
    }
}

/// Returns the design goal for a value of the key `target`.
fn target(
    value: &ParameterValue,
    place: &Place,
    problems: &mut Vec<Diagnostic>,
) -> Option<(f64, Place)> {
    let as_float = |ratio: Ratio| ratio.numerator() as f64 / ratio.denominator() as f64;
    let goal = match value {
        ParameterValue::Decimal(ratio) => Some(as_float(*ratio)),
        ParameterValue::Text(text) => text
            .trim()
            .strip_suffix('%')
            .and_then(Ratio::parse)
            .map(|ratio| as_float(ratio) / 100.0),
        _ => None,
    };
    if goal.is_none() {
        problems.push(Diagnostic::at(
            place,
            "this is not a goal",
            "write a chance (0.6 or \"60%\"), or a mean",
        ));
    }
    goal.map(|goal| (goal, place.clone()))
}

/// Reads `where`: the values at which a chart holds swept parameters.
fn held_values(node: &Node, problems: &mut Vec<Diagnostic>) -> Vec<(Key, Node)> {
    match node.get("where") {
        None => Vec::new(),
        Some(Node {
            tree: Tree::Table(pairs),
            ..
        }) => pairs.clone(),
        Some(other) => {
            let problem = other.mismatch("a table");
            problems.push(Diagnostic::at(
                &other.place,
                problem,
                "write where = { quality = 4 }",
            ));
            Vec::new()
        }
    }
}

fn request(node: &Node, problems: &mut Vec<Diagnostic>) -> Option<ChartRequest> {
    let Some(pairs) = node.pairs() else {
        problems.push(Diagnostic::at(
            &node.place,
            node.mismatch("a table"),
            "write [[charts]] and its keys below it",
        ));
        return None;
    };
    let keys: Vec<&str> = PARAMETERS
        .iter()
        .map(|parameter| parameter.key)
        .chain(["where"])
        .collect();
    check::report_unknown_keys(pairs, &keys, problems);
    let plain = pairs
        .iter()
        .filter(|(key, _)| PARAMETERS.iter().any(|parameter| parameter.key == key.text))
        .cloned();
    let plain = Node {
        tree: Tree::Table(plain.collect()),
        place: node.place.clone(),
    };
    if let Some(kind) = plain
        .get("kind")
        .filter(|kind| kind.text() == Some("tornado"))
    {
        let problem = "a tornado chart cannot be in [[charts]]";
        let help = "remove this chart, and run with --sensitivity \"mean(...)\"";
        problems.push(Diagnostic::at(&kind.place, problem, help));
        return None;
    }
    if is_skill(node) {
        if let Some((key, _)) = pairs.iter().find(|(key, _)| key.text != "kind") {
            let problem = format!("`{}` cannot be set in a chart of skill", key.text);
            let help = "write only kind = \"skill\"";
            problems.push(Diagnostic::at(&key.place, problem, help));
        }
        return None;
    }
    let values = check::table(&plain, PARAMETERS, problems);
    let held = held_values(node, problems);
    let Some(kind) = values.text_if("kind") else {
        if node.get("kind").is_none() {
            problems.push(Diagnostic::at(
                &node.place,
                "this chart has no kind",
                format!(
                    "add kind = \"...\": {}",
                    ParameterType::Choice(&KINDS).allowed()
                ),
            ));
        }
        return None;
    };
    let node_at = |key: &str| plain.get(key).cloned();
    let place_of = |key: &str| plain.get(key).unwrap_or(node).place.clone();
    Some(ChartRequest {
        kind: ChartKind::ALL.iter().find(|(name, _)| *name == kind)?.1,
        choice: node_at("choice"),
        metric: node_at("metric"),
        x: node_at("x"),
        series: node_at("series"),
        value: node_at("value"),
        step: node_at("step").filter(|_| values.get("step").is_some()),
        width: values.get("width").map(width),
        height: values.whole_if("height").map(|height| height as u32),
        grey: values.flag("grey"),
        title: values.text_if("title").map(str::to_owned),
        subtitle: values.text_if("subtitle").map(str::to_owned),
        x_label: values.text_if("x_label").map(str::to_owned),
        x_label_place: values.text_if("x_label").map(|_| place_of("x_label")),
        footer: values.text_if("footer").map(str::to_owned),
        target: values
            .get("target")
            .and_then(|value| target(value, &place_of("target"), problems)),
        highlight: node_at("highlight"),
        delimiters: values.flag("delimiters").then(|| place_of("delimiters")),
        held,
        place: node.place.clone(),
    })
}
