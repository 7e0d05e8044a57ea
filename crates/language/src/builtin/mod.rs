//! The built-in functions of the language.

pub(crate) mod dice;
mod role;
mod table;

pub(crate) use role::{BuiltinRole, Chance, MetricWord, ParameterWord, Pure};
pub(crate) use table::{BUILTINS, Builtin, find, is_definable, usage};
