//! The slots that a graph records, in blocks of 64: a set of slots in a block is one machine word.

use std::ops::Range;

use crate::graph::Graph;
use crate::metric::{Fold, Metric};

/// A set of slots of a block, one bit each.
pub(super) type SlotSet = u64;

/// The maximal number of slots in a block.
const BLOCK_SIZE: usize = SlotSet::BITS as usize;

/// The slots that a graph records.
pub(super) struct RecordedSlots<'g> {
    graph: &'g Graph,
    /// The recorded slots in ascending order. The index after the last one represents all other
    /// slots.
    slots: Vec<usize>,
    /// The index in `slots` for each slot of the layout.
    indices: Vec<usize>,
    /// For each list of cells, the indices of the slots of metrics that fold at each of their
    /// steps, in order. It is empty if there is no such metric.
    folded_indices: Vec<Vec<usize>>,
    /// For each index, the indices of all steps of its metric.
    step_ranges: Vec<Range<usize>>,
}

/// A block of these slots.
pub(super) struct SlotBlock {
    /// The index of the first slot.
    first: usize,
    /// The slots that each list of cells records.
    list_sets: Vec<SlotSet>,
    /// The slots that allow one value.
    pub(super) once_slots: SlotSet,
}

impl<'g> RecordedSlots<'g> {
    pub(super) fn new(graph: &'g Graph) -> RecordedSlots<'g> {
        let layout = &graph.layout;
        let mut is_recorded = vec![false; layout.len()];
        graph
            .cells
            .iter()
            .for_each(|cell| is_recorded[cell.slot as usize] = true);
        let slots: Vec<usize> = (0..layout.len())
            .filter(|&slot| is_recorded[slot])
            .collect();
        let mut indices = vec![slots.len(); layout.len()];
        slots
            .iter()
            .enumerate()
            .for_each(|(index, &slot)| indices[slot] = index);
        let steps = slots.iter().map(|&slot| {
            let steps = layout.slots_of(layout.metric_of(slot));
            slots.partition_point(|&slot| slot < steps.start)
                ..slots.partition_point(|&slot| slot < steps.end)
        });
        let steps = steps.collect();
        let mut recorded_slots = RecordedSlots {
            graph,
            slots,
            indices,
            folded_indices: Vec::new(),
            step_ranges: steps,
        };
        if layout.metrics().iter().any(folds_at_steps) {
            let folds = |index: &usize| folds_at_steps(recorded_slots.metric(*index));
            let lists = 0..graph.lists.len() as u32;
            recorded_slots.folded_indices = lists
                .map(|list| recorded_slots.indices_in(list).filter(folds).collect())
                .collect();
        }
        recorded_slots
    }

    /// Returns the number of indices, including the one for all other slots.
    pub(super) fn index_count(&self) -> usize {
        self.slots.len() + 1
    }

    pub(super) fn slot(&self, index: usize) -> usize {
        self.slots[index]
    }

    /// Returns the indices of the slots that a list of cells records, in order.
    fn indices_in(&self, list: u32) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let cells = self.graph.lists.get(list).iter();
        cells.map(|&cell| self.indices[self.graph.cells[cell as usize].slot as usize])
    }

    fn metric(&self, index: usize) -> &Metric {
        let layout = &self.graph.layout;
        layout.metric(self.slots[index])
    }

    /// Returns the indices of all steps of the metric at this index.
    pub(super) fn step_range(&self, index: usize) -> &Range<usize> {
        &self.step_ranges[index]
    }

    pub(super) fn has_folded_steps(&self) -> bool {
        !self.folded_indices.is_empty()
    }

    /// Returns the indices of slots that an edge records for metrics that fold at each of their
    /// steps, in order.
    pub(super) fn folded_indices(&self, edge: usize) -> &[usize] {
        self.folded_indices
            .get(self.graph.edges[edge].list as usize)
            .map_or(&[], Vec::as_slice)
    }

    pub(super) fn blocks(&self) -> impl Iterator<Item = SlotBlock> + '_ {
        (0..self.index_count())
            .step_by(BLOCK_SIZE)
            .map(|first| self.block(first))
    }

    fn block(&self, first: usize) -> SlotBlock {
        let mut block = SlotBlock {
            first,
            list_sets: Vec::new(),
            once_slots: 0,
        };
        let set = |slot_block: &SlotBlock, indices: &mut dyn Iterator<Item = usize>| {
            indices
                .filter_map(|index| slot_block.bit(index))
                .fold(0, |set, bit| set | bit)
        };
        block.once_slots = set(
            &block,
            &mut (0..self.slots.len()).filter(|&index| self.metric(index).fold == Fold::Once),
        );
        block.list_sets = (0..self.graph.lists.len() as u32)
            .map(|list| set(&block, &mut self.indices_in(list)))
            .collect();
        block
    }

    /// Returns whether a slot is in the sets, of which there is one for each block.
    pub(super) fn contains(&self, sets: &[SlotSet], slot: usize) -> bool {
        let index = self.indices[slot];
        sets[index / BLOCK_SIZE] >> (index % BLOCK_SIZE) & 1 == 1
    }
}

impl SlotBlock {
    /// Returns the slots that an edge records.
    #[inline]
    pub(super) fn recorded_set(&self, graph: &Graph, edge: usize) -> SlotSet {
        self.list_sets[graph.edges[edge].list as usize]
    }

    /// Returns the bit of an index; `None` if it is in another block.
    pub(super) fn bit(&self, index: usize) -> Option<SlotSet> {
        let bit = index.checked_sub(self.first)?;
        (bit < BLOCK_SIZE).then(|| 1 << bit)
    }

    /// Returns the set of a range of indices.
    pub(super) fn range_set(&self, indices: &Range<usize>) -> SlotSet {
        let below = |index: usize| match index.saturating_sub(self.first) {
            bit @ ..BLOCK_SIZE => (1 << bit) - 1,
            _ => SlotSet::MAX,
        };
        below(indices.end) & !below(indices.start)
    }

    /// Returns the first index of a nonempty set.
    pub(super) fn first_index_of(&self, set: SlotSet) -> usize {
        self.first + set.trailing_zeros() as usize
    }
}

/// Returns whether a metric folds at each of its steps.
fn folds_at_steps(metric: &Metric) -> bool {
    metric.steps.is_some() && metric.fold != Fold::Once
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_set_holds_each_index() {
        for first in [0, 64, 128] {
            let block = SlotBlock {
                first,
                list_sets: Vec::new(),
                once_slots: 0,
            };
            for start in 0..200 {
                for end in start..200 {
                    let each = (start..end)
                        .filter_map(|index| block.bit(index))
                        .fold(0, |set, bit| set | bit);
                    assert_eq!(
                        block.range_set(&(start..end)),
                        each,
                        "{start}..{end} of the block from {first}"
                    );
                }
            }
        }
    }
}
