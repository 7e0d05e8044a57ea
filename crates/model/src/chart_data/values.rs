//! The values that a chart's data show, in their order and by their names.

use oddsmith_engine::odds::{Mass, Pmf};

use super::{ChartData, ShownValue};
use crate::messages::Word;
use crate::rule::metric::{Kind, Outcome, Tone};

impl<'a> ChartData<'a> {
    /// The values that occur anywhere, lowest first.
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

    /// The values that occur anywhere in the order in which they are drawn: outcomes from good news
    /// to bad, what happened before what did not, numbers as they rise.
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

    /// What a value is called among those that are shown together: what happens, and what else.
    fn shown_label(&self, value: i64) -> String {
        match (&self.observed.metric.kind, value) {
            (Kind::Flag, 1) => self.label(),
            (Kind::Flag, _) => self.words().text(Word::Otherwise).to_owned(),
            _ => self.value_label(value),
        }
    }

    /// What a value of the metric is called.
    pub fn value_label(&self, value: i64) -> String {
        match (&self.observed.metric.kind, value) {
            (Kind::Flag, 0) => self.words().text(Word::No).to_owned(),
            (Kind::Flag, 1) => self.words().text(Word::Yes).to_owned(),
            (Kind::Count, _) => self.number(value),
            // When it was: by the name of the step, where steps have names.
            (Kind::When, _) => {
                u32::try_from(value).map_or_else(|_| value.to_string(), |step| self.step_name(step))
            }
            _ => self.observed.value_label(value),
        }
    }

    /// A whole number.
    pub fn number(&self, value: i64) -> String {
        self.words().numerals().fixed(value as f64, 0)
    }

    /// What stands for trials in which it never happens, or which do not show it.
    pub fn absent(&self) -> &'a str {
        let absent = self.observed.metric.absent.as_str();
        if matches!(absent, "" | "never") {
            self.words().text(Word::Never)
        } else {
            absent
        }
    }

    /// Whether a value of the metric is shown as a number.
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

/// Whether a category is written from the worst outcome to the best.
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
