//! Describes the questions of a run for the report, in words that are true for all cases.

use oddsmith_engine::question::{Expression, Statistic};
use oddsmith_language::question::Question;

use crate::question::asking::{Asking, JointValue};
use crate::question::plain::PlainReading;
use crate::question::questions::WrittenAsk;
use crate::report::{JointRequest, ReportQuestion};
use crate::rule::presentation::{Headline, Measure, Presentation};
use crate::scenario::document::Scenario;

/// How a case reads its questions. For example, the step in `fate@Ogre` depends on the case.
#[derive(Default)]
pub(super) struct CaseReads {
    /// For each question that reads one metric: the metric, its step and the measure.
    asks: Vec<Option<(String, Option<u32>, Measure)>>,
    /// The labels of the values of each joint distribution.
    joints: Vec<Vec<Option<String>>>,
}

impl CaseReads {
    pub(super) fn of(asking: &Asking, presentation: &Presentation) -> CaseReads {
        let read = |quantity: &Question| {
            let plain = PlainReading::from_question(quantity, &presentation.metrics)?;
            Some((plain.metric.name.clone(), plain.step, plain.measure))
        };
        let labels = |values: &Vec<JointValue>| {
            values
                .iter()
                .map(|value| Some(value.label.clone()))
                .collect()
        };
        CaseReads {
            asks: asking.asks.iter().map(read).collect(),
            joints: asking.joints.iter().map(labels).collect(),
        }
    }

    /// Keeps what all cases have in common. An entry becomes `None` if two cases differ in it.
    pub(super) fn common_to_all(case_reads: Vec<CaseReads>) -> CaseReads {
        let intersect = |mut common: CaseReads, other: CaseReads| {
            keep_common(&mut common.asks, other.asks);
            common
                .joints
                .iter_mut()
                .zip(other.joints)
                .for_each(|(labels, other)| keep_common(labels, other));
            common
        };
        case_reads.into_iter().reduce(intersect).unwrap_or_default()
    }
}

fn keep_common<T: PartialEq>(common_values: &mut [Option<T>], other_values: Vec<Option<T>>) {
    for (common_value, other) in common_values.iter_mut().zip(other_values) {
        if *common_value != other {
            *common_value = None;
        }
    }
}

/// Returns the mean of a metric that the scenario defines, if the question asks for exactly this.
fn mean_of_scenario_metric(quantity: &Question, asking: &Asking, label: &str) -> Option<Headline> {
    let is_it = |expression: &Expression| {
        quantity.asked.given.is_none() && quantity.asked.expressions == [expression.clone()]
    };
    let (metric, _) = asking
        .metrics
        .iter()
        .find(|(_, expression)| is_it(expression))
        .filter(|_| quantity.statistic == Statistic::Mean)?;
    Some(Headline::new(&metric.name, Measure::Mean, label))
}

/// Returns the questions and the joint distributions as the report describes them.
pub(super) fn report_questions(
    scenario: &Scenario,
    presentation: &Presentation,
    asking: &Asking,
    reads: &CaseReads,
) -> (Vec<ReportQuestion>, Vec<JointRequest>) {
    let ask = |(index, (written, quantity)): (usize, (&WrittenAsk, &Question))| {
        let question = written.value.text().unwrap_or_default().trim().to_owned();
        let label = written.label.clone().unwrap_or_else(|| question.clone());
        let read = reads.asks[index]
            .as_ref()
            .and_then(|_| PlainReading::from_question(quantity, &presentation.metrics));
        let in_words = read
            .as_ref()
            .filter(|_| written.label.is_none())
            .map(|read| read.label());
        let plain = read.map(|read| Headline {
            step: read.step,
            ..Headline::new(&read.metric.name, read.measure, &label)
        });
        let plain = plain.or_else(|| mean_of_scenario_metric(quantity, asking, &label));
        let is_aim = scenario.questions.aim == Some(index);
        let ask = ReportQuestion {
            label,
            question,
            in_words,
            want: None,
            statistic: quantity.statistic,
            plain,
            is_aim,
        };
        match &written.want {
            Some(want) => ask.with_want(want.text.clone(), want.bound),
            None => ask,
        }
    };
    let joint = |(values, labels): (&Vec<JointValue>, &Vec<Option<String>>)| JointRequest {
        names: values.iter().map(|value| value.name.clone()).collect(),
        labels: values
            .iter()
            .zip(labels)
            .map(|(value, label)| label.as_ref().unwrap_or(&value.name).clone())
            .collect(),
        outcomes: values.iter().map(|value| value.outcomes.clone()).collect(),
        flags: values.iter().map(|value| value.is_flag).collect(),
    };
    let asks = scenario
        .questions
        .asks
        .iter()
        .zip(&asking.asks)
        .enumerate()
        .map(ask)
        .collect();
    (
        asks,
        asking.joints.iter().zip(&reads.joints).map(joint).collect(),
    )
}
