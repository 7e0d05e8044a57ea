//! `[[metrics]]`, `[[ask]]`, `[[joint]]` and `[labels]` as written. Their keys and types are
//! checked. The questions themselves are read later, with the metrics of the rule.

use oddsmith_language::question::Bound;

use crate::rule::parameter::{Parameter, ParameterType};

use super::bands::{Band, bands};
use crate::input::diagnostic::{Diagnostic, Place, Source};
use crate::input::entries::{label_from_name, plain_values, required_node};
use crate::input::marked::locate_mistake;
use crate::input::tree::{Key, Node, Tree};

/// The most entries of each section.
const MAX_ENTRIES: usize = 200;

const TEXT: ParameterType = ParameterType::Text;

/// The keys of `[[metrics]]`, except `bands`.
pub(crate) const METRIC_KEYS: &[Parameter] = &[
    Parameter::new("name", TEXT, "", "its name in questions and files"),
    Parameter::new(
        "value",
        TEXT,
        "",
        "the expression that computes it from the metrics of a trial",
    ),
    Parameter::new(
        "label",
        TEXT,
        "",
        "its name in charts and tables; default: the name",
    ),
];
/// The keys of `[[ask]]`.
pub(crate) const ASK_KEYS: &[Parameter] = &[
    Parameter::new("value", TEXT, "", "the question: P(successes >= 2)"),
    Parameter::new("label", TEXT, "", "its label; default: the question"),
    Parameter::new("want", TEXT, "", "the goal: >= 0.6, 0.55 to 0.65, < 10%"),
    Parameter::new(
        "best",
        ParameterType::Choice(&["least", "most"]),
        "",
        "instead of a goal: whether [balance] makes it as small (least) or as large (most) as possible",
    ),
];

/// The questions of a scenario as written.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// The metrics that the scenario defines.
    pub(crate) metrics: Vec<ScenarioMetric>,
    /// The questions.
    pub(crate) asks: Vec<WrittenAsk>,
    /// Joint distributions.
    pub(crate) joints: Vec<WrittenJoint>,
    /// The index of the question that is a player's aim, if there is one.
    pub(crate) aim: Option<usize>,
    /// Labels, by keys such as `successes` and `result.mixed`.
    pub(crate) labels: Vec<(Key, String)>,
}

/// A metric that a scenario defines.
#[derive(Clone, Debug)]
pub(crate) struct ScenarioMetric {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) value: Node,
    pub(crate) bands: Vec<Band>,
    pub(crate) place: Place,
}

/// A question, and its wanted answer.
#[derive(Clone, Debug)]
pub(crate) struct WrittenAsk {
    pub(crate) label: Option<String>,
    pub(crate) value: Node,
    pub(crate) want: Option<WrittenWant>,
    /// Which answer is better, to compare settings that are otherwise equally good.
    pub(crate) best: Option<Better>,
}

/// Which of two answers is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Better {
    Least,
    Most,
}

/// A wanted answer, and its place.
#[derive(Clone, Debug)]
pub(crate) struct WrittenWant {
    pub(crate) text: String,
    pub(crate) bound: Bound,
    pub(crate) place: Place,
}

/// Values whose joint distribution is asked for.
#[derive(Clone, Debug)]
pub(crate) struct WrittenJoint {
    pub(crate) values: Vec<Node>,
    pub(crate) place: Place,
}

