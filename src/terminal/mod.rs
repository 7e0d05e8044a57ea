//! What reaches a terminal: text without control characters, and messages that no full disk turns into a failure.

#[cfg(feature = "cli")]
mod screen;
mod text;

#[cfg(feature = "cli")]
pub use screen::{print, print_anew, say, say_over, take_full_files_as_errors, width};
pub(crate) use text::{is_command, shown_in_colour, shown_json, wrapped};
pub use text::{shown, shown_lines};
