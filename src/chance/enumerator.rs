//! The reader that gives every answer in turn, each with its probability.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Chance;
use super::mass::Mass;
use super::probability::Probability;
use super::weights::Weights;

/// An open roll is cut where it has been asked this often in one step ...
const DEEP: usize = 12;
/// ... and what is left of the step's probability is under this.
const CUT: f64 = 1e-13;

/// Walks the tree of answers depth first: a step is played again for every leaf, the answers along
/// the way being remembered and the last that has another alternative changed.
///
/// A question asked without end is cut: once it is 12 questions deep and under 1e-13, the first alternative
/// answers it, and the leaf counts as unresolved.
#[derive(Clone, Debug, Default)]
pub struct Enumerator {
    path: Vec<Branch>,
    depth: usize,
    cut: bool,
    binomials: FxHashMap<(u32, Probability), Arc<Weights>>,
}

#[derive(Clone, Debug)]
struct Branch {
    index: usize,
    /// The next alternative with any probability.
    next: Option<usize>,
    before: Mass,
    after: Mass,
}

/// The first alternative from `from` on that can happen at all.
fn possible(weights: &Weights, from: usize) -> Option<usize> {
    (from..weights.len()).find(|&i| weights.masses()[i] != Mass::ZERO)
}

impl Enumerator {
    /// At the root of a tree not yet seen.
    pub fn new() -> Enumerator {
        Enumerator::default()
    }

    /// Before a step is played (again): back to the root, the path remembered.
    pub fn rewind(&mut self) {
        self.depth = 0;
        self.cut = false;
    }

    /// The probability of the answers given since [`rewind`](Enumerator::rewind).
    pub fn mass(&self) -> Mass {
        self.path.last().map_or(Mass::ONE, |branch| branch.after)
    }

    /// Whether the leaf was cut: its probability is unresolved.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Turns to the next leaf; `false` after the last, and then the tree is as new.
    pub fn advance(&mut self) -> bool {
        while let Some(branch) = self.path.last_mut() {
            if let Some(next) = branch.next {
                // Its mass and its successor are found when the question is asked again.
                branch.index = next;
                branch.next = None;
                branch.after = Mass::ZERO;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Chance for Enumerator {
    fn pick(&mut self, weights: &Weights) -> usize {
        let depth = self.depth;
        if let Some(branch) = self.path.get_mut(depth) {
            self.depth += 1;
            if branch.after == Mass::ZERO {
                branch.after = branch.before * weights.masses()[branch.index];
                branch.next = possible(weights, branch.index + 1);
            }
            return branch.index;
        }
        let before = self.mass();
        if self.cut || (depth >= DEEP && before.float() < CUT) {
            self.cut = true;
            return 0;
        }
        let index = possible(weights, 0).expect("weights are not all zero");
        let after = before * weights.masses()[index];
        self.path.push(Branch { index, next: possible(weights, index + 1), before, after });
        self.depth += 1;
        index
    }

    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        if n == 0 || p == Probability::ZERO {
            return 0;
        }
        let weights = self.binomials.entry((n, p)).or_insert_with(|| Arc::new(Weights::binomial(n, p)));
        let weights = Arc::clone(weights);
        self.pick(&weights) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::dice::Die;

    /// Every leaf of a play, with its mass and whether it was cut.
    fn leaves<T>(mut play: impl FnMut(&mut Enumerator) -> T) -> Vec<(T, Mass, bool)> {
        let mut chance = Enumerator::new();
        let mut found = Vec::new();
        loop {
            chance.rewind();
            let leaf = play(&mut chance);
            found.push((leaf, chance.mass(), chance.is_cut()));
            if !chance.advance() {
                return found;
            }
        }
    }

    #[test]
    fn two_dice_are_36_leaves_of_a_36th() {
        let found = leaves(|chance| (chance.roll(Die::D6), chance.roll(Die::D6)));
        assert_eq!(found.len(), 36);
        assert!(found.iter().all(|(_, mass, _)| mass.fraction() == Some((1, 36))));
    }

    #[test]
    fn what_is_asked_may_depend_on_what_was_answered() {
        let p = Probability::parse("0.25").unwrap();
        let found = leaves(|chance| if chance.happens(p) { chance.roll(Die::D6) } else { 0 });
        assert_eq!(found.len(), 7);
        assert_eq!(found.iter().map(|(_, mass, _)| *mass).sum::<Mass>().fraction(), Some((1, 1)));
        assert_eq!(found[0].1.fraction(), Some((3, 4)));
        assert_eq!(found[6].1.fraction(), Some((1, 24)));
    }

    #[test]
    fn alternatives_of_no_probability_are_passed_over() {
        let weights = Weights::new(&[0, 3, 0, 1, 0]);
        let found = leaves(|chance| chance.pick(&weights));
        assert_eq!(found.iter().map(|(index, ..)| *index).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn an_open_roll_is_cut_and_what_is_left_is_told() {
        let half = Probability::parse("0.5").unwrap();
        let found = leaves(|chance| {
            let mut sixes = 0;
            while chance.happens(half) {
                sixes += 1;
            }
            sixes
        });
        let unresolved: f64 = found.iter().filter(|(_, _, cut)| *cut).map(|(_, mass, _)| mass.float()).sum();
        assert!(unresolved > 0.0 && unresolved < 1e-12, "{unresolved}");
        let total: f64 = found.iter().map(|(_, mass, _)| mass.float()).sum();
        assert!((total - 1.0).abs() < 1e-12);
    }
}
