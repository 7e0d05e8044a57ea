//! Copies of a scenario with other questions, variants or sweeps, for searches and comparisons of
//! parameters.

use super::document::Scenario;
use super::sections::PREFIX;
use super::sweep::{Sweep, Variant};
use super::{labels, path};
use crate::input::check;
use crate::input::diagnostic::Place;
use crate::input::tree::{Key, Node, Tree};
use crate::question::questions::{WrittenAsk, WrittenJoint};
use crate::rule::parameter::{Parameter, ParameterType};

impl Scenario {
    /// Returns a copy with one question and without charts. Of the scenario's metrics, only those
    /// that the question needs stay.
    pub(crate) fn asking_only(&self, question: &Node) -> Scenario {
        let mut other = self.clone();
        other.keep_metrics_in(question.text().unwrap_or_default());
        other.questions.asks = vec![WrittenAsk {
            label: None,
            value: question.clone(),
            want: None,
            best: None,
        }];
        other.questions.joints.clear();
        // The aim is still played for, but it is no longer a question.
        other.questions.aim = None;
        other.charts = Some(Vec::new());
        other
    }

    /// Returns a copy that asks only for the joint distributions of these values, without charts.
    pub(crate) fn asking_jointly(&self, joints: &[Vec<String>]) -> Scenario {
        let mut other = self.clone();
        other.keep_metrics_in(&joints.concat().join(" "));
        let place = Place {
            span: 0..0,
            ..self.rule_place.clone()
        };
        let node = |text: &String| Node {
            tree: Tree::Text(text.clone()),
            place: place.clone(),
        };
        let joint = |values: &Vec<String>| WrittenJoint {
            values: values.iter().map(node).collect(),
            place: place.clone(),
        };
        other.questions.asks.clear();
        other.questions.joints = joints.iter().map(joint).collect();
        other.questions.aim = None;
        other.charts = Some(Vec::new());
        other.settings.describes_play = false;
        other
    }

    /// Removes the scenario's metrics that a text does not name.
    fn keep_metrics_in(&mut self, text: &str) {
        // An aim may refer to any metric.
        if self.has_aims() {
            return;
        }
        let mut named = text.to_owned();
        // A metric may name metrics that are defined before it.
        let mut kept: Vec<_> = std::mem::take(&mut self.questions.metrics)
            .into_iter()
            .rev()
            .filter(|metric| {
                let bands = || metric.bands.iter().any(|band| named.contains(&band.name));
                let is_named = named.contains(&metric.name) || bands();
                if is_named {
                    named.push_str(metric.value.text().unwrap_or_default());
                }
                is_named
            })
            .collect();
        kept.reverse();
        self.questions.metrics = kept;
    }

    /// Returns the key of a parameter, or of an answer of `[play]`, by its key or label.
    pub(crate) fn parameter_key(&self, called: &str) -> Option<String> {
        let choice = called.strip_prefix(PREFIX);
        if choice.is_some_and(|name| self.rule.choices().iter().any(|(known, _)| known == name)) {
            return Some(called.to_owned());
        }
        let key = labels::key_of(self.rule.parameters(), called).unwrap_or(called.to_owned());
        self.parameter(&key)?;
        let written = self.base_with_entries();
        Some(path::with_entry_names(&written, &key))
    }

    /// Returns a copy with all variants and without sweeps. A parameter that was swept over several
    /// values gets its written value, else the rule's default, else the first swept value.
    pub(crate) fn without_sweeps(&self) -> Scenario {
        let mut other = self.clone();
        for (index, sweep) in other.sweep.drain(..).enumerate() {
            let path = &sweep.path.text;
            let default = || {
                let parameter = self.parameter(path).filter(|_| !path.contains('.'))?;
                (!parameter.default.is_empty()).then(|| check::default_node(parameter))
            };
            let usual = || sweep.values[self.usual_value(index)].clone();
            let value = match &sweep.values[..] {
                [only] => only.clone(),
                _ => path::get(&self.base, path)
                    .cloned()
                    .or_else(default)
                    .unwrap_or_else(usual),
            };
            other.sets.push((sweep.path, value));
        }
        other
    }

