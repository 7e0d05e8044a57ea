//! What a question may name: the metrics of a rule, their steps and outcomes, and metrics of one's
//! own.

use oddsmith_engine::question::Expression;

/// What a question may name.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// The metrics.
    pub words: Vec<Word>,
    /// The sentences of metrics and outcomes, each with the question for it. Someone who asks "the
    /// gate breaks" gets the question `ending = breach`.
    pub sentences: Vec<(String, String)>,
}

/// A metric, as questions know it.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: WordKind,
    /// Its steps, first and last; `None` for one of the whole trial.
    pub steps: Option<(u32, u32)>,
    /// The names of its steps from 1 on, where they have any.
    pub step_names: Vec<String>,
    /// Where its value comes from.
    pub meaning: Meaning,
    /// Whether it says when something happens, and is absent where that never does.
    pub is_when: bool,
}

/// What the values of a metric are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// Numbers.
    Number,
    /// 1 or 0.
    Flag,
    /// Codes of outcomes, which have names.
    Category(Vec<String>),
}

/// Where the value of a metric comes from.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// The rule shows it, from this slot on: one for each step.
    Slot(u32),
    /// It is computed from others.
    Computed(Expression),
}

/// The words that no name may be, unless it stands in quotes.
pub(crate) const KEYWORDS: [&str; 7] = ["and", "or", "not", "in", "is", "absent", "last"];

/// How a flag's two values may be written.
const TRUTHS: [(&str, i64); 4] = [("true", 1), ("false", 0), ("yes", 1), ("no", 0)];

/// A name as a question writes it: by itself where it can be read so, else in quotes.
///
/// ```
/// use oddsmith_language::question::name;
///
/// assert_eq!([name("actions"), name("Power.rounds"), name("last")], ["actions", "'Power.rounds'", "'last'"]);
/// ```
pub fn name(text: &str) -> String {
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

/// An outcome's name, which may have hyphens without quotes.
pub fn outcome_name(text: &str) -> String {
    if text.split('-').all(|part| name(part) == part) {
        text.to_owned()
    } else {
        format!("'{text}'")
    }
}

impl Vocabulary {
    /// A metric by name.
    pub fn word(&self, name: &str) -> Option<&Word> {
        self.words.iter().find(|word| word.name == name)
    }

    /// Returns the question for a sentence, ignoring articles and capitals; nothing where that is
    /// not clear.
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

    /// The bands of metrics of one's own that have this name: the metric, and the band's code.
    pub(crate) fn bands<'v>(&'v self, name: &'v str) -> impl Iterator<Item = (&'v Word, i64)> {
        self.words_with_bands()
            .filter_map(|(word, _)| Some((word, word.code(name)?)))
    }

    /// The names of all bands.
    pub(crate) fn band_names(&self) -> impl Iterator<Item = &str> {
        self.words_with_bands()
            .flat_map(|(_, names)| names)
            .map(String::as_str)
    }

    fn words_with_bands(&self) -> impl Iterator<Item = (&Word, &[String])> {
        self.words
            .iter()
            .filter_map(|word| match (&word.meaning, &word.kind) {
                (Meaning::Computed(_), WordKind::Category(names)) => Some((word, names.as_slice())),
                _ => None,
            })
    }
}

impl Word {
    /// Whether its values have names.
    pub(crate) fn has_names(&self) -> bool {
        self.kind != WordKind::Number
    }

    pub(crate) fn is_flag(&self) -> bool {
        self.kind == WordKind::Flag
    }

    /// Whether a value is called so.
    pub(crate) fn is_value_name(&self, name: &str) -> bool {
        self.code(name).is_some()
    }

    /// The value that is called so.
    pub(crate) fn code(&self, name: &str) -> Option<i64> {
        match &self.kind {
            WordKind::Number => None,
            WordKind::Flag => TRUTHS
                .iter()
                .find(|(truth, _)| *truth == name)
                .map(|(_, code)| *code),
            WordKind::Category(outcomes) => outcomes
                .iter()
                .position(|outcome| outcome == name)
                .map(|code| code as i64),
        }
    }

    /// The value at a step, the first where it has none.
    pub(crate) fn value(&self, step: Option<u32>) -> Expression {
        match &self.meaning {
            Meaning::Computed(expression) => expression.clone(),
            Meaning::Slot(slot) => {
                let first = self.steps.map_or(0, |(first, _)| first);
                Expression::Seen(slot + step.unwrap_or(first) - first)
            }
        }
    }
}
