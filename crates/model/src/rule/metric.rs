//! Metrics: the whole numbers that a trial records, and their presentation.

use oddsmith_engine::Fold;

use super::steps::StepWords;

/// A whole number that a trial records once or at each of its steps, with its presentation.
///
/// A value that a trial does not record is *absent*: the event did not happen, which is not 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownMetric {
    /// Its name in scenarios and CSV files, which is part of the public interface.
    pub name: String,
    /// The type of its values.
    pub kind: Kind,
    /// Its first and last step; `None` for a metric of the whole trial.
    pub steps: Option<(u32, u32)>,
    /// The names of its steps. For the time of an event, these are the names of its values.
    pub step: StepWords,
    /// Its label on an axis or in a sentence: "Successes", "Acts left".
    pub label: String,
    /// How several records at one step are combined.
    pub fold: Fold,
    /// The text for an absent value ("never activated"); empty if there is always a value.
    pub absent: String,
    /// The part of the rule that records it, from 0.
    pub part: u32,
    /// The order in which outcomes of one tone are drawn, as codes; empty for the order of the
    /// codes.
    pub drawing_order: Vec<i64>,
    /// Its wording in sentences.
    pub wording: Wording,
    /// Whether its value at a step includes all earlier steps.
    pub is_cumulative: bool,
}

/// The wording of a metric in a sentence: "two Acts are left", "the turn is cut short".
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Wording {
    /// There is no wording, so sentences use the label.
    #[default]
    ByLabel,
    /// The designer set a label, which stays unchanged.
    Named,
    /// The text after a number: "Act is left", "Acts are left".
    Counted {
        /// After 1, and after "no".
        singular: String,
        /// After any other number.
        plural: String,
    },
    /// The subject of a quantity that is not counted: "the Degree of Difference".
    Amount(String),
    /// A clause for the event: "the turn is cut short", "the last Act is gone".
    Event {
        /// If it happens.
        yes: String,
        /// If it does not happen: "the unit holds"; may be empty.
        no: String,
    },
}

impl Wording {
    /// Returns whether sentences use the label.
    pub fn is_label_only(&self) -> bool {
        matches!(self, Wording::ByLabel | Wording::Named)
    }
}

/// The type of a metric's values.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A count or an amount, which may be negative.
    Count,
    /// The step at which something happened; absent if it never did.
    When,
    /// 1 if it happened, else 0.
    Flag,
    /// A code: the index of an outcome.
    Category(Vec<Outcome>),
}

/// An outcome of a category.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Its name in scenarios and CSV files, which is part of the public interface.
    pub name: String,
    /// Its label in charts.
    pub label: String,
    /// Whether it is good news.
    pub tone: Tone,
    /// The clause for the outcome ("all dice succeed"); empty if sentences use the label.
    pub clause: String,
    /// Whether the designer set the label, which then stays unchanged.
    pub is_named: bool,
}

impl Outcome {
    /// Returns an outcome from its name, its label, and its tone.
    pub fn new(name: &str, label: &str, tone: Tone) -> Outcome {
        Outcome {
            name: name.to_owned(),
            label: label.to_owned(),
            tone,
            clause: String::new(),
            is_named: false,
        }
    }

    /// Sets the clause for the outcome: "all dice succeed".
    pub fn with_clause(self, clause: &str) -> Outcome {
        Outcome {
            clause: clause.to_owned(),
            ..self
        }
    }
}

/// Whether an outcome is good news. This decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The player wants it.
    Success,
    /// In between.
    Mixed,
    /// The player fears it.
    Failure,
    /// Neither: nothing was tried.
    Neutral,
}

impl Tone {
    /// Returns its name in the styles of the page.
    pub fn name(self) -> &'static str {
        match self {
            Tone::Success => "success",
            Tone::Mixed => "mixed",
            Tone::Failure => "failure",
            Tone::Neutral => "neutral",
        }
    }
}

impl ShownMetric {
    /// Returns a metric of the whole trial.
    pub fn whole(name: impl Into<String>, kind: Kind, label: impl Into<String>) -> ShownMetric {
        let (name, label) = (name.into(), label.into());
        let (absent, drawing_order, wording) = (String::new(), Vec::new(), Wording::ByLabel);
        ShownMetric {
            name,
            kind,
            steps: None,
            step: StepWords::default(),
            label,
            fold: Fold::Once,
            absent,
            part: 0,
            drawing_order,
            wording,
            is_cumulative: false,
        }
    }

