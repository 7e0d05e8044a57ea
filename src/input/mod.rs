//! What users wrote, as it was written: files, the values of TOML with their places, and what is wrong with them.

pub mod check;
pub mod diagnostic;
pub(crate) mod entries;
pub(crate) mod marked;
pub(crate) mod plain_file;
pub(crate) mod text_file;
pub mod tree;
