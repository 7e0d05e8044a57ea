//! What questions may name: statistics, functions over steps, and metrics.

mod function;
mod metric;
pub(crate) mod statistic;

pub(crate) use function::QuestionFunction;
pub(crate) use metric::{KEYWORDS, outcome_name};
pub use metric::{Meaning, Vocabulary, Word, WordKind, name};
