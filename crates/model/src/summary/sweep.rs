//! The headline along one parameter with increasing values.

use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

use super::one_case::is_chance;
use super::place::{is_counted, place, remaining_place, repeated_place, repeated_value};
use super::sentence::{Claim, Sentence};
use super::subject::Subject;
use crate::estimate::MARGIN;
use crate::messages::{Messages, Word};
use crate::report::Axis;
use crate::rule::metric::Tone;

/// The bound that a number is compared with: its goal, or one half for a probability.
pub(super) struct Goal {
    pub(super) bound: Bound,
    /// The goal in words: "at least 60%", "over 50%".
    text: String,
    is_wanted: bool,
}

impl Goal {
    pub(super) fn for_subject(subject: &Subject<'_>, words: &Messages) -> Option<Goal> {
        if let Some(want) = subject.want {
            let text = want.in_words(is_chance(subject), words);
            return Some(Goal {
                bound: want.bound,
                text,
                is_wanted: true,
            });
        }
        let half = Sentence::plain(words.percent("50"));
        let text = Sentence::fill(words, Word::SayOver, &[("number", half)]).text();
        let bound = Bound::read("> 0.5").ok().filter(|_| is_chance(subject))?;
        Some(Goal {
            bound,
            text,
            is_wanted: false,
        })
    }

    /// Returns the goal as a sentence; the number 50% is highlighted.
    pub(super) fn sentence(&self, words: &Messages) -> Sentence {
        if self.is_wanted {
            return Sentence::plain(&self.text);
        }
        let half = Sentence::number(words.percent("50"), Tone::Neutral);
        Sentence::fill(words, Word::SayOver, &[("number", half)])
    }

    pub(super) fn is_met(&self, value: f64) -> bool {
        // Exactly one half is not over it, even with a rounding error.
        let is_half = !self.is_wanted && value <= 0.5 + MARGIN;
        !is_half && self.bound.miss(value) <= 0.0
    }
}

/// Returns a range of places in words: "at QV 4 or more", "only with no cubes".
fn stretch(
    subject: &Subject<'_>,
    axis: Axis,
    along: &[usize],
    met: std::ops::Range<usize>,
    words: &Messages,
) -> Sentence {
    if met.len() == 1 {
        let only = Sentence::plain(place(subject.report, axis, along[met.start], words));
        return Sentence::fill(words, Word::SayOnly, &[("place", only)]);
    }
    let is_below = met.start == 0;
    let last = if is_below { met.end - 1 } else { met.start };
    let place = Sentence::plain(place(subject.report, axis, along[last], words));
    Sentence::fill(
        words,
        beyond_template(subject, axis, along[last], !is_below),
        &[("place", place)],
    )
}

/// Returns the template for a place and all above or below it. Counts are "fewer", measures are
/// "less".
pub(super) fn beyond_template(
    subject: &Subject<'_>,
    axis: Axis,
    case: usize,
    is_above: bool,
) -> Word {
    if is_above {
        Word::SayOrMore
    } else if is_counted(subject.report, axis, case) {
        Word::SayOrFewer
    } else {
        Word::SayOrLess
    }
}

/// Returns the headline along an axis: where the goal is met or the number is over 50%, else the
/// values at both ends and the peak.
pub(super) fn sentence(
    subject: &Subject<'_>,
    axis: Axis,
    along: &[usize],
    words: &Messages,
) -> Sentence {
    let statement = if subject.is_same(along)
        && Goal::for_subject(subject, words).is_none_or(|goal| !goal.is_wanted)
    {
        let claim = Claim::Same {
            quantity: subject.quantity.clone(),
            cases: along.to_vec(),
        };
        Sentence::fill(
            words,
            Word::SaySame,
            &[("value", subject.figure(along[0], words))],
        )
        .with_claim(claim)
    } else {
        let goal = Goal::for_subject(subject, words);
        goal.and_then(|goal| threshold(subject, axis, along, &goal, words))
            .unwrap_or_else(|| ends_and_extreme(subject, axis, along, words))
    };
    subject.sentence(
        &remaining_place(subject.report, along[0], &[axis], words),
        along,
        statement,
        words,
    )
}

