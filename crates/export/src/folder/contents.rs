//! The contents of a results folder: files that a run wrote, and everything else.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use super::manifest::Manifest;
use super::{MANIFEST, PREVIOUS, disk};
use crate::file_names::is_shard_file;

/// The contents of a results folder.
#[derive(Debug)]
pub(super) struct Contents {
    /// The scenario of the run that wrote the folder, if there is a manifest.
    pub(super) scenario: Option<String>,
    /// The plain files that a run wrote; the manifest is the last one.
    run_files: Vec<OsString>,
    /// The files that the run kept of the results that it replaced, in a folder inside this one.
    previous: Option<Box<Contents>>,
    /// All other entries.
    pub(super) other_entries: Vec<OsString>,
}

impl Contents {
    /// Reads a folder and its manifest. A listed name counts only if it is a plain file. A folder
    /// or a link with this name was put there by someone else.
    pub(super) fn read(folder: &Path) -> io::Result<Contents> {
        let manifest = Manifest::read(folder)?;
        let lists = |name: &str| {
            manifest
                .as_ref()
                .is_some_and(|manifest| manifest.files().any(|file| file == name))
        };
        Contents::classify(
            folder,
            manifest
                .as_ref()
                .map(|manifest| manifest.scenario().to_owned()),
            &lists,
        )
    }

    /// Reads a folder without a manifest. Files of a run are recognised by their names.
    pub(super) fn read_by_name(
        folder: &Path,
        is_made: &dyn Fn(&str) -> bool,
    ) -> io::Result<Contents> {
        Contents::classify(folder, None, is_made)
    }

    fn classify(
        folder: &Path,
        scenario: Option<String>,
        is_made: &dyn Fn(&str) -> bool,
    ) -> io::Result<Contents> {
        let add_context = |error| disk::with_context("cannot read", folder)(error);
        let mut contents = Contents {
            scenario,
            run_files: Vec::new(),
            previous: None,
            other_entries: Vec::new(),
        };
        let mut has_manifest = false;
        for entry in fs::read_dir(folder).map_err(add_context)? {
            let entry = entry.map_err(add_context)?;
            let (name, is_file) = (
                entry.file_name(),
                entry.file_type().is_ok_and(|kind| kind.is_file()),
            );
            match name.to_str() {
                Some(MANIFEST) if is_file && contents.scenario.is_some() => has_manifest = true,
                Some(text) if is_file && is_made(text) => contents.run_files.push(name),
                Some(PREVIOUS) if entry.file_type().is_ok_and(|kind| kind.is_dir()) => {
                    match Contents::read(&folder.join(PREVIOUS))? {
                        kept if kept.scenario.is_some() => contents.previous = Some(Box::new(kept)),
                        _ => contents.other_entries.push(name),
                    }
                }
                _ => contents.other_entries.push(name),
            }
        }
        // The manifest is the last file to be deleted, because it says which of the others belong
        // to the run.
        contents
            .run_files
            .extend(has_manifest.then(|| OsString::from(MANIFEST)));
        contents.other_entries.sort();
        Ok(contents)
    }

    /// Returns whether this program made the folder, or whether it contains only shards, which stay
    /// in it.
    pub(super) fn is_ours(&self) -> bool {
        let is_shard = |name: &OsString| name.to_str().is_some_and(is_shard_file);
        let has_nothing_else = self.run_files.is_empty() && self.previous.is_none();
        self.scenario.is_some() || has_nothing_else && self.other_entries.iter().all(is_shard)
    }

    /// Moves all other entries to another folder. Returns a message for each entry that could not
    /// be moved.
    pub(super) fn hand_over(&self, from: &Path, to: &Path) -> Vec<String> {
        let left = self.other_entries.iter().filter_map(|name| {
            let error = disk::move_without_overwriting(&from.join(name), &to.join(name)).err()?;
            Some(format!("{}: {error}", Path::new(name).display()))
        });
        let mut left: Vec<String> = left.collect();
        if let Some(previous) = self
            .previous
            .as_ref()
            .filter(|previous| !previous.other_entries.is_empty())
        {
            let to = to.join(PREVIOUS);
            // The folder already exists if the new results keep something.
            let _ = fs::create_dir(&to);
            left.extend(previous.hand_over(&from.join(PREVIOUS), &to));
        }
        left
    }

    /// Deletes the files that a run wrote, the manifest last. If one cannot be deleted, the
    /// manifest stays, so that a later run knows which files belong to the run.
    pub(super) fn delete_run_files(&self, folder: &Path) -> io::Result<()> {
        if let Some(previous) = &self.previous {
            let kept = folder.join(PREVIOUS);
            previous.delete_run_files(&kept)?;
            fs::remove_dir(kept)?;
        }
        self.run_files
            .iter()
            .try_for_each(|name| fs::remove_file(folder.join(name)))
    }
}
