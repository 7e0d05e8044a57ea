//! `wing-activation`: one to four Wings roll one to three dice each against a Quality Value.
//!
//! Published text 003. A Wing that fails some of its dice leaves the next Wing fewer to roll; two or three dice that
//! all fail end the turn.

mod choices;
mod cubes;
mod shown;
mod told;

use oddsmith_engine::chance::Die;
use oddsmith_engine::{Ask, Choice, Metric, Parts, Rule, RuleError, Step};

use crate::rule::choice::ANSWERS;
use crate::rule::metric::Presentation;
use crate::rule::values::{ParameterError, Values};
use crate::rule::{Built, RuleInfo};
use choices::Asked;
use cubes::{Aim, Cubes, Roll, Spend};
use shown::{
    ABOUT, ACTIONS, ALL_FAIL, ALL_SUCCEED, CUBES_LEFT, CUT_SHORT, DICE, ENDED_AT, MIXED, NOT_ACTIVATED, PARAMETERS,
    PENALTY, PLACE, RESULT, SUCCESSES, TURN_ENDED, UNIT_ACTIONS, WINGS_ACTIVATED,
};

/// The rule as scenarios name it.
pub const RULE: RuleInfo = RuleInfo {
    id: "wing-activation",
    about: ABOUT,
    words: told::WORDS,
    parameters: PARAMETERS,
    choices: choices::CHOICES,
    tables: &[],
    smaller: "fewer Wings",
    build,
};

fn build(values: &Values) -> Result<Built, ParameterError> {
    if let Some(error) = misfit(values) {
        return Err(error);
    }
    let rule = WingActivation::new(values);
    let names = rule.wings.iter().map(|wing| wing.name.clone()).collect();
    let presentation = shown::presentation(names, rule.asked.order.is_some());
    if !rule.asked.any() {
        return Ok(Built::new(rule, presentation));
    }
    let choices = rule.shown_choices();
    Ok(Built::choosing(rule, Presentation { choices, ..presentation }))
}

/// What does not go together with a common pool of cubes, or with deciding how cubes are spent.
fn misfit(values: &Values) -> Option<ParameterError> {
    let asks = values.asks();
    if asks.has("spend") && values.flag("spend_before_roll") {
        let help = "leave `spend_before_roll` out, or leave `spend` to its parameter";
        return Some(ParameterError::new(
            "spend_before_roll",
            "cubes that are pledged before the roll leave nothing to decide",
            help,
        ));
    }
    let is_answer = |(_, wing): &(usize, &Values)| ANSWERS.contains(&wing.text("name"));
    if asks.has("order")
        && let Some((at, wing)) = values.entries("wings").iter().copied().enumerate().find(is_answer)
    {
        let name = wing.text("name");
        let what = format!("a Wing called \"{name}\" cannot be told from the answer \"{name}\" to `order`");
        return Some(ParameterError::new(format!("wings.{at}.name"), what, "give the Wing another name"));
    }
    let has_own = |own: &Values| own.count("cubes") > 0;
    let entries = values.entries("wings");
    if values.whole_if("shared_cubes").is_some() && (has_own(values) || entries.iter().any(|wing| has_own(wing))) {
        let help = "leave the Wings' own `cubes` out, or the common pool";
        return Some(ParameterError::new(
            "shared_cubes",
            "the Wings share their cubes, and have cubes of their own",
            help,
        ));
    }
    None
}

#[derive(Clone, Debug)]
struct Wing {
    name: String,
    dice: u32,
    quality: u32,
    cubes: u32,
    spend: Spend,
    /// What its dice aim at, by all of these.
    aim: Aim,
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
    /// White cubes of all Wings together, where they share them.
    shared_cubes: Option<u32>,
    asked: Asked,
}

/// A turn between two Wings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The Wings that have activated, a bit each.
    done: u32,
    /// How many have.
    activated: u32,
    /// Dice of penalty that the next Wing is under.
    penalty: u32,
    /// White cubes that are left of those that the Wings share.
    cubes: u32,
}

