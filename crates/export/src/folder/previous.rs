//! Keeps the tables and the manifest of the replaced results, if these have other inputs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::manifest::Manifest;
use super::{MANIFEST, PREVIOUS, disk};
use oddsmith_model::file_name::refusal;

/// Copies to a fresh folder the results that it will replace, if they have other inputs. Otherwise
/// it copies the results that the old folder had kept. Returns the kept files.
pub(super) fn keep(old: &Path, fresh: &Path) -> io::Result<Vec<PathBuf>> {
    let (Some(before), Some(now)) = (Manifest::read(old)?, Manifest::read(fresh)?) else {
        return Ok(Vec::new());
    };
    let from = if before.differences(&now).is_empty() {
        old.join(PREVIOUS)
    } else {
        old.to_owned()
    };
    let Some(listed) = Manifest::read(&from)? else {
        return Ok(Vec::new());
    };
    let is_table = |name: &&str| {
        Path::new(name)
            .extension()
            .is_some_and(|ending| ending == "csv")
    };
    let tables = listed.files().filter(is_table);
    let to = fresh.join(PREVIOUS);
    fs::create_dir(&to).map_err(disk::with_context("cannot keep the last results in", &to))?;
    let mut kept = Vec::new();
    // The manifest comes last, because it says that the results are complete.
    for name in tables.chain([MANIFEST]) {
        let source = from.join(name);
        if refusal(name).is_some() || !source.symlink_metadata().is_ok_and(|file| file.is_file()) {
            continue;
        }
        let target = to.join(name);
        kept.push(target.clone());
        // A hard link needs no space. If the system has none, the file is copied.
        if fs::hard_link(&source, &target).is_err() {
            fs::copy(&source, &target).map_err(disk::with_context("cannot keep", &source))?;
        }
    }
    Ok(kept)
}
