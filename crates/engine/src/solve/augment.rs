//! Lifting: the states of a graph multiplied by what has been folded so far, so that the end of a
//! trial shows it once.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::project::Projected;
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::explore::{Expand, Leaves, Onward, Outset, Termination, explore_all};
use crate::graph::{Cell, Edge, EdgeTarget, Flow, Folded};
use crate::odds::Mass;

/// Where a way leads, with what has been folded until there.
pub(super) enum Lead {
    State(u32, Folded),
    /// To the end of the trial, or to where nothing more is shown: all that was folded is over.
    Done,
    Truncated,
    /// To a split, by its number.
    Split(usize, Folded),
}

/// What trials show of a folded metric, from one state on.
#[derive(Default)]
pub(super) struct ShownFolds {
    /// The probability of each slot and value.
    pub(super) values: IndexMap<Cell, Mass, FxBuildHasher>,
    /// That of coming to a split, with what had been folded until there.
    pub(super) splits: IndexMap<(usize, Folded), Mass, FxBuildHasher>,
    /// That of ending by a way that shows nothing.
    pub(super) silent: Mass,
    /// What was cut.
    pub(super) unresolved: Mass,
}

impl Projected<'_> {
    /// What becomes of what has been folded along a way; what is over is over.
    #[inline]
    pub(super) fn along(
        &self,
        edge: &Edge,
        so_far: Folded,
        over: &mut Vec<Cell>,
    ) -> Result<Lead, RuleError> {
        if self.is_first
            && let Some(first) = self.cells(edge).next()
        {
            over.push(first);
            return Ok(Lead::Done);
        }
        let folded = self.advance(so_far, self.cells(edge), over)?;
        Ok(match self.graph.target_of(edge) {
            EdgeTarget::Truncated => Lead::Truncated,
            EdgeTarget::State(target) if self.matters(target) => {
                Lead::State(target, self.still_open(folded, target, over))
            }
            EdgeTarget::Split(targets) if let Some(alone) = self.only_one(targets) => {
                Lead::State(alone, self.still_open(folded, alone, over))
            }
            EdgeTarget::Split(targets) if targets.iter().any(|&target| self.matters(target)) => {
                Lead::Split(edge.split().expect("it splits"), folded)
            }
            EdgeTarget::Done | EdgeTarget::State(_) | EdgeTarget::Split(_) => {
                over.extend(folded);
                Lead::Done
            }
        })
    }

    /// Adds what a way says to what has been folded; a slot that is left is over.
    #[inline]
    fn advance(
        &self,
        mut so_far: Folded,
        cells: impl Iterator<Item = Cell>,
        over: &mut Vec<Cell>,
    ) -> Result<Folded, RuleError> {
        for cell in cells {
            so_far = Some(match so_far {
                Some(open) if open.slot == cell.slot => {
                    let twice = || self.graph.layout.twice(cell.slot);
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
    fn still_open(&self, folded: Folded, state: u32, over: &mut Vec<Cell>) -> Folded {
        match folded {
            Some(cell) if !self.is_open(cell.slot, state) => {
                over.push(cell);
                None
            }
            open => open,
        }
    }

    /// The one side of a split that still shows the metric, if the others do not.
    fn only_one(&self, targets: &[u32]) -> Option<u32> {
        let mut shows = targets
            .iter()
            .copied()
            .filter(|&target| self.matters(target));
        shows.next().filter(|_| shows.next().is_none())
    }
}

/// What is shown by trials that start in a state, circles being solved in the lifted graph.
///
/// # Errors
/// When it is stopped, past the budget, when a number grows past 64 bits, or when nothing leaves a
/// circle.
pub(super) fn shown_by_lifting(
    projected: &Projected<'_>,
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
        .ending(Termination::where_endless(projected.is_unbounded))
        .with_early_truncation();
    let graph = explore_all(&mut augmented, outset, budget, watch)?;
    let flow = Flow::<Mass>::of(&graph, 0, watch)?;
    let mut shown = ShownFolds {
        silent: flow.ending_in_silence(&graph),
        unresolved: flow.unresolved,
        ..ShownFolds::default()
    };
    for (&cell, mass) in graph.cells.iter().zip(flow.passed(&graph)) {
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
    projected: &'g Projected<'g>,
    /// The slot under which the flow into splits is gathered, by their numbers: past those of the
    /// rule.
    slots: u32,
    /// Splits that were met, with what had been folded until there.
    splits: IndexSet<(usize, Folded), FxBuildHasher>,
}

impl Expand for FoldAugmentation<'_> {
    type State = (u32, Folded);

    fn expand(
        &mut self,
        state: &(u32, Folded),
        leaves: &mut Leaves<(u32, Folded)>,
    ) -> Result<(), RuleError> {
        let mut over = Vec::new();
        for edge in self.projected.edges_from(state.0) {
            over.clear();
            let onward = match self.projected.along(edge, state.1, &mut over)? {
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
