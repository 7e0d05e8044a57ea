//! The functions of the language.

pub(crate) mod dice;
mod table;

pub(crate) use table::{BUILTINS, Builtin, BuiltinRole, Chance, MetricWord, ParameterWord, Pure, find, usage};
