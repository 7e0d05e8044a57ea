//! What questions may name: statistics, functions over steps, and metrics.

mod function;
mod metric;
pub(crate) mod statistic;

pub(crate) use function::QuestionFunction;
pub(crate) use metric::KEYWORDS;
/// Whether a question begins so, or has a function that is called so.
pub(crate) fn is_function(word: &str) -> bool {
    QuestionFunction::from_name(word).is_some() || statistic::from_name(word).is_some()
}

pub use metric::{Meaning, Vocabulary, Word, WordKind, name, outcome_name};