impl Questions {
    /// Reads the `--ask` options, which come first, and the sections of a scenario. `wanted` is the
    /// aim of a player in every case.
    pub(crate) fn read(
        document: &Node,
        asked: &[String],
        wanted: Option<&Node>,
        problems: &mut Vec<Diagnostic>,
    ) -> Questions {
        let metrics = entries(document, "metrics", problems);
        let metrics: Vec<ScenarioMetric> = metrics
            .into_iter()
            .filter_map(|node| scenario_metric(node, problems))
            .collect();
        for (i, metric) in metrics.iter().enumerate() {
            if metrics[..i].iter().any(|other| other.name == metric.name) {
                let problem = format!("two metrics are named \"{}\"", metric.name);
                problems.push(Diagnostic::at(&metric.place, problem, "rename one of them"));
            }
        }
        let option_ask = |text: &String| {
            let (source, span) = Source::option("--ask", text);
            let value = Node {
                tree: Tree::Text(text.clone()),
                place: Place { source, span },
            };
            WrittenAsk {
                label: None,
                value,
                want: None,
                best: None,
            }
        };
        let mut asks: Vec<WrittenAsk> = asked.iter().map(option_ask).collect();
        let written = entries(document, "ask", problems);
        asks.extend(written.into_iter().filter_map(|node| ask(node, problems)));
        check_ask_labels(&asks, problems);
        let aim = wanted.and_then(|value| add_aim(value, &mut asks));
        let joints = entries(document, "joint", problems);
        let joints = joints
            .into_iter()
            .filter_map(|node| joint(node, problems))
            .collect();
        Questions {
            metrics,
            asks,
            joints,
            aim,
            labels: labels(document, problems),
        }
    }
}

/// Reports labels that two questions share.
fn check_ask_labels(asks: &[WrittenAsk], problems: &mut Vec<Diagnostic>) {
    for (index, ask) in asks.iter().enumerate() {
        let Some(label) = &ask.label else { continue };
        if label.trim().is_empty() {
            let help = "remove `label`, and the question is the label";
            problems.push(Diagnostic::at(
                &ask.value.place,
                "the label of this question is empty",
                help,
            ));
        } else if asks[..index]
            .iter()
            .any(|other| other.label.as_ref() == Some(label))
        {
            let problem = format!("two questions have the label \"{label}\"");
            problems.push(Diagnostic::at(
                &ask.value.place,
                problem,
                "give them different labels",
            ));
        }
    }
}

/// Adds the aim as the last question, unless it is asked already. Every table then has a column for
/// it.
fn add_aim(value: &Node, asks: &mut Vec<WrittenAsk>) -> Option<usize> {
    let text = value.text()?.trim();
    let known = asks.iter().position(|ask| {
        ask.value
            .text()
            .is_some_and(|ask_text| ask_text.trim() == text)
    });
    Some(known.unwrap_or_else(|| {
        asks.push(WrittenAsk {
            label: None,
            value: value.clone(),
            want: None,
            best: None,
        });
        asks.len() - 1
    }))
}

/// Returns the entries of a list of tables.
fn entries<'d>(document: &'d Node, key: &str, problems: &mut Vec<Diagnostic>) -> Vec<&'d Node> {
    let Some(node) = document.get(key) else {
        return Vec::new();
    };
    let Tree::List(nodes) = &node.tree else {
        let problem = node.mismatch("a list of tables");
        problems.push(Diagnostic::at(
            &node.place,
            problem,
            format!("write [[{key}]] before each"),
        ));
        return Vec::new();
    };
    if nodes.len() > MAX_ENTRIES {
        let problem = format!("`{key}` has {} entries", nodes.len());
        problems.push(Diagnostic::at(
            &node.place,
            problem,
            format!("use at most {MAX_ENTRIES} entries"),
        ));
        return Vec::new();
    }
    nodes.iter().collect()
}

fn scenario_metric(node: &Node, problems: &mut Vec<Diagnostic>) -> Option<ScenarioMetric> {
    let values = plain_values(node, METRIC_KEYS, &["bands"], problems);
    let name = required_node(node, "name", "wasted", problems);
    let value = required_node(node, "value", "sum(dice) - actions", problems);
    let bands = match node.get("bands") {
        None => Vec::new(),
        Some(bands) => self::bands(bands, problems)?,
    };
    let name = name?.text()?.to_owned();
    if !name
        .chars()
        .all(|c| c.is_alphanumeric() || " _.-".contains(c))
    {
        let help = "use letters, digits, spaces and _ . -";
        problems.push(Diagnostic::at(
            &node.get("name")?.place,
            format!("\"{name}\" is not allowed as a name"),
            help,
        ));
    }
    let label = values
        .text_if("label")
        .map_or_else(|| label_from_name(&name), str::to_owned);
    Some(ScenarioMetric {
        name,
        label,
        value: value?.clone(),
        bands,
        place: node.get("name")?.place.clone(),
    })
}

