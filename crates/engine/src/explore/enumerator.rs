//! The reader that gives every answer in turn, each with its probability.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::laws::{Laws, open, uniform};
use super::leaves::Open;
use crate::ask::{Ask, Observation};
use crate::chance::binomial::{self, MOST_FLIPS};
use crate::chance::{Die, Expression, Pool, Pools, Probability, Weights, hypergeometric};
use crate::odds::Mass;
use crate::policy::{Answer, Policy};

/// Answers that one question may have: more are refused, and the rule is past every budget.
const MOST_ANSWERS: u64 = 1 << 22;

/// Walks the tree of answers depth first: a step is played again for every leaf, the answers along the way being
/// remembered and the last that has another alternative changed.
#[derive(Debug, Default)]
pub struct Enumerator {
    path: Vec<Branch>,
    depth: usize,
    is_cut: bool,
    /// Whether something was asked that has too many answers to try.
    is_past: bool,
    /// Answers that were given before the node being expanded: its step is played up to there without asking.
    given: Arc<[u32]>,
    /// How many of these have been given.
    at: usize,
    /// Whether a choice was met that ends the leaf: what is asked after it does not count.
    is_pending: bool,
    policy: Policy,
    /// The choice with which the node begins, and which of its options is being tried.
    choice: Option<Open>,
    /// What is on offer, of choices of which the policy wants one option.
    offered: BTreeMap<usize, BTreeSet<i64>>,
    observed: Vec<Observation>,
    /// Faces, flips and cards that the leaf asks for.
    cost: u64,
    laws: Laws,
}

#[derive(Debug)]
struct Branch {
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
fn possible(masses: &[Mass], from: usize) -> Option<usize> {
    (from..masses.len()).find(|&i| !masses[i].is_zero())
}

impl Enumerator {
    /// Before a node is expanded: the answers that lead to it within its step, and who answers choices.
    pub(super) fn begin(&mut self, given: Option<&Arc<[u32]>>, policy: &Policy) {
        self.given = given.map(Arc::clone).unwrap_or_default();
        self.policy = policy.clone();
        self.choice = None;
    }

    /// Before a step is played (again): back to the root, the path remembered.
    #[inline]
    pub(super) fn rewind(&mut self) {
        self.depth = 0;
        self.at = 0;
        self.is_pending = false;
        self.is_cut = false;
        self.cost = 0;
        self.observed.clear();
    }

    /// The probability of the answers given since `rewind`.
    #[inline]
    pub(super) fn mass(&self) -> Mass {
        self.path.last().map_or(Mass::ONE, |branch| branch.after)
    }

    /// Whether the leaf was cut: its probability is unresolved.
    #[inline]
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// What the answers given since `rewind` cost to play: faces, flips and cards.
    #[inline]
    pub(super) fn cost(&self) -> u64 {
        self.cost
    }

    /// Whether a question had too many answers: nothing that was answered then counts.
    #[inline]
    pub(super) fn is_past(&self) -> bool {
        self.is_past
    }

    /// Whether so many answers can be tried.
    fn allows(&mut self, answers: u64) -> bool {
        self.is_past |= answers > MOST_ANSWERS;
        answers <= MOST_ANSWERS
    }

    #[inline]
    pub(super) fn observed(&self) -> &[Observation] {
        &self.observed
    }

    /// Turns to the next leaf; `false` after the last, and then the tree is as new.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        while let Some(branch) = self.path.last_mut() {
            if let Some(next) = branch.next {
                (branch.last, branch.index, branch.is_new) = (branch.index, next, true);
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// All answers of the step until the choice that ended the leaf; `None` where none did.
    pub(super) fn pending(&self) -> Option<Arc<[u32]>> {
        let asked = self.path[..self.depth].iter().map(|branch| branch.index as u32);
        self.is_pending.then(|| self.given.iter().copied().chain(asked).collect())
    }

    /// The choice with which the node begins, if it does.
    pub(super) fn choice(&self) -> Option<&Open> {
        self.choice.as_ref()
    }

    /// What was on offer in this node, of choices of which the policy wants one option.
    pub(super) fn offered(&mut self) -> impl Iterator<Item = (usize, BTreeSet<i64>)> + use<> {
        std::mem::take(&mut self.offered).into_iter()
    }

    /// The answer remembered here, where there is one that is not new.
    #[inline]
    fn remembered(&mut self) -> Option<usize> {
        if let Some(&index) = self.given.get(self.at) {
            self.at += 1;
            return Some(index as usize);
        }
        let branch = self.path.get(self.depth).filter(|branch| !branch.is_new)?;
        self.depth += 1;
        Some(branch.index)
    }
}

/// Answers by a law, and turns to its next alternative later.
#[inline]
fn answer(path: &mut Vec<Branch>, depth: &mut usize, masses: &[Mass]) -> usize {
    match path.get_mut(*depth) {
        Some(branch) => {
            // Of a die, each face has the mass of the one before.
            if masses[branch.index] != masses[branch.last] {
                branch.after = branch.before * masses[branch.index];
            }
            branch.next = possible(masses, branch.index + 1);
            branch.is_new = false;
        }
        None => {
            let before = path.last().map_or(Mass::ONE, |branch| branch.after);
            let index = possible(masses, 0).expect("some answer is possible");
            let next = possible(masses, index + 1);
            path.push(Branch { index, last: index, next, before, after: before * masses[index], is_new: false });
        }
    }
    *depth += 1;
    path[*depth - 1].index
}

impl Ask for Enumerator {
    #[inline]
    fn goes_through_all(&self) -> bool {
        true
    }

