#![doc = include_str!("../README.md")]
//!
//! # Where to find what
//!
//! | reader | answers by | gives |
//! | --- | --- | --- |
//! | [`simulate::play`] | random numbers, real faces one after another | trials as they happen |
//! | [`explore::explore`] | every answer in turn, each with its probability | the graph of the rule's states |
//! | [`solve::solve`] | pushing probability along the graph | the exact law of every metric, as float and fraction |
//! | [`simulate::GraphSampler`] | groups of trials split over the graph | a sample of a million in a blink |
//! | [`question::solve_joint`] | the same graph with what a question must remember | conditions, joint
//! distributions |
//! | [`solve::plan`] | the best option wherever a rule lets a player choose | best play, what each option is worth |
//! | [`Scripted`] | a given list of answers | tests |
//!
//! [`simulate::play`] holds trials against exact odds, and [`PolicyModel`] goes from a choice to its
//! best play.
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod any_rule;
mod ask;
mod budget;
pub mod chance;
mod choice;
mod error;
pub mod explore;
mod expression;
mod front;
mod graph;
mod heuristic;
mod layout;
mod metric;
pub mod odds;
mod policy;
pub mod question;
mod rule;
mod scripted;
pub mod simulate;
mod slot_memory;
pub mod solve;
pub mod stats;

pub use any_rule::{AnyRule, ReplayedLine, ReplayedTrial, Slice, StateSpace};
pub use ask::Ask;
pub use choice::{Choice, NOT_SEEN, Side};
pub use error::{RuleError, RuleErrorKind, TOO_MUCH_AT_ONCE};
pub use explore::PolicyModel;
pub use front::{ByMetric, Seed, Trials, exact, simulate};
pub use heuristic::{Clause, Heuristic};
pub use layout::Layout;
pub use metric::{Fold, Metric};
pub use policy::{DecisionRule, Policy, PolicyReader, Situation};
pub use rule::{Parts, Rule, Step};
pub use scripted::Scripted;
