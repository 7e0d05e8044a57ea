//! The reader that gives every answer in turn, with its probability.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::answer_path::{AnswerPath, first_possible};
use super::distributions::{AnswerDistributions, open_roll_masses, uniform_masses};
use super::transition::OpenChoice;
use crate::ask::{Ask, Observation};
use crate::chance::binomial::{self, MAX_FLIPS};
use crate::chance::{DiceExpression, Die, Pool, Pools, Probability, Weights, hypergeometric};
use crate::odds::Mass;
use crate::policy::{DecisionRule, Policy};

/// The maximal number of answers to one question. A question with more exceeds every budget.
const MAX_ANSWERS: u64 = 1 << 22;

/// A depth-first traversal of the tree of answers, leaf by leaf.
#[derive(Clone, Debug, Default)]
pub struct Enumerator {
    path: AnswerPath,
    is_truncated: bool,
    /// Whether a question had too many answers.
    has_too_many_answers: bool,
    /// Whether an open choice ends the leaf. Later questions of the step are then ignored.
    is_pending: bool,
    policy: Policy,
    /// The number of the rule's choices.
    choices: usize,
    /// The index of a choice that the rule made although it does not list it.
    pub(super) unlisted_choice: Option<usize>,
    /// The choice at the start of the node, with the option that is tried now.
    choice: Option<OpenChoice>,
    /// The options offered so far at choices for which the policy prefers a certain option.
    offered: BTreeMap<usize, BTreeSet<i64>>,
    observed: Vec<Observation>,
    /// The faces, flips and cards of the leaf.
    cost: u64,
    distributions: AnswerDistributions,
}

impl Enumerator {
    /// Prepares the expansion of a node: the answers within the step that lead to it, and the
    /// policy for choices.
    pub(super) fn begin(&mut self, given: Option<&Arc<[u32]>>, policy: &Policy, choices: usize) {
        self.choices = choices;
        self.path.given = given.map(Arc::clone).unwrap_or_default();
        self.policy = policy.clone();
        self.choice = None;
    }

    /// Prepares a run of the step.
    #[inline]
    pub(super) fn rewind(&mut self) {
        self.path.rewind();
        self.is_pending = false;
        self.is_truncated = false;
        self.cost = 0;
        self.observed.clear();
    }

    /// Returns the probability of the answers given since `rewind`.
    #[inline]
    pub(super) fn mass(&self) -> Mass {
        self.path.mass()
    }

    /// Returns whether the leaf was truncated, so that its probability is unresolved.
    #[inline]
    pub(super) fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// Returns the cost of the answers given since `rewind`, in faces, flips and cards.
    #[inline]
    pub(super) fn cost(&self) -> u64 {
        self.cost
    }

    /// Returns whether a question had too many answers. If so, the answers of this leaf are
    /// meaningless.
    #[inline]
    pub(super) fn has_too_many_answers(&self) -> bool {
        self.has_too_many_answers
    }

    #[inline]
    pub(super) fn observed(&self) -> &[Observation] {
        &self.observed
    }

