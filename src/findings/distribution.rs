//! Findings of one count: the likeliest value, or what most trials bring.

use super::chart_data::ChartData;
use super::claim::{Claim, Finding};
use super::counts::the;
use super::places::is_code;
use super::words::{bare, counted, in_digits, in_words, quoted, small};
use crate::estimate::Estimate;
use crate::rule::metric::{Kind, Measure};

/// A value that is rarer than this is no news, however much it leads.
const NEWS: f64 = 1.0 / 3.0;

/// What a distribution shows, best first.
pub(super) fn findings(data: &ChartData<'_>) -> Vec<Finding> {
    let (Some(law), label) = (data.law(0, 0), data.observed.metric.label.as_str()) else { return Vec::new() };
    let chance = |value| data.known(law, Measure::Is(value));
    if data.observed.metric.kind == Kind::Flag {
        let share = chance(1);
        let sentence = format!("{}: {} of the time", quoted(&small(bare(label))), share.percent());
        return vec![Finding { claim: Claim::Share { low: 1, high: 1, of: share.value }, sentence }];
    }
    if is_code(data) {
        return Vec::new();
    }
    let values = data.values();
    let chances: Vec<Estimate> = values.iter().map(|&value| chance(value)).collect();
    let leads = |&nth: &usize| (0..chances.len()).all(|other| other == nth || chances[nth].exceeds(&chances[other]));
    let mode = (0..chances.len()).find(leads).and_then(|nth| mode(label, values[nth], &chances[nth]));
    let share = shortest(&values, &chances).and_then(|(low, high)| {
        let sum = data.known(law, Measure::AtLeast(low)).value - data.known(law, Measure::AtLeast(high + 1)).value;
        share(label, low, high, sum).filter(|_| law.exact.is_some())
    });
    let is_news = (0..chances.len()).find(leads).is_some_and(|nth| chances[nth].value >= NEWS);
    if is_news { mode.into_iter().chain(share).collect() } else { share.into_iter().chain(mode).collect() }
}

/// "Two actions are likeliest, at 38%".
fn mode(label: &str, value: i64, chance: &Estimate) -> Option<Finding> {
    let claim = Claim::Mode { value, of: chance.value };
    let percent = chance.percent();
    let is_certain = chance.is_certain();
    let sentence = match counted(label) {
        Some(noun) => {
            let (number, noun) = (in_words(value), noun.noun(value == 1));
            let verb = if value == 1 { "is" } else { "are" };
            if is_certain {
                format!("{number} {noun} {verb} certain")
            } else {
                format!("{number} {noun} {verb} likeliest, at {percent}")
            }
        }
        None if is_certain => format!("{} is always {}", the(label)?, in_digits(value)),
        None => format!("{} is likeliest to be {}, at {percent}", the(label)?, in_digits(value)),
    };
    Some(Finding { claim, sentence })
}

/// "Three to six actions, 71% of the time".
fn share(label: &str, low: i64, high: i64, of: f64) -> Option<Finding> {
    let percent = Estimate::exact(of, 0.0).percent();
    let sentence = match counted(label) {
        Some(noun) => {
            let to = if high - low == 1 { "or" } else { "to" };
            format!("{} {to} {} {}, {percent} of the time", in_words(low), in_words(high), noun.noun(false))
        }
        None => format!("{} is {} to {}, {percent} of the time", the(label)?, in_digits(low), in_digits(high)),
    };
    Some(Finding { claim: Claim::Share { low, high, of }, sentence })
}

/// The shortest run of values that holds two thirds of the odds, of those the likeliest.
fn shortest(values: &[i64], chances: &[Estimate]) -> Option<(i64, i64)> {
    let mut best: Option<(i64, f64, (i64, i64))> = None;
    let (mut start, mut sum) = (0, 0.0);
    for end in 0..values.len() {
        sum += chances[end].value;
        while sum - chances[start].value >= 2.0 / 3.0 && start < end {
            sum -= chances[start].value;
            start += 1;
        }
        let (low, high) = (values[start], values[end]);
        let is_better =
            |(width, held, _): &(i64, f64, (i64, i64))| high - low < *width || high - low == *width && sum > *held;
        if sum >= 2.0 / 3.0 && high > low && best.as_ref().is_none_or(is_better) {
            best = Some((high - low, sum, (low, high)));
        }
    }
    let (width, _, ends) = best?;
    // Nearly all of them is no news.
    (width + 2 < values.len() as i64 + 1 && values.len() > 3).then_some(ends)
}
