//! How a table is laid out.

use std::path::PathBuf;

/// Rows at most; the rest is in the files.
pub(super) const MOST_ROWS: usize = 40;

/// How a table is laid out.
#[derive(Clone, Debug)]
pub struct Options {
    /// The columns of the terminal; no limit where there is none.
    pub width: usize,
    /// Whether simulated numbers stand next to exact ones, however wide that gets.
    pub is_wide: bool,
    /// Whether all numbers of all cases have a row, instead of a grid or a distribution.
    pub shows_all: bool,
    /// Whether a distribution says how likely at least each value is.
    pub at_least: bool,
    /// Whether a distribution says how likely at most each value is.
    pub at_most: bool,
    /// What the cases are ordered by: a question or a headline.
    pub sort: Option<String>,
    /// Cases that are shown.
    pub top: Option<usize>,
    /// Where what is left out can be found.
    pub rest: Rest,
    /// The files that the run writes; `None` for a run that writes none.
    pub files: Option<SavedFiles>,
}

/// The files that a run writes.
#[derive(Clone, Debug)]
pub struct SavedFiles {
    /// The folder that contains the folder of each scenario.
    pub output: PathBuf,
    /// Whether charts are among them.
    pub has_charts: bool,
    /// Whether the report is among them.
    pub has_report: bool,
}

impl Default for Options {
    /// A table of any width, of a run that writes no files.
    fn default() -> Options {
        Options {
            width: usize::MAX,
            is_wide: false,
            shows_all: false,
            at_least: false,
            at_most: false,
            sort: None,
            top: None,
            rest: Rest::Nowhere,
            files: None,
        }
    }
}

/// Where what a table leaves out can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// In the files that the run writes.
    InFiles,
    /// Nowhere: the run writes none.
    Nowhere,
}

impl Rest {
    /// "see summary.csv", where there is one.
    pub(super) fn see(self, file: &str) -> String {
        match self {
            Rest::InFiles => format!("see {file}"),
            Rest::Nowhere => "a run that is saved has them all".to_owned(),
        }
    }
}
