//! Writes the file of a shard: beside its place, and put there whole at the end.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::header::{Header, KEY};
use super::row::Row;
use super::table;
use crate::export::file_names::UNFINISHED;

/// Where the digest of the table is: the key of its JSON.
pub(super) const SEAL: &str = "oddsmith.seal";

/// By what it is known that a file is whole and as it was written: so many bytes from its beginning have this digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seal {
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// A file of a shard that is being written. Dropped unfinished, it is gone.
pub(super) struct Writing {
    writer: SerializedFileWriter<Sealing>,
    path: PathBuf,
    unfinished: NamedTempFile,
    rows: Vec<Row>,
    written: u64,
}

/// Takes the digest of what is written.
struct Sealing {
    file: File,
    bytes: u64,
    digest: Sha256,
}

impl Write for Sealing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Writing {
    /// Opens a file in a folder, which is made. What earlier tasks of the same shard left behind that were killed is
    /// deleted.
    ///
    /// # Errors
    /// As the disk has them.
    pub(super) fn open(folder: &Path, header: &Header, name: &str) -> io::Result<Writing> {
        let cannot = |error: io::Error| told("cannot write in", folder, error);
        fs::create_dir_all(folder).map_err(cannot)?;
        clean(folder, name);
        let unfinished = fresh(folder, name).map_err(cannot)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")))
            .set_max_row_group_row_count(Some(table::GROUP))
            .build();
        let sealing = Sealing { file: unfinished.reopen().map_err(cannot)?, bytes: 0, digest: Sha256::new() };
        let path = folder.join(name);
        let mut writer = SerializedFileWriter::new(sealing, table::schema(), Arc::new(properties))
            .map_err(|error| of_disk(&path, error))?;
        let json = serde_json::to_string(header).expect("values of JSON");
        writer.append_key_value_metadata(KeyValue::new(KEY.to_owned(), json));
        Ok(Writing { writer, path, unfinished, rows: Vec::new(), written: 0 })
    }

    /// Where the file will be.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a row.
    ///
    /// # Errors
    /// As the disk has them.
    pub(super) fn row(&mut self, row: Row) -> io::Result<()> {
        self.rows.push(row);
        if self.rows.len() >= table::GROUP { self.group() } else { Ok(()) }
    }

    fn group(&mut self) -> io::Result<()> {
        let mut write = || {
            let mut group = self.writer.next_row_group()?;
            table::write(&mut group, &self.rows)?;
            group.close().map(drop)
        };
        write().map_err(|error| of_disk(&self.path, error))?;
        self.written += self.rows.len() as u64;
        self.rows.clear();
        Ok(())
    }

    /// Puts the file in its place, over one that an earlier task has put there; says how many rows it has.
    ///
    /// # Errors
    /// As the disk has them: what was there is then as it was.
    pub(super) fn finish(mut self) -> io::Result<u64> {
        if !self.rows.is_empty() {
            self.group()?;
        }
        let cannot = |error: io::Error| told("cannot write", &self.path, error);
        self.writer.flush().map_err(cannot)?;
        let sealing = self.writer.inner();
        let sha256 = sealing.digest.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let seal = Seal { bytes: sealing.bytes, sha256 };
        let json = serde_json::to_string(&seal).expect("values of JSON");
        self.writer.append_key_value_metadata(KeyValue::new(SEAL.to_owned(), json));
        let done = self.writer.into_inner().map_err(|error| of_disk(&self.path, error))?;
        // Bytes that the system still holds back are no file of a shard.
        done.file.sync_all().map_err(cannot)?;
        self.unfinished.persist(&self.path).map_err(|error| cannot(error.error))?;
        Ok(self.written)
    }
}

fn told(what: &str, path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what} {}: {error}", path.display()))
}

fn of_disk(path: &Path, error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => told("cannot write", path, *error),
            Err(source) => io::Error::other(format!("cannot write {}: {source}", path.display())),
        },
        error => io::Error::other(format!("cannot write {}: {error}", path.display())),
    }
}

/// A new file of its own, held so that no other task takes it for a dead one's.
fn fresh(folder: &Path, name: &str) -> io::Result<NamedTempFile> {
    let prefix = format!("{UNFINISHED}{}-", name.trim_end_matches(".parquet"));
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".parquet");
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

/// Deletes what killed tasks of the same shard left behind. What cannot be deleted stays: it is no reason not to run.
fn clean(folder: &Path, name: &str) {
    let prefix = format!("{UNFINISHED}{}-", name.trim_end_matches(".parquet"));
    let own = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&prefix);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(own) {
        delete_if_dead(&entry.path());
    }
}

/// Deletes an unfinished file, unless a living task holds it.
pub(super) fn delete_if_dead(path: &Path) {
    if let Ok(file) = File::open(path)
        && file.try_lock().is_ok()
    {
        let _ = fs::remove_file(path);
    }
}
