//! Writes the file of a shard. It is written next to its final place, and moved there when it is
//! complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::header::{Header, hex};
use super::row::{RowKind, ShardRow};
use crate::export::file_names::SHARD_ENDING;
use crate::file_name::UNFINISHED_PREFIX;
use crate::input::plain_file;

/// The file of a shard that is being written. If it is dropped unfinished, it is deleted.
pub(crate) struct ShardWriter {
    rows: csv::Writer<DigestWriter>,
    path: PathBuf,
    unfinished: NamedTempFile,
    row_count: u64,
}

/// Computes the digest of what is written, before compression.
struct DigestWriter {
    file: GzEncoder<File>,
    digest: Sha256,
}

impl Write for DigestWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    /// Does nothing, because compressed bytes are written to the disk once there are enough of
    /// them.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ShardWriter {
    /// Opens a file in a folder, which is created if necessary. It deletes files that ended tasks
    /// of the same shard have left behind.
    ///
    /// # Errors
    /// Returns an error of the disk.
    pub(crate) fn open(folder: &Path, header: &Header, name: &str) -> io::Result<ShardWriter> {
        let cannot = |error: io::Error| with_context("cannot write in", folder, error);
        fs::create_dir_all(folder).map_err(cannot)?;
        delete_leftovers(folder, name);
        let unfinished = create_unfinished(folder, name).map_err(cannot)?;
        let file = GzEncoder::new(unfinished.reopen().map_err(cannot)?, Compression::fast());
        let rows = csv::Writer::from_writer(DigestWriter {
            file,
            digest: Sha256::new(),
        });
        let mut writing = ShardWriter {
            rows,
            path: folder.join(name),
            unfinished,
            row_count: 0,
        };
        let run = Some(serde_json::to_string(header).expect("values of JSON"));
        writing.write_row(&ShardRow {
            kind: RowKind::Run,
            run,
            ..ShardRow::default()
        })?;
        Ok(writing)
    }

    /// Returns the path of the finished file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a row.
    ///
    /// # Errors
    /// Returns an error of the disk.
    pub(crate) fn write_row(&mut self, row: &ShardRow) -> io::Result<()> {
        self.row_count += 1;
        self.rows
            .serialize(row)
            .map_err(|error| with_context("cannot write", &self.path, error.into()))
    }

    /// Moves the file to its place, where it may replace that of an earlier task. Returns the
    /// number of rows.
    ///
    /// # Errors
    /// Returns an error of the disk. A file that was there is then unchanged.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        let cannot = |error: io::Error| with_context("cannot write", &self.path, error);
        self.rows.flush().map_err(cannot)?;
        let run = Some(hex(self.rows.get_ref().digest.clone()));
        let end = ShardRow {
            kind: RowKind::End,
            count: Some(self.row_count),
            run,
            ..ShardRow::default()
        };
        self.rows
            .serialize(end)
            .map_err(|error| cannot(error.into()))?;
        let sealing = self
            .rows
            .into_inner()
            .map_err(|error| cannot(error.into_error()))?;
        // The file must be on the disk before it is moved.
        sealing
            .file
            .finish()
            .and_then(|file| file.sync_all())
            .map_err(cannot)?;
        self.unfinished
            .persist(&self.path)
            .map_err(|error| cannot(error.error))?;
        Ok(self.row_count)
    }
}

fn with_context(action: &str, path: &Path, error: io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{action} {}: {error}", path.display()),
    )
}

/// Creates a new file and locks it, so that no other task deletes it as abandoned.
fn create_unfinished(folder: &Path, name: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let prefix = unfinished_prefix(name);
    builder.prefix(&prefix).suffix(SHARD_ENDING);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder)?;
        // If the system has no locks, the file counts as locked.
        let _ = file.as_file().try_lock();
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Returns the prefix of the names of a shard's unfinished files.
fn unfinished_prefix(name: &str) -> String {
    format!(
        "{UNFINISHED_PREFIX}{}-",
        name.trim_end_matches(SHARD_ENDING)
    )
}

/// Deletes files that ended tasks of the same shard have left behind. Files that cannot be deleted
/// stay, since this is no reason to refuse a run.
fn delete_leftovers(folder: &Path, name: &str) {
    let prefix = unfinished_prefix(name);
    let has_prefix =
        |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&prefix);
    for entry in fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(has_prefix)
    {
        delete_if_dead(&entry.path());
    }
}

/// Deletes an unfinished file, unless a running task has locked it.
pub(crate) fn delete_if_dead(path: &Path) {
    if let Ok(file) = plain_file::open(path)
        && file.try_lock().is_ok()
    {
        let _ = fs::remove_file(path);
    }
}
