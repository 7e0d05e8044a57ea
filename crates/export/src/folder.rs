//! A results folder. It is written next to its final place, and moved there as a whole at the end.

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
use contents::Contents;
use disk::FolderLock;
use oddsmith_model::file_name::UNFINISHED_PREFIX;
use place::FolderPlace;

/// The number of bytes that are buffered before they are written to the disk.
const BUFFER: usize = 1 << 16;

/// A results folder that is being written. If it is dropped unfinished, it is deleted, and the last
/// good results stay as they were.
#[derive(Debug)]
pub struct Folder {
    place: FolderPlace,
    fresh: PathBuf,
    /// Shows other runs that the owner of the fresh folder is still running.
    _lock: FolderLock,
    files: Vec<String>,
    /// The files that are kept of the replaced results.
    kept_files: Vec<PathBuf>,
    rescued: Vec<String>,
    is_finished: bool,
}

impl Folder {
    /// Opens a fresh folder next to `output/name`, before the first trial. `will_write` returns
    /// whether the run may write a file of this name.
    ///
    /// # Errors
    /// Fails if the folder cannot be written, or if the run would destroy something that no run has
    /// written.
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
        let (fresh, lock) = disk::fresh_folder(&place.parent, UNFINISHED_PREFIX)?;
        Ok(Folder {
            place,
            fresh,
            _lock: lock,
            files: Vec::new(),
            kept_files: Vec::new(),
            rescued,
            is_finished: false,
        })
    }

    /// Returns the path of the finished folder, as the user named it.
    pub fn target(&self) -> &Path {
        &self.place.shown
    }

    /// Returns a message for each rescue of files from folders that ended runs had left behind.
    pub fn rescued(&self) -> &[String] {
        &self.rescued
    }

    /// Moves the folder to its place. Files in the old folder that no run has written are moved
    /// along.
    ///
    /// # Errors
    /// Returns an error of the disk. The old folder is then unchanged, or the new one is in its
    /// place. Files of the old folder that could not be moved are kept in another folder next to
    /// it, which the error names.
    pub fn finish(mut self) -> io::Result<()> {
        loop {
            // The old folder is locked against a second run that finishes at the same time.
            let Some(_old_lock) = disk::lock(&self.place.real)? else {
                match disk::move_without_overwriting(&self.fresh, &self.place.real) {
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

    /// Exchanges the fresh folder and the old one, and empties the old one.
    fn replace(&mut self) -> io::Result<()> {
        let FolderPlace { shown, real, .. } = &self.place;
        let old = Contents::read(real)?;
        if !old.is_ours() {
            return Err(place::occupied_error(shown));
        }
        if old.scenario.is_none() {
            // The old folder contains shards but no manifest. They are moved before the exchange.
            // If this run is killed in between, the next run finds a manifest with them, and knows
            // where they belong.
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
        // The old folder is now at `place`. It is emptied entry by entry, never deleted as a whole.
        let place = disk::exchange(&self.fresh, real).map_err(add_context)?;
        self.is_finished = true;
        let old = Contents::read(&place)?;
        let left = old.hand_over(&place, real);
        if left.is_empty() {
            // Only files of an earlier run are left. If one cannot be deleted now, the next run
            // deletes it.
            let _ = old
                .delete_run_files(&place)
                .and_then(|()| fs::remove_dir(&place));
            return Ok(());
        }
        let kept = disk::rename_to_free_name(&place, &place::kept_files_path(real));
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
        // The name is recorded first, so that an incomplete file is deleted as well.
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
        // This fails if another program has put something into the folder. The folder then stays,
        // and the next run rescues its contents.
        let _ = fs::remove_dir(&self.fresh);
    }
}

#[cfg(test)]
mod tests;
