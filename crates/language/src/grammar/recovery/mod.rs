//! Recognises the syntax of other languages and returns a fix.
//!
//! `words` and `signs` are tables of a word or symbol and its fix. The other modules compute a fix
//! from the line, so that it can be applied as it is.

pub(crate) mod calls;
mod conditions;
pub(super) mod lists;
mod loops;
mod methods;
mod questions;
pub(crate) mod signs;
pub(crate) mod words;
