//! Reads the bands of a metric in `[[metrics]]`. Each band begins where the one before ends.

use crate::rule::metric::Tone;
use crate::rule::parameter::{Parameter, ParameterType};

use crate::input::diagnostic::Diagnostic;
use crate::input::entries::{label_from_name, plain_values, required_node};
use crate::input::tree::{Node, Tree};

/// The most bands of a metric.
const MAX_BANDS: usize = 50;

const TONES: [(&str, Tone); 4] = [
    ("success", Tone::Success),
    ("mixed", Tone::Mixed),
    ("failure", Tone::Failure),
    ("neutral", Tone::Neutral),
];
const NUMBER: ParameterType = ParameterType::Whole {
    from: -1_000_000_000_000_000,
    to: 1_000_000_000_000_000,
};

/// The keys of a band.
pub(crate) const BAND_KEYS: &[Parameter] = &[
    Parameter::new(
        "name",
        ParameterType::Text,
        "",
        "its name in questions and files",
    ),
    Parameter::new(
        "label",
        ParameterType::Text,
        "",
        "its name in charts; default: the name",
    ),
    Parameter::new(
        "from",
        NUMBER,
        "",
        "its lowest value; default: the value after the previous band",
    ),
    Parameter::new(
        "to",
        NUMBER,
        "",
        "its highest value; the last band has none",
    ),
    Parameter::new(
        "tone",
        ParameterType::Choice(&["success", "mixed", "failure", "neutral"]),
        "\"neutral\"",
        "its colour",
    ),
];

/// A named range of a metric's values: from the end of the band before up to its own end.
#[derive(Clone, Debug)]
pub(crate) struct Band {
    pub(crate) name: String,
    pub(crate) label: String,
    /// Its highest value; `None` for the last band.
    pub(crate) to: Option<i64>,
    pub(crate) tone: Tone,
}

/// Reads bands in ascending order. Each begins where the one before ends.
pub(crate) fn bands(node: &Node, problems: &mut Vec<Diagnostic>) -> Option<Vec<Band>> {
    let nodes = match &node.tree {
        Tree::List(nodes) if (2..=MAX_BANDS).contains(&nodes.len()) => nodes,
        Tree::List(nodes) => {
            let problem = format!("{} bands are too many or too few", nodes.len());
            problems.push(Diagnostic::at(
                &node.place,
                problem,
                format!("use 2 to {MAX_BANDS} bands"),
            ));
            return None;
        }
        _ => {
            let help = "write bands = [{ name = \"poor\", to = 2 }, { name = \"good\" }]";
            problems.push(Diagnostic::at(
                &node.place,
                node.mismatch("a list of bands"),
                help,
            ));
            return None;
        }
    };
    let before = problems.len();
    let mut bands: Vec<Band> = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        let values = plain_values(node, BAND_KEYS, &[], problems);
        let Some(name) = required_node(node, "name", "good", problems).and_then(Node::text) else {
            continue;
        };
        if bands.iter().any(|band| band.name == name) {
            problems.push(Diagnostic::at(
                &node.place,
                format!("two bands are named \"{name}\""),
                "rename one of them",
            ));
        }
        let (from, to) = (values.whole_if("from"), values.whole_if("to"));
        let end = bands.last().and_then(|band| band.to);
        problems.extend(from.and_then(|from| start_problem(node, from, end, i == 0)));
        let place_of = |key: &str| &node.get(key).unwrap_or(node).place;
        match (to, end) {
            (None, _) if i + 1 < nodes.len() && node.get("to").is_none() => {
                let help = "add to = ... with its highest value. Only the last band has no end";
                problems.push(Diagnostic::at(
                    &node.place,
                    format!("the band \"{name}\" has no end"),
                    help,
                ));
            }
            (Some(to), _) if i + 1 == nodes.len() => {
                let help = "remove `to`: the last band has no upper limit";
                problems.push(Diagnostic::at(
                    place_of("to"),
                    format!("values above {to} belong to no band"),
                    help,
                ));
            }
            (Some(to), Some(end)) if to <= end => {
                let problem = format!("this band overlaps the one before, which ends at {end}");
                problems.push(Diagnostic::at(
                    place_of("to"),
                    problem,
                    "write the bands from the lowest to the highest",
                ));
            }
            _ => {}
        }
        let tone = values
            .text_if("tone")
            .and_then(|tone| TONES.iter().find(|(name, _)| *name == tone));
        let label = values
            .text_if("label")
            .map_or_else(|| label_from_name(name), str::to_owned);
        bands.push(Band {
            name: name.to_owned(),
            label,
            to,
            tone: tone.map_or(Tone::Neutral, |(_, tone)| *tone),
        });
    }
    (problems.len() == before).then_some(bands)
}

/// Returns the problem with the written start of a band, if the band before it ends at `end`.
fn start_problem(node: &Node, from: i64, end: Option<i64>, is_first: bool) -> Option<Diagnostic> {
    let place = &node.get("from").unwrap_or(node).place;
    match end {
        Some(end) if from > end + 1 => {
            let problem = format!("{} belongs to no band", gap_text(end + 1, from - 1));
            Some(Diagnostic::at(
                place,
                problem,
                format!("the band before ends at {end}: write from = {}", end + 1),
            ))
        }
        Some(end) if from <= end => {
            let problem = format!("this band overlaps the one before, which ends at {end}");
            Some(Diagnostic::at(
                place,
                problem,
                format!("write from = {}, or remove `from`", end + 1),
            ))
        }
        None if is_first => {
            let help = "remove `from`: the first band has no lower limit";
            Some(Diagnostic::at(
                place,
                "values below the first band belong to no band",
                help,
            ))
        }
        _ => None,
    }
}

fn gap_text(first: i64, last: i64) -> String {
    if first == last {
        first.to_string()
    } else {
        format!("{first} to {last}")
    }
}
