//! The vocabulary of questions: the metrics of a rule, their steps and outcomes, and the metrics
//! that a scenario defines.

use oddsmith_engine::question::Expression;

/// The names that a question may use.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// The metrics.
    pub metrics: Vec<KnownMetric>,
    /// The sentences of metrics and outcomes, each with the question for it. The question "the gate
    /// breaks" becomes `ending = breach`.
    pub sentences: Vec<(String, String)>,
}

/// A metric that a question may name. The condition of a strategy names parts of a situation, and
/// that of a balance search names parameters, in the same way.
#[derive(Clone, Debug)]
pub struct KnownMetric {
    /// Its name.
    pub name: String,
    /// The type of its values.
    pub kind: ValueType,
    /// Its first and last step, or `None` for a metric of the whole trial.
    pub steps: Option<(u32, u32)>,
    /// The names of its steps from 1 on, if they have names.
    pub step_names: Vec<String>,
    /// The source of its value.
    pub source: ValueSource,
    /// Whether it is the time of an event, and absent if the event never happens.
    pub is_when: bool,
}

/// The type of a metric's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// Numbers.
    Number,
    /// 1 or 0.
    Flag,
    /// Codes of outcomes, with these names.
    Category(Vec<String>),
}

/// The source of a metric's value.
#[derive(Clone, Debug)]
pub enum ValueSource {
    /// The rule records it, in this slot for the first step and the following slots for the others.
    Slot(u32),
    /// It is computed from other metrics.
    Computed(Expression),
}

/// The keywords. A name that is equal to a keyword needs quotes.
pub(crate) const KEYWORDS: [&str; 7] = ["and", "or", "not", "in", "is", "absent", "last"];

/// The spellings of a flag's values.
const TRUTHS: [(&str, i64); 4] = [("true", 1), ("false", 0), ("yes", 1), ("no", 0)];

/// Returns a name as a question writes it: in quotes only if it needs them.
///
/// ```
/// use oddsmith_language::question::quote_name;
///
/// let quoted = ["actions", "Power.rounds", "last"].map(quote_name);
/// assert_eq!(quoted, ["actions", "'Power.rounds'", "'last'"]);
/// ```
pub fn quote_name(text: &str) -> String {
    let mut letters = text.chars();
    let begins = letters
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_');
    let is_word = begins && letters.all(|letter| letter.is_alphanumeric() || letter == '_');
    if is_word && !KEYWORDS.contains(&text) {
        text.to_owned()
    } else {
        format!("'{text}'")
    }
}

/// Returns an outcome's name as a question writes it. It may have hyphens without quotes.
pub fn quote_outcome(text: &str) -> String {
    if text.split('-').all(|part| quote_name(part) == part) {
        text.to_owned()
    } else {
        format!("'{text}'")
    }
}

impl Vocabulary {
    /// Returns the metric of this name.
    pub fn metric(&self, name: &str) -> Option<&KnownMetric> {
        self.metrics.iter().find(|metric| metric.name == name)
    }

    /// Returns the question for a sentence, ignoring articles and capitals, or `None` if it is
    /// ambiguous.
    pub(crate) fn question_for(&self, sentence: &str) -> Option<&str> {
        let plain = |text: &str| -> Vec<String> {
            let words = text.split_whitespace().map(str::to_lowercase);
            words
                .filter(|word| !["the", "a", "an"].contains(&word.as_str()))
                .collect()
        };
        let words = plain(sentence);
        let mut found = self
            .sentences
            .iter()
            .filter(|(known_sentence, _)| !words.is_empty() && plain(known_sentence) == words)
            .map(|entry| entry.1.as_str());
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    }

    /// Returns the outcomes of this name in the metrics that a scenario defines: the metric, and
    /// the outcome's code.
    pub(crate) fn defined_outcomes<'v>(
        &'v self,
        name: &'v str,
    ) -> impl Iterator<Item = (&'v KnownMetric, i64)> {
        self.defined_categories()
            .filter_map(|(metric, _)| Some((metric, metric.code(name)?)))
    }

    /// Returns the names of all outcomes in the metrics that a scenario defines.
    pub(crate) fn defined_outcome_names(&self) -> impl Iterator<Item = &str> {
        self.defined_categories()
            .flat_map(|(_, names)| names)
            .map(String::as_str)
    }

    /// Returns the categories that a scenario defines, each with the names of its outcomes.
    fn defined_categories(&self) -> impl Iterator<Item = (&KnownMetric, &[String])> {
        self.metrics
            .iter()
            .filter_map(|metric| match (&metric.source, &metric.kind) {
                (ValueSource::Computed(_), ValueType::Category(names)) => {
                    Some((metric, names.as_slice()))
                }
                _ => None,
            })
    }
}

impl KnownMetric {
    /// Returns whether its values have names.
    pub(crate) fn has_names(&self) -> bool {
        self.kind != ValueType::Number
    }

    pub(crate) fn is_flag(&self) -> bool {
        self.kind == ValueType::Flag
    }

    /// Returns whether a value has this name.
    pub(crate) fn is_value_name(&self, name: &str) -> bool {
        self.code(name).is_some()
    }

    /// Returns the code of the value with this name.
    pub(crate) fn code(&self, name: &str) -> Option<i64> {
        match &self.kind {
            ValueType::Number => None,
            ValueType::Flag => TRUTHS
                .iter()
                .find(|(truth, _)| *truth == name)
                .map(|(_, code)| *code),
            ValueType::Category(outcomes) => outcomes
                .iter()
                .position(|outcome| outcome == name)
                .map(|code| code as i64),
        }
    }

    /// Returns the expression that reads the value at a step, by default at the first.
    pub(crate) fn value_expression(&self, step: Option<u32>) -> Expression {
        match &self.source {
            ValueSource::Computed(expression) => expression.clone(),
            ValueSource::Slot(slot) => {
                let first = self.steps.map_or(0, |(first, _)| first);
                Expression::Seen(slot + step.unwrap_or(first) - first)
            }
        }
    }
}
