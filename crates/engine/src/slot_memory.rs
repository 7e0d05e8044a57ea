//! The values that a trial has recorded so far in some slots.

use std::sync::Arc;

use crate::error::RuleError;
use crate::layout::Layout;

/// Selected slots, and the value that a trial has recorded in each of them so far.
#[derive(Clone, Debug)]
pub(crate) struct SlotMemory {
    layout: Layout,
    /// The index in `values` of each slot of the layout.
    value_indices: Arc<[Option<u32>]>,
    pub(crate) values: Vec<Option<i64>>,
}

impl SlotMemory {
    /// Returns a memory of these slots, with no values.
    ///
    /// # Errors
    /// Returns an error if the layout does not have one of the slots.
    pub(crate) fn new(layout: &Layout, slots: &[u32]) -> Result<SlotMemory, RuleError> {
        layout.check_slots(slots)?;
        let mut indices = vec![None; layout.len()];
        slots
            .iter()
            .zip(0..)
            .for_each(|(&slot, index)| indices[slot as usize] = Some(index));
        Ok(SlotMemory {
            layout: layout.clone(),
            value_indices: indices.into(),
            values: vec![None; slots.len()],
        })
    }

    /// Returns the index of a slot in `values`.
    pub(crate) fn value_index(&self, slot: u32) -> Option<usize> {
        self.value_indices[slot as usize].map(|index| index as usize)
    }

    /// Records the value of a metric at a step.
    #[inline]
    pub(crate) fn observe(&mut self, metric: usize, step: u32, value: i64) {
        let Some(found) = self.layout.find(metric, step) else {
            return;
        };
        let Some(index) = self.value_indices[found.slot as usize] else {
            return;
        };
        let Some(value) = found.fold.entry_value(step, value) else {
            return;
        };
        let now = &mut self.values[index as usize];
        *now = match *now {
            None => Some(value),
            // Values that cannot be combined are an error, which the tally reports.
            Some(before) => found.fold.combine(before, value),
        };
    }
}
