//! What a search found: the values of a parameter that were tried, and where the answer is what was
//! looked for.

use crate::figures::NumberKind;
use oddsmith_engine::stats::Interval;

/// A search for the value of a parameter that brings a question nearest to a number.
#[derive(Clone, Debug)]
pub struct Search {
    /// The scenario's name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The question.
    pub question: String,
    /// What kind of number its answer is.
    pub kind: NumberKind,
    /// What the answer should be.
    pub target: f64,
    /// The same as it was written.
    pub target_text: String,
    /// What it may be off by and still be that.
    pub tolerance: f64,
    /// The parameter's path.
    pub parameter: String,
    /// What the parameter is called in a row.
    pub label: String,
    /// Whether all values were tried, and not only some of a range of decimals.
    pub is_whole: bool,
    /// Values that cannot be, each with why.
    pub left_out: Vec<String>,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// A search for each case of what varies besides.
    pub cases: Vec<SearchedCase>,
}

/// A search in one case of what varies besides.
#[derive(Clone, Debug)]
pub struct SearchedCase {
    /// What varies besides; nothing where nothing does.
    pub name: Option<String>,
    /// The values tried, from the lowest.
    pub tried: Vec<TriedValue>,
    /// Neighbours between which the answer goes past what was looked for.
    pub crossings: Vec<(TriedValue, TriedValue)>,
    /// Where it is that, found between values tried of a range of decimals.
    pub roots: Vec<TriedValue>,
}

/// A value that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedValue {
    /// The value.
    pub value: String,
    /// The same as a number.
    pub number: f64,
    /// The answer with it; none where what is given never happens.
    pub answer: Option<f64>,
    /// The interval of an answer that is simulated.
    pub interval: Option<Interval>,
}

impl Search {
    /// How far an answer is from what was looked for.
    pub fn distance_to_target(&self, tried: &TriedValue) -> f64 {
        tried
            .answer
            .map_or(f64::INFINITY, |answer| (answer - self.target).abs())
    }

    /// Whether an answer is what was looked for, within the precision of answers.
    pub fn is_met(&self, tried: &TriedValue) -> bool {
        self.distance_to_target(tried) <= self.tolerance.max(1e-12)
    }
}

impl SearchedCase {
    /// Every value that was tried or found.
    fn tried_and_roots(&self) -> impl Iterator<Item = &TriedValue> {
        self.tried.iter().chain(&self.roots)
    }

    /// Returns the ranges in which it is met. A root is a range from itself to itself. Neighbouring
    /// values that all meet it form a range, with the roots at their ends.
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

    /// The values whose answers are nearest, and equally so.
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

    /// The values with the least and the greatest answer.
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
