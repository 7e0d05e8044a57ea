//! The control flow of a function in a simulated trial.

use crate::code::Op;

/// The instructions that may follow an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Edges {
    pub(super) next: Option<usize>,
    pub(super) jump: Option<JumpEdge>,
}

/// A jump of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JumpEdge {
    pub(super) to: usize,
    /// Whether the condition stays on the stack.
    pub(super) keeps_condition: bool,
}

impl JumpEdge {
    fn to(to: usize) -> JumpEdge {
        JumpEdge {
            to,
            keeps_condition: false,
        }
    }
}

/// Returns where an instruction continues. Notes are skipped, and lists are never read entry by
/// entry.
pub(super) fn edges(ops: &[Op], op_index: usize) -> Edges {
    let next = Some(op_index + 1);
    match ops[op_index] {
        Op::Return => Edges::default(),
        Op::Jump(to) | Op::JumpBack(to) | Op::SkipNote(to) | Op::UnlessByIndex(to) => Edges {
            next: None,
            jump: Some(JumpEdge::to(to as usize)),
        },
        Op::Unless(to) => Edges {
            next,
            jump: Some(JumpEdge::to(pass_jumps(ops, to as usize))),
        },
        Op::NextNumber { end, .. } | Op::NextEntry { end, .. } => Edges {
            next,
            jump: Some(JumpEdge::to(end as usize)),
        },
        Op::KeepIf { truth, to } => Edges {
            next,
            jump: Some(pass_conditions(ops, truth, to as usize)),
        },
        _ => Edges { next, jump: None },
    }
}

/// Follows forward jumps.
fn pass_jumps(ops: &[Op], mut to: usize) -> usize {
    while let Op::Jump(further) = ops[to]
        && further as usize > to
    {
        to = further as usize;
    }
    to
}

/// Follows the instructions that depend only on a condition whose value is known.
fn pass_conditions(ops: &[Op], truth: bool, mut to: usize) -> JumpEdge {
    loop {
        match (ops[to], ops.get(to + 1)) {
            (Op::Unless(_), _) if truth => return JumpEdge::to(pass_jumps(ops, to + 1)),
            (Op::Unless(further), _) => return JumpEdge::to(pass_jumps(ops, further as usize)),
            (Op::KeepIf { truth: other, .. }, _) if other != truth => return JumpEdge::to(to + 1),
            (Op::KeepIf { to: further, .. }, _) => to = further as usize,
            (Op::Jump(further), _) if further as usize > to => to = further as usize,
            (Op::Not, Some(Op::Not)) => to += 2,
            _ => {
                return JumpEdge {
                    to,
                    keeps_condition: true,
                };
            }
        }
    }
}
