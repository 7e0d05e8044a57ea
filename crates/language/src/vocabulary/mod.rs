//! The vocabulary of questions: statistics, functions over steps, and metrics.

mod function;
mod metric;
pub(crate) mod statistic;

pub(crate) use function::QuestionFunction;
pub(crate) use metric::KEYWORDS;
/// Returns whether the word is a statistic or a function of questions.
pub(crate) fn is_function(word: &str) -> bool {
    QuestionFunction::from_name(word).is_some() || statistic::from_name(word).is_some()
}

pub use metric::{KnownMetric, ValueSource, ValueType, Vocabulary, quote_name, quote_outcome};
