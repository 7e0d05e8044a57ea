//! The slots that a graph says anything in, sixty-four at a time: a set of these is a word.

use std::ops::Range;

use crate::graph::Graph;
use crate::metric::{Fold, Metric};

/// Slots of a block, a bit each.
pub(super) type SlotSet = u64;

/// Slots that a block has at most.
const BLOCK_SIZE: usize = SlotSet::BITS as usize;

/// The slots that a graph says anything in.
pub(super) struct RecordedSlots<'g> {
    graph: &'g Graph,
    /// These slots in order: the place of each. The place after the last stands for all slots that
    /// nothing is said in.
    slots: Vec<usize>,
    /// The place of each slot of the layout.
    indices: Vec<usize>,
    /// What each list of cells says of metrics that fold at each of their steps, in order and by
    /// place; empty where no metric does.
    folded_indices: Vec<Vec<usize>>,
    /// The places of all steps of the metric of each place.
    step_ranges: Vec<Range<usize>>,
}

/// Some of these slots.
pub(super) struct SlotBlock {
    /// The place of the first.
    first: usize,
    /// Those that each list of cells says something in.
    list_sets: Vec<SlotSet>,
    /// Those that are seen once.
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
        let mut places = vec![slots.len(); layout.len()];
        slots
            .iter()
            .enumerate()
            .for_each(|(place, &slot)| places[slot] = place);
        let steps = slots.iter().map(|&slot| {
            let steps = layout.slots_of(layout.metric_of(slot));
            slots.partition_point(|&slot| slot < steps.start)
                ..slots.partition_point(|&slot| slot < steps.end)
        });
        let steps = steps.collect();
        let mut recorded_slots = RecordedSlots {
            graph,
            slots,
            indices: places,
            folded_indices: Vec::new(),
            step_ranges: steps,
        };
        if layout.metrics().iter().any(folds_at_steps) {
            let folds = |place: &usize| folds_at_steps(recorded_slots.metric(*place));
            let lists = 0..graph.lists.len() as u32;
            recorded_slots.folded_indices = lists
                .map(|list| recorded_slots.indices_in(list).filter(folds).collect())
                .collect();
        }
        recorded_slots
    }

    /// How many places there are.
    pub(super) fn index_count(&self) -> usize {
        self.slots.len() + 1
    }

    pub(super) fn slot(&self, place: usize) -> usize {
        self.slots[place]
    }

    /// The places that a list of cells says something in, in the order in which it does.
    fn indices_in(&self, list: u32) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let cells = self.graph.lists.get(list).iter();
        cells.map(|&cell| self.indices[self.graph.cells[cell as usize].slot as usize])
    }

    fn metric(&self, place: usize) -> &Metric {
        let layout = &self.graph.layout;
        layout.metric(self.slots[place])
    }

    /// The places of all steps of the metric that has this one.
    pub(super) fn step_range(&self, place: usize) -> &Range<usize> {
        &self.step_ranges[place]
    }

    pub(super) fn has_folded_steps(&self) -> bool {
        !self.folded_indices.is_empty()
    }

    /// What an edge says of metrics that fold at each of their steps, in order and by place.
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
        let set = |slot_block: &SlotBlock, places: &mut dyn Iterator<Item = usize>| {
            places
                .filter_map(|place| slot_block.bit(place))
                .fold(0, |set, bit| set | bit)
        };
        block.once_slots = set(
            &block,
            &mut (0..self.slots.len()).filter(|&place| self.metric(place).fold == Fold::Once),
        );
        block.list_sets = (0..self.graph.lists.len() as u32)
            .map(|list| set(&block, &mut self.indices_in(list)))
            .collect();
        block
    }

    /// Whether a slot is in these sets, one for each block.
    pub(super) fn contains(&self, sets: &[SlotSet], slot: usize) -> bool {
        let place = self.indices[slot];
        sets[place / BLOCK_SIZE] >> (place % BLOCK_SIZE) & 1 == 1
    }
}

impl SlotBlock {
    /// What an edge says something in.
    #[inline]
    pub(super) fn recorded_set(&self, graph: &Graph, edge: usize) -> SlotSet {
        self.list_sets[graph.edges[edge].list as usize]
    }

    /// The bit of a place; `None` where it is in another block.
    pub(super) fn bit(&self, place: usize) -> Option<SlotSet> {
        let bit = place.checked_sub(self.first)?;
        (bit < BLOCK_SIZE).then(|| 1 << bit)
    }

    /// Those of a range of places.
    pub(super) fn range_set(&self, places: &Range<usize>) -> SlotSet {
        let below = |place: usize| match place.saturating_sub(self.first) {
            bit @ ..BLOCK_SIZE => (1 << bit) - 1,
            _ => SlotSet::MAX,
        };
        below(places.end) & !below(places.start)
    }

    /// The first place of a set that is not empty.
    pub(super) fn first_index_of(&self, set: SlotSet) -> usize {
        self.first + set.trailing_zeros() as usize
    }
}

/// Whether a metric folds at each of its steps.
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
                        .filter_map(|place| block.bit(place))
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
