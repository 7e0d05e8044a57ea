//! Policies: which option a player takes at each decision.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ask::{Ask, passes_on};
use crate::chance::{DiceExpression, Die, Pool, Probability, Weights};
use crate::choice::{NOT_SEEN, OptionWeights};
use crate::error::RuleError;
use crate::heuristic::Heuristic;
use crate::slot_memory::SlotMemory;

/// How a decision is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecisionRule {
    /// Takes the first option, the usual one.
    #[default]
    First,
    /// Takes this option if it is allowed, and the first otherwise.
    Option(i64),
    /// Takes each option with the same probability.
    Uniform,
    /// Follows a fixed strategy of the policy: [`Policy::with_heuristic`].
    Heuristic,
    /// Follows a plan. Exploring leaves the decision open; simulating looks up the option, or how
    /// likely each option is.
    Best,
}

/// How a player makes every decision of a rule.
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
    /// The fixed strategies, each with the index of its choice.
    heuristics: Arc<[(usize, Heuristic)]>,
    planned: Arc<PlannedOptions>,
    /// The values that the trial has recorded in the slots on which the plan depends; `None` if it
    /// depends on no slot.
    memory: Option<SlotMemory>,
}

/// For each choice and situation, how likely a plan takes each option of each set of allowed
/// options. The same situation may occur with different sets.
pub(crate) type PlannedOptions = FxHashMap<(u32, Situation), Vec<(Arc<[i64]>, Arc<OptionWeights>)>>;

/// The numbers on which a decision depends.
pub type Situation = Box<[i64]>;

impl Policy {
    /// Returns a policy with one answer per choice, in order. Further choices take the first
    /// option.
    pub fn new(answers: Vec<DecisionRule>) -> Policy {
        Policy {
            answers: answers.into(),
            ..Policy::default()
        }
    }

    /// Returns the policy with the options of a plan, which depend on the values recorded so far in
    /// the slots of `memory`.
    pub(crate) fn with_planned(
        &self,
        planned: PlannedOptions,
        memory: Option<SlotMemory>,
    ) -> Policy {
        Policy {
            planned: Arc::new(planned),
            memory,
            ..self.clone()
        }
    }

    /// Returns the policy with another answer to one choice.
    pub fn with_answer(&self, choice: usize, answer: DecisionRule) -> Policy {
        let mut answers = self.answers.to_vec();
        answers.resize(answers.len().max(choice + 1), DecisionRule::First);
        answers[choice] = answer;
        Policy {
            answers: answers.into(),
            ..self.clone()
        }
    }

    /// Returns the policy with a fixed strategy for one choice.
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

    /// Returns the fixed strategy of a choice; `None` if the choice is made in another way.
    pub fn heuristic(&self, choice: usize) -> Option<&Heuristic> {
        let is_wanted = self.answer(choice) == DecisionRule::Heuristic;
        self.heuristics
            .iter()
            .find(|(other_choice, _)| is_wanted && *other_choice == choice)
            .map(|(_, heuristic)| heuristic)
    }

    /// Returns the choices that follow fixed strategies, each with its strategy.
    pub fn heuristics(&self) -> impl Iterator<Item = (usize, &Heuristic)> {
        let heuristics = self
            .heuristics
            .iter()
            .map(|(choice, heuristic)| (*choice, heuristic));
        heuristics.filter(|(choice, _)| self.answer(*choice) == DecisionRule::Heuristic)
    }

    /// Returns how a choice is made.
    #[inline]
    pub fn answer(&self, choice: usize) -> DecisionRule {
        self.answers.get(choice).copied().unwrap_or_default()
    }

    /// Returns whether any choice is left open, so that a plan decides.
    pub fn seeks_best(&self) -> bool {
        self.answers.contains(&DecisionRule::Best)
    }

    /// Returns whether the plan depends on the values that a trial has recorded so far.
    pub fn remembers(&self) -> bool {
        self.memory.is_some()
    }

