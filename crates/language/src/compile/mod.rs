//! Compiles the syntax tree into instructions. The file has been checked, so code that cannot be
//! compiled is left out.

mod builder;
mod compiler;
mod dice;
mod expression;
mod gathered;
mod prelude;
mod statement;
mod tables;

pub(crate) use compiler::{add_dice, compile, with_trial};
