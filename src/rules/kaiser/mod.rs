//! The rules of Kaiser's powers (published text 004): effect, collision, maintenance, and what they share.

pub mod collision;
pub mod effect;
pub mod maintenance;
pub mod roll;
pub mod stacking;
