//! Help for writing a scenario or a rule file: mistakes, completions, explanations, distributions
//! and renames. The page and the language server give the same answers.

mod distribution;
mod edited;
mod explained;
mod explanation;
mod line;
mod metric_distribution;
mod offers;
mod problems;
mod rename;
mod rule_offers;
mod scenario_names;
mod symbol;
#[cfg(test)]
mod tests;
mod watched;

pub use edited::{Edited, RuleKey, rule_key};
pub use explanation::Explanation;
pub use line::sections;
pub use offers::{Offer, OfferKind, Offers};
pub(crate) use problems::warnings;
pub use problems::{CheckedText, Problem, Problems, ReadText};
pub use symbol::{Occurrence, Symbol};
pub use watched::Inlay;
