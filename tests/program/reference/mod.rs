//! The reference pages, held against the program: their tables have what the program itself uses,
//! and their examples work. `UPDATE_DOCS=1 cargo test --test program reference` writes the tables
//! of `docs/language.md` and `docs/cli.md` again.

mod command_line;
mod held;
mod language;
mod pages;
