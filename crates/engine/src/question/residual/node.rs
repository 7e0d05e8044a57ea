//! What may be open of an expression, node by node.

use crate::metric::Fold;

/// A node, by its number.
pub(crate) type Id = u32;

/// What is still open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Residual {
    Number(i64),
    Absent,
    /// What a slot shows in the end, by what it has folded so far.
    Open {
        slot: u32,
        so_far: Option<i64>,
    },
    /// A number and multiples of nodes: absent where one of them is, or else without those that
    /// are.
    Sum {
        is_strict: bool,
        number: i64,
        terms: Box<[(i64, Id)]>,
    },
    Product(Id, Id),
    Abs(Id),
    /// The smallest or the greatest of those that are there.
    End {
        is_max: bool,
        number: Option<i64>,
        of: Box<[Id]>,
    },
    First(Box<[(i64, Id)]>),
    Test {
        test: Test,
        of: Id,
        number: i64,
    },
    IsAbsent(Id),
    Not(Id),
    All(Box<[Id]>),
    Any(Box<[Id]>),
}

/// How a node compares with a number; what is absent passes no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Test {
    AtLeast,
    Is,
    IsNot,
}

/// What is known of a slot from the graphs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownSlot {
    pub(crate) fold: Fold,
    /// The lowest and the highest value of one observation.
    pub(crate) ends: (i64, i64),
    pub(crate) may_be_absent: bool,
    /// What it is where it is left out, if that is a value.
    pub(crate) otherwise: Option<i64>,
}

impl Residual {
    /// The same with other nodes within.
    pub(super) fn map(&self, mut to: impl FnMut(Id) -> Id) -> Residual {
        let weighted = |list: &[(i64, Id)], to: &mut dyn FnMut(Id) -> Id| -> Box<[(i64, Id)]> {
            list.iter().map(|&(number, id)| (number, to(id))).collect()
        };
        let all = |list: &[Id], to: &mut dyn FnMut(Id) -> Id| -> Box<[Id]> {
            list.iter().map(|&id| to(id)).collect()
        };
        match *self {
            Residual::Number(_) | Residual::Absent | Residual::Open { .. } => self.clone(),
            Residual::Sum {
                is_strict,
                number,
                ref terms,
            } => Residual::Sum {
                is_strict,
                number,
                terms: weighted(terms, &mut to),
            },
            Residual::Product(one, other) => Residual::Product(to(one), to(other)),
            Residual::Abs(one) => Residual::Abs(to(one)),
            Residual::End {
                is_max,
                number,
                ref of,
            } => Residual::End {
                is_max,
                number,
                of: all(of, &mut to),
            },
            Residual::First(ref list) => Residual::First(weighted(list, &mut to)),
            Residual::Test { test, of, number } => Residual::Test {
                test,
                of: to(of),
                number,
            },
            Residual::IsAbsent(one) => Residual::IsAbsent(to(one)),
            Residual::Not(one) => Residual::Not(to(one)),
            Residual::All(ref list) => Residual::All(all(list, &mut to)),
            Residual::Any(ref list) => Residual::Any(all(list, &mut to)),
        }
    }

    /// Returns the bytes that the node takes outside its own struct.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Residual::Sum { terms: list, .. } | Residual::First(list) => size_of_val(&**list),
            Residual::End { of, .. } | Residual::All(of) | Residual::Any(of) => size_of_val(&**of),
            _ => 0,
        }
    }
}
