//! The engine as its users see it: every distribution from two computations that share nothing, and
//! from mathematics.

mod budgets;
mod choices;
mod cuts;
mod endless;
mod errors;
mod folds;
mod fractions;
mod graphs;
mod large_cycles;
mod loops;
mod programs;
mod questions;
mod sampled;
mod splits;
mod support;
mod tails;
