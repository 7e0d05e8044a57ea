//! Answers to the questions of a scenario: numbers and joint distributions.

use crate::figures::NumberKind;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::question::{Comparison, ExactReading, Figure, Statistic, TrialEstimate};
use oddsmith_engine::solve::SETTLED_THRESHOLD;
use oddsmith_engine::stats::Interval;
use oddsmith_language::question::{Bound, WrittenNumber};
use serde::Serialize;

use super::{Reading, Value};
use crate::messages::{Messages, Word};
use crate::rule::metric::Outcome;
use crate::rule::presentation::Headline;

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportQuestion {
    /// Its label.
    pub label: String,
    /// The question as the scenario writes it.
    pub question: String,
    /// The question in words, if it has no label and can be described.
    pub in_words: Option<String>,
    /// The bound on the answer, if there is one.
    pub want: Option<Want>,
    /// The statistic.
    pub statistic: Statistic,
    /// The headline that reads the same number, if the question is just a reading of a metric.
    pub plain: Option<Headline>,
    /// Whether it is the aim of a player.
    pub is_aim: bool,
}

/// A bound on an answer; in files it is only the text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Want {
    /// The text.
    pub text: String,
    /// The parsed bound.
    #[serde(skip)]
    pub bound: Bound,
}

impl Want {
    /// Returns the bound in words: "at least 40%", "2 to 4".
    pub fn in_words(&self, is_chance: bool, words: &Messages) -> String {
        let plain = |value: f64| {
            words
                .numerals()
                .localize(&crate::number::significant(value, 6))
        };
        let number = |bound: &WrittenNumber| {
            if is_chance {
                words.percent(&plain(bound.value * 100.0))
            } else {
                plain(bound.value)
            }
        };
        match &self.bound {
            Bound::Between(low, high) => words.numerals().range(&number(low), &number(high)),
            Bound::Is(comparison, bound) => {
                let template = match comparison {
                    Comparison::Equal => Word::SayExactly,
                    Comparison::Unequal => Word::SayAnythingBut,
                    Comparison::AtLeast => Word::AtLeast,
                    Comparison::AtMost => Word::AtMost,
                    Comparison::Above => Word::SayMoreThan,
                    Comparison::Below => Word::SayLessThan,
                };
                words.fill(template, &[("number", &number(bound))])
            }
        }
    }
}

impl ReportQuestion {
    /// Adds a bound on the answer.
    pub fn with_want(self, text: String, bound: Bound) -> ReportQuestion {
        ReportQuestion {
            want: Some(Want { text, bound }),
            ..self
        }
    }

    /// Returns the kind of number that the answer is.
    pub fn kind(&self) -> NumberKind {
        NumberKind::of(self.statistic)
    }

    /// Returns whether the answer is a probability.
    pub fn is_probability(&self) -> bool {
        self.kind().is_chance()
    }
}

/// The answer to a question in one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The answer from trials. If the question has a condition, only trials that meet it count.
    pub estimate: TrialEstimate,
    /// The number of trials that count.
    pub trials: u64,
    /// The exact answer, if it was computed.
    pub exact: Option<ExactReading>,
    /// Whether it meets its bound, if there is one.
    pub met: Option<Met>,
    /// The share of trials without a value, among those that meet the condition.
    pub absent: f64,
}

/// Whether an answer meets its bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Met {
    /// It does.
    Yes,
    /// It does not, and misses the bound by this distance.
    No(f64),
    /// There is no value, because the condition is never met.
    Valueless,
    /// The trials do not decide it.
    Unsure,
    /// Some tied plays meet it, and others do not.
    Tied,
}

impl Met {
    /// Returns its name in CSV files.
    pub fn name(self) -> &'static str {
        match self {
            Met::Yes => "yes",
            Met::No(_) | Met::Valueless => "no",
            Met::Unsure | Met::Tied => "unsure",
        }
    }
}

impl Answer {
    /// Returns an answer and compares it with its bound.
    pub fn new(
        estimate: TrialEstimate,
        trials: u64,
        exact: Option<ExactReading>,
        want: Option<&Bound>,
    ) -> Answer {
        let mut answer = Answer {
            estimate,
            trials,
            exact,
            met: None,
            absent: 0.0,
        };
        answer.met = want.and_then(|bound| answer.judge(bound));
        answer
    }

