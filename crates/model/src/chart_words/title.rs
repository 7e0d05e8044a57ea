//! Titles that describe what a chart shows.

use super::{Decided, PlainChart, with_side};
use crate::labels::{capitalize, label_in_sentence, parse_counted, step_phrase};
use crate::messages::Word;
use crate::rule::metric::{Kind, Outcome, ShownMetric, Wording};
use crate::rule::presentation::{ChartKind, Measure};

/// The plotted quantity, in words.
pub(super) enum Plotted {
    /// A probability: "Chance that all dice succeed", "Chance of 2 or more dice".
    Chance(String),
    /// A value of a metric, whose probability is plotted: "Result: Botch".
    Value(String),
    /// All values of a metric or its mean: "Successes", "The pass line wins".
    Whole(String),
}

impl PlainChart<'_> {
    /// Returns the title: "Successes, by Quality Value".
    pub(super) fn title(&self) -> String {
        if let Some(policy) = &self.chart.policy {
            let label = self.report.choice_label(&policy.choice);
            let decided = Decided::Choice(&label);
            return with_side(self.report, &policy.choice, decided, self.words);
        }
        if self.chart.kind == ChartKind::States {
            return self
                .words
                .fill(Word::StatesOf, &[("label", &self.chart.label(&self.cases))]);
        }
        match self.plotted() {
            Plotted::Chance(subject) | Plotted::Value(subject) | Plotted::Whole(subject) => {
                self.with_axes(&subject)
            }
        }
    }

    /// Returns the kind of the plotted metric.
    pub(super) fn kind(&self) -> Option<&Kind> {
        self.observed().map(|observed| &observed.metric.kind)
    }

    pub(super) fn plotted(&self) -> Plotted {
        // In other languages, the step is in the subtitle.
        let step = self.step().filter(|_| !self.words.is_translated());
        let step = step.map_or_else(String::new, |(metric, name, step)| {
            step_phrase(metric, name, step)
        });
        let label = self.chart.label(&self.cases) + &step;
        let Some(observed) = self.observed() else {
            return Plotted::Whole(label);
        };
        let metric = &*observed.metric;
        let event = self.event(metric).map(|event| event.to_owned() + &step);
        if !matches!(self.chart.kind, ChartKind::Lines | ChartKind::Heatmap) {
            return Plotted::Whole(event.map_or(label, |event| capitalize(&event)));
        }
        let chance_that =
            |event: &str| Plotted::Chance(self.words.fill(Word::ChanceThat, &[("event", event)]));
        let value = |value: &str| Plotted::Value(format!("{label}: {value}"));
        match (&metric.kind, self.chart.measure) {
            (Kind::Flag, Measure::Is(0)) => value(self.words.text(Word::No)),
            (Kind::Flag, _) => event.map_or(Plotted::Value(label), |event| chance_that(&event)),
            (_, Measure::Mean) => Plotted::Whole(label),
            (Kind::Category(outcomes), measure) => match outcome(outcomes, measure) {
                Some(outcome) if outcome.clause.is_empty() || self.words.is_translated() => {
                    value(&outcome.label)
                }
                Some(outcome) => chance_that(&(outcome.clause.clone() + &step)),
                None => Plotted::Value(label),
            },
            (Kind::When, Measure::AtLeast(..=1)) => Plotted::Value(label),
            (Kind::When, measure) => value(&self.bound_text(measure)),
            (Kind::Count, measure) if self.words.is_translated() => {
                value(&self.bound_text(measure))
            }
            (Kind::Count, measure) => self.numbers_chance(metric, measure, &label, &step),
        }
    }

    /// Returns the probability of a range of numbers in words. Examples are "Chance of 2 or more
    /// Acts left in Turn 12", "Chance of −1 or less: Degree of Success".
    fn numbers_chance(
        &self,
        metric: &ShownMetric,
        measure: Measure,
        label: &str,
        step: &str,
    ) -> Plotted {
        let chance_of = |subject: &str| self.words.fill(Word::ChanceOf, &[("things", subject)]);
        let bound = self.bound_text(measure);
        let bare = self.chart.label(&self.cases);
        let is_some = matches!(measure, Measure::AtLeast(least) if least > 0);
        Plotted::Chance(match parse_counted(&bare).filter(|_| is_some) {
            Some(_) => chance_of(&format!(
                "{bound} {}{step}",
                label_in_sentence(metric, &bare)
            )),
            None => format!("{}: {label}", chance_of(&bound)),
        })
    }

    /// Returns the event of a flag in the wording of the rule, which is in English.
    fn event<'m>(&self, metric: &'m ShownMetric) -> Option<&'m str> {
        match (&metric.kind, &metric.wording) {
            (Kind::Flag, Wording::Event { yes, .. }) if !self.words.is_translated() => Some(yes),
            _ => None,
        }
    }

    /// Returns a bound in words: "2 or more", "2 oder mehr", "2".
    fn bound_text(&self, measure: Measure) -> String {
        let number = |number: i64| self.words.numerals().fixed(number as f64, 0);
        let bound = |word, value| self.words.fill(word, &[("place", &number(value))]);
        match measure {
            Measure::AtLeast(value) => bound(Word::SayOrMore, value),
            Measure::AtMost(value) => bound(Word::SayOrLess, value),
            Measure::Is(value) => number(value),
            Measure::Mean => String::new(),
        }
    }
}

/// Returns the outcome of a category that a measure reads.
fn outcome(outcomes: &[Outcome], measure: Measure) -> Option<&Outcome> {
    match measure {
        Measure::Is(code) => usize::try_from(code)
            .ok()
            .and_then(|code| outcomes.get(code)),
        _ => None,
    }
}
