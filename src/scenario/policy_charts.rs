//! Checks policy charts (charts of best play) against the choices of the rule.

use crate::file_name::stem;
use crate::report::PolicyChart;
use crate::report::{Axis, Chart};
use crate::rule::presentation::{ChartKind, Measure};

use super::chart_keys::HeldAt;
use super::chart_layout::{PartialChart, Subject, lay_out};
use super::chart_request::ChartRequest;
use super::charts::apply_words_and_size;
use crate::input::diagnostic::{Diagnostic, nearest};
use crate::input::tree::Node;

impl Subject<'_> {
    /// Resolves a requested policy chart. The parts of states that it names are checked later,
    /// after best play has been computed.
    pub(super) fn policy_chart(&self, request: &ChartRequest) -> Result<Chart, Diagnostic> {
        if let Some(node) = request.metric.as_ref().or(request.value.as_ref()) {
            let help = "remove `metric` and `value`: a policy chart shows a choice, and the loss of the other options";
            return Err(Diagnostic::at(
                &node.place,
                "a policy chart has no metric",
                help,
            ));
        }
        if let Some(node) = &request.step {
            return Err(Diagnostic::at(
                &node.place,
                "a policy chart has no steps",
                "remove `step`",
            ));
        }
        let choices: Vec<String> = self
            .scenario
            .rule
            .choices()
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let names: Vec<&str> = choices.iter().map(String::as_str).collect();
        let choice = match (&request.choice, names.as_slice()) {
            (_, []) => {
                let problem = format!("{} has no choices for a player", self.scenario.rule.id());
                return Err(Diagnostic::at(
                    &request.place,
                    problem,
                    "remove this chart: a policy chart shows best play",
                ));
            }
            (Some(node), names) if names.contains(&node.brief().as_str()) => node.brief(),
            (Some(node), names) => {
                let problem = format!("there is no choice {}", node.brief());
                return Err(Diagnostic::at(
                    &node.place,
                    problem,
                    nearest(&node.brief(), names),
                ));
            }
            (None, [only]) => (*only).to_owned(),
            (None, names) => {
                let help = format!("add choice = \"...\": {}", names.join(", "));
                return Err(Diagnostic::at(
                    &request.place,
                    "this chart has no choice",
                    help,
                ));
            }
        };
        let (x, y) = (
            self.axis_or_part(request.x.as_ref()),
            self.axis_or_part(request.series.as_ref()),
        );
        let (mut held, mut variant, mut parts) = (Vec::new(), None, Vec::new());
        let is_varied = |key: &str| {
            key == "variant"
                || self
                    .scenario
                    .sweep
                    .iter()
                    .any(|sweep| sweep.path.text == key)
        };
        for (key, node) in &request.held {
            match is_varied(&key.text) {
                false => parts.push((key.text.clone(), node.brief())),
                true => match self.resolve_held(key, node)? {
                    HeldAt::Swept(parameter, value) => held.push((parameter, value)),
                    HeldAt::Variant(index) => variant = Some(index),
                },
            }
        }
        let policy = PolicyChart {
            is_asked: true,
            choice,
            x: x.1,
            y: y.1,
            held: parts,
        };
        let chart = self.lay_out_policy(policy, (x.0, y.0), held, variant);
        let mut chart = chart.map_err(|help| {
            Diagnostic::at(&request.place, "a policy chart cannot show this", help)
        })?;
        apply_words_and_size(&mut chart, request);
        if let Some(metric) = self.metrics.first() {
            chart.wishes = self.wishes(request, &chart, metric)?;
        }
        Ok(chart)
    }

    /// Returns what an axis shows: a sweep, the variants, or a part of the state.
    fn axis_or_part(&self, node: Option<&Node>) -> (Option<Axis>, Option<String>) {
        let Some(node) = node else {
            return (None, None);
        };
        let name = node.brief();
        match self
            .scenario
            .sweep
            .iter()
            .position(|sweep| sweep.path.text == name)
        {
            Some(index) => (Some(Axis::Sweep(index)), None),
            None if name == "variant" && !self.scenario.variants.is_empty() => {
                (Some(Axis::Variants), None)
            }
            None => (None, Some(name)),
        }
    }

    fn lay_out_policy(
        &self,
        policy: PolicyChart,
        (x, series): (Option<Axis>, Option<Axis>),
        held: Vec<(usize, usize)>,
        variant: Option<usize>,
    ) -> Result<Chart, &'static str> {
        let metric = self.metrics.first().ok_or("the rule has no metrics")?;
        let (kind, measure) = (ChartKind::Policy, Measure::Mean);
        let mut chart = lay_out(
            self,
            PartialChart {
                kind,
                metric,
                step: None,
                measure,
                x,
                series,
                held,
                variant,
            },
        )?;
        let sides = [&policy.x, &policy.y].into_iter().flatten();
        chart.file = stem(
            &sides.fold(format!("policy-{}", policy.choice), |name, side| {
                format!("{name}-{side}")
            }),
        );
        chart.policy = Some(policy);
        Ok(chart)
    }

    /// Returns a policy chart for each choice, if the scenario has an aim.
    pub(super) fn policy_charts(&self) -> Vec<Chart> {
        if !self.scenario.has_aims() {
            return Vec::new();
        }
        let chart = |(choice, _)| {
            let policy = PolicyChart {
                choice,
                ..PolicyChart::default()
            };
            self.lay_out_policy(policy, (None, None), Vec::new(), None)
                .ok()
        };
        self.scenario
            .rule
            .choices()
            .into_iter()
            .filter_map(chart)
            .collect()
    }
}
