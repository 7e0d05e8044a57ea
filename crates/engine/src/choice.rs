//! What a rule leaves to a player, and who answers for the player.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ask::Ask;
use crate::chance::{Die, Expression, Pool, Probability, Weights};
use crate::explore::{Leaves, Model};
use crate::metric::Metric;
use crate::odds::Layout;
use crate::rule::{Parts, RuleError};
use crate::solve::{NOT_SEEN, Plan};

/// A decision that a rule leaves to a player, each time that it comes up.
///
/// ```
/// use oddsmith_engine::{Choice, Side};
///
/// let dice = Choice::new("dice", ["wing", "penalty"]);
/// assert_eq!((dice.parts.len(), dice.side), (2, Side::Us));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// What bears on it, by name: [`Ask::choose`] is told a number for each. Together they say all that the rest of the trial
    /// depends on, but for chance still to come.
    pub parts: Vec<String>,
    /// Who decides.
    pub side: Side,
}

/// Whose aim a decision serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The aim's own.
    #[default]
    Us,
    /// The other: it plays for the opposite of the aim.
    Them,
}

impl Choice {
    /// A decision of the aim's own side.
    pub fn new(name: impl Into<String>, parts: impl IntoIterator<Item = impl Into<String>>) -> Choice {
        Choice { name: name.into(), parts: parts.into_iter().map(Into::into).collect(), side: Side::Us }
    }

    /// The same, of this side.
    pub fn of(self, side: Side) -> Choice {
        Choice { side, ..self }
    }
}

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
type BestOptions = FxHashMap<(u32, Situation), Vec<(Arc<[i64]>, i64)>>;

/// The numbers that bear on a choice.
pub type Situation = Box<[i64]>;

impl Policy {
    /// An answer for each choice, in order; those past the end are answered by the first option.
    pub fn new(answers: Vec<Answer>) -> Policy {
        Policy { answers: answers.into(), ..Policy::default() }
    }

    /// The same, with the best option in each situation of a plan, for the choices that it answers by [`Answer::Best`].
    pub fn following(&self, plan: &Plan) -> Policy {
        let mut best = BestOptions::default();
        for own in &plan.decisions {
            let known = best.entry((own.choice as u32, own.situation.clone())).or_default();
            known.push((Arc::clone(&own.options), own.options[own.best]));
        }
        Policy { answers: Arc::clone(&self.answers), best: Arc::new(best), remembered: plan.remembered.clone().into() }
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

/// A rule whose choices are answered by a policy.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::question::Expression;
/// use oddsmith_engine::simulate::{Purpose, Stream, play};
/// use oddsmith_engine::solve::{Aim, plan, solve};
/// use oddsmith_engine::{Answer, Ask, Choice, Metric, Parts, Playing, Policy, Rule, RuleError, Step};
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
/// let policy = Policy::new(vec![Answer::Best]);
/// let open = explore(&Playing::new(Reroll, policy.clone()), &Parts::ALL, &budget, &watch).unwrap();
/// let aim = Aim { of: Expression::Seen(0), minimises: false };
/// let plan = plan(&open, &Reroll.choices(), &aim, &budget, &watch).unwrap();
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
        Some(Playing { model: self.model.clone(), policy })
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
        let mut decided = self.policy.deciding(ask, || self.model.metrics());
        self.model.play(&mut decided)?;
        decided.known()
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
