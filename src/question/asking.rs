//! Reads the questions of a scenario, for the metrics of one of its cases.

use oddsmith_engine::question::{Comparison, Expression, JointQuestion, Statistic};
use oddsmith_language::question::{Question, QuestionClaim, TrialValue, ValueType, Vocabulary};

use super::scenario_metric::{outcomes, resolve_metric};
use super::vocabulary::vocabulary;
use crate::input::diagnostic::{Diagnostic, Place};
use crate::input::marked::{locate_mistake, place_within};
use crate::input::tree::Node;
use crate::labels;
use crate::question::questions::{Questions, WrittenAsk};
use crate::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use crate::rule::presentation::{ChartKind, DefaultChart, Headline, Measure, Presentation};

/// The questions of a case.
#[derive(Debug, Default)]
pub(crate) struct Asking {
    /// The metrics of the scenario, each with its expression over a trial.
    pub(crate) metrics: Vec<(ShownMetric, Expression)>,
    /// The questions, in order.
    pub(crate) asks: Vec<Question>,
    /// The questions as written.
    texts: Vec<String>,
    /// The values of each joint distribution.
    pub(crate) joints: Vec<Vec<JointValue>>,
}

/// A value of a joint distribution.
#[derive(Clone, Debug)]
pub(crate) struct JointValue {
    /// The value as written, which is the name of its column.
    pub(crate) name: String,
    /// The label of its axis.
    pub(crate) label: String,
    /// The outcomes, if it is a category.
    pub(crate) outcomes: Vec<Outcome>,
    /// Whether it is true or false.
    pub(crate) is_flag: bool,
    expression: Expression,
}

impl Asking {
    /// Reads the questions of a scenario for the metrics that a case shows.
    ///
    /// # Errors
    /// Returns all mistakes.
    pub(crate) fn read(
        questions: &Questions,
        presentation: &Presentation,
    ) -> Result<Asking, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let (vocabulary, metrics) = question_vocabulary(questions, presentation, &mut problems);
        let mut asking = Asking {
            metrics,
            ..Asking::default()
        };
        for ask in &questions.asks {
            match vocabulary.question(ask.value.text().unwrap_or_default()) {
                Ok(quantity) => {
                    problems.extend(chance_goal_problem(ask, &quantity));
                    asking.asks.push(quantity);
                    asking
                        .texts
                        .push(ask.value.text().unwrap_or_default().to_owned());
                }
                Err(wrong) => problems.push(locate_mistake(&ask.value, wrong)),
            }
        }
        for joint in &questions.joints {
            let mut values = Vec::new();
            for node in &joint.values {
                match vocabulary.value(node.text().unwrap_or_default()) {
                    Ok(value) => values.push(joint_value(node, value, presentation, &asking)),
                    Err(wrong) => problems.push(locate_mistake(node, wrong)),
                }
            }
            if let [first, rest @ ..] = values.as_slice()
                && rest.iter().any(|other| other.name == first.name)
            {
                problems.push(Diagnostic::at(
                    &joint.place,
                    "two of these are the same",
                    "name each value once",
                ));
            }
            asking.joints.push(values);
        }
        if problems.is_empty() {
            Ok(asking)
        } else {
            Err(problems)
        }
    }

    /// Reads a question with a wanted answer, such as `P(successes >= 2) = 0.6`.
    ///
    /// # Errors
    /// Returns all mistakes.
    pub(crate) fn claim(
        questions: &Questions,
        presentation: &Presentation,
        node: &Node,
    ) -> Result<QuestionClaim, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let (vocabulary, _) = question_vocabulary(questions, presentation, &mut problems);
        match vocabulary.claim(node.text().unwrap_or_default()) {
            Ok(claim) if problems.is_empty() => Ok(claim),
            Ok(_) => Err(problems),
            Err(wrong) => {
                problems.push(locate_mistake(node, wrong));
                Err(problems)
            }
        }
    }

    /// Returns the name of the item of [`Asking::asked`] with this index.
    pub(crate) fn name(&self, index: usize) -> String {
        let metrics = self.metrics.iter().map(|(metric, _)| metric.name.clone());
        let joint = |values: &Vec<JointValue>| {
            let names: Vec<&str> = values.iter().map(|value| value.name.as_str()).collect();
            format!("[[joint]] {}", names.join(", "))
        };
        let names = metrics
            .chain(self.texts.iter().cloned())
            .chain(self.joints.iter().map(joint));
        names
            .skip(index)
            .map(|name| format!("`{name}`"))
            .next()
            .unwrap_or_default()
    }

    /// Returns everything whose joint distribution is needed: the metrics, then the questions, then
    /// the joint distributions that the scenario asks for.
    pub(crate) fn asked(&self) -> impl Iterator<Item = JointQuestion> {
        let metrics = self
            .metrics
            .iter()
            .map(|(_, expression)| JointQuestion::new(vec![expression.clone()]));
        let asks = self.asks.iter().map(|quantity| quantity.asked.clone());
        let joint = |values: &Vec<JointValue>| {
            JointQuestion::new(
                values
                    .iter()
                    .map(|value| value.expression.clone())
                    .collect(),
            )
        };
        metrics.chain(asks).chain(self.joints.iter().map(joint))
    }
}

