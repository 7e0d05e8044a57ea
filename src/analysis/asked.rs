//! What is asked, as the report tells it of all cases.

use oddsmith_engine::question::{Expression, Statistic};
use oddsmith_language::question::Question;

use crate::question::asking::{Asking, JointValue};
use crate::question::plain::Plain;
use crate::question::questions::WrittenAsk;
use crate::report::{JointOf, ReportQuestion};
use crate::rule::presentation::{Headline, Measure, Presentation};
use crate::scenario::document::Scenario;

/// What a case reads of what is asked: `fate@Ogre` is of the step that is called so there.
#[derive(Default)]
pub(super) struct CaseReads {
    /// Of each question that is one reading of one metric: the metric, its step, what is read.
    asks: Vec<Option<(String, Option<u32>, Measure)>>,
    /// The labels of the values of each joint distribution.
    joints: Vec<Vec<Option<String>>>,
}

impl CaseReads {
    pub(super) fn of(asking: &Asking, presentation: &Presentation) -> CaseReads {
        let read = |quantity: &Question| {
            let plain = Plain::of(quantity, &presentation.metrics)?;
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

    /// What all cases read: nothing where one reads something else than another.
    pub(super) fn of_all(all: Vec<CaseReads>) -> CaseReads {
        let both = |mut all: CaseReads, other: CaseReads| {
            shared(&mut all.asks, other.asks);
            all.joints
                .iter_mut()
                .zip(other.joints)
                .for_each(|(all, other)| shared(all, other));
            all
        };
        all.into_iter().reduce(both).unwrap_or_default()
    }
}

fn shared<T: PartialEq>(all: &mut [Option<T>], others: Vec<Option<T>>) {
    for (all, other) in all.iter_mut().zip(others) {
        if *all != other {
            *all = None;
        }
    }
}

/// The mean of a metric of the scenario's own, where a question asks for that.
fn mean_of_scenario_metric(quantity: &Question, asking: &Asking, label: &str) -> Option<Headline> {
    let is_it =
        |of: &Expression| quantity.asked.given.is_none() && quantity.asked.of == [of.clone()];
    let (metric, _) = asking
        .metrics
        .iter()
        .find(|(_, of)| is_it(of))
        .filter(|_| quantity.statistic == Statistic::Mean)?;
    Some(Headline::new(&metric.name, Measure::Mean, label))
}

/// What is asked, as the report has it.
pub(super) fn report_questions(
    scenario: &Scenario,
    presentation: &Presentation,
    asking: &Asking,
    reads: &CaseReads,
) -> (Vec<ReportQuestion>, Vec<JointOf>) {
    let ask = |(at, (written, quantity)): (usize, (&WrittenAsk, &Question))| {
        let question = written.value.text().unwrap_or_default().trim().to_owned();
        let label = written.label.clone().unwrap_or_else(|| question.clone());
        let read = reads.asks[at]
            .as_ref()
            .and_then(|_| Plain::of(quantity, &presentation.metrics));
        let in_words = read
            .as_ref()
            .filter(|_| written.label.is_none())
            .map(|read| read.label());
        let plain = read.map(|read| Headline {
            step: read.step,
            ..Headline::new(&read.metric.name, read.measure, &label)
        });
        let plain = plain.or_else(|| mean_of_scenario_metric(quantity, asking, &label));
        let is_aim = scenario.questions.aim == Some(at);
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
            Some(want) => ask.wanting(want.text.clone(), want.bound),
            None => ask,
        }
    };
    let joint = |(values, labels): (&Vec<JointValue>, &Vec<Option<String>>)| JointOf {
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
