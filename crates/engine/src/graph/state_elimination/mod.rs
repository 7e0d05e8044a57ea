//! State elimination: solves a cycle by eliminating its states without subtractions, as dense
//! matrices along a tree.
//!
//! Rare exits keep their relative precision, because only positive numbers are added, multiplied
//! and divided (Grassmann, Taksar and Heyman 1985). The order of elimination keeps the system
//! sparse. States with the same neighbours are eliminated as one dense matrix (the multifrontal
//! method; Duff and Reid 1983). The work and the memory are known before any number is computed.

mod front;
#[cfg(test)]
mod tests;
mod tree;

use std::ops::Range;

use rayon::prelude::*;

use super::cycle_transitions::{CycleTransitions, Pattern};
use super::number::FlowNumber;
use crate::budget::{Stop, Watch};
use front::{DenseFront, add_multiple, product};
use tree::{EliminationTree, Front, minimum_degree_order};

/// Subtrees are eliminated in parallel if the whole elimination takes at least this number of
/// multiplications ...
const PARALLEL_WORK: u64 = 2_000_000;
/// ... in at least about this number of parts. It does not depend on the number of threads, so that
/// the results do not, either.
const PARTS: u64 = 64;

/// If an elimination keeps more numbers than this, the tree of its fronts is not built.
const MAX_NUMBERS: u64 = 250_000_000;

/// The order of an elimination, with its work and its memory.
pub(super) struct EliminationPlan {
    /// The fronts; `None` if there are too many numbers for them.
    tree: Option<EliminationTree>,
    states: usize,
    operations: u64,
    /// The maximal number of numbers that the elimination holds at a time.
    peak: u64,
}

impl EliminationPlan {
    pub(super) fn new(pattern: &Pattern) -> EliminationPlan {
        let order = minimum_degree_order(pattern);
        let tree =
            (order.kept <= MAX_NUMBERS).then(|| EliminationTree::new(pattern, &order.states));
        let (operations, peak) = match &tree {
            Some(tree) => (tree.operations(), tree.peak()),
            None => (order.operations, order.kept),
        };
        EliminationPlan {
            tree,
            states: pattern.state_count(),
            operations,
            peak,
        }
    }

    /// Returns whether the elimination with numbers of this type takes at most this number of
    /// multiplications and bytes.
    pub(super) fn is_within<N>(&self, operations: u64, bytes: u64) -> bool {
        let is_enough = self.operations <= operations && self.bytes::<N>() <= bytes;
        is_enough && self.tree.is_some()
    }

    /// Returns the memory in bytes that the elimination takes with numbers of this type.
    fn bytes<N>(&self) -> u64 {
        self.peak * size_of::<N>() as u64
    }

    /// Returns the error for a cycle that needs too much work or memory.
    pub(super) fn too_large(&self) -> Stop {
        Stop::CycleTooLarge {
            states: self.states,
            operations: self.operations,
            bytes: self.bytes::<f64>(),
        }
    }

    /// Eliminates all states.
    ///
    /// # Panics
    /// Panics if [`is_within`](EliminationPlan::is_within) returned `false`.
    pub(super) fn eliminate<N: FlowNumber>(
        self,
        cycle: &CycleTransitions<N>,
        watch: &Watch,
    ) -> Result<StateElimination<N>, Stop> {
        let mut tree = self
            .tree
            .expect("only an elimination within limits is done");
        tree.locate_entries(&cycle.pattern);
        let fronts = &tree.fronts;
        let elimination = Elimination {
            cycle,
            fronts,
            watch,
        };
        let parts = independent_parts(fronts, self.operations);
        let mut parts = parts
            .into_par_iter()
            .map(|part| elimination.eliminate_part(part))
            .collect::<Result<Vec<_>, Stop>>()?
            .into_iter()
            .peekable();
        let (mut solved, mut passed_on) = (Vec::with_capacity(fronts.len()), Vec::new());
        while solved.len() < fronts.len() {
            match parts.next_if(|part| part.first == solved.len()) {
                Some(part) => {
                    solved.extend(part.solved);
                    passed_on.push(part.passed_on);
                }
                None => solved.push(elimination.eliminate_front(solved.len(), &mut passed_on)?),
            }
        }
        Ok(StateElimination {
            fronts: tree.fronts,
            solved,
        })
    }
}

/// Returns subtrees as ranges of fronts. The last front of each range is the root of its subtree.
fn independent_parts(fronts: &[Front], total: u64) -> Vec<Range<usize>> {
    let (mut work, mut first) = (vec![0; fronts.len()], vec![0; fronts.len()]);
    for (number, front) in fronts.iter().enumerate() {
        let children = || front.children.iter().map(|&child| child as usize);
        work[number] = front.operations() + children().map(|child| work[child]).sum::<u64>();
        first[number] = children().map(|child| first[child]).min().unwrap_or(number);
    }
    if total < PARALLEL_WORK {
        return Vec::new();
    }
    let most = total / PARTS;
    let is_part = |number: &usize| {
        work[*number] <= most
            && fronts[*number]
                .parent
                .is_none_or(|parent| work[parent as usize] > most)
    };
    (0..fronts.len())
        .filter(is_part)
        .map(|number| first[number]..number + 1)
        .collect()
}

/// An elimination that is under way.
struct Elimination<'e, N> {
    cycle: &'e CycleTransitions<N>,
    fronts: &'e [Front],
    watch: &'e Watch,
}

/// The solved fronts of a part, and the matrix that its last one passes on.
struct SolvedPart<N> {
    first: usize,
    solved: Vec<SolvedFront<N>>,
    passed_on: Vec<N>,
}

