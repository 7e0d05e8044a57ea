//! What a map of best play finds, in sentences.

pub mod advice;
pub mod policy;

pub use policy::worth;
