//! `wing-activation`: one to four Wings roll one to three dice each against a Quality Value.
//!
//! Published text 003. A Wing that fails with some of its dice leaves fewer dice to the next Wing.
//! Two or three dice that all fail end the turn.

mod choices;
mod cubes;
mod setup;
mod shown;
mod turn;
mod words;

use std::hint::select_unpredictable;

use oddsmith_engine::{Ask, Choice, Metric, Parts, Rule, RuleError, Step};

use crate::build_with_choices;
use cubes::Roll;
use oddsmith_model::rule::values::{ParameterError, Values};
use oddsmith_model::rule::{BuiltRule, RuleInfo};
use shown::{
    ABOUT, ACTIONS, ALL_FAIL, ALL_SUCCEED, CUBES_LEFT, CUT_SHORT, DICE, ENDED_AT, MIXED,
    NOT_ACTIVATED, PARAMETERS, PENALTY, PLACE, RESULT, SUCCESSES, TURN_ENDED, UNIT_ACTIONS,
    WINGS_ACTIVATED,
};
use turn::{AskedChoices, RareSettings, TurnState, Wing};

pub use turn::WingActivation;

/// The entry of the rule in the list of rules.
pub const RULE: RuleInfo = RuleInfo {
    id: "wing-activation",
    about: ABOUT,
    words: words::WORDS,
    parameters: PARAMETERS,
    choices: choices::CHOICES,
    metric_parameters: &[],
    tables: &[],
    size_advice: "use fewer Wings",
    build,
};

fn build(values: &Values) -> Result<BuiltRule, ParameterError> {
    if let Some(error) = setup::find_conflict(values) {
        return Err(error);
    }
    let rule = WingActivation::new(values);
    let names = rule.wings.iter().map(|wing| wing.name.clone()).collect();
    let presentation = shown::presentation(names, rule.asked().order.is_some());
    let choices = rule.asked().any().then(|| rule.shown_choices());
    Ok(build_with_choices(rule, presentation, choices))
}

impl WingActivation {
    /// Rolls a Wing's dice and spends its cubes.
    #[inline(always)]
    fn roll(
        &self,
        rare_settings: Option<&RareSettings>,
        state: TurnState,
        index: usize,
        dice: u32,
        ask: &mut impl Ask,
    ) -> Roll {
        let wing = &self.wings[index];
        let Some(rare_settings) = rare_settings else {
            return wing
                .pip_table
                .spend_cubes(ask.pool(self.die, dice).highest(), wing.cubes);
        };
        let cubes = if rare_settings.shared_cubes.is_some() {
            state.cubes
        } else {
            wing.cubes
        };
        match rare_settings.asked.spend {
            _ if rare_settings.spend_before_roll => {
                self.roll_one_by_one(rare_settings, wing, dice, cubes, ask)
            }
            Some(choice) => self.roll_and_raise(choice, state, index, dice, cubes, ask),
            None => wing
                .pip_table
                .spend_cubes(ask.pool(self.die, dice).highest(), cubes),
        }
    }

    /// Rolls the dice in order, which matters for cubes that are spent before the roll.
    fn roll_one_by_one(
        &self,
        rare_settings: &RareSettings,
        wing: &Wing,
        dice: u32,
        cubes: u32,
        ask: &mut impl Ask,
    ) -> Roll {
        let faces: Vec<u32> = (0..dice).map(|_| ask.roll(self.die)).collect();
        if rare_settings.declares_die {
            wing.pip_table.roll_with_declared_cubes(
                &faces,
                cubes,
                wing.cube_layouts[faces.len() - 1][cubes as usize],
            )
        } else {
            wing.pip_table
                .roll_with_pledged_cubes(&faces, cubes, wing.spend)
        }
    }

    /// Returns the penalty that a Wing passes on if all its dice fail.
    fn total_failure_penalty(&self, dice: u32) -> u32 {
        u32::from((dice == 1) & self.penalty_from_one_die)
    }

