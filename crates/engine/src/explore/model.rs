//! The interface of a rule for exploring and simulating, however the rule is written.

use std::hash::Hash;
use std::sync::Arc;

use super::enumerator::Enumerator;
use super::leaves::Leaves;
use super::transition::Onward;
use crate::ask::Ask;
use crate::choice::{Choice, unlisted_choice_error};
use crate::error::RuleError;
use crate::metric::Metric;
use crate::policy::Policy;
use crate::rule::{Parts, Rule, Step};

/// A rule as the engines see it. Every [`Rule`] is a model, whose steps are run again for every
/// path of answers. A model that can fork at each question implements `expand` itself and avoids
/// this.
pub trait Model: Send + Sync {
    /// Everything that the rest of a trial depends on.
    type State: Clone + Eq + Hash + Send + Sync;
    /// Data that exploring keeps between states, such as distributions and buffers. Each thread has
    /// a clone of the first one.
    type Scratch: Default + Clone + Send + Sync;

    /// Returns the metrics that a trial records.
    fn metrics(&self) -> Vec<Metric>;

    /// Returns the decisions that a player makes.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// Returns the policy that makes the choices. By default it takes the first option.
    fn policy(&self) -> Policy {
        Policy::default()
    }

    /// Returns the rule with this policy; `None` if it cannot have one.
    fn answered_by(&self, policy: Policy) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = policy;
        None
    }

    /// Returns the state before the first step.
    fn start(&self, parts: &Parts) -> Self::State;

    /// Returns whether two parts may be dependent; see [`Rule::parts_touch`].
    fn parts_touch(&self, _one: u32, _other: u32) -> bool {
        true
    }

    /// Whether [`level`](Model::level) may return anything but [`Level::Unclear`]. If not, the code
    /// for unbounded levels is not compiled in.
    const HAS_LEVELS: bool = true;

    /// Returns the level of a state, for a rule with an unbounded counter. A state is
    /// [far](Level::Far) if its counter is at least `least`. All states of a phase must have the
    /// same transitions at every such level. The phase is itself a state: [`expand`](Model::expand)
    /// returns its transitions, and the levels of their targets are relative. A rule without levels
    /// has no exact odds if its counter is unbounded.
    fn level(&self, _state: &Self::State, _least: i64) -> Level<Self::State> {
        Level::Unclear
    }

    /// Returns the state of a phase at a level.
    fn at_level(&self, phase: &Self::State, _level: i64) -> Self::State {
        phase.clone()
    }

    /// Returns whether states may be expanded in parallel and out of order. If not, they are
    /// expanded one after the other, in the order of the graph.
    fn is_parallel(&self) -> bool {
        true
    }

    /// Returns the bytes that a state takes outside its struct.
    fn heap_bytes(_state: &Self::State) -> usize {
        0
    }

    /// Returns the work that the states of an exploration share, such as distributions that are
    /// computed once, in leaves.
    fn shared_work(_scratch: &Self::Scratch) -> u64 {
        0
    }

    /// Adds every transition of a state to `leaves`.
    ///
    /// # Errors
    /// Returns an error if the rule is wrong.
    fn expand(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        leaves: &mut Leaves<Self::State>,
    ) -> Result<(), RuleError>;

    /// Simulates one trial from start to end.
    ///
    /// # Errors
    /// Returns an error if the rule is wrong, or any error after [`Ask::is_stopped`] has returned
    /// `true`.
    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError>;
}

/// The level of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Level<S> {
    /// The counter is below the threshold, so the state is explored as it is.
    Near,
    /// The counter is at this level, and the state is otherwise equal to all states of this phase.
    Far(S, i64),
    /// Neither, or unknown.
    Unclear,
}

/// The number of steps between two checks of the request to stop, because a trial may be long.
const STEPS_BETWEEN_CHECKS: u32 = 1024;

/// The position of a rule: before a step, or within a step at an open choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StepNode<S> {
    /// Before a step from this state.
    Step(S),
    /// At a choice, after these answers since the step began.
    Choice(S, Arc<[u32]>),
}

impl<R: Rule> Model for R {
    type State = StepNode<R::State>;
    type Scratch = Enumerator;

    const HAS_LEVELS: bool = false;

    fn metrics(&self) -> Vec<Metric> {
        Rule::metrics(self)
    }

    fn choices(&self) -> Vec<Choice> {
        Rule::choices(self)
    }

    fn start(&self, parts: &Parts) -> StepNode<R::State> {
        StepNode::Step(Rule::start(self, parts))
    }

    fn parts_touch(&self, part: u32, other: u32) -> bool {
        Rule::parts_touch(self, part, other)
    }

    fn expand(
        &self,
        node: &StepNode<R::State>,
        answers: &mut Enumerator,
        leaves: &mut Leaves<StepNode<R::State>>,
    ) -> Result<(), RuleError> {
        let (state, given) = match node {
            StepNode::Step(state) => (state, None),
            StepNode::Choice(state, given) => (state, Some(given)),
        };
        answers.begin(given, &leaves.policy(), leaves.choices());
        loop {
            let mut next = state.clone();
            answers.rewind();
            let stepped = self.step(&mut next, answers);
            if let Some(choice) = answers.unlisted_choice {
                return Err(unlisted_choice_error(choice, leaves.choices()));
            }
            let onward = if answers.has_too_many_answers() {
                return Err(RuleError::too_much_at_once());
            } else if answers.is_truncated() {
                Onward::Truncated
            } else if let Some(given) = answers.pending() {
                Onward::State(StepNode::Choice(state.clone(), given))
            } else {
                match stepped? {
                    Step::Done => Onward::Done,
                    Step::Continue => Onward::State(StepNode::Step(next)),
                    Step::Split(states) => {
                        Onward::Split(states.into_iter().map(StepNode::Step).collect())
                    }
                }
            };
            if let Some(open) = answers.choice() {
                leaves.choose(open);
            }
            leaves.add_cost(answers.mass(), answers.cost());
            leaves.add(answers.mass(), answers.observed(), onward)?;
            if !answers.advance() {
                answers
                    .offered()
                    .for_each(|(choice, options)| leaves.offer(choice, options.into_iter()));
                return Ok(());
            }
        }
    }

    #[inline]
    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        let mut state = Rule::start(self, &Parts::ALL);
        let mut waiting = Vec::new();
        let mut steps = 0u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS_BETWEEN_CHECKS) && ask.is_stopped() {
                return Err(RuleError::new("the trial was stopped", ""));
            }
            match self.step(&mut state, ask)? {
                Step::Continue => continue,
                Step::Done => {}
                Step::Split(states) => waiting.extend(states.into_iter().rev()),
            }
            match waiting.pop() {
                Some(next) => state = next,
                None => return Ok(()),
            }
        }
    }
}
