//! The place of a results folder. Links are followed, and nothing that exists there is lost.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::contents::Contents;
use super::disk;

/// The place of a results folder.
#[derive(Debug)]
pub(super) struct FolderPlace {
    /// The path as the user named it.
    pub(super) shown: PathBuf,
    /// The path after following links.
    pub(super) real: PathBuf,
    /// The parent folder, in which the fresh folder is written.
    pub(super) parent: PathBuf,
}

impl FolderPlace {
    /// Finds `output/name`.
    pub(super) fn find(output: &Path, name: &str) -> io::Result<FolderPlace> {
        let shown = output.join(name);
        if !shown.is_symlink() {
            return Ok(FolderPlace {
                real: shown.clone(),
                parent: output.to_owned(),
                shown,
            });
        }
        let real = fs::canonicalize(&shown)
            .map_err(disk::with_context("cannot follow the link", &shown))?;
        let parent = real.parent().map_or_else(|| real.clone(), Path::to_owned);
        Ok(FolderPlace {
            shown,
            real,
            parent,
        })
    }

    /// Fails if something at this place would be lost, or if the folder cannot be replaced at the
    /// end.
    pub(super) fn check(&self, will_write: &dyn Fn(&str) -> bool) -> io::Result<()> {
        if self.real.symlink_metadata().is_err() {
            return Ok(());
        }
        if !self.real.is_dir() {
            return Err(occupied_error(&self.shown));
        }
        let contents = Contents::read(&self.real)?;
        if !contents.is_ours() {
            return Err(occupied_error(&self.shown));
        }
        if disk::is_mount_point(&self.real) {
            return Err(self.unusable_error(
                "is a mount point, which cannot be replaced: choose an --output inside it",
            ));
        }
        if disk::is_read_only(&self.real) {
            return Err(
                self.unusable_error("is read-only: make it writable, or choose another --output")
            );
        }
        for name in &contents.other_entries {
            let entry = self.real.join(name);
            if name.to_str().is_some_and(will_write) {
                let reason = "was not made by a run, and would be overwritten: move it, or choose another --output";
                return Err(unusable_error(&self.shown.join(name), reason));
            }
            if disk::is_mount_point(&entry)
                || entry.is_dir() && !entry.is_symlink() && disk::is_read_only(&entry)
            {
                let reason =
                    "cannot be taken along to the new results: move it, or choose another --output";
                return Err(unusable_error(&self.shown.join(name), reason));
            }
        }
        Ok(())
    }

    fn unusable_error(&self, reason: &str) -> io::Error {
        unusable_error(&self.shown, reason)
    }
}

/// Returns the error for a place that cannot be used.
fn unusable_error(path: &Path, reason: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::PermissionDenied,
        format!("{} {reason}", path.display()),
    )
}

/// Returns the error for a place with other contents.
pub(super) fn occupied_error(shown: &Path) -> io::Error {
    let message = format!(
        "{} is in the way: it has no {} of an earlier run; move it, or choose another --output",
        shown.display(),
        super::MANIFEST
    );
    io::Error::new(io::ErrorKind::AlreadyExists, message)
}

/// Returns the path next to a folder for files that cannot stay in it.
pub(super) fn kept_files_path(target: &Path) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push("-kept");
    target.with_file_name(name)
}
