//! The functions of the language.

pub(crate) mod dice;
mod table;

pub use table::functions;
pub(crate) use table::{BUILTINS, Builtin, BuiltinRole, Chance, MetricWord, ParameterWord, Pure, find, usage};