    #[inline]
    fn pick(&mut self, weights: &Weights) -> usize {
        if self.is_pending {
            return possible(weights.masses(), 0).unwrap_or(0);
        }
        self.cost += 1;
        match self.remembered() {
            Some(index) => index,
            None => answer(&mut self.path, &mut self.depth, weights.masses()),
        }
    }

    #[inline]
    fn happens(&mut self, p: Probability) -> bool {
        if p == Probability::ZERO || p == Probability::ONE || self.is_pending {
            return p == Probability::ONE;
        }
        self.cost += 1;
        if let Some(index) = self.remembered() {
            return index == 1;
        }
        let masses = self.laws.flips.of(p, || [p.complement().mass(), p.mass()]);
        answer(&mut self.path, &mut self.depth, masses) == 1
    }

    #[inline]
    fn roll(&mut self, die: Die) -> u32 {
        if self.is_pending {
            return 1;
        }
        self.cost += 1;
        if let Some(index) = self.remembered() {
            return index as u32 + 1;
        }
        if !self.allows(die.sides().into()) {
            return 1;
        }
        let masses = self.laws.dice.of(die.sides(), || uniform(die.sides()));
        answer(&mut self.path, &mut self.depth, masses) as u32 + 1
    }

    fn open_roll(&mut self, die: Die) -> u32 {
        let sides = die.sides();
        assert!(sides > 1, "a die of one side explodes for ever");
        if self.is_pending || !self.allows(u64::from(sides) * 8) {
            return 1;
        }
        let remembered = self.remembered();
        let masses = self.laws.open.of(sides, || open(sides));
        let last = masses.len() - 1;
        let index = match remembered {
            Some(index) => index,
            None => answer(&mut self.path, &mut self.depth, masses),
        };
        self.is_cut |= index == last;
        self.cost += 1 + index as u64 / u64::from(sides - 1);
        let (highest, face) = (index as u32 / (sides - 1), index as u32 % (sides - 1) + 1);
        highest * sides + face
    }

    fn pool(&mut self, die: Die, n: u32) -> Pool {
        self.cost += u64::from(n);
        if self.is_pending || !self.allows(Pools::count(die, n)) {
            return Pool::new(&vec![1; n as usize]);
        }
        let remembered = self.remembered();
        let dice = self.laws.pools.of((die.sides(), n), || Pools::of(die, n));
        let index = match remembered {
            Some(index) => index,
            None => answer(&mut self.path, &mut self.depth, &dice.masses),
        };
        dice.pools[index]
    }

    #[inline]
    fn total(&mut self, expression: &Expression) -> i64 {
        if let Some(value) = expression.fixed() {
            return value;
        }
        if self.is_pending {
            return expression.least();
        }
        self.cost += expression.dice();
        let index = match self.remembered() {
            Some(index) => index,
            None => answer(&mut self.path, &mut self.depth, expression.masses()),
        };
        expression.least() + index as i64
    }

    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        if n == 0 || p == Probability::ZERO || self.is_pending {
            return 0;
        }
        self.cost += u64::from(n.min(MOST_FLIPS));
        if let Some(index) = self.remembered() {
            return index as u32;
        }
        if !self.allows(n.into()) {
            return 0;
        }
        let masses = self.laws.binomials.of((n, p), || binomial::masses(n, p));
        answer(&mut self.path, &mut self.depth, masses) as u32
    }

    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        self.cost += u64::from(drawn);
        assert!(marked <= total && drawn <= total, "{marked} marked and {drawn} drawn of {total} cards");
        let least = drawn.saturating_sub(total - marked);
        if self.is_pending {
            return least;
        }
        if let Some(index) = self.remembered() {
            return index as u32;
        }
        if !self.allows(total.into()) {
            return least;
        }
        let law = || hypergeometric::masses(total, marked, drawn);
        let masses = self.laws.hands.of((total, marked, drawn), law);
        answer(&mut self.path, &mut self.depth, masses) as u32
    }

