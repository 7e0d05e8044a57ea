//! Reads the file of a shard: first checks that it is complete and unchanged, then reads case by
//! case.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use csv::DeserializeRecordsIntoIter;
use flate2::bufread::MultiGzDecoder;
use sha2::{Digest, Sha256};

use super::found::CasePiece;
use super::gathering::PieceBuilder;
use super::header::{FORMAT, Header, hex};
use super::row::{RowKind, ShardRow};
use crate::file_name::refusal;
use crate::input::plain_file;

/// The most bytes of a line, far more than any line has.
const MAX_LINE_BYTES: u64 = 100_000_000;

/// The file of a shard that has been checked.
#[derive(Debug)]
pub(super) struct ShardFile {
    pub(super) path: PathBuf,
    pub(super) header: Header,
}

type ShardRows = DeserializeRecordsIntoIter<MultiGzDecoder<BufReader<File>>, ShardRow>;

/// Opens a file and decompresses it.
fn open_text(path: &Path) -> Result<MultiGzDecoder<BufReader<File>>, String> {
    plain_file::open(path)
        .map(|file| MultiGzDecoder::new(BufReader::new(file)))
        .map_err(read_error)
}

fn read_error(error: impl std::fmt::Display) -> String {
    format!("cannot be read: {error}")
}

fn open_rows(path: &Path) -> Result<ShardRows, String> {
    Ok(csv::Reader::from_reader(open_text(path)?).into_deserialize())
}

/// Reads the header of a file, and checks that the file was not changed.
///
/// # Errors
/// Returns a message about what is wrong with the file.
pub(super) fn check_file(path: &Path) -> Result<ShardFile, String> {
    let no_shard =
        |reason: &dyn std::fmt::Display| format!("is incomplete, or is not a shard: {reason}");
    let (digest, last) =
        digest_and_last_line(open_text(path)?).map_err(|error| no_shard(&error))?;
    let first = open_rows(path)?
        .next()
        .transpose()
        .map_err(|error| no_shard(&error))?;
    let Some(ShardRow {
        kind: RowKind::Run,
        run: Some(header),
        ..
    }) = first
    else {
        return Err(no_shard(&"it has no header"));
    };
    let format = serde_json::from_str::<serde_json::Value>(&header)
        .map(|json| json["run"]["format"].clone());
    if format.ok().and_then(|format| format.as_u64()) != Some(FORMAT.into()) {
        return Err("was written by another version of oddsmith".to_owned());
    }
    let header: Header =
        serde_json::from_str(&header).map_err(|error| format!("is damaged: {error}"))?;
    if header.run.digest != header.run.compute_digest() {
        return Err("is damaged: its header was changed".to_owned());
    }
    if let Some(reason) = refusal(&header.run.scenario) {
        return Err(format!(
            "names the scenario `{}`, {reason}",
            header.run.scenario
        ));
    }
    let end = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(&last[..])
        .into_deserialize::<ShardRow>()
        .next();
    match end {
        Some(Ok(ShardRow {
            kind: RowKind::End,
            run: Some(seal),
            ..
        })) if seal == digest => Ok(ShardFile {
            path: path.to_owned(),
            header,
        }),
        Some(Ok(ShardRow {
            kind: RowKind::End, ..
        })) => Err("is damaged: its table was changed".to_owned()),
        _ => Err(no_shard(&"it has no end")),
    }
}

/// Returns the digest of all lines but the last, and the last line.
fn digest_and_last_line(text: impl Read) -> io::Result<(String, Vec<u8>)> {
    let (mut digest, mut last, mut line) = (Sha256::new(), Vec::new(), Vec::new());
    let mut text = BufReader::new(text);
    while Read::take(&mut text, MAX_LINE_BYTES).read_until(b'\n', &mut line)? > 0 {
        if line.len() as u64 == MAX_LINE_BYTES {
            return Err(io::Error::other("a line of it has no end"));
        }
        digest.update(&last);
        std::mem::swap(&mut last, &mut line);
        line.clear();
    }
    Ok((hex(digest), last))
}

/// Iterates over the pieces of a shard. Only one row at a time is in memory.
pub(super) struct Pieces {
    rows: ShardRows,
    builder: Option<PieceBuilder>,
}

impl Pieces {
    /// Opens a file that has been checked.
    ///
    /// # Errors
    /// Returns a message about what is wrong with the file.
    pub(super) fn open(file: &ShardFile) -> Result<Pieces, String> {
        Ok(Pieces {
            rows: open_rows(&file.path)?,
            builder: None,
        })
    }

    fn next_piece(&mut self) -> Result<Option<CasePiece>, String> {
        let senseless = || "is damaged: oddsmith did not write it like this".to_owned();
        let end = |gathering: PieceBuilder| gathering.finish().map(Some).ok_or_else(senseless);
        loop {
            let Some(row) = self.rows.next().transpose().map_err(read_error)? else {
                return self.builder.take().map_or(Ok(None), end);
            };
            match row.kind {
                RowKind::Run | RowKind::End => {}
                RowKind::Case => {
                    let begun = PieceBuilder::begin(&row).ok_or_else(senseless)?;
                    if let Some(done) = self.builder.replace(begun) {
                        return end(done);
                    }
                }
                _ => self
                    .builder
                    .as_mut()
                    .and_then(|gathering| gathering.add_row(row))
                    .ok_or_else(senseless)?,
            }
        }
    }
}

impl Iterator for Pieces {
    type Item = Result<CasePiece, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_piece().transpose()
    }
}
