//! The program as its users meet it: what it writes, what it says, what it refuses.

mod charts;
mod errors;
mod folders;
mod hostile;
mod manual;
mod questions;
mod rule_files;
mod rule_mechanics;
mod rulebook;
mod runs;
mod schema;
#[cfg(feature = "shards")]
mod shards;
mod support;
#[cfg(target_os = "linux")]
mod terminal;
mod texts;
