//! The numbers that a card reads: what is asked, and what the report tells first.

use crate::messages::Word;
use crate::report::play::SpreadRange;
use crate::report::{Case, Reading, Report};
use crate::rule::metric::Tone;
use crate::rule::presentation::{Headline, Measure};

/// A number to read: an answer, or a number of a metric.
pub(super) enum Read<'r> {
    Ask(usize),
    Headline(&'r Headline),
}

impl Read<'_> {
    /// What it is called.
    pub(super) fn label(&self, report: &Report) -> String {
        match self {
            Read::Ask(at) => asked(report, *at),
            Read::Headline(headline) => label(report, headline),
        }
    }

    /// What it is in a case.
    pub(super) fn reading(&self, report: &Report, case: &Case) -> Option<Reading> {
        match self {
            Read::Ask(at) => Some(case.answers.get(*at)?.reading(report.asks[*at].statistic)),
            Read::Headline(headline) => report.reading(case, headline),
        }
    }

    /// Returns its minimum and maximum in a case over all tied plays, where these differ.
    pub(super) fn range(&self, report: &Report, case: &Case) -> Option<SpreadRange> {
        let label = match self {
            Read::Ask(at) => report.asks[*at].label.as_str(),
            Read::Headline(headline) => headline.label.as_str(),
        };
        case.under_ties(label)
    }

    /// The reading of a metric that it is, where it is one.
    pub(super) fn headline<'s>(&'s self, report: &'s Report) -> Option<&'s Headline> {
        match self {
            Read::Ask(at) => report.asks[*at].plain.as_ref(),
            Read::Headline(headline) => Some(headline),
        }
    }

    /// Whether it is good news.
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

/// What a number to read first is called: a mean in the words of the report, where these are not
/// the rule's own.
fn label(report: &Report, headline: &Headline) -> String {
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

/// What is asked, in words: its label, else what it reads.
fn asked(report: &Report, at: usize) -> String {
    let ask = &report.asks[at];
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
            .map(|headline| label(report, headline))
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
    // What the program says of a question is English.
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

/// What is asked, then the numbers to read first, each once.
pub(super) fn read(report: &Report) -> Vec<Read<'_>> {
    let all = (0..report.asks.len())
        .map(Read::Ask)
        .chain(report.headlines.iter().map(Read::Headline));
    let mut kept: Vec<Read<'_>> = Vec::new();
    for number in all {
        let same = |a: &Headline, b: &Headline| {
            (&a.metric, a.step, a.measure) == (&b.metric, b.step, b.measure)
        };
        let is_known = kept.iter().any(|known| {
            let both = known.headline(report).zip(number.headline(report));
            both.is_some_and(|(a, b)| same(a, b))
        });
        if !is_known {
            kept.push(number);
        }
    }
    kept
}