impl<N: FlowNumber> Elimination<'_, N> {
    fn eliminate_part(&self, part: Range<usize>) -> Result<SolvedPart<N>, Stop> {
        let (first, mut passed_on) = (part.start, Vec::new());
        let solved = part
            .map(|number| self.eliminate_front(number, &mut passed_on))
            .collect::<Result<_, Stop>>()?;
        Ok(SolvedPart {
            first,
            solved,
            passed_on: passed_on.pop().unwrap_or_default(),
        })
    }

    /// Eliminates the states of a front. `passed_on` is a stack: the matrices of the front's
    /// children are at its end, and the matrix of this front replaces them.
    fn eliminate_front(
        &self,
        number: usize,
        passed_on: &mut Vec<Vec<N>>,
    ) -> Result<SolvedFront<N>, Stop> {
        if self.watch.is_stopped() {
            return Err(Stop::Requested);
        }
        let front = &self.fronts[number];
        let mut dense = DenseFront::new(front.states.len());
        for &(entry, index) in &front.entries {
            let value = &mut dense.values[index as usize];
            *value = *value + self.cycle.masses[entry as usize];
        }
        let (width, pivots) = (front.width(), front.pivots);
        for (row, &state) in front.states[..pivots].iter().enumerate() {
            let exit = &mut dense.values[row * width + width - 1];
            *exit = *exit + self.cycle.exits[state as usize];
        }
        let children = passed_on.split_off(passed_on.len() - front.children.len());
        for (&child, values) in front.children.iter().zip(children) {
            dense.add_passed_on(&self.fronts[child as usize].parent_indices, &values);
        }
        let inverses = dense.eliminate(pivots);
        let mut rows = dense.values;
        let (mut below, mut rest) = (
            Vec::with_capacity(front.rest() * pivots),
            Vec::with_capacity(front.rest() * (width - pivots)),
        );
        for row in rows[pivots * width..].chunks_exact(width) {
            let (solved, open) = row.split_at(pivots);
            below.extend_from_slice(solved);
            rest.extend_from_slice(open);
        }
        rows.truncate(pivots * width);
        rows.shrink_to_fit();
        passed_on.push(rest);
        Ok(SolvedFront {
            rows,
            below,
            inverses,
        })
    }
}

/// A front whose states have been eliminated.
struct SolvedFront<N> {
    /// The rows of these states. Entries after the state itself are the probabilities of going on
    /// to later states; entries before it are like those of `below`.
    rows: Vec<N>,
    /// For each state that remains, the probabilities of going to the states of the front, divided
    /// by those of leaving them.
    below: Vec<N>,
    /// The reciprocals of the probabilities of leaving the states.
    inverses: Vec<N>,
}

/// A cycle whose states have all been eliminated. It turns any inflow into visits.
pub(crate) struct StateElimination<N> {
    fronts: Vec<Front>,
    solved: Vec<SolvedFront<N>>,
}

impl<N: FlowNumber> StateElimination<N> {
    /// Returns the expected visits of each state for this inflow.
    pub(super) fn visits(&self, mut visits: Vec<N>) -> Vec<N> {
        let mut local = Vec::new();
        for (front, solved) in self.fronts.iter().zip(&self.solved) {
            let width = front.width();
            gather(&visits, &front.states, &mut local);
            for (k, row) in solved.rows.chunks_exact(width).enumerate() {
                local[k] = local[k].times(solved.inverses[k]);
                let through = local[k];
                add_multiple(&mut local[k + 1..], through, &row[k + 1..width - 1]);
            }
            scatter(&local, &front.states, &mut visits);
        }
        for (front, solved) in self.fronts.iter().zip(&self.solved).rev() {
            let (width, pivots) = (front.width(), front.pivots);
            gather(&visits, &front.states, &mut local);
            let (here, later) = local.split_at_mut(pivots);
            for (row, &count) in solved.below.chunks_exact(pivots).zip(&*later) {
                add_multiple(here, count, row);
            }
            for (k, row) in solved.rows.chunks_exact(width).enumerate().rev() {
                let count = here[k];
                add_multiple(&mut here[..k], count, &row[..k]);
            }
            scatter(&local[..pivots], &front.states[..pivots], &mut visits);
        }
        visits
    }

    /// Returns, for each state, the expected value until the cycle is left, given the value of each
    /// visit.
    pub(super) fn worth(&self, mut worth: Vec<N>) -> Vec<N> {
        let mut local = Vec::new();
        for (front, solved) in self.fronts.iter().zip(&self.solved) {
            let (width, pivots) = (front.width(), front.pivots);
            gather(&worth, &front.states, &mut local);
            for (k, row) in solved.rows.chunks_exact(width).enumerate() {
                local[k] = local[k] + product(&row[..k], &local[..k]);
            }
            let (here, later) = local.split_at_mut(pivots);
            for (row, value) in solved.below.chunks_exact(pivots).zip(later) {
                *value = *value + product(row, here);
            }
            scatter(&local, &front.states, &mut worth);
        }
        for (front, solved) in self.fronts.iter().zip(&self.solved).rev() {
            let (width, pivots) = (front.width(), front.pivots);
            gather(&worth, &front.states, &mut local);
            for (k, row) in solved.rows.chunks_exact(width).enumerate().rev() {
                let onward = product(&row[k + 1..width - 1], &local[k + 1..]);
                local[k] = (local[k] + onward).times(solved.inverses[k]);
            }
            scatter(&local[..pivots], &front.states[..pivots], &mut worth);
        }
        worth
    }
}

fn gather<N: Copy>(values: &[N], states: &[u32], local: &mut Vec<N>) {
    local.clear();
    local.extend(states.iter().map(|&state| values[state as usize]));
}

fn scatter<N: Copy>(local: &[N], states: &[u32], values: &mut [N]) {
    states
        .iter()
        .zip(local)
        .for_each(|(&state, &value)| values[state as usize] = value);
}