/// Returns the mistake in the wanted answer to a question about a chance, if it is not between 0
/// and 1.
fn chance_goal_problem(ask: &WrittenAsk, quantity: &Question) -> Option<Diagnostic> {
    let want = ask
        .want
        .as_ref()
        .filter(|_| quantity.statistic == Statistic::Probability)?;
    let (problem, help) = want.bound.check_probability().err()?;
    Some(Diagnostic::at(&want.place, problem, help))
}

/// Returns the vocabulary of questions about a case, and the scenario's metrics with their
/// expressions. The vocabulary has the metrics of the rule and of the scenario.
fn question_vocabulary(
    questions: &Questions,
    presentation: &Presentation,
    problems: &mut Vec<Diagnostic>,
) -> (Vocabulary, Vec<(ShownMetric, Expression)>) {
    let mut vocabulary = vocabulary(&presentation.metrics);
    let mut metrics = Vec::new();
    for scenario_metric in &questions.metrics {
        match resolve_metric(scenario_metric, presentation, &vocabulary) {
            Ok((metric, expression, known_metric)) => {
                vocabulary.metrics.push(known_metric);
                metrics.push((metric, expression));
            }
            Err(problem) => problems.push(problem),
        }
    }
    (vocabulary, metrics)
}

/// Reads a question from its text, which may name metrics of the scenario.
///
/// # Errors
/// Returns the first mistake in the question or in these metrics.
pub(crate) fn resolve_question(
    node: &Node,
    (text, start): (&str, usize),
    questions: &Questions,
    presentation: &Presentation,
) -> Result<Question, Diagnostic> {
    let mut problems = Vec::new();
    let (vocabulary, _) = question_vocabulary(questions, presentation, &mut problems);
    match (vocabulary.question(text), problems.into_iter().next()) {
        (Ok(quantity), _) => Ok(quantity),
        (Err(_), Some(problem)) => Err(problem),
        (Err(wrong), None) => Err(locate_mistake(node, wrong.offset_by(start))),
    }
}

/// Returns the place of the condition of a question.
pub(crate) fn condition_place(node: &Node, quantity: &Question) -> Place {
    let span = quantity.given.map_or(0..0, |span| span.start..span.end);
    place_within(node, node.text().unwrap_or_default(), span)
}

