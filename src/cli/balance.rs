//! The options of `simulate balance`.

use clap::Args;

use super::RunArgs;

/// How to run what `balance` finds, and whether to run it.
#[derive(Debug, Args)]
pub struct BalanceArgs {
    /// The options of the run.
    #[command(flatten)]
    pub run: RunArgs,
    /// Print the scenario with the best setting and all its comments, and run nothing
    #[arg(long, conflicts_with_all = ["json", "against", "sensitivity", "skill", "samples", "sort", "top"])]
    pub apply: bool,
}
