//! Who answers for a player.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ask::{Ask, passes_on};
use crate::chance::{DiceExpression, Die, Pool, Probability, Weights};
use crate::choice::NOT_SEEN;
use crate::error::RuleError;
use crate::heuristic::Heuristic;
use crate::slot_memory::SlotMemory;

/// How a choice is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecisionRule {
    /// By the first option on offer, the usual one.
    #[default]
    First,
    /// By this option where it is on offer, else by the first.
    Option(i64),
    /// By each option on offer with the same chance.
    Uniform,
    /// By a rule of thumb, which the policy has: [`Policy::with_heuristic`].
    Heuristic,
    /// By the option that serves the aim best: exploring leaves it open, play looks it up.
    Best,
}

/// How a player answers every choice of a rule.
///
/// ```
/// use oddsmith_engine::{DecisionRule, Policy};
///
/// let policy = Policy::new(vec![DecisionRule::Uniform]);
/// assert_eq!((policy.answer(0), policy.answer(1)), (DecisionRule::Uniform, DecisionRule::First));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Policy {
    answers: Arc<[DecisionRule]>,
    /// The rules of thumb, each of a choice.
    heuristics: Arc<[(usize, Heuristic)]>,
    best_options: Arc<BestOptions>,
    /// The slots whose values so far bear on the best option, if any do.
    memory: Option<SlotMemory>,
}

/// By choice and situation: the options on offer, of which there may be others at another time, and
/// the best of them.
pub(crate) type BestOptions = FxHashMap<(u32, Situation), Vec<(Arc<[i64]>, i64)>>;

/// The numbers that bear on a choice.
pub type Situation = Box<[i64]>;

impl Policy {
    /// An answer for each choice, in order; those past the end are answered by the first option.
    pub fn new(answers: Vec<DecisionRule>) -> Policy {
        Policy {
            answers: answers.into(),
            ..Policy::default()
        }
    }

    /// The same, with the best options, which depend on what was shown so far in these slots.
    pub(crate) fn with_best(&self, best: BestOptions, memory: Option<SlotMemory>) -> Policy {
        Policy {
            best_options: Arc::new(best),
            memory,
            ..self.clone()
        }
    }

    /// The same where one choice is answered otherwise.
    pub fn with_answer(&self, choice: usize, answer: DecisionRule) -> Policy {
        let mut answers = self.answers.to_vec();
        answers.resize(answers.len().max(choice + 1), DecisionRule::First);
        answers[choice] = answer;
        Policy {
            answers: answers.into(),
            ..self.clone()
        }
    }

    /// The same where one choice is answered by a rule of thumb.
    pub fn with_heuristic(&self, choice: usize, heuristic: Heuristic) -> Policy {
        let other_heuristics = self
            .heuristics
            .iter()
            .filter(|(other_choice, _)| *other_choice != choice)
            .cloned();
        let heuristics = other_heuristics.chain([(choice, heuristic)]).collect();
        Policy {
            heuristics,
            ..self.with_answer(choice, DecisionRule::Heuristic)
        }
    }

    /// The rule of thumb by which a choice is answered.
    pub fn heuristic(&self, choice: usize) -> Option<&Heuristic> {
        let is_wanted = self.answer(choice) == DecisionRule::Heuristic;
        self.heuristics
            .iter()
            .find(|(other_choice, _)| is_wanted && *other_choice == choice)
            .map(|(_, heuristic)| heuristic)
    }

    /// The choices that are answered by rules of thumb, each with its own.
    pub fn heuristics(&self) -> impl Iterator<Item = (usize, &Heuristic)> {
        let heuristics = self
            .heuristics
            .iter()
            .map(|(choice, heuristic)| (*choice, heuristic));
        heuristics.filter(|(choice, _)| self.answer(*choice) == DecisionRule::Heuristic)
    }

    /// How a choice is answered.
    #[inline]
    pub fn answer(&self, choice: usize) -> DecisionRule {
        self.answers.get(choice).copied().unwrap_or_default()
    }

    /// Whether any choice is left open, for the best option to be found.
    pub fn seeks_best(&self) -> bool {
        self.answers.contains(&DecisionRule::Best)
    }

    /// Whether what a trial has shown so far bears on the best option.
    pub fn remembers(&self) -> bool {
        self.memory.is_some()
    }

    /// A reader whose choices are answered by this policy; all else it answers itself.
    pub fn reader<'a, A: Ask>(&'a self, ask: &'a mut A) -> PolicyReader<'a, A> {
        PolicyReader {
            ask,
            policy: self,
            memory: self.memory.clone(),
            missing_best: None,
        }
    }

    fn best_option(
        &self,
        choice: usize,
        situation: impl Iterator<Item = i64>,
        options: &[i64],
    ) -> Option<i64> {
        let known = self
            .best_options
            .get(&(choice as u32, situation.collect()))?;
        known
            .iter()
            .find(|(known_options, _)| **known_options == *options)
            .map(|&(_, best)| best)
    }
}

/// A reader whose choices are answered by a policy; all else it answers itself. See
/// [`Policy::reader`].
#[derive(Debug)]
pub struct PolicyReader<'a, A> {
    ask: &'a mut A,
    policy: &'a Policy,
    /// What was shown so far in the slots that bear on the best option, if any do.
    memory: Option<SlotMemory>,
    /// Where the best option was wanted and is not known.
    missing_best: Option<RuleError>,
}

impl<A> PolicyReader<'_, A> {
    /// Whether the best option was known wherever it was wanted: to be asked once the trial is
    /// over.
    ///
    /// # Errors
    /// Where it was not, so that the first was taken instead.
    pub fn check_known(self) -> Result<(), RuleError> {
        self.missing_best.map_or(Ok(()), Err)
    }
}

impl<A: Ask> Ask for PolicyReader<'_, A> {
    passes_on!(ask);

    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        if let Some(memory) = &mut self.memory {
            memory.observe(metric, step, value);
        }
        self.ask.observe(metric, step, value);
    }

    fn is_exhaustive(&self) -> bool {
        self.ask.is_exhaustive()
    }

    fn choose(&mut self, choice: usize, options: &[i64], situation: &[i64]) -> i64 {
        let usual = *options.first().expect("a choice has an option");
        let wanted = match self.policy.answer(choice) {
            _ if options.len() == 1 => None,
            DecisionRule::First => None,
            DecisionRule::Option(option) => Some(option),
            DecisionRule::Heuristic => self
                .policy
                .heuristic(choice)
                .map(|heuristic| heuristic.option(options, situation)),
            // As a die of so many sides: play has no other chance than real faces.
            DecisionRule::Uniform => {
                Some(options[self.ask.roll(Die::new(options.len() as u32)) as usize - 1])
            }
            DecisionRule::Best => {
                let shown = self
                    .memory
                    .iter()
                    .flat_map(|memory| &memory.values)
                    .map(|value| value.unwrap_or(NOT_SEEN));
                let best = self.policy.best_option(
                    choice,
                    situation.iter().copied().chain(shown),
                    options,
                );
                if best.is_none() {
                    self.missing_best
                        .get_or_insert_with(|| unknown_best_error(choice, situation));
                }
                best
            }
        };
        let option = wanted
            .filter(|option| options.contains(option))
            .unwrap_or(usual);
        self.ask.observe_choice(choice, option);
        option
    }
}

#[cold]
fn unknown_best_error(choice: usize, situation: &[i64]) -> RuleError {
    let help = "let `solve::plan` find it, and play by the policy that follows that plan: `Policy::following`";
    RuleError::new(
        format!("the best option of choice {choice} in situation {situation:?} is not known"),
        help,
    )
}
