//! The headline of a single case.

use super::place::case_place;
use super::sentence::{Claim, Quantity, Sentence};
use super::subject::Subject;
use crate::estimate::{Estimate, MARGIN};
use crate::figures::NumberKind;
use crate::messages::{Messages, Word};
use crate::report::Distribution;
use crate::rule::metric::{Kind, Outcome};
use crate::rule::presentation::{Headline, Measure};

/// The smallest share of trials in the range of a number.
const RANGE_COVERAGE: f64 = 0.9;
/// The maximal number of outcomes that are printed.
const MAX_OUTCOMES: usize = 4;
/// The number of outcomes that are printed if there are more than that.
const LISTED_OUTCOMES: usize = 3;

/// Returns the headline of the only case.
pub(super) fn sentence(subject: &Subject<'_>, words: &Messages) -> Sentence {
    let spread = range_sentence(subject, words);
    spread
        .or_else(|| outcomes(subject, 0, words))
        .unwrap_or_else(|| case_sentence(subject, 0, words))
}

/// Returns the sentence about the number in one of several cases.
pub(super) fn case_sentence(subject: &Subject<'_>, case: usize, words: &Messages) -> Sentence {
    let value = subject.figure(case, words);
    let distribution = subject.distribution(case).filter(|_| subject.is_average);
    let statement = match distribution {
        Some(distribution) if distribution.may_be_absent() => {
            let share = words.numerals().chance(distribution.present_share());
            Sentence::fill(
                words,
                Word::SayWhenItOccurs,
                &[("value", value), ("share", Sentence::plain(share))],
            )
        }
        Some(distribution) => match likely_range(subject, distribution, case, words) {
            Some((range, share)) => Sentence::fill(
                words,
                Word::SayAverageWithin,
                &[("value", value), ("range", range), ("share", share)],
            ),
            None => Sentence::fill(words, Word::SayAverage, &[("value", value)]),
        },
        None => value,
    };
    subject.sentence(
        &case_place(subject.report, case, words),
        &[case],
        statement,
        words,
    )
}

/// Returns the shortest range of values with at least 90% of the trials, and its share. Returns
/// `None` if this is the whole range.
fn likely_range(
    subject: &Subject<'_>,
    distribution: &Distribution,
    case: usize,
    words: &Messages,
) -> Option<(Sentence, Sentence)> {
    let masses = distribution
        .pmf()
        .filter(|_| distribution.unresolved() <= 0.0)?
        .masses();
    let shares: Vec<(i64, f64)> = masses
        .iter()
        .map(|&(value, mass)| (value, mass.float()))
        .collect();
    let (mut best, mut first, mut held): (Option<(i64, i64, f64)>, usize, f64) = (None, 0, 0.0);
    for &(high, share) in &shares {
        held += share;
        while held - shares[first].1 >= RANGE_COVERAGE - MARGIN {
            held -= shares[first].1;
            first += 1;
        }
        let low = shares[first].0;
        let is_shorter = best.is_none_or(|(from, to, _)| high - low < to - from);
        if held >= RANGE_COVERAGE - MARGIN && is_shorter {
            best = Some((low, high, held));
        }
    }
    let (low, high, share) = best?;
    if low == shares.first()?.0 && high == shares.last()?.0 {
        return None;
    }
    let numerals = words.numerals();
    let number = |value: i64| numerals.fixed(value as f64, 0);
    let text = if low == high {
        number(low)
    } else {
        numerals.range(&number(low), &number(high))
    };
    let claim = Claim::Within {
        case,
        quantity: subject.measured_headline()?.clone(),
        low,
        high,
        share,
    };
    Some((
        Sentence::plain(text).with_claim(claim),
        Sentence::plain(numerals.chance(share)),
    ))
}

