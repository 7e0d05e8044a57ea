//! Which outcome is likeliest where, along what is swept: "Most often both powers cancel up to our Base Damage 25, ours passes
//! at half from our Base Damage 26 on".

use super::reading::Reader;
use super::said::{place, rest};
use super::stretches::stretches;
use super::{OpeningClaim, Quantity, Sentence};
use crate::estimate::MARGIN;
use crate::figures::Numerals;
use crate::report::{Axis, Report};
use crate::rule::metric::{Kind, Tone};
use crate::rule::presentation::{Headline, Measure};

/// Which outcome is likeliest, stretch by stretch, where what is read first is neither hoped for nor feared.
pub(super) fn likeliest(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    let Quantity::Metric(own) = &reader.quantity else { return None };
    let Kind::Category(outcomes) = &reader.metric()?.kind else { return None };
    if matches!(reader.tone(), Tone::Success | Tone::Failure) || !reader.before("").is_empty() {
        return None;
    }
    let of = |code| Headline { measure: Measure::Is(code), label: String::new(), ..own.clone() };
    let all = (0..).zip(outcomes).map(|(code, _)| Reader::new(report, &of(code))).collect::<Option<Vec<_>>>()?;
    let value = |nth: usize, case: usize| all[nth].values[case].value;
    let leads = |&case: &usize| {
        let first = (0..all.len()).reduce(|a, b| if value(b, case) > value(a, case) { b } else { a })?;
        let is_ahead = |nth: usize| nth == first || value(nth, case) < value(first, case) - MARGIN;
        (0..all.len()).all(is_ahead).then_some(first)
    };
    let leaders = along.iter().map(leads).collect::<Option<Vec<usize>>>()?;
    let found = stretches(leaders.iter().copied().map(Some))?;
    let told = found.iter().map(|own| format!("{} {}", all[own.leader].event(), own.told(report, (axis, along))));
    let before = reader.before(&rest(report, along[0], axis));
    let told = told.collect::<Vec<_>>().join(", ");
    let last = along.len() - 1;
    let ends = [(&all[leaders[0]], along[0]), (&all[leaders[last]], along[last])];
    let mut sentence = Sentence::default().words(format!("{before}most often {told}: "));
    for (nth, (one, case)) in ends.into_iter().enumerate() {
        let share = one.text(case, Numerals::ENGLISH);
        sentence = sentence.words(if nth == 0 { "" } else { ", " }).figure(share, one.tone());
        sentence = sentence.words(format!(" {}", place(report, axis, case))).claim(one.reads(case));
    }
    let claims = along.iter().zip(&leaders).map(|(&case, &leader)| {
        let others = all.iter().enumerate().filter(|(nth, _)| *nth != leader);
        let others = others.map(|(_, other)| other.quantity.clone()).collect();
        OpeningClaim::Likeliest { case, statistic: all[leader].quantity.clone(), others }
    });
    Some(claims.fold(sentence.words("."), Sentence::claim))
}
