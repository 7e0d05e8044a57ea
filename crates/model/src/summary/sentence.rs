//! A sentence, part by part, and the claims that make it true.

use oddsmith_language::question::Bound;

use crate::rule::metric::Tone;
use crate::rule::presentation::Headline;
use crate::wordbook::{Word, Wordbook};

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
pub enum SentencePart {
    /// Words.
    Words(String),
    /// A number to be seen, good news or bad.
    Figure(String, Tone),
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
    /// All these cases have the same number.
    Same {
        /// What is read.
        quantity: Quantity,
        /// The cases.
        cases: Vec<usize>,
    },
    /// In one case a number is greater than in another by so much: in percentage points for a chance.
    Apart {
        /// What is read.
        quantity: Quantity,
        /// The case in which it is greater.
        more: usize,
        /// The other.
        less: usize,
        /// By how much.
        by: f64,
    },
    /// In each of these cases a number is within a bound, or it is not.
    Wanted {
        /// What is read.
        quantity: Quantity,
        /// The bound.
        bound: Bound,
        /// The cases, each with whether it is.
        places: Vec<(usize, bool)>,
    },
    /// In each pair the first case has more than the second.
    Leads {
        /// What is read.
        quantity: Quantity,
        /// The pairs.
        pairs: Vec<[usize; 2]>,
    },
    /// The outcomes of a case, the likeliest first: none that is left out is likelier than any of them.
    Likeliest {
        /// The case.
        case: usize,
        /// The outcomes that are printed.
        printed: Vec<Headline>,
        /// The others.
        others: Vec<Headline>,
    },
    /// A player who keeps to it does what is best in this share of the decisions that come up.
    Advises {
        /// The case.
        case: usize,
        /// The choice.
        choice: String,
        /// The share.
        right: f64,
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
        Sentence { parts: vec![SentencePart::Words(text.into())], claims: Vec::new() }
    }

    /// A number.
    pub(crate) fn number(text: String, tone: Tone) -> Sentence {
        Sentence { parts: vec![SentencePart::Figure(text, tone)], claims: Vec::new() }
    }

    /// A template with what is put into it: the parts and claims of each filler are taken over.
    pub(super) fn fill(words: &Wordbook, template: Word, fillers: &[(&str, Sentence)]) -> Sentence {
        let mut filled = Sentence::default();
        let mut rest = words.say(template);
        while let Some((before, name, after)) = rest
            .split_once('{')
            .and_then(|(before, rest)| rest.split_once('}').map(|(name, after)| (before, name, after)))
        {
            filled = filled.words(before);
            if let Some((_, filler)) = fillers.iter().find(|(own, _)| *own == name) {
                filled.parts.extend(filler.parts.iter().cloned());
                filled.claims.extend(filler.claims.iter().cloned());
            }
            rest = after;
        }
        filled.words(rest)
    }

    /// Several one after the other.
    pub(super) fn joined(all: Vec<Sentence>, between: &str) -> Sentence {
        let mut joined = Sentence::default();
        for (nth, sentence) in all.into_iter().enumerate() {
            joined = if nth > 0 { joined.words(between) } else { joined };
            joined.parts.extend(sentence.parts);
            joined.claims.extend(sentence.claims);
        }
        joined
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        let word = |part: &SentencePart| match part {
            SentencePart::Words(text) | SentencePart::Figure(text, _) => text.clone(),
        };
        self.parts.iter().map(word).collect()
    }

    pub(crate) fn words(mut self, text: impl Into<String>) -> Sentence {
        let text = text.into();
        if !text.is_empty() {
            self.parts.push(SentencePart::Words(text));
        }
        self
    }

    pub(super) fn claim(mut self, claim: Claim) -> Sentence {
        self.claims.push(claim);
        self
    }
}
