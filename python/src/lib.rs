//! The extension module `oddsmith._oddsmith`, on which the Python package is built.
#![cfg(feature = "extension")]

mod convert;
mod error;
mod plan;
mod results;
mod roll;
mod search;
mod wait;

use pyo3::prelude::*;

/// The extension module of the package `oddsmith`.
#[pymodule]
mod _oddsmith {
    #[pymodule_export]
    use super::plan::Plan;
    #[pymodule_export]
    use super::program;
    #[pymodule_export]
    use super::results::Results;
    #[pymodule_export]
    use super::roll::{Roll, roll};
}

/// Runs the program `simulate` with a command line, whose first word is the name of the program.
/// Returns the exit code.
#[pyfunction]
fn program(py: Python<'_>, args: Vec<String>) -> u8 {
    py.detach(|| oddsmith::program(args.into_iter().map(Into::into).collect()))
}
