//! Liveness analysis: finds dead slots, so that a machine can forget their values.
//!
//! A slot is live after an instruction if some path reads it before writing it. The sets are
//! computed backwards until a fixed point is reached (Aho, Sethi and Ullman, section 10.6). Growing
//! a slot that certainly has a value does not count as a read: the slot is live before if it is
//! live after.

use crate::builtin::Chance;
use crate::code::{LoopSlots, Op, Routine};
use crate::grammar::tree::Binary;

/// Finds, for each instruction that may suspend, the slots that are dead after it. Removes the
/// growth of slots that are never read.
pub(crate) fn find_dead(function: &mut Routine) {
    let slots = function.slots.len();
    let liveness = LiveSlots::compute(function, false);
    let assigned = AssignedSlots::compute(&function.ops, slots, function.arguments);
    for op_index in 0..function.ops.len() {
        let grows = match function.ops[op_index] {
            // Reading a name without a value is a mistake, whether the slot is live or not.
            Op::Grow { slot, .. } if assigned.has(op_index, slot) => Some(slot),
            Op::Append(slot) => Some(slot),
            _ => None,
        };
        if grows.is_some_and(|slot| !has(&liveness.after(&function.ops, op_index), slot.into())) {
            function.ops[op_index] = Op::Drop;
        }
    }
    let liveness = LiveSlots::compute(function, true);
    let dead = |op_index: usize| -> Box<[u16]> {
        if !suspends(&function.ops[op_index]) {
            return Box::default();
        }
        let mut after = liveness.after(&function.ops, op_index);
        mark_heuristic_slots(function, op_index, &mut after);
        (0..slots)
            .filter(|&slot| !has(&after, slot))
            .map(|slot| slot as u16)
            .collect()
    };
    function.dead_after = (0..function.ops.len()).map(dead).collect();
    let dead_before = |op_index: usize| -> Box<[u16]> {
        let before = liveness.before(op_index);
        (0..slots)
            .filter(|&slot| !has(before, slot))
            .map(|slot| slot as u16)
            .collect()
    };
    function.dead_before = (0..function.ops.len()).map(dead_before).collect();
    let is_last = |op_index: usize| match function.ops[op_index] {
        Op::Load(slot) => !has(&liveness.after(&function.ops, op_index), slot.into()),
        _ => false,
    };
    function.is_last_read = (0..function.ops.len()).map(is_last).collect();
    draw_hands_only(function, &liveness);
    let passed: Vec<Vec<(u16, i64)>> = function
        .loops
        .iter()
        .map(|turn| passed_lists(function, turn, &liveness))
        .collect();
    function
        .loops
        .iter_mut()
        .zip(passed)
        .for_each(|(turn, passed)| turn.passed_lists = passed);
}

/// Replaces a draw by a draw of the hand alone if the remaining deck is dead.
fn draw_hands_only(function: &mut Routine, liveness: &LiveSlots) {
    for op_index in 0..function.ops.len() {
        let Op::Ask {
            function: Chance::Draw,
            arguments,
        } = function.ops[op_index]
        else {
            continue;
        };
        let is_alone = match function.ops[op_index + 1..] {
            [Op::Unpack(2), Op::Store(_), Op::Store(deck), ..] => {
                !has(&liveness.after(&function.ops, op_index + 3), deck.into())
            }
            [Op::Whole(0), Op::Index, ..] => true,
            _ => false,
        };
        if is_alone {
            function.ops[op_index] = Op::Ask {
                function: Chance::Hand,
                arguments,
            };
        }
    }
}

