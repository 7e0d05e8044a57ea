//! A rule without its states above a floor.

use super::expand::Expand;
use super::leaves::Leaves;
use super::model::Level;
use super::outset::Outset;
use super::qbd::UnboundedTail;
use super::single::ExpandedState;
use super::transition::Onward;
use crate::budget::Watch;
use crate::error::RuleError;
use crate::graph::Cell;
use crate::odds::Mass;

/// An expected cost that marks trials above the floor as too long to simulate.
const PROHIBITIVE_COST: f64 = 1e15;

/// A rule without its states above the floor: transitions that lead there are replaced by
/// transitions to the states where trials come down again.
pub(super) struct TailedExpander<'e, E: Expand> {
    pub(super) expander: &'e mut E,
    pub(super) outset: Outset<E::State>,
    pub(super) tail: UnboundedTail<E::State>,
    pub(super) watch: &'e Watch,
}

impl<E: Expand> TailedExpander<'_, E> {
    /// Adds the transitions of trials that reach a phase at a level above the floor.
    fn add_tail_transitions(
        &mut self,
        phase: usize,
        level: i64,
        mass: Mass,
        cells: &[Cell],
        leaves: &mut Leaves<E::State>,
    ) {
        let tail = &mut self.tail;
        let (below, out) = tail.passage_probabilities(phase, level - tail.floor);
        let is_one = below.iter().chain(&out).filter(|&&p| p > 0.0).count() == 1;
        let share = |p: f64| {
            if is_one {
                mass
            } else {
                mass * Mass::inexact(p)
            }
        };
        for (block_state, p) in below.into_iter().enumerate().filter(|&(_, p)| p > 0.0) {
            let (phase, offset) = (
                block_state / tail.height,
                (block_state % tail.height) as i64,
            );
            let level = tail.floor - tail.height as i64 + 1 + offset;
            let phase = tail.phases.get_index(phase).expect("it is one of them");
            leaves.add_cells(
                share(p),
                cells,
                Onward::State(self.expander.at_level(phase, level)),
            );
        }
        for (exit, p) in out.into_iter().enumerate().filter(|&(_, p)| p > 0.0) {
            let (recorded, to) = tail.exits.get_index(exit).expect("it is one of them");
            let cells: Vec<Cell> = cells.iter().chain(recorded).copied().collect();
            leaves.add_cells(share(p), &cells, to.clone());
        }
        leaves.add_average_cost(PROHIBITIVE_COST * mass.float());
    }
}

impl<E: Expand> Expand for TailedExpander<'_, E> {
    type State = E::State;

    fn expand(&mut self, state: &E::State, leaves: &mut Leaves<E::State>) -> Result<(), RuleError> {
        let ExpandedState {
            transitions: ways,
            cost,
        } = ExpandedState::new(self.expander, &self.outset, state, self.watch)?;
        leaves.add_average_cost(cost);
        for (mass, cells, onward) in ways {
            let far = match &onward {
                Onward::State(state) => match self.expander.level(state, self.tail.min_level) {
                    Level::Far(phase, level) if level > self.tail.floor => {
                        // A phase that the tail does not contain is explored.
                        self.tail
                            .phases
                            .get_index_of(&phase)
                            .map(|phase| (phase, level))
                    }
                    _ => None,
                },
                _ => None,
            };
            match far {
                Some((phase, level)) => {
                    self.add_tail_transitions(phase, level, mass, &cells, leaves)
                }
                None => leaves.add_cells(mass, &cells, onward),
            }
        }
        Ok(())
    }
}
