//! Describes a scenario in words: every parameter with its value, and the changes of each variant.

use crate::report::{Origin, ReportedParameter};
use crate::rule::parameter::ParameterType;
use crate::rule::words::to_sentence;

use super::document::Scenario;
use crate::input::check;
use crate::input::tree::{Key, Node, Tree};

impl Scenario {
    /// Returns every parameter of the rule that has a value, and then nested paths that are swept
    /// or set.
    pub fn reported_parameters(&self) -> Vec<ReportedParameter> {
        let rule_parameters = self.rule.parameters().iter().filter_map(|parameter| {
            let default = || match parameter.shape {
                ParameterType::Records { .. } => (
                    value_in_words(&check::default_node(parameter)),
                    Origin::Default,
                ),
                _ => (
                    parameter.default.trim_matches('"').to_owned(),
                    Origin::Default,
                ),
            };
            let (value, origin) = self.given_value(parameter.key).unwrap_or_else(default);
            (!value.is_empty()).then(|| ReportedParameter {
                key: parameter.key.to_owned(),
                meaning: to_sentence(parameter.meaning),
                value,
                origin,
            })
        });
        let paths = self
            .sweep
            .iter()
            .map(|sweep| &sweep.path.text)
            .chain(self.sets.iter().map(|(key, _)| &key.text));
        let deeper = paths.filter(|path| {
            self.rule
                .parameters()
                .iter()
                .all(|parameter| parameter.key != *path)
        });
        let deeper = deeper.filter_map(|path| {
            let (value, origin) = self.given_value(path)?;
            Some(ReportedParameter {
                key: path.clone(),
                meaning: String::new(),
                value,
                origin,
            })
        });
        rule_parameters.chain(deeper).collect()
    }

    /// Returns the paths and values that each variant sets.
    pub fn changes(&self) -> Vec<Vec<(String, String)>> {
        let sets = |sets: &[(Key, Node)]| {
            sets.iter()
                .map(|(key, node)| (key.text.clone(), node.brief()))
                .collect()
        };
        self.variants
            .iter()
            .map(|variant| sets(&variant.sets))
            .collect()
    }

    /// Returns the value that the scenario or the command line gives a path, and its origin.
    fn given_value(&self, path: &str) -> Option<(String, Origin)> {
        if let Some(sweep) = self.sweep.iter().find(|sweep| sweep.path.text == path) {
            let values: Vec<String> = sweep.values.iter().map(Node::brief).collect();
            let origin = if values.len() > 1 {
                Origin::Swept
            } else {
                Origin::Given
            };
            return Some((values.join(", "), origin));
        }
        let set = self
            .sets
            .iter()
            .rev()
            .find(|(key, _)| key.text == path)
            .map(|(_, node)| node);
        set.or_else(|| self.base.get(path))
            .map(|node| (value_in_words(node), Origin::Given))
    }
}

/// Returns a value in words. Entries have their names, as in "Vanguard (quality = 3); Reserve
/// (quality = 5)".
pub(crate) fn value_in_words(node: &Node) -> String {
    let entry = |node: &Node| {
        let name = node.get("name").map_or_else(String::new, Node::brief);
        let rest = node.pairs()?.iter().filter(|(key, _)| key.text != "name");
        let rest: Vec<String> = rest
            .map(|(key, node)| format!("{} = {}", key.text, node.brief()))
            .collect();
        Some(if rest.is_empty() {
            name
        } else {
            format!("{name} ({})", rest.join(", "))
        })
    };
    match &node.tree {
        Tree::List(nodes) => {
            let entries: Option<Vec<String>> = nodes.iter().map(entry).collect();
            entries.map_or_else(|| node.brief(), |entries| entries.join("; "))
        }
        _ => node.brief(),
    }
}
