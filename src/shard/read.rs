//! Reads the file of a shard: first whether it is whole and sound, then case by case.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::vec;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use sha2::{Digest, Sha256};

use super::found::{Found, Gathering};
use super::header::{FORMAT, Header, KEY};
use super::row::{Row, Tells};
use super::table;
use super::write::{SEAL, Seal};

/// The file of a shard that is whole and sound.
#[derive(Debug)]
pub(super) struct ShardFile {
    pub(super) path: PathBuf,
    pub(super) header: Header,
}

/// Looks into a file: its header, and whether its bytes are those that were written.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn look(path: &Path) -> Result<ShardFile, String> {
    let no_shard = |error: ParquetError| format!("is cut short, or is no shard: {error}");
    let cannot = |error: io::Error| format!("cannot be read: {error}");
    let file = File::open(path).map_err(cannot)?;
    let reader = SerializedFileReader::new(file).map_err(no_shard)?;
    let said = |key: &str| {
        let pairs = reader.metadata().file_metadata().key_value_metadata()?;
        pairs.iter().find(|pair| pair.key == key)?.value.as_deref()
    };
    let (Some(header), Some(seal)) = (said(KEY), said(SEAL)) else {
        return Err("is a Parquet file, and no shard of this program".to_owned());
    };
    let format = serde_json::from_str::<serde_json::Value>(header).map(|json| json["run"]["format"].clone());
    if format.ok().and_then(|format| format.as_u64()) != Some(FORMAT.into()) {
        return Err("was written by another version of this program".to_owned());
    }
    let header: Header = serde_json::from_str(header).map_err(|error| format!("is damaged: {error}"))?;
    let seal: Seal = serde_json::from_str(seal).map_err(|error| format!("is damaged: {error}"))?;
    if header.run.digest != header.run.digested() {
        return Err("is damaged: its header is not as it was written".to_owned());
    }
    let file = File::open(path).map_err(cannot)?;
    if digest(file.take(seal.bytes)).map_err(cannot)? != seal.sha256 {
        return Err("is damaged: its table is not as it was written".to_owned());
    }
    Ok(ShardFile { path: path.to_owned(), header })
}

fn digest(mut bytes: impl Read) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match bytes.read(&mut buffer)? {
            0 => return Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            read => digest.update(&buffer[..read]),
        }
    }
}

/// What a shard found out, piece by piece; a group of rows stands in memory at a time.
pub(super) struct Pieces {
    reader: SerializedFileReader<File>,
    next_group: usize,
    rows: vec::IntoIter<Row>,
    gathering: Option<Gathering>,
}

impl Pieces {
    /// Opens a file that was looked into.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn open(file: &ShardFile) -> Result<Pieces, String> {
        let opened = File::open(&file.path).map_err(|error| format!("cannot be read: {error}"))?;
        let reader = SerializedFileReader::new(opened).map_err(|error| format!("cannot be read: {error}"))?;
        Ok(Pieces { reader, next_group: 0, rows: Vec::new().into_iter(), gathering: None })
    }

    fn row(&mut self) -> Result<Option<Row>, String> {
        loop {
            if let Some(row) = self.rows.next() {
                return Ok(Some(row));
            }
            if self.next_group >= self.reader.num_row_groups() {
                return Ok(None);
            }
            let group = self.reader.get_row_group(self.next_group).and_then(|group| table::read(&*group));
            self.rows = group.map_err(|error| format!("cannot be read: {error}"))?.into_iter();
            self.next_group += 1;
        }
    }

    fn piece(&mut self) -> Result<Option<Found>, String> {
        let senseless = || "does not make sense: it was not written by this program as it is".to_owned();
        let end = |gathering: Gathering| gathering.end().map(Some).ok_or_else(senseless);
        loop {
            let Some(row) = self.row()? else { return self.gathering.take().map_or(Ok(None), end) };
            if row.tells == Tells::Case {
                let begun = Gathering::begin(&row).ok_or_else(senseless)?;
                if let Some(done) = self.gathering.replace(begun) {
                    return end(done);
                }
            } else {
                self.gathering.as_mut().and_then(|gathering| gathering.take(row)).ok_or_else(senseless)?;
            }
        }
    }
}

impl Iterator for Pieces {
    type Item = Result<Found, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.piece().transpose()
    }
}
