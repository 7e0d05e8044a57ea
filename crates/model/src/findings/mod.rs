//! What a map of best play and a search for numbers find, in sentences.

pub mod advice;
pub mod balance;
pub mod policy;

pub use policy::worth;
