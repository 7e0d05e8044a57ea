//! Lifting: the states of a graph multiplied by what has been folded so far, so that the end of a trial shows it once.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::project::{Projected, Way};
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::explore::{Ending, Expand, Leaves, Onward, explore_all};
use crate::graph::Flow;
use crate::graph::{Cell, Graph, Target};
use crate::layout::Layout;
use crate::metric::Fold;
use crate::odds::Mass;

/// What has been folded so far, and in which slot; nothing yet.
pub(super) type Folded = Option<Cell>;

/// Where a way leads, with what has been folded until there.
pub(super) enum Lead {
    State(u32, Folded),
    /// To the end of the trial, or to where nothing more is shown: all that was folded is told.
    Done,
    Cut,
    /// To a split, by its number.
    Split(usize, Folded),
}

/// What trials show of a folded metric, from one state on.
#[derive(Default)]
pub(super) struct Shown {
    /// The probability of each slot and value.
    pub(super) told: IndexMap<Cell, Mass, FxBuildHasher>,
    /// That of coming to a split, with what had been folded until there.
    pub(super) splits: IndexMap<(usize, Folded), Mass, FxBuildHasher>,
    /// That of ending by a way that shows nothing.
    pub(super) silent: Mass,
    /// What was cut.
    pub(super) unresolved: Mass,
}

/// How one metric is folded along the ways of a graph.
pub(super) struct Folding<'g> {
    pub(super) graph: &'g Graph,
    pub(super) projected: &'g Projected<'g>,
    pub(super) fold: Fold,
}

impl Folding<'_> {
    /// What becomes of what has been folded along a way; what is over is told.
    #[inline]
    pub(super) fn along(&self, way: &Way, so_far: Folded, told: &mut Vec<Cell>) -> Result<Lead, RuleError> {
        if self.projected.is_first()
            && let Some(first) = self.projected.cells(way).next()
        {
            told.push(first);
            return Ok(Lead::Done);
        }
        let folded = self.advance(so_far, self.projected.cells(way), told)?;
        Ok(match self.graph.target(way.edge) {
            Target::Cut => Lead::Cut,
            Target::State(target) if self.projected.matters(target) => {
                Lead::State(target, self.still_open(folded, target, told))
            }
            Target::Split(targets) if let Some(alone) = self.only_one(targets) => {
                Lead::State(alone, self.still_open(folded, alone, told))
            }
            Target::Split(targets) if targets.iter().any(|&target| self.projected.matters(target)) => {
                Lead::Split(self.graph.split(way.edge).expect("it splits"), folded)
            }
            Target::Done | Target::State(_) | Target::Split(_) => {
                told.extend(folded);
                Lead::Done
            }
        })
    }

    /// Adds what a way says to what has been folded; a slot that is left is told.
    #[inline]
    fn advance(
        &self,
        mut so_far: Folded,
        cells: impl Iterator<Item = Cell>,
        told: &mut Vec<Cell>,
    ) -> Result<Folded, RuleError> {
        for cell in cells {
            so_far = Some(match so_far {
                Some(open) if open.slot == cell.slot => {
                    let twice = || self.graph.layout().twice(cell.slot);
                    Cell { value: self.fold.combine(open.value, cell.value).ok_or_else(twice)?, ..cell }
                }
                Some(open) => {
                    told.push(open);
                    cell
                }
                None => cell,
            });
        }
        Ok(so_far)
    }

    /// What may still change from a state on; what may not is told, and forgotten: states that differ in nothing else are
    /// one.
    #[inline]
    fn still_open(&self, folded: Folded, state: u32, told: &mut Vec<Cell>) -> Folded {
        match folded {
            Some(over) if !self.projected.is_open(over.slot, state) => {
                told.push(over);
                None
            }
            open => open,
        }
    }

    /// The one side of a split that still shows the metric, if the others do not.
    fn only_one(&self, targets: &[u32]) -> Option<u32> {
        let mut shows = targets.iter().copied().filter(|&target| self.projected.matters(target));
        shows.next().filter(|_| shows.next().is_none())
    }
}

/// What is shown by trials that start in a state, circles being solved in the lifted graph.
///
/// # Errors
/// When it is stopped, past the budget, when a number grows past 64 bits, or when nothing leaves a circle.
pub(super) fn shown_by_lifting(
    folding: &Folding<'_>,
    root: u32,
    budget: &Budget,
    watch: &Watch,
) -> Result<Shown, Stop> {
    let mut lifted = Lifted { folding, root, splits: IndexSet::default() };
    let graph = explore_all(&mut lifted, budget, watch)?;
    let flow = Flow::<Mass>::of(&graph, 0, watch)?;
    let mut shown = Shown { silent: flow.ending_in_silence(&graph), unresolved: flow.unresolved, ..Shown::default() };
    let slots = folding.graph.layout().len();
    for (&cell, mass) in graph.cells().iter().zip(flow.passed(&graph)) {
        if cell.slot as usize == slots {
            shown.splits.insert(lifted.splits[cell.value as usize], mass);
        } else {
            shown.told.insert(cell, mass);
        }
    }
    Ok(shown)
}

/// A graph lifted by one metric, from one of its states on.
struct Lifted<'g> {
    folding: &'g Folding<'g>,
    root: u32,
    /// Splits that were met, with what had been folded until there.
    splits: IndexSet<(usize, Folded), FxBuildHasher>,
}

impl Lifted<'_> {
    /// The cell under which the flow into a split is gathered: past the slots of the rule.
    fn split_cell(&self, index: usize) -> Cell {
        Cell { slot: self.folding.graph.layout().len() as u32, value: index as i64 }
    }
}

impl Expand for Lifted<'_> {
    type State = (u32, Folded);

    fn layout(&self) -> Layout {
        self.folding.graph.layout().clone()
    }

    /// A sum that grows for ever is cut as soon as hardly any trial goes on; all else is explored to its end.
    fn goes_deep(&self) -> bool {
        false
    }

    fn ending(&self) -> Ending {
        let is_endless = self.folding.fold == Fold::Sum && self.folding.projected.is_endless();
        if is_endless { Ending::Never } else { Ending::Sure }
    }

    fn start(&self) -> (u32, Folded) {
        (self.root, None)
    }

    fn expand(&mut self, state: &(u32, Folded), leaves: &mut Leaves<(u32, Folded)>) -> Result<(), RuleError> {
        let mut told = Vec::new();
        let folding = self.folding;
        for way in folding.projected.ways(state.0) {
            told.clear();
            let onward = match folding.along(way, state.1, &mut told)? {
                Lead::State(target, folded) => Onward::State((target, folded)),
                Lead::Done => Onward::Done,
                Lead::Cut => Onward::Cut,
                Lead::Split(split, folded) => {
                    let index = self.splits.insert_full((split, folded)).0;
                    told.push(self.split_cell(index));
                    Onward::Done
                }
            };
            leaves.add_cells(way.mass, &told, onward);
        }
        Ok(())
    }
}
