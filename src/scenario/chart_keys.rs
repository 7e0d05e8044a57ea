//! Resolves the keys of a chart: its metric, step, axes, held values, measure and highlighted line.

use std::collections::BTreeSet;

use crate::question::plain::PlainReading;
use crate::question::vocabulary::vocabulary;
use crate::report::{Axis, Chart};
use crate::rule::metric::ShownMetric;
use crate::rule::nearest::Help;
use crate::rule::presentation::{ChartKind, DefaultChart, Measure};

use super::chart_layout::Subject;
use super::chart_request::ChartRequest;
use super::sweep::unknown_sweep_key;
use crate::input::diagnostic::{Diagnostic, nearest};
use crate::input::marked::locate_mistake;
use crate::input::tree::{Key, Node, Tree};

/// The most valid values that a message lists.
const MAX_LISTED_VALUES: usize = 30;

/// What a chart holds: a swept parameter at a value, by their indices, or a variant.
pub(super) enum HeldAt {
    Swept(usize, usize),
    Variant(usize),
}

impl Subject<'_> {
    /// Returns the index of the line with this name.
    pub(super) fn highlighted_line(&self, node: &Node, chart: &Chart) -> Result<usize, Diagnostic> {
        let names: Vec<String> = match chart.series {
            Some(Axis::Variants) => self
                .scenario
                .variants
                .iter()
                .map(|variant| variant.name.clone())
                .collect(),
            Some(Axis::Sweep(index)) => self.scenario.sweep[index]
                .values
                .iter()
                .map(Node::brief)
                .collect(),
            _ => Vec::new(),
        };
        let is_lines = matches!(
            chart.kind,
            ChartKind::Lines | ChartKind::AtLeast | ChartKind::Compare
        );
        if names.is_empty() || !is_lines {
            let help = "use it for a chart with several lines: add variants, or a swept `series`";
            return Err(Diagnostic::at(
                &node.place,
                "this chart has nothing to highlight",
                help,
            ));
        }
        let wanted = node.brief();
        names
            .iter()
            .position(|name| *name == wanted)
            .ok_or_else(|| {
                let known: Vec<&str> = names.iter().map(String::as_str).collect();
                Diagnostic::at(
                    &node.place,
                    format!("there is no line {wanted}"),
                    nearest(&wanted, &known),
                )
            })
    }

    pub(super) fn requested_metric(
        &self,
        request: &ChartRequest,
    ) -> Result<&ShownMetric, Diagnostic> {
        let names: Vec<&str> = self
            .metrics
            .iter()
            .map(|metric| metric.name.as_str())
            .collect();
        match &request.metric {
            Some(node) => self.metric(&node.brief()).ok_or_else(|| {
                Diagnostic::at(
                    &node.place,
                    format!("there is no metric {}", node.brief()),
                    nearest(&node.brief(), &names),
                )
            }),
            None => {
                let view = self
                    .presentation
                    .charts
                    .iter()
                    .find(|view| view.kind == request.kind);
                let metric = view.and_then(|view| self.metric(&view.metric));
                // The metric of the rule's first headline distinguishes the states.
                let first = || {
                    self.presentation
                        .headlines
                        .first()
                        .and_then(|headline| self.metric(&headline.metric))
                };
                let metric =
                    metric.or_else(|| first().filter(|_| request.kind == ChartKind::States));
                let help = format!("add metric = \"...\": {}", names.join(", "));
                metric
                    .ok_or_else(|| Diagnostic::at(&request.place, "this chart has no metric", help))
            }
        }
    }

    pub(super) fn requested_step(
        &self,
        request: &ChartRequest,
        metric: &ShownMetric,
        view: Option<&DefaultChart>,
    ) -> Result<Option<u32>, Diagnostic> {
        let Some(node) = &request.step else {
            return Ok(view.and_then(|view| view.step));
        };
        let unknown = |problem: String, help: Help| Err(Diagnostic::at(&node.place, problem, help));
        let Some((first, last)) = metric.steps else {
            let problem = format!("{} has no steps", metric.name);
            return unknown(problem, "remove `step`".into());
        };
        let number = match node.text() {
            None => node.brief().parse::<u32>().ok(),
            Some(name) => {
                let all_names = || self.step_names.get(&metric.name).into_iter().flatten();
                let places: BTreeSet<usize> = all_names()
                    .filter_map(|names| names.iter().position(|step_name| step_name == name))
                    .collect();
                let mut places = places.into_iter();
                match (places.next(), places.next()) {
                    (Some(only), None) => Some(only as u32 + 1),
                    (Some(index), Some(other)) => {
                        let problem = format!(
                            "\"{name}\" is step {} in some cases and step {} in others",
                            index + 1,
                            other + 1
                        );
                        return unknown(problem, "write the step's number".into());
                    }
                    (None, _) => {
                        let known: BTreeSet<&str> =
                            all_names().flatten().map(String::as_str).collect();
                        let help = match known.is_empty() {
                            true => format!("write a step number: {first} to {last}").into(),
                            false => nearest(name, &known.into_iter().collect::<Vec<_>>()),
                        };
                        return unknown(format!("there is no step \"{name}\""), help);
                    }
                }
            }
        };
        match number.filter(|step| (first..=last).contains(step)) {
            Some(step) => Ok(Some(step)),
            None => unknown(
                format!("{} has no step {}", metric.name, node.brief()),
                format!("use {first} to {last}").into(),
            ),
        }
    }

    pub(super) fn axis(&self, node: &Node, metric: &ShownMetric) -> Result<Axis, Diagnostic> {
        let name = node.brief();
        let swept = self
            .scenario
            .sweep
            .iter()
            .position(|sweep| sweep.path.text == name);
        match (name.as_str(), swept) {
            (_, Some(index)) => Ok(Axis::Sweep(index)),
            ("variant", None) if !self.scenario.variants.is_empty() => Ok(Axis::Variants),
            ("step", None) if metric.steps.is_some() => Ok(Axis::Steps),
            ("value", None) => Ok(Axis::Values),
            _ => {
                let candidates = [
                    ("variant", !self.scenario.variants.is_empty()),
                    ("step", metric.steps.is_some()),
                ];
                let other_axes: Vec<&str> = candidates
                    .into_iter()
                    .filter(|other| other.1)
                    .map(|other| other.0)
                    .collect();
                Err(unknown_sweep_key(node, &self.scenario.sweep, &other_axes))
            }
        }
    }

    pub(super) fn resolve_held(&self, key: &Key, node: &Node) -> Result<HeldAt, Diagnostic> {
        let never = |valid: Vec<String>, subject: &str| {
            let valid: Vec<&str> = valid.iter().map(String::as_str).collect();
            let value = node.brief();
            Diagnostic::at(
                &node.place,
                format!("{subject} never has the value {value}"),
                nearest(&value, &valid),
            )
        };
        if let Some(index) = self
            .scenario
            .sweep
            .iter()
            .position(|sweep| sweep.path.text == key.text)
        {
            let (values, wanted) = (&self.scenario.sweep[index].values, node.canonical());
            let found = values.iter().position(|value| value.canonical() == wanted);
            let value = found.ok_or_else(|| {
                let valid: Vec<String> = values.iter().map(Node::brief).collect();
                // For a number, the nearest valid number is no useful suggestion.
                match node.brief().parse::<f64>() {
                    Ok(_) if valid.len() <= MAX_LISTED_VALUES => {
                        let problem = format!("{} never has the value {}", key.text, node.brief());
                        Diagnostic::at(&node.place, problem, format!("valid: {}", valid.join(", ")))
                    }
                    _ => never(valid, &key.text),
                }
            })?;
            return Ok(HeldAt::Swept(index, value));
        }
        if key.text == "variant" && !self.scenario.variants.is_empty() {
            let names = || {
                self.scenario
                    .variants
                    .iter()
                    .map(|variant| variant.name.clone())
            };
            let found = names().position(|name| name == node.brief());
            return Ok(HeldAt::Variant(
                found.ok_or_else(|| never(names().collect(), "the variant"))?,
            ));
        }
        let node = Node {
            tree: Tree::Text(key.text.clone()),
            place: key.place.clone(),
        };
        Err(unknown_sweep_key(&node, &self.scenario.sweep, &["variant"]))
    }

    /// Reads the measure of a chart: "mean", "P(>= 2)" or "P(= mixed)". The name of the metric may
    /// be left out.
    pub(super) fn measure(
        &self,
        node: &Node,
        metric: &ShownMetric,
        step: Option<u32>,
    ) -> Result<Measure, Diagnostic> {
        let vocabulary = vocabulary(self.metrics);
        let step = step.or(self.last_step(metric));
        let text = node.text().unwrap_or_default();
        let shown = match metric.outcomes().first() {
            None => "a chart shows mean, P(>= 2), P(<= 2) or P(= 2) of its metric. For other questions use [[ask]]"
                .to_owned(),
            Some(outcome) => {
                format!("a chart shows P(= {}) of its metric. For other questions use [[ask]]", outcome.name)
            }
        };
        let quantity = vocabulary
            .question_with_default(text, Some((&metric.name, step)))
            .map_err(|wrong| {
                let wrong = locate_mistake(node, wrong);
                let is_typo = wrong.help.starts_with("did you mean") || metric.outcomes().len() > 1;
                if is_typo {
                    wrong
                } else {
                    Diagnostic {
                        help: shown.clone(),
                        fix: None,
                        ..wrong
                    }
                }
            })?;
        let read = PlainReading::from_question(&quantity, self.metrics)
            .filter(|plain| plain.metric.name == metric.name && plain.step == step);
        read.map(|plain| plain.measure).ok_or_else(|| {
            Diagnostic::at(
                &node.place,
                format!("a chart of {} cannot show {text}", metric.name),
                shown,
            )
        })
    }
}
