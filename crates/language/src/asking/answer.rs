//! Limits on the size of answer distributions, and conversions of probabilities.

use oddsmith_engine::chance::Probability;
use oddsmith_engine::odds::Mass;

use crate::ratio::Ratio;
use crate::value::{Allowed, Datum};

/// The answers to a question, each once, with their probabilities.
pub(crate) type AnswerDistribution = Vec<(Datum, Mass)>;

/// The maximal number of answers that a question may have in exploration.
pub(super) const MAX_ANSWERS: u64 = 200_000;

/// The maximal number of products that computing a sum may take in exploration.
pub(super) const MAX_PRODUCTS: u64 = 20_000_000;

pub(super) fn check_answer_count(answers: u64) -> Allowed<()> {
    let problem = "this roll has more than 200,000 possible results, too many for exact odds";
    let help = "ask for counts instead: successes(n, 6, 4) or tally(n, 6)";
    if answers > MAX_ANSWERS {
        Err((problem.to_owned(), help))
    } else {
        Ok(())
    }
}

/// Fails if a sum takes more products than allowed.
pub(super) fn check_product_count(products: u64) -> Allowed<()> {
    let problem = "this sum has too many dice or faces for exact odds";
    let help = "use fewer dice, or dice with fewer faces. Multiplying the sum of fewer dice changes the odds";
    if products > MAX_PRODUCTS {
        Err((problem.to_owned(), help))
    } else {
        Ok(())
    }
}

/// Fails if answers that are lists take too much memory for their entries.
pub(super) fn check_list_memory(answers: u64, entries: u64) -> Allowed<()> {
    check_answer_count(answers.max(answers.saturating_mul(entries) / 50))
}

/// Converts a probability. It was checked when the question was built, so it is between 0 and 1.
pub(super) fn probability(p: Ratio) -> Probability {
    let p = Probability::ratio(p.numerator().unsigned_abs(), p.denominator().unsigned_abs());
    p.unwrap_or(Probability::ZERO)
}

pub(super) fn share(weight: u64, total: u64) -> Probability {
    Probability::ratio(weight, total).unwrap_or(Probability::ZERO)
}
