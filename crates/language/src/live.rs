//! Liveness: which names nobody reads again, so that a machine can forget what they hold.
//!
//! A slot is live after an instruction where some way on reads it before writing it. The sets are found
//! backwards, again and again until none grows (Aho, Sethi, Ullman, section 10.6). Adding to what a slot holds is no
//! reading of it where it surely has a value: whether it is live before that is whether it is live after.

use crate::code::{Op, Routine};

/// Finds, for each instruction that may suspend, the slots that are dead after it. What only grows, and is read by nobody,
/// no longer does.
pub(crate) fn find_dead(function: &mut Routine) {
    let slots = function.slots.len();
    let live = LiveSlots::of(&function.ops, slots, false);
    let assigned = AssignedSlots::of(&function.ops, slots, function.arguments);
    for at in 0..function.ops.len() {
        let grows = match function.ops[at] {
            // What has no value yet is a mistake, whether anybody reads it or not.
            Op::Grow { slot, .. } if assigned.has(at, slot) => Some(slot),
            Op::Append(slot) => Some(slot),
            _ => None,
        };
        if grows.is_some_and(|slot| !has(&live.after(&function.ops, at), slot.into())) {
            function.ops[at] = Op::Drop;
        }
    }
    let live = LiveSlots::of(&function.ops, slots, true);
    let dead = |at: usize| -> Box<[u16]> {
        if !suspends(&function.ops[at]) {
            return Box::default();
        }
        let after = live.after(&function.ops, at);
        (0..slots).filter(|&slot| !has(&after, slot)).map(|slot| slot as u16).collect()
    };
    function.dead = (0..function.ops.len()).map(dead).collect();
}

fn suspends(op: &Op) -> bool {
    matches!(op, Op::Ask { .. } | Op::Dice { .. } | Op::Choose(_) | Op::ChooseOf | Op::Call { .. } | Op::Checkpoint)
}

const BITS: usize = u64::BITS as usize;

fn has(set: &[u64], slot: usize) -> bool {
    set[slot / BITS] >> (slot % BITS) & 1 == 1
}

fn put(set: &mut [u64], slot: u16, is_in: bool) {
    let (word, bit) = (slot as usize / BITS, 1 << (slot as usize % BITS));
    if is_in { set[word] |= bit } else { set[word] &= !bit }
}

/// What is live before each instruction: so many words of bits for each.
struct LiveSlots {
    before: Vec<u64>,
    words: usize,
}

impl LiveSlots {
    /// Whether adding to a slot reads it is for who asks to say.
    fn of(ops: &[Op], slots: usize, growing_reads: bool) -> LiveSlots {
        let words = slots.div_ceil(BITS).max(1);
        let mut live = LiveSlots { before: vec![0; (ops.len() + 1) * words], words };
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for at in (0..ops.len()).rev() {
                let mut set = live.after(ops, at);
                before_op(&ops[at], &mut set);
                if let (Op::Grow { slot, .. }, true) = (&ops[at], growing_reads) {
                    put(&mut set, *slot, true);
                }
                let known = &mut live.before[at * words..(at + 1) * words];
                has_changed |= *known != *set;
                known.copy_from_slice(&set);
            }
        }
        live
    }

    /// What is live after an instruction: all that is live where it may go on.
    fn after(&self, ops: &[Op], at: usize) -> Vec<u64> {
        let mut set = vec![0; self.words];
        for to in onward(ops, at) {
            let next = &self.before[to * self.words..(to + 1) * self.words];
            set.iter_mut().zip(next).for_each(|(set, next)| *set |= next);
        }
        set
    }
}

/// Which slots surely have a value before each instruction, whatever way led there.
struct AssignedSlots {
    before: Vec<Vec<u64>>,
}

impl AssignedSlots {
    /// Those of a function whose arguments lie in so many slots, the first ones.
    fn of(ops: &[Op], slots: usize, arguments: usize) -> AssignedSlots {
        let words = slots.div_ceil(BITS).max(1);
        let mut before = vec![vec![u64::MAX; words]; ops.len() + 1];
        before[0].fill(0);
        (0..arguments).for_each(|slot| put(&mut before[0], slot as u16, true));
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for at in 0..ops.len() {
                let mut set = before[at].clone();
                if let Op::Store(slot) | Op::BeginTotal { slot, .. } = ops[at] {
                    put(&mut set, slot, true);
                }
                for to in onward(ops, at) {
                    for (known, own) in before[to].iter_mut().zip(&set) {
                        has_changed |= *known & own != *known;
                        *known &= own;
                    }
                }
            }
        }
        AssignedSlots { before }
    }

    fn has(&self, at: usize, slot: u16) -> bool {
        has(&self.before[at], slot.into())
    }
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

fn before_op(op: &Op, live: &mut [u64]) {
    match *op {
        Op::Store(slot) | Op::BeginTotal { slot, .. } => put(live, slot, false),
        Op::Load(slot) | Op::LoadTotal(slot) | Op::StoreAt { slot, .. } => put(live, slot, true),
        Op::GrowTotal { slot, .. } => put(live, slot, true),
        Op::Fold { slot, kept, .. } | Op::Folded { slot, kept, .. } => {
            put(live, slot, true);
            kept.into_iter().for_each(|kept| put(live, kept, true));
        }
        Op::NextNumber { slot, .. } | Op::NextEntry { slot, .. } => {
            put(live, slot, true);
            put(live, slot + 1, true);
        }
        _ => (),
    }
}