/// Returns the lists that a loop over numbers indexes only by its loop variable, each with the
/// smallest offset that is added to the index. Earlier entries are dead.
fn passed_lists(function: &Routine, turn: &LoopSlots, liveness: &LiveSlots) -> Vec<(u16, i64)> {
    let ops = &function.ops;
    let head = ops
        .iter()
        .position(|op| matches!(op, Op::NextNumber { slot, .. } if *slot == turn.slot));
    let Some((head, end)) = head.and_then(|head| match ops[head] {
        Op::NextNumber { end, .. } => Some((head, end as usize)),
        _ => None,
    }) else {
        return Vec::new();
    };
    // The first instruction assigns the loop variable; no other may.
    let body = head + 2..end;
    let writes = |op: &Op, slot: u16| matches!(*op, Op::Store(written_slot) | Op::Grow { slot: written_slot, .. } if written_slot == slot);
    if ops.get(head + 1) != Some(&Op::Store(turn.name_slot))
        || ops[body.clone()]
            .iter()
            .any(|op| writes(op, turn.name_slot))
    {
        return Vec::new();
    }
    let is_jumped_to = |to: usize| {
        (0..ops.len()).any(|op_index| {
            op_index + 1 != to && successors(ops, op_index).any(|other| other == to)
        })
    };
    let offset = |op_index: usize| match ops[..op_index] {
        [.., Op::Load(slot)] if slot == turn.name_slot && !is_jumped_to(op_index) => Some(0),
        [.., Op::Load(slot), Op::Whole(more), Op::Binary(sign)]
            if slot == turn.name_slot && !(op_index - 2..=op_index).any(is_jumped_to) =>
        {
            match sign {
                Binary::Add => Some(i64::from(more)),
                Binary::Subtract => Some(-i64::from(more)),
                _ => None,
            }
        }
        _ => None,
    };
    let mut lists: Vec<(u16, Option<i64>)> = Vec::new();
    for op_index in body.clone() {
        let Op::IndexIn(list) = ops[op_index] else {
            continue;
        };
        let list_offset = offset(op_index);
        match lists.iter_mut().find(|(known, _)| *known == list) {
            Some((_, known)) => *known = known.zip(list_offset).map(|(a, b)| a.min(b)),
            None => lists.push((list, list_offset)),
        }
    }
    let is_read_otherwise = |list: u16| {
        ops[body.clone()]
            .iter()
            .any(|op| uses_slot(op, list) && *op != Op::IndexIn(list))
    };
    let is_read_later = |list: u16| {
        let exits = (head..end)
            .flat_map(|op_index| successors(ops, op_index))
            .filter(|to| *to < head || *to >= end);
        exits
            .into_iter()
            .any(|to| has(liveness.before(to), list.into()))
    };
    let alone = |(list, offset): (u16, Option<i64>)| {
        offset
            .filter(|_| !is_read_otherwise(list) && !is_read_later(list))
            .map(|offset| (list, offset))
    };
    lists.into_iter().filter_map(alone).collect()
}

fn suspends(op: &Op) -> bool {
    op.asks() || matches!(op, Op::Call { .. } | Op::Checkpoint)
}

/// Returns whether an instruction reads or writes a slot.
pub(crate) fn uses_slot(op: &Op, slot: u16) -> bool {
    match *op {
        Op::Load(op_slot) | Op::Store(op_slot) | Op::Append(op_slot) | Op::IndexIn(op_slot) => {
            op_slot == slot
        }
        Op::JumpIfDecided { slot: op_slot, .. } => op_slot == slot,
        Op::LoadTotal(op_slot)
        | Op::BeginTotal { slot: op_slot, .. }
        | Op::GrowTotal { slot: op_slot, .. } => op_slot == slot,
        Op::Grow { slot: op_slot, .. } | Op::StoreAt { slot: op_slot, .. } => op_slot == slot,
        Op::Fold {
            slot: op_slot,
            kept,
            ..
        }
        | Op::PushFold {
            slot: op_slot,
            kept,
            ..
        } => op_slot == slot || kept == Some(slot),
        Op::NextNumber { slot: op_slot, .. } | Op::NextEntry { slot: op_slot, .. } => {
            op_slot == slot || op_slot + 1 == slot
        }
        _ => false,
    }
}

const BITS: usize = u64::BITS as usize;

fn has(set: &[u64], slot: usize) -> bool {
    set[slot / BITS] >> (slot % BITS) & 1 == 1
}

fn set_slot(set: &mut [u64], slot: u16, is_in: bool) {
    let (word, bit) = (slot as usize / BITS, 1 << (slot as usize % BITS));
    if is_in {
        set[word] |= bit
    } else {
        set[word] &= !bit
    }
}

/// At an instruction where a rule of thumb is asked, the slots that it reads are live.
fn mark_heuristic_slots(function: &Routine, op_index: usize, live_slots: &mut [u64]) {
    if function.heuristic_sites.contains(&op_index) {
        function
            .heuristic_slots
            .iter()
            .for_each(|&slot| set_slot(live_slots, slot, true));
    }
}

/// The live slots before each instruction, as a bit set of `word_count` words.
struct LiveSlots {
    before: Vec<u64>,
    word_count: usize,
}

