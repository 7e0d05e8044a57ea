//! Answers to the questions of a scenario: a number for each question, and joint distributions.

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
    /// What it is called.
    pub label: String,
    /// The question as it was written.
    pub question: String,
    /// The question in words, where it has no label and there are words for it.
    pub in_words: Option<String>,
    /// What the answer should be.
    pub want: Option<Want>,
    /// What is asked for.
    pub statistic: Statistic,
    /// The reading of a metric that it is, where it is one.
    pub plain: Option<Headline>,
    /// Whether it is what a player aims at.
    pub is_aim: bool,
}

/// What an answer should be; in files it is the text alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Want {
    /// As it was written.
    pub text: String,
    /// As it is read.
    #[serde(skip)]
    pub bound: Bound,
}

impl Want {
    /// In words: "at least 40%", "2 to 4".
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
    /// The same, where its answer should be something.
    pub fn with_want(self, text: String, bound: Bound) -> ReportQuestion {
        ReportQuestion {
            want: Some(Want { text, bound }),
            ..self
        }
    }

    /// What the answer is.
    pub fn kind(&self) -> NumberKind {
        NumberKind::of(self.statistic)
    }

    /// Whether the answer is a probability.
    pub fn is_probability(&self) -> bool {
        self.kind().is_chance()
    }
}

/// The answer to a question in one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What trials say; its trials are those in which what is given happened.
    pub estimate: TrialEstimate,
    /// Trials that were asked.
    pub trials: u64,
    /// What the exact odds say, where they were computed.
    pub exact: Option<ExactReading>,
    /// Whether it is what it should be, where something is wanted.
    pub met: Option<Met>,
    /// The share of trials without the number that is asked for: the best that is known of it.
    /// What is given happens in all of these.
    pub absent: f64,
}

/// Whether an answer is what it should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Met {
    /// It is.
    Yes,
    /// It is not, and misses it by so much.
    No(f64),
    /// There is no value that could be as wanted: what is given never happens.
    Valueless,
    /// Trials do not tell.
    Unsure,
    /// Some of several tied plays meet it, and others do not.
    Tied,
}

impl Met {
    /// Its name in CSV files.
    pub fn name(self) -> &'static str {
        match self {
            Met::Yes => "yes",
            Met::No(_) | Met::Valueless => "no",
            Met::Unsure | Met::Tied => "unsure",
        }
    }
}

impl Answer {
    /// An answer held against what it should be.
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

    /// The computed number.
    pub fn figure(&self) -> Option<Figure> {
        self.exact.and_then(ExactReading::figure)
    }

    /// Whether what is given never happens, for certain.
    pub fn is_never(&self) -> bool {
        self.exact == Some(ExactReading::NeverGiven)
    }

    /// Whether nothing is known of it: there are no exact odds, and no trials were counted.
    pub fn has_no_number(&self) -> bool {
        matches!(self.exact, None | Some(ExactReading::Unknown)) && self.trials == 0
    }

    /// The best number there is.
    pub fn best(&self) -> Option<f64> {
        match self.exact {
            None | Some(ExactReading::Unknown) => self.estimate.value,
            Some(exact) => exact.figure().map(|figure| figure.value),
        }
    }

    /// As a number of the table.
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
    /// are its minimum and maximum over the tied plays, where these are computed.
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
                // What was cut may make up for it, or spoil it.
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
                    // An interval around all that is wanted misses it with both ends, and not for
                    // certain.
                    both_miss && !bound.lies_within(ends[0], ends[1])
                });
                // Wanted are ranges: what holds at both ends holds between them.
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

/// A joint distribution that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct JointRequest {
    /// Its values as they were written: the names of the columns.
    pub names: Vec<String>,
    /// What axes say.
    pub labels: Vec<String>,
    /// The outcomes of those that are categories.
    pub outcomes: Vec<Vec<Outcome>>,
    /// Which of them are true or false.
    pub flags: Vec<bool>,
}

impl JointRequest {
    /// The outcome that a value is.
    pub fn outcome(&self, index: usize, value: i64) -> Option<&Outcome> {
        usize::try_from(value)
            .ok()
            .and_then(|code| self.outcomes[index].get(code))
    }

    /// A value as charts have it: an outcome by its label, "yes" or "no" of a flag.
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
    /// Trials that were asked.
    pub trials: u64,
    /// Its rows, by their values.
    pub rows: Vec<JointRow>,
    /// Probability that was cut; nothing where no odds were computed.
    pub unresolved: Option<f64>,
}

/// Values that come together.
#[derive(Clone, Debug, PartialEq)]
pub struct JointRow {
    /// The values, absent where there is none.
    pub values: Vec<Option<i64>>,
    /// Trials that showed them.
    pub count: u64,
    /// Their exact probability.
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
        // An interval around all that is wanted tells nothing.
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
