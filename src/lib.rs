//! oddsmith: a game rule is written once, as a state machine that *asks* a source of chance, and read several ways.
//!
//! Random numbers that answer give a played trial; every answer in turn, each with its probability, gives the graph of
//! the rule's states, and with it the exact odds; a given list of answers gives a test.
//!
//! ```
//! use oddsmith::chance::{Chance, dice::Die};
//! use oddsmith::engine::{exact::solve, graph::{Limit, explore}};
//! use oddsmith::rule::{Record, Rule, Step, metric::{Kind, Metric, Presentation}};
//!
//! /// Roll until a six comes, three times at most.
//! struct Patience;
//!
//! impl Rule for Patience {
//!     type State = u32;
//!     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("rolls", Kind::Count, "Rolls")] }
//!     fn presentation(&self) -> Presentation { Presentation::default() }
//!     fn start(&self) -> u32 { 0 }
//!     fn step<C: Chance, R: Record>(&self, rolls: &mut u32, chance: &mut C, record: &mut R) -> Step {
//!         *rolls += 1;
//!         if chance.roll(Die::D6) < 6 && *rolls < 3 {
//!             return Step::Continue;
//!         }
//!         record.whole(0, i64::from(*rolls));
//!         Step::Done
//!     }
//! }
//!
//! let odds = solve(&explore(&Patience, Limit::default()).unwrap());
//! assert_eq!(odds.pmfs[0].mass(2).fraction(), Some((5, 36)));
//! ```

mod again;
pub mod analysis;
pub mod catalogue;
pub mod chance;
pub mod cli;
pub mod command;
pub mod engine;
pub mod export;
pub mod findings;
pub mod odds;
pub mod progress;
mod rehearsal;
pub mod report;
pub mod rule;
pub mod rules;
pub mod scenario;
pub mod stats;
pub mod terminal;
#[cfg(test)]
mod testing;
mod workers;
