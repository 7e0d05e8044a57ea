//! Writes to the terminal: text without control characters, and messages that a full disk does not
//! turn into a failure.

#[cfg(feature = "cli")]
mod screen;

pub use oddsmith_model::printable::{
    is_command, printable_coloured_lines, printable_json, printable_line, printable_lines, wrap,
};
#[cfg(feature = "cli")]
pub use screen::{ignore_file_size_signal, print, print_message, reprint, reprint_message, width};
