//! The rules for powers in published text 004, and their shared code.

pub mod collision;
pub mod effect;
pub mod maintenance;
pub mod roll;
pub mod stacking;
