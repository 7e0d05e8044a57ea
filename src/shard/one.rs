//! One of the shards of a run.

use std::fmt;

use crate::export::file_names::SHARD_ENDING;

/// The most shards of a run.
pub(crate) const MAX_SHARDS: u32 = 9999;

/// One of the shards of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// The number of shards.
    pub(crate) count: u32,
    /// The number of this shard, from 1.
    pub(crate) number: u32,
}

impl Shard {
    /// Returns a shard; `None` if the numbers are not valid.
    pub(crate) fn new(number: u32, count: u32) -> Option<Shard> {
        (number >= 1 && number <= count && count <= MAX_SHARDS).then_some(Shard { count, number })
    }

    /// Returns the name of the shard's file.
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