/// Returns a sentence that lists the outcomes of a category.
pub(super) fn outcomes(subject: &Subject<'_>, case: usize, words: &Messages) -> Option<Sentence> {
    let headline = subject
        .measured_headline()
        .filter(|_| matches!(subject.quantity, Quantity::Metric(_)))?;
    let metric = subject.shown_metric()?;
    let Kind::Category(outcomes) = &metric.kind else {
        return None;
    };
    let report = subject.report;
    let reads = |code: usize| Headline {
        measure: Measure::Is(code as i64),
        ..headline.clone()
    };
    let value = |code: usize| {
        Some(Estimate::from_reading(
            &report.reading(&report.cases[case], &reads(code))?,
        ))
    };
    let estimates = (0..outcomes.len())
        .map(|code| Some((code, value(code)?)))
        .collect::<Option<Vec<_>>>()?;
    let mut known: Vec<(usize, Estimate)> = estimates
        .into_iter()
        .filter(|(_, estimate)| !estimate.is_impossible())
        .collect();
    let omitted = if known.len() > MAX_OUTCOMES {
        known.sort_by(|entry, other| other.1.value.total_cmp(&entry.1.value));
        known.split_off(LISTED_OUTCOMES)
    } else {
        Vec::new()
    };
    let text = |estimate: &Estimate| estimate.in_sentence(words.numerals());
    let outcome = |(code, estimate): &(usize, Estimate)| {
        let Outcome { label, tone, .. } = &outcomes[*code];
        let claim = Claim::Reads {
            case,
            quantity: Quantity::Metric(reads(*code)),
            value: estimate.value,
        };
        let share = Sentence::number(text(estimate), *tone).with_claim(claim);
        Sentence::fill(
            words,
            Word::SayOutcome,
            &[("outcome", Sentence::plain(label)), ("share", share)],
        )
    };
    let listed: Vec<Sentence> = known.iter().map(outcome).collect();
    let mut statement = Sentence::join(listed, ", ");
    if !omitted.is_empty() {
        let rest = Estimate::known(omitted.iter().map(|(_, estimate)| estimate.value).sum());
        let codes =
            |entries: &[(usize, Estimate)]| entries.iter().map(|(code, _)| reads(*code)).collect();
        let claim = Claim::Likeliest {
            case,
            printed: codes(&known),
            omitted: codes(&omitted),
        };
        let share = Sentence::plain(text(&rest));
        let fillers = [("what", statement), ("share", share)];
        statement = Sentence::fill(words, Word::SayOthers, &fillers).with_claim(claim);
    }
    let is_simulated = !known.iter().all(|(_, estimate)| estimate.is_exact);
    let statement = if is_simulated {
        Sentence::fill(words, Word::SaySimulated, &[("what", statement)])
    } else {
        statement
    };
    let label = Sentence::plain(&metric.label).with_place(&case_place(report, case, words));
    Some(Sentence::fill(
        words,
        Word::SayLabelled,
        &[("label", label), ("what", statement)],
    ))
}

/// Returns a sentence with the range of the number over all tied plays, or `None` if it is the same
/// in all.
fn range_sentence(subject: &Subject<'_>, words: &Messages) -> Option<Sentence> {
    let range = subject.range_under_ties()?;
    let text = |end: f64| subject.value_text(&Estimate::known(end), words);
    let (least, most) = (text(range.least), text(range.most));
    if least == most {
        return None;
    }
    let claim = Claim::Spreads {
        case: 0,
        label: subject.name.to_owned(),
        least: range.least,
        most: range.most,
    };
    let number = |text: String| Sentence::number(text, crate::rule::metric::Tone::Neutral);
    let statement = Sentence::fill(
        words,
        Word::SayTies,
        &[("least", number(least)), ("most", number(most))],
    )
    .with_claim(claim);
    Some(subject.sentence("", &[], statement, words))
}

/// Returns whether a number is a probability.
pub(super) fn is_chance(subject: &Subject<'_>) -> bool {
    subject.kind == NumberKind::Chance
}
