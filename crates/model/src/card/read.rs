//! The numbers on a card: the questions and the headlines of the report.

use crate::messages::Word;
use crate::report::play::SpreadRange;
use crate::report::{Case, Reading, Report};
use crate::rule::metric::Tone;
use crate::rule::presentation::{Headline, Measure};

/// A number on a card: the answer to a question, or a headline.
pub(super) enum CardNumber<'r> {
    Ask(usize),
    Headline(&'r Headline),
}

impl CardNumber<'_> {
    /// Returns the label.
    pub(super) fn label(&self, report: &Report) -> String {
        match self {
            CardNumber::Ask(index) => question_label(report, *index),
            CardNumber::Headline(headline) => headline_label(report, headline),
        }
    }

    /// Returns the value in a case.
    pub(super) fn reading(&self, report: &Report, case: &Case) -> Option<Reading> {
        match self {
            CardNumber::Ask(index) => Some(
                case.answers
                    .get(*index)?
                    .reading(report.asks[*index].statistic),
            ),
            CardNumber::Headline(headline) => report.reading(case, headline),
        }
    }

    /// Returns its minimum and maximum in a case over all tied plays, if they differ.
    pub(super) fn tied_range(&self, report: &Report, case: &Case) -> Option<SpreadRange> {
        let label = match self {
            CardNumber::Ask(index) => report.asks[*index].label.as_str(),
            CardNumber::Headline(headline) => headline.label.as_str(),
        };
        case.tied_range(label)
    }

    /// Returns the headline that reads the number, if the number is a reading of a metric.
    pub(super) fn headline<'s>(&'s self, report: &'s Report) -> Option<&'s Headline> {
        match self {
            CardNumber::Ask(index) => report.asks[*index].plain.as_ref(),
            CardNumber::Headline(headline) => Some(headline),
        }
    }

    /// Returns whether a large value is good news.
    pub(super) fn tone(&self, report: &Report) -> Tone {
        let measured = self.headline(report).and_then(|headline| {
            Some((
                headline.measure,
                report.cases.first()?.observed(&headline.metric)?,
            ))
        });
        match measured {
            Some((Measure::Is(code), observed)) => {
                let outcome = usize::try_from(code)
                    .ok()
                    .and_then(|code| observed.metric.outcomes().get(code));
                outcome.map_or(Tone::Neutral, |outcome| outcome.tone)
            }
            _ => Tone::Neutral,
        }
    }
}

/// Returns the label of a headline. A mean without wording from the rule gets the wording of the
/// report.
fn headline_label(report: &Report, headline: &Headline) -> String {
    let metric = report
        .cases
        .first()
        .and_then(|case| case.observed(&headline.metric))
        .map(|observed| &observed.metric);
    match metric.filter(|_| headline.measure == Measure::Mean && report.messages.is_translated()) {
        None => headline.label.clone(),
        Some(metric) => {
            let name = |step| {
                report
                    .shared_step_name(&metric.name, step)
                    .map(str::to_owned)
            };
            let numbered = |step| format!("{} {step}", metric.step.word());
            let step = headline
                .step
                .map(|step| format!(", {}", name(step).unwrap_or_else(|| numbered(step))));
            let label = format!("{}{}", metric.label, step.unwrap_or_default());
            report.messages.fill(Word::LabelMean, &[("label", &label)])
        }
    }
}

/// Returns the label of a question. Without a label, it describes what the question asks.
fn question_label(report: &Report, index: usize) -> String {
    let ask = &report.asks[index];
    if ask.label != ask.question {
        return ask.label.clone();
    }
    let alike = |plain: &Headline| {
        let same = |other: &&Headline| {
            (&other.metric, other.step, other.measure) == (&plain.metric, plain.step, plain.measure)
        };
        report
            .headlines
            .iter()
            .find(same)
            .map(|headline| headline_label(report, headline))
    };
    let by_metric = |plain: &Headline| {
        let metric = &report.cases.first()?.observed(&plain.metric)?.metric;
        (plain.measure == Measure::Mean).then(|| {
            report
                .messages
                .fill(Word::LabelMean, &[("label", &metric.label)])
        })
    };
    let plain = ask.plain.as_ref();
    // Descriptions of questions are in English only.
    let english = || {
        ask.in_words
            .clone()
            .filter(|_| !report.messages.is_translated())
    };
    let text = plain
        .and_then(alike)
        .or_else(english)
        .or_else(|| plain.and_then(by_metric));
    text.unwrap_or_else(|| ask.label.clone())
}

/// Returns the questions, then the headlines, each number once.
pub(super) fn card_numbers(report: &Report) -> Vec<CardNumber<'_>> {
    let candidates = (0..report.asks.len())
        .map(CardNumber::Ask)
        .chain(report.headlines.iter().map(CardNumber::Headline));
    let mut kept: Vec<CardNumber<'_>> = Vec::new();
    for number in candidates {
        let same = |a: &Headline, b: &Headline| {
            (&a.metric, a.step, a.measure) == (&b.metric, b.step, b.measure)
        };
        let is_known = kept.iter().any(|known| {
            let headlines = known.headline(report).zip(number.headline(report));
            headlines.is_some_and(|(a, b)| same(a, b))
        });
        if !is_known {
            kept.push(number);
        }
    }
    kept
}