impl LiveSlots {
    /// Computes the live slots. `growing_reads` says whether growing a slot counts as a read.
    fn compute(function: &Routine, growing_reads: bool) -> LiveSlots {
        let (ops, slots) = (&function.ops, function.slots.len());
        let words = slots.div_ceil(BITS).max(1);
        let mut liveness = LiveSlots {
            before: vec![0; (ops.len() + 1) * words],
            word_count: words,
        };
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for op_index in (0..ops.len()).rev() {
                let mut set = liveness.after(ops, op_index);
                apply_backward(&ops[op_index], &mut set);
                mark_heuristic_slots(function, op_index, &mut set);
                if let (Op::Grow { slot, .. }, true) = (&ops[op_index], growing_reads) {
                    set_slot(&mut set, *slot, true);
                }
                let known = &mut liveness.before[op_index * words..(op_index + 1) * words];
                has_changed |= *known != *set;
                known.copy_from_slice(&set);
            }
        }
        liveness
    }

    /// Returns the live slots before an instruction.
    fn before(&self, op_index: usize) -> &[u64] {
        &self.before[op_index * self.word_count..(op_index + 1) * self.word_count]
    }

    /// Returns the live slots after an instruction: the union over its successors.
    fn after(&self, ops: &[Op], op_index: usize) -> Vec<u64> {
        let mut set = vec![0; self.word_count];
        for to in successors(ops, op_index) {
            let next = &self.before[to * self.word_count..(to + 1) * self.word_count];
            set.iter_mut()
                .zip(next)
                .for_each(|(set, next)| *set |= next);
        }
        set
    }
}

/// The slots that certainly have a value before each instruction, on every path.
pub(crate) struct AssignedSlots {
    before: Vec<Vec<u64>>,
}

impl AssignedSlots {
    /// Computes the sets of a function whose first slots hold the arguments.
    pub(crate) fn compute(ops: &[Op], slots: usize, arguments: usize) -> AssignedSlots {
        let words = slots.div_ceil(BITS).max(1);
        let mut before = vec![vec![u64::MAX; words]; ops.len() + 1];
        before[0].fill(0);
        (0..arguments).for_each(|slot| set_slot(&mut before[0], slot as u16, true));
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for op_index in 0..ops.len() {
                let mut set = before[op_index].clone();
                if let Op::Store(slot) | Op::BeginTotal { slot, .. } = ops[op_index] {
                    set_slot(&mut set, slot, true);
                }
                for to in successors(ops, op_index) {
                    for (known, word) in before[to].iter_mut().zip(&set) {
                        has_changed |= *known & word != *known;
                        *known &= word;
                    }
                }
            }
        }
        AssignedSlots { before }
    }

    pub(crate) fn has(&self, op_index: usize, slot: u16) -> bool {
        has(&self.before[op_index], slot.into())
    }
}

/// Returns the successors of an instruction. Notes are skipped: they keep no value alive.
pub(crate) fn successors(ops: &[Op], op_index: usize) -> impl Iterator<Item = usize> + use<> {
    let (next, jump) = match ops[op_index] {
        Op::Jump(to) | Op::JumpBack(to) | Op::SkipNote(to) => (None, Some(to)),
        Op::UnlessByIndex(to) | Op::JumpIfDecided { end: to, .. } => (Some(op_index + 1), Some(to)),
        Op::Return => (None, None),
        Op::Unless(to)
        | Op::KeepIf { to, .. }
        | Op::NextNumber { end: to, .. }
        | Op::NextEntry { end: to, .. } => (Some(op_index + 1), Some(to)),
        _ => (Some(op_index + 1), None),
    };
    next.into_iter().chain(jump.map(|to| to as usize))
}

fn apply_backward(op: &Op, live_slots: &mut [u64]) {
    match *op {
        Op::Store(slot) | Op::BeginTotal { slot, .. } => set_slot(live_slots, slot, false),
        Op::Load(slot) | Op::LoadTotal(slot) | Op::IndexIn(slot) | Op::StoreAt { slot, .. } => {
            set_slot(live_slots, slot, true)
        }
        Op::GrowTotal { slot, .. } | Op::JumpIfDecided { slot, .. } => {
            set_slot(live_slots, slot, true)
        }
        Op::Fold { slot, kept, .. } | Op::PushFold { slot, kept, .. } => {
            set_slot(live_slots, slot, true);
            kept.into_iter()
                .for_each(|kept| set_slot(live_slots, kept, true));
        }
        Op::NextNumber { slot, .. } | Op::NextEntry { slot, .. } => {
            set_slot(live_slots, slot, true);
            set_slot(live_slots, slot + 1, true);
        }
        _ => (),
    }
}
