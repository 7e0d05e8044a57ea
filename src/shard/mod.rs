//! Past one machine: a run cut into shards, each a file, and the shards merged into what one
//! machine would have written.
//!
//! What a shard is to do follows from the scenario, the number of the shard and how many there are:
//! no machine needs to know of another. Schedulers, retries and moving files are not done here.

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
