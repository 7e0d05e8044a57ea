//! The options of `simulate playtest`.

use std::path::PathBuf;

use clap::Args;

use super::whole::whole;
use super::{Json, RunArgs};
use crate::export::Format;
use crate::workers::MAX_THREADS;

/// Which log to compare, and how.
#[derive(Debug, Args)]
pub struct PlaytestArgs {
    /// A scenario (a file or a bundled one), or a rule with its default parameters
    pub scenario: String,
    /// A log: CSV or .xlsx, one trial a row, one metric a column
    #[arg(value_name = "LOG", required_unless_present_any = ["plan", "form"])]
    pub log: Option<PathBuf>,
    /// Find the numbers that they were playing; repeatable
    ///
    /// KEY tries all values of a parameter; KEY=A..B and KEY=a,b,c try some. "variant" compares the
    /// variants of the scenario, and "play" compares ways to play.
    #[arg(long, value_name = "KEY", requires = "log")]
    pub fit: Vec<String>,
    /// Also compare each part of the log: the rows with each value of a column
    #[arg(long, value_name = "COLUMN", requires = "log")]
    pub by: Option<String>,
    /// Say what a column holds, such as "Actions taken=actions"; repeatable
    ///
    /// "HEADER=" ignores a column.
    #[arg(long, value_name = "HEADER=NAME", requires = "log")]
    pub column: Vec<String>,
    /// Leave out rows with mistakes, and count them
    #[arg(long, requires = "log")]
    pub skip: bool,
    /// Compute how many trials tell two settings apart, such as "mean(actions)"
    #[arg(long, value_name = "QUESTION", requires = "between", conflicts_with_all = ["log", "form"])]
    pub plan: Option<String>,
    /// The two settings of --plan, such as "quality=4" "quality=5"
    #[arg(long, value_names = ["SETTING", "SETTING"], num_args = 2, requires = "plan")]
    pub between: Vec<String>,
    /// Write an empty log: a sheet to print, and a CSV file to fill in
    ///
    /// NAME is the stem of the two files [default: SCENARIO-log].
    #[arg(long, value_name = "NAME", num_args = 0..=1, conflicts_with = "log")]
    pub form: Option<Option<String>>,
    /// Set a parameter, as in a run; repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Number of trials for simulated odds
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub trials: Option<String>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// Confidence level of the intervals [default: 0.95]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub confidence: Option<String>,
    /// Number of threads, 1 to 1024 [default: one per processor]
    #[arg(long, value_name = "N", value_parser = whole(1, MAX_THREADS))]
    pub threads: Option<u16>,
    /// Parent folder of the results folder [default: output]
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Formats of the chart files, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg,png")]
    pub format: Vec<Format>,
    /// Draw no charts
    #[arg(long)]
    pub no_charts: bool,
    /// Do not write report.html
    #[arg(long)]
    pub no_report: bool,
    /// Print the comparison and write no files
    #[arg(long)]
    pub no_save: bool,
    /// Print JSON instead of the table
    #[arg(long)]
    pub json: bool,
    /// Print neither progress nor the table
    #[arg(long)]
    pub quiet: bool,
}

impl PlaytestArgs {
    /// Returns the same options as those of a run.
    pub fn to_run_args(&self) -> RunArgs {
        RunArgs {
            wanted: vec![self.scenario.clone()],
            set: self.set.clone(),
            trials: self.trials.clone(),
            seed: self.seed.clone(),
            confidence: self.confidence.clone(),
            threads: self.threads,
            output: self.output.clone(),
            format: self.format.clone(),
            no_charts: self.no_charts,
            no_report: self.no_report,
            no_save: self.no_save,
            json: self.json.then_some(Json::Brief),
            quiet: self.quiet,
            ..RunArgs::default()
        }
    }
}