    #[inline]
    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        if !self.is_pending {
            self.observed.push(Observation { metric, step, value });
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_pending
    }

    fn choose(&mut self, choice: usize, options: &[i64], situation: &[i64]) -> i64 {
        let usual = *options.first().expect("a choice has an option");
        if self.is_pending {
            return usual;
        }
        let answer_of_policy = self.policy.answer(choice);
        if matches!(answer_of_policy, Answer::Option(_)) {
            self.offered.entry(choice).or_default().extend(options);
        }
        if options.len() == 1 {
            return usual;
        }
        match answer_of_policy {
            Answer::First => usual,
            Answer::Option(wanted) => {
                if options.contains(&wanted) {
                    wanted
                } else {
                    usual
                }
            }
            Answer::Uniform => {
                let n = options.len() as u32;
                let index = self.remembered().unwrap_or_else(|| {
                    let masses = self.laws.dice.of(n, || uniform(n));
                    answer(&mut self.path, &mut self.depth, masses)
                });
                options[index]
            }
            Answer::Best => self.leave_open(choice, options, situation),
        }
    }
}

impl Enumerator {
    /// A choice whose best answer is not known yet: it ends the leaf, unless the node begins with it. Then every option
    /// is tried in turn, and the probability of what follows is that under the option.
    fn leave_open(&mut self, choice: usize, options: &[i64], situation: &[i64]) -> i64 {
        if self.at < self.given.len() {
            let index = self.given[self.at] as usize;
            self.at += 1;
            return options[index];
        }
        if self.depth > 0 {
            self.is_pending = true;
            return options[0];
        }
        if !self.given.is_empty() {
            // What led here was told, and paid for, on the way here.
            self.observed.clear();
            self.cost = 0;
        }
        let all = vec![Mass::ONE; options.len()];
        let option = self.remembered().unwrap_or_else(|| answer(&mut self.path, &mut self.depth, &all));
        match &mut self.choice {
            Some(open) => open.option = option,
            None => self.choice = Some(Open { choice, options: options.into(), situation: situation.into(), option }),
        }
        options[option]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every leaf of a play, with its mass and whether it was cut.
    fn leaves<T>(mut play: impl FnMut(&mut Enumerator) -> T) -> Vec<(T, Mass, bool)> {
        let mut answers = Enumerator::default();
        let mut found = Vec::new();
        loop {
            answers.rewind();
            let leaf = play(&mut answers);
            found.push((leaf, answers.mass(), answers.is_cut()));
            if !answers.advance() {
                return found;
            }
        }
    }

    #[test]
    fn two_dice_are_36_leaves_of_a_36th() {
        let found = leaves(|ask| (ask.roll(Die::D6), ask.roll(Die::D6)));
        assert_eq!(found.len(), 36);
        assert!(found.iter().all(|(_, mass, _)| mass.fraction() == Some((1, 36))));
    }

    #[test]
    fn what_is_asked_may_depend_on_what_was_answered() {
        let p = Probability::parse("0.25").unwrap();
        let found = leaves(|ask| if ask.happens(p) { ask.roll(Die::D6) } else { 0 });
        assert_eq!(found.len(), 7);
        assert_eq!(found.iter().map(|(_, mass, _)| *mass).sum::<Mass>().fraction(), Some((1, 1)));
        assert_eq!(found[0].1.fraction(), Some((3, 4)));
        assert_eq!(found[6].1.fraction(), Some((1, 24)));
    }

    #[test]
    fn alternatives_of_no_probability_are_passed_over() {
        let weights = Weights::new(&[0, 3, 0, 1, 0]).unwrap();
        let found = leaves(|ask| ask.pick(&weights));
        assert_eq!(found.iter().map(|(index, ..)| *index).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn an_open_roll_never_shows_its_highest_face_last_and_what_is_left_is_told() {
        let found = leaves(|ask| ask.open_roll(Die::new(4)));
        let unresolved: f64 = found.iter().filter(|(_, _, cut)| *cut).map(|(_, mass, _)| mass.float()).sum();
        assert_eq!(unresolved, 0.25f64.powi(100));
        for (value, mass, _) in found.iter().filter(|(_, _, cut)| !cut) {
            assert!(value % 4 != 0);
            assert!((mass.float() / 0.25f64.powi((value / 4 + 1) as i32) - 1.0).abs() < 1e-14);
        }
    }
}
