//! Tests unusual parameters, alone and combined. For any input, either the rule is built and a
//! trial of it is simulated, or a message says what is wrong and what to do.

use std::sync::Arc;

use oddsmith_engine::explore::Watch;
use oddsmith_engine::simulate::{Purpose, Stream};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::input::check;
use crate::input::diagnostic::Source;
use crate::input::tree::Node;
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::{BuildError, RuleInfo};
use crate::rules::RULES;
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::named_rule::NamedRule;
use crate::scenario::unused::unused_values;

const ODD_VALUES: &[&str] = &[
    "-1",
    "0",
    "1",
    "20",
    "99999999999",
    "-9223372036854775808",
    "9223372036854775807",
    "1e300",
    "nan",
    "inf",
    "0.5",
    "-0.1",
    "1.5",
    "0.0000000001",
    "true",
    "\"\"",
    "\" \"",
    "\"x\"",
    "\"2d6\"",
    "\"1000d6\"",
    "\"-1d6\"",
    "\"20 @ 0.5\"",
    "\"@\"",
    "\"d\"",
    "\"\\u0000\"",
    "[]",
    "[0]",
    "[-1]",
    "[1, 1, 1]",
    "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]",
    "[\"a\"]",
    "[[1]]",
    "{}",
    "{ from = 0.9, to = 0.1 }",
    "{ name = \"a\" }",
    "[{ name = \"a\" }]",
    "[{ name = \"a\" }, { name = \"a\" }]",
    "[{ name = \"\" }]",
    "[{ name = \"a.b\" }, { name = \"a\" }]",
    "[{ up_to = 5 }]",
    "1979-05-27",
];

/// Parameters that are combined with unusual ones, to reach other branches of a rule.
const EXTRA_PARAMETERS: &[(&str, &str)] = &[
    (
        "wing-activation",
        "wings = [{ name = \"a\" }, { name = \"b\" }]",
    ),
    (
        "power-activation",
        "orders = [{ name = \"a\" }, { power = \"taxation\" }]",
    ),
    ("power-activation", "turns = 3\nsuccession = true"),
    ("aging", "kind = \"resource-points\""),
    ("aging", "kind = \"missions\""),
    ("aging", "kind = \"aspects\""),
    ("aging", "kind = \"faculties\""),
    ("aging", "kind = \"scenes\""),
    ("aging", "kind = \"proficiencies\""),
    ("aging", "kind = \"custom\"\nshare = 0.1"),
    ("card-activation", "on_failure = \"scatter\""),
    (
        "card-activation",
        "decks = { a = { 1 = 3, 2 = 2 } }\ndraw = { deck = \"a\", cards = 2 }",
    ),
    ("power-effect", "aim = {}"),
    (
        "power-effect",
        "targets = [{ name = \"a\" }, { name = \"b\" }]\nlingers = true",
    ),
    ("power-collision", "our_offence = 1\ntheir_offence = 1"),
    (
        "power-maintenance",
        "powers = [{ name = \"a\" }, { name = \"b\", maintenance = \"daily\" }]",
    ),
];

/// Returns whether the rule was built. Every message must say what is wrong and what to do.
fn is_built(info: &'static RuleInfo, toml: &str) -> bool {
    let source = Arc::new(Source {
        name: "odd".into(),
        text: toml.into(),
    });
    let node = match Node::document(&source) {
        Ok(node) => node,
        Err(problem) => {
            assert!(!problem.problem.is_empty());
            return false;
        }
    };
    let mut problems = Vec::new();
    let values = check::table(&node, info.parameters, &mut problems);
    for problem in &problems {
        assert!(
            !problem.problem.is_empty() && !problem.help.is_empty() && problem.place.is_some(),
            "{toml}: {problem:?}"
        );
    }
    if !problems.is_empty() {
        return false;
    }
    let built = match NamedRule::Bundled(info).build(&values) {
        Ok(built) => built,
        Err(BuildError::Parameter(fault)) => {
            assert!(
                !fault.problem.is_empty() && !fault.help.is_empty() && !fault.path.is_empty(),
                "{toml}: {fault:?}"
            );
            return false;
        }
        Err(BuildError::Text(fault)) => panic!("{toml}: {fault:?}"),
    };
    let stream = Stream {
        seed: 3,
        case: 1,
        purpose: Purpose::Simulated,
    };
    built
        .rule
        .pilot(stream, 2, &Watch::default())
        .unwrap_or_else(|stop| panic!("{toml}: {stop:?}"));
    true
}