/// Returns where a goal is met: in one range of the axis, everywhere, or nowhere.
fn threshold(
    subject: &Subject<'_>,
    axis: Axis,
    along: &[usize],
    goal: &Goal,
    words: &Messages,
) -> Option<Sentence> {
    let report = subject.report;
    let met: Vec<bool> = along
        .iter()
        .map(|&case| goal.is_met(subject.value(case)))
        .collect();
    let bound = Sentence::plain(&goal.text);
    let claim = Claim::WithinBound {
        quantity: subject.quantity.clone(),
        bound: goal.bound,
        cases: along.iter().copied().zip(met.iter().copied()).collect(),
    };
    let changes: Vec<usize> = (1..met.len())
        .filter(|&index| met[index] != met[index - 1])
        .collect();
    if changes.is_empty() {
        if !goal.is_wanted {
            return None;
        }
        let extreme = nearest_to_goal(subject, axis, along, goal, words)?;
        let template = if met[0] {
            Word::SayThroughout
        } else {
            Word::SayNowhere
        };
        return Some(
            Sentence::fill(words, template, &[("bound", bound), ("extreme", extreme)])
                .with_claim(claim),
        );
    }
    let start = if met[0] { 0 } else { changes[0] };
    let end = if met[0] {
        changes[0]
    } else {
        changes.get(1).copied().unwrap_or(met.len())
    };
    if changes.len() > 2 || changes.len() == 2 && (met[0] || !goal.is_wanted) {
        return None;
    }
    // The last place at which the goal is met, and the first at which it is not.
    let (inside, outside) = if start > 0 {
        (start, start - 1)
    } else {
        (end - 1, end)
    };
    let value = subject.figure(along[inside], words);
    let other = subject.figure(along[outside], words);
    let outside_place = Sentence::plain(repeated_place(report, axis, along[outside], words));
    if changes.len() == 2 && end - start > 1 {
        let from = place(report, axis, along[start], words);
        let to = repeated_value(report, axis, along[end - 1], words);
        let fillers = [
            ("bound", bound),
            ("from", Sentence::plain(from)),
            ("to", Sentence::plain(to)),
            ("value", value),
            ("other", other),
            ("there", outside_place),
        ];
        return Some(Sentence::fill(words, Word::SayWithin, &fillers).with_claim(claim));
    }
    let places = stretch(subject, axis, along, start..end, words);
    let fillers = [
        ("bound", bound),
        ("place", places),
        ("value", value),
        ("other", other),
        ("there", outside_place),
    ];
    Some(Sentence::fill(words, Word::SayThreshold, &fillers).with_claim(claim))
}

/// Returns the value closest to a goal that is met everywhere or nowhere, with its distance.
fn nearest_to_goal(
    subject: &Subject<'_>,
    axis: Axis,
    along: &[usize],
    goal: &Goal,
    words: &Messages,
) -> Option<Sentence> {
    let far = |case: usize| slack(&goal.bound, subject.value(case)).abs();
    let case = along.iter().copied().reduce(|nearest_case, other| {
        if far(other) < far(nearest_case) {
            other
        } else {
            nearest_case
        }
    })?;
    let (quantity, among) = (subject.quantity.clone(), along.to_vec());
    let is_end = |sign: f64| {
        along
            .iter()
            .all(|&other| sign * subject.value(other) <= sign * subject.value(case))
    };
    let (template, claim) = match (is_end(1.0), is_end(-1.0)) {
        (true, _) => (
            Word::SayHighest,
            Claim::Extreme {
                case,
                quantity,
                among,
                is_greatest: true,
            },
        ),
        (_, true) => (
            Word::SayLowest,
            Claim::Extreme {
                case,
                quantity,
                among,
                is_greatest: false,
            },
        ),
        _ => (
            Word::SayNearest,
            Claim::Nearest {
                case,
                quantity,
                among,
                bound: goal.bound,
            },
        ),
    };
    let place = Sentence::plain(place(subject.report, axis, case, words));
    let fillers = [("value", subject.figure(case, words)), ("place", place)];
    Some(Sentence::fill(words, template, &fillers).with_claim(claim))
}

