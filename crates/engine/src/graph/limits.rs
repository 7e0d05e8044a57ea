//! The limits of solving a cycle by elimination.

/// The maximal memory for solving a cycle by elimination, in bytes.
pub const MAX_CYCLE_BYTES: u64 = 1_000_000_000;
/// The maximal number of multiplications for solving a cycle by elimination, a few seconds.
pub const MAX_CYCLE_OPERATIONS: u64 = 20_000_000_000;
