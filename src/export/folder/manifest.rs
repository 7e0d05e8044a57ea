//! `run.json` read back: what it says of its folder, and what its run was given.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::{MANIFEST, disk};
use crate::input::plain_file;

/// What a run said of itself; of its cases, which may be many, nothing. Others may have had it in
/// hands: a key may be anything, or missing.
#[derive(Debug, Default)]
pub struct Manifest(Map<String, Value>);

const SCENARIO: &str = "scenario_text";
/// Bytes that a manifest may have: a hundred times those of a run of 10,000 cases.
const MOST_BYTES: u64 = 1 << 30;

/// What of a manifest says what a run was given.
const INPUTS: [(&str, &str); 4] = [
    (SCENARIO, "the scenario's text"),
    ("rule_text", "the rule file's text"),
    ("overrides", "the options of the command line"),
    ("seed", "the seed"),
];

/// The keys of a scenario that change how its numbers are shown and none of them.
const DISPLAY_KEYS: [&str; 5] = ["title", "description", "labels", "words", "charts"];

impl Manifest {
    /// The manifest of a folder of results; nothing where there is none of this program.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(folder: &Path) -> io::Result<Option<Manifest>> {
        let path = folder.join(MANIFEST);
        let read = plain_file::open(&path).and_then(|file| {
            let mut bytes = Vec::new();
            file.take(MOST_BYTES).read_to_end(&mut bytes)?;
            Ok(bytes)
        });
        match read {
            Ok(bytes) => Ok(Manifest::from_bytes(&bytes)),
            Err(error)
                if error.kind() == io::ErrorKind::NotFound
                    || error.kind() == io::ErrorKind::NotADirectory =>
            {
                Ok(None)
            }
            Err(error) => Err(disk::with_context("cannot read", &path)(error)),
        }
    }

    /// The manifest that these bytes are; nothing where they are none of this program.
    pub fn from_bytes(bytes: &[u8]) -> Option<Manifest> {
        let manifest: Option<Manifest> = serde_json::from_slice(bytes).ok();
        manifest.filter(|manifest| manifest.text("program") == env!("CARGO_PKG_NAME"))
    }

    /// The name of its scenario.
    pub fn scenario(&self) -> &str {
        self.text("scenario")
    }

    /// Returns the files in its folder that the run made.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.list("files").filter_map(Value::as_str)
    }

    /// The questions that the run answered: what each is called, and what was asked.
    pub fn asks(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list("asks")
            .filter_map(|entry| Some((entry["ask"].as_str()?, entry["question"].as_str()?)))
    }

    /// What another run was given otherwise, in words; nothing where it was given the same, or the
    /// same in other looks.
    pub fn differences(&self, other: &Manifest) -> Vec<&'static str> {
        let is_same = |key: &str| {
            let (this, other) = (self.0.get(key), other.0.get(key));
            let in_other_looks = || {
                key == SCENARIO
                    && this
                        .zip(other)
                        .is_some_and(|(this, other)| differ_in_display_only(this, other))
            };
            this == other || in_other_looks()
        };
        INPUTS
            .iter()
            .filter(|(key, _)| !is_same(key))
            .map(|(_, words)| *words)
            .collect()
    }

    fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    fn list(&self, key: &str) -> impl Iterator<Item = &Value> {
        self.0
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    }
}

/// Whether two scenarios differ in how they are written and in how their numbers are shown alone.
fn differ_in_display_only(first: &Value, other: &Value) -> bool {
    let read = |text: &Value| {
        let mut table: toml::Table = text.as_str()?.parse().ok()?;
        DISPLAY_KEYS.iter().for_each(|key| drop(table.remove(*key)));
        Some(table)
    };
    read(first).is_some_and(|table| read(other) == Some(table))
}

impl<'de> Deserialize<'de> for Manifest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Manifest, D::Error> {
        deserializer.deserialize_map(ManifestVisitor)
    }
}

struct ManifestVisitor;

impl<'de> Visitor<'de> for ManifestVisitor {
    type Value = Manifest;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Manifest, A::Error> {
        let mut kept = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            if key == "cases" {
                object.next_value::<IgnoredAny>()?;
            } else {
                kept.insert(key, object.next_value()?);
            }
        }
        Ok(Manifest(kept))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<Manifest> {
        Manifest::from_bytes(text.as_bytes())
    }

    #[test]
    fn invalid_manifests_are_rejected() {
        for text in [
            "",
            "[]",
            "{}",
            "7",
            "{\"program\":\"other\"}",
            "[\"oddsmith\",\"x\",\"\",null,[],0,[],[\"notes.txt\"]]",
        ] {
            assert!(parse(text).is_none(), "{text}");
        }
    }

    /// Someone may have edited the file. Keys that can still be read count, or files of ours would
    /// be taken for somebody else's.
    #[test]
    fn malformed_keys_do_not_hide_other_keys() {
        let manifest = parse(
            "{\"program\":\"oddsmith\",\"scenario\":\"x\",\"seed\":-1,\"overrides\":null,\"files\":[\"a.csv\",7],\"cases\":[{}]}",
        )
        .expect("a manifest");
        assert_eq!(
            (manifest.scenario(), manifest.files().collect::<Vec<_>>()),
            ("x", vec!["a.csv"])
        );
        assert_eq!(
            parse("{\"program\":\"oddsmith\",\"files\":5,\"asks\":[[]]}")
                .expect("one")
                .files()
                .count(),
            0
        );
    }

    #[test]
    fn missing_seed_differs_from_zero_seed() {
        let [without, zero] = ["", ",\"seed\":0"]
            .map(|seed| parse(&format!("{{\"program\":\"oddsmith\"{seed}}}")).unwrap());
        assert_eq!(without.differences(&zero), ["the seed"]);
        assert!(zero.differences(&zero).is_empty());
        let [manifest, other] = ["title = 'A'", "title = \\\"B\\\" # other"].map(|text| {
            parse(&format!(
                "{{\"program\":\"oddsmith\",\"scenario_text\":\"rule = 'aging'\\n{text}\"}}"
            ))
            .unwrap()
        });
        assert!(manifest.differences(&other).is_empty());
    }
}
