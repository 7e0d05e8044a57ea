//! What a trial has shown so far in some slots.

use std::sync::Arc;

use crate::error::RuleError;
use crate::layout::Layout;

/// The slots that somebody asks for, and what a trial has shown in each of them until now.
#[derive(Clone, Debug)]
pub(crate) struct SlotMemory {
    layout: Layout,
    /// For each slot of the layout its place among the values.
    value_indices: Arc<[Option<u32>]>,
    pub(crate) values: Vec<Option<i64>>,
}

impl SlotMemory {
    /// Of these slots, in which nothing has been shown.
    ///
    /// # Errors
    /// When there is one that the layout does not have.
    pub(crate) fn new(layout: &Layout, slots: &[u32]) -> Result<SlotMemory, RuleError> {
        layout.check_slots(slots)?;
        let mut places = vec![None; layout.len()];
        slots
            .iter()
            .zip(0..)
            .for_each(|(&slot, place)| places[slot as usize] = Some(place));
        Ok(SlotMemory {
            layout: layout.clone(),
            value_indices: places.into(),
            values: vec![None; slots.len()],
        })
    }

    /// Where a slot is among the values.
    pub(crate) fn value_index(&self, slot: u32) -> Option<usize> {
        self.value_indices[slot as usize].map(|place| place as usize)
    }

    /// A metric shows a value at a step.
    #[inline]
    pub(crate) fn observe(&mut self, metric: usize, step: u32, value: i64) {
        let Some(found) = self.layout.find(metric, step) else {
            return;
        };
        let Some(place) = self.value_indices[found.slot as usize] else {
            return;
        };
        let Some(value) = found.fold.entry_value(step, value) else {
            return;
        };
        let now = &mut self.values[place as usize];
        *now = match *now {
            None => Some(value),
            // Values that cannot be combined are an error, which the code that counts reports.
            Some(before) => found.fold.combine(before, value),
        };
    }
}
