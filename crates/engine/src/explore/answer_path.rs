//! The tree of answers to the questions of a step, traversed leaf by leaf.

use std::sync::Arc;

use crate::odds::Mass;

/// The answers on the path to a leaf. The explorer runs a step again for every leaf. Each run
/// repeats the previous answers up to the last one that has another alternative, and gives that
/// alternative.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerPath {
    branches: Vec<AnswerBranch>,
    /// The number of branches used since the step began.
    pub(super) depth: usize,
    /// Answers on the path to the node that is expanded. The step repeats them before it asks
    /// anything new.
    pub(super) given: Arc<[u32]>,
    /// The number of given answers repeated since the step began.
    given_count: usize,
}

#[derive(Clone, Debug)]
struct AnswerBranch {
    index: usize,
    /// The alternative before this one, whose mass `after` includes.
    last: usize,
    /// The next alternative with a positive probability.
    next: Option<usize>,
    before: Mass,
    after: Mass,
    /// Whether the alternative changed since it was last asked, so that `after` is out of date.
    is_new: bool,
}

/// Returns the first alternative from `from` on with a positive probability.
pub(super) fn first_possible(masses: &[Mass], from: usize) -> Option<usize> {
    (from..masses.len()).find(|&i| !masses[i].is_zero())
}

impl AnswerPath {
    /// Returns to the root and keeps the path. The explorer calls this before it runs a step.
    #[inline]
    pub(super) fn rewind(&mut self) {
        (self.depth, self.given_count) = (0, 0);
    }

    /// Returns the probability of the answers on the path.
    #[inline]
    pub(super) fn mass(&self) -> Mass {
        self.branches
            .last()
            .map_or(Mass::ONE, |branch| branch.after)
    }

    /// Moves to the next leaf. Returns `false` after the last leaf, and then the tree is empty.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        while let Some(branch) = self.branches.last_mut() {
            if let Some(next) = branch.next {
                (branch.last, branch.index, branch.is_new) = (branch.index, next, true);
                return true;
            }
            self.branches.pop();
        }
        false
    }

    /// Returns all answers of the step so far.
    pub(super) fn all_answers(&self) -> Arc<[u32]> {
        let asked = self.branches[..self.depth]
            .iter()
            .map(|branch| branch.index as u32);
        self.given.iter().copied().chain(asked).collect()
    }

    /// Returns the next given answer, if there is one left.
    #[inline]
    pub(super) fn next_given(&mut self) -> Option<usize> {
        let &index = self.given.get(self.given_count)?;
        self.given_count += 1;
        Some(index as usize)
    }

    /// Returns the answer that the path repeats here, if there is one.
    #[inline]
    pub(super) fn next_remembered(&mut self) -> Option<usize> {
        self.next_given().or_else(|| {
            let branch = self
                .branches
                .get(self.depth)
                .filter(|branch| !branch.is_new)?;
            self.depth += 1;
            Some(branch.index)
        })
    }

    /// Answers a new question with the masses of its alternatives, and prepares the next
    /// alternative.
    #[inline]
    pub(super) fn answer(&mut self, masses: &[Mass]) -> usize {
        match self.branches.get_mut(self.depth) {
            Some(branch) => {
                // Faces of a die have equal masses, so the product is already known.
                if masses[branch.index] != masses[branch.last] {
                    branch.after = branch.before * masses[branch.index];
                }
                branch.next = first_possible(masses, branch.index + 1);
                branch.is_new = false;
            }
            None => {
                let before = self.mass();
                let index = first_possible(masses, 0).expect("some answer is possible");
                let (next, after) = (first_possible(masses, index + 1), before * masses[index]);
                self.branches.push(AnswerBranch {
                    index,
                    last: index,
                    next,
                    before,
                    after,
                    is_new: false,
                });
            }
        }
        self.depth += 1;
        self.branches[self.depth - 1].index
    }
}
