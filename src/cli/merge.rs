//! The options of `simulate merge`.

use std::path::PathBuf;

use clap::Args;

use super::whole::whole;
use super::{Json, RunArgs};
use crate::export::Format;
use crate::workers::MAX_THREADS;

/// Which shards to merge, and what to write.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Folder with the shards, such as output/wing3d
    pub folder: PathBuf,
    /// Parent folder of the results folder [default: the parent of FOLDER]
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Number of threads, 1 to 1024 [default: one per processor]
    ///
    /// The results do not depend on it. RAYON_NUM_THREADS is ignored.
    #[arg(long, value_name = "N", value_parser = whole(1, MAX_THREADS))]
    pub threads: Option<u16>,
    /// Formats of the chart files, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg,png")]
    pub format: Vec<Format>,
    /// Draw no charts
    #[arg(long)]
    pub no_charts: bool,
    /// Do not write report.html
    #[arg(long)]
    pub no_report: bool,
    /// Print JSON instead of the table
    ///
    /// --json=full adds every distribution, value by value.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "brief", hide_possible_values = true)]
    pub json: Option<Json>,
    /// Print neither progress nor the table
    #[arg(long)]
    pub quiet: bool,
}

impl MergeArgs {
    /// Returns the same options as those of a run.
    pub fn to_run_args(&self) -> RunArgs {
        RunArgs {
            threads: self.threads,
            format: self.format.clone(),
            no_charts: self.no_charts,
            no_report: self.no_report,
            json: self.json,
            quiet: self.quiet,
            ..RunArgs::default()
        }
    }
}
