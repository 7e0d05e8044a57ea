//! Compares `docs/rules.md` with the rules. Every name in its tables is a parameter or a metric of
//! the rule, every setting can be written, and no parameter or metric is missing.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::input::check;
use crate::input::diagnostic::{Diagnostics, Source};
use crate::input::tree::Node;
use crate::rule::RuleInfo;
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rules::RULES;
use crate::scenario::bundled::BUNDLED;
use crate::scenario::document::{Overrides, Scenario};
use oddsmith_testing::values;

pub(super) const PAGE: &str = include_str!("../../../docs/rules.md");

/// A row of a table: its line number, the rule that the table describes, and its columns.
pub(super) struct Row {
    pub(super) number: u32,
    pub(super) rule: &'static RuleInfo,
    pub(super) columns: Vec<&'static str>,
}

pub(super) fn rows() -> Vec<Row> {
    let mut rule = None;
    let mut rows = Vec::new();
    for line in PAGE.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            rule = RULES.iter().find(|info| info.id == heading);
        }
        let columns: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let (Some(rule), Ok(number)) = (rule, columns[0].parse()) {
            rows.push(Row {
                number,
                rule,
                columns,
            });
        }
    }
    rows
}

/// Returns the texts between backticks.
fn quoted(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('`').skip(1).step_by(2)
}

/// Adds the path of every parameter, including those inside tables and entries.
fn add_paths(parameters: &[Parameter], before: &str, found: &mut BTreeSet<String>) {
    for parameter in parameters {
        let path = format!("{before}{}", parameter.key);
        add_shape_paths(&parameter.shape, &format!("{path}."), found);
        found.insert(path);
    }
}

fn add_shape_paths(shape: &ParameterType, before: &str, found: &mut BTreeSet<String>) {
    match shape {
        ParameterType::Table(inner) => add_paths(inner, before, found),
        ParameterType::AnyOf(shapes) => shapes
            .iter()
            .for_each(|shape| add_shape_paths(shape, before, found)),
        ParameterType::List(shape) => add_shape_paths(shape, before, found),
        ParameterType::Entries {
            entry_parameters, ..
        } => add_paths(entry_parameters, before, found),
        _ => {}
    }
}

/// Parameters with which a rule has metrics that no bundled scenario has.
const MORE_PARAMETERS: &[(&str, &str)] = &[
    ("power-activation", "turns = 2\nsuccession = true"),
    ("power-activation", "[[orders]]\nname = \"a\"\ncount = 3"),
    ("aging", "kind = \"resource-points\"\nstart = 9"),
    (
        "power-effect",
        "aim.base_damage = 1\n[[targets]]\nname = \"a\"",
    ),
];

/// Returns the metrics of a rule in all its bundled scenarios. The name of an entry is replaced by
/// `<name>`.
fn metric_names(info: &RuleInfo) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut add = |presentation: &crate::rule::presentation::Presentation, entries: &[String]| {
        for metric in &presentation.metrics {
            let entry = entries
                .iter()
                .find_map(|name| metric.name.strip_prefix(name.as_str()));
            let is_entry_suffix = |rest: &&str| rest.is_empty() || rest.starts_with('.');
            names.insert(match entry.filter(is_entry_suffix) {
                Some(rest) => format!("<name>{rest}"),
                None => metric.name.clone(),
            });
        }
    };
    let lone = |toml: &str| {
        (info.build)(&values(info.parameters, toml))
            .expect("sound")
            .presentation
    };
    let entries = ["acts", "resource-points", "Power", "a"].map(str::to_owned);
    add(&lone(""), &entries);
    MORE_PARAMETERS
        .iter()
        .filter(|(id, _)| *id == info.id)
        .for_each(|(_, toml)| add(&lone(toml), &entries));
    for (name, text) in BUNDLED
        .iter()
        .filter(|(_, text)| text.contains(&format!("rule = \"{}\"", info.id)))
    {
        let source = Arc::new(Source {
            name: format!("{name}.toml"),
            text: (*text).to_owned(),
        });
        let scenario =
            Scenario::parse(name, source, &Overrides::default()).unwrap_or_else(|e| panic!("{e}"));
        let values = scenario.case_values(0).unwrap_or_else(|e| panic!("{e}"));
        let lists = ["orders", "resources", "powers", "targets"].into_iter();
        let is_list = |key: &&str| {
            matches!(
                values.get(key),
                Some(crate::rule::values::ParameterValue::List(_))
            )
        };
        let lists = lists.filter(is_list).flat_map(|key| values.entries(key));
        let named = |entry: &crate::rule::values::Values| {
            let power = entry
                .text_if("power")
                .and_then(crate::rules::power_activation::table::find);
            entry
                .text_if("name")
                .or(power.map(|power| power.name))
                .unwrap_or_default()
                .to_owned()
        };
        let mut entries: Vec<String> = lists.map(named).collect();
        entries.push(values.text_if("kind").unwrap_or("Power").to_owned());
        add(
            &scenario
                .build_case(0)
                .unwrap_or_else(|e| panic!("{e}"))
                .presentation,
            &entries,
        );
    }
    names
}

