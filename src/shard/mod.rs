//! Past one machine: a run cut into shards, each a file, and the shards merged into what one machine would have written.
//!
//! What a shard is to do follows from the scenario, the number of the shard and how many there are: no machine needs to
//! know of another. Schedulers, retries and moving files are not done here.

pub mod command;
mod environment;
mod folder;
mod found;
mod gathering;
mod header;
mod one;
mod read;
mod row;
mod said;
mod write;

pub use one::Shard;
