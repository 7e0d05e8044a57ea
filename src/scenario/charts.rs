//! Resolves the charts of a scenario: those that it names, or the rule's default charts.

use std::collections::{BTreeMap, BTreeSet};

use crate::file_name::number_duplicates;
use crate::report::{Axis, Chart, Wishes};
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::{ChartKind, Measure, Presentation};

use super::chart_keys::HeldAt;
use super::chart_layout::{PartialChart, Subject, lay_out, step_count};
use super::chart_request::ChartRequest;
use super::document::Scenario;
use super::restricted_sweep::OmittedChart;
use crate::input::diagnostic::Diagnostic;

/// The most variants for which a chart of one variant is repeated.
const MAX_REPEATS: usize = 12;

/// Facts about the other cases that charts need.
#[derive(Debug, Default)]
pub(crate) struct OtherCases {
    /// The first and the last steps that metrics have in other cases, by name.
    pub(crate) steps: BTreeSet<(String, (u32, u32))>,
    /// The names of the steps of each metric in all cases, starting with step 1.
    pub(crate) step_names: BTreeMap<String, BTreeSet<Vec<String>>>,
}

impl OtherCases {
    /// Returns the facts if all cases are like the first.
    pub(crate) fn same_as(first: &Presentation) -> OtherCases {
        let names = |metric: &ShownMetric| {
            BTreeSet::from([metric.step.names().map(str::to_owned).collect()])
        };
        let step_names = first
            .metrics
            .iter()
            .map(|metric| (metric.name.clone(), names(metric)))
            .collect();
        OtherCases {
            steps: BTreeSet::new(),
            step_names,
        }
    }
}

/// The first question, if it is about one metric.
pub(crate) struct AskedFirst<'a> {
    pub(crate) metric: &'a str,
    pub(crate) step: Option<u32>,
    pub(crate) measure: Measure,
}

