//! The `[run]` section, and the options that override it.

use std::sync::Arc;

use oddsmith_engine::explore::Budget;

use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::values::ParameterValue;
use oddsmith_engine::simulate::fresh_seed;
use oddsmith_engine::stats::Confidence;

use crate::input::check;
use crate::input::diagnostic::{Diagnostic, Place, Source};
use crate::input::tree::{Key, Node, Tree};

/// The most trials of a case.
const MAX_TRIALS: i64 = 1_000_000_000_000;

/// The keys of `[run]`.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "trials",
        ParameterType::Whole {
            from: 1,
            to: MAX_TRIALS,
        },
        "1_000_000",
        "trials per case",
    ),
    Parameter::new(
        "seed",
        ParameterType::AnyOf(&[
            ParameterType::Whole {
                from: 0,
                to: i64::MAX,
            },
            ParameterType::Choice(&["random"]),
        ]),
        "1",
        "the same seed gives the same numbers; \"random\" picks one and reports it",
    ),
    Parameter::new(
        "confidence",
        ParameterType::Probability,
        "0.95",
        "the confidence level of the intervals, more than 0 and less than 1",
    ),
    Parameter::new(
        "precision",
        ParameterType::Probability,
        "",
        "stop a case when the interval of every chance is this narrow (half its width)",
    ),
    Parameter::new(
        "exact",
        ParameterType::Choice(&["auto", "always", "never"]),
        "\"auto\"",
        "whether odds are computed exactly",
    ),
    Parameter::new(
        "limit",
        ParameterType::AnyOf(&[
            ParameterType::Text,
            ParameterType::Whole {
                from: 0,
                to: i64::MAX,
            },
        ]),
        "\"400 MB\"",
        "the memory for the states of a case and the transitions between them, from 10 kB to 64 GB",
    ),
    Parameter::new(
        "charts",
        ParameterType::Choice(&["few", "all"]),
        "\"few\"",
        "the charts if the scenario names none: the three most useful, or all that suit it",
    ),
];

/// The units of a memory limit, in bytes.
const UNITS: [(&str, f64); 5] = [
    ("kB", 1e3),
    ("MB", 1e6),
    ("MiB", 1_048_576.0),
    ("GB", 1e9),
    ("GiB", 1_073_741_824.0),
];

/// The lowest and the highest memory limit in bytes. States are numbered with 32 bits.
const MIN_LIMIT: f64 = 1e4;
pub(crate) const MAX_LIMIT: f64 = 64.0 * 1_073_741_824.0;

/// Whether odds are computed exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactMode {
    /// Yes, if there are few enough states.
    Auto,
    /// Yes, and it is an error if there are too many states.
    Always,
    /// No.
    Never,
}

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Trials per case.
    pub trials: u64,
    /// Whether the number of trials was given.
    pub has_explicit_trials: bool,
    /// The seed.
    pub seed: u64,
    /// Whether the seed was drawn for this run.
    pub has_random_seed: bool,
    /// The confidence level of all intervals.
    pub confidence: Confidence,
    /// The half-width at which a case may stop.
    pub precision: Option<f64>,
    /// Whether odds are computed exactly.
    pub exact: ExactMode,
    /// The limits for exploring a case.
    pub budget: Budget,
    /// Whether all charts that suit the rule are drawn, if the scenario names none.
    pub all_charts: bool,
    /// Whether the report describes best play: its values, fixed strategies and recommendations.
    /// Without this, only the policy is computed.
    pub describes_play: bool,
}

