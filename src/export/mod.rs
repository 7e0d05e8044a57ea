//! From a report to bytes: what is written, never where to.

pub mod chart;
