//! Writes the file of a shard: next to its final place first, then moved there whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::header::{Header, hex};
use super::row::{ShardRow, Tells};
use crate::export::file_names::SHARD_ENDING;
use crate::file_name::UNFINISHED;
use crate::input::plain_file;

/// A file of a shard that is being written. Dropped unfinished, it is gone.
pub(crate) struct Writing {
    rows: csv::Writer<Sealing>,
    path: PathBuf,
    unfinished: NamedTempFile,
    written: u64,
}

/// Takes the digest of what is written, before it is compressed.
struct Sealing {
    file: GzEncoder<File>,
    digest: Sha256,
}

impl Write for Sealing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    /// Compressed bytes go to the disk when there are enough of them.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Writing {
    /// Opens a file in a folder, which is made. What earlier tasks of the same shard left behind
    /// that were killed is deleted.
    ///
    /// # Errors
    /// As the disk has them.
    pub(crate) fn open(folder: &Path, header: &Header, name: &str) -> io::Result<Writing> {
        let cannot = |error: io::Error| with_context("cannot write in", folder, error);
        fs::create_dir_all(folder).map_err(cannot)?;
        clean(folder, name);
        let unfinished = fresh(folder, name).map_err(cannot)?;
        let file = GzEncoder::new(unfinished.reopen().map_err(cannot)?, Compression::fast());
        let rows = csv::Writer::from_writer(Sealing {
            file,
            digest: Sha256::new(),
        });
        let mut writing = Writing {
            rows,
            path: folder.join(name),
            unfinished,
            written: 0,
        };
        let run = Some(serde_json::to_string(header).expect("values of JSON"));
        writing.row(&ShardRow {
            tells: Tells::Run,
            run,
            ..ShardRow::default()
        })?;
        Ok(writing)
    }

    /// Where the file will be.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a row.
    ///
    /// # Errors
    /// As the disk has them.
    pub(crate) fn row(&mut self, row: &ShardRow) -> io::Result<()> {
        self.written += 1;
        self.rows
            .serialize(row)
            .map_err(|error| with_context("cannot write", &self.path, error.into()))
    }

    /// Puts the file in its place, over one that an earlier task has put there; says how many rows
    /// it has.
    ///
    /// # Errors
    /// As the disk has them: what was there is then as it was.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        let cannot = |error: io::Error| with_context("cannot write", &self.path, error);
        self.rows.flush().map_err(cannot)?;
        let run = Some(hex(self.rows.get_ref().digest.clone()));
        let end = ShardRow {
            tells: Tells::End,
            count: Some(self.written),
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
        // Bytes that the system still holds back are no file of a shard.
        sealing
            .file
            .finish()
            .and_then(|file| file.sync_all())
            .map_err(cannot)?;
        self.unfinished
            .persist(&self.path)
            .map_err(|error| cannot(error.error))?;
        Ok(self.written)
    }
}

fn with_context(what: &str, path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what} {}: {error}", path.display()))
}

/// A new file of its own, held so that no other task takes it for a dead one's.
fn fresh(folder: &Path, name: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let prefix = prefix(name);
    builder.prefix(&prefix).suffix(SHARD_ENDING);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder)?;
        // Where the system cannot hold a file, it is taken as held.
        let _ = file.as_file().try_lock();
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// How the names of unfinished files of a shard begin.
fn prefix(name: &str) -> String {
    format!("{UNFINISHED}{}-", name.trim_end_matches(SHARD_ENDING))
}

/// Deletes what killed tasks of the same shard left behind. What cannot be deleted stays: it is no
/// reason not to run.
fn clean(folder: &Path, name: &str) {
    let prefix = prefix(name);
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

/// Deletes an unfinished file, unless a living task holds it.
pub(crate) fn delete_if_dead(path: &Path) {
    if let Ok(file) = plain_file::open(path)
        && file.try_lock().is_ok()
    {
        let _ = fs::remove_file(path);
    }
}
