//! The other sides: where a category has three outcomes, two of them do not say how the third does.

use super::Sentence;
use super::reading::Reader;
use super::said::place;
use super::sentence::{OpeningClaim, Quantity};
use super::swing::Swing;
use crate::findings::clause::around_share;
use crate::report::{Axis, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{Headline, Measure};

/// Outcomes of which each is told.
const SIDES: usize = 3;

/// What a sentence about one of three outcomes, or two, leaves out of a case: "; nobody 3%".
pub(super) fn with_others(report: &Report, first: &Reader<'_>, case: usize, answer: Sentence) -> Sentence {
    let is_told = |own: &Quantity| {
        answer.claims.iter().any(|claim| matches!(claim, OpeningClaim::Reads { statistic, .. } if statistic == own))
    };
    let mut left: Vec<Reader<'_>> = others(report, first).into_iter().filter(|own| !is_told(&own.quantity)).collect();
    left.retain(|own| !own.values[case].is_impossible());
    if left.is_empty() {
        return answer;
    }
    let mut sentence = answer.unended();
    for own in left {
        let (event, share) = (own.event(), own.text(case, report.company));
        let [ahead, after] = around_share(&event, &share);
        sentence = sentence.words(format!("; {event}{ahead}")).figure(share, own.tone()).words(after);
        sentence = sentence.claim(own.reads(case));
    }
    sentence.words(".")
}

/// Of several cases, the others from end to end of what matters most: "Bernd: 30% at boost 0, 50% at boost 4; Clara: ...".
pub(super) fn elsewhere(report: &Report, first: &Reader<'_>, swings: &[Swing]) -> Option<Sentence> {
    let swing = swings.first().filter(|swing| matches!(swing.axis, Axis::Sweep(_)))?;
    let (from, to) = (*swing.along.first()?, *swing.along.last()?);
    let mut others = others(report, first);
    others.retain(|own| own.values.iter().any(|value| !value.is_impossible()));
    let mut sentence = Sentence::default();
    for (nth, own) in others.iter().enumerate() {
        let text = |at: usize| own.text(at, report.company);
        let (before, after) = match nth {
            0 => (place(report, swing.axis, from), place(report, swing.axis, to)),
            _ => (String::new(), String::new()),
        };
        let gap = if nth > 0 { "; " } else { "" };
        let spaced = |place: String| if place.is_empty() { place } else { format!(" {place}") };
        let event = own.event();
        let [ahead, often] = around_share(&event, &text(from));
        sentence = sentence.words(format!("{gap}{event}{ahead}")).figure(text(from), own.tone());
        sentence =
            sentence.words(format!("{often}{}, ", spaced(before))).figure(text(to), own.tone()).words(spaced(after));
        sentence = sentence.claim(own.reads(from)).claim(own.reads(to));
    }
    (!others.is_empty()).then(|| sentence.words(".").begun())
}

/// The other outcomes of a category that has three; nothing of any other, nor where one of them is not exact.
fn others<'r>(report: &'r Report, first: &Reader<'_>) -> Vec<Reader<'r>> {
    let outcomes = first.metric().map_or(0, |metric| match &metric.kind {
        Kind::Category(outcomes) => outcomes.len(),
        _ => 0,
    });
    let Quantity::Metric(own) = &first.quantity else { return Vec::new() };
    let Measure::Is(told) = own.measure else { return Vec::new() };
    if outcomes != SIDES {
        return Vec::new();
    }
    let other = |code| Headline { measure: Measure::Is(code), label: String::new(), ..own.clone() };
    let codes = (0..SIDES as i64).filter(|&code| code != told);
    codes.map(|code| Reader::new(report, &other(code))).collect::<Option<Vec<_>>>().unwrap_or_default()
}