fn joint_value(
    node: &Node,
    value: TrialValue,
    presentation: &Presentation,
    asking: &Asking,
) -> JointValue {
    let name = node.text().unwrap_or_default().trim().to_owned();
    let scenario_metrics = || asking.metrics.iter().map(|(metric, _)| metric);
    let metric = value.metric.as_ref().and_then(|(name, step)| {
        Some((
            presentation
                .metrics
                .iter()
                .chain(scenario_metrics())
                .find(|metric| metric.name == *name)?,
            *step,
        ))
    });
    let outcomes = match (&value.kind, metric) {
        (ValueType::Category(_), Some((metric, _))) if !metric.outcomes().is_empty() => {
            metric.outcomes().to_vec()
        }
        (ValueType::Category(names), _) => self::outcomes(names, &value, presentation),
        _ => Vec::new(),
    };
    let label = match metric {
        None => name.clone(),
        Some((metric, None)) => metric.label.clone(),
        Some((metric, Some(step))) => format!("{}, {}", metric.label, metric.step.step_label(step)),
    };
    let is_flag = metric.is_some_and(|(metric, _)| metric.kind == Kind::Flag);
    JointValue {
        name,
        label,
        outcomes,
        is_flag,
        expression: value.expression,
    }
}

/// Returns whether a headline shows the answer to a question.
fn asks_same(
    headline: &Headline,
    asked: &Question,
    presentation: &Presentation,
    asking: &Asking,
) -> bool {
    let slots = presentation
        .metrics
        .iter()
        .flat_map(|metric| metric.all_steps().map(move |step| (metric, step)));
    let slot = slots.zip(0u32..).find(|((metric, step), _)| {
        metric.name == headline.metric && (*step == headline.step || step.is_none())
    });
    let expression = asking
        .metrics
        .iter()
        .find(|(metric, _)| metric.name == headline.metric)
        .map(|(_, expression)| expression.clone());
    let Some(seen) = expression.or_else(|| Some(Expression::Seen(slot?.1))) else {
        return false;
    };
    let statistic = &asked.statistic;
    let headline_expression = match headline.measure {
        Measure::Mean => seen,
        Measure::Is(value) => {
            Expression::compare(Comparison::Equal, seen, Expression::Number(value))
        }
        Measure::AtLeast(_) | Measure::AtMost(_) => return false,
    };
    let is_same = *statistic
        == if headline.measure == Measure::Mean {
            Statistic::Mean
        } else {
            Statistic::Probability
        };
    is_same && asked.asked.given.is_none() && asked.asked.expressions == [headline_expression]
}

/// Adds the scenario's metrics to those of the rule, with default charts and headlines. Headlines
/// that show the same number as the aim are removed, because the aim has its own column.
pub(crate) fn add_scenario_metrics(
    presentation: &mut Presentation,
    asking: &Asking,
    aim: Option<usize>,
) {
    for (index, (metric, _)) in asking.metrics.iter().enumerate() {
        let label = &metric.label;
        let (kind, measure, headline) = match &metric.kind {
            Kind::Category(outcomes) => {
                let best = outcomes
                    .iter()
                    .position(|outcome| outcome.tone == Tone::Success)
                    .unwrap_or(outcomes.len() - 1);
                let headline = labels::measure_label(metric, Measure::Is(best as i64), "");
                (ChartKind::Stacked, Measure::Is(best as i64), headline)
            }
            Kind::Flag => (ChartKind::Lines, Measure::Is(1), label.clone()),
            Kind::Count | Kind::When => (
                ChartKind::Distribution,
                Measure::Mean,
                format!("{label}, mean"),
            ),
        };
        presentation
            .headlines
            .insert(index, Headline::new(&metric.name, measure, &headline));
        presentation
            .charts
            .push(DefaultChart::new(kind, &metric.name, measure));
        presentation.metrics.push(metric.clone());
    }
    if let Some(aim) = aim.and_then(|aim| asking.asks.get(aim)) {
        let is_same_as_aim: Vec<bool> = presentation
            .headlines
            .iter()
            .map(|headline| asks_same(headline, aim, presentation, asking))
            .collect();
        let mut is_same_as_aim = is_same_as_aim.into_iter();
        presentation
            .headlines
            .retain(|_| !is_same_as_aim.next().unwrap_or(false));
    }
}
