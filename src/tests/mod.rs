//! Tests that need whole scenarios: every title is checked by an independent judge, and pages,
//! bundled rule files and unusual parameters are compared with the rules.

mod export;
mod pictures;
mod published;
mod recommendation;
pub(crate) mod titles;
