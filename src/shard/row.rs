//! A row of a shard's table: what it tells, and the columns in which it is told.

use oddsmith_engine::odds::Mass;
use oddsmith_engine::question::Answer;

/// What a row tells of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tells {
    /// Of a case: its trials, what one costs, the best play. It comes first.
    #[default]
    Case,
    /// Of the exact law of a metric at a step, beside its values.
    Law,
    /// Of a value of a metric at a step.
    Value,
    /// Of what is asked, beside its answers.
    Asked,
    /// Of an answer.
    Answer,
}

impl Tells {
    pub(super) const ALL: [Tells; 5] = [Tells::Case, Tells::Law, Tells::Value, Tells::Asked, Tells::Answer];

    /// The word for it in the file.
    pub(super) fn word(self) -> &'static str {
        match self {
            Tells::Case => "case",
            Tells::Law => "law",
            Tells::Value => "value",
            Tells::Asked => "asked",
            Tells::Answer => "answer",
        }
    }
}

/// A row. What it does not tell is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    /// The case, from 1.
    pub(super) case: u64,
    pub(super) tells: Tells,
    /// The number of the metric's step among all steps of all metrics, or of what is asked, from 0.
    pub(super) slot: Option<u32>,
    /// The name of the metric.
    pub(super) metric: Option<String>,
    /// The step; none of a whole trial.
    pub(super) step: Option<u32>,
    /// The value; none where it is absent.
    pub(super) value: Option<i64>,
    /// The values of an answer; none where the condition does not happen.
    pub(super) answer: Option<Answer>,
    /// How many of the trials show it.
    pub(super) count: Option<u64>,
    /// How many of those that were played beside drawn ones.
    pub(super) played: Option<u64>,
    /// The exact probability.
    pub(super) exact: Option<Mass>,
    /// Mean and standard deviation of a law that was cut.
    pub(super) moments: Option<(f64, f64)>,
    /// Probability that was cut.
    pub(super) unresolved: Option<f64>,
    /// Trials.
    pub(super) trials: Option<u64>,
    /// Trials played beside drawn ones.
    pub(super) trials_played: Option<u64>,
    /// Faces, flips and cards of a trial.
    pub(super) cost: Option<f64>,
    /// Whether the trials were drawn.
    pub(super) drawn: Option<bool>,
    /// The best play, as JSON.
    pub(super) play: Option<String>,
    /// What was on offer of each choice, as JSON.
    pub(super) offers: Option<String>,
}
