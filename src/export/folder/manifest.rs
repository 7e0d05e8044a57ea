//! `run.json` read back: what it says of its folder, and what its run was given.

use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use super::{MANIFEST, disk};

/// What a run said of itself; of its cases, which may be many, nothing.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Manifest {
    program: String,
    /// The name of its scenario.
    pub scenario: String,
    scenario_text: String,
    rule_text: Option<String>,
    overrides: Vec<String>,
    seed: u64,
    /// The questions that it answered.
    pub asks: Vec<Asked>,
    /// The files beside it that the run made.
    pub files: Vec<String>,
}

/// A question that a run answered.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// What it is called.
    pub ask: String,
    /// What was asked.
    pub question: String,
}

/// The keys of a scenario that change how its numbers are shown and none of them.
const LOOKS: [&str; 4] = ["title", "description", "labels", "charts"];

impl Manifest {
    /// The manifest of a folder of results; nothing where there is none of this program.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(folder: &Path) -> io::Result<Option<Manifest>> {
        let path = folder.join(MANIFEST);
        match fs::read(&path) {
            Ok(bytes) => Ok(Manifest::of(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound || error.kind() == io::ErrorKind::NotADirectory => {
                Ok(None)
            }
            Err(error) => Err(disk::told("cannot read", &path)(error)),
        }
    }

    /// The manifest that these bytes are; nothing where they are none of this program.
    pub fn of(bytes: &[u8]) -> Option<Manifest> {
        let manifest: Option<Manifest> = serde_json::from_slice(bytes).ok();
        manifest.filter(|own| own.program == env!("CARGO_PKG_NAME"))
    }

    /// What another run was given otherwise, in words; nothing where it was given the same, or the same in other looks.
    pub fn differences(&self, other: &Manifest) -> Vec<&'static str> {
        let is_as_before = self.scenario_text == other.scenario_text || self.differs_in_looks(other);
        let differs = [
            (!is_as_before, "the scenario's text"),
            (self.rule_text != other.rule_text, "the rule file's text"),
            (self.overrides != other.overrides, "the options of the command line"),
            (self.seed != other.seed, "the seed"),
        ];
        differs.into_iter().filter_map(|(differs, words)| differs.then_some(words)).collect()
    }

    /// Whether two scenarios differ in how they are written and in how their numbers are shown alone.
    fn differs_in_looks(&self, other: &Manifest) -> bool {
        let read = |text: &str| {
            let mut table: toml::Table = text.parse().ok()?;
            LOOKS.iter().for_each(|key| drop(table.remove(*key)));
            Some(table)
        };
        read(&self.scenario_text).is_some_and(|table| read(&other.scenario_text) == Some(table))
    }
}
