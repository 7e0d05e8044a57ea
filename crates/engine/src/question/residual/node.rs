//! The nodes of residuals.

use crate::metric::Fold;

/// The index of a node.
pub(crate) type NodeId = u32;

/// A node: an expression that is still open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Residual {
    Number(i64),
    Absent,
    /// The final value of a slot, with its folded value so far.
    Open {
        slot: u32,
        folded: Option<i64>,
    },
    /// A number plus multiples of nodes. A strict sum is absent if one of the nodes is; otherwise
    /// absent nodes count as 0.
    Sum {
        is_strict: bool,
        number: i64,
        terms: Box<[(i64, NodeId)]>,
    },
    Product(NodeId, NodeId),
    Abs(NodeId),
    /// The smallest or the greatest of the operands that are not absent.
    Extremum {
        is_max: bool,
        number: Option<i64>,
        operands: Box<[NodeId]>,
    },
    First(Box<[(i64, NodeId)]>),
    Test {
        test: Test,
        operand: NodeId,
        number: i64,
    },
    IsAbsent(NodeId),
    Not(NodeId),
    All(Box<[NodeId]>),
    Any(Box<[NodeId]>),
}

/// A comparison of a node with a number. An absent value passes no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Test {
    AtLeast,
    Is,
    IsNot,
}

/// Facts about a slot from the graphs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownSlot {
    pub(crate) fold: Fold,
    /// The least and the greatest value of one observation.
    pub(crate) ends: (i64, i64),
    pub(crate) may_be_absent: bool,
    /// The value in trials that do not record the slot, if there is one.
    pub(crate) otherwise: Option<i64>,
}

impl Residual {
    /// Returns the node with its operands replaced.
    pub(super) fn map_nodes(&self, mut to: impl FnMut(NodeId) -> NodeId) -> Residual {
        let weighted = |list: &[(i64, NodeId)],
                        to: &mut dyn FnMut(NodeId) -> NodeId|
         -> Box<[(i64, NodeId)]> {
            list.iter().map(|&(number, id)| (number, to(id))).collect()
        };
        let map_list = |list: &[NodeId], to: &mut dyn FnMut(NodeId) -> NodeId| -> Box<[NodeId]> {
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
            Residual::Product(first, other) => Residual::Product(to(first), to(other)),
            Residual::Abs(operand) => Residual::Abs(to(operand)),
            Residual::Extremum {
                is_max,
                number,
                ref operands,
            } => Residual::Extremum {
                is_max,
                number,
                operands: map_list(operands, &mut to),
            },
            Residual::First(ref list) => Residual::First(weighted(list, &mut to)),
            Residual::Test {
                test,
                operand: of,
                number,
            } => Residual::Test {
                test,
                operand: to(of),
                number,
            },
            Residual::IsAbsent(operand) => Residual::IsAbsent(to(operand)),
            Residual::Not(condition) => Residual::Not(to(condition)),
            Residual::All(ref list) => Residual::All(map_list(list, &mut to)),
            Residual::Any(ref list) => Residual::Any(map_list(list, &mut to)),
        }
    }

    /// Returns the size in bytes of the node outside its struct.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Residual::Sum { terms: list, .. } | Residual::First(list) => size_of_val(&**list),
            Residual::Extremum { operands: of, .. } | Residual::All(of) | Residual::Any(of) => {
                size_of_val(&**of)
            }
            _ => 0,
        }
    }
}
