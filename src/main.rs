//! The program `simulate`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(oddsmith::program(std::env::args_os().collect()))
}
