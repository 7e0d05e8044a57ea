//! A sentence, part by part, and the claims that make it true.

use oddsmith_language::question::Bound;

use crate::messages::{Messages, Word};
use crate::rule::metric::Tone;
use crate::rule::presentation::Headline;

/// A number that every case has.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// A measure of a metric.
    Metric(Headline),
    /// The answer to a question, by its index among those of the report.
    Ask(usize),
}

/// A sentence, and what it claims.
#[derive(Clone, Debug, Default)]
pub struct Sentence {
    /// Its text, part by part.
    pub parts: Vec<SentencePart>,
    /// What has to hold for it to be true.
    pub claims: Vec<Claim>,
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct SentencePart {
    /// Its text.
    pub text: String,
    /// Whether a number is good news or bad; nothing for words.
    pub tone: Option<Tone>,
    /// Whether a title leaves it out.
    pub is_detail: bool,
}

/// A fact about the distributions of a report. Cases are indices.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// A number of a case.
    Reads {
        /// The case.
        case: usize,
        /// What is read.
        quantity: Quantity,
        /// Its value.
        value: f64,
    },
    /// So much of the trials of a case lies between two values, both included.
    Within {
        /// The case.
        case: usize,
        /// The metric and its step.
        quantity: Headline,
        /// The least value.
        low: i64,
        /// The greatest.
        high: i64,
        /// The share.
        share: f64,
    },
    /// Of these cases none has a greater number, or a smaller one.
    Extreme {
        /// The case.
        case: usize,
        /// What is read.
        quantity: Quantity,
        /// The cases it is compared with.
        among: Vec<usize>,
        /// Whether none is greater.
        is_greatest: bool,
    },
    /// Of these cases none has a number nearer to an end of a bound.
    Nearest {
        /// The case.
        case: usize,
        /// What is read.
        quantity: Quantity,
        /// The cases it is compared with.
        among: Vec<usize>,
        /// The bound.
        bound: Bound,
    },
    /// All these cases have the same number.
    Same {
        /// What is read.
        quantity: Quantity,
        /// The cases.
        cases: Vec<usize>,
    },
    /// In one case a number is greater than in another by so much: in percentage points for a
    /// chance.
    Apart {
        /// What is read.
        quantity: Quantity,
        /// The case in which it is greater.
        more: usize,
        /// The other.
        less: usize,
        /// By how much.
        difference: f64,
    },
    /// In each of these cases a number is within a bound, or it is not.
    WithinBound {
        /// What is read.
        quantity: Quantity,
        /// The bound.
        bound: Bound,
        /// The cases, each with whether it is.
        cases: Vec<(usize, bool)>,
    },
    /// In each pair the first case has more than the second.
    Leads {
        /// What is read.
        quantity: Quantity,
        /// The pairs.
        pairs: Vec<[usize; 2]>,
    },
    /// The outcomes of a case, the likeliest first: none that is left out is likelier than any of
    /// them.
    Likeliest {
        /// The case.
        case: usize,
        /// The outcomes that are printed.
        printed: Vec<Headline>,
        /// The others.
        omitted: Vec<Headline>,
    },
    /// Following the recommended rule agrees with best play in this share of the decisions that
    /// come up, and costs so much.
    Recommends {
        /// The case.
        case: usize,
        /// The choice.
        choice: String,
        /// The share.
        agreement: f64,
        /// What it costs.
        cost: f64,
    },
    /// No short rule was found that costs little.
    NoShortRule {
        /// The case.
        case: usize,
        /// The choice.
        choice: String,
    },
    /// The least and the most that a number of a case comes to under all equally good plays.
    Spreads {
        /// The case.
        case: usize,
        /// The number, by its label.
        label: String,
        /// The least.
        least: f64,
        /// The most.
        most: f64,
    },
    /// The best that always taking one option of a choice gives, under the aim of best play.
    Decides {
        /// The case.
        case: usize,
        /// The choice.
        choice: String,
        /// What it gives.
        fixed: f64,
    },
}

impl Sentence {
    /// A text without numbers.
    pub(crate) fn plain(text: impl Into<String>) -> Sentence {
        Sentence::default().with_text(text)
    }

    /// A number.
    pub(crate) fn number(text: String, tone: Tone) -> Sentence {
        let part = SentencePart {
            text,
            tone: Some(tone),
            is_detail: false,
        };
        Sentence {
            parts: vec![part],
            claims: Vec::new(),
        }
    }

    /// Fills a template: `{name}` is replaced by the filler of that name, and `[...]` is a detail.
    /// The claims of the fillers are kept.
    pub(crate) fn fill(words: &Messages, template: Word, fillers: &[(&str, Sentence)]) -> Sentence {
        let mut filled = Sentence::default();
        let mut is_detail = false;
        let mut rest = words.text(template);
        while let Some(position) = rest.find(['{', '[', ']']) {
            filled.push(&rest[..position], None, is_detail);
            let (mark, after) = rest[position..].split_at(1);
            rest = after;
            if mark == "{" {
                let (name, after) = rest.split_once('}').unwrap_or((rest, ""));
                if let Some((_, filler)) = fillers.iter().find(|(filler, _)| *filler == name) {
                    for part in &filler.parts {
                        filled.push(&part.text, part.tone, is_detail || part.is_detail);
                    }
                    filled.claims.extend(filler.claims.iter().cloned());
                }
                rest = after;
            } else {
                is_detail = mark == "[";
            }
        }
        filled.push(rest, None, is_detail);
        filled
    }

    /// Joins sentences with a text between them.
    pub(super) fn join(sentences: Vec<Sentence>, between: &str) -> Sentence {
        let mut joined = Sentence::default();
        for (nth, sentence) in sentences.into_iter().enumerate() {
            joined = if nth > 0 {
                joined.with_text(between)
            } else {
                joined
            };
            joined.parts.extend(sentence.parts);
            joined.claims.extend(sentence.claims);
        }
        joined
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }

    /// Returns its text without details: the title of a chart.
    pub fn title(&self) -> String {
        self.parts
            .iter()
            .filter(|part| !part.is_detail)
            .map(|part| part.text.as_str())
            .collect()
    }

    fn push(&mut self, text: &str, tone: Option<Tone>, is_detail: bool) {
        if !text.is_empty() {
            self.parts.push(SentencePart {
                text: text.to_owned(),
                tone,
                is_detail,
            });
        }
    }

    /// Returns whether it recommends a rule, or says that there is none.
    pub fn is_recommendation(&self) -> bool {
        self.claims
            .iter()
            .any(|claim| matches!(claim, Claim::Recommends { .. } | Claim::NoShortRule { .. }))
    }

    /// Adds a place: "Attacker wins, with 5 defenders". It is a detail, as the subtitle of a chart
    /// has it.
    pub(super) fn with_place(mut self, place: &str) -> Sentence {
        if !place.is_empty() {
            self.push(&format!(", {place}"), None, true);
        }
        self
    }

    pub(crate) fn with_text(mut self, text: impl Into<String>) -> Sentence {
        self.push(&text.into(), None, false);
        self
    }

    pub(crate) fn with_claim(mut self, claim: Claim) -> Sentence {
        self.claims.push(claim);
        self
    }
}
