//! Plain questions: one number of one metric, which can be put into words.

use oddsmith_engine::question::{Comparison, Expression, JointQuestion, Statistic};
use oddsmith_language::question::Question;

use crate::labels::measure_label;
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::Measure;

/// A number of a metric.
pub(crate) struct PlainReading<'m> {
    pub(crate) metric: &'m ShownMetric,
    /// The step, for a metric with steps.
    pub(crate) step: Option<u32>,
    pub(crate) measure: Measure,
}

impl<'m> PlainReading<'m> {
    /// Returns the number that a question asks for, or `None` if it is not one number of one
    /// metric.
    pub(crate) fn from_question(
        quantity: &Question,
        metrics: &'m [ShownMetric],
    ) -> Option<PlainReading<'m>> {
        let JointQuestion {
            expressions: of,
            given: None,
        } = &quantity.asked
        else {
            return None;
        };
        match (quantity.statistic, of.as_slice()) {
            (Statistic::Mean, [Expression::Seen(slot)]) => {
                PlainReading::at_slot(*slot, metrics, |_| Some(Measure::Mean))
            }
            (Statistic::Probability, [Expression::Compare(comparison, two)]) => match &**two {
                [Expression::Seen(slot), number] => {
                    let number = constant(number)?;
                    PlainReading::at_slot(*slot, metrics, |metric| {
                        measure(metric, *comparison, number)
                    })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the metric and the step of a slot. Slots number the steps of all metrics, one metric
    /// after another.
    fn at_slot(
        slot: u32,
        metrics: &'m [ShownMetric],
        measure: impl Fn(&ShownMetric) -> Option<Measure>,
    ) -> Option<PlainReading<'m>> {
        let slots = metrics
            .iter()
            .flat_map(|metric| metric.all_steps().map(move |step| (metric, step)));
        let (metric, step) = slots.into_iter().nth(slot as usize)?;
        Some(PlainReading {
            metric,
            step,
            measure: measure(metric)?,
        })
    }

    /// Returns its label: "Actions in Round 2", "Actions: 4 or more".
    pub(crate) fn label(&self) -> String {
        let step = match (self.metric.steps, self.step) {
            (Some((first, last)), Some(step)) if first < last => {
                let before = if self.metric.step.step_name(step).is_some() {
                    "for"
                } else {
                    "in"
                };
                format!(" {before} {}", self.metric.step.step_label(step))
            }
            _ => String::new(),
        };
        measure_label(self.metric, self.measure, &step)
    }
}

/// Returns the value of a constant, which may have a minus sign.
fn constant(expression: &Expression) -> Option<i64> {
    match expression {
        Expression::Number(number) => Some(*number),
        Expression::Minus(two) => constant(&two[0])?.checked_sub(constant(&two[1])?),
        _ => None,
    }
}

fn measure(metric: &ShownMetric, comparison: Comparison, number: i64) -> Option<Measure> {
    match comparison {
        Comparison::AtLeast => Some(Measure::AtLeast(number)),
        Comparison::Above => Some(Measure::AtLeast(number.checked_add(1)?)),
        Comparison::AtMost => Some(Measure::AtMost(number)),
        Comparison::Below => Some(Measure::AtMost(number.checked_sub(1)?)),
        Comparison::Equal => Some(Measure::Is(number)),
        Comparison::Unequal if metric.kind == Kind::Flag => Some(Measure::Is(1 - number)),
        Comparison::Unequal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::vocabulary::vocabulary;
    use crate::rule::metric::{Outcome, Tone};
    use crate::rule::steps::StepWords;

    #[test]
    fn single_reading_questions_have_a_label() {
        let result = vec![
            Outcome::new("mixed", "Mixed", Tone::Mixed),
            Outcome::new("won", "Won", Tone::Success),
        ];
        let turn = |metric: ShownMetric| ShownMetric {
            step: StepWords::new("Turn"),
            ..metric
        };
        let unit = StepWords::new("Unit").named(["Left", "Rear"]);
        let metrics = [
            ShownMetric::whole("actions", Kind::Count, "Actions"),
            ShownMetric::whole("lost", Kind::Flag, "Lost"),
            turn(ShownMetric::per_step(
                "left",
                Kind::Count,
                "Acts left",
                1,
                3,
            )),
            turn(ShownMetric::per_step(
                "result",
                Kind::Category(result.clone()),
                "Result",
                1,
                2,
            )),
            ShownMetric {
                step: unit,
                ..ShownMetric::per_step("fate", Kind::Category(result), "Fate", 1, 2)
            },
        ];
        let label = |question: &str| {
            let quantity = vocabulary(&metrics).question(question).expect(question);
            PlainReading::from_question(&quantity, &metrics)
                .map(|plain| plain.label())
                .unwrap_or_default()
        };
        for (question, words) in [
            ("mean(actions)", "Actions"),
            ("P(actions >= 4)", "Actions: 4 or more"),
            ("P(actions > 4)", "Actions: 5 or more"),
            ("P(lost)", "Lost"),
            ("P(left@2 <= 1)", "Acts left in Turn 2: 1 or less"),
            ("P(actions >= -1)", "Actions: −1 or more"),
            ("mean(left@3)", "Acts left in Turn 3"),
            ("P(result@2 = won)", "Result in Turn 2: won"),
            ("P(fate@Rear = mixed)", "Fate for Rear: mixed"),
            ("mean(actions - left@1)", ""),
            ("P(actions >= 4 | lost)", ""),
            ("sd(actions)", ""),
        ] {
            assert_eq!(label(question), words, "{question}");
        }
    }
}
