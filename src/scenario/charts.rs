//! `[[charts]]`: what a scenario asks to see, held against what there is to show.

use crate::report::{Axis, Chart};
use crate::rule::metric::{ChartKind, Measure, Metric, Presentation, View};
use crate::rule::parameter::{Parameter, Shape};

use super::check;
use super::problem::{Place, Problem, nearest};
use super::sweep::{labels, not_swept};
use super::tree::{Key, Node, Tree};
use super::{Scenario, default_charts};

const KINDS: [&str; 7] = {
    let mut names = [""; 7];
    let mut i = 0;
    while i < names.len() {
        names[i] = ChartKind::ALL[i].0;
        i += 1;
    }
    names
};

/// The keys of `[[charts]]`, but for `where`, whose keys are those of the sweep.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::new("kind", Shape::Choice(&KINDS), "", "the kind of chart"),
    Parameter::new("metric", Shape::Text, "", "the metric shown; the rule's first for this kind if absent"),
    Parameter::new("x", Shape::Text, "", "what runs along the axis: a swept key, \"variant\" or \"step\""),
    Parameter::new(
        "series",
        Shape::Text,
        "",
        "what makes several lines, or a heat map's rows: a swept key or \"variant\"",
    ),
    Parameter::new("value", Shape::Text, "", "what is read: \"mean\", \"P(>=2)\", \"P(<=2)\", \"P(=mixed)\""),
    Parameter::new("step", Shape::Whole { from: 0, to: 1_000_000 }, "", "the step shown, of a metric that has steps"),
    Parameter::new("title", Shape::Text, "", "says the finding, or asks the question"),
    Parameter::new("subtitle", Shape::Text, "", "says what is plotted"),
];

/// A chart as asked for, its keys known and its values of their shape.
#[derive(Clone, Debug)]
pub struct Request {
    kind: ChartKind,
    metric: Option<Node>,
    x: Option<Node>,
    series: Option<Node>,
    value: Option<Node>,
    step: Option<(u32, Place)>,
    title: Option<String>,
    subtitle: Option<String>,
    held: Vec<(Key, Node)>,
    place: Place,
}

/// Reads `[[charts]]`.
pub fn requests(node: &Node, problems: &mut Vec<Problem>) -> Vec<Request> {
    let Tree::List(nodes) = &node.tree else {
        problems.push(Problem::at(&node.place, format!("`charts` is {}", node.kind()), "write [[charts]] before each"));
        return Vec::new();
    };
    nodes.iter().filter_map(|node| request(node, problems)).collect()
}

fn request(node: &Node, problems: &mut Vec<Problem>) -> Option<Request> {
    let Some(pairs) = node.pairs() else {
        problems.push(Problem::at(
            &node.place,
            format!("this chart is {}", node.kind()),
            "write [[charts]] and its keys below it",
        ));
        return None;
    };
    let keys: Vec<&str> = PARAMETERS.iter().map(|parameter| parameter.key).chain(["where"]).collect();
    check::known_keys(pairs, &keys, problems);
    let plain = pairs.iter().filter(|(key, _)| PARAMETERS.iter().any(|parameter| parameter.key == key.text)).cloned();
    let plain = Node { tree: Tree::Table(plain.collect()), place: node.place.clone() };
    let values = check::table(&plain, PARAMETERS, problems);
    let held = match node.get("where") {
        None => Vec::new(),
        Some(Node { tree: Tree::Table(pairs), .. }) => pairs.clone(),
        Some(other) => {
            problems.push(Problem::at(
                &other.place,
                format!("`where` is {}", other.kind()),
                "write where = { quality = 4 }",
            ));
            Vec::new()
        }
    };
    let Some(kind) = values.text_if("kind") else {
        if node.get("kind").is_none() {
            problems.push(Problem::at(
                &node.place,
                "this chart has no kind",
                format!("add kind = \"...\": {}", Shape::Choice(&KINDS).allowed()),
            ));
        }
        return None;
    };
    let own = |key: &str| plain.get(key).cloned();
    Some(Request {
        kind: ChartKind::ALL.iter().find(|(name, _)| *name == kind)?.1,
        metric: own("metric"),
        x: own("x"),
        series: own("series"),
        value: own("value"),
        step: values.whole_if("step").map(|step| (step as u32, plain.get("step").unwrap_or(node).place.clone())),
        title: values.text_if("title").map(str::to_owned),
        subtitle: values.text_if("subtitle").map(str::to_owned),
        held,
        place: node.place.clone(),
    })
}

