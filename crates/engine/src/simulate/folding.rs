//! Folded values of sampled trials, and when they are final.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::budget::Stop;
use crate::graph::{Cell, FoldState, Graph, NO_SLOT, next_slots};
use crate::metric::Fold;

/// The folded cells of the edges of a graph, prepared for trials that carry folded values.
///
/// A folded value is reported and removed as soon as nothing later can change it. So more trials
/// have equal folded values and stay in one cohort.
#[derive(Debug)]
pub(super) struct FoldTable {
    metrics: Vec<FoldedMetric>,
    /// The folded cells of all edges, edge by edge.
    folded_cells: Vec<FoldedCell>,
    /// The start of each edge in `folded_cells`, followed by the total number.
    starts: Vec<u32>,
    /// For each state and metric, the first slot that may still be recorded from there on.
    next_slots: Vec<u32>,
}

/// A folded metric that the graph records.
#[derive(Clone, Copy, Debug)]
struct FoldedMetric {
    fold: Fold,
    /// Whether only the first observation counts. Its value is then reported at once.
    is_first: bool,
}

#[derive(Clone, Copy, Debug)]
struct FoldedCell {
    index: u32,
    cell: Cell,
}

impl FoldTable {
    /// Returns the table of a graph.
    pub(super) fn new(graph: &Graph) -> FoldTable {
        let layout = &graph.layout;
        let metric = |cell: &Cell| layout.metric_of(cell.slot as usize);
        let mut index_of = vec![NO_SLOT; layout.metrics().len()];
        let mut metrics = Vec::new();
        for metric in graph.cells.iter().map(metric) {
            let fold = layout.metrics()[metric].fold;
            if fold != Fold::Once && index_of[metric] == NO_SLOT {
                index_of[metric] = metrics.len() as u32;
                // With the fold `First`, the first observation is only final if steps never
                // decrease.
                let is_sought = fold == Fold::First && graph.splits.is_empty();
                metrics.push(FoldedMetric {
                    fold,
                    is_first: is_sought && graph.never_falls(&layout.slots_of(metric)),
                });
            }
        }
        let (mut folded_cells, mut starts) = (Vec::new(), vec![0]);
        for edge in 0..graph.edges.len() {
            let folded = graph.edge_cells(edge).map(|cell| FoldedCell {
                index: index_of[metric(&cell)],
                cell,
            });
            folded_cells.extend(folded.filter(|folded_cell| folded_cell.index != NO_SLOT));
            starts.push(folded_cells.len() as u32);
        }
        let mut folding = FoldTable {
            metrics,
            folded_cells,
            starts,
            next_slots: Vec::new(),
        };
        let seen = |edge: usize| {
            folding
                .folded_cells(edge)
                .iter()
                .map(|folded_cell| (folded_cell.index, folded_cell.cell.slot))
        };
        folding.next_slots = next_slots(graph, folding.metrics.len(), seen);
        folding
    }

    /// Returns whether no metric is folded.
    pub(super) fn is_empty(&self) -> bool {
        self.metrics.is_empty()
    }

    fn folded_cells(&self, edge: usize) -> &[FoldedCell] {
        &self.folded_cells[self.starts[edge] as usize..self.starts[edge + 1] as usize]
    }

    /// Follows an edge to a state, or to the end if `target` is `None`. Folded values are updated,
    /// and final values are reported.
    #[inline]
    pub(super) fn pass(
        &self,
        graph: &Graph,
        edge: usize,
        target: Option<u32>,
        folded: &mut [FoldState],
        mut tell: impl FnMut(Cell),
    ) -> Result<(), Stop> {
        for &FoldedCell { index, cell } in self.folded_cells(edge) {
            let FoldedMetric { fold, is_first } = self.metrics[index as usize];
            let open = &mut folded[index as usize];
            match *open {
                Some(before) if before.slot == cell.slot => {
                    if !is_first {
                        let value = fold.combine(before.value, cell.value);
                        let value =
                            value.ok_or_else(|| graph.layout.recorded_twice_error(cell.slot))?;
                        *open = Some(Cell { value, ..cell });
                    }
                }
                before => {
                    let over = if is_first { Some(cell) } else { before };
                    over.into_iter().for_each(&mut tell);
                    // The value was reported already, so all trials carry the same placeholder.
                    *open = Some(if is_first {
                        Cell { value: 0, ..cell }
                    } else {
                        cell
                    });
                }
            }
        }
        let metric_count = self.metrics.len();
        let next =
            target.map(|target| &self.next_slots[target as usize * metric_count..][..metric_count]);
        for (index, open) in folded.iter_mut().enumerate() {
            let next = next.map_or(NO_SLOT, |next| next[index]);
            if let Some(cell) = open.filter(|cell| cell.slot < next) {
                if !self.metrics[index].is_first {
                    tell(cell);
                }
                *open = None;
            }
        }
        Ok(())
    }

    /// Follows an edge that leads back to its state, `turns` times.
    pub(super) fn pass_repeatedly(
        &self,
        graph: &Graph,
        edge: usize,
        state: u32,
        turns: u64,
        folded: &mut [FoldState],
        tell: impl FnMut(Cell),
    ) -> Result<(), Stop> {
        if turns == 0 {
            return Ok(());
        }
        self.pass(graph, edge, Some(state), folded, tell)?;
        self.sum_cells(edge)
            .try_for_each(
                |FoldedCell { index, cell }| match &mut folded[*index as usize] {
                    Some(open) => {
                        open.value = repeated_sum(open.value, cell, turns)
                            .ok_or_else(|| graph.layout.recorded_twice_error(cell.slot))?;
                        Ok(())
                    }
                    None => Ok(()),
                },
            )
    }

