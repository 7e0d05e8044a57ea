//! The tree of answers to what a step asks, gone through leaf by leaf.

use std::sync::Arc;

use crate::odds::Mass;

/// The answers along the way to a leaf: a step is played again for every leaf, the answers along
/// the way being remembered and the last that has another alternative changed.
#[derive(Debug, Default)]
pub(super) struct AnswerPath {
    branches: Vec<AnswerBranch>,
    /// How many of these have been answered since the step began.
    pub(super) depth: usize,
    /// Answers that were given before the node being expanded: its step is played up to there
    /// without asking.
    pub(super) given: Arc<[u32]>,
    /// How many of these have been given.
    given_count: usize,
}

#[derive(Debug)]
struct AnswerBranch {
    index: usize,
    /// The alternative before this one, of which `after` is known.
    last: usize,
    /// The next alternative with any probability.
    next: Option<usize>,
    before: Mass,
    after: Mass,
    /// Whether it was changed since it was asked: its mass is not known yet.
    is_new: bool,
}

/// The first alternative from `from` on that can happen at all.
pub(super) fn first_possible(masses: &[Mass], from: usize) -> Option<usize> {
    (from..masses.len()).find(|&i| !masses[i].is_zero())
}

impl AnswerPath {
    /// Before a step is played (again): back to the root, the path remembered.
    #[inline]
    pub(super) fn rewind(&mut self) {
        (self.depth, self.given_count) = (0, 0);
    }

    /// The probability of the answers along the path.
    #[inline]
    pub(super) fn mass(&self) -> Mass {
        self.branches
            .last()
            .map_or(Mass::ONE, |branch| branch.after)
    }

    /// Turns to the next leaf; `false` after the last, and then the tree is as new.
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

    /// All answers of the step so far.
    pub(super) fn all_answers(&self) -> Arc<[u32]> {
        let asked = self.branches[..self.depth]
            .iter()
            .map(|branch| branch.index as u32);
        self.given.iter().copied().chain(asked).collect()
    }

    /// The answer that was given here before the node, if there was one.
    #[inline]
    pub(super) fn next_given(&mut self) -> Option<usize> {
        let &index = self.given.get(self.given_count)?;
        self.given_count += 1;
        Some(index as usize)
    }

    /// The answer remembered here, where there is one that is not new.
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

    /// Answers by a law, and turns to its next alternative later.
    #[inline]
    pub(super) fn answer(&mut self, masses: &[Mass]) -> usize {
        match self.branches.get_mut(self.depth) {
            Some(branch) => {
                // Of a die, each face has the mass of the one before.
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
