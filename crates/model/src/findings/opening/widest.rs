//! What matters most of what varies; of one thing that varies, which step of it.

use super::reading::Reader;
use super::{HARDLY, OpeningClaim, Sentence, said, swing};
use crate::estimate::MARGIN;
use crate::findings::words::capital;
use crate::report::Report;
use crate::rule::metric::Tone;

/// What matters most of what varies, with all else as usual; of one thing that varies, which step of it.
pub(super) fn widest(
    report: &Report,
    reader: &Reader<'_>,
    usual: usize,
    swings: &[swing::Swing],
    is_first: bool,
) -> Option<Sentence> {
    let [first, rest @ ..] = swings else { return None };
    let Some(second) = rest.first() else { return step(report, reader, first) };
    if first.size() <= second.size() + MARGIN {
        return None;
    }
    let ends = |swing: &swing::Swing| {
        let (from, to) = swing.ends();
        let texts = said::both(reader.is_chance(), &reader.values[from], &reader.values[to]);
        (from, to, texts)
    };
    let (from, to, (a, b)) = ends(first);
    if a == b {
        return None;
    }
    let what = said::axis_name(report, first.axis);
    let rest = said::rest(report, usual, first.axis);
    let sentence = Sentence::default()
        .words(format!(
            "Of all that was varied, most hangs on {what}: {rest}, {} goes from ",
            subject_of(reader, is_first)
        ))
        .figure(a, Tone::Neutral)
        .words(format!(" {} to ", said::place(report, first.axis, from)))
        .figure(b, Tone::Neutral)
        .words(format!(" {}.", said::place(report, first.axis, to)))
        .claim(reader.reads(from))
        .claim(reader.reads(to));
    let rest = capital(&said::rest(report, usual, second.axis));
    let sentence = if second.size() <= MARGIN {
        sentence.words(format!(" {rest}, nothing hangs on {}.", said::axis_name(report, second.axis)))
    } else {
        let (from, to, (a, b)) = ends(second);
        let sentence = sentence.claim(reader.reads(from)).claim(reader.reads(to));
        if a == b {
            sentence.words(format!(" {rest}, it hardly changes."))
        } else {
            sentence
                .words(format!(" {rest}, it goes from "))
                .figure(a, Tone::Neutral)
                .words(format!(" {} to ", said::place(report, second.axis, from)))
                .figure(b, Tone::Neutral)
                .words(format!(" {}.", said::place(report, second.axis, to)))
        }
    };
    let (low, high) = (first.low, first.high);
    Some(sentence.claim(OpeningClaim::Widest { statistic: reader.quantity.clone(), axis: first.axis, low, high }))
}

/// What goes from one number to another: "the chance that all dice succeed", "the average".
fn subject_of(reader: &Reader<'_>, is_first: bool) -> String {
    // Before anything has said what it is about, its label does.
    let heading = reader.heading().filter(|_| is_first);
    match (reader.is_chance(), reader.kind_of_number()) {
        (true, _) => heading.map_or_else(|| reader.subject(), |heading| format!("the chance of “{heading}”")),
        (false, "") => heading.map_or_else(|| "it".to_owned(), |heading| format!("“{heading}”")),
        (false, _) => match reader.metric().filter(|_| is_first) {
            Some(metric) => format!("the average of “{}”", metric.label),
            None => "the average".to_owned(),
        },
    }
}

/// Of the only thing that varies, the step that changes most.
fn step(report: &Report, reader: &Reader<'_>, swing: &swing::Swing) -> Option<Sentence> {
    // Where little hangs on all of it, little hangs on a step.
    if reader.is_chance() && swing.size() < HARDLY {
        return None;
    }
    let (from, to) = swing.widest_step(report, &reader.values)?;
    let (a, b) = said::both(reader.is_chance(), &reader.values[from], &reader.values[to]);
    if a == b {
        return None;
    }
    let sentence = Sentence::default()
        .words(format!(
            "The step from {} to {} changes most{}: from ",
            said::place_name(report, swing.axis, from),
            said::place_name(report, swing.axis, to),
            reader.of_step()
        ))
        .figure(a, Tone::Neutral)
        .words(" to ")
        .figure(b, Tone::Neutral)
        .words(".");
    let sentence = sentence.claim(reader.reads(from)).claim(reader.reads(to));
    Some(sentence.claim(OpeningClaim::Step { statistic: reader.quantity.clone(), from, to }))
}
