//! What a rule is: a state machine that asks, and says what it sees.

use std::fmt;
use std::hash::Hash;
use std::ops::Range;

use crate::ask::Ask;
use crate::choice::Choice;
use crate::metric::Metric;

/// A game mechanic: where it starts, and one step of it.
///
/// Steps are best small (one Wing, one order, one check), so that equal states meet again and the odds of many steps
/// stay exact. A state may come back to itself: waiting for a six is solved, not unrolled.
///
/// ```
/// use oddsmith_engine::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::solve::solve;
///
/// /// Roll until a six comes.
/// struct Patience;
///
/// impl Rule for Patience {
///     type State = ();
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("rolls").fold(Fold::Sum)] }
///     fn start(&self, _: &Parts) {}
///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
///         ask.whole(0, 1);
///         Ok(if ask.roll(Die::D6) < 6 { Step::Continue } else { Step::Done })
///     }
/// }
///
/// let watch = Watch::default();
/// let graph = explore(&Patience, &Parts::ALL, &Budget::default(), &watch).unwrap();
/// let rolls = &solve(&graph, &Budget::default(), &watch).unwrap()[0];
/// assert_eq!(rolls.as_ref().unwrap().pmf.mass(2).fraction(), Some((5, 36)));
/// ```
pub trait Rule: Send + Sync {
    /// What the future needs to know, and nothing else: what is only added up, compared or looked for over the trial
    /// belongs to a metric's [`Fold`](crate::Fold).
    type State: Clone + Eq + Hash + Send + Sync;

    /// What a trial shows.
    fn metrics(&self) -> Vec<Metric>;

    /// What is left to a player; nothing, unless the rule says otherwise.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// Before the first step. The state needs to hold no more than what the asked parts show.
    fn start(&self, parts: &Parts) -> Self::State;

    /// Whether two of its parts touch: what one shows may tell something of what the other will. A question about parts
    /// that do not goes through one and then the other; about parts that do, through all of the rule at once.
    fn parts_touch(&self, _one: u32, _other: u32) -> bool {
        true
    }

    /// Plays one step, and says what it saw as it happens.
    ///
    /// # Errors
    /// When the rule itself is at fault; a rule that was built from checked values never is.
    fn step<A: Ask>(&self, state: &mut Self::State, ask: &mut A) -> Result<Step<Self::State>, RuleError>;
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
    /// The trial goes on as these, side by side: none touches another any more. It is over when all are.
    Split(Vec<S>),
}

/// The parts of a rule that a reader looks at.
///
/// A rule whose metrics fall into parts (the resources of a stockpile) is played whole, and explored part by part:
/// its state then holds one part only, with whatever that part shares with others, and stays small.
///
/// ```
/// use oddsmith_engine::Parts;
///
/// assert!(Parts::ALL.has(3) && Parts::only(3).has(3) && !Parts::only(3).has(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// What is wrong with a rule itself, met while it was read. `{}` shows the problem, `{:#}` what to do as well; the same goes
/// for a [`Stop`](crate::explore::Stop) that has one.
///
/// ```
/// use oddsmith_engine::RuleError;
///
/// let error = RuleError::new("the table has no row for 13", "rows go from 2 to 12");
/// assert_eq!((error.to_string().as_str(), &error.place), ("the table has no row for 13", &None));
/// assert_eq!(format!("{error:#}"), "the table has no row for 13: rows go from 2 to 12");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// What is wrong: one line.
    pub problem: String,
    /// What is allowed, or what to do; may be empty.
    pub help: String,
    /// The bytes of the rule's text that are at fault, where it has a text.
    pub place: Option<Range<usize>>,
    /// What sort of thing it is.
    pub sort: Wrong,
}

/// What sort of thing is wrong with a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrong {
    /// A mistake.
    #[default]
    Mistake,
    /// A trial may never end.
    Endless,
    /// A trial took longer than anybody waits for; it may come to an end.
    TooLong,
    /// Nothing but its size: it asks a question with more answers than can be gone through. It may be played.
    TooLarge,
}

impl RuleError {
    /// An error of a rule that has no text.
    pub fn new(problem: impl Into<String>, help: impl Into<String>) -> RuleError {
        RuleError { problem: problem.into(), help: help.into(), place: None, sort: Wrong::Mistake }
    }

    /// A trial that may never end, by a rule that has no text.
    pub(crate) fn endless(problem: impl Into<String>, help: impl Into<String>) -> RuleError {
        RuleError { sort: Wrong::Endless, ..RuleError::new(problem, help) }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)?;
        if f.alternate() && !self.help.is_empty() { write!(f, ": {}", self.help) } else { Ok(()) }
    }
}

impl std::error::Error for RuleError {}