    /// Moves to the next leaf. Returns `false` after the last leaf, and then the tree is empty.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        self.path.advance()
    }

    /// Returns all answers of the step before the choice that ended the leaf; `None` if no choice
    /// did.
    pub(super) fn pending(&self) -> Option<Arc<[u32]>> {
        self.is_pending.then(|| self.path.all_answers())
    }

    /// Returns the choice at the start of the node, if there is one.
    pub(super) fn choice(&self) -> Option<&OpenChoice> {
        self.choice.as_ref()
    }

    /// Takes the options that were offered in this node at choices for which the policy prefers a
    /// certain option.
    pub(super) fn offered(&mut self) -> impl Iterator<Item = (usize, BTreeSet<i64>)> + use<> {
        std::mem::take(&mut self.offered).into_iter()
    }

    /// Returns the answer to try now for a question with this cost and number of answers. Returns
    /// `None` if an open choice has ended the leaf or if there are too many answers.
    #[inline]
    fn next_answer<'l>(
        &'l mut self,
        cost: u64,
        answers: u64,
        masses: impl FnOnce(&'l mut AnswerDistributions) -> &'l [Mass],
    ) -> Option<usize> {
        if self.is_pending {
            return None;
        }
        self.cost += cost;
        if let Some(index) = self.path.next_remembered() {
            return Some(index);
        }
        if answers > MAX_ANSWERS {
            self.has_too_many_answers = true;
            return None;
        }
        Some(self.path.answer(masses(&mut self.distributions)))
    }

    /// Leaves a choice open, and returns the index of an option. Unless the choice is at the start
    /// of the node, this ends the leaf. At the start, each of the `options` options is tried in
    /// turn, and the probabilities that follow are conditional on the option. `open` returns the
    /// choice.
    fn leave_open(&mut self, options: usize, open: impl FnOnce() -> OpenChoice) -> usize {
        if let Some(index) = self.path.next_given() {
            return index;
        }
        if self.path.depth > 0 {
            self.is_pending = true;
            return 0;
        }
        if !self.path.given.is_empty() {
            // The edges that lead to this node already contain the observations and the costs so
            // far.
            self.observed.clear();
            self.cost = 0;
        }
        let unit_masses = vec![Mass::ONE; options];
        let option = self
            .path
            .next_remembered()
            .unwrap_or_else(|| self.path.answer(&unit_masses));
        self.choice.get_or_insert_with(open).option = option;
        option
    }

    /// Returns whether a choice with this number of options is left open.
    fn is_open(&self, choice: usize, options: usize) -> bool {
        options > 1 && self.policy.answer(choice) == DecisionRule::Best
    }
}

impl Enumerator {
    /// Answers a choice by the policy, or leaves it open. `sees_part` says whether the player sees
    /// only part of the situation.
    fn decide(
        &mut self,
        choice: usize,
        options: &[i64],
        situation: &[i64],
        sees_part: bool,
    ) -> i64 {
        let usual = *options.first().expect("a choice has an option");
        if self.is_pending {
            return usual;
        }
        if choice >= self.choices {
            self.unlisted_choice = Some(choice);
        }
        let answer = self.policy.answer(choice);
        if matches!(answer, DecisionRule::Option(_) | DecisionRule::Heuristic) {
            self.offered.entry(choice).or_default().extend(options);
        }
        match answer {
            _ if options.len() == 1 => usual,
            DecisionRule::First => usual,
            DecisionRule::Option(wanted) => {
                if options.contains(&wanted) {
                    wanted
                } else {
                    usual
                }
            }
            DecisionRule::Heuristic => self
                .policy
                .heuristic(choice)
                .map_or(usual, |heuristic| heuristic.option(options, situation)),
            DecisionRule::Uniform => {
                let n = options.len() as u32;
                options[self
                    .next_answer(0, 0, |distributions| {
                        distributions.dice.get_or_compute(n, || uniform_masses(n))
                    })
                    .unwrap_or(0)]
            }
            DecisionRule::Best => {
                let open = || OpenChoice {
                    choice,
                    options: options.into(),
                    situation: situation.into(),
                    sees_part,
                    option: 0,
                    at_once: None,
                };
                options[self.leave_open(options.len(), open)]
            }
        }
    }
}