/// Checks `[run]` with its overrides. `random_seed` replaces the system's seed for `seed =
/// "random"`.
pub fn settings(
    node: Option<&Node>,
    overrides: &[(&'static str, String)],
    random_seed: Option<u64>,
    problems: &mut Vec<Diagnostic>,
) -> Settings {
    let place = node.map_or_else(empty_place, |node| node.place.clone());
    let table = Node {
        tree: Tree::Table(overridden_pairs(node, overrides, problems)),
        place,
    };
    let values = check::table(&table, PARAMETERS, problems);
    let place_of = |key: &str| {
        table
            .get(key)
            .map_or_else(|| table.place.clone(), |node| node.place.clone())
    };
    let confidence = Confidence::new(values.probability("confidence").value());
    if confidence.is_none() {
        problems.push(Diagnostic::at(
            &place_of("confidence"),
            place_of("confidence")
                .invalid("a confidence level must be greater than 0 and less than 1"),
            "the usual level is 0.95",
        ));
    }
    let precision = values.probability_if("precision").map(|half| half.value());
    if precision.is_some_and(|half| half <= 0.0) {
        problems.push(Diagnostic::at(
            &place_of("precision"),
            place_of("precision").invalid("the precision must be greater than 0"),
            "write half the width of an interval, such as 0.001",
        ));
    }
    // A size needs a unit.
    let limit = match values.get("limit") {
        Some(ParameterValue::Text(text)) => bytes(text),
        _ => None,
    };
    if limit.is_none() {
        problems.push(Diagnostic::at(
            &place_of("limit"),
            place_of("limit").invalid("a limit is a size from 10 kB to 64 GB"),
            "write a number and kB, MB or GB, such as \"800 MB\" or \"2 GB\"",
        ));
    }
    Settings {
        trials: values.whole("trials").unsigned_abs(),
        has_explicit_trials: table.get("trials").is_some(),
        seed: match values.get("seed") {
            Some(ParameterValue::Whole(seed)) => seed.unsigned_abs(),
            _ => random_seed.unwrap_or_else(fresh_seed),
        },
        has_random_seed: !matches!(values.get("seed"), Some(ParameterValue::Whole(_))),
        confidence: confidence.unwrap_or_else(|| Confidence::new(0.95).expect("a level")),
        precision,
        exact: match values.text("exact") {
            "always" => ExactMode::Always,
            "never" => ExactMode::Never,
            _ => ExactMode::Auto,
        },
        budget: Budget::of_bytes(limit.unwrap_or_default()),
        all_charts: values.text("charts") == "all",
        describes_play: true,
    }
}

/// Returns the keys and values of `[run]`. An option of the command line replaces a key.
fn overridden_pairs(
    node: Option<&Node>,
    overrides: &[(&'static str, String)],
    problems: &mut Vec<Diagnostic>,
) -> Vec<(Key, Node)> {
    let mut pairs: Vec<(Key, Node)> = match node {
        Some(Node {
            tree: Tree::Table(pairs),
            ..
        }) => pairs.clone(),
        Some(node) => {
            problems.push(Diagnostic::at(
                &node.place,
                node.mismatch("a table"),
                "write [run] and its keys below it",
            ));
            Vec::new()
        }
        None => Vec::new(),
    };
    for (key, text) in overrides {
        let (source, span) = Source::option(&format!("--{key}"), text);
        let value = Node::value_or_text(&source, span);
        pairs.retain(|(other_key, _)| other_key.text != *key);
        pairs.push((
            Key {
                text: (*key).to_owned(),
                place: value.place.clone(),
            },
            value,
        ));
    }
    pairs
}

/// Reads a size: "800 MB", "2 GB" or "1.5 GiB". Returns its bytes if it is within the limits.
fn bytes(text: &str) -> Option<usize> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = UNITS
        .iter()
        .find(|(unit, _)| *unit == &text[digits.len()..])?;
    let number: f64 = digits.trim().parse().ok()?;
    let bytes = number * unit.1;
    (MIN_LIMIT..=MAX_LIMIT)
        .contains(&bytes)
        .then_some(bytes as usize)
}

fn empty_place() -> Place {
    Place {
        source: Arc::new(Source {
            name: "[run]".into(),
            text: String::new(),
        }),
        span: 0..0,
    }
}
