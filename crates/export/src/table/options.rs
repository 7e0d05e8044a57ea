//! The options for the layout of a table.

use std::path::PathBuf;

/// The maximal number of rows. The rest is in the files.
pub(super) const MAX_ROWS: usize = 40;

/// The number of lines of a small terminal.
pub(super) const SCREEN_LINES: usize = 24;

/// The options for the layout of a table.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of columns of the terminal; `usize::MAX` for no limit.
    pub width: usize,
    /// Whether simulated numbers are shown next to exact ones, even if the table becomes too wide.
    pub is_wide: bool,
    /// Whether all numbers of all cases have a row, instead of a grid or a distribution.
    pub shows_all: bool,
    /// Whether a distribution has a column for the chance of at least each value.
    pub at_least: bool,
    /// Whether a distribution has a column for the chance of at most each value.
    pub at_most: bool,
    /// The question or headline by which the cases are sorted.
    pub sort: Option<String>,
    /// The number of cases that are shown.
    pub top: Option<usize>,
    /// The place where the rest can be found.
    pub rest: Rest,
    /// The files that the run writes; `None` if it writes none.
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

impl Options {
    /// Returns whether the headline and the main table have to fit a small terminal.
    pub(super) fn fits_screen(&self) -> bool {
        self.width != usize::MAX && !self.shows_all && !self.is_wide
    }
}

impl Default for Options {
    /// Returns the layout without a width limit, for a run that writes no files.
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

/// The place where the rest of a shortened table can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// In the files that the run writes.
    InFiles,
    /// Nowhere, because the run writes no files.
    Nowhere,
}

impl Rest {
    /// Returns "see summary.csv", if there are files.
    pub(super) fn see(self, file: &str) -> String {
        match self {
            Rest::InFiles => format!("see {file}"),
            Rest::Nowhere => "a run that is saved has them all".to_owned(),
        }
    }
}
