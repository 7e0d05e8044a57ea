#![doc = include_str!("../README.md")]
//!
//! # Entry points
//!
//! | item | how it answers a rule's questions | result |
//! | --- | --- | --- |
//! | [`simulate::play`] | random numbers, one for each die | simulated trials |
//! | [`explore::explore`] | every answer in turn, with its probability | the state graph of the rule |
//! | [`solve::solve`] | forward propagation through the state graph | the exact distribution of every metric, as floats and fractions |
//! | [`simulate::GraphSampler`] | groups of trials, split over the state graph | a sample of millions of trials, quickly |
//! | [`question::solve_joint`] | the state graph, augmented with what a question needs to remember | conditional probabilities, joint distributions |
//! | [`solve::plan`] | the best option wherever the rule lets a player choose | best play, and the value of each option |
//! | [`Scripted`] | a given list of answers | unit tests |
//!
//! Simulated trials and exact odds share no code for chance, so that each can check the other.
//! [`PolicyModel`] shows how to find best play for a rule with a choice.
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
pub use choice::{Choice, NOT_SEEN, OptionWeights, Side, Skill};
pub use error::{RuleError, RuleErrorKind, TOO_MUCH_AT_ONCE};
pub use explore::PolicyModel;
pub use front::{ByMetric, Seed, Trials, exact, simulate};
pub use heuristic::{Clause, Heuristic};
pub use layout::Layout;
pub use metric::{Fold, Metric};
pub use policy::{DecisionRule, Policy, PolicyReader, Situation};
pub use rule::{Parts, Rule, Step};
pub use scripted::Scripted;
