//! The result of a search: the tried values of a parameter, and those that reach the target.

use crate::figures::NumberKind;
use oddsmith_engine::stats::Interval;

/// A search for the value of a parameter that brings the answer to a question closest to a target.
#[derive(Clone, Debug)]
pub struct Search {
    /// The scenario's name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The question.
    pub question: String,
    /// The kind of number that the answer is.
    pub kind: NumberKind,
    /// The target.
    pub target: f64,
    /// The target as written.
    pub target_text: String,
    /// The tolerance of the target.
    pub tolerance: f64,
    /// The parameter's path.
    pub parameter: String,
    /// The label of the parameter.
    pub label: String,
    /// Whether all values were tried, instead of a sample of a range of decimals.
    pub is_whole: bool,
    /// Values that are not possible, each with the reason.
    pub left_out: Vec<String>,
    /// Further notes.
    pub notes: Vec<String>,
    /// The search in each case of the other varied parameters.
    pub cases: Vec<SearchedCase>,
}

/// The search in one case of the other varied parameters.
#[derive(Clone, Debug)]
pub struct SearchedCase {
    /// The case; `None` if nothing else varies.
    pub name: Option<String>,
    /// The tried values in ascending order.
    pub tried: Vec<TriedValue>,
    /// Neighbouring values between which the answer crosses the target.
    pub crossings: Vec<(TriedValue, TriedValue)>,
    /// Values between the tried ones at which a range of decimals reaches the target.
    pub roots: Vec<TriedValue>,
}

/// A value that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedValue {
    /// The value.
    pub value: String,
    /// The value as a number.
    pub number: f64,
    /// The answer; `None` if the condition of the question is never met.
    pub answer: Option<f64>,
    /// The interval of a simulated answer.
    pub interval: Option<Interval>,
}

impl Search {
    /// Returns the distance of an answer from the target.
    pub fn distance_to_target(&self, tried: &TriedValue) -> f64 {
        tried
            .answer
            .map_or(f64::INFINITY, |answer| (answer - self.target).abs())
    }

    /// Returns whether an answer reaches the target within the tolerance.
    pub fn is_met(&self, tried: &TriedValue) -> bool {
        self.distance_to_target(tried) <= self.tolerance.max(1e-12)
    }
}

impl SearchedCase {
    /// Returns every value that was tried or found.
    fn tried_and_roots(&self) -> impl Iterator<Item = &TriedValue> {
        self.tried.iter().chain(&self.roots)
    }

    /// Returns the ranges in which the target is reached. A root is a range from itself to itself.
    /// Neighbouring values that all reach it form a range, with the roots at their ends.
    pub fn met_ranges(&self, search: &Search) -> Vec<(&TriedValue, &TriedValue)> {
        let mut values: Vec<&TriedValue> = self.tried_and_roots().collect();
        values.sort_by(|tried, other| tried.number.total_cmp(&other.number));
        values.dedup_by(|tried, other| tried.value == other.value);
        let is_root = |tried: &TriedValue| self.roots.iter().any(|root| root.value == tried.value);
        let mut places = Vec::new();
        for run in values.chunk_by(|tried, other| search.is_met(tried) && search.is_met(other)) {
            if run.len() > 1 && run.iter().any(|tried| !is_root(tried)) {
                places.push((run[0], run[run.len() - 1]));
            } else {
                places.extend(
                    run.iter()
                        .filter(|tried| is_root(tried))
                        .map(|tried| (*tried, *tried)),
                );
            }
        }
        places
    }

    /// Returns the values whose answers are nearest to the target; there may be several.
    pub fn nearest(&self, search: &Search) -> Vec<&TriedValue> {
        let least = self
            .tried_and_roots()
            .map(|tried| search.distance_to_target(tried))
            .fold(f64::INFINITY, f64::min);
        if least.is_infinite() {
            return Vec::new();
        }
        let mut nearest: Vec<&TriedValue> = self
            .tried_and_roots()
            .filter(|tried| search.distance_to_target(tried) <= least + 1e-12)
            .collect();
        nearest.sort_by(|tried, other| tried.number.total_cmp(&other.number));
        nearest.dedup_by(|tried, other| tried.value == other.value);
        nearest
    }

    /// Returns the values with the smallest and the largest answer.
    pub fn extremes(&self) -> Option<(&TriedValue, &TriedValue)> {
        let known = || self.tried.iter().filter(|tried| tried.answer.is_some());
        let by = |tried: &&TriedValue, other: &&TriedValue| {
            tried
                .answer
                .unwrap_or(f64::NAN)
                .total_cmp(&other.answer.unwrap_or(f64::NAN))
        };
        Some((known().min_by(by)?, known().max_by(by)?))
    }
}
