//! What only whole scenarios can show: every title against an independent judge; pages, bundled
//! rule files and odd parameters against the rules.

mod published;
mod recommendation;
pub(crate) mod titles;
