//! The values of a program: numbers, sequences and dice.

use std::rc::Rc;

use crate::die::Die;
use crate::pool::Pool;
use crate::text::join;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Number(i64),
    Sequence(Rc<[i64]>),
    Pool(Pool),
}

impl Value {
    /// Returns the empty die.
    pub(crate) fn empty_die() -> Self {
        Self::Pool(Pool::new(0, Rc::new(Die::empty())))
    }

    /// Returns a die with the outcomes of a distribution.
    pub(crate) fn die(die: Die) -> Self {
        Self::Pool(Pool::new(1, Rc::new(die)))
    }

    /// Returns the word for the type of the value.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Sequence(_) => "a sequence",
            Self::Pool(_) => "a die",
        }
    }

    /// Returns the value as a program would write it.
    pub(crate) fn to_text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Sequence(values) => format!("{{{}}}", join(values.iter())),
            Self::Pool(pool) => pool.to_text(),
        }
    }
}
