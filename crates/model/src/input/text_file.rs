//! Reads text files from users: UTF-8 of limited length.

use std::cell::RefCell;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::input::plain_file;

/// The maximal number of bytes of a text.
pub const MAX_BYTES: u64 = 1 << 20;

/// The reason why a file cannot be read.
pub enum ReadError {
    /// There is no such file.
    NotFound,
    /// The problem and the advice.
    Unreadable(String, &'static str),
}

/// The state of a file when it was read. A missing file is also a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFile {
    path: PathBuf,
    /// The time of the last change, or `None` if there is no file.
    saved: Option<SystemTime>,
    /// The text, if the file can be read.
    text: Option<String>,
}

impl ReadFile {
    fn load(path: &Path) -> (ReadFile, Result<String, ReadError>) {
        // The time is read before the text, so that a change between the two is noticed.
        let file = path.metadata().ok().filter(|metadata| !metadata.is_dir());
        let saved = file.map(|metadata| metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH));
        let read = if path.is_dir() {
            Err(ReadError::NotFound)
        } else {
            read_contents(path)
        };
        (
            ReadFile {
                path: path.to_owned(),
                saved,
                text: read.as_ref().ok().cloned(),
            },
            read,
        )
    }

    /// Returns the current state of the same file.
    pub fn reload(&self) -> ReadFile {
        ReadFile::load(&self.path).0
    }

    /// Returns whether the file exists. A pipe or a folder does not count.
    pub fn exists(&self) -> bool {
        self.saved.is_some() && (self.text.is_some() || self.path.is_file())
    }
}

thread_local! {
    /// The files that were read on this thread since [`record_reads`] began, if it is active.
    static RECORD: RefCell<Option<Vec<ReadFile>>> = const { RefCell::new(None) };
}

/// Runs a closure on this thread, and returns its result with all files that it has read or not
/// found.
pub fn record_reads<T>(work: impl FnOnce() -> T) -> (T, Vec<ReadFile>) {
    RECORD.set(Some(Vec::new()));
    let done = work();
    (done, RECORD.take().unwrap_or_default())
}

/// Reads a text file. A folder counts as a missing file.
pub fn read(path: &Path) -> Result<String, ReadError> {
    let (file, read) = ReadFile::load(path);
    RECORD.with_borrow_mut(|record| {
        record
            .iter_mut()
            .for_each(|record| record.push(file.clone()))
    });
    read
}

fn read_contents(path: &Path) -> Result<String, ReadError> {
    let because = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename => {
            ReadError::NotFound
        }
        ErrorKind::InvalidInput => {
            let help = "save the text as a file, or pass a scenario on standard input: simulate - < mine.toml";
            ReadError::Unreadable(format!("the text cannot be read: {error}"), help)
        }
        _ => ReadError::Unreadable(
            format!("the text cannot be read: {error}"),
            "check the file and its permissions",
        ),
    };
    read_text(plain_file::open(path).map_err(because)?)
}

/// Reads a text to its end.
pub fn read_text(from: impl Read) -> Result<String, ReadError> {
    let because = |error: std::io::Error| {
        ReadError::Unreadable(format!("the text cannot be read: {error}"), "try again")
    };
    let mut bytes = Vec::new();
    from.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(because)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ReadError::Unreadable(
            "the text is larger than 1 MiB".into(),
            "is this a scenario or a rule file? Both are short texts",
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..offset]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count()
            + 1;
        ReadError::Unreadable(
            format!("line {line} is not UTF-8 text"),
            "save the file as UTF-8",
        )
    })
}

/// Returns the names of a folder's files with this ending, in alphabetical order, or none if the
/// folder cannot be read.
pub fn file_names(folder: &Path, ending: &str) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = files
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    names.retain(|name| name.ends_with(ending));
    names.sort_unstable();
    names
}
