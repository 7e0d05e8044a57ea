//! What exploring and playing need to know of a rule, however it is written.

use std::hash::Hash;
use std::sync::Arc;

use super::enumerator::Enumerator;
use super::graph_builder::Onward;
use super::leaves::Leaves;
use crate::ask::Ask;
use crate::choice::{Choice, unlisted_choice_error};
use crate::error::RuleError;
use crate::metric::Metric;
use crate::policy::Policy;
use crate::rule::{Parts, Rule, Step};

/// A rule as the engines see it. Every [`Rule`] is one, its steps replayed once for every path of
/// answers; a rule that can do better, by forking at each question, says itself what leads where.
pub trait Model: Send + Sync {
    /// What the future needs to know.
    type State: Clone + Eq + Hash + Send + Sync;
    /// What exploration keeps from one state to the next: computed distributions, buffers.
    type Scratch: Default;

    /// What a trial shows.
    fn metrics(&self) -> Vec<Metric>;

    /// What is left to a player.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// Who answers what is left to a player: by default the first option on offer.
    fn policy(&self) -> Policy {
        Policy::default()
    }

    /// The same rule with this policy; `None` where it cannot have one.
    fn answered_by(&self, policy: Policy) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = policy;
        None
    }

    /// Before the first step.
    fn start(&self, parts: &Parts) -> Self::State;

    /// Whether two of its parts touch; see [`Rule::parts_touch`].
    fn parts_touch(&self, _one: u32, _other: u32) -> bool {
        true
    }

    /// Whether [`level`](Model::level) ever says more than [`Level::Unclear`]. A model without
    /// levels is compiled without what solves them.
    const HAS_LEVELS: bool = true;

    /// How far out a state is, of a rule that may count without a bound: it is far out where it
    /// counts `least` or more, and all states of its phase have the same ways on at every such
    /// level. The phase is a state as well: [`expand`](Model::expand) gives the ways on that
    /// all of them have, and of the states that these lead to the level is how much further out
    /// they are. A rule that does not know has no exact odds where it counts on and on.
    fn level(&self, _state: &Self::State, _least: i64) -> Level<Self::State> {
        Level::Unclear
    }

    /// The state of a phase at a level.
    fn at_level(&self, phase: &Self::State, _level: i64) -> Self::State {
        phase.clone()
    }

    /// Every way on from a state.
    ///
    /// # Errors
    /// When the rule is at fault.
    fn expand(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        leaves: &mut Leaves<Self::State>,
    ) -> Result<(), RuleError>;

    /// Plays one trial from its start to its end.
    ///
    /// # Errors
    /// When the rule is at fault; any error, once [`Ask::is_stopped`] says so.
    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError>;
}

/// How far out a state is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Level<S> {
    /// What it counts is no further than to be taken as it is.
    Near,
    /// So far, and otherwise like all states of this phase, which stands for every one of them.
    Far(S, i64),
    /// Neither, or nobody can tell.
    Unclear,
}

/// Steps of a trial between two looks at whether to stop: a trial may be as long as its rule likes.
const STEPS_BETWEEN_LOOKS: u32 = 1024;

/// Where a rule stands: before a step, or within one, at a choice that is left open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StepNode<S> {
    /// Before a step.
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
        answers.begin(given, leaves.policy(), leaves.choices);
        loop {
            let mut next = state.clone();
            answers.rewind();
            let stepped = self.step(&mut next, answers);
            if let Some(choice) = answers.unlisted_choice {
                return Err(unlisted_choice_error(choice, leaves.choices));
            }
            let onward = if answers.has_too_many_answers() {
                return Err(leaves.refuse());
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
            if steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && ask.is_stopped() {
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
