//! The reader that plays: real faces, flips and cards, one after another, from random numbers.

use super::random::Random;
use super::recorder::Recorder;
use crate::ask::Ask;
use crate::budget::{Stop, Watch};
use crate::chance::binomial::MOST_FLIPS;
use crate::chance::{DiceExpression, Die, Pool, Probability};
use crate::choice::unlisted_choice_error;
use crate::error::RuleError;
use crate::explore::Model;
use crate::layout::Layout;

/// Sides up to which three dice come from one random number.
const MAX_SIDES: u32 = 10_000;

/// Instructions of a rule's text that take about as long as a die roll with the usual instructions
/// around it.
const INSTRUCTIONS_PER_FACE: f64 = 16.0;

/// What is known of a rule that is played.
pub(super) struct SimulatedRule {
    pub(super) layout: Layout,
    choice_count: usize,
}

impl SimulatedRule {
    /// # Errors
    /// When its metrics cannot be.
    pub(super) fn new(model: &impl Model) -> Result<SimulatedRule, RuleError> {
        Ok(SimulatedRule {
            layout: Layout::new(model.metrics())?,
            choice_count: model.choices().len(),
        })
    }

    /// Who plays it by these random numbers.
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

/// Simulates trials. It shares no table, distribution or memo with exploration, so that each checks
/// the other.
pub(super) struct Player<'l> {
    random: Random,
    pub(super) recorder: Recorder<'l>,
    /// Faces rolled, coins flipped and cards dealt so far.
    pub(super) cost: u64,
    /// Instructions that a rule with a text of its own has taken so far.
    instructions: u64,
    /// Those past which the trial that is being played is given up.
    cost_limit: u64,
    /// How many choices the rule has.
    choice_count: usize,
    watch: &'l Watch,
}

impl<'l> Player<'l> {
    /// Plays a trial; whether it came to its end, or has been given up since it takes more dice
    /// than a trial may.
    ///
    /// # Errors
    /// When it is stopped, or the rule is at fault.
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
        match self.watch.is_stopped() {
            true => Err(Stop::Requested),
            false if self.cost > self.cost_limit => {
                self.watch.add_unfinished();
                Ok(false)
            }
            false => Err(Stop::Rule(error)),
        }
    }
}

impl Player<'_> {
    /// What has been done so far, in faces: a rule may think long about each.
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

    // Few dice stay in registers where the rule that asks for them is in sight.
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
            _ if n <= MOST_FLIPS => {
                self.cost += u64::from(n);
                let (numerator, denominator) = p.fraction();
                self.random.flip_coins(n, numerator, denominator)
            }
            _ => {
                self.cost += u64::from(MOST_FLIPS);
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

    // Rules name their metrics by constants: what is looked up here is then known beforehand.
    #[inline(always)]
    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        self.recorder.observe(step, [(metric, value)]);
    }

    #[inline(always)]
    fn observe_all<const N: usize>(&mut self, step: u32, shown: [(usize, i64); N]) {
        self.recorder.observe(step, shown);
    }

    #[inline(always)]
    fn observe_whole(&mut self, metric: usize, value: i64) {
        self.recorder.observe_whole([(metric, value)]);
    }

    #[inline(always)]
    fn observe_whole_all<const N: usize>(&mut self, shown: [(usize, i64); N]) {
        self.recorder.observe_whole(shown);
    }
}