/// Returns the charts of a scenario, and the charts that the command line leaves nothing to draw
/// of. A scenario without `[[charts]]` gets the rule's charts, and charts of the first question
/// over the sweep. The presentation is that of the first case, in words that are true in all cases.
///
/// # Errors
/// Returns an error if a chart names an unknown metric, parameter or value, or cannot show it.
pub(crate) fn resolve(
    scenario: &Scenario,
    presentation: &Presentation,
    elsewhere: &OtherCases,
    asked: Option<AskedFirst<'_>>,
) -> Result<(Vec<Chart>, Vec<OmittedChart>), Vec<Diagnostic>> {
    let mut metrics = presentation.metrics.clone();
    let mut shared = Vec::new();
    for metric in &mut metrics {
        let lasts = || {
            elsewhere
                .steps
                .iter()
                .filter(|(name, _)| *name == metric.name)
                .map(|&(_, (_, last))| last)
        };
        let steps = metric.steps;
        shared.push(steps.map(|(_, last)| lasts().fold(last, u32::min)));
        metric.steps = steps.map(|(first, last)| (first, lasts().fold(last, u32::max)));
    }
    let subject = Subject {
        scenario,
        metrics: &metrics,
        presentation,
        shared_last_steps: &shared,
        step_names: &elsewhere.step_names,
    };
    let (mut charts, mut left_out, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    match &scenario.charts {
        None => {
            charts = rule_charts(&subject);
            let answers = asked
                .map(|asked| asked_charts(&subject, &asked, &charts))
                .unwrap_or_default();
            charts.splice(0..0, answers);
        }
        Some(requests) => {
            for (index, request) in requests.iter().enumerate() {
                match subject.chart_or_omission(request) {
                    Ok(Ok(chart)) => charts.push(chart),
                    Ok(Err(reason)) => left_out.push(OmittedChart {
                        request_index: index,
                        diagnostic: reason,
                    }),
                    Err(problem) => problems.push(problem),
                }
            }
        }
    }
    number_duplicates(charts.iter_mut().map(|chart| &mut chart.file));
    if problems.is_empty() {
        Ok((charts, left_out))
    } else {
        Err(problems)
    }
}

impl Subject<'_> {
    /// Resolves a requested chart.
    pub(super) fn chart(&self, request: &ChartRequest) -> Result<Chart, Diagnostic> {
        if request.kind == ChartKind::Policy {
            return self.policy_chart(request);
        }
        if let Some(node) = &request.choice {
            let help = "remove `choice`, or write kind = \"policy\"";
            return Err(Diagnostic::at(
                &node.place,
                "only a policy chart shows a choice",
                help,
            ));
        }
        let metric = self.requested_metric(request)?;
        let view = self
            .presentation
            .charts
            .iter()
            .find(|view| view.kind == request.kind && view.metric == metric.name);
        let step = self.requested_step(request, metric, view)?;
        let measure = match &request.value {
            Some(node) if !matches!(request.kind, ChartKind::Lines | ChartKind::Heatmap) => {
                let problem = format!(
                    "{} shows all values, so `value` has no effect",
                    request.kind.with_article()
                );
                return Err(Diagnostic::at(
                    &node.place,
                    problem,
                    "remove `value`: only line charts and heat maps use it",
                ));
            }
            Some(node) => self.measure(node, metric, step)?,
            None => view.map_or_else(|| natural_measure(metric), |view| view.measure),
        };
        // The rule's words for a chart fit only the measure that they were written for.
        let x = request
            .x
            .as_ref()
            .map(|node| self.axis(node, metric))
            .transpose()?;
        let series = request
            .series
            .as_ref()
            .map(|node| self.axis(node, metric))
            .transpose()?;
        let mut held = Vec::new();
        let mut variant = None;
        for (key, node) in &request.held {
            match self.resolve_held(key, node)? {
                HeldAt::Swept(parameter, value) => held.push((parameter, value)),
                HeldAt::Variant(index) => variant = Some(index),
            }
        }
        let wanted = PartialChart {
            kind: request.kind,
            metric,
            step,
            measure,
            x,
            series,
            held,
            variant,
        };
        let unfit = |help: &str| {
            Diagnostic::at(
                &request.place,
                format!("{} cannot show this", request.kind.with_article()),
                help,
            )
        };
        let mut chart = lay_out(self, wanted).map_err(unfit)?;
        apply_words_and_size(&mut chart, request);
        chart.wishes = self.wishes(request, &chart, metric)?;
        Ok(chart)
    }

    /// Checks the requested looks of a chart against what it shows.
    pub(super) fn wishes(
        &self,
        request: &ChartRequest,
        chart: &Chart,
        metric: &ShownMetric,
    ) -> Result<Wishes, Diagnostic> {
        let kind = request.kind;
        let mut wishes = Wishes {
            x_label: request.x_label.clone(),
            footer: request.footer.clone(),
            ..Wishes::default()
        };
        // The axes of a policy chart are chosen later.
        if let Some(place) = request
            .x_label_place
            .as_ref()
            .filter(|_| chart.x == Axis::Single && kind != ChartKind::Policy)
        {
            let problem = "this chart has no axis for `x_label`";
            let help = "remove `x_label`, or add an axis: sweep a parameter, or add variants";
            return Err(Diagnostic::at(place, problem, help));
        }
        if let Some((target, place)) = &request.target {
            let is_tail = matches!(kind, ChartKind::AtLeast | ChartKind::AtMost);
            let fits = is_tail || kind == ChartKind::Lines;
            let is_chance = is_tail || chart.measure != Measure::Mean || metric.kind == Kind::Flag;
            if !fits {
                let problem = format!("{} cannot show a goal", kind.with_article());
                return Err(Diagnostic::at(
                    place,
                    problem,
                    "remove `target`, or use lines or an at-least chart",
                ));
            }
            if is_chance && !(0.0..=1.0).contains(target) {
                let help = match metric.kind {
                    Kind::Count if kind == ChartKind::Lines => {
                        "write 60% as 0.6. For a goal of the mean add value = \"mean\""
                    }
                    _ => "write 60% as 0.6",
                };
                return Err(Diagnostic::at(
                    place,
                    format!("{target} is not a chance"),
                    help,
                ));
            }
            wishes.target = Some(*target);
        }
        if let Some(place) = request
            .delimiters
            .as_ref()
            .filter(|_| kind != ChartKind::Distribution)
        {
            let problem = format!("{} cannot have delimiters", kind.with_article());
            return Err(Diagnostic::at(
                place,
                problem,
                "remove `delimiters`, or use a distribution",
            ));
        }
        wishes.has_delimiters = request.delimiters.is_some();
        wishes.highlight = request
            .highlight
            .as_ref()
            .map(|node| self.highlighted_line(node, chart))
            .transpose()?;
        Ok(wishes)
    }
}

