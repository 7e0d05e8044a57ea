//! What `simulate balance` takes.

use clap::Args;

use super::RunArgs;

/// Where numbers are looked for, and what is done with them.
#[derive(Debug, Args)]
pub struct BalanceArgs {
    /// How what was found is run.
    #[command(flatten)]
    pub run: RunArgs,
    /// Print the scenario with the best numbers put in, comments kept, and run nothing
    #[arg(long, conflicts_with_all = ["json", "against", "sensitivity", "samples", "sort", "top"])]
    pub apply: bool,
}
