//! Sources of chance with their exact distributions: dice, dice expressions, weights,
//! probabilities.

pub(crate) mod binomial;
mod dice;
mod expression;
mod extremes;
pub(crate) mod hypergeometric;
mod negative_binomial;
mod probability;
mod weights;

pub use binomial::{masses as binomial, masses_up_to as binomial_up_to};
pub use dice::{Die, Pool};
pub use expression::{
    Amount, DiceExpression, DiceParseError, DiceTerm, DiceText, Kept, KeptDice,
    LARGEST_NUMBER as LARGEST_EXPRESSION, WrittenDie, WrittenTerm, sum_distribution,
};
pub use extremes::extremes;
pub use hypergeometric::masses as hypergeometric;
pub use negative_binomial::masses as negative_binomial;
pub use probability::{DECIMAL_PLACES, Probability};
pub use weights::Weights;

pub(crate) use dice::Pools;
