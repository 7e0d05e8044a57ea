//! The reasons why files could not be written.

use std::fmt;
use std::io;

/// The reason why files could not be written.
#[derive(Debug)]
pub enum ExportError {
    /// An error of the disk.
    Disk(io::Error),
    /// A chart could not be drawn.
    Chart(String),
    /// The run was stopped.
    Stopped,
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Disk(error) => error.fmt(f),
            ExportError::Chart(reason) => f.write_str(reason),
            ExportError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for ExportError {}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        if error.kind() == io::ErrorKind::Interrupted {
            ExportError::Stopped
        } else {
            ExportError::Disk(error)
        }
    }
}
