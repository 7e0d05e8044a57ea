//! Reads `run.json`: what it says about its folder and the inputs of its run.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::{MANIFEST, disk};
use oddsmith_model::input::plain_file;

/// The manifest of a run, without its cases, which may be many. Others may have edited the file, so
/// any key may be missing or of any type.
#[derive(Debug, Default)]
pub struct Manifest(Map<String, Value>);

const SCENARIO: &str = "scenario_text";
/// The maximal number of bytes of a manifest: a hundred times the size for a run of 10,000 cases.
const MAX_BYTES: u64 = 1 << 30;

/// The keys of a manifest that hold inputs of a run, with their descriptions.
const INPUTS: [(&str, &str); 4] = [
    (SCENARIO, "the scenario's text"),
    ("rule_text", "the rule file's text"),
    ("overrides", "the options of the command line"),
    ("seed", "the seed"),
];

/// The keys of a scenario that change only how its numbers are shown.
const DISPLAY_KEYS: [&str; 5] = ["title", "description", "labels", "words", "charts"];

impl Manifest {
    /// Reads the manifest of a results folder; `None` if there is none of this program.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn read(folder: &Path) -> io::Result<Option<Manifest>> {
        let path = folder.join(MANIFEST);
        let read = plain_file::open(&path).and_then(|file| {
            let mut bytes = Vec::new();
            file.take(MAX_BYTES).read_to_end(&mut bytes)?;
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

    /// Parses a manifest; `None` if it is not from this program.
    pub fn from_bytes(bytes: &[u8]) -> Option<Manifest> {
        let manifest: Option<Manifest> = serde_json::from_slice(bytes).ok();
        manifest.filter(|manifest| manifest.text("program") == crate::PROGRAM)
    }

    /// Returns the name of the scenario.
    pub fn scenario(&self) -> &str {
        self.text("scenario")
    }

    /// Returns the names of the files that the run wrote.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.list("files").filter_map(Value::as_str)
    }

    /// Returns the questions that the run answered: the label and the question.
    pub fn asks(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list("asks")
            .filter_map(|entry| Some((entry["ask"].as_str()?, entry["question"].as_str()?)))
    }

    /// Describes which inputs of another run differ. The result is empty if the inputs are equal,
    /// or if they differ only in how numbers are shown.
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

/// Returns whether two scenarios differ only in how they are written and in how their numbers are
/// shown.
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

    /// Someone may have edited the file. The readable keys must still count, or the program would
    /// not recognise the files that it wrote.
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
