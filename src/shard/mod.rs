//! Splits a run over several machines. Each shard is a file. Merged, the shards give what one
//! machine would have written.
//!
//! The work of a shard depends only on the scenario, on its number and on the number of shards, so
//! the machines need not know of each other. Scheduling, retries and moving files are left to other
//! tools.

pub(crate) mod argument;
mod environment;
pub(crate) mod folder;
pub(crate) mod found;
mod gathering;
pub(crate) mod header;
pub(crate) mod one;
mod read;
mod row;
pub(crate) mod write;

pub use one::Shard;
