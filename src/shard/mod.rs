//! Past one machine: a run cut into shards, each a file, and the shards merged into what one machine would have written.
//!
//! What a shard is to do follows from the scenario, the number of the shard and how many there are: no machine needs to
//! know of another. Schedulers, retries and moving files are not done here.

pub mod command;
mod environment;
mod folder;
mod found;
mod header;
mod read;
mod row;
mod write;

use std::fmt;

use crate::export::file_names::SHARD_ENDING;
use crate::scenario::diagnostic::{Diagnostic, Place};
use crate::scenario::settings::option_source;

/// Shards that a run may be cut into.
const MOST: u32 = 9999;

/// One of the shards of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// How many there are.
    of: u32,
    /// Which one, from 1.
    number: u32,
}

impl Shard {
    /// One of so many; nothing where there is no such shard.
    fn new(number: u32, of: u32) -> Option<Shard> {
        (number >= 1 && number <= of && of <= MOST).then_some(Shard { of, number })
    }

    /// What `--shard` says: `3/16`, or `auto`, which looks at what the scheduler has told this task.
    fn said(text: &str) -> Result<Shard, Diagnostic> {
        if text == "auto" {
            return environment::shard(&|name| std::env::var(name).ok());
        }
        let parts = text.split_once('/').map(|(number, of)| (number.parse(), of.parse()));
        let Some((Ok(number), Ok(of))) = parts else {
            return Err(wrong(text, "this is no shard"));
        };
        Shard::new(number, of).ok_or_else(|| wrong(text, "there is no such shard"))
    }

    /// The name of its file.
    fn file(self) -> String {
        format!("shard-{:04}-of-{:04}{SHARD_ENDING}", self.number, self.of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// What is wrong with `--shard`.
fn wrong(text: &str, what: &str) -> Diagnostic {
    let (source, span) = option_source("--shard", text);
    let help =
        format!("allowed: K/N, the shard K of N, such as 3/16, N at most {MOST}; or auto, in a task of a scheduler");
    Diagnostic::at(&Place { source, span }, what, help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_one_of_so_many() {
        let said = |text| Shard::said(text).map(|shard| (shard.number, shard.of)).map_err(|wrong| wrong.what);
        assert_eq!(said("3/16"), Ok((3, 16)));
        assert_eq!(said("9999/9999"), Ok((9999, 9999)));
        for none in ["0/16", "17/16", "1/10000", "0/0"] {
            assert_eq!(said(none), Err("there is no such shard".to_owned()), "{none}");
        }
        for none in ["3", "", "3/", "/16", "-1/16", "3/16/2", "a/b", "3.0/16", "3 / 16", "99999999999/3"] {
            assert_eq!(said(none), Err("this is no shard".to_owned()), "{none}");
        }
        assert_eq!(Shard::new(3, 16).expect("a shard").file(), "shard-0003-of-0016.csv.gz");
    }
}
