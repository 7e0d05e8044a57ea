//! Augmentation: the states of a graph are combined with the folded value so far, so that a trial
//! reports it once, at the end.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::project::MetricProjection;
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::explore::{Expand, Leaves, Onward, Outset, Termination, explore_all, hides_fractions};
use crate::graph::{Cell, Edge, EdgeTarget, Flow, FoldState, Graph};
use crate::metric::Fold;
use crate::odds::Mass;

/// The target of an edge, with the folded value so far.
pub(super) enum Lead {
    State(u32, FoldState),
    /// The end of the trial, or a state after which the metric is not recorded: the folded value is
    /// final.
    Done,
    Truncated,
    /// A split, given by its index.
    Split(usize, FoldState),
}

/// The results of a folded metric for trials that start in one state.
#[derive(Default)]
pub(super) struct RecordedFolds {
    /// The probability of each slot and value.
    pub(super) values: IndexMap<Cell, Mass, FxBuildHasher>,
    /// The probability of reaching each split, with the folded value so far.
    pub(super) splits: IndexMap<(usize, FoldState), Mass, FxBuildHasher>,
    /// The probability of trials that end without a value on the last edge.
    pub(super) silent: Mass,
    /// The truncated probability.
    pub(super) unresolved: Mass,
}

impl MetricProjection<'_> {
    /// Follows an edge with a folded value, and adds the values that become final to `over`.
    #[inline]
    pub(super) fn follow_edge(
        &self,
        edge: &Edge,
        so_far: FoldState,
        over: &mut Vec<Cell>,
    ) -> Result<Lead, RuleError> {
        if self.is_first
            && let Some(first) = self.cells(edge).next()
        {
            over.push(first);
            return Ok(Lead::Done);
        }
        let folded = self.fold_cells(so_far, self.cells(edge), over)?;
        Ok(match self.graph.target_of(edge) {
            EdgeTarget::Truncated => Lead::Truncated,
            EdgeTarget::State(target) if self.may_record(target) => {
                Lead::State(target, self.keep_open(folded, target, over))
            }
            EdgeTarget::Split(targets) if let Some(alone) = self.only_recording_side(targets) => {
                Lead::State(alone, self.keep_open(folded, alone, over))
            }
            EdgeTarget::Split(targets) if targets.iter().any(|&target| self.may_record(target)) => {
                Lead::Split(edge.split_index().expect("it splits"), folded)
            }
            EdgeTarget::Done | EdgeTarget::State(_) | EdgeTarget::Split(_) => {
                over.extend(folded);
                Lead::Done
            }
        })
    }

    /// Folds the cells of an edge into the value so far. When another slot starts, the value of the
    /// slot before it is final.
    #[inline]
    fn fold_cells(
        &self,
        mut so_far: FoldState,
        cells: impl Iterator<Item = Cell>,
        over: &mut Vec<Cell>,
    ) -> Result<FoldState, RuleError> {
        for cell in cells {
            so_far = Some(match so_far {
                Some(open) if open.slot == cell.slot => {
                    let twice = || self.graph.layout.recorded_twice_error(cell.slot);
                    Cell {
                        value: self
                            .fold
                            .combine(open.value, cell.value)
                            .ok_or_else(twice)?,
                        ..cell
                    }
                }
                Some(open) => {
                    over.push(open);
                    cell
                }
                None => cell,
            });
        }
        Ok(so_far)
    }

    /// Keeps the value if its slot may still change from a state on. Otherwise the value is final
    /// and dropped, so that more states merge.
    #[inline]
    fn keep_open(&self, folded: FoldState, state: u32, over: &mut Vec<Cell>) -> FoldState {
        match folded {
            Some(cell) if !self.is_open(cell.slot, state) => {
                over.push(cell);
                None
            }
            open => open,
        }
    }

    /// Returns the only side of a split that still records the metric; `None` if several or none
    /// do.
    fn only_recording_side(&self, targets: &[u32]) -> Option<u32> {
        let mut recording = targets
            .iter()
            .copied()
            .filter(|&target| self.may_record(target));
        recording.next().filter(|_| recording.next().is_none())
    }
}