    /// Activates one Wing. Returns whether the turn is over.
    // The function is compiled twice, with and without rare settings, so that the usual case has
    // no checks for them.
    #[inline(always)]
    fn activate(
        &self,
        rare_settings: Option<&RareSettings>,
        state: &mut TurnState,
        ask: &mut impl Ask,
    ) -> bool {
        let before = *state;
        let asked = rare_settings
            .map(|rare_settings| rare_settings.asked)
            .unwrap_or_default();
        let shares_cubes =
            rare_settings.is_some_and(|rare_settings| rare_settings.shared_cubes.is_some());
        let index = self.next_wing(asked, before, ask);
        let wing = &self.wings[index];
        let dice = self.choose_dice_count(asked, before, index, ask);
        let roll = self.roll(rare_settings, before, index, dice, ask);
        let failures = dice - roll.successes;
        let (all_fail, all_succeed) = (roll.successes == 0, failures == 0);
        // These conditions are random, so that branches on them would be mispredicted.
        let succeeded = select_unpredictable(all_succeed, ALL_SUCCEED, MIXED);
        let result = select_unpredictable(all_fail, ALL_FAIL, succeeded);
        let penalty = select_unpredictable(
            all_fail,
            self.total_failure_penalty(dice),
            failures & self.passed_on_bits,
        );
        let has_ended = all_fail & (dice > 1);
        let cubes = if shares_cubes { roll.cubes_left } else { 0 };
        let activated = before.activated_count + 1;
        let done = if asked.order.is_some() {
            before.activated_bits | 1 << index
        } else {
            0
        };
        *state = TurnState {
            activated_bits: done,
            activated_count: activated,
            penalty,
            cubes,
        };

        let step = index as u32 + 1;
        ask.observe_all(
            step,
            [
                (SUCCESSES, roll.successes.into()),
                (DICE, dice.into()),
                (PENALTY, penalty.into()),
                (CUBES_LEFT, roll.cubes_left.into()),
                (RESULT, result),
            ],
        );
        ask.observe_whole_all([
            (ACTIONS, roll.successes.into()),
            (UNIT_ACTIONS, (roll.successes * wing.units).into()),
        ]);
        if asked.order.is_some() {
            ask.observe(PLACE, step, activated.into());
        }
        let is_over = has_ended || activated == self.wings.len() as u32;
        if is_over {
            self.finish(asked, *state, has_ended.then_some(step), ask);
        }
        is_over
    }

    #[cold]
    #[inline(never)]
    fn activate_with_rare_settings(
        &self,
        rare_settings: &RareSettings,
        state: &mut TurnState,
        ask: &mut impl Ask,
    ) -> bool {
        self.activate(Some(rare_settings), state, ask)
    }

    /// Ends the turn. `ended_at` is the step of the Wing that ended it early.
    #[inline(always)]
    fn finish(
        &self,
        asked: AskedChoices,
        state: TurnState,
        ended_at: Option<u32>,
        ask: &mut impl Ask,
    ) {
        let wings = self.wings.len() as u32;
        let has_activated = |step: u32| match asked.order {
            None => step <= state.activated_count,
            Some(_) => state.has_activated(step as usize - 1),
        };
        let is_cut_short = state.activated_count < wings;
        if is_cut_short {
            (1..=wings)
                .filter(|&step| !has_activated(step))
                .for_each(|step| ask.observe(RESULT, step, NOT_ACTIVATED));
        }
        ask.observe_whole_all([
            (TURN_ENDED, ended_at.is_some().into()),
            (CUT_SHORT, is_cut_short.into()),
            (WINGS_ACTIVATED, state.activated_count.into()),
        ]);
        if let Some(step) = ended_at {
            ask.observe_whole(ENDED_AT, step.into());
        }
    }
}

impl Rule for WingActivation {
    type State = TurnState;

    fn metrics(&self) -> Vec<Metric> {
        oddsmith_model::rule::metric::engine_metrics(&shown::metrics(
            self.wings.len() as u32,
            self.asked().order.is_some(),
        ))
    }

    fn choices(&self) -> Vec<Choice> {
        self.choices()
    }

    fn start(&self, _: &Parts) -> TurnState {
        TurnState {
            cubes: self.rare_settings().shared_cubes.unwrap_or(0),
            ..TurnState::default()
        }
    }

    #[inline]
    fn step<A: Ask>(
        &self,
        state: &mut TurnState,
        ask: &mut A,
    ) -> Result<Step<TurnState>, RuleError> {
        let is_over = match &self.rare_settings {
            None => self.activate(None, state, ask),
            Some(rare_settings) => {
                // Borrowing a copy lets the state itself stay in registers.
                let mut copy = *state;
                let is_over = self.activate_with_rare_settings(rare_settings, &mut copy, ask);
                *state = copy;
                is_over
            }
        };
        Ok(if is_over { Step::Done } else { Step::Continue })
    }
}