    /// Wraps a reader: the policy makes the choices, and `ask` answers all other questions.
    pub fn reader<'a, A: Ask>(&'a self, ask: &'a mut A) -> PolicyReader<'a, A> {
        PolicyReader {
            ask,
            policy: self,
            memory: self.memory.clone(),
            missing: None,
        }
    }

    fn planned_weights(
        &self,
        choice: usize,
        situation: impl Iterator<Item = i64>,
        options: &[i64],
    ) -> Option<&OptionWeights> {
        let known = self.planned.get(&(choice as u32, situation.collect()))?;
        known
            .iter()
            .find(|(known_options, _)| **known_options == *options)
            .map(|(_, weights)| &**weights)
    }
}

/// A reader that makes choices by a policy and forwards all other questions. [`Policy::reader`]
/// returns it.
#[derive(Debug)]
pub struct PolicyReader<'a, A> {
    ask: &'a mut A,
    policy: &'a Policy,
    /// The values recorded so far in the slots on which the plan depends; `None` if it depends on
    /// no slot.
    memory: Option<SlotMemory>,
    /// The error for the first decision that the plan does not have.
    missing: Option<RuleError>,
}

impl<A> PolicyReader<'_, A> {
    /// Checks after the trial that the plan has every decision that the trial needed.
    ///
    /// # Errors
    /// Returns an error if a decision is missing. The reader took the first option there.
    pub fn check_known(self) -> Result<(), RuleError> {
        self.missing.map_or(Ok(()), Err)
    }
}

impl<A: Ask> PolicyReader<'_, A> {
    /// Makes a choice by the policy. `sees_all` says whether the player sees the whole situation,
    /// and with it the values recorded so far.
    fn decide(&mut self, choice: usize, options: &[i64], situation: &[i64], sees_all: bool) -> i64 {
        let usual = *options.first().expect("a choice has an option");
        let wanted = match self.policy.answer(choice) {
            _ if options.len() == 1 => None,
            DecisionRule::First => None,
            DecisionRule::Option(option) => Some(option),
            DecisionRule::Heuristic => self
                .policy
                .heuristic(choice)
                .map(|heuristic| heuristic.option(options, situation)),
            // It rolls a die with one side per option, because a simulation has no other source of
            // chance than dice, coins and cards.
            DecisionRule::Uniform => {
                Some(options[self.ask.roll(Die::new(options.len() as u32)) as usize - 1])
            }
            DecisionRule::Best => {
                let remembered = self
                    .memory
                    .iter()
                    .flat_map(|memory| &memory.values)
                    .map(|value| value.filter(|_| sees_all).unwrap_or(NOT_SEEN));
                let planned = self.policy.planned_weights(
                    choice,
                    situation.iter().copied().chain(remembered),
                    options,
                );
                match planned {
                    // A play that does not mix draws no random number.
                    Some(weights) => Some(match weights.certain_option() {
                        Some(index) => options[index],
                        None => options[self.ask.pick(weights.drawn())],
                    }),
                    None => {
                        self.missing
                            .get_or_insert_with(|| unplanned_error(choice, situation));
                        None
                    }
                }
            }
        };
        let option = wanted
            .filter(|option| options.contains(option))
            .unwrap_or(usual);
        self.ask.observe_choice(choice, option);
        option
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

    fn observe_whole(&mut self, metric: usize, value: i64) {
        if let Some(memory) = &mut self.memory {
            memory.observe(metric, 0, value);
        }
        self.ask.observe_whole(metric, value);
    }

    fn is_exhaustive(&self) -> bool {
        self.ask.is_exhaustive()
    }

    fn choose(&mut self, choice: usize, options: &[i64], situation: &[i64]) -> i64 {
        self.decide(choice, options, situation, true)
    }

    fn choose_seeing(&mut self, choice: usize, options: &[i64], seen: &[i64]) -> i64 {
        self.decide(choice, options, seen, false)
    }
}

#[cold]
fn unplanned_error(choice: usize, situation: &[i64]) -> RuleError {
    let help = "let `solve::plan` find it, and play by the policy that follows that plan: `Policy::with_plan`";
    RuleError::new(
        format!("the plan has no option of choice {choice} in situation {situation:?}"),
        help,
    )
}
