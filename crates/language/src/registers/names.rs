//! Finds which names of a function have a value at each of its instructions.

use super::flow::edges;
use crate::code::{Op, Routine};
use crate::liveness::AssignedSlots;

/// The names with a value before each instruction.
pub(super) struct NamesWithValue {
    certain: AssignedSlots,
    /// The names that have a value on some path, or `None` for an instruction that is never
    /// reached.
    possible: Vec<Option<Vec<bool>>>,
}

impl NamesWithValue {
    pub(super) fn find(routine: &Routine) -> NamesWithValue {
        let slots = routine.slots.len();
        let mut possible: Vec<Option<Vec<bool>>> = vec![None; routine.ops.len()];
        let arguments = (0..slots).map(|slot| slot < routine.arguments).collect();
        possible[0] = Some(arguments);
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for op_index in 0..routine.ops.len() {
                let Some(mut after) = possible[op_index].clone() else {
                    continue;
                };
                if let Op::Store(slot) | Op::BeginTotal { slot, .. } = routine.ops[op_index] {
                    after[usize::from(slot)] = true;
                }
                let edges = edges(&routine.ops, op_index);
                for to in edges.next.into_iter().chain(edges.jump.map(|jump| jump.to)) {
                    let known = possible[to].get_or_insert_with(|| {
                        has_changed = true;
                        vec![false; slots]
                    });
                    for (known, after) in known.iter_mut().zip(&after) {
                        has_changed |= *after && !*known;
                        *known |= after;
                    }
                }
            }
        }
        NamesWithValue {
            certain: AssignedSlots::compute(&routine.ops, slots, routine.arguments),
            possible,
        }
    }

    /// Returns whether a name certainly has a value before an instruction.
    pub(super) fn is_certain(&self, op_index: usize, slot: u16) -> bool {
        self.certain.has(op_index, slot)
    }

    /// Returns whether a name may have a value before an instruction.
    pub(super) fn is_possible(&self, op_index: usize, slot: u16) -> bool {
        let possible = self.possible.get(op_index).and_then(Option::as_ref);
        possible.is_some_and(|possible| possible[usize::from(slot)])
    }

    /// Returns whether a name may have a value or none before some instruction.
    pub(super) fn is_unsure(&self, slot: u16) -> bool {
        (0..self.possible.len())
            .any(|op_index| self.is_possible(op_index, slot) && !self.is_certain(op_index, slot))
    }
}
