//! The rules of Kaiser's powers (published text 004), and what they share.

pub mod collision;
pub mod effect;
pub mod maintenance;
pub mod roll;
pub mod stacking;
