//! The options of `simulate check`.

use clap::Args;

/// What to check, and what to print.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Scenario files, rule files, or names of bundled scenarios
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Also compute the answers, and report those that miss their goal
    #[arg(long)]
    pub odds: bool,
    /// Also print the charts, the metrics without wording for sentences, and where states repeat
    #[arg(long)]
    pub verbose: bool,
}
