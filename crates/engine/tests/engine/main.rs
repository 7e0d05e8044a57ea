//! The engine as its users see it: every distribution from two computations that share nothing, and
//! from mathematics.

mod budgets;
mod choices;
mod circles;
mod cuts;
mod drawn;
mod endless;
mod errors;
mod folds;
mod fractions;
mod graphs;
mod loops;
mod programs;
mod questions;
mod splits;
mod support;
mod tails;
