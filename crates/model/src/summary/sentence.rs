//! Sentences in parts, with the claims that they make.

use oddsmith_language::question::Bound;

use crate::messages::{Messages, Word};
use crate::rule::metric::Tone;
use crate::rule::presentation::Headline;

/// The maximal number of words of a title.
pub(super) const MAX_TITLE_WORDS: usize = 12;

/// A quantity that every case has.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// A measure of a metric.
    Metric(Headline),
    /// The answer to a question, by its index among those of the report.
    Ask(usize),
}

/// A sentence, and its claims.
#[derive(Clone, Debug, Default)]
pub struct Sentence {
    /// Its text, part by part.
    pub parts: Vec<SentencePart>,
    /// The claims that must be true.
    pub claims: Vec<Claim>,
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct SentencePart {
    /// Its text.
    pub text: String,
    /// Whether a number is good or bad news; `None` for words.
    pub tone: Option<Tone>,
    /// Whether titles leave it out.
    pub is_detail: bool,
}

/// A fact about the distributions of a report. Cases are indices.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// A number of a case.
    Reads {
        /// The case.
        case: usize,
        /// The quantity.
        quantity: Quantity,
        /// Its value.
        value: f64,
    },
    /// The share of a case's trials between two values, both included.
    Within {
        /// The case.
        case: usize,
        /// The metric and its step.
        quantity: Headline,
        /// The smallest value.
        low: i64,
        /// The largest value.
        high: i64,
        /// The share.
        share: f64,
    },
    /// The value of best play in a case whose players make mistakes.
    Errs {
        /// The case.
        case: usize,
        /// The value of best play.
        best: f64,
    },
    /// No other of these cases has a larger number, or a smaller one.
    Extreme {
        /// The case.
        case: usize,
        /// The quantity.
        quantity: Quantity,
        /// The cases that it is compared with.
        among: Vec<usize>,
        /// Whether it is the largest.
        is_greatest: bool,
    },
    /// No other of these cases has a number closer to an end of a bound.
    Nearest {
        /// The case.
        case: usize,
        /// The quantity.
        quantity: Quantity,
        /// The cases that it is compared with.
        among: Vec<usize>,
        /// The bound.
        bound: Bound,
    },
    /// All these cases have the same number.
    Same {
        /// The quantity.
        quantity: Quantity,
        /// The cases.
        cases: Vec<usize>,
    },
    /// The difference of a number between two cases, in percentage points for a probability.
    Apart {
        /// The quantity.
        quantity: Quantity,
        /// The case with the larger number.
        more: usize,
        /// The case with the smaller number.
        less: usize,
        /// The difference.
        difference: f64,
    },
    /// Whether a number meets a bound in each of these cases.
    WithinBound {
        /// The quantity.
        quantity: Quantity,
        /// The bound.
        bound: Bound,
        /// The cases, each with whether it meets the bound.
        cases: Vec<(usize, bool)>,
    },
    /// In each pair, the first case has a larger number.
    Leads {
        /// The quantity.
        quantity: Quantity,
        /// The pairs.
        pairs: Vec<[usize; 2]>,
    },
    /// The outcomes of a case, the likeliest first. No omitted outcome is likelier than a printed
    /// one.
    Likeliest {
        /// The case.
        case: usize,
        /// The printed outcomes.
        printed: Vec<Headline>,
        /// The omitted outcomes.
        omitted: Vec<Headline>,
    },
    /// The recommended rule agrees with best play in this share of decisions, and has this cost.
    Recommends {
        /// The case.
        case: usize,
        /// The choice.
        choice: String,
        /// The share of decisions.
        agreement: f64,
        /// The cost.
        cost: f64,
    },
    /// No short rule with a small cost was found.
    NoShortRule {
        /// The case.
        case: usize,
        /// The choice.
        choice: String,
    },
    /// Best play mixes the options of a choice, because the other side decides at the same time.
    Mixes {
        /// The case.
        case: usize,
        /// The choice.
        choice: String,
    },
    /// The range of a number of a case over all tied plays.
    Spreads {
        /// The case.
        case: usize,
        /// The label of the number.
        label: String,
        /// The minimum.
        least: f64,
        /// The maximum.
        most: f64,
    },
    /// The best value of the aim if one option of a choice is always chosen.
    Decides {
        /// The case.
        case: usize,
        /// The choice.
        choice: String,
        /// The value.
        fixed: f64,
    },
}

impl Sentence {
    /// Returns a sentence without numbers.
    pub(crate) fn plain(text: impl Into<String>) -> Sentence {
        Sentence::default().with_text(text)
    }

    /// Returns a sentence that is just a number.
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

    /// Returns its text without details, for the title of a chart.
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
        self.claims.iter().any(|claim| {
            matches!(
                claim,
                Claim::Recommends { .. } | Claim::NoShortRule { .. } | Claim::Mixes { .. }
            )
        })
    }

    /// Returns the sentence as a detail, which titles leave out.
    pub(super) fn into_detail(mut self) -> Sentence {
        self.parts.iter_mut().for_each(|part| part.is_detail = true);
        self
    }

    /// Adds a place as a detail: "Attacker wins, with 5 defenders".
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
