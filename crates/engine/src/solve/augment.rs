//! Lifting: the states of a graph multiplied by what has been folded so far, so that the end of a
//! trial shows it once.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::project::MetricProjection;
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::explore::{Expand, Leaves, Onward, Outset, Termination, explore_all};
use crate::graph::{Cell, Edge, EdgeTarget, Flow, FoldState};
use crate::odds::Mass;

/// Where a way leads, with what has been folded until there.
pub(super) enum Lead {
    State(u32, FoldState),
    /// To the end of the trial, or to where nothing more is shown: all that was folded is over.
    Done,
    Truncated,
    /// To a split, by its number.
    Split(usize, FoldState),
}

/// What trials show of a folded metric, from one state on.
#[derive(Default)]
pub(super) struct ShownFolds {
    /// The probability of each slot and value.
    pub(super) values: IndexMap<Cell, Mass, FxBuildHasher>,
    /// That of coming to a split, with what had been folded until there.
    pub(super) splits: IndexMap<(usize, FoldState), Mass, FxBuildHasher>,
    /// That of ending by a way that shows nothing.
    pub(super) silent: Mass,
    /// What was cut.
    pub(super) unresolved: Mass,
}

impl MetricProjection<'_> {
    /// What becomes of what has been folded along a way; what is over is over.
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
            EdgeTarget::State(target) if self.may_show(target) => {
                Lead::State(target, self.keep_open(folded, target, over))
            }
            EdgeTarget::Split(targets) if let Some(alone) = self.only_showing_side(targets) => {
                Lead::State(alone, self.keep_open(folded, alone, over))
            }
            EdgeTarget::Split(targets) if targets.iter().any(|&target| self.may_show(target)) => {
                Lead::Split(edge.split_index().expect("it splits"), folded)
            }
            EdgeTarget::Done | EdgeTarget::State(_) | EdgeTarget::Split(_) => {
                over.extend(folded);
                Lead::Done
            }
        })
    }

    /// Adds what a way says to what has been folded; a slot that is left is over.
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

    /// What may still change from a state on; what may not is over, and forgotten: states that
    /// differ in nothing else are one.
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

    /// The one side of a split that still shows the metric, if the others do not.
    fn only_showing_side(&self, targets: &[u32]) -> Option<u32> {
        let mut shows = targets
            .iter()
            .copied()
            .filter(|&target| self.may_show(target));
        shows.next().filter(|_| shows.next().is_none())
    }
}

/// What is shown by trials that start in a state, circles being solved in the lifted graph.
///
/// # Errors
/// When it is stopped, past the budget, when a number grows past 64 bits, or when nothing leaves a
/// circle.
pub(super) fn shown_by_augmentation(
    projected: &MetricProjection<'_>,
    root: u32,
    budget: &Budget,
    watch: &Watch,
) -> Result<ShownFolds, Stop> {
    let (layout, slots) = (&projected.graph.layout, projected.graph.layout.len() as u32);
    let mut augmented = FoldAugmentation {
        projected,
        slots,
        splits: IndexSet::default(),
    };
    let outset = Outset::new(layout.clone(), (root, None))
        .with_termination(Termination::where_endless(projected.is_unbounded))
        .with_early_truncation();
    let graph = explore_all(&mut augmented, outset, budget, watch)?;
    let flow = Flow::<Mass>::from_state(&graph, 0, watch)?;
    let mut shown = ShownFolds {
        silent: flow.silent_end_mass(&graph),
        unresolved: flow.unresolved,
        ..ShownFolds::default()
    };
    for (&cell, mass) in graph.cells.iter().zip(flow.cell_masses(&graph)) {
        if cell.slot == slots {
            shown
                .splits
                .insert(augmented.splits[cell.value as usize], mass);
        } else {
            shown.values.insert(cell, mass);
        }
    }
    Ok(shown)
}

/// A graph lifted by one metric.
struct FoldAugmentation<'g> {
    projected: &'g MetricProjection<'g>,
    /// The slot under which the flow into splits is gathered, by their numbers: past those of the
    /// rule.
    slots: u32,
    /// Splits that were met, with what had been folded until there.
    splits: IndexSet<(usize, FoldState), FxBuildHasher>,
}

impl Expand for FoldAugmentation<'_> {
    type State = (u32, FoldState);

    fn expand(
        &mut self,
        state: &(u32, FoldState),
        leaves: &mut Leaves<(u32, FoldState)>,
    ) -> Result<(), RuleError> {
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
            leaves.add_cells(edge.mass, &over, onward);
        }
        Ok(())
    }
}
