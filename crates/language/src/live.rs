//! Liveness: which names nobody reads again, so that a machine can forget what they hold.
//!
//! A slot is live after an instruction where some way on reads it before writing it. The sets are found
//! backwards, again and again until none grows (Aho, Sethi, Ullman, section 10.6).

use crate::code::{Function, Op};

/// Finds, for each instruction that may suspend, the slots that are dead after it.
pub(crate) fn find_dead(function: &mut Function) {
    let live = live_after(&function.ops, function.slots.len());
    let dead = |(op, live): (&Op, &Vec<bool>)| -> Box<[u16]> {
        if !suspends(op) {
            return Box::default();
        }
        (0..live.len()).filter(|&slot| !live[slot]).map(|slot| slot as u16).collect()
    };
    function.dead = function.ops.iter().zip(&live).map(dead).collect();
}

fn suspends(op: &Op) -> bool {
    matches!(op, Op::Ask { .. } | Op::Dice { .. } | Op::Choose(_) | Op::Call { .. } | Op::Checkpoint)
}

fn live_after(ops: &[Op], slots: usize) -> Vec<Vec<bool>> {
    let mut before = vec![vec![false; slots]; ops.len() + 1];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for at in (0..ops.len()).rev() {
            let live = before_op(&ops[at], after_op(at, ops, &before));
            changed |= live != before[at];
            before[at] = live;
        }
    }
    (0..ops.len()).map(|at| after_op(at, ops, &before)).collect()
}

/// What is live after an instruction: all that is live where it may go on.
fn after_op(at: usize, ops: &[Op], before: &[Vec<bool>]) -> Vec<bool> {
    let mut live = vec![false; before[at].len()];
    for to in onward(ops, at) {
        live.iter_mut().zip(&before[to]).for_each(|(live, other)| *live |= other);
    }
    live
}

/// Where an instruction may go on. Notes are passed over: what they show is kept alive by nobody.
pub(crate) fn onward(ops: &[Op], at: usize) -> impl Iterator<Item = usize> + use<> {
    let (next, jump) = match ops[at] {
        Op::Jump(to) | Op::Again(to) | Op::SkipNote(to) => (None, Some(to)),
        Op::Return => (None, None),
        Op::Unless(to) | Op::KeepIf { to, .. } | Op::NextNumber { end: to, .. } | Op::NextEntry { end: to, .. } => {
            (Some(at + 1), Some(to))
        }
        _ => (Some(at + 1), None),
    };
    next.into_iter().chain(jump.map(|to| to as usize))
}

fn before_op(op: &Op, mut live: Vec<bool>) -> Vec<bool> {
    match *op {
        Op::Store(slot) | Op::BeginTotal { slot, .. } => live[slot as usize] = false,
        Op::Load(slot) | Op::LoadTotal(slot) | Op::StoreAt { slot, .. } | Op::Append(slot) => {
            live[slot as usize] = true
        }
        Op::Grow { slot, .. } | Op::GrowTotal { slot, .. } => live[slot as usize] = true,
        Op::NextNumber { slot, .. } | Op::NextEntry { slot, .. } => {
            live[slot as usize] = true;
            live[slot as usize + 1] = true;
        }
        _ => (),
    }
    live
}
