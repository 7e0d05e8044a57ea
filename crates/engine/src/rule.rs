//! What a rule is: a state machine that asks, and says what it sees.

use std::hash::Hash;

use crate::ask::Ask;
use crate::choice::Choice;
use crate::error::RuleError;
use crate::metric::Metric;

/// A game mechanic: where it starts, and one step of it.
///
/// Steps are best small (one Wing, one order, one check), so that equal states meet again and the
/// odds of many steps stay exact. A state may come back to itself: waiting for a six is solved, not
/// unrolled.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::{Ask, Fold, Metric, Parts, Rule, RuleError, Step, exact};
///
/// /// Roll until a six comes.
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
    /// What the future needs to know, and nothing else: what is only added up, compared or looked
    /// for over the trial belongs to a metric's [`Fold`](crate::Fold).
    type State: Clone + Eq + Hash + Send + Sync;

    /// What a trial shows.
    fn metrics(&self) -> Vec<Metric>;

    /// What is left to a player; nothing, unless the rule says otherwise.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// Before the first step. The state needs to hold no more than what the asked parts show.
    fn start(&self, parts: &Parts) -> Self::State;

    /// Whether two of its parts touch: what one shows may tell something of what the other will. A
    /// question about parts that do not goes through one and then the other; about parts that
    /// do, through all of the rule at once.
    fn parts_touch(&self, _one: u32, _other: u32) -> bool {
        true
    }

    /// Plays one step, and says what it saw as it happens.
    ///
    /// # Errors
    /// When the rule itself is at fault; a rule that was built from checked values never is.
    fn step<A: Ask>(
        &self,
        state: &mut Self::State,
        ask: &mut A,
    ) -> Result<Step<Self::State>, RuleError>;
}

/// Whether the trial goes on.
///
/// ```
/// use oddsmith_engine::Step;
///
/// let targets = Step::Split(vec!["tank", "infantry"]);
/// assert_ne!(targets, Step::Done);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<S> {
    /// There is a further step, from the state as it is now.
    Continue,
    /// The trial is over.
    Done,
    /// The trial goes on as these, side by side: none touches another any more. It is over when all
    /// are.
    Split(Vec<S>),
}

/// The parts of a rule that a reader looks at.
///
/// A rule whose metrics fall into parts (the resources of a stockpile) is played whole, and
/// explored part by part: its state then holds one part only, with whatever that part shares with
/// others, and stays small.
///
/// ```
/// use oddsmith_engine::Parts;
///
/// assert!(Parts::ALL.has(3) && Parts::only(3).has(3) && !Parts::only(3).has(0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts(Option<u32>);

impl Parts {
    /// All of them, as a trial is played.
    pub const ALL: Parts = Parts(None);

    /// One alone.
    pub fn only(part: u32) -> Parts {
        Parts(Some(part))
    }

    /// Whether a part is looked at.
    pub fn has(&self, part: u32) -> bool {
        self.0.is_none_or(|only| only == part)
    }
}
