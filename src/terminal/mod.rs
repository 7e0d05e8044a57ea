//! What reaches a terminal: text without control characters, and messages that no full disk turns into a failure.

#[cfg(feature = "cli")]
mod screen;
mod text;

#[cfg(feature = "cli")]
pub use screen::{say, width};
pub use text::shown;
pub(crate) use text::shown_in_colour;
#[cfg(feature = "cli")]
pub(crate) use text::shown_json;