impl Ask for Enumerator {
    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        let sides = n as u32;
        self.next_answer(1, n, |distributions| {
            distributions
                .dice
                .get_or_compute(sides, || uniform_masses(sides))
        })
        .unwrap_or(0) as u64
    }

    #[inline]
    fn pick(&mut self, weights: &Weights) -> usize {
        let usual = || first_possible(weights.masses(), 0).unwrap_or(0);
        self.next_answer(1, 0, |_| weights.masses())
            .unwrap_or_else(usual)
    }

    #[inline]
    fn happens(&mut self, p: Probability) -> bool {
        if p == Probability::ZERO || p == Probability::ONE {
            return p == Probability::ONE;
        }
        self.next_answer(1, 2, |distributions| {
            distributions
                .flips
                .get_or_compute(p, || [p.complement().mass(), p.mass()])
        }) == Some(1)
    }

    #[inline]
    fn roll(&mut self, die: Die) -> u32 {
        self.below(die.sides().into()) as u32 + 1
    }

    fn open_roll(&mut self, die: Die) -> u32 {
        let sides = die.sides();
        assert!(sides > 1, "a die of one side explodes for ever");
        let Some(index) = self.next_answer(0, u64::from(sides) * 8, |distributions| {
            distributions
                .open_rolls
                .get_or_compute(sides, || open_roll_masses(sides))
        }) else {
            return 1;
        };
        self.is_truncated |= index + 1
            == self
                .distributions
                .open_rolls
                .get_or_compute(sides, || open_roll_masses(sides))
                .len();
        self.cost += 1 + index as u64 / u64::from(sides - 1);
        let (highest, face) = (index as u32 / (sides - 1), index as u32 % (sides - 1) + 1);
        highest * sides + face
    }

    fn pool(&mut self, die: Die, n: u32) -> Pool {
        self.cost += u64::from(n);
        let (asked, distribution) = ((die.sides(), n), || Pools::of(die, n));
        match self.next_answer(0, Pools::count(die, n), |distributions| {
            &distributions
                .pools
                .get_or_compute(asked, distribution)
                .masses
        }) {
            Some(index) => {
                self.distributions
                    .pools
                    .get_or_compute(asked, distribution)
                    .pools[index]
            }
            None => Pool::new(&vec![1; n as usize]),
        }
    }

    #[inline]
    fn total(&mut self, expression: &DiceExpression) -> i64 {
        if let Some(value) = expression.fixed_value() {
            return value;
        }
        expression.least()
            + self
                .next_answer(expression.dice(), 0, |_| expression.masses())
                .unwrap_or(0) as i64
    }

    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        if n == 0 || p == Probability::ZERO {
            return 0;
        }
        let cost = n.min(MAX_FLIPS).into();
        let distribution = || binomial::masses(n, p);
        self.next_answer(cost, n.into(), |distributions| {
            distributions.binomials.get_or_compute((n, p), distribution)
        })
        .unwrap_or(0) as u32
    }

    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        self.cost += u64::from(drawn);
        assert!(
            marked <= total && drawn <= total,
            "{marked} marked and {drawn} drawn of {total} cards"
        );
        let distribution = || hypergeometric::masses(total, marked, drawn);
        let index = self.next_answer(0, total.into(), |distributions| {
            distributions
                .hands
                .get_or_compute((total, marked, drawn), distribution)
        });
        index.map_or(drawn.saturating_sub(total - marked), |index| index as u32)
    }

    #[inline]
    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        if !self.is_pending {
            self.observed.push(Observation {
                metric,
                step,
                value,
            });
        }
    }

    fn choose(&mut self, choice: usize, options: &[i64], situation: &[i64]) -> i64 {
        self.decide(choice, options, situation, false)
    }

    fn choose_seeing(&mut self, choice: usize, options: &[i64], seen: &[i64]) -> i64 {
        self.decide(choice, options, seen, true)
    }

    /// If both choices are open, they are one question with all pairs of options. If one is open,
    /// it is asked first, so that it does not depend on the other one.
    fn choose_at_once(
        &mut self,
        choices: [usize; 2],
        options: [&[i64]; 2],
        situation: &[i64],
    ) -> [i64; 2] {
        let [first, second] = [0, 1].map(|side| self.is_open(choices[side], options[side].len()));
        if !(first && second) {
            let order = if second { [1, 0] } else { [0, 1] };
            let mut chosen = [0; 2];
            for side in order {
                chosen[side] = self.choose(choices[side], options[side], situation);
            }
            return chosen;
        }
        if self.is_pending {
            return options.map(|options| options[0]);
        }
        let unlisted = choices.into_iter().find(|&choice| choice >= self.choices);
        self.unlisted_choice = unlisted.or(self.unlisted_choice);
        let sides = [(choices[0], options[0]), (choices[1], options[1])];
        let pairs = options[0].len() * options[1].len();
        let pair = self.leave_open(pairs, || OpenChoice::at_once(sides, situation));
        [
            options[0][pair / options[1].len()],
            options[1][pair % options[1].len()],
        ]
    }

    fn is_stopped(&self) -> bool {
        self.is_pending
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        true
    }
}
