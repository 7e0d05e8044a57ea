//! What users wrote, as it was written: files, the values of TOML with their places, and what is
//! wrong with them.

pub mod check;
pub mod diagnostic;
pub mod entries;
pub mod habits;
pub mod marked;
pub mod plain_file;
pub mod text_file;
pub mod tree;
mod unclosed;
