//! The reader that simulates: it rolls dice, flips coins and deals cards one by one with random
//! numbers.

use super::random::Random;
use super::recorder::Recorder;
use crate::ask::Ask;
use crate::budget::{Stop, Watch};
use crate::chance::binomial::MAX_FLIPS;
use crate::chance::{DiceExpression, Die, Pool, Probability};
use crate::choice::unlisted_choice_error;
use crate::error::RuleError;
use crate::explore::Model;
use crate::layout::Layout;

/// The maximal number of sides of dice that are rolled three at a time with one random number.
const MAX_SIDES: u32 = 10_000;

/// The number of instructions of an interpreted rule that take as long as one die roll.
const INSTRUCTIONS_PER_FACE: f64 = 16.0;

/// The data of a rule that simulating needs.
pub(super) struct SimulatedRule {
    pub(super) layout: Layout,
    choice_count: usize,
}

impl SimulatedRule {
    /// Prepares a rule.
    ///
    /// # Errors
    /// Returns an error if its metrics are invalid.
    pub(super) fn new(model: &impl Model) -> Result<SimulatedRule, RuleError> {
        Ok(SimulatedRule {
            layout: Layout::new(model.metrics())?,
            choice_count: model.choices().len(),
        })
    }

    /// Returns a player with these random numbers.
    pub(super) fn player<'l>(&'l self, random: Random, watch: &'l Watch) -> Player<'l> {
        let recorder = Recorder::new(&self.layout);
        Player {
            random,
            recorder,
            cost: 0,
            instructions: 0,
            cost_limit: u64::MAX,
            choice_count: self.choice_count,
            watch,
        }
    }
}

/// The reader that simulates trials. It shares no tables or distributions with exploring, so that
/// each can check the other.
pub(super) struct Player<'l> {
    random: Random,
    pub(super) recorder: Recorder<'l>,
    /// The faces, flips and cards so far.
    pub(super) cost: u64,
    /// The instructions of an interpreted rule so far.
    instructions: u64,
    /// The cost at which the current trial is given up.
    cost_limit: u64,
    /// The number of the rule's choices.
    choice_count: usize,
    watch: &'l Watch,
}

impl<'l> Player<'l> {
    /// Simulates a trial. Returns `false` if the trial was given up because it needs too many dice.
    ///
    /// # Errors
    /// Returns an error if the work is stopped or the rule is wrong.
    #[inline(always)]
    pub(super) fn play_trial(
        &mut self,
        play: impl FnOnce(&mut Player<'l>) -> Result<(), RuleError>,
    ) -> Result<bool, Stop> {
        self.cost_limit = self.cost.saturating_add(self.watch.dice_limit());
        match play(self) {
            Ok(()) => Ok(true),
            Err(error) => self.handle_early_end(error),
        }
    }

    #[cold]
    fn handle_early_end(&self, error: RuleError) -> Result<bool, Stop> {
        if self.watch.is_stopped() {
            Err(Stop::Requested)
        } else if self.cost > self.cost_limit {
            self.watch.add_unfinished();
            Ok(false)
        } else {
            Err(Stop::Rule(error))
        }
    }
}

impl Player<'_> {
    /// Returns the work so far, in faces or the equivalent in instructions.
    pub(super) fn work_done(&self) -> f64 {
        (self.cost as f64).max(self.instructions as f64 / INSTRUCTIONS_PER_FACE)
    }

    #[inline(never)]
    fn roll_many(&mut self, die: Die, n: u32) -> Pool {
        Pool::from_fill(n as usize, |faces| self.random.roll(die.sides(), faces))
    }
}

impl Ask for Player<'_> {
    #[inline]
    fn worked(&mut self, instructions: u64) {
        self.instructions += instructions;
    }

    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        self.cost += 1;
        self.random.below(n)
    }

    // A few dice stay in registers if the compiler sees the rule's code.
    #[inline(always)]
    fn pool(&mut self, die: Die, n: u32) -> Pool {
        self.cost += u64::from(n);
        match (n, die.sides()) {
            (..=3, ..=MAX_SIDES) => Pool::from_three_faces(self.random.roll_few(die.sides(), n), n),
            _ => self.roll_many(die, n),
        }
    }

    #[inline]
    fn total(&mut self, expression: &DiceExpression) -> i64 {
        self.cost += expression.dice();
        expression.roll_total(|sides, faces| self.random.roll(sides, faces))
    }

    #[inline]
    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        match p {
            Probability::ZERO => 0,
            Probability::ONE => n,
            _ if n <= MAX_FLIPS => {
                self.cost += u64::from(n);
                let (numerator, denominator) = p.fraction();
                self.random.flip_coins(n, numerator, denominator)
            }
            _ => {
                self.cost += u64::from(MAX_FLIPS);
                self.random.binomial(n.into(), p.value()) as u32
            }
        }
    }

    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        assert!(
            marked <= total && drawn <= total,
            "{marked} marked and {drawn} drawn of {total} cards"
        );
        self.cost += u64::from(drawn);
        self.random.deal_cards(total, marked, drawn)
    }

    fn observe_choice(&mut self, choice: usize, _option: i64) {
        if choice >= self.choice_count {
            self.recorder
                .set_error(|_| unlisted_choice_error(choice, self.choice_count));
        }
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped() || self.cost > self.cost_limit
    }

    // Rules use constants as metric indices, so inlining resolves these look-ups at compile time.
    #[inline(always)]
    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        self.recorder.observe(step, [(metric, value)]);
    }

    #[inline(always)]
    fn observe_all<const N: usize>(&mut self, step: u32, observations: [(usize, i64); N]) {
        self.recorder.observe(step, observations);
    }

    #[inline(always)]
    fn observe_whole(&mut self, metric: usize, value: i64) {
        self.recorder.observe_whole([(metric, value)]);
    }

    #[inline(always)]
    fn observe_whole_all<const N: usize>(&mut self, observations: [(usize, i64); N]) {
        self.recorder.observe_whole(observations);
    }
}