    /// Returns the answer of `[play]` or the command line to a choice, in every variant.
    pub(crate) fn play_answer(&self, choice: &str) -> Option<String> {
        let path = format!("{PREFIX}{choice}");
        let set = self.sets.iter().rev().find(|(key, _)| key.text == path);
        let node = set
            .map(|(_, node)| node)
            .or_else(|| self.play.get(choice))?;
        Some(node.text().map_or_else(|| node.brief(), str::to_owned))
    }

    /// Returns the value that the command line or [`without_sweeps`](Scenario::without_sweeps)
    /// sets.
    pub(crate) fn set_value(&self, path: &str) -> Option<Node> {
        let set = self.sets.iter().rev().find(|(key, _)| key.text == path);
        set.map(|(_, node)| node.clone())
    }

    /// Returns a copy with only one of the variants.
    pub(crate) fn with_variant(&self, index: usize) -> Scenario {
        let mut other = self.clone();
        other.variants = self.variants.get(index).cloned().into_iter().collect();
        other
    }

    /// Returns a copy that also sweeps a parameter, as the fastest one. If it is swept already,
    /// these values replace the old ones.
    pub(crate) fn with_sweep(&self, path: &Key, values: Vec<Node>) -> Scenario {
        let mut other = self.clone();
        other.sweep.retain(|sweep| sweep.path.text != path.text);
        other.sweep.push(Sweep {
            path: path.clone(),
            values,
        });
        other
    }

    /// Returns a copy with only one of the cases.
    pub(crate) fn single_case(&self, case: usize) -> Scenario {
        let (variant, point) = self.point(case);
        let mut other = self.clone();
        for (sweep, index) in other.sweep.iter_mut().zip(point) {
            sweep.values = vec![sweep.values[index].clone()];
        }
        other.variants = variant
            .map(|index| self.variants[index].clone())
            .into_iter()
            .collect();
        other
    }

    /// Returns a copy with one case, of the first variant, at the written parameters, and without
    /// charts. Returns `None` unless a written value is not among the swept ones.
    pub(crate) fn at_written_parameters(&self) -> Option<Scenario> {
        let written =
            |sweep: &Sweep| path::get(self.parameters_as_written(), &sweep.path.text).cloned();
        let is_swept = |sweep: &Sweep, value: &Node| {
            sweep
                .values
                .iter()
                .any(|node| node.canonical() == value.canonical())
        };
        let is_apart = |sweep: &Sweep| written(sweep).is_some_and(|value| !is_swept(sweep, &value));
        self.sweep.iter().any(is_apart).then(|| {
            let mut other = self.clone();
            for (index, sweep) in other.sweep.iter_mut().enumerate() {
                sweep.values = vec![
                    written(sweep).unwrap_or_else(|| sweep.values[self.usual_value(index)].clone()),
                ];
            }
            other.variants.truncate(1);
            other.charts = Some(Vec::new());
            other
        })
    }

    /// Returns a copy at the written parameters: without variants, and without sweeps over several
    /// values.
    pub(crate) fn without_variation(&self) -> Scenario {
        let mut other = self.clone();
        other.sweep.retain(|sweep| sweep.values.len() == 1);
        other.variants.clear();
        other
    }

    /// Returns a copy with these variants instead of its variants. Values from the command line are
    /// set first.
    pub(crate) fn with_variants(&self, variants: Vec<Variant>) -> Scenario {
        let mut other = self.clone();
        // Variants override fixed values. Each variant therefore sets the fixed values first, so
        // that it may change them again.
        let fixed: Vec<(Key, Node)> = other.sets.drain(..).collect();
        let swept = other
            .sweep
            .drain(..)
            .filter(|sweep| sweep.values.len() == 1);
        let fixed = fixed
            .into_iter()
            .chain(swept.map(|sweep| (sweep.path, sweep.values[0].clone())));
        let variant_sets = other
            .variants
            .drain(..)
            .next()
            .map_or_else(Vec::new, |variant| variant.sets);
        let before: Vec<(Key, Node)> = variant_sets.into_iter().chain(fixed).collect();
        let with = |variant: Variant| Variant {
            sets: before.iter().cloned().chain(variant.sets).collect(),
            ..variant
        };
        other.variants = variants.into_iter().map(with).collect();
        other
    }

