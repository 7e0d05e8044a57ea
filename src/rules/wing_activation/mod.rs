//! `wing-activation`: one to four Wings roll one to three dice each against a Quality Value.
//!
//! Published text 003. A Wing that fails some of its dice leaves the next Wing fewer to roll; two or three dice that
//! all fail end the turn.

mod cubes;
mod shown;
mod told;

use oddsmith_engine::chance::Die;
use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};

use crate::rule::values::{ParameterError, Values};
use crate::rule::{Built, RuleInfo};
use cubes::{Cubes, Roll, Spend};
use shown::{
    ABOUT, ACTIONS, ALL_FAIL, ALL_SUCCEED, CUBES_LEFT, CUT_SHORT, DICE, ENDED_AT, MIXED, MOST_DICE, NOT_ACTIVATED,
    PARAMETERS, PENALTY, RESULT, SUCCESSES, TURN_ENDED, UNIT_ACTIONS, WINGS_ACTIVATED,
};

/// The rule as scenarios name it.
pub const RULE: RuleInfo = RuleInfo {
    id: "wing-activation",
    about: ABOUT,
    words: told::WORDS,
    parameters: PARAMETERS,
    tables: &[],
    smaller: "fewer Wings",
    build,
};

fn build(values: &Values) -> Result<Built, ParameterError> {
    let rule = WingActivation::new(values);
    let presentation = shown::presentation(rule.wings.iter().map(|wing| wing.name.clone()).collect());
    Ok(Built::new(rule, presentation))
}

#[derive(Clone, Debug)]
struct Wing {
    name: String,
    dice: u32,
    quality: u32,
    cubes: u32,
    spend: Spend,
    units: u32,
}

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct WingActivation {
    wings: Vec<Wing>,
    die: Die,
    penalties: bool,
    penalty_from_one_die: bool,
    cubes: Cubes,
}

/// A turn between two Wings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// Wings that have activated.
    wing: u8,
    /// Dice of penalty that the next Wing is under.
    penalty: u8,
}

impl WingActivation {
    /// The rule under these parameters.
    pub fn new(values: &Values) -> WingActivation {
        let entries = values.entries("wings");
        let wings = if entries.is_empty() {
            vec![Wing::new("Wing", values)]
        } else {
            entries.into_iter().map(|entry| Wing::new(entry.text("name"), entry)).collect()
        };
        let (sides, penalties) = (values.count("sides"), values.flag("penalties"));
        let mut rule = WingActivation {
            wings,
            die: Die::new(sides),
            penalties,
            penalty_from_one_die: penalties && values.flag("penalty_from_one_die"),
            cubes: Cubes {
                ones_always_fail: values.flag("ones_always_fail"),
                highest: if values.flag("cap_at_most_sides") { sides } else { u32::MAX },
                before_roll: values.flag("spend_before_roll"),
            },
        };
        rule.forget_the_idle(sides);
        rule
    }

    /// Keeps nothing that no Wing can notice, so that rules that do the same are the same.
    fn forget_the_idle(&mut self, sides: u32) {
        let before_roll = self.cubes.before_roll;
        for wing in &mut self.wings {
            if wing.cubes == 0 {
                wing.spend = Spend::Never;
            } else if before_roll && wing.spend == Spend::Avert {
                // What is pledged is pledged for whatever falls.
                wing.spend = Spend::Greedy;
            }
        }
        let spends = |wing: &Wing| wing.spend != Spend::Never;
        self.cubes.before_roll &= self.wings.iter().any(spends);
        self.cubes.ones_always_fail &= self.wings.iter().any(|wing| wing.quality == 1 || spends(wing));
        if !self.wings.iter().any(|wing| spends(wing) && wing.quality > sides) {
            self.cubes.highest = u32::MAX;
        }
    }

    /// Rolls a Wing's dice and spends its cubes.
    fn roll(&self, wing: &Wing, dice: u32, ask: &mut impl Ask) -> Roll {
        if self.cubes.before_roll {
            // Which die comes first matters to pledged cubes: they are rolled one by one.
            let faces: Vec<u32> = (0..dice).map(|_| ask.roll(self.die)).collect();
            return self.cubes.pledged(&faces, wing.quality, wing.cubes, wing.spend);
        }
        let pool = ask.pool(self.die, dice);
        self.cubes.spent(pool.lowest(), wing.quality, wing.cubes, wing.spend)
    }

    /// Dice of penalty that a Wing passes on.
    fn penalty(&self, result: i64, dice: u32, failures: u32) -> u32 {
        let of_one = (result == ALL_FAIL) & (dice == 1) & self.penalty_from_one_die;
        u32::from(self.penalties) * (failures * u32::from(result == MIXED) + u32::from(of_one))
    }

    fn finish(&self, state: &State, has_ended: bool, ask: &mut impl Ask) {
        for wing in usize::from(state.wing)..self.wings.len() {
            ask.observe(RESULT, wing as u32 + 1, NOT_ACTIVATED);
        }
        ask.whole(TURN_ENDED, has_ended.into());
        ask.whole(CUT_SHORT, (usize::from(state.wing) < self.wings.len()).into());
        if has_ended {
            ask.whole(ENDED_AT, state.wing.into());
        }
        ask.whole(WINGS_ACTIVATED, state.wing.into());
    }
}

impl Wing {
    fn new(name: &str, values: &Values) -> Wing {
        Wing {
            name: name.to_owned(),
            dice: values.count("dice"),
            quality: values.count("quality"),
            cubes: values.count("cubes"),
            spend: Spend::named(values.text("spend")),
            units: values.count("units"),
        }
    }
}

impl Rule for WingActivation {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        crate::rule::metric::observed(&shown::metrics(self.wings.len() as u32))
    }

    fn start(&self, _: &Parts) -> State {
        State::default()
    }

    fn step<A: Ask>(&self, state: &mut State, ask: &mut A) -> Result<Step<State>, RuleError> {
        let wing = &self.wings[usize::from(state.wing)];
        let dice = wing.dice.min(MOST_DICE - u32::from(state.penalty));
        let roll = self.roll(wing, dice, ask);
        let failures = dice - roll.successes;
        let succeeded = if failures == 0 { ALL_SUCCEED } else { MIXED };
        let result = if roll.successes == 0 { ALL_FAIL } else { succeeded };
        let penalty = self.penalty(result, dice, failures);
        let has_ended = result == ALL_FAIL && dice > 1;
        *state = State { wing: state.wing + 1, penalty: penalty as u8 };

        let step = u32::from(state.wing);
        ask.observe(SUCCESSES, step, roll.successes.into());
        ask.observe(DICE, step, dice.into());
        ask.observe(PENALTY, step, penalty.into());
        ask.observe(CUBES_LEFT, step, roll.cubes_left.into());
        ask.observe(RESULT, step, result);
        ask.whole(ACTIONS, roll.successes.into());
        ask.whole(UNIT_ACTIONS, (roll.successes * wing.units).into());
        if has_ended || usize::from(state.wing) == self.wings.len() {
            self.finish(state, has_ended, ask);
            return Ok(Step::Done);
        }
        Ok(Step::Continue)
    }
}
