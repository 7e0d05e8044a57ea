//! What reaches a terminal: text without control characters, and messages that no full disk turns
//! into a failure.

#[cfg(feature = "cli")]
mod screen;

pub use oddsmith_model::printable::{
    is_command, shown, shown_in_colour, shown_json, shown_lines, wrapped,
};
#[cfg(feature = "cli")]
pub use screen::{print, print_anew, say, say_over, take_full_files_as_errors, width};
