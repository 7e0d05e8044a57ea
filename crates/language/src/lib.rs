//! oddsmith-language: rule files, which describe a game as a short program.
//!
//! The lexer, the parser and the compiler turn a text into a program. A virtual machine runs the
//! program and stops at each question. Its state is a value: exploration forks it at each question,
//! and simulation runs the same program with random answers.
//!
//! ```
//! use oddsmith_engine::Parts;
//! use oddsmith_engine::explore::{Budget, Watch, explore};
//! use oddsmith_engine::solve::solve;
//! use oddsmith_language::RuleFile;
//!
//! let file = RuleFile::read(r#"
//! need = whole(6, 2, 6, "what ends the wait")
//! rolls = count("Rolls")
//!
//! def trial():
//!     n = 1
//!     while roll(6) < need:
//!         n += 1
//!     record(rolls, n)
//! "#).unwrap();
//! let rule = file.rule(&[]).unwrap();
//! let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
//! let distributions = solve(&graph, &Budget::default(), &Watch::default()).unwrap();
//! assert_eq!(distributions[0].as_ref().unwrap().pmf.mass(2).fraction(), Some((5, 36)));
//! ```
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod accumulators;
mod asking;
mod assertions;
mod builtin;
mod choice;
mod code;
mod compile;
mod declare;
mod diagnostic;
mod explore;
mod format;
mod grammar;
mod heuristic_inputs;
mod imports;
mod liveness;
mod machine;
mod model;
mod nearest;
mod outline;
mod outlook;
mod player;
mod probes;
pub mod question;
mod ratio;
pub mod reference;
mod registers;
mod resolve;
mod rule;
mod situation;
mod slice;
mod source;
#[cfg(test)]
mod tests;
mod types;
mod unordered;
mod value;
mod vocabulary;

pub use assertions::Expectation;
pub use choice::{
    COMMON_ANSWERS, ChoiceDescription, RESERVED_PLAY_KEYS, option_name, option_number,
};
pub use declare::{
    DeclaredParameter, DeclaredType, Entry, FACE_RANGES, MetricKind, MetricWording,
    ParameterWording, Setting,
};
pub use diagnostic::{Edit, Mistake};
pub use explore::{Scratch, State};
pub use format::format_rule_file;
pub use imports::{FindFile, STD, UnreadFile};
pub use machine::Fault;
pub use nearest::{most_alike, nearest};
pub use outline::{NameRole, NamedPlace, Outline};
pub use outlook::{Growth, ListOrder, NamedValues, Outlook};
pub use player::TrialLine;
pub use probes::{Watchable, WatchedPlace};
pub use ratio::Ratio;
pub use rule::{MetricDescription, RuleFile, SetRule, SettingError, SituationPart};
pub use source::Span;
pub use types::WatchedKind;