/// Gives a chart the requested title, subtitle, size and colours.
pub(super) fn apply_words_and_size(chart: &mut Chart, request: &ChartRequest) {
    if let Some(title) = &request.title {
        chart.title.clone_from(title);
        chart.is_titled = true;
    }
    if let Some(subtitle) = &request.subtitle {
        chart.subtitle.clone_from(subtitle);
        chart.is_subtitled = true;
    }
    chart.width = request.width.unwrap_or(chart.width);
    chart.height = request.height;
    chart.is_grey = request.grey;
}

/// Returns the default measure of a metric: the mean, the chance that it happens, or the chance of
/// the best outcome.
fn natural_measure(metric: &ShownMetric) -> Measure {
    match &metric.kind {
        Kind::Count => Measure::Mean,
        Kind::When => Measure::AtLeast(1),
        Kind::Flag => Measure::Is(1),
        Kind::Category(outcomes) => Measure::Is(outcomes.len() as i64 - 1),
    }
}

/// Returns the rule's charts that make sense for this scenario.
fn rule_charts(subject: &Subject<'_>) -> Vec<Chart> {
    let mut charts = Vec::new();
    for view in &subject.presentation.charts {
        let Some(metric) = subject.metric(&view.metric) else {
            continue;
        };
        let shows_one = matches!(view.kind, ChartKind::Distribution | ChartKind::Fan)
            || view.kind == ChartKind::Stacked
                && (!subject.varied_sweeps().is_empty() || step_count(metric, view.step) > 1)
            || view.kind == ChartKind::Heatmap && subject.varied_sweeps().len() > 1;
        let variants = match subject.scenario.variants.len() {
            variant_count if shows_one && variant_count > 1 => {
                (0..variant_count.min(MAX_REPEATS)).map(Some).collect()
            }
            _ => vec![None],
        };
        for variant in variants {
            let wanted = PartialChart {
                kind: if view.kind == ChartKind::AtLeast && subject.scenario.variants.len() == 2 {
                    ChartKind::Compare
                } else {
                    view.kind
                },
                metric,
                step: view.step,
                measure: view.measure,
                x: None,
                series: None,
                held: Vec::new(),
                variant,
            };
            charts.extend(lay_out(subject, wanted));
        }
    }
    charts.extend(subject.policy_charts());
    charts
}

/// Returns charts of the first question over the sweep, unless the rule's charts show it. They are
/// lines over one parameter, or a heat map over two for each variant.
fn asked_charts(subject: &Subject<'_>, asked: &AskedFirst<'_>, charts: &[Chart]) -> Vec<Chart> {
    let varied = subject.varied_sweeps().len();
    let Some(metric) = subject.metric(asked.metric).filter(|_| varied > 0) else {
        return Vec::new();
    };
    let kind = if varied > 1 {
        ChartKind::Heatmap
    } else {
        ChartKind::Lines
    };
    let is_of_it = |chart: &&Chart| chart.metric == metric.name && chart.step == asked.step;
    let shows_outcomes = |chart: &Chart| {
        let is_outcome = matches!(
            (&metric.kind, asked.measure),
            (Kind::Category(_), Measure::Is(_))
        );
        chart.kind == ChartKind::Stacked && kind == ChartKind::Lines && is_outcome
    };
    let shows = |chart: &Chart| {
        chart.kind == kind && chart.measure == asked.measure || shows_outcomes(chart)
    };
    if charts.iter().filter(is_of_it).any(shows) {
        return Vec::new();
    }
    let variants = match subject.scenario.variants.len() {
        // Lines show all variants.
        variant_count if variant_count > 1 && kind == ChartKind::Heatmap => {
            (0..variant_count.min(MAX_REPEATS)).map(Some).collect()
        }
        _ => vec![None],
    };
    let wanted = |variant| PartialChart {
        kind,
        metric,
        step: asked.step,
        measure: asked.measure,
        x: None,
        series: None,
        held: Vec::new(),
        variant,
    };
    variants
        .into_iter()
        .flat_map(|variant| lay_out(subject, wanted(variant)))
        .collect()
}
