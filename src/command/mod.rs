//! The commands of the program, their errors and their exit codes.

mod balance;
mod check;
mod early;
mod error;
mod exactness;
mod extras;
mod finish;
mod format;
mod import;
mod information;
mod load;
mod one;
mod output;
mod playtest;
mod run;
mod shards;
mod watch;

pub use balance::balance;
pub use check::check;
pub use error::CliError;
pub use format::format;
pub use import::import;
pub use information::{list, man, new, page, schema, show};
pub use output::CommandOutput;
pub use playtest::playtest;
pub use run::run;
pub use shards::merge;
pub use watch::watch;

use crate::cli::ReplayArgs;
use crate::lsp;
use crate::replay;
use crate::scenario::document::Overrides;
use crate::scenario::find;
use crate::terminal::printable_line;
use crate::workers::workers;

/// Runs the language server until the editor ends it.
///
/// # Errors
/// Returns an error if the editor sends an invalid message, or disconnects without ending the
/// server.
pub fn lsp() -> Result<String, CliError> {
    let ended = |reason| CliError::Run(format!("the connection to the editor ended: {reason}"));
    lsp::serve().map(|()| String::new()).map_err(ended)
}

/// Shows one simulated trial step by step.
///
/// # Errors
/// Returns an error if the scenario is wrong, or if it has no such case.
pub fn replay(args: &ReplayArgs) -> Result<String, CliError> {
    let seed = args.seed.clone().map(|seed| ("seed", seed));
    let (sets, sweeps) = (args.set.clone(), args.sweep.clone());
    let overrides = Overrides {
        run: seed.into_iter().collect(),
        sets,
        sweeps,
        ..Overrides::default()
    };
    let scenarios = load::load([find::find_any(&args.scenario)], &overrides)?;
    let text = workers(None)
        .install(|| replay::transcript(&scenarios[0], args.case as usize, args.trial))?;
    Ok(text
        .lines()
        .map(|line| printable_line(line).into_owned() + "\n")
        .collect())
}
