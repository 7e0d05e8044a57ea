//! The values of a chart's metric: their order and their labels.

use oddsmith_engine::odds::{Mass, Pmf};

use super::{ChartData, ShownValue};
use crate::messages::Word;
use crate::rule::metric::{Kind, Outcome, Tone};

impl<'a> ChartData<'a> {
    /// Returns the values that occur anywhere, lowest first.
    pub fn values(&self) -> Vec<i64> {
        let mut values: Vec<i64> = Vec::new();
        for distribution in self.distributions() {
            values.extend(distribution.tally.iter().map(|(value, _)| value));
            let masses = distribution.pmf().into_iter().flat_map(Pmf::masses);
            values.extend(
                masses
                    .filter(|(_, mass)| *mass != Mass::ZERO)
                    .map(|&(value, _)| value),
            );
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns the values that occur anywhere, in drawing order: outcomes from good to bad, `true`
    /// before `false`, numbers in ascending order.
    pub fn shown_values(&self) -> Vec<ShownValue> {
        let (metric, mut values) = (&self.observed.metric, self.values());
        let shown_group = |values: Vec<i64>, tone: Option<Tone>| {
            let group_size = values.len();
            let shown = values.into_iter().enumerate();
            shown.map(move |(nth, value)| ShownValue {
                value,
                label: self.shown_label(value),
                tone,
                nth,
                group_size,
            })
        };
        match &metric.kind {
            Kind::Category(outcomes) => {
                values.sort_by_key(|&value| metric.drawing_rank(value));
                if metric.drawing_order.is_empty() && rises(outcomes) {
                    values.reverse();
                }
                let outcome = |value: i64| {
                    usize::try_from(value)
                        .ok()
                        .and_then(|code| outcomes.get(code))
                };
                let tone =
                    |value: i64| outcome(value).map_or(Tone::Neutral, |outcome| outcome.tone);
                let values_of_tone = |wanted_tone: Tone| {
                    values
                        .iter()
                        .copied()
                        .filter(|&value| tone(value) == wanted_tone)
                        .collect()
                };
                let order = [Tone::Success, Tone::Mixed, Tone::Failure, Tone::Neutral];
                order
                    .into_iter()
                    .flat_map(|wanted_tone| {
                        shown_group(values_of_tone(wanted_tone), Some(wanted_tone))
                    })
                    .collect()
            }
            Kind::Flag => {
                values.reverse();
                shown_group(values, None).collect()
            }
            Kind::Count | Kind::When => shown_group(values, None).collect(),
        }
    }

    /// Returns the label of a value among others in a stack. For a flag, these are the event and
    /// "otherwise".
    fn shown_label(&self, value: i64) -> String {
        match (&self.observed.metric.kind, value) {
            (Kind::Flag, 1) => self.label(),
            (Kind::Flag, _) => self.words().text(Word::Otherwise).to_owned(),
            _ => self.value_label(value),
        }
    }

    /// Returns the label of a value.
    pub fn value_label(&self, value: i64) -> String {
        match (&self.observed.metric.kind, value) {
            (Kind::Flag, 0) => self.words().text(Word::No).to_owned(),
            (Kind::Flag, 1) => self.words().text(Word::Yes).to_owned(),
            (Kind::Count, _) => self.number(value),
            // A time is shown by the name of its step, if steps have names.
            (Kind::When, _) => {
                u32::try_from(value).map_or_else(|_| value.to_string(), |step| self.step_name(step))
            }
            _ => self.observed.value_label(value),
        }
    }

    /// Formats a whole number.
    pub fn number(&self, value: i64) -> String {
        self.words().numerals().fixed(value as f64, 0)
    }

    /// Returns the label for trials without a value of the metric.
    pub fn absent(&self) -> &'a str {
        let absent = self.observed.metric.absent.as_str();
        if matches!(absent, "" | "never") {
            self.words().text(Word::Never)
        } else {
            absent
        }
    }

    /// Returns whether a value of the metric is shown as a number.
    pub fn is_number(&self, value: i64) -> bool {
        match self.observed.metric.kind {
            Kind::Count => true,
            Kind::When => {
                u32::try_from(value).is_ok_and(|step| self.shared_step_name(step).is_none())
            }
            Kind::Flag | Kind::Category(_) => false,
        }
    }
}

/// Returns whether a category lists its outcomes from the worst to the best.
fn rises(outcomes: &[Outcome]) -> bool {
    let codes = |tone: Tone| {
        outcomes
            .iter()
            .enumerate()
            .filter(move |(_, outcome)| outcome.tone == tone)
            .map(|(code, _)| code)
    };
    match (codes(Tone::Failure).max(), codes(Tone::Success).min()) {
        (Some(worst), Some(best)) => worst < best,
        _ => false,
    }
}
