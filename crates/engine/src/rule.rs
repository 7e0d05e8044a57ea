//! The trait of a rule: a state machine that asks questions and records metrics.

use std::hash::Hash;

use crate::ask::Ask;
use crate::choice::Choice;
use crate::error::RuleError;
use crate::metric::Metric;

/// A game mechanic: its first state, and one step from any state.
///
/// Small steps (one Wing, one order, one check) are best, because equal states then merge and the
/// odds of many steps stay exact. A state may lead back to itself: "roll until a six" is solved as
/// a cycle and not unrolled.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::{Ask, Fold, Metric, Parts, Rule, RuleError, Step, exact};
///
/// /// Rolls until a six.
/// struct Patience;
///
/// impl Rule for Patience {
///     type State = ();
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("rolls").fold(Fold::Sum)] }
///     fn start(&self, _: &Parts) {}
///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
///         ask.observe_whole(0, 1);
///         Ok(if ask.roll(Die::D6) < 6 { Step::Continue } else { Step::Done })
///     }
/// }
///
/// assert_eq!(exact(&Patience).unwrap()["rolls"].pmf().mass(2).fraction(), Some((5, 36)));
/// ```
pub trait Rule: Send + Sync {
    /// Everything that the rest of the trial depends on, and nothing else. Totals, extremes and
    /// first occurrences over a trial belong into a metric's [`Fold`](crate::Fold) instead.
    type State: Clone + Eq + Hash + Send + Sync;

    /// Returns the metrics that a trial records.
    fn metrics(&self) -> Vec<Metric>;

    /// Returns the decisions that a player makes. By default there are none.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// Returns the state before the first step. It only needs what the metrics of the selected
    /// parts depend on.
    fn start(&self, parts: &Parts) -> Self::State;

    /// Returns whether two parts may be dependent. A question about independent parts is answered
    /// from the graph of each part; a question about dependent parts needs the graph of the whole
    /// rule.
    fn parts_touch(&self, _one: u32, _other: u32) -> bool {
        true
    }

    /// Performs one step and records what happens in it.
    ///
    /// # Errors
    /// Returns an error if the rule itself is wrong. A rule that is built from checked values never
    /// fails.
    fn step<A: Ask>(
        &self,
        state: &mut Self::State,
        ask: &mut A,
    ) -> Result<Step<Self::State>, RuleError>;
}

/// How a trial continues after a step.
///
/// ```
/// use oddsmith_engine::Step;
///
/// let targets = Step::Split(vec!["tank", "infantry"]);
/// assert_ne!(targets, Step::Done);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<S> {
    /// The trial continues with another step, from the current state.
    Continue,
    /// The trial is over.
    Done,
    /// The trial continues as several independent processes, each with a separate state. It ends
    /// when all of them have ended.
    Split(Vec<S>),
}

/// The parts of a rule that a reader needs.
///
/// The metrics of a rule may fall into parts, such as the resources of a stockpile. Trials simulate
/// all parts together, and the explorer explores each part alone. A state then holds one part, with
/// whatever this part shares with others, and there are fewer states.
///
/// ```
/// use oddsmith_engine::Parts;
///
/// assert!(Parts::ALL.has(3) && Parts::only(3).has(3) && !Parts::only(3).has(0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts(Option<u32>);

impl Parts {
    /// All parts, as in a simulated trial.
    pub const ALL: Parts = Parts(None);

    /// Returns a selection of one part.
    pub fn only(part: u32) -> Parts {
        Parts(Some(part))
    }

    /// Returns whether a part is selected.
    pub fn has(&self, part: u32) -> bool {
        self.0.is_none_or(|only| only == part)
    }
}
