//! The other sides: where a category has three outcomes, two of them do not say how the third does.

use super::reading::Reader;
use super::said::{place, rest};
use super::sentence::{OpeningClaim, Quantity};
use super::swing::Swing;
use super::{HARDLY, Sentence};
use crate::figures::Numerals;
use crate::findings::clause::around_share;
use crate::report::{Axis, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{Headline, Measure};

/// Named units of which each is told.
const UNITS: usize = 3;

/// Outcomes of which each is told.
const OUTCOMES: usize = 4;

/// A number beyond both ends is told where it is farther from them than this, as a share of the greatest; of chances, of all.
const SEEN: f64 = 0.01;

/// What a sentence leaves out, and what it is told by.
struct Other<'a> {
    reader: Reader<'a>,
    /// The name of the unit that it is of; nothing of an outcome.
    unit: String,
}

impl Other<'_> {
    /// What stands around its number in a case: "we win ", " of the time"; "Green ", "".
    fn around(&self, text: &str) -> (String, &'static str) {
        if !self.unit.is_empty() {
            return (format!("{} ", self.unit), "");
        }
        let event = self.reader.event();
        let [ahead, after] = around_share(&event, text);
        (event + ahead, after)
    }
}

/// What a sentence about one of three outcomes, or units, or two of them, leaves out of a case: "; nobody 3%".
pub(super) fn with_others(report: &Report, first: &Reader<'_>, case: usize, answer: Sentence) -> Sentence {
    let is_told = |own: &Quantity| {
        answer.claims.iter().any(|claim| matches!(claim, OpeningClaim::Reads { statistic, .. } if statistic == own))
    };
    let mut left: Vec<Other<'_>> = others(report, first);
    left.retain(|own| !is_told(&own.reader.quantity));
    left.retain(|own| !own.unit.is_empty() || !own.reader.values[case].is_impossible());
    if left.is_empty() {
        return answer;
    }
    let mut sentence = answer.unended();
    for own in left {
        let share = own.reader.text(case, Numerals::ENGLISH);
        let (ahead, after) = own.around(&share);
        sentence = sentence.words(format!("; {ahead}")).figure(share, own.reader.tone()).words(after);
        sentence = sentence.claim(own.reader.reads(case));
    }
    sentence.words(".")
}

/// Of several cases, the others from end to end of what matters most: "Bernd: 30% at boost 0, 50% at boost 4; Clara: ...".
pub(super) fn elsewhere(report: &Report, first: &Reader<'_>, swings: &[Swing]) -> Option<Sentence> {
    let swing = swings.first().filter(|swing| matches!(swing.axis, Axis::Sweep(_)))?;
    let mut others = others(report, first);
    others.retain(|own| own.reader.values.iter().any(|value| !value.is_impossible()));
    let held = swing.along.first().map_or_else(String::new, |&at| rest(report, at, swing.axis));
    let held = if held.is_empty() { held } else { format!("{held}, ") };
    let mut sentence = Sentence::default().words(held);
    for (nth, own) in others.iter().enumerate() {
        let text = |at: usize| own.reader.text(at, Numerals::ENGLISH);
        let told = turns(&own.reader, &swing.along);
        let (ahead, after) = own.around(&text(told[0]));
        sentence = sentence.words(format!("{}{ahead}", if nth > 0 { "; " } else { "" }));
        for (turn, &at) in told.iter().enumerate() {
            let often = if turn == 0 { after } else { "" };
            let at_place = format!(" {}", place(report, swing.axis, at));
            sentence = sentence.words(if turn > 0 { ", " } else { "" }).figure(text(at), own.reader.tone());
            sentence = sentence.words(format!("{often}{at_place}")).claim(own.reader.reads(at));
        }
    }
    (!others.is_empty()).then(|| sentence.words(".").begun())
}

/// Whether the other outcomes are told beside the answer.
pub(super) fn are_told(report: &Report, first: &Reader<'_>) -> bool {
    !others(report, first).is_empty()
}

/// Of the other outcomes of a category that one whose chance moves most along what varies, where it does more than hardly move.
pub(super) fn moving<'r>(report: &'r Report, first: &Reader<'_>, along: &[usize]) -> Option<Reader<'r>> {
    let Quantity::Metric(own) = &first.quantity else { return None };
    let metric = first.metric().filter(|metric| !report.hangs_on_ties(&metric.name))?;
    let (Kind::Category(outcomes), Measure::Is(told)) = (&metric.kind, own.measure) else { return None };
    let read =
        |code: i64| Reader::new(report, &Headline { measure: Measure::Is(code), label: String::new(), ..own.clone() });
    let others = (0..outcomes.len() as i64).filter(|&code| code != told).filter_map(read);
    others.filter(|own| own.range(along) >= HARDLY).max_by(|a, b| a.range(along).total_cmp(&b.range(along)))
}

/// Both ends, and between them where a number is greatest or least, if neither end is.
fn turns(reader: &Reader<'_>, along: &[usize]) -> Vec<usize> {
    let value = |at: usize| reader.values[at].value;
    let (Some(&from), Some(&to)) = (along.first(), along.last()) else { return Vec::new() };
    let most = along.iter().copied().reduce(|a, b| if value(b) > value(a) { b } else { a });
    let least = along.iter().copied().reduce(|a, b| if value(b) < value(a) { b } else { a });
    let all = if reader.is_chance() { 1.0 } else { along.iter().map(|&at| value(at).abs()).fold(0.0, f64::max) };
    let is_over = |at: &usize| value(*at) > value(from).max(value(to)) + SEEN * all;
    let is_under = |at: &usize| value(*at) < value(from).min(value(to)) - SEEN * all;
    let mut told: Vec<usize> = [most.filter(is_over), least.filter(is_under)].into_iter().flatten().collect();
    told.sort_by_key(|at| along.iter().position(|own| own == at));
    [vec![from], told, vec![to]].concat()
}

/// The other outcomes of a category that has three or four, or the other units of as many that have names; nothing of any other, nor
/// where one of them is not exact.
fn others<'r>(report: &'r Report, first: &Reader<'_>) -> Vec<Other<'r>> {
    let Quantity::Metric(own) = &first.quantity else { return Vec::new() };
    let Some(metric) = first.metric().filter(|metric| !report.hangs_on_ties(&metric.name)) else { return Vec::new() };
    let unit = |step: u32| report.own_step_name(&metric.name, step).map(str::to_owned);
    let (from, to) = metric.steps.unwrap_or_default();
    // What is said of no step is of the last.
    let told = own.step.unwrap_or(to);
    let all: Option<Vec<(String, Headline)>> = match (&metric.kind, own.measure) {
        _ if from < to && unit(told).is_some() => (from..=to)
            .filter(|&step| step != told && to - from < UNITS as u32)
            .map(|step| Some((unit(step)?, Headline { step: Some(step), ..own.clone() })))
            .collect(),
        // Of a bundled rule its authors have said what to read first of four.
        (Kind::Category(outcomes), Measure::Is(told))
            if outcomes.len() == 3 || outcomes.len() == OUTCOMES && report.rule_text.is_some() =>
        {
            let other = |code| (String::new(), Headline { measure: Measure::Is(code), ..own.clone() });
            Some((0..outcomes.len() as i64).filter(|&code| code != told).map(other).collect())
        }
        _ => None,
    };
    let read = |(unit, own): (String, Headline)| {
        let own = Headline { label: String::new(), ..own };
        Some(Other { reader: Reader::new(report, &own)?, unit })
    };
    all.and_then(|all| all.into_iter().map(read).collect()).unwrap_or_default()
}
