//! Lifting: the states of a graph multiplied by what has been folded so far, so that the end of a trial shows it once.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::project::Projected;
use crate::explore::{Cell, Ending, Expand, Graph, Leaves, Onward, Target};
use crate::metric::Fold;
use crate::odds::Layout;
use crate::rule::RuleError;

/// What has been folded so far, and in which slot; nothing yet.
pub(super) type Folded = Option<Cell>;

/// A graph lifted by one metric, from one of its states on.
pub(super) struct Lifted<'g> {
    graph: &'g Graph,
    projected: &'g Projected<'g>,
    fold: Fold,
    root: u32,
    /// Splits that were met, with what had been folded until there.
    pub(super) splits: IndexSet<(usize, Folded), FxBuildHasher>,
}

impl<'g> Lifted<'g> {
    pub(super) fn new(graph: &'g Graph, projected: &'g Projected<'g>, metric: usize, root: u32) -> Lifted<'g> {
        let fold = graph.layout().metrics()[metric].fold;
        Lifted { graph, projected, fold, root, splits: IndexSet::default() }
    }

    /// The cell under which the flow into a split is gathered: past the slots of the rule.
    pub(super) fn split_cell(&self, index: usize) -> Cell {
        Cell { slot: self.graph.layout().len() as u32, value: index as i64 }
    }
}

/// Adds what an edge says to what has been folded; a slot that is left is told.
fn advance(
    fold: Fold,
    layout: &Layout,
    mut so_far: Folded,
    cells: impl Iterator<Item = Cell>,
    told: &mut Vec<Cell>,
) -> Result<Folded, RuleError> {
    for cell in cells {
        so_far = Some(match so_far {
            Some(open) if open.slot == cell.slot => {
                let value = fold.combine(open.value, cell.value).ok_or_else(|| layout.twice(cell.slot))?;
                Cell { value, ..cell }
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

impl Expand for Lifted<'_> {
    type State = (u32, Folded);

    fn layout(&self) -> Layout {
        self.graph.layout().clone()
    }

    /// A sum that grows for ever is cut as soon as hardly any trial goes on; all else is explored to its end.
    fn ending(&self) -> Ending {
        if self.fold == Fold::Sum && self.projected.is_endless() { Ending::Never } else { Ending::Sure }
    }

    fn start(&self) -> (u32, Folded) {
        (self.root, None)
    }

    fn expand(&mut self, state: &(u32, Folded), leaves: &mut Leaves<(u32, Folded)>) -> Result<(), RuleError> {
        let mut told = Vec::new();
        let projected = self.projected;
        for way in projected.ways(state.0) {
            told.clear();
            let folded = advance(self.fold, self.graph.layout(), state.1, projected.cells(way), &mut told)?;
            let onward = match self.graph.target(way.edge) {
                Target::Cut => Onward::Cut,
                Target::State(target) if projected.matters(target) => {
                    Onward::State((target, still_open(folded, target, projected, &mut told)))
                }
                Target::Split(targets) if let Some(alone) = only_one(targets, projected) => {
                    Onward::State((alone, still_open(folded, alone, projected, &mut told)))
                }
                Target::Split(targets) if targets.iter().any(|&target| projected.matters(target)) => {
                    let split = self.graph.split(way.edge).expect("it splits");
                    let index = self.splits.insert_full((split, folded)).0;
                    told.push(self.split_cell(index));
                    Onward::Done
                }
                Target::Done | Target::State(_) | Target::Split(_) => {
                    told.extend(folded);
                    Onward::Done
                }
            };
            leaves.add_cells(way.mass, &told, onward);
        }
        Ok(())
    }
}

/// What may still change from a state on; what may not is told, and forgotten: states that differ in nothing else are one.
fn still_open(folded: Folded, state: u32, projected: &Projected<'_>, told: &mut Vec<Cell>) -> Folded {
    match folded {
        Some(over) if !projected.is_open(over.slot, state) => {
            told.push(over);
            None
        }
        open => open,
    }
}

/// The one side of a split that still shows the metric, if the others do not.
fn only_one(targets: &[u32], projected: &Projected<'_>) -> Option<u32> {
    let mut shows = targets.iter().copied().filter(|&target| projected.matters(target));
    shows.next().filter(|_| shows.next().is_none())
}
