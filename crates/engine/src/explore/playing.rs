//! A rule whose choices are answered by a policy.

use super::leaves::Leaves;
use super::model::Model;
use crate::ask::Ask;
use crate::choice::Choice;
use crate::error::RuleError;
use crate::metric::Metric;
use crate::policy::Policy;
use crate::rule::Parts;

/// A rule whose choices are answered by a policy.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::question::Expression;
/// use oddsmith_engine::simulate::{Purpose, Stream, play};
/// use oddsmith_engine::solve::{Aim, plan, solve};
/// use oddsmith_engine::{DecisionRule, Ask, Choice, Metric, Parts, Playing, Policy, Rule, RuleError, Step};
///
/// /// A d6, which may be rolled once more.
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
///         // Keep it (0), which is usual, or roll again (1).
///         if ask.choose(0, &[0, 1], &[face]) == 1 {
///             face = ask.roll(Die::D6).into();
///         }
///         ask.whole(0, face);
///         Ok(Step::Done)
///     }
/// }
///
/// let (watch, budget) = (Watch::default(), Budget::default());
/// // Left open, the choice is in the graph, and its best play is found there: of the first slot as much as there can be.
/// let policy = Policy::new(vec![DecisionRule::Best]);
/// let open = explore(&Playing::new(Reroll, policy.clone()), &Parts::ALL, &budget, &watch).unwrap();
/// let aim = Aim { of: Expression::Seen(0), minimises: false };
/// let plan = plan(&open, &Reroll.choices(), &[aim], &budget, &watch).unwrap();
/// assert_eq!(plan.value, 4.25);
/// let rolls_again: Vec<i64> =
///     plan.decisions.iter().filter(|own| own.options[own.best] == 1).map(|own| own.situation[0]).collect();
/// assert_eq!(rolls_again, [1, 2, 3]);
///
/// // Exact odds are those of its graph; trials follow it.
/// let law = solve(&plan.graph, &budget, &watch).unwrap().remove(0).unwrap();
/// assert_eq!(law.pmf.mass(6).fraction(), Some((1, 4)));
/// let best = Playing::new(Reroll, policy.following(&plan));
/// let stream = Stream { seed: 7, case: 1, purpose: Purpose::Played };
/// let faces = &play(&best, stream, stream.batches(50_000), 50_000, &watch).unwrap()[0];
/// assert!((faces.mean().unwrap() - 4.25).abs() < 0.05);
/// ```
#[derive(Clone, Debug)]
pub struct Playing<M> {
    model: M,
    policy: Policy,
}

impl<M: Model> Playing<M> {
    /// A rule, and how its choices are answered.
    pub fn new(model: M, policy: Policy) -> Playing<M> {
        Playing { model, policy }
    }
}

impl<M: Model + Clone> Model for Playing<M> {
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

    fn answered_by(&self, policy: Policy) -> Option<Playing<M>> {
        Some(Playing {
            model: self.model.clone(),
            policy,
        })
    }

    fn parts_touch(&self, one: u32, other: u32) -> bool {
        self.model.parts_touch(one, other)
    }

    fn start(&self, parts: &Parts) -> M::State {
        self.model.start(parts)
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
        let mut decided = self.policy.deciding(ask);
        self.model.play(&mut decided)?;
        decided.known()
    }
}