    /// Returns the exact number.
    pub fn figure(&self) -> Option<Figure> {
        self.exact.and_then(ExactReading::figure)
    }

    /// Returns whether the condition is certainly never met.
    pub fn is_never(&self) -> bool {
        self.exact == Some(ExactReading::NeverGiven)
    }

    /// Returns whether nothing is known: there are no exact odds, and no trials counted.
    pub fn has_no_number(&self) -> bool {
        matches!(self.exact, None | Some(ExactReading::Unknown)) && self.trials == 0
    }

    /// Returns the best estimate.
    pub fn best(&self) -> Option<f64> {
        match self.exact {
            None | Some(ExactReading::Unknown) => self.estimate.value,
            Some(exact) => exact.figure().map(|figure| figure.value),
        }
    }

    /// Returns the answer as a reading.
    pub fn reading(&self, statistic: Statistic) -> Reading {
        let figure = self.figure();
        let unknown = Interval {
            low: f64::NAN,
            high: f64::NAN,
        };
        Reading {
            estimate: self.estimate.value.unwrap_or(f64::NAN),
            interval: self.estimate.interval.unwrap_or(unknown),
            exact: figure.map(|figure| figure.value),
            kind: NumberKind::of(statistic),
            unresolved: figure.map_or(0.0, |figure| figure.unresolved),
        }
    }

    /// Marks the answer as tied if some tied best plays meet the bound and others do not. `ends`
    /// are its minimum and maximum over the tied plays, if these were computed.
    pub fn mark_ties(&mut self, want: Option<&Bound>, ends: Option<(f64, f64)>) {
        let Some(bound) = want.filter(|_| self.met.is_some()) else {
            return;
        };
        let is_met = |value: f64| bound.miss(value) <= 0.0;
        let is_open =
            |(least, most)| is_met(least) != is_met(most) || bound.lies_within(least, most);
        if ends.is_none_or(is_open) {
            self.met = Some(Met::Tied);
        }
    }

    fn judge(&self, bound: &Bound) -> Option<Met> {
        match (self.exact, self.estimate.value) {
            (
                Some(ExactReading::Known(Figure {
                    value, unresolved, ..
                })),
                _,
            ) => {
                // The truncated probability may change the result in both directions.
                let far = if unresolved > SETTLED_THRESHOLD {
                    value + unresolved
                } else {
                    value
                };
                Some(match (bound.miss(value), bound.miss(far)) {
                    (0.0, 0.0) => Met::Yes,
                    (near, far)
                        if near > 0.0
                            && far > 0.0
                            && !bound.lies_within(value, value + unresolved) =>
                    {
                        Met::No(near.min(far))
                    }
                    _ => Met::Unsure,
                })
            }
            (Some(ExactReading::NeverGiven | ExactReading::NoValue), _) => Some(Met::Valueless),
            (None | Some(ExactReading::Unknown), None) => Some(Met::Unsure),
            (None | Some(ExactReading::Unknown), Some(value)) => {
                let ends = self
                    .estimate
                    .interval
                    .map(|interval| [interval.low, interval.high]);
                let is_surely_off = ends.is_some_and(|ends| {
                    let both_miss = ends.iter().all(|&end| bound.miss(end) > 0.0);
                    // If the interval contains the whole bound, both ends violate it, but that
                    // proves nothing.
                    both_miss && !bound.lies_within(ends[0], ends[1])
                });
                // Bounds are ranges: if both ends satisfy one, all values between them do.
                let is_surely_met =
                    ends.is_some_and(|ends| ends.iter().all(|&end| bound.miss(end) == 0.0));
                Some(match bound.miss(value) {
                    0.0 if is_surely_met => Met::Yes,
                    miss if miss > 0.0 && is_surely_off => Met::No(miss),
                    _ => Met::Unsure,
                })
            }
        }
    }
}