#[test]
fn statements_are_numbered_consecutively() {
    let rows = rows();
    assert!(rows.iter().map(|row| row.number).eq(1..=rows.len() as u32));
    assert!(rows.len() >= 127, "{}", rows.len());
    for row in &rows {
        assert_eq!(row.columns.len(), 6, "{}: {:?}", row.number, row.columns);
        let is_documented =
            quoted(row.columns[2]).next().is_some() || row.columns[2].starts_with('*');
        assert!(
            !row.columns[1].is_empty() && is_documented,
            "{}",
            row.number
        );
    }
    for info in RULES {
        assert!(rows.iter().any(|row| row.rule.id == info.id), "{}", info.id);
    }
}

#[test]
fn table_names_are_parameters_or_metrics() {
    for info in RULES {
        let (mut known, shown) = (BTreeSet::new(), metric_names(info));
        add_paths(info.parameters, "", &mut known);
        for row in rows().iter().filter(|row| row.rule.id == info.id) {
            for name in [2, 4]
                .into_iter()
                .flat_map(|column| quoted(row.columns[column]))
            {
                let Some((key, _)) = name.split_once(" = ") else {
                    assert!(
                        info.choices.iter().any(|choice| choice.key == name)
                            || known.contains(name)
                            || shown.contains(name),
                        "{}: {} has no {name}; {shown:?}",
                        row.number,
                        info.id
                    );
                    continue;
                };
                assert!(
                    known.contains(key),
                    "{}: {} has no {key}",
                    row.number,
                    info.id
                );
                let source = Arc::new(Source {
                    name: format!("statement {}", row.number),
                    text: name.into(),
                });
                let node = Node::document(&source)
                    .unwrap_or_else(|problem| panic!("{}", Diagnostics::from(problem)));
                let mut problems = Vec::new();
                check::table(&node, info.parameters, &mut problems);
                assert!(problems.is_empty(), "{}", Diagnostics(problems));
            }
        }
    }
}

#[test]
fn every_parameter_and_metric_is_in_a_table() {
    for info in RULES {
        let rows = rows();
        let rule_rows = rows.iter().filter(|row| row.rule.id == info.id);
        let named: BTreeSet<&str> = rule_rows
            .flat_map(|row| quoted(row.columns[2]).chain(quoted(row.columns[4])))
            .map(|name| name.split_once(" = ").map_or(name, |(key, _)| key))
            .collect();
        let mut wanted = metric_names(info);
        add_paths(info.parameters, "", &mut wanted);
        for path in wanted {
            // A draw of the defence is documented together with the other draws.
            let is_documented = |name: &&str| {
                path == **name || !path.starts_with('<') && path.ends_with(&format!(".{name}"))
            };
            assert!(
                named.iter().any(is_documented),
                "{}: docs/rules.md says nothing of {path}",
                info.id
            );
        }
    }
}