/// The charts of a scenario: those that it names, or the rule's own where it names none.
///
/// # Errors
/// Where a chart names a metric, a parameter or a value that is not there, or cannot show it.
pub fn resolve(
    scenario: &Scenario,
    metrics: &[Metric],
    presentation: &Presentation,
) -> Result<Vec<Chart>, Vec<Problem>> {
    let subject = Subject { scenario, metrics, presentation };
    let mut charts = Vec::new();
    let mut problems = Vec::new();
    match &scenario.charts {
        None => charts = default_charts::charts(&subject),
        Some(requests) => {
            for request in requests {
                match subject.chart(request) {
                    Ok(chart) => charts.push(chart),
                    Err(problem) => problems.push(problem),
                }
            }
        }
    }
    name_apart(&mut charts);
    if problems.is_empty() { Ok(charts) } else { Err(problems) }
}

/// Gives charts that would share a file name a number each from the second on.
fn name_apart(charts: &mut [Chart]) {
    for i in 1..charts.len() {
        let stem = charts[i].file.clone();
        let mut number = 1;
        while charts[..i].iter().any(|chart| chart.file == charts[i].file) {
            number += 1;
            charts[i].file = format!("{stem}-{number}");
        }
    }
}

/// What there is to show.
pub(super) struct Subject<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) metrics: &'a [Metric],
    pub(super) presentation: &'a Presentation,
}

