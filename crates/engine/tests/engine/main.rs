//! Tests of the engine's public interface: every distribution is compared with an independent
//! computation or a closed form.

mod bounds;
mod budgets;
mod choices;
mod cuts;
mod endless;
mod erring_games;
mod erring_hidden;
mod errors;
mod folds;
mod fractions;
mod games;
mod graphs;
mod large_cycles;
mod loops;
mod programs;
mod questions;
mod sampled;
mod scales;
mod skills;
mod splits;
mod support;
mod tails;
mod threads;
mod two_sides;
