//! What could not be written.

use std::fmt;
use std::io;

/// What could not be written.
#[derive(Debug)]
pub enum ExportError {
    /// The disk.
    Disk(io::Error),
    /// A chart.
    Chart(String),
    /// The run was asked to stop.
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
