//! The terminal itself: how wide it is, and what is said on it.

use std::fmt::Display;
use std::io::Write as _;

use terminal_size::{Width, terminal_size_of};

/// Columns of a terminal that nobody knows.
const USUAL_WIDTH: usize = 80;

/// The columns of the terminal that standard output goes to.
pub fn width() -> usize {
    terminal_size_of(std::io::stdout()).map_or(USUAL_WIDTH, |(Width(columns), _)| usize::from(columns))
}

/// Says something on standard error. Where nobody can hear it, the work goes on.
pub fn say(message: impl Display) {
    let _ = write!(anstream::stderr(), "{message}");
}
