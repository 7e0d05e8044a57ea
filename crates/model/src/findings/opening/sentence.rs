//! A sentence of an opening, part by part, with the facts that make it true.

use oddsmith_language::question::Bound;

use crate::report::Axis;
use crate::rule::metric::Tone;
use crate::rule::presentation::Headline;

/// What is read of every case.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// A reading of a metric.
    Metric(Headline),
    /// The answer to a question, by its place among those of the report.
    Ask(usize),
}

/// A sentence, and what it claims.
#[derive(Clone, Debug, Default)]
pub struct Sentence {
    /// Its text, part by part.
    pub parts: Vec<SentencePart>,
    /// What has to hold for it to be true.
    pub claims: Vec<OpeningClaim>,
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum SentencePart {
    /// Words.
    Words(String),
    /// A number to be seen, good news or bad.
    Figure(String, Tone),
}

/// A fact about the laws of a report. Cases are indices.
#[derive(Clone, Debug, PartialEq)]
pub enum OpeningClaim {
    /// A number of a case.
    Reads {
        /// The case.
        case: usize,
        /// What is read.
        statistic: Quantity,
        /// What it comes to.
        value: f64,
    },
    /// One number of a case is so many times another; 1 where they are equal.
    Times {
        /// The case.
        case: usize,
        /// The greater.
        more: Quantity,
        /// The less.
        less: Quantity,
        /// How many times, as it is told.
        times: f64,
    },
    /// No case has a greater number, or a smaller one; just so many others have the same.
    Extreme {
        /// The case.
        case: usize,
        /// What is read.
        statistic: Quantity,
        /// Whether none is greater.
        is_greatest: bool,
        /// Other cases that are as good.
        others: usize,
    },
    /// All cases have the same number.
    Same {
        /// What is read.
        statistic: Quantity,
    },
    /// With all else as usual, a number differs by more along one axis than along any other, between these cases.
    Widest {
        /// What is read.
        statistic: Quantity,
        /// The axis.
        axis: Axis,
        /// Where it is least along the axis.
        low: usize,
        /// Where it is greatest.
        high: usize,
    },
    /// Along the only axis, no two neighbours differ by as much as these.
    Step {
        /// What is read.
        statistic: Quantity,
        /// The neighbours.
        from: usize,
        /// The second of them.
        to: usize,
    },
    /// In one case a number is greater than in another by so much: in points of a hundred where it is a chance.
    Apart {
        /// What is read.
        statistic: Quantity,
        /// The case in which it is greater.
        more: usize,
        /// The other.
        less: usize,
        /// By how much.
        by: f64,
    },
    /// A chance is over one half from one of these cases on, and not before it.
    Enough {
        /// What is read.
        statistic: Quantity,
        /// The cases, in order.
        along: Vec<usize>,
        /// The first at which it is, by its place among them.
        first: usize,
    },
    /// At each of these places of a sweep a number is as it is wanted, or it is not.
    Wanted {
        /// What is read.
        statistic: Quantity,
        /// What is wanted of it.
        bound: Bound,
        /// The cases, each with whether it is so.
        places: Vec<(usize, bool)>,
    },
    /// At each of these places of a sweep the first case is ahead of all others, which stand there too.
    Leads {
        /// What is read.
        statistic: Quantity,
        /// The cases at each place, the first one ahead.
        places: Vec<Vec<usize>>,
        /// Whether more of it is ahead.
        is_greatest: bool,
    },
    /// In a case one outcome is likelier than any other.
    Likeliest {
        /// The case.
        case: usize,
        /// The outcome's chance.
        statistic: Quantity,
        /// The chances of the others.
        others: Vec<Quantity>,
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
    /// The least and the most that a number of a case comes to under all plays that are as good as the best.
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
    /// As text.
    pub fn text(&self) -> String {
        let word = |part: &SentencePart| match part {
            SentencePart::Words(text) | SentencePart::Figure(text, _) => text.clone(),
        };
        self.parts.iter().map(word).collect()
    }

    pub(in crate::findings) fn words(mut self, text: impl Into<String>) -> Sentence {
        self.parts.push(SentencePart::Words(text.into()));
        self
    }

    pub(super) fn figure(mut self, text: String, tone: Tone) -> Sentence {
        self.parts.push(SentencePart::Figure(text, tone));
        self
    }

    pub(super) fn claim(mut self, claim: OpeningClaim) -> Sentence {
        self.claims.push(claim);
        self
    }

    /// Without its full stop, so that it goes on.
    pub(super) fn unended(mut self) -> Sentence {
        if let Some(SentencePart::Words(text)) = self.parts.last_mut()
            && text.ends_with('.')
        {
            text.pop();
        }
        self
    }

    /// With a capital at its beginning.
    pub(super) fn begun(mut self) -> Sentence {
        let words = self.parts.iter_mut().find_map(|part| match part {
            SentencePart::Words(text) if !text.is_empty() => Some(text),
            _ => None,
        });
        if let Some(text) = words {
            *text = crate::findings::words::capital(text);
        }
        self
    }
}
