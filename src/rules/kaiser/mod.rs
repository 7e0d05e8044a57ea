//! The rules of Kaiser's powers (published text 004), and what they share.

pub mod effect;
pub mod roll;
pub mod stacking;