fn ask(node: &Node, problems: &mut Vec<Diagnostic>) -> Option<WrittenAsk> {
    let but_want: Vec<Parameter> = ASK_KEYS
        .iter()
        .filter(|parameter| parameter.key != "want")
        .copied()
        .collect();
    let values = plain_values(node, &but_want, &["want"], problems);
    let value = required_node(node, "value", "P(successes >= 2)", problems);
    let want = node.get("want").and_then(|want| self::want(want, problems));
    let best = values.text_if("best").map(|best| {
        if best == "most" {
            Better::Most
        } else {
            Better::Least
        }
    });
    if let (Some(_), Some(best_node)) = (node.get("want"), node.get("best")) {
        let help = "remove one of them: `want` is a goal that must be met, `best` compares settings that meet all goals";
        problems.push(Diagnostic::at(
            &best_node.place,
            "this question has both `want` and `best`",
            help,
        ));
    }
    Some(WrittenAsk {
        label: values.text_if("label").map(str::to_owned),
        value: value?.clone(),
        want,
        best,
    })
}

fn want(node: &Node, problems: &mut Vec<Diagnostic>) -> Option<WrittenWant> {
    let Some(text) = node.text() else {
        let help = "write a comparison in quotes: want = \">= 0.6\", \"< 10%\" or \"3.5 to 4.5\"";
        problems.push(Diagnostic::at(&node.place, node.mismatch("text"), help));
        return None;
    };
    match Bound::read(text) {
        Ok(bound) => Some(WrittenWant {
            text: text.trim().to_owned(),
            bound,
            place: node.place.clone(),
        }),
        Err(wrong) => {
            problems.push(locate_mistake(node, wrong));
            None
        }
    }
}

fn joint(node: &Node, problems: &mut Vec<Diagnostic>) -> Option<WrittenJoint> {
    plain_values(node, &[], &["of"], problems);
    let help = "write of = [\"result@1\", \"actions\"]: two or three values";
    let Some(values_node) = node.get("of") else {
        problems.push(Diagnostic::at(
            &node.place,
            "this joint distribution has no values",
            help,
        ));
        return None;
    };
    match &values_node.tree {
        Tree::List(nodes)
            if (2..=3).contains(&nodes.len()) && nodes.iter().all(|node| node.text().is_some()) =>
        {
            Some(WrittenJoint {
                values: nodes.clone(),
                place: values_node.place.clone(),
            })
        }
        _ => {
            problems.push(Diagnostic::at(
                &values_node.place,
                "a joint distribution needs two or three values",
                help,
            ));
            None
        }
    }
}

fn labels(document: &Node, problems: &mut Vec<Diagnostic>) -> Vec<(Key, String)> {
    let Some(node) = document.get("labels") else {
        return Vec::new();
    };
    let Some(pairs) = node.pairs() else {
        let help = "write [labels], and below it successes = \"Hits\"";
        problems.push(Diagnostic::at(&node.place, node.mismatch("a table"), help));
        return Vec::new();
    };
    let mut labels = Vec::new();
    collect_labels("", pairs, &mut labels, problems);
    labels
}

/// Collects the labels of a table. Without quotes, `result.mixed` is a nested table.
fn collect_labels(
    path: &str,
    pairs: &[(Key, Node)],
    labels: &mut Vec<(Key, String)>,
    problems: &mut Vec<Diagnostic>,
) {
    for (key, node) in pairs {
        let text = if path.is_empty() {
            key.text.clone()
        } else {
            format!("{path}.{}", key.text)
        };
        match &node.tree {
            Tree::Table(inner) => collect_labels(&text, inner, labels, problems),
            _ => labels.extend(label(node, problems).map(|label| {
                (
                    Key {
                        text,
                        place: key.place.clone(),
                    },
                    label,
                )
            })),
        }
    }
}

fn label(node: &Node, problems: &mut Vec<Diagnostic>) -> Option<String> {
    let text = node
        .text()
        .map(str::trim)
        .filter(|text| !text.is_empty() && !text.contains(['\n', '\r']));
    if text.is_none() {
        problems.push(Diagnostic::at(
            &node.place,
            node.mismatch("text"),
            "use text on one line",
        ));
    }
    text.map(str::to_owned)
}
