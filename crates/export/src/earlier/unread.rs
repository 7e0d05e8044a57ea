//! Explains why the results of an earlier run cannot be read.

use std::fmt;
use std::io;

/// The reason why an earlier run cannot be compared with this one.
#[derive(Debug)]
pub enum UnreadResults {
    /// There are no earlier results. The two texts are the problem and the fix.
    Missing(String, String),
    /// Reading failed, or a table is not in the format of a run.
    Broken(String),
}

impl fmt::Display for UnreadResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadResults::Missing(problem, help) => write!(f, "{problem}: {help}"),
            UnreadResults::Broken(problem) => f.write_str(problem),
        }
    }
}

impl From<io::Error> for UnreadResults {
    fn from(error: io::Error) -> UnreadResults {
        UnreadResults::Broken(error.to_string())
    }
}
