//! A number that hangs on how ties of best play are broken.

use super::reading::Reader;
use super::{OpeningClaim, Quantity, Sentence};
use crate::estimate::Estimate;
use crate::figures::Numerals;
use crate::report::Report;

/// Whether it is not reckoned what other plays that are as good make of a number of the only case.
pub(super) fn is_unknown(report: &Report, reader: &Reader<'_>) -> bool {
    let play = report.cases.first().and_then(|case| case.best_play.as_ref());
    play.is_some_and(|play| play.is_open(label(report, reader)) && play.range(label(report, reader)).is_none())
}

/// What it is called.
pub(super) fn label<'r>(report: &'r Report, reader: &'r Reader<'_>) -> &'r str {
    match &reader.quantity {
        Quantity::Metric(own) => &own.label,
        Quantity::Ask(at) => &report.asks[*at].label,
    }
}

/// What a number comes to under all plays that are as good: "the turn is bust 29% to 37% of the time, as ties are broken"; `None` where
/// nothing hangs on them.
pub(super) fn spread(report: &Report, reader: &Reader<'_>, case: usize) -> Option<Sentence> {
    let play = report.cases[case].best_play.as_ref()?;
    let label = label(report, reader);
    let range = play.range(label)?;
    let (least, most) = (Estimate::known(range.least), Estimate::known(range.most));
    let text =
        |own: &Estimate| if reader.is_chance() { own.spoken(Numerals::ENGLISH) } else { own.mean(Numerals::ENGLISH) };
    if text(&least) == text(&most) {
        return None;
    }
    let (ahead, after) = reader.around_number(&text(&most));
    let claim = OpeningClaim::Spreads { case, label: label.to_owned(), least: range.least, most: range.most };
    let sentence = Sentence::default().words(format!("{}{ahead}", reader.before(&super::at(report, case))));
    let sentence = sentence.figure(text(&least), reader.tone()).words(" to ").figure(text(&most), reader.tone());
    Some(sentence.words(format!("{after}, as ties are broken")).claim(claim))
}
