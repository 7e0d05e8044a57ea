//! The headline of a single case.

use super::place::at;
use super::sentence::{Claim, Quantity, Sentence};
use super::subject::Subject;
use crate::estimate::{Estimate, MARGIN};
use crate::figures::NumberKind;
use crate::messages::{Messages, Word};
use crate::report::Distribution;
use crate::rule::metric::{Kind, Outcome};
use crate::rule::presentation::{Headline, Measure};

/// The share of trials that the range of a number holds at least.
const MOST_TRIALS: f64 = 0.9;
/// Outcomes up to which all are printed, and those that are printed of more.
const ALL_OUTCOMES: usize = 4;
const LIKELIEST: usize = 3;

/// The headline of the only case.
pub(super) fn sentence(subject: &Subject<'_>, words: &Messages) -> Sentence {
    let spread = under_ties(subject, words);
    spread
        .or_else(|| outcomes(subject, 0, words))
        .unwrap_or_else(|| of_case(subject, 0, words))
}

/// The number of one of several cases.
pub(super) fn of_case(subject: &Subject<'_>, case: usize, words: &Messages) -> Sentence {
    let value = subject.figure(case, words);
    let distribution = subject.distribution(case).filter(|_| subject.is_average);
    let what = match distribution {
        Some(distribution) if distribution.may_be_absent() => {
            let share = words.numerals().chance(distribution.present());
            Sentence::fill(
                words,
                Word::SayWhenItOccurs,
                &[("value", value), ("share", Sentence::plain(share))],
            )
        }
        Some(distribution) => match range(subject, distribution, case, words) {
            Some((range, share)) => Sentence::fill(
                words,
                Word::SayAverageWithin,
                &[("value", value), ("range", range), ("share", share)],
            ),
            None => Sentence::fill(words, Word::SayAverage, &[("value", value)]),
        },
        None => value,
    };
    subject.sentence(&at(subject.report, case, words), &[case], what, words)
}

/// The shortest range of values that holds at least 90% of the trials, and what it holds; nothing
/// where that is every value.
fn range(
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
        while held - shares[first].1 >= MOST_TRIALS - MARGIN {
            held -= shares[first].1;
            first += 1;
        }
        let low = shares[first].0;
        let is_shorter = best.is_none_or(|(from, to, _)| high - low < to - from);
        if held >= MOST_TRIALS - MARGIN && is_shorter {
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
        quantity: subject.measured()?.clone(),
        low,
        high,
        share,
    };
    Some((
        Sentence::plain(text).claim(claim),
        Sentence::plain(numerals.chance(share)),
    ))
}

/// The outcomes of a category together.
pub(super) fn outcomes(subject: &Subject<'_>, case: usize, words: &Messages) -> Option<Sentence> {
    let headline = subject
        .measured()
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
        Some(Estimate::read(
            &report.reading(&report.cases[case], &reads(code))?,
        ))
    };
    let all = (0..outcomes.len())
        .map(|code| Some((code, value(code)?)))
        .collect::<Option<Vec<_>>>()?;
    let mut known: Vec<(usize, Estimate)> = all
        .into_iter()
        .filter(|(_, estimate)| !estimate.is_impossible())
        .collect();
    let others = if known.len() > ALL_OUTCOMES {
        known.sort_by(|one, other| other.1.value.total_cmp(&one.1.value));
        known.split_off(LIKELIEST)
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
        let share = Sentence::number(text(estimate), *tone).claim(claim);
        Sentence::fill(
            words,
            Word::SayOutcome,
            &[("outcome", Sentence::plain(label)), ("share", share)],
        )
    };
    let mut listed: Vec<Sentence> = known.iter().map(outcome).collect();
    if !others.is_empty() {
        let rest = Estimate::known(others.iter().map(|(_, estimate)| estimate.value).sum());
        let codes = |all: &[(usize, Estimate)]| all.iter().map(|(code, _)| reads(*code)).collect();
        let claim = Claim::Likeliest {
            case,
            printed: codes(&known),
            others: codes(&others),
        };
        let share = Sentence::plain(text(&rest));
        listed.push(Sentence::fill(words, Word::SayOthers, &[("share", share)]).claim(claim));
    }
    let what = Sentence::joined(listed, ", ");
    let is_simulated = !known.iter().all(|(_, estimate)| estimate.is_exact);
    let what = if is_simulated {
        Sentence::fill(words, Word::SaySimulated, &[("what", what)])
    } else {
        what
    };
    let label = Sentence::plain(&metric.label).at(&at(report, case, words));
    Some(Sentence::fill(
        words,
        Word::SayLabelled,
        &[("label", label), ("what", what)],
    ))
}

/// What the number comes to under all equally good plays; nothing where it is the same.
fn under_ties(subject: &Subject<'_>, words: &Messages) -> Option<Sentence> {
    let range = subject.range_under_ties()?;
    let text = |end: f64| subject.written(&Estimate::known(end), words);
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
    let what = Sentence::fill(
        words,
        Word::SayTies,
        &[("least", number(least)), ("most", number(most))],
    )
    .claim(claim);
    Some(subject.sentence("", &[], what, words))
}

/// Whether a number is a chance.
pub(super) fn is_chance(subject: &Subject<'_>) -> bool {
    subject.kind == NumberKind::Chance
}
