//! What an editor asks of a scenario or a rule file while it is written: what is wrong, what can stand here, what a word means, how
//! an expression of chance is distributed. The page's editor and the language server are given the same answers.

mod edited;
mod explained;
mod law;
mod line;
mod metric_law;
mod offers;
mod problems;
mod rename;
mod rule_offers;
mod said;
mod scenario_names;
mod symbol;
#[cfg(test)]
mod tests;
mod watched;

pub use edited::Edited;
pub(crate) use edited::{boundary, rule_key};
pub(crate) use line::sections;
pub use offers::{Offer, OfferKind, Offers};
pub(crate) use problems::warnings;
pub use problems::{CheckedText, Problem, Problems, Reading};
pub use said::Explained;
pub use symbol::{Occurrence, Symbol};
pub use watched::Inlay;