/// Returns the results of trials that start in a state. It solves the cycles of the augmented
/// graph.
///
/// # Errors
/// Returns an error if the work is stopped or exceeds the budget, if a number overflows 64 bits, or
/// if no transition leaves a cycle.
pub(super) fn recorded_by_augmentation(
    projected: &MetricProjection<'_>,
    root: u32,
    budget: &Budget,
    watch: &Watch,
) -> Result<RecordedFolds, Stop> {
    let (layout, slots) = (&projected.graph.layout, projected.graph.layout.len() as u32);
    let mut augmented = FoldAugmentation {
        projected,
        slots,
        splits: IndexSet::default(),
        states: Vec::new(),
    };
    let outset = Outset::new(layout.clone(), (root, None))
        .with_termination(Termination::where_endless(projected.is_unbounded))
        .with_early_truncation();
    let graph = explore_all(&mut augmented, outset, budget, watch)?;
    let flow = Flow::<Mass>::from_state(&graph, 0, watch)?;
    let mut recorded = RecordedFolds {
        silent: flow.silent_end_mass(&graph),
        unresolved: flow.unresolved,
        ..RecordedFolds::default()
    };
    let mut exact_cells = (u32::MAX, i64::MAX);
    if hides_fractions(flow.unresolved.float()) {
        exact_cells = augmented.least_truncated(&graph);
        recorded.silent = recorded.silent.without_fraction();
    }
    for (&cell, mass) in graph.cells.iter().zip(flow.cell_masses(&graph)) {
        let mass = if (cell.slot, cell.value) < exact_cells {
            mass
        } else {
            mass.without_fraction()
        };
        if cell.slot == slots {
            recorded
                .splits
                .insert(augmented.splits[cell.value as usize], mass);
        } else {
            recorded.values.insert(cell, mass);
        }
    }
    Ok(recorded)
}

/// A graph augmented with the folded value of one metric.
struct FoldAugmentation<'g> {
    projected: &'g MetricProjection<'g>,
    /// The slot that collects the probability of splits, with their index as value. It follows the
    /// slots of the rule.
    slots: u32,
    /// The splits reached, with the folded value before them.
    splits: IndexSet<(usize, FoldState), FxBuildHasher>,
    /// The expanded states.
    states: Vec<(u32, FoldState)>,
}

impl FoldAugmentation<'_> {
    /// Returns the slot and the value from which on truncated trials may have recorded more than
    /// the graph shows. Values below it are complete.
    fn least_truncated(&self, graph: &Graph) -> (u32, i64) {
        let grows = self.projected.fold == Fold::Sum && self.projected.list_sums().is_some();
        let is_truncated = |state: &usize| {
            let mut edges = graph.edges_of(*state);
            edges.any(|edge| graph.target(edge) == EdgeTarget::Truncated)
        };
        let truncated = (0..graph.state_count()).filter(is_truncated);
        let least = truncated.map(|state| match self.states[state] {
            (base, Some(cell)) if grows && self.projected.next_slot(base) >= cell.slot => {
                (cell.slot, cell.value)
            }
            (base, _) => (self.projected.next_slot(base), i64::MIN),
        });
        least.min().unwrap_or((u32::MAX, i64::MAX))
    }
}

impl Expand for FoldAugmentation<'_> {
    type State = (u32, FoldState);

    fn expand(
        &mut self,
        state: &(u32, FoldState),
        leaves: &mut Leaves<(u32, FoldState)>,
    ) -> Result<(), RuleError> {
        self.states.push(*state);
        let mut over = Vec::new();
        for edge in self.projected.edges_from(state.0) {
            over.clear();
            let onward = match self.projected.follow_edge(edge, state.1, &mut over)? {
                Lead::State(target, folded) => Onward::State((target, folded)),
                Lead::Done => Onward::Done,
                Lead::Truncated => Onward::Truncated,
                Lead::Split(split, folded) => {
                    let index = self.splits.insert_full((split, folded)).0;
                    over.push(Cell {
                        slot: self.slots,
                        value: index as i64,
                    });
                    Onward::Done
                }
            };
            leaves.add_cells(self.projected.mass(edge), &over, onward);
        }
        Ok(())
    }
}
