//! Finds where a searched number turns back, or crosses its target.

use oddsmith_engine::chance::DECIMAL_PLACES;

use crate::input::tree::Node;
use crate::report::search::TriedValue;
use crate::report::{Case, Report, Value};

/// The number of significant digits of a root.
pub(super) const DIGITS: i32 = 6;
/// The maximal number of turning points that are examined more closely.
const MAX_TURNS: usize = 3;

/// Returns whether the trials rule out that the answer is the target.
pub(super) fn is_distinguishable(tried: &TriedValue, target: f64) -> bool {
    tried
        .interval
        .is_none_or(|interval| interval.high < target || target < interval.low)
}

/// Returns the distance between an answer and the target.
pub(super) fn miss(tried: &TriedValue, target: f64) -> f64 {
    tried
        .answer
        .map_or(f64::INFINITY, |answer| (answer - target).abs())
}

/// Returns values whose answer is nearer to the target than the answers of both neighbours, with
/// all three on the same side. Near such a value the answer may touch the target, or cross it and
/// come back. The nearest ones are returned.
pub(super) fn turning_points(tried: &[TriedValue], target: f64) -> Vec<[TriedValue; 3]> {
    let is_turning = |three: &&[TriedValue]| {
        let [low, middle, high] = three else {
            return false;
        };
        let side = |tried: &TriedValue| tried.answer.map(|answer| answer > target);
        let nearer = |other: &TriedValue| miss(middle, target) <= miss(other, target);
        side(low).is_some()
            && side(low) == side(middle)
            && side(middle) == side(high)
            && nearer(low)
            && nearer(high)
            && miss(middle, target) > 0.0
    };
    let mut found: Vec<&[TriedValue]> = tried.windows(3).filter(is_turning).collect();
    found.sort_by(|three, other| miss(&three[1], target).total_cmp(&miss(&other[1], target)));
    found.truncate(MAX_TURNS);
    found
        .into_iter()
        .filter_map(|three| three.to_vec().try_into().ok())
        .collect()
}

/// Returns the value of the last digit that is shown of numbers between these two.
pub(super) fn last_digit(low: &TriedValue, high: &TriedValue) -> f64 {
    let size = low.number.abs().max(high.number.abs());
    let place = (size.log10().floor() as i32).saturating_add(1 - DIGITS);
    10f64.powi(place.max(-(DECIMAL_PLACES as i32)))
}

/// Returns where the straight line between two answers reaches the target; the middle if an answer
/// is missing or the target is not between them.
pub(super) fn interpolate(low: &TriedValue, high: &TriedValue, target: f64) -> f64 {
    let part = low
        .answer
        .zip(high.answer)
        .map_or(0.5, |(from, to)| (target - from) / (to - from));
    let part = if (0.0..=1.0).contains(&part) {
        part
    } else {
        0.5
    };
    low.number + (high.number - low.number) * part
}

pub(super) fn tried_value(value: &Node, case: &Case) -> TriedValue {
    let answer = &case.answers[0];
    let interval = if answer.exact.is_some() {
        None
    } else {
        answer.estimate.interval
    };
    let number = value.brief().parse().unwrap_or(f64::NAN);
    TriedValue {
        value: value.brief(),
        number,
        answer: answer.best(),
        interval,
    }
}

/// Returns neighbours between which the answer crosses the target, reaches it, or leaves it.
pub(super) fn crossings(tried: &[TriedValue], target: f64) -> Vec<(TriedValue, TriedValue)> {
    let known: Vec<(&TriedValue, f64)> = tried
        .iter()
        .filter_map(|tried| Some((tried, tried.answer? - target)))
        .collect();
    let stays = |index: usize| index == 0 || known[index - 1].1 == 0.0;
    let is_past = |index: &usize| match (known[*index].1, known[*index + 1].1) {
        (0.0, other) => other != 0.0 && stays(*index),
        (_, 0.0) => true,
        (difference, other) => (difference < 0.0) != (other < 0.0),
    };
    let pairs = (0..known.len().saturating_sub(1)).filter(is_past);
    pairs
        .map(|index| (known[index].0.clone(), known[index + 1].0.clone()))
        .collect()
}

/// Names a case by everything that varies other than the searched parameter.
pub(super) fn remaining_case_name(report: &Report, case: &Case) -> String {
    let mut reduced_report = report.clone();
    if let Some(swept) = reduced_report.sweep.last_mut() {
        swept.values = vec![Value::from("")];
    }
    let name = reduced_report.case_name(case);
    if name == "the only case" {
        String::new()
    } else {
        name
    }
}
