//! What each command does, from scenarios to files; what can fail, and the exit code that says so.

mod besides;
mod check;
mod error;
mod load;
mod one;
mod run;
mod tell;
mod watch;

pub use crate::shard::command::merge;
pub use check::check;
pub use error::CliError;
pub(crate) use load::{plans, stop_on_signals};
pub use run::run;
pub(crate) use run::{finish, mode};
pub use tell::{list, man, new, page, schema, show};
pub use watch::watch;

use crate::cli::ReplayArgs;
use crate::replay;
use crate::scenario::document::Overrides;
use crate::scenario::find;
use crate::terminal::shown;

/// What a command that did what it was asked prints, and the exit code that goes with it.
#[derive(Debug, PartialEq, Eq)]
pub struct Told {
    /// The text for standard output.
    pub text: String,
    /// 0; or, everything being written, 3 where an answer is not what was wanted, 4 where played trials disagree with the
    /// exact odds.
    pub exit_code: u8,
}

impl From<String> for Told {
    fn from(text: String) -> Told {
        Told { text, exit_code: 0 }
    }
}

/// One played trial, told.
///
/// # Errors
/// When the scenario is wrong, or has no such case.
pub fn replay(args: &ReplayArgs) -> Result<String, CliError> {
    let seed = args.seed.clone().map(|seed| ("seed", seed));
    let (sets, sweeps) = (args.set.clone(), args.sweep.clone());
    let overrides = Overrides { run: seed.into_iter().collect(), sets, sweeps, ..Overrides::default() };
    let scenarios = load::load([find::find_any(&args.scenario)], &overrides)?;
    let told = replay::told(&scenarios[0], args.case as usize, args.trial)?;
    Ok(told.lines().map(|line| shown(line).into_owned() + "\n").collect())
}
