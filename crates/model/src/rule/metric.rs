//! Metrics: the whole numbers that a trial shows, and how they are best shown to people.

use oddsmith_engine::Fold;

use super::steps::StepWords;

/// A whole number that a trial shows, at each of its steps or over the whole trial, and how it is
/// called.
///
/// What a trial does not show is *absent* there: nothing of the kind happened, which is not 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownMetric {
    /// Its name in scenarios and CSV files: part of the contract.
    pub name: String,
    /// What the numbers mean.
    pub kind: Kind,
    /// The steps at which it is seen, first and last; `None`: once, over the whole trial.
    pub steps: Option<(u32, u32)>,
    /// What its steps are called; of one that says when, the steps that its values are.
    pub step: StepWords,
    /// Its name on an axis or in a sentence: "Successes", "Acts left".
    pub label: String,
    /// What becomes of several observations in one place.
    pub fold: Fold,
    /// What it means that a trial leaves it out ("never activated"); empty where none does.
    pub absent: String,
    /// The part of the rule that shows it, from 0.
    pub part: u32,
    /// Codes of a category in the order in which those of a tone are drawn; empty: by code.
    pub drawing_order: Vec<i64>,
    /// Its words in a sentence.
    pub wording: Wording,
    /// Whether what it shows at a step has come about by then, at that step or before it.
    pub is_cumulative: bool,
}

/// The words for a metric in a sentence: "two Acts are left", "the turn is cut short".
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Wording {
    /// Nobody has said it: the label's own words have to do.
    #[default]
    ByLabel,
    /// The designer has given it a label, which is used as it was typed.
    Named,
    /// What follows a number, of one and of many: "Act is left", "Acts are left".
    Counted {
        /// After 1, and after "no".
        singular: String,
        /// After any other number.
        plural: String,
    },
    /// What has the number, where nothing is counted: "the Degree of Difference".
    Amount(String),
    /// What happens, as a whole clause: "the turn is cut short", "the last Act is gone".
    Event {
        /// Where it does.
        yes: String,
        /// Where it does not: "the unit holds"; may be empty.
        no: String,
    },
}

impl Wording {
    /// Whether a sentence has nothing but the label.
    pub fn is_label_only(&self) -> bool {
        matches!(self, Wording::ByLabel | Wording::Named)
    }
}

/// What the numbers of a metric mean.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// How many, how much; may be negative where a rule says so.
    Count,
    /// The step at which something happened; absent where it never did.
    When,
    /// 1 if it happened, else 0.
    Flag,
    /// A code: the index of an outcome.
    Category(Vec<Outcome>),
}

/// One of the outcomes of a category.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Its name in scenarios and CSV files: part of the contract.
    pub name: String,
    /// Its name in a chart.
    pub label: String,
    /// Whether it is good news.
    pub tone: Tone,
    /// What happens then, as a whole clause ("all dice succeed"); empty where the label has to do.
    pub clause: String,
    /// Whether the designer has named it: then its label stays as it was typed.
    pub is_named: bool,
}

impl Outcome {
    /// An outcome: its name, its name in a chart, and whether it is good news.
    pub fn new(name: &str, label: &str, tone: Tone) -> Outcome {
        Outcome {
            name: name.to_owned(),
            label: label.to_owned(),
            tone,
            clause: String::new(),
            is_named: false,
        }
    }

    /// Sets the clause for the outcome in a sentence: "all dice succeed".
    pub fn with_clause(self, clause: &str) -> Outcome {
        Outcome {
            clause: clause.to_owned(),
            ..self
        }
    }
}

/// Whether an outcome is good news, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What the player wanted.
    Success,
    /// In between.
    Mixed,
    /// What the player feared.
    Failure,
    /// Neither: nothing was tried.
    Neutral,
}

impl Tone {
    /// Its name, as a page paints it.
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
    /// A metric of the whole trial.
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

    /// A metric of every step from `first` to `last`.
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

    /// The same, with several observations made one.
    pub fn fold(self, fold: Fold) -> ShownMetric {
        ShownMetric { fold, ..self }
    }

    /// The same, which a trial may leave out, and what that means: "no collision".
    pub fn or_absent(self, absent: &str) -> ShownMetric {
        ShownMetric {
            absent: absent.to_owned(),
            ..self
        }
    }

    /// The same, of this part of the rule.
    pub fn part(self, part: u32) -> ShownMetric {
        ShownMetric { part, ..self }
    }

    /// Sets the words that follow a number: "Act is left" after 1, "Acts are left" after others.
    pub fn counted(self, singular: impl Into<String>, plural: impl Into<String>) -> ShownMetric {
        ShownMetric {
            wording: Wording::Counted {
                singular: singular.into(),
                plural: plural.into(),
            },
            ..self
        }
    }

    /// Sets the name of the thing that has the number: "the Degree of Difference".
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

    /// The same, where what it shows at a step has come about by then.
    pub fn cumulative(self) -> ShownMetric {
        ShownMetric {
            is_cumulative: true,
            ..self
        }
    }

    /// The same, a category drawn in this order of codes.
    pub fn drawing_order(self, order: &[i64]) -> ShownMetric {
        ShownMetric {
            drawing_order: order.to_vec(),
            ..self
        }
    }

    /// Where an outcome stands among those of its tone when a category is drawn: smaller comes
    /// first.
    pub fn drawing_rank(&self, code: i64) -> (usize, i64) {
        (
            self.drawing_order
                .iter()
                .position(|&listed_code| listed_code == code)
                .unwrap_or(self.drawing_order.len()),
            code,
        )
    }

    /// Whether steps bear on what it shows: it is seen at each, or says at which something
    /// happened.
    pub fn depends_on_steps(&self) -> bool {
        self.steps.is_some() || self.kind == Kind::When
    }

    /// Whether a trial may leave it out.
    pub fn is_optional(&self) -> bool {
        !self.absent.is_empty()
    }

    /// As the engine knows it.
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

    /// Its steps in order, `None` for the whole trial.
    pub fn all_steps(&self) -> impl Iterator<Item = Option<u32>> + use<> {
        self.engine_metric().all_steps()
    }

    /// Whether it has words for a sentence.
    pub fn is_worded(&self) -> bool {
        match &self.kind {
            Kind::Category(outcomes) => outcomes.iter().all(|outcome| !outcome.clause.is_empty()),
            Kind::Count | Kind::When | Kind::Flag => !self.wording.is_label_only(),
        }
    }

    /// The outcomes of a category; none for the other kinds.
    pub fn outcomes(&self) -> &[Outcome] {
        match &self.kind {
            Kind::Category(outcomes) => outcomes,
            Kind::Count | Kind::When | Kind::Flag => &[],
        }
    }
}

/// Metrics as the engine knows them.
pub fn engine_metrics(metrics: &[ShownMetric]) -> Vec<oddsmith_engine::Metric> {
    metrics.iter().map(ShownMetric::engine_metric).collect()
}
