//! What a run keeps of the results that it replaces: their tables and their manifest, where they are of other inputs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{MANIFEST, PREVIOUS, disk};

const SCENARIO: &str = "scenario_text";

/// What of a manifest says what a run was given.
const INPUTS: [(&str, &str); 4] = [
    (SCENARIO, "the scenario's text"),
    ("rule_text", "the rule file's text"),
    ("overrides", "the options of the command line"),
    ("seed", "the seed"),
];

/// The keys of a scenario that change how its numbers are shown and none of them.
const LOOKS: [&str; 4] = ["title", "description", "labels", "charts"];

/// What two runs were given otherwise, in words; nothing where they were given the same, or the same in other looks.
pub fn differences(one: &Value, other: &Value) -> Vec<&'static str> {
    let is_same = |key: &str| one[key] == other[key] || key == SCENARIO && differ_in_looks(&one[key], &other[key]);
    INPUTS.iter().filter(|(key, _)| !is_same(key)).map(|(_, words)| *words).collect()
}

/// Whether two scenarios differ in how they are written and in how their numbers are shown alone.
fn differ_in_looks(one: &Value, other: &Value) -> bool {
    let read = |text: &Value| {
        let mut table: toml::Table = text.as_str()?.parse().ok()?;
        LOOKS.iter().for_each(|key| drop(table.remove(*key)));
        Some(table)
    };
    read(one).is_some_and(|table| read(other) == Some(table))
}

/// The manifest of a folder of results; nothing where there is none of this program.
///
/// # Errors
/// When it cannot be read.
pub fn manifest(folder: &Path) -> io::Result<Option<Value>> {
    let path = folder.join(MANIFEST);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound || error.kind() == io::ErrorKind::NotADirectory => {
            return Ok(None);
        }
        Err(error) => return Err(disk::told("cannot read", &path)(error)),
    };
    let json: Value = serde_json::from_slice(&text).unwrap_or_default();
    Ok((json["program"] == env!("CARGO_PKG_NAME")).then_some(json))
}

/// Keeps in a fresh folder what it is going to replace: the tables of the old one where that was given something else,
/// else those that the old one had kept. Gives the files that were kept.
pub(super) fn keep(old: &Path, fresh: &Path) -> io::Result<Vec<PathBuf>> {
    let (Some(before), Some(now)) = (manifest(old)?, manifest(fresh)?) else { return Ok(Vec::new()) };
    let from = if differences(&before, &now).is_empty() { old.join(PREVIOUS) } else { old.to_owned() };
    let Some(listed) = manifest(&from)? else { return Ok(Vec::new()) };
    let is_table = |name: &&str| Path::new(name).extension().is_some_and(|ending| ending == "csv");
    let tables = listed["files"].as_array().into_iter().flatten().filter_map(Value::as_str).filter(is_table);
    let to = fresh.join(PREVIOUS);
    fs::create_dir(&to).map_err(disk::told("cannot keep the last results in", &to))?;
    let mut kept = Vec::new();
    // The manifest last, because it says that all is there.
    for name in tables.chain([MANIFEST]) {
        let source = from.join(name);
        if Path::new(name).components().count() != 1 || !source.symlink_metadata().is_ok_and(|file| file.is_file()) {
            continue;
        }
        let target = to.join(name);
        kept.push(target.clone());
        // One file under two names costs nothing; where the system knows no such thing it is copied.
        if fs::hard_link(&source, &target).is_err() {
            fs::copy(&source, &target).map_err(disk::told("cannot keep", &source))?;
        }
    }
    Ok(kept)
}