/// Returns the distance of a value inside a bound; negative outside.
fn slack(bound: &Bound, value: f64) -> f64 {
    match bound {
        Bound::Between(low, high) => (value - low.value).min(high.value - value),
        Bound::Is(Comparison::AtLeast | Comparison::Above, limit) => value - limit.value,
        Bound::Is(Comparison::AtMost | Comparison::Below, limit) => limit.value - value,
        Bound::Is(Comparison::Equal | Comparison::Unequal, limit) => -(value - limit.value).abs(),
    }
}

/// Returns the values at both ends, after the peak or the lowest value if that is between them.
fn ends_and_extreme(
    subject: &Subject<'_>,
    axis: Axis,
    along: &[usize],
    words: &Messages,
) -> Sentence {
    let figure_at = |case: usize, is_again: bool| {
        let words_of = if is_again { repeated_place } else { place };
        let place_text = Sentence::plain(words_of(subject.report, axis, case, words));
        Sentence::fill(
            words,
            Word::SayAt,
            &[
                ("value", subject.figure(case, words)),
                ("place", place_text),
            ],
        )
    };
    let (first, last) = (along[0], along[along.len() - 1]);
    let value = |case: usize| subject.value(case);
    let highest = along.iter().copied().reduce(|best_case, other| {
        if value(other) > value(best_case) + MARGIN {
            other
        } else {
            best_case
        }
    });
    let lowest = along.iter().copied().reduce(|worst_case, other| {
        if value(other) < value(worst_case) - MARGIN {
            other
        } else {
            worst_case
        }
    });
    let highest = highest.filter(|&case| value(case) > value(first).max(value(last)) + MARGIN);
    let lowest = lowest.filter(|&case| value(case) < value(first).min(value(last)) - MARGIN);
    let (template, extreme) = match (highest, lowest) {
        (Some(case), _) => (Word::SayPeak, case),
        (None, Some(case)) => (Word::SayDip, case),
        (None, None) => {
            return Sentence::fill(
                words,
                Word::SayBoth,
                &[
                    ("one", figure_at(first, false)),
                    ("other", figure_at(last, true)),
                ],
            );
        }
    };
    let claim = Claim::Extreme {
        case: extreme,
        quantity: subject.quantity.clone(),
        among: along.to_vec(),
        is_greatest: highest.is_some(),
    };
    let is_tied =
        |case: &&usize| (value(**case) - value(extreme)).abs() <= MARGIN && **case != extreme;
    let tied: Vec<usize> = along.iter().filter(is_tied).copied().collect();
    let tied_values = tied
        .iter()
        .map(|&case| repeated_value(subject.report, axis, case, words));
    let places: Vec<String> = std::iter::once(place(subject.report, axis, extreme, words))
        .chain(tied_values)
        .collect();
    let same = std::iter::once(extreme).chain(tied).collect();
    let same = Claim::Same {
        quantity: subject.quantity.clone(),
        cases: same,
    };
    let places = words.join_names(
        &places.iter().map(String::as_str).collect::<Vec<_>>(),
        Word::And,
    );
    let fillers = [
        ("place", Sentence::plain(places)),
        ("value", subject.figure(extreme, words)),
        ("first", figure_at(first, true)),
        ("last", figure_at(last, true)),
    ];
    Sentence::fill(words, template, &fillers)
        .with_claim(claim)
        .with_claim(same)
}
