//! The headline of variants, and of other axes without an order.

use super::one_case::is_chance;
use super::place::{cases_along, place, remaining_place, repeated_value};
use super::sentence::{Claim, MAX_TITLE_WORDS, Sentence};
use super::subject::Subject;
use crate::estimate::MARGIN;
use crate::messages::{Messages, Word};
use crate::report::Axis;

/// The maximal number of variants that are all printed.
const MAX_LISTED: usize = 4;

/// Returns the number with each of a few variants, or with the highest and the lowest.
pub(super) fn sentence(
    subject: &Subject<'_>,
    axis: Axis,
    cases: &[usize],
    words: &Messages,
) -> Sentence {
    let cases = &subject.report.comparable(cases);
    let statement = comparison(subject, axis, cases, words);
    subject.sentence(
        &remaining_place(subject.report, cases[0], &[axis], words),
        cases,
        statement,
        words,
    )
}

fn comparison(subject: &Subject<'_>, axis: Axis, cases: &[usize], words: &Messages) -> Sentence {
    if cases.len() > 1 && subject.is_same(cases) {
        let claim = Claim::Same {
            quantity: subject.quantity.clone(),
            cases: cases.to_vec(),
        };
        let template = if axis == Axis::Variants {
            Word::SaySameVariants
        } else {
            Word::SaySame
        };
        return Sentence::fill(
            words,
            template,
            &[("value", subject.figure(cases[0], words))],
        )
        .with_claim(claim);
    }
    let figure_at = |case: usize| {
        let place_text = Sentence::plain(place(subject.report, axis, case, words));
        Sentence::fill(
            words,
            Word::SayAt,
            &[
                ("value", subject.figure(case, words)),
                ("place", place_text),
            ],
        )
    };
    let mut ranked = cases.to_vec();
    ranked.sort_by(|&case, &other| subject.value(other).total_cmp(&subject.value(case)));
    let (most, least) = (ranked[0], ranked[ranked.len() - 1]);
    let by = subject.value(most) - subject.value(least);
    match ranked.len() {
        // A probability whose estimate is 100% may be less, so its difference from a certain one is
        // unknown.
        2 if by > MARGIN => {
            let text = words.numerals().difference(by, subject.kind);
            let difference = Sentence::number(text, crate::rule::metric::Tone::Neutral);
            let (difference, by) = if is_chance(subject) {
                let points = Sentence::fill(
                    words,
                    Word::SayPercentagePoints,
                    &[("difference", difference)],
                );
                (points, by * 100.0)
            } else {
                (difference, by)
            };
            let claim = Claim::Apart {
                quantity: subject.quantity.clone(),
                more: most,
                less: least,
                difference: by,
            };
            let fillers = [
                ("one", figure_at(most)),
                ("other", figure_at(least)),
                ("difference", difference),
            ];
            Sentence::fill(words, Word::SayApart, &fillers).with_claim(claim)
        }
        0..=MAX_LISTED => {
            Sentence::join(ranked.iter().map(|&case| figure_at(case)).collect(), ", ")
        }
        _ => {
            let extreme = |case: usize, is_greatest: bool| Claim::Extreme {
                case,
                quantity: subject.quantity.clone(),
                among: cases.to_vec(),
                is_greatest,
            };
            let fillers = [
                ("most", figure_after_place(subject, axis, most, words)),
                ("least", figure_after_place(subject, axis, least, words)),
            ];
            let sentence = Sentence::fill(words, Word::SayHighestLowest, &fillers);
            sentence
                .with_claim(extreme(most, true))
                .with_claim(extreme(least, false))
        }
    }
}

/// Returns a place followed by the number: "with “Harsh”, 12.5%".
fn figure_after_place(
    subject: &Subject<'_>,
    axis: Axis,
    case: usize,
    words: &Messages,
) -> Sentence {
    let place_text = Sentence::plain(place(subject.report, axis, case, words));
    let figure = subject.figure(case, words);
    // The number is in brackets, because two places and two numbers in a row would be hard to tell
    // apart.
    Sentence::join(
        vec![
            place_text,
            Sentence::join(vec![Sentence::plain("("), figure, Sentence::plain(")")], ""),
        ],
        " ",
    )
}

/// Returns which of two variants has more along a sweep, if that changes. Returns `None` if one has
/// at least as much everywhere.
pub(super) fn crossing(
    subject: &Subject<'_>,
    name: Axis,
    axis: Axis,
    home: usize,
    words: &Messages,
) -> Option<Sentence> {
    let report = subject.report;
    let pair = cases_along(report, name, home);
    let [first, second] = pair[..] else {
        return None;
    };
    let (firsts, seconds) = (
        cases_along(report, axis, first),
        cases_along(report, axis, second),
    );
    let (mut more_first, mut more_second, mut equal) = (Vec::new(), Vec::new(), Vec::new());
    let mut pairs = Vec::new();
    for (&first_case, &other) in firsts.iter().zip(&seconds) {
        let gap = subject.value(first_case) - subject.value(other);
        if gap.abs() <= MARGIN {
            equal.push(first_case);
        } else if gap > 0.0 {
            more_first.push(first_case);
            pairs.push([first_case, other]);
        } else {
            more_second.push(first_case);
            pairs.push([other, first_case]);
        }
    }
    let is_exact = firsts
        .iter()
        .chain(&seconds)
        .all(|&case| subject.estimate(case).is_exact);
    if more_first.is_empty() || more_second.is_empty() || !is_exact {
        return None;
    }
    let places = |cases: &[usize]| {
        let named = |(nth, &case): (usize, &usize)| {
            if nth == 0 {
                place(report, axis, case, words)
            } else {
                repeated_value(report, axis, case, words)
            }
        };
        let place_names: Vec<String> = cases.iter().enumerate().map(named).collect();
        Sentence::plain(words.join_names(
            &place_names.iter().map(String::as_str).collect::<Vec<_>>(),
            Word::And,
        ))
    };
    let more = |case: usize, cases: &[usize]| {
        let variant = Sentence::plain(place(report, name, case, words));
        let word = if subject.kind.is_chance() {
            Word::SayMoreOften
        } else {
            Word::SayMore
        };
        Sentence::fill(
            words,
            word,
            &[("variant", variant), ("places", places(cases))],
        )
    };
    let mut parts = vec![more(first, &more_first), more(second, &more_second)];
    if !equal.is_empty() {
        parts.push(Sentence::fill(
            words,
            Word::SayEqual,
            &[("places", places(&equal))],
        ));
    }
    let statement = joined_parts(subject, parts).with_claim(Claim::Leads {
        quantity: subject.quantity.clone(),
        pairs,
    });
    Some(subject.sentence(
        &remaining_place(report, first, &[name, axis], words),
        &firsts,
        statement,
        words,
    ))
}

/// Joins the parts of a sentence about two variants. If they are too long for a title, the title
/// has only the first one, which names all places where its variant has more.
fn joined_parts(subject: &Subject<'_>, parts: Vec<Sentence>) -> Sentence {
    let texts = parts.iter().map(Sentence::text).chain([subject.title()]);
    let word_count: usize = texts.map(|text| text.split_whitespace().count()).sum();
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |joined, part| {
        let part = Sentence::join(vec![Sentence::plain("; "), part], "");
        let part = if word_count > MAX_TITLE_WORDS {
            part.into_detail()
        } else {
            part
        };
        Sentence::join(vec![joined, part], "")
    })
}
