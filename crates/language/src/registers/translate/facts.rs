//! Facts about functions that are collected before they are translated.

use std::ops::Range;

use super::inline::CanInline;
use crate::code::{Op, Routine};
use crate::liveness::uses_slot;
use crate::machine::Program;
use crate::registers::infer::Kinds;
use crate::registers::instruction::{Register, WINDOW};
use crate::registers::kind::Form;
use crate::registers::names::NamesWithValue;

/// The input of the translation, for all functions.
pub(super) struct TranslationSource<'t, 'p> {
    pub(super) program: &'p Program,
    pub(super) kinds: &'t Kinds<'p>,
    pub(super) functions: &'t [FunctionFacts],
    pub(super) can_inline: CanInline,
}

/// Facts about the names of a function.
pub(super) struct FunctionFacts {
    pub(super) names: NamesWithValue,
    /// How each name is stored, or `None` if it is boxed. A name that may be read before it has a
    /// value is boxed.
    pub(super) forms: Vec<Option<Form>>,
    /// The registers of names that begin without a value. Other names have a value wherever they
    /// are read.
    pub(super) cleared: Range<u8>,
    /// The boxes of names that begin without a value.
    pub(super) emptied: Vec<Register>,
    /// For each name, the hidden name of the loop that reads its list last. The loop takes the list
    /// out of the box of the name.
    pub(super) moved: Vec<Option<u16>>,
}

impl FunctionFacts {
    pub(super) fn find(program: &Program, kinds: &Kinds<'_>, function: usize) -> FunctionFacts {
        let routine = &program.code.functions[function];
        let kinds = &kinds.functions[function];
        let names = NamesWithValue::find(routine);
        let is_read = |op: &Op, slot: u16| {
            uses_slot(op, slot) && !matches!(op, Op::Store(_) | Op::BeginTotal { .. })
        };
        let is_read_unassigned = |slot: u16| {
            (0..routine.ops.len()).any(|op_index| {
                kinds.stacks[op_index].is_some()
                    && is_read(&routine.ops[op_index], slot)
                    && !names.is_certain(op_index, slot)
            })
        };
        let form = |slot: u16| {
            let form = kinds.slots[usize::from(slot)].form();
            form.filter(|_| !is_read_unassigned(slot))
        };
        let forms: Vec<Option<Form>> = (0..routine.slots.len() as u16).map(form).collect();
        let is_cleared = |slot: &u16| forms[usize::from(*slot)].is_some() && names.is_unsure(*slot);
        let first = (0..forms.len() as u16).find(is_cleared);
        let last = (0..forms.len() as u16).rfind(is_cleared);
        let cleared = match first.zip(last) {
            Some((first, last)) if last < WINDOW as u16 => first as u8..last as u8 + 1,
            _ => 0..0,
        };
        let is_emptied = |slot: &u16| forms[usize::from(*slot)].is_none() && names.is_unsure(*slot);
        let emptied = (0..forms.len() as u16).filter(is_emptied);
        FunctionFacts {
            emptied: emptied.map(|slot| slot as Register).collect(),
            names,
            moved: moved(routine, &forms),
            forms,
            cleared,
        }
    }
}

/// Returns, for each name, the hidden name to which its list moves.
fn moved(routine: &Routine, forms: &[Option<Form>]) -> Vec<Option<u16>> {
    let mut moved = vec![None; forms.len()];
    let mut is_moved_twice = vec![false; forms.len()];
    for (op_index, ops) in routine.ops.windows(2).enumerate() {
        let [Op::Load(slot), Op::Store(to)] = *ops else {
            continue;
        };
        let (slot, hidden) = (usize::from(slot), usize::from(to));
        let are_boxed = forms[slot].is_none() && forms[hidden].is_none();
        if are_boxed && routine.is_last_read[op_index] && routine.slots[hidden].is_empty() {
            is_moved_twice[slot] |= moved[slot].is_some();
            moved[slot] = Some(to);
        }
    }
    let slots = moved.into_iter().zip(is_moved_twice);
    slots
        .map(|(to, is_twice)| to.filter(|_| !is_twice))
        .collect()
}

impl TranslationSource<'_, '_> {
    /// Returns how many registers a function needs.
    pub(super) fn registers_of(&self, function: usize) -> usize {
        let routine = &self.program.code.functions[function];
        let stacks = &self.kinds.functions[function].stacks;
        let deepest = stacks.iter().flatten().map(Vec::len).max().unwrap_or(0);
        // An instruction pushes one value at most, except for unpacking.
        let unpacked = routine.ops.iter().map(|op| match op {
            Op::Unpack(n) => usize::from(*n),
            _ => 1,
        });
        routine.slots.len() + deepest + unpacked.max().unwrap_or(1)
    }

    pub(super) fn result_form(&self, function: usize) -> Option<Form> {
        self.kinds.functions[function].result.form()
    }
}
