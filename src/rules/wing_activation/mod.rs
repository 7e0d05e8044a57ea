//! `wing-activation`: one to four Wings roll one to three dice each against a Quality Value.
//!
//! Published text 003. A Wing that fails some of its dice leaves the next Wing fewer to roll; two or
//! three dice that all fail end the turn.

mod shown;

use crate::chance::Chance;
use crate::chance::dice::{Dice, Die};
use crate::rule::metric::{Metric, Presentation};
use crate::rule::values::{Fault, Values};
use crate::rule::{Record, Rule, Step};

pub use shown::{ABOUT, PARAMETERS};
use shown::{
    ACTIONS, ALL_FAIL, ALL_SUCCEED, CUBES_LEFT, DICE, ENDED_AT, MIXED, MOST_DICE, NOT_ACTIVATED, PENALTY, RESULT,
    SUCCESSES, TURN_ENDED, UNIT_ACTIONS, WINGS_ACTIVATED,
};

/// How a Wing spends its cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spend {
    Greedy,
    Avert,
    Never,
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
    penalties: bool,
    ones_always_fail: bool,
    /// The pools of one, two and three dice.
    dice: Vec<Dice>,
}

/// A turn between two Wings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// Wings that have activated.
    wing: u8,
    /// Dice of penalty that the next Wing is under.
    penalty: u8,
    actions: u16,
    unit_actions: u16,
}

/// A Wing's roll once its cubes are spent.
struct Roll {
    successes: u32,
    cubes_left: u32,
}

impl WingActivation {
    /// The rule under these parameters.
    ///
    /// # Errors
    /// None today: each value alone decides whether it is allowed.
    pub fn new(values: &Values) -> Result<WingActivation, Fault> {
        let entries = values.entries("wings");
        let wings = if entries.is_empty() {
            vec![Wing::new("Wing", values)]
        } else {
            entries.into_iter().map(|entry| Wing::new(entry.text("name"), entry)).collect()
        };
        let die = Die::new(values.count("sides"));
        Ok(WingActivation {
            wings,
            penalties: values.flag("penalties"),
            ones_always_fail: values.flag("ones_always_fail"),
            dice: (1..=MOST_DICE).map(|n| Dice::new(die, n)).collect(),
        })
    }

    /// Spends cubes on a roll and counts its successes.
    fn resolve(&self, wing: &Wing, faces: &[u32]) -> Roll {
        let hopeless = |face: u32| self.ones_always_fail && face == 1;
        let succeeded = faces.iter().filter(|&&face| face >= wing.quality && !hopeless(face)).count() as u32;
        // Failures from the one that needs the fewest pips on: faces come lowest first.
        let mut needs =
            faces.iter().rev().filter(|&&face| face < wing.quality && !hopeless(face)).map(|face| wing.quality - face);
        let mut roll = Roll { successes: succeeded, cubes_left: wing.cubes };
        let mut raises = match wing.spend {
            Spend::Greedy => faces.len(),
            Spend::Avert => usize::from(succeeded == 0),
            Spend::Never => 0,
        };
        while raises > 0
            && let Some(pips) = needs.next()
            && pips <= roll.cubes_left
        {
            roll.cubes_left -= pips;
            roll.successes += 1;
            raises -= 1;
        }
        roll
    }

    fn finish<R: Record>(&self, state: &State, ended: bool, record: &mut R) -> Step {
        for wing in usize::from(state.wing)..self.wings.len() {
            let step = wing as u32 + 1;
            for metric in [SUCCESSES, DICE, PENALTY] {
                record.at(metric, step, 0);
            }
            record.at(CUBES_LEFT, step, self.wings[wing].cubes.into());
            record.at(RESULT, step, NOT_ACTIVATED);
        }
        record.whole(ACTIONS, state.actions.into());
        record.whole(UNIT_ACTIONS, state.unit_actions.into());
        record.whole(TURN_ENDED, ended.into());
        record.whole(ENDED_AT, if ended { state.wing.into() } else { 0 });
        record.whole(WINGS_ACTIVATED, state.wing.into());
        Step::Done
    }
}

impl Wing {
    fn new(name: &str, values: &Values) -> Wing {
        Wing {
            name: name.to_owned(),
            dice: values.count("dice"),
            quality: values.count("quality"),
            cubes: values.count("cubes"),
            spend: match values.text("spend") {
                "greedy" => Spend::Greedy,
                "avert" => Spend::Avert,
                _ => Spend::Never,
            },
            units: values.count("units"),
        }
    }
}

impl Rule for WingActivation {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        shown::metrics(self.wings.len() as u32)
    }

    fn presentation(&self) -> Presentation {
        shown::presentation(self.wings.iter().map(|wing| wing.name.clone()).collect())
    }

    fn start(&self) -> State {
        State::default()
    }

    fn step<C: Chance, R: Record>(&self, state: &mut State, chance: &mut C, record: &mut R) -> Step {
        let wing = &self.wings[usize::from(state.wing)];
        let dice = wing.dice.min(MOST_DICE - u32::from(state.penalty));
        let pool = chance.pool(&self.dice[dice as usize - 1]);
        let roll = self.resolve(wing, pool.faces());
        let failures = dice - roll.successes;
        let result = match (roll.successes, failures) {
            (_, 0) => ALL_SUCCEED,
            (0, _) => ALL_FAIL,
            _ => MIXED,
        };
        let penalty = if self.penalties && result == MIXED { failures } else { 0 };
        let ended = result == ALL_FAIL && dice > 1;

        state.wing += 1;
        state.penalty = penalty as u8;
        state.actions += roll.successes as u16;
        state.unit_actions += (roll.successes * wing.units) as u16;

        let step = u32::from(state.wing);
        record.at(SUCCESSES, step, roll.successes.into());
        record.at(DICE, step, dice.into());
        record.at(PENALTY, step, penalty.into());
        record.at(CUBES_LEFT, step, roll.cubes_left.into());
        record.at(RESULT, step, result);
        if ended || usize::from(state.wing) == self.wings.len() {
            return self.finish(state, ended, record);
        }
        Step::Continue
    }
}
