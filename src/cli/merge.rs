//! Which shards to merge, and what to write.

use std::path::PathBuf;

use clap::Args;

use super::{Json, RunArgs};
use crate::export::Format;
use crate::workers::MOST_THREADS;

/// Which shards to merge, and what to write.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folder in which the shards are, such as output/wing3d
    pub folder: PathBuf,
    /// Folder under which the folder of results is written; that of the shards if left out
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Threads, 1 to 1024; one for each processor by default. RAYON_NUM_THREADS is ignored
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    pub threads: Option<u16>,
    /// Chart files to write
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg,png")]
    pub format: Vec<Format>,
    /// Draw no charts
    #[arg(long)]
    pub no_charts: bool,
    /// Write no report.html
    #[arg(long)]
    pub no_report: bool,
    /// Print JSON instead of the table; with =full every law too, value by value
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "brief")]
    pub json: Option<Json>,
    /// No progress, no table
    #[arg(long)]
    pub quiet: bool,
}

impl MergeArgs {
    /// The same options of a run.
    pub fn as_run(&self) -> RunArgs {
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
