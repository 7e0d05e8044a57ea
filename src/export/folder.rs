//! A folder of results. It is written next to its final place, and moved there whole at the end.

mod contents;
mod disk;
pub mod manifest;
mod place;
mod previous;
mod stale;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::files::Files;
pub use super::files::{MANIFEST, PREVIOUS};
use crate::file_name::UNFINISHED_PREFIX;
use contents::Contents;
use disk::HeldFolder;
use place::FolderPlace;

/// Bytes that are gathered before the disk gets them.
const BUFFER: usize = 1 << 16;

/// A folder that is being written. Dropped unfinished, it is gone, and the last good one is as it
/// was.
#[derive(Debug)]
pub struct Folder {
    place: FolderPlace,
    fresh: PathBuf,
    /// Tells other runs that the fresh folder is not a dead one's.
    _held: HeldFolder,
    files: Vec<String>,
    /// What it keeps of the results that it replaces.
    kept_files: Vec<PathBuf>,
    rescued: Vec<String>,
    is_finished: bool,
}

impl Folder {
    /// Opens a fresh folder next to `output/name`, before the first trial is run. `will_write`
    /// returns whether the run is going to write a file of this name.
    ///
    /// # Errors
    /// Where nothing may be written, or where something stands that no run made and that would be
    /// lost.
    pub fn open(
        output: &Path,
        name: &str,
        will_write: &dyn Fn(&str) -> bool,
    ) -> io::Result<Folder> {
        let place = FolderPlace::find(output, name)?;
        fs::create_dir_all(&place.parent)
            .map_err(disk::with_context("cannot write in", &place.parent))?;
        let rescued = stale::clean(&place.parent);
        place.check(will_write)?;
        let (fresh, held) = disk::fresh_folder(&place.parent, UNFINISHED_PREFIX)?;
        Ok(Folder {
            place,
            fresh,
            _held: held,
            files: Vec::new(),
            kept_files: Vec::new(),
            rescued,
            is_finished: false,
        })
    }

    /// Where the folder will be, as the user named it.
    pub fn target(&self) -> &Path {
        &self.place.shown
    }

    /// What was saved from folders that dead runs had left behind: a line each.
    pub fn rescued(&self) -> &[String] {
        &self.rescued
    }

    /// Puts the folder in its place. Files of the old one that no run made are taken along.
    ///
    /// # Errors
    /// Errors of the disk. Either the old folder is then as it was, or the new one is in place.
    /// Files of the old folder that could not be moved then lie next to it, in a folder that
    /// the error names.
    pub fn finish(mut self) -> io::Result<()> {
        loop {
            // Held against a second run that finishes at the same time.
            let Some(_old) = disk::hold(&self.place.real)? else {
                match disk::move_to_free(&self.fresh, &self.place.real) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                    moved => moved.map_err(disk::with_context(
                        "cannot put the results into",
                        &self.place.shown,
                    ))?,
                }
                self.is_finished = true;
                return Ok(());
            };
            return self.replace();
        }
    }

    /// Exchanges the fresh folder for the old one, and empties that.
    fn replace(&mut self) -> io::Result<()> {
        let FolderPlace { shown, real, .. } = &self.place;
        let old = Contents::read(real)?;
        if !old.is_ours() {
            return Err(place::occupied_error(shown));
        }
        if old.scenario.is_none() {
            // Shards, and no manifest that says where they belong: they go where there is one
            // before the folders are exchanged, so that the next run knows where to put
            // them back if this one is killed.
            let left = old.hand_over(real, &self.fresh);
            if !left.is_empty() {
                return Err(io::Error::other(format!(
                    "cannot take along what is in {}: {}",
                    shown.display(),
                    left.join("; ")
                )));
            }
        }
        self.kept_files = previous::keep(real, &self.fresh)?;
        disk::copy_permissions(real, &self.fresh);
        let add_context = disk::with_context("cannot put the results into", shown);
        // What was there is now somewhere else. It is emptied entry by entry, never as a whole.
        let place = disk::exchange(&self.fresh, real).map_err(add_context)?;
        self.is_finished = true;
        let old = Contents::read(&place)?;
        let left = old.hand_over(&place, real);
        if left.is_empty() {
            // Nothing but files of an earlier run is left: one that cannot be deleted now is
            // deleted by the next run.
            let _ = old
                .delete_run_files(&place)
                .and_then(|()| fs::remove_dir(&place));
            return Ok(());
        }
        let kept = disk::keep_under_free_name(&place, &place::kept_files_path(real));
        if kept != place {
            let _ = old.delete_run_files(&kept);
        }
        let message = format!(
            "the new results are in {}, but not all other files from the old folder could be moved: {}; they are kept in {}",
            shown.display(),
            left.join("; "),
            kept.display()
        );
        Err(io::Error::other(message))
    }
}

impl Files for Folder {
    fn files(&self) -> &[String] {
        &self.files
    }

    fn write_by(
        &mut self,
        name: &str,
        make: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        // Noted before it is written, so that half a file is cleaned up as well.
        self.files.push(name.to_owned());
        let shown = self.place.shown.join(name);
        let result = File::create(self.fresh.join(name)).and_then(|file| {
            let mut out = BufWriter::with_capacity(BUFFER, file);
            make(&mut out)?;
            out.flush()
        });
        result.map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => disk::with_context("cannot write", &shown)(error),
        })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_finished {
            return;
        }
        for file in &self.files {
            let _ = fs::remove_file(self.fresh.join(file));
        }
        for file in &self.kept_files {
            let _ = fs::remove_file(file);
        }
        let _ = fs::remove_dir(self.fresh.join(PREVIOUS));
        // Fails where somebody else has put something there, which then stays; the next run saves
        // it.
        let _ = fs::remove_dir(&self.fresh);
    }
}

#[cfg(test)]
mod tests;
