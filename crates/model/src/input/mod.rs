//! Input from users: files, TOML values with their places, and diagnostics.

pub mod check;
pub mod diagnostic;
pub mod entries;
pub mod habits;
pub mod marked;
pub mod plain_file;
mod removal;
mod single_value;
pub mod text_file;
pub mod tree;
mod unclosed;