impl State {
    fn has_activated(self, wing: usize) -> bool {
        self.done >> wing & 1 == 1
    }
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
            shared_cubes: values.whole_if("shared_cubes").map(|cubes| cubes as u32),
            asked: Asked::of(values.asks()),
        };
        rule.forget_the_idle(sides);
        for wing in &mut rule.wings {
            wing.aim = rule.cubes.aim(wing.quality, wing.spend);
        }
        rule
    }

    /// Keeps nothing that no Wing can notice, so that rules that do the same are the same.
    fn forget_the_idle(&mut self, sides: u32) {
        let before_roll = self.cubes.before_roll;
        let shares = self.shared_cubes.is_some_and(|cubes| cubes > 0);
        for wing in &mut self.wings {
            if wing.cubes == 0 && !shares {
                wing.spend = Spend::Never;
            } else if before_roll && wing.spend == Spend::Avert {
                // What is pledged is pledged for whatever falls.
                wing.spend = Spend::Greedy;
            }
        }
        // One Wing that never rolls a single die has nobody to pass a penalty of one to.
        let may_roll_one = self.wings.len() > 1 || self.asked.dice.is_some() || self.wings[0].dice == 1;
        self.penalty_from_one_die &= may_roll_one;
        let spends = |wing: &Wing| wing.spend != Spend::Never;
        self.cubes.before_roll &= self.wings.iter().any(spends);
        self.cubes.ones_always_fail &= self.wings.iter().any(|wing| wing.quality == 1 || spends(wing));
        if !self.wings.iter().any(|wing| spends(wing) && wing.quality > sides) {
            self.cubes.highest = u32::MAX;
        }
    }

    /// Rolls a Wing's dice and spends its cubes.
    fn roll(&self, state: State, index: usize, dice: u32, ask: &mut impl Ask) -> Roll {
        let wing = &self.wings[index];
        let cubes = if self.shared_cubes.is_some() { state.cubes } else { wing.cubes };
        match self.asked.spend {
            _ if self.cubes.before_roll => self.roll_one_by_one(wing, (dice, cubes), ask),
            Some(choice) => self.spend_as_chosen(choice, (state, index), (dice, cubes), ask),
            None => wing.aim.spent(ask.pool(self.die, dice).highest(), cubes),
        }
    }

    /// Which die comes first matters to pledged cubes.
    #[cold]
    fn roll_one_by_one(&self, wing: &Wing, (dice, cubes): (u32, u32), ask: &mut impl Ask) -> Roll {
        let faces: Vec<u32> = (0..dice).map(|_| ask.roll(self.die)).collect();
        wing.aim.pledged(&faces, cubes, wing.spend)
    }

    /// Dice of penalty that a Wing passes on of whose dice all have failed.
    fn penalty_of_none(&self, dice: u32) -> u32 {
        u32::from((dice == 1) & self.penalty_from_one_die)
    }

    /// The turn is over; `last` is the step of the Wing that activated last.
    fn finish(&self, state: State, last: u32, has_ended: bool, ask: &mut impl Ask) {
        let is_cut_short = state.activated < self.wings.len() as u32;
        if is_cut_short {
            for wing in (0..self.wings.len()).filter(|&wing| !state.has_activated(wing)) {
                ask.observe(RESULT, wing as u32 + 1, NOT_ACTIVATED);
            }
        }
        ask.whole(TURN_ENDED, has_ended.into());
        ask.whole(CUT_SHORT, is_cut_short.into());
        if has_ended {
            ask.whole(ENDED_AT, last.into());
        }
        ask.whole(WINGS_ACTIVATED, state.activated.into());
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
            aim: Aim::default(),
            units: values.count("units"),
        }
    }
}

impl Rule for WingActivation {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        crate::rule::metric::observed(&shown::metrics(self.wings.len() as u32, self.asked.order.is_some()))
    }

    fn choices(&self) -> Vec<Choice> {
        self.choices()
    }

    fn start(&self, _: &Parts) -> State {
        State { cubes: self.shared_cubes.unwrap_or(0), ..State::default() }
    }

    fn step<A: Ask>(&self, state: &mut State, ask: &mut A) -> Result<Step<State>, RuleError> {
        let before = *state;
        let index = self.next_wing(before, ask);
        let wing = &self.wings[index];
        let dice = self.dice(before, index, ask);
        let roll = self.roll(before, index, dice, ask);
        let failures = dice - roll.successes;
        let (all_fail, all_succeed) = (roll.successes == 0, failures == 0);
        let succeeded = if all_succeed { ALL_SUCCEED } else { MIXED };
        let result = if all_fail { ALL_FAIL } else { succeeded };
        let penalty = if all_fail { self.penalty_of_none(dice) } else { failures * u32::from(self.penalties) };
        let has_ended = all_fail & (dice > 1);
        let cubes = if self.shared_cubes.is_some() { roll.cubes_left } else { 0 };
        let activated = before.activated + 1;
        *state = State { done: before.done | 1 << index, activated, penalty, cubes };

        let step = index as u32 + 1;
        ask.observe(SUCCESSES, step, roll.successes.into());
        ask.observe(DICE, step, dice.into());
        ask.observe(PENALTY, step, penalty.into());
        ask.observe(CUBES_LEFT, step, roll.cubes_left.into());
        ask.observe(RESULT, step, result);
        ask.whole(ACTIONS, roll.successes.into());
        ask.whole(UNIT_ACTIONS, (roll.successes * wing.units).into());
        if self.asked.order.is_some() {
            ask.observe(PLACE, step, activated.into());
        }
        if has_ended || activated == self.wings.len() as u32 {
            self.finish(*state, step, has_ended, ask);
            return Ok(Step::Done);
        }
        Ok(Step::Continue)
    }
}
