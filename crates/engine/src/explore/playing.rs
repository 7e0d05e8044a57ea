//! Models whose choices a policy makes.

use super::leaves::Leaves;
use super::model::Model;
use crate::ask::Ask;
use crate::choice::Choice;
use crate::error::RuleError;
use crate::metric::Metric;
use crate::policy::Policy;
use crate::rule::Parts;

/// A model whose choices a policy makes.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::question::Expression;
/// use oddsmith_engine::simulate::{Purpose, Stream, play};
/// use oddsmith_engine::solve::{Aim, plan, solve};
/// use oddsmith_engine::{DecisionRule, Ask, Choice, Metric, Parts, PolicyModel, Policy, Rule, RuleError, Step};
///
/// /// Rolls a d6, which a player may roll once more.
/// #[derive(Clone)]
/// struct Reroll;
///
/// impl Rule for Reroll {
///     type State = ();
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("face")] }
///     fn choices(&self) -> Vec<Choice> { vec![Choice::new("again", ["face"])] }
///     fn start(&self, _: &Parts) {}
///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
///         let mut face = i64::from(ask.roll(Die::D6));
///         // Option 0 keeps the face, and option 1 rolls again.
///         if ask.choose(0, &[0, 1], &[face]) == 1 {
///             face = ask.roll(Die::D6).into();
///         }
///         ask.observe_whole(0, face);
///         Ok(Step::Done)
///     }
/// }
///
/// let (watch, budget) = (Watch::default(), Budget::default());
/// // With an open choice in the graph, `plan` finds the play that maximises the first slot.
/// let policy = Policy::new(vec![DecisionRule::Best]);
/// let open = explore(&PolicyModel::new(Reroll, policy.clone()), &Parts::ALL, &budget, &watch).unwrap();
/// let aim = Aim { objective: Expression::Seen(0), minimises: false };
/// let plan = plan(&open, &Reroll.choices(), &[aim], &budget, &watch).unwrap();
/// assert_eq!(plan.value, 4.25);
/// let rolls_again: Vec<i64> =
///     plan.decisions.iter().filter(|decision| decision.options[decision.best] == 1).map(|decision| decision.situation[0]).collect();
/// assert_eq!(rolls_again, [1, 2, 3]);
///
/// // The plan has the graph of best play for exact odds. Simulated trials follow the plan.
/// let distribution = solve(&plan.graph, &budget, &watch).unwrap().remove(0).unwrap();
/// assert_eq!(distribution.pmf.mass(6).fraction(), Some((1, 4)));
/// let best = PolicyModel::new(Reroll, policy.with_plan(&plan));
/// let stream = Stream { seed: 7, case: 1, purpose: Purpose::Simulated };
/// let faces = &play(&best, stream, stream.batches(50_000), 50_000, &watch).unwrap()[0];
/// assert!((faces.mean().unwrap() - 4.25).abs() < 0.05);
/// ```
#[derive(Clone, Debug)]
pub struct PolicyModel<M> {
    model: M,
    policy: Policy,
}

impl<M: Model> PolicyModel<M> {
    /// Returns the model with this policy.
    pub fn new(model: M, policy: Policy) -> PolicyModel<M> {
        PolicyModel { model, policy }
    }
}

impl<M: Model + Clone> Model for PolicyModel<M> {
    type State = M::State;
    type Scratch = M::Scratch;

    const HAS_LEVELS: bool = false;

    fn metrics(&self) -> Vec<Metric> {
        self.model.metrics()
    }

    fn choices(&self) -> Vec<Choice> {
        self.model.choices()
    }

    fn policy(&self) -> Policy {
        self.policy.clone()
    }

    fn answered_by(&self, policy: Policy) -> Option<PolicyModel<M>> {
        Some(PolicyModel {
            model: self.model.clone(),
            policy,
        })
    }

    fn parts_touch(&self, part: u32, other: u32) -> bool {
        self.model.parts_touch(part, other)
    }

    fn start(&self, parts: &Parts) -> M::State {
        self.model.start(parts)
    }

    fn is_parallel(&self) -> bool {
        self.model.is_parallel()
    }

    fn heap_bytes(state: &M::State) -> usize {
        M::heap_bytes(state)
    }

    fn shared_work(scratch: &M::Scratch) -> u64 {
        M::shared_work(scratch)
    }

    fn expand(
        &self,
        state: &M::State,
        scratch: &mut M::Scratch,
        leaves: &mut Leaves<M::State>,
    ) -> Result<(), RuleError> {
        self.model.expand(state, scratch, leaves)
    }

    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        let mut decided = self.policy.reader(ask);
        self.model.play(&mut decided)?;
        decided.check_known()
    }
}