    /// Returns a metric of every step from `first` to `last`.
    pub fn per_step(
        name: impl Into<String>,
        kind: Kind,
        label: impl Into<String>,
        first: u32,
        last: u32,
    ) -> ShownMetric {
        ShownMetric {
            steps: Some((first, last)),
            ..ShownMetric::whole(name, kind, label)
        }
    }

    /// Sets how several records are combined.
    pub fn fold(self, fold: Fold) -> ShownMetric {
        ShownMetric { fold, ..self }
    }

    /// Makes the metric optional, with the text for an absent value: "no collision".
    pub fn or_absent(self, absent: &str) -> ShownMetric {
        ShownMetric {
            absent: absent.to_owned(),
            ..self
        }
    }

    /// Sets the part of the rule.
    pub fn part(self, part: u32) -> ShownMetric {
        ShownMetric { part, ..self }
    }

    /// Sets the text after a number: "Act is left" after 1, "Acts are left" after others.
    pub fn counted(self, singular: impl Into<String>, plural: impl Into<String>) -> ShownMetric {
        ShownMetric {
            wording: Wording::Counted {
                singular: singular.into(),
                plural: plural.into(),
            },
            ..self
        }
    }

    /// Sets the subject of a quantity: "the Degree of Difference".
    pub fn amount(self, subject: impl Into<String>) -> ShownMetric {
        ShownMetric {
            wording: Wording::Amount(subject.into()),
            ..self
        }
    }

    /// Sets the clause for the event: "the turn is cut short".
    pub fn event(self, clause: impl Into<String>) -> ShownMetric {
        ShownMetric {
            wording: Wording::Event {
                yes: clause.into(),
                no: String::new(),
            },
            ..self
        }
    }

    /// Sets the clauses for the event and for its absence: "the unit breaks", "the unit holds".
    pub fn either(self, yes: impl Into<String>, no: impl Into<String>) -> ShownMetric {
        ShownMetric {
            wording: Wording::Event {
                yes: yes.into(),
                no: no.into(),
            },
            ..self
        }
    }

    /// Marks the metric as cumulative: its value at a step includes all earlier steps.
    pub fn cumulative(self) -> ShownMetric {
        ShownMetric {
            is_cumulative: true,
            ..self
        }
    }

    /// Sets the order in which outcomes are drawn, as codes.
    pub fn drawing_order(self, order: &[i64]) -> ShownMetric {
        ShownMetric {
            drawing_order: order.to_vec(),
            ..self
        }
    }

    /// Returns the rank of an outcome among those of its tone; smaller ranks are drawn first.
    pub fn drawing_rank(&self, code: i64) -> (usize, i64) {
        (
            self.drawing_order
                .iter()
                .position(|&listed_code| listed_code == code)
                .unwrap_or(self.drawing_order.len()),
            code,
        )
    }

    /// Returns whether its values depend on steps: it has a value at each step, or its value is a
    /// step.
    pub fn depends_on_steps(&self) -> bool {
        self.steps.is_some() || self.kind == Kind::When
    }

    /// Returns whether it may be absent.
    pub fn is_optional(&self) -> bool {
        !self.absent.is_empty()
    }

    /// Returns the metric of the engine.
    pub fn engine_metric(&self) -> oddsmith_engine::Metric {
        oddsmith_engine::Metric {
            name: self.name.clone(),
            steps: self.steps,
            fold: self.fold,
            is_optional: self.is_optional(),
            otherwise: None,
            is_apart: false,
            part: self.part,
        }
    }

    /// Returns its steps in order; `None` is the whole trial.
    pub fn all_steps(&self) -> impl Iterator<Item = Option<u32>> + use<> {
        self.engine_metric().all_steps()
    }

    /// Returns whether it has wording for sentences.
    pub fn is_worded(&self) -> bool {
        match &self.kind {
            Kind::Category(outcomes) => outcomes.iter().all(|outcome| !outcome.clause.is_empty()),
            Kind::Count | Kind::When | Kind::Flag => !self.wording.is_label_only(),
        }
    }

    /// Returns the outcomes of a category; none for the other kinds.
    pub fn outcomes(&self) -> &[Outcome] {
        match &self.kind {
            Kind::Category(outcomes) => outcomes,
            Kind::Count | Kind::When | Kind::Flag => &[],
        }
    }
}

/// Returns the metrics of the engine.
pub fn engine_metrics(metrics: &[ShownMetric]) -> Vec<oddsmith_engine::Metric> {
    metrics.iter().map(ShownMetric::engine_metric).collect()
}