/// A requested joint distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct JointRequest {
    /// Its values as the scenario writes them: the names of the columns.
    pub names: Vec<String>,
    /// The labels of the axes.
    pub labels: Vec<String>,
    /// The outcomes of each value that is a category.
    pub outcomes: Vec<Vec<Outcome>>,
    /// Which values are true or false.
    pub flags: Vec<bool>,
}

impl JointRequest {
    /// Returns the outcome of a code.
    pub fn outcome(&self, index: usize, value: i64) -> Option<&Outcome> {
        usize::try_from(value)
            .ok()
            .and_then(|code| self.outcomes[index].get(code))
    }

    /// Returns a value for charts: the label of an outcome, or "yes" or "no" for a flag.
    pub fn value(&self, index: usize, value: Option<i64>, messages: &Messages) -> Value {
        let Some(value) = value else {
            return Value::from(messages.text(Word::AbsentValue));
        };
        if self.flags[index] {
            return Value::from(messages.text(if value == 0 { Word::No } else { Word::Yes }));
        }
        self.outcome(index, value)
            .map_or(Value::Whole(value), |outcome| {
                Value::from(outcome.label.as_str())
            })
    }
}

/// The joint distribution of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct JointDistribution {
    /// The number of trials.
    pub trials: u64,
    /// Its rows, sorted by their values.
    pub rows: Vec<JointRow>,
    /// The truncated probability; `None` without exact odds.
    pub unresolved: Option<f64>,
}

/// A combination of values.
#[derive(Clone, Debug, PartialEq)]
pub struct JointRow {
    /// The values; `None` is an absent value.
    pub values: Vec<Option<i64>>,
    /// The number of trials with these values.
    pub count: u64,
    /// The exact probability.
    pub exact: Option<Mass>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge_estimate(value: f64, interval: (f64, f64), want: &str) -> Option<Met> {
        let interval = Some(Interval {
            low: interval.0,
            high: interval.1,
        });
        let estimate = TrialEstimate {
            value: Some(value),
            interval,
            trials: 100,
        };
        Answer::new(estimate, 100, None, Some(&Bound::read(want).unwrap())).met
    }

    #[test]
    fn estimates_are_judged_by_their_whole_interval() {
        assert_eq!(judge_estimate(0.7, (0.6, 0.8), ">= 0.5"), Some(Met::Yes));
        assert_eq!(
            judge_estimate(0.52, (0.497, 0.541), ">= 0.51"),
            Some(Met::Unsure)
        );
        assert_eq!(judge_estimate(0.5, (0.4, 0.6), "= 1/2"), Some(Met::Unsure));
        assert_eq!(
            judge_estimate(0.52, (0.4, 0.6), "0.51 to 0.53"),
            Some(Met::Unsure)
        );
        assert_eq!(
            judge_estimate(0.45, (0.35, 0.55), ">= 0.5"),
            Some(Met::Unsure)
        );
        assert!(
            matches!(judge_estimate(0.3, (0.2, 0.4), ">= 0.5"), Some(Met::No(miss)) if (miss - 0.2).abs() < 1e-9)
        );
        // An interval that contains the whole bound decides nothing.
        assert_eq!(
            judge_estimate(0.3, (0.2, 0.8), "0.55 to 0.6"),
            Some(Met::Unsure)
        );
        assert_eq!(judge_estimate(0.3, (0.2, 0.8), "= 1/2"), Some(Met::Unsure));
        assert!(matches!(
            judge_estimate(0.3, (0.2, 0.4), "= 1/2"),
            Some(Met::No(_))
        ));
    }

    #[test]
    fn exact_odds_are_judged_without_trials() {
        let estimate = TrialEstimate {
            value: Some(0.9),
            interval: None,
            trials: 100,
        };
        let figure = |unresolved| {
            ExactReading::Known(Figure {
                value: 0.5,
                fraction: None,
                unresolved,
            })
        };
        let want = Bound::read("> 0.6").unwrap();
        let met = |exact| Answer::new(estimate, 100, Some(exact), Some(&want)).met;
        assert!(matches!(met(figure(0.0)), Some(Met::No(_))));
        assert_eq!(
            (met(figure(0.3)), met(ExactReading::NeverGiven)),
            (Some(Met::Unsure), Some(Met::Valueless))
        );
    }
}