impl Subject<'_> {
    /// The swept parameters that take more than one value.
    pub(super) fn varied(&self) -> Vec<usize> {
        let sweep = &self.scenario.sweep;
        (0..sweep.len()).filter(|&index| sweep[index].values.len() > 1).collect()
    }

    /// Whether there are variants to lay side by side.
    pub(super) fn has_variants(&self) -> bool {
        self.scenario.variants.len() > 1
    }

    pub(super) fn metric(&self, name: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.name == name)
    }

    fn chart(&self, request: &Request) -> Result<Chart, Problem> {
        let metric = self.requested_metric(request)?;
        let view = self.presentation.views.iter().find(|view| view.kind == request.kind && view.metric == metric.name);
        let measure = match &request.value {
            Some(node) => self.measure(node, metric)?,
            None => view.map_or_else(|| natural_measure(metric), |view| view.measure),
        };
        let step = self.requested_step(request, metric, view)?;
        let x = request.x.as_ref().map(|node| self.axis(node, metric)).transpose()?;
        let series = request.series.as_ref().map(|node| self.axis(node, metric)).transpose()?;
        let mut held = Vec::new();
        let mut variant = None;
        for (key, node) in &request.held {
            match self.held(key, node)? {
                Held::Swept(parameter, value) => held.push((parameter, value)),
                Held::Variant(index) => variant = Some(index),
            }
        }
        let wanted = default_charts::Wanted { kind: request.kind, metric, step, measure, x, series, held, variant };
        let unfit =
            |help: &str| Problem::at(&request.place, format!("a {} chart cannot show this", request.kind.name()), help);
        let mut chart = default_charts::lay_out(self, wanted, view).map_err(unfit)?;
        if let Some(title) = &request.title {
            chart.title.clone_from(title);
        }
        if let Some(subtitle) = &request.subtitle {
            chart.subtitle.clone_from(subtitle);
        }
        Ok(chart)
    }

    fn requested_metric(&self, request: &Request) -> Result<&Metric, Problem> {
        let names: Vec<&str> = self.metrics.iter().map(|metric| metric.name.as_str()).collect();
        match &request.metric {
            Some(node) => self.metric(&node.brief()).ok_or_else(|| {
                Problem::at(&node.place, format!("there is no metric {}", node.brief()), nearest(&node.brief(), &names))
            }),
            None => {
                let view = self.presentation.views.iter().find(|view| view.kind == request.kind);
                let metric = view.and_then(|view| self.metric(&view.metric));
                let help = format!("add metric = \"...\": {}", names.join(", "));
                metric.ok_or_else(|| Problem::at(&request.place, "this chart names no metric", help))
            }
        }
    }

    fn requested_step(&self, request: &Request, metric: &Metric, view: Option<&View>) -> Result<Option<u32>, Problem> {
        match (&request.step, metric.steps) {
            (None, _) => Ok(view.and_then(|view| view.step)),
            (Some((_, place)), None) => Err(Problem::at(
                place,
                format!("{} has no steps: it is of the whole trial", metric.name),
                "leave `step` out",
            )),
            (Some((step, _)), Some((first, last))) if (first..=last).contains(step) => Ok(Some(*step)),
            (Some((step, place)), Some((first, last))) => Err(Problem::at(
                place,
                format!("{} has no step {step}", metric.name),
                format!("allowed: {first} to {last}"),
            )),
        }
    }

    fn axis(&self, node: &Node, metric: &Metric) -> Result<Axis, Problem> {
        let name = node.brief();
        let swept = self.scenario.sweep.iter().position(|sweep| sweep.path.text == name);
        match (name.as_str(), swept) {
            (_, Some(index)) => Ok(Axis::Sweep(index)),
            ("variant", None) if !self.scenario.variants.is_empty() => Ok(Axis::Variants),
            ("step", None) if metric.steps.is_some() => Ok(Axis::Steps),
            ("value", None) => Ok(Axis::Values),
            _ => Err(not_swept(node, &self.scenario.sweep, &["variant", "step"])),
        }
    }

    fn held(&self, key: &Key, node: &Node) -> Result<Held, Problem> {
        let value = node.brief();
        let listed = |values: Vec<String>, what: &str| {
            let found = values.iter().position(|own| *own == value);
            let valid: Vec<&str> = values.iter().map(String::as_str).collect();
            found.ok_or_else(|| Problem::at(&node.place, format!("{what} is never {value}"), nearest(&value, &valid)))
        };
        if let Some(index) = self.scenario.sweep.iter().position(|sweep| sweep.path.text == key.text) {
            let values = self.scenario.sweep[index].values.iter().map(Node::brief).collect();
            return Ok(Held::Swept(index, listed(values, &key.text)?));
        }
        if key.text == "variant" && !self.scenario.variants.is_empty() {
            let names = self.scenario.variants.iter().map(|variant| variant.name.clone()).collect();
            return Ok(Held::Variant(listed(names, "the variant")?));
        }
        let node = Node { tree: Tree::Text(key.text.clone()), place: key.place.clone() };
        Err(not_swept(&node, &self.scenario.sweep, &["variant"]))
    }

    /// Reads "mean", "P(>=2)", "P(<=2)", "P(=mixed)".
    fn measure(&self, node: &Node, metric: &Metric) -> Result<Measure, Problem> {
        let text: String = node.brief().chars().filter(|c| !c.is_whitespace()).collect();
        if text == "mean" && metric.outcomes().is_empty() {
            return Ok(Measure::Mean);
        }
        let inner = text.strip_prefix("P(").and_then(|rest| rest.strip_suffix(')'));
        let number = |text: &str| text.parse::<i64>().ok();
        let value = |text: &str| match metric.outcomes().iter().position(|outcome| outcome.name == text) {
            Some(code) => Some(code as i64),
            None if metric.outcomes().is_empty() => number(text),
            None => None,
        };
        let measure = inner.and_then(|inner| match inner {
            _ if inner.starts_with(">=") => number(&inner[2..]).map(Measure::AtLeast),
            _ if inner.starts_with("<=") => number(&inner[2..]).map(Measure::AtMost),
            _ => value(inner.strip_prefix('=')?).map(Measure::Is),
        });
        let outcomes: Vec<String> = metric.outcomes().iter().map(|outcome| format!("P(={})", outcome.name)).collect();
        let help = if outcomes.is_empty() {
            "allowed: mean, P(>=2), P(<=2), P(=2)".to_owned()
        } else {
            format!("allowed: {}", outcomes.join(", "))
        };
        measure.ok_or_else(|| {
            Problem::at(&node.place, format!("{} has no such value: {}", metric.name, node.brief()), help)
        })
    }
}

enum Held {
    Swept(usize, usize),
    Variant(usize),
}

/// What is read from a metric when nobody says: the mean, that it happened, the best outcome.
fn natural_measure(metric: &Metric) -> Measure {
    match metric.kind {
        crate::rule::metric::Kind::Count => Measure::Mean,
        crate::rule::metric::Kind::Flag => Measure::Is(1),
        crate::rule::metric::Kind::Category(outcomes) => Measure::Is(outcomes.len() as i64 - 1),
    }
}

/// What an axis is called.
pub(super) fn axis_label(subject: &Subject<'_>, axis: Axis, metric: &Metric) -> String {
    match axis {
        Axis::Sweep(index) => labels(&subject.scenario.sweep[index].path.text, subject.scenario.rule.parameters).0,
        Axis::Variants => "variant".to_owned(),
        Axis::Steps => subject.presentation.step.clone(),
        Axis::Values | Axis::Single => metric.label.clone(),
    }
}
