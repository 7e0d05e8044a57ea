//! A row of a shard's table, and its columns. `docs/scaling.md` describes them.

use oddsmith_engine::odds::Mass;
use oddsmith_engine::question::AnswerTuple;
use serde::{Deserialize, Serialize};

/// The kind of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RowKind {
    /// The run to which the shard belongs. This is the first row.
    Run,
    /// A case: its trials, the cost of a trial, the best play. It comes before the other rows of
    /// the case.
    #[default]
    Case,
    /// The exact distribution of a metric at a step, apart from its values.
    Distribution,
    /// A value of a metric at a step.
    Value,
    /// A question, apart from its answers.
    Asked,
    /// An answer to a question.
    Answer,
    /// The end of the file. This is the last row.
    End,
}

/// A row. Columns that do not apply are empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ShardRow {
    /// The number of the case, from 1; 0 for the first and the last row.
    pub(crate) case: u64,
    #[serde(rename = "row")]
    pub(crate) kind: RowKind,
    /// The index of the metric and step among all metrics and steps, or the index of the question.
    pub(crate) slot: Option<u32>,
    /// The name of the metric.
    pub(crate) metric: Option<String>,
    /// The step; empty for a whole trial.
    pub(crate) step: Option<u32>,
    /// The value; empty for trials without a value.
    pub(crate) value: Option<i64>,
    /// The values of an answer, as JSON; `null` if the condition does not occur.
    pub(crate) answer: Option<String>,
    /// The number of trials with this value or answer.
    pub(crate) count: Option<u64>,
    /// The number of cross-check trials with this value or answer.
    pub(crate) check_count: Option<u64>,
    /// The exact probability, as a float and modulo three primes.
    pub(crate) exact: Option<f64>,
    pub(crate) residue_1: Option<u64>,
    pub(crate) residue_2: Option<u64>,
    pub(crate) residue_3: Option<u64>,
    /// The mean and the standard deviation of a truncated distribution.
    pub(crate) mean: Option<f64>,
    pub(crate) sd: Option<f64>,
    /// The truncated probability.
    pub(crate) unresolved: Option<f64>,
    /// The number of trials.
    pub(crate) trials: Option<u64>,
    /// The number of simulated trials that check sampled ones.
    pub(crate) check_trials: Option<u64>,
    /// The mean number of faces, flips and cards of a trial.
    pub(crate) cost: Option<f64>,
    /// Whether the trials were sampled.
    pub(crate) is_sampled: Option<bool>,
    /// The best play, as JSON.
    pub(crate) play: Option<String>,
    /// The options that each choice offered, as JSON.
    pub(crate) offers: Option<String>,
    /// The run, as JSON. In the last row, it is the digest of all rows before.
    pub(crate) run: Option<String>,
}

impl ShardRow {
    /// Returns the row with an exact probability.
    pub(crate) fn with_mass(self, mass: Option<Mass>) -> ShardRow {
        let Some((float, [one, two, three])) = mass.map(Mass::to_raw) else {
            return self;
        };
        ShardRow {
            exact: Some(float),
            residue_1: Some(one),
            residue_2: Some(two),
            residue_3: Some(three),
            ..self
        }
    }

    /// Returns the exact probability.
    pub(crate) fn mass(&self) -> Option<Mass> {
        Some(Mass::from_raw(
            self.exact?,
            [self.residue_1?, self.residue_2?, self.residue_3?],
        ))
    }

    /// Returns the row with a mean and a standard deviation.
    pub(crate) fn with_moments(self, moments: Option<(f64, f64)>) -> ShardRow {
        let (mean, sd) = moments.unzip();
        ShardRow { mean, sd, ..self }
    }

    /// Returns the mean and the standard deviation.
    pub(crate) fn moments(&self) -> Option<(f64, f64)> {
        self.mean.zip(self.sd)
    }

    /// Returns the row with an answer.
    pub(crate) fn with_answer(self, answer: Option<&AnswerTuple>) -> ShardRow {
        ShardRow {
            answer: answer.map(|answer| serde_json::to_string(answer).expect("values of JSON")),
            ..self
        }
    }

    /// Returns the answer; `None` if there is none or if it is not valid.
    pub(crate) fn answer(&self) -> Option<AnswerTuple> {
        serde_json::from_str(self.answer.as_deref()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mass() -> impl Strategy<Value = Mass> {
        prop_oneof![
            (0u32..50, 50u32..100).prop_map(|(n, d)| Mass::ratio(n.into(), d.into())),
            (0.0f64..1.0).prop_map(Mass::inexact)
        ]
    }

    prop_compose! {
        fn row()(
            case in any::<u64>(),
            kind in prop::sample::select(&[RowKind::Case, RowKind::Distribution, RowKind::Value, RowKind::Asked, RowKind::Answer][..]),
            (slot, step, value) in any::<(Option<u32>, Option<u32>, Option<i64>)>(),
            (metric, play) in (prop::option::of("\\PC{1,12}"), prop::option::of("[\"\r\n,a]{1,12}")),
            answer in prop::option::of(prop::option::of(prop::collection::vec(prop::option::of(any::<i64>()), 0..4))),
            (count, check_count, trials, check_trials) in any::<(Option<u64>, Option<u64>, Option<u64>, Option<u64>)>(),
            exact in prop::option::of(mass()),
            moments in prop::option::of((-1e300f64..1e300, 0.0f64..1e300)),
            (unresolved, cost) in (prop::option::of(0.0f64..1.0), prop::option::of(0.0f64..1e9)),
            is_sampled in any::<Option<bool>>(),
        ) -> (ShardRow, Option<AnswerTuple>, Option<Mass>, Option<(f64, f64)>) {
            let answer = answer.map(|answer| answer.map(Vec::into));
            let row = ShardRow { case, kind, slot, metric, step, value, count, check_count, unresolved, trials, check_trials, cost,
                is_sampled, play, ..ShardRow::default() };
            (row.with_answer(answer.as_ref()).with_mass(exact).with_moments(moments), answer, exact, moments)
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn rows_come_back_bit_by_bit(rows in prop::collection::vec(row(), 1..40)) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            rows.iter().for_each(|(row, ..)| writer.serialize(row).unwrap());
            let bytes = writer.into_inner().unwrap();
            let read: Vec<ShardRow> = csv::Reader::from_reader(&bytes[..]).deserialize().map(Result::unwrap).collect();
            prop_assert_eq!(read.len(), rows.len());
            for (read, (row, answer, exact, moments)) in read.into_iter().zip(rows) {
                prop_assert_eq!((read.answer(), read.mass(), read.moments()), (answer, exact, moments));
                prop_assert_eq!(read, row);
            }
        }
    }
}