/// Returns the path of every parameter that is not inside a table or an entry.
fn parameter_paths(parameters: &[Parameter], before: &str) -> Vec<String> {
    let keys_of = |parameter: &Parameter| {
        let path = format!("{before}{}", parameter.key);
        let mut keys = vec![path.clone()];
        if let ParameterType::Table(inner) = parameter.shape {
            keys.extend(self::parameter_paths(inner, &format!("{path}.")));
        }
        keys
    };
    parameters.iter().flat_map(keys_of).collect()
}

#[test]
fn odd_parameter_values_are_accepted_or_explained() {
    let (mut built, mut refused) = (0, 0);
    for info in RULES {
        let extras = EXTRA_PARAMETERS
            .iter()
            .filter(|(id, _)| *id == info.id)
            .map(|(_, extra)| *extra);
        for extra in [""].into_iter().chain(extras) {
            for key in parameter_paths(info.parameters, "") {
                for odd in ODD_VALUES {
                    let toml = format!("{key} = {odd}\n{extra}");
                    if is_built(info, &toml) {
                        built += 1
                    } else {
                        refused += 1
                    }
                }
            }
        }
    }
    assert!(
        built > 500 && refused > 5000,
        "{built} built, {refused} refused"
    );
}

/// Returns a valid value of a shape. The ends of its range are among these values.
fn valid_value(shape: &ParameterType, draw: u64) -> String {
    let pick = |list: &[&str]| list[draw as usize % list.len()].to_owned();
    match shape {
        ParameterType::Whole { from, to } => {
            [*from, *to, from + 1, (from + to) / 2, 1.max(*from).min(*to)][draw as usize % 5]
                .to_string()
        }
        ParameterType::Probability => pick(&["0", "1", "0.5", "0.000000001", "0.3"]),
        ParameterType::Flag => pick(&["true", "false"]),
        ParameterType::Choice(words) => format!("\"{}\"", words[draw as usize % words.len()]),
        ParameterType::Dice => pick(&["0", "3", "\"1d6\"", "\"2d6-9\"", "\"4d6kh3\""]),
        ParameterType::List(inner) => {
            format!(
                "[{}, {}]",
                valid_value(inner, draw / 7),
                valid_value(inner, draw / 49)
            )
        }
        ParameterType::AnyOf(shapes) => {
            valid_value(&shapes[draw as usize % shapes.len()], draw / 5)
        }
        ParameterType::Entries {
            entry_parameters, ..
        } => {
            let parameters: Vec<&Parameter> = entry_parameters
                .iter()
                .filter(|parameter| parameter.key != "name")
                .collect();
            let entry = |name: &str, draw: u64| match parameters
                .get(draw as usize % parameters.len().max(1))
            {
                Some(key) => format!(
                    "{{ name = \"{name}\", {} = {} }}",
                    key.key,
                    valid_value(&key.shape, draw / 11)
                ),
                None => format!("{{ name = \"{name}\" }}"),
            };
            format!("[{}, {}]", entry("a", draw / 3), entry("b", draw / 13))
        }
        ParameterType::Table(inner) => {
            let key = &inner[draw as usize % inner.len()];
            format!("{{ {} = {} }}", key.key, valid_value(&key.shape, draw / 11))
        }
        _ => "\"x\"".to_owned(),
    }
}

#[test]
fn valid_parameter_combinations_build_or_explain_conflicts() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    // The number is small enough to be divided and added to.
    let mut draw = || random.next_u64() >> 20;
    for info in RULES {
        let (mut built, mut warned) = (0, 0);
        for _ in 0..1200 {
            let mut lines: Vec<(&str, String)> = Vec::new();
            for _ in 0..1 + draw() % 5 {
                let parameter = &info.parameters[draw() as usize % info.parameters.len()];
                // A horizon of 100,000 rounds is valid, but takes long.
                let is_long = matches!(parameter.key, "rounds" | "turns" | "decks");
                if !is_long && lines.iter().all(|(key, _)| *key != parameter.key) {
                    lines.push((parameter.key, valid_value(&parameter.shape, draw())));
                }
            }
            let toml: String = lines
                .iter()
                .map(|(key, value)| format!("{key} = {value}\n"))
                .collect();
            if is_built(info, &toml) {
                built += 1;
                let text = format!("rule = \"{}\"\n[parameters]\n{toml}", info.id);
                let source = Arc::new(Source {
                    name: "odd.toml".into(),
                    text,
                });
                let scenario = Scenario::parse("odd", source, &Overrides::default())
                    .unwrap_or_else(|e| panic!("{e}"));
                warned += unused_values(&scenario).len();
            }
        }
        assert!(
            built > 100 && warned > 0,
            "{}: {built} built, {warned} warned of",
            info.id
        );
    }
}
