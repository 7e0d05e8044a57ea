//! One of the shards of a run.

use std::fmt;

use crate::export::file_names::SHARD_ENDING;

/// Shards that a run may be cut into.
pub(crate) const MOST_SHARDS: u32 = 9999;

/// One of the shards of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// How many there are.
    pub(crate) count: u32,
    /// Which one, from 1.
    pub(crate) number: u32,
}

impl Shard {
    /// One of so many; nothing where there is no such shard.
    pub(crate) fn new(number: u32, count: u32) -> Option<Shard> {
        (number >= 1 && number <= count && count <= MOST_SHARDS).then_some(Shard { count, number })
    }

    /// The name of its file.
    pub(crate) fn file_name(self) -> String {
        format!(
            "shard-{:04}-of-{:04}{SHARD_ENDING}",
            self.number, self.count
        )
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}