    /// Returns the parameter at a path, if the rule has one.
    pub(crate) fn parameter(&self, path: &str) -> Option<&'static Parameter> {
        labels::parameter_at(self.rule.parameters(), path)
    }

    /// Returns the parameters of a case, with the rule's defaults where none are written.
    pub(crate) fn parameters_with_defaults(&self, case: usize) -> Option<Node> {
        let mut node = self.written_parameters(case).ok()?;
        fill_defaults(&mut node, self.rule.parameters());
        Some(node)
    }

    /// Returns the value of a path in the first case: the written one, the inherited one of an
    /// entry, or the default.
    pub(crate) fn value_of(&self, key: &str) -> Option<String> {
        self.node_of(key).map(|node| node.canonical())
    }

    /// Returns the names of the entries of a rule file's list in a case. Returns `None` if the key
    /// is not such a list.
    pub(crate) fn entry_names(&self, case: usize, key: &str) -> Option<Vec<String>> {
        self.parameter(key)
            .filter(|parameter| matches!(parameter.shape, ParameterType::Records { .. }))?;
        let parameters = self.parameters_with_defaults(case)?;
        match &parameters.get(key)?.tree {
            Tree::List(entries) => Some(entries.iter().map(path::entry_name).collect()),
            _ => None,
        }
    }

    /// Returns the same value as a node.
    pub(crate) fn node_of(&self, key: &str) -> Option<Node> {
        let last = key.rsplit('.').next()?;
        let parameters = self.parameters_with_defaults(0)?;
        let written = path::get(&parameters, key)
            .or_else(|| path::get(&parameters, last))
            .cloned();
        let default = || {
            Some(check::default_node(
                self.parameter(key)
                    .filter(|parameter| !parameter.default.is_empty())?,
            ))
        };
        written.or_else(default)
    }

    /// Returns a copy with these values set, as the command line would set them.
    pub(crate) fn with_values_set(&self, sets: impl IntoIterator<Item = (Key, Node)>) -> Scenario {
        let mut other = self.clone();
        other.sets.extend(sets);
        other
    }

    /// Finds entries of a list that override a parameter of the rule. Returns their names and
    /// places, and the number of entries that do not override it.
    pub(crate) fn entry_overrides(&self, key: &str) -> Option<(Vec<(String, Place)>, usize)> {
        let node = self.written_parameters(0).ok()?;
        let inherits = |parameter: &&Parameter| match parameter.shape.entries() {
            Some(ParameterType::Entries { inherits, .. }) => inherits.contains(&key),
            _ => false,
        };
        let lists: Vec<&Node> = self
            .rule
            .parameters()
            .iter()
            .filter(inherits)
            .filter_map(|parameter| node.get(parameter.key))
            .filter_map(|list| match &list.tree {
                Tree::List(nodes) => Some(nodes),
                _ => None,
            })
            .flatten()
            .collect();
        let overrides = lists.iter().filter_map(|entry| {
            let (place, _) = entry
                .pairs()?
                .iter()
                .find(|(entry_key, _)| entry_key.text == key)?;
            Some((path::entry_name(entry), place.place.clone()))
        });
        let overrides: Vec<(String, Place)> = overrides.collect();
        let other_count = lists.len() - overrides.len();
        (!overrides.is_empty()).then_some((overrides, other_count))
    }
}

/// Adds the defaults of all values that a table does not have.
fn fill_defaults(node: &mut Node, parameters: &[Parameter]) {
    let Tree::Table(pairs) = &mut node.tree else {
        return;
    };
    for parameter in parameters {
        match (
            pairs.iter_mut().find(|(key, _)| key.text == parameter.key),
            parameter.shape,
        ) {
            (Some((_, inner)), ParameterType::Table(table_parameters)) => {
                fill_defaults(inner, table_parameters)
            }
            (
                Some((
                    _,
                    Node {
                        tree: Tree::List(entries),
                        ..
                    },
                )),
                ParameterType::Records { fields, .. },
            ) => {
                entries
                    .iter_mut()
                    .for_each(|entry| fill_defaults(entry, fields));
            }
            (Some(_), _) => {}
            (None, _) if parameter.default.is_empty() => {}
            (None, _) => {
                pairs.push(path::default_pair(parameter));
            }
        }
    }
}
