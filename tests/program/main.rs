//! The program as its users meet it: what it writes, what it says, what it refuses.

mod against;
mod balance;
mod certain;
mod charts;
mod editor;
mod errors;
mod evening;
mod find;
mod five_wishes;
mod folders;
mod forged_shards;
mod format;
mod gallery;
mod hostile;
mod json;
mod lsp;
mod lsp_broken;
mod manual;
mod play;
mod questions;
mod questions_by_hand;
mod rule_files;
mod rule_mechanics;
mod rulebook;
mod runs;
mod samples;
mod schema;
mod sensitivity;
mod shards;
mod silence;
mod stopped;
mod support;
mod tables;
#[cfg(target_os = "linux")]
mod ten_questions;
mod terminal;
mod texts;
mod thumbs;
mod transcript;
#[cfg(unix)]
mod unbounded;
mod unsaid;
mod wants;
mod watch;
mod words;
