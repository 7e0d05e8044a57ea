//! Who answers for a player.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ask::Ask;
use crate::chance::{Die, Expression, Pool, Probability, Weights};
use crate::error::RuleError;
use crate::layout::Layout;
use crate::metric::Metric;

/// How a choice is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// By the first option on offer, the usual one.
    #[default]
    First,
    /// By this option where it is on offer, else by the first.
    Option(i64),
    /// By each option on offer with the same chance.
    Uniform,
    /// By the option that serves the aim best: exploring leaves it open, play looks it up.
    Best,
}

/// How a player answers every choice of a rule.
///
/// ```
/// use oddsmith_engine::{Answer, Policy};
///
/// let policy = Policy::new(vec![Answer::Uniform]);
/// assert_eq!((policy.answer(0), policy.answer(1)), (Answer::Uniform, Answer::First));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Policy {
    answers: Arc<[Answer]>,
    best: Arc<BestOptions>,
    /// Slots whose values so far bear on the best option.
    remembered: Arc<[u32]>,
}

/// By choice and situation: the options on offer, of which there may be others at another time, and the best of them.
pub(crate) type BestOptions = FxHashMap<(u32, Situation), Vec<(Arc<[i64]>, i64)>>;

/// A value that was not seen yet, where a situation tells what was.
pub const NOT_SEEN: i64 = i64::MIN;

/// The numbers that bear on a choice.
pub type Situation = Box<[i64]>;

impl Policy {
    /// An answer for each choice, in order; those past the end are answered by the first option.
    pub fn new(answers: Vec<Answer>) -> Policy {
        Policy { answers: answers.into(), ..Policy::default() }
    }

    /// The same, with the best options, which depend on what was shown so far in these slots.
    pub(crate) fn with_best(&self, best: BestOptions, remembered: &[u32]) -> Policy {
        Policy { answers: Arc::clone(&self.answers), best: Arc::new(best), remembered: remembered.into() }
    }

    /// How a choice is answered.
    #[inline]
    pub fn answer(&self, choice: usize) -> Answer {
        self.answers.get(choice).copied().unwrap_or_default()
    }

    /// Whether any choice is left open, for the best option to be found.
    pub fn seeks_best(&self) -> bool {
        self.answers.contains(&Answer::Best)
    }

    /// Whether what a trial has shown so far bears on the best option.
    pub fn remembers(&self) -> bool {
        !self.remembered.is_empty()
    }

    /// A reader whose choices are answered by this policy; all else it answers itself. What a rule shows is asked for where
    /// the best option depends on it.
    pub fn deciding<'a, A: Ask>(&'a self, ask: &'a mut A, metrics: impl FnOnce() -> Vec<Metric>) -> Decided<'a, A> {
        let layout = self.remembers().then(|| Layout::new(metrics()));
        let shown = vec![NOT_SEEN; self.remembered.len()];
        Decided { ask, policy: self, layout, shown, unknown: None }
    }

    fn best(&self, choice: usize, situation: impl Iterator<Item = i64>, options: &[i64]) -> Option<i64> {
        let known = self.best.get(&(choice as u32, situation.collect()))?;
        known.iter().find(|(own, _)| **own == *options).map(|&(_, best)| best)
    }
}

/// A reader whose choices are answered by a policy; all else it answers itself. See [`Policy::deciding`].
#[derive(Debug)]
pub struct Decided<'a, A> {
    ask: &'a mut A,
    policy: &'a Policy,
    /// Where observations go; none where nothing needs to be remembered.
    layout: Option<Layout>,
    /// What was shown so far in the slots that bear on the best option.
    shown: Vec<i64>,
    /// Where the best option was wanted and is not known.
    unknown: Option<RuleError>,
}

impl<A> Decided<'_, A> {
    /// Whether the best option was known wherever it was wanted: to be asked once the trial is over.
    ///
    /// # Errors
    /// Where it was not, so that the first was taken instead.
    pub fn known(self) -> Result<(), RuleError> {
        self.unknown.map_or(Ok(()), Err)
    }

    fn remember(&mut self, metric: usize, step: u32, value: i64) {
        let Some(found) = self.layout.as_ref().and_then(|layout| layout.find(metric, step)) else { return };
        let Ok(place) = self.policy.remembered.binary_search(&found.slot) else { return };
        let Some(value) = found.fold.enter(step, value) else { return };
        self.shown[place] = match self.shown[place] {
            NOT_SEEN => value,
            before => found.fold.combine(before, value).unwrap_or(before),
        };
    }
}

impl<A: Ask> Ask for Decided<'_, A> {
    fn pick(&mut self, weights: &Weights) -> usize {
        self.ask.pick(weights)
    }

    fn happens(&mut self, p: Probability) -> bool {
        self.ask.happens(p)
    }

    fn roll(&mut self, die: Die) -> u32 {
        self.ask.roll(die)
    }

    fn open_roll(&mut self, die: Die) -> u32 {
        self.ask.open_roll(die)
    }

    fn pool(&mut self, die: Die, n: u32) -> Pool {
        self.ask.pool(die, n)
    }

    fn total(&mut self, expression: &Expression) -> i64 {
        self.ask.total(expression)
    }

    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        self.ask.binomial(n, p)
    }

    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        self.ask.hypergeometric(total, marked, drawn)
    }

    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        self.remember(metric, step, value);
        self.ask.observe(metric, step, value);
    }

    fn is_stopped(&self) -> bool {
        self.ask.is_stopped()
    }

    fn goes_through_all(&self) -> bool {
        self.ask.goes_through_all()
    }

    fn choose(&mut self, choice: usize, options: &[i64], situation: &[i64]) -> i64 {
        let usual = *options.first().expect("a choice has an option");
        let wanted = match self.policy.answer(choice) {
            _ if options.len() == 1 => None,
            Answer::First => None,
            Answer::Option(option) => Some(option),
            // As a die of so many sides: play has no other chance than real faces.
            Answer::Uniform => Some(options[self.ask.roll(Die::new(options.len() as u32)) as usize - 1]),
            Answer::Best => {
                let best = self.policy.best(choice, situation.iter().chain(&self.shown).copied(), options);
                if best.is_none() {
                    self.unknown.get_or_insert_with(|| unknown_best(choice, situation));
                }
                best
            }
        };
        let option = wanted.filter(|option| options.contains(option)).unwrap_or(usual);
        self.ask.chosen(choice, option);
        option
    }
}

#[cold]
fn unknown_best(choice: usize, situation: &[i64]) -> RuleError {
    let help = "let `solve::plan` find it, and play by the policy that follows that plan: `Policy::following`";
    RuleError::new(format!("the best option of choice {choice} in situation {situation:?} is not known"), help)
}
