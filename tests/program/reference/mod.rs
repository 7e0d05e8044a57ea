//! Compares the reference pages with the program: their tables contain what the program uses, and
//! their examples work. `UPDATE_DOCS=1 cargo test --test program reference` updates the tables of
//! `docs/language.md` and `docs/cli.md`.

mod command_line;
mod held;
mod language;
mod pages;
