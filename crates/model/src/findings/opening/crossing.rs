//! Variants of which one leads here and another there: "The roll succeeds most often with “Advantage” up to target 10, with
//! “Plus 5” from target 11 on".

use super::reading::Reader;
use super::said::{all_but, both, place, place_of};
use super::stretches::{Stretch, stretches};
use super::swing::axes;
use super::{OpeningClaim, Sentence};
use crate::estimate::MARGIN;
use crate::report::{Axis, Report, Value, rising};
use crate::rule::metric::Tone;

/// What the variants come to at one place of what is swept: the cases, the best first; none is best where two are alike.
struct Place {
    cases: Vec<usize>,
    is_tie: bool,
}

/// Which variant leads where, in a sweep that is in order and in which no one leads all the way.
pub(super) fn crossing(report: &Report, reader: &Reader<'_>, usual: usize) -> Option<Sentence> {
    let is_in_order = |axis: Axis| match axis {
        Axis::Sweep(at) => rising(report.sweep[at].values.iter().map(Value::number)).is_some(),
        _ => false,
    };
    if report.variants.len() < 2 {
        return None;
    }
    let found = axes(report, usual).into_iter().filter(|(axis, _)| is_in_order(*axis));
    found.filter_map(|(axis, along)| told(report, reader, (axis, &along))).next()
}

fn told(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    let wants_more = reader.wants_more.unwrap_or(reader.tone() != Tone::Failure);
    let places: Vec<Place> = along.iter().map(|&case| at(report, reader, (axis, case), wants_more)).collect();
    let variant = |place: &Place| place_of(report, Axis::Variants, place.cases[0]);
    let found = stretches(places.iter().map(|place| (!place.is_tie).then(|| variant(place))))?;
    let how = match (reader.is_chance(), wants_more) {
        (true, true) => "most often ",
        (true, false) => "least often ",
        (false, true) => "most ",
        (false, false) => "least ",
    };
    let with = |own: &Stretch| {
        let who = place(report, Axis::Variants, places[own.from].cases[0]);
        format!("{who} {}", own.told(report, (axis, along)))
    };
    let told: Vec<String> = found.iter().map(with).collect();
    let event = reader.event();
    // A mean is told under the name of its metric: no clause has a place for "most".
    let what = match (event.as_str(), reader.metric()) {
        _ if !reader.is_chance() => reader.metric().map_or_else(|| reader.before(""), |own| format!("{}: ", own.label)),
        ("", _) => reader.before(""),
        _ => format!("{event} "),
    };
    let rest = rest_of(report, along[0], axis);
    let mut sentence = Sentence::default().words(format!("{what}{how}{}{rest}: ", told.join(", ")));
    for (nth, own) in [&found[0], &found[found.len() - 1]].into_iter().enumerate() {
        let at = if nth == 0 { own.from } else { own.to };
        let [best, second, ..] = places[at].cases[..] else { return None };
        let (a, b) = both(reader.is_chance(), &reader.values[best], &reader.values[second]);
        if a == b {
            return None;
        }
        let before = if nth == 0 { "" } else { ", " };
        sentence = sentence.words(before).figure(a, reader.tone()).words(" against ").figure(b, Tone::Neutral);
        sentence = sentence.words(format!(" {}", place(report, axis, along[at])));
        sentence = sentence.claim(reader.reads(best)).claim(reader.reads(second));
    }
    let ahead = found.iter().flat_map(|own| own.from..=own.to).filter(|&nth| !places[nth].is_tie);
    let leads = ahead.map(|nth| places[nth].cases.clone()).collect();
    let claim = OpeningClaim::Leads { statistic: reader.quantity.clone(), places: leads, is_greatest: wants_more };
    Some(sentence.words(".").claim(claim))
}

/// Where all this is, but for what is swept and the variants: ", at QV 4".
fn rest_of(report: &Report, case: usize, axis: Axis) -> String {
    if report.sweep.iter().filter(|own| own.values.len() > 1).count() < 2 {
        return String::new();
    }
    let own = all_but(report, case, &[axis, Axis::Variants]);
    if own.is_empty() { own } else { format!(", {own}") }
}

/// The variants at a place of what is swept.
fn at(report: &Report, reader: &Reader<'_>, (axis, case): (Axis, usize), wants_more: bool) -> Place {
    let sign = if wants_more { -1.0 } else { 1.0 };
    let value = |case: usize| sign * reader.values[case].value;
    let all = axes(report, case).into_iter().find(|(own, _)| *own == Axis::Variants);
    let mut cases = all.map_or_else(|| vec![case], |(_, cases)| cases);
    cases.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
    debug_assert!(cases.iter().all(|&own| place_of(report, axis, own) == place_of(report, axis, case)));
    let is_tie = cases.len() < 2 || value(cases[1]) - value(cases[0]) <= MARGIN;
    Place { cases, is_tie }
}