    /// Returns the cells of an edge that are summed. All other folds give the same value if the
    /// edge is repeated.
    fn sum_cells(&self, edge: usize) -> impl Iterator<Item = &FoldedCell> {
        self.folded_cells(edge)
            .iter()
            .filter(|folded_cell| self.metrics[folded_cell.index as usize].fold == Fold::Sum)
    }

    /// Returns whether following an edge leaves all possible folded values unchanged.
    pub(super) fn has_no_effect(&self, edge: usize, state: usize, target: u32) -> bool {
        let metric_count = self.metrics.len();
        let next = |state: usize| &self.next_slots[state * metric_count..][..metric_count];
        self.folded_cells(edge).is_empty() && next(state) == next(target as usize)
    }
}

/// Returns a sum after repetitions of a cell, the first of which has been added.
fn repeated_sum(value: i64, cell: &Cell, turns: u64) -> Option<i64> {
    let more = i64::try_from(turns - 1).ok()?.checked_mul(cell.value)?;
    value.checked_add(more)
}

/// The folded values of a trial that moves alone, slot by slot. The sides of a split are processed
/// one after the other with the same slots.
#[derive(Debug)]
pub(super) struct CarriedFolds {
    slots: Vec<CarriedValue>,
    /// The slots that have a value.
    held_slots: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CarriedValue {
    Nothing,
    Value(i64),
    /// The first value, which was reported at once.
    Reported,
}

impl CarriedFolds {
    pub(super) fn new(graph: &Graph) -> CarriedFolds {
        CarriedFolds {
            slots: vec![CarriedValue::Nothing; graph.layout.len()],
            held_slots: Vec::new(),
        }
    }

    /// Starts a trial that has left its cohort, with the folded values of the cohort.
    pub(super) fn begin(&mut self, folding: &FoldTable, folded: &[FoldState]) {
        for (metric, cell) in folding.metrics.iter().zip(folded) {
            if let Some(cell) = cell {
                self.slots[cell.slot as usize] = if metric.is_first {
                    CarriedValue::Reported
                } else {
                    CarriedValue::Value(cell.value)
                };
                self.held_slots.push(cell.slot);
            }
        }
    }

    /// Follows an edge.
    #[inline]
    pub(super) fn pass(
        &mut self,
        folding: &FoldTable,
        graph: &Graph,
        edge: usize,
    ) -> Result<(), Stop> {
        for &FoldedCell { index, cell } in folding.folded_cells(edge) {
            let held = &mut self.slots[cell.slot as usize];
            match *held {
                CarriedValue::Nothing => {
                    *held = CarriedValue::Value(cell.value);
                    self.held_slots.push(cell.slot);
                }
                CarriedValue::Value(before) => {
                    let value = folding.metrics[index as usize]
                        .fold
                        .combine(before, cell.value);
                    *held = CarriedValue::Value(
                        value.ok_or_else(|| graph.layout.recorded_twice_error(cell.slot))?,
                    );
                }
                CarriedValue::Reported => {}
            }
        }
        Ok(())
    }

    /// Follows an edge that leads back to its state, `turns` times.
    pub(super) fn pass_repeatedly(
        &mut self,
        folding: &FoldTable,
        graph: &Graph,
        edge: usize,
        turns: u64,
    ) -> Result<(), Stop> {
        if turns == 0 {
            return Ok(());
        }
        self.pass(folding, graph, edge)?;
        folding
            .sum_cells(edge)
            .try_for_each(|FoldedCell { cell, .. }| {
                if let CarriedValue::Value(value) = &mut self.slots[cell.slot as usize] {
                    *value = repeated_sum(*value, cell, turns)
                        .ok_or_else(|| graph.layout.recorded_twice_error(cell.slot))?;
                }
                Ok(())
            })
    }

    /// Ends the trial, and reports its values.
    pub(super) fn end(&mut self, mut tell: impl FnMut(Cell)) {
        for slot in self.held_slots.drain(..) {
            if let CarriedValue::Value(value) =
                std::mem::replace(&mut self.slots[slot as usize], CarriedValue::Nothing)
            {
                tell(Cell { slot, value });
            }
        }
    }
}

/// All combinations of folded values that occurred, by index.
#[derive(Debug)]
pub(super) struct Folds {
    entries: IndexSet<Box<[FoldState]>, FxBuildHasher>,
    /// The maximal number of combinations.
    pub(super) capacity: usize,
}

/// The maximal size in bytes of all combinations.
const MAX_FOLD_BYTES: usize = 100_000_000;
/// The size in bytes of a combination in addition to its values.
const BYTES_PER_ENTRY: usize = 48;

impl Folds {
    /// Returns a list in which the index 0 has no values.
    pub(super) fn new(folding: &FoldTable) -> Folds {
        let most =
            MAX_FOLD_BYTES / (BYTES_PER_ENTRY + folding.metrics.len() * size_of::<FoldState>());
        let mut folds = Folds {
            entries: IndexSet::default(),
            capacity: most,
        };
        folds.get_or_add(&vec![None; folding.metrics.len()]);
        folds
    }

    pub(super) fn get_or_add(&mut self, folded: &[FoldState]) -> u32 {
        let known = self.entries.get_index_of(folded);
        known.unwrap_or_else(|| self.entries.insert_full(folded.into()).0) as u32
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the memory limit is reached.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.entries.len() >= self.capacity
    }

    pub(super) fn get(&self, number: u32) -> &[FoldState] {
        &self.entries[number as usize]
    }
}
