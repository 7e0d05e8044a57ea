//! `power-collision`: a power is shot at another in flight, and the difference of two rolls decides
//! which one passes.
//!
//! Published text 004, "Power Collision".

mod bands;
mod offence;
mod shown;
mod words;

use oddsmith_engine::chance::DiceExpression;
use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};

use crate::kaiser::stacking;
use bands::{Bands, Effect};
use oddsmith_model::rule::values::{ParameterError, ParameterValue, Values};
use oddsmith_model::rule::{BuiltRule, RuleInfo};
use offence::{LARGEST_DEFICIT, Offence};
use shown::{
    ABOUT, CANCEL, DIFFERENCE, NO_COLLISION, OUR_DAMAGE, OURS_HALVED, OURS_WHOLE, PARAMETERS,
    RESULT, THEIR_DAMAGE, THEIRS_HALVED, THEIRS_WHOLE,
};

/// The entry of the rule in the list of rules.
pub const RULE: RuleInfo = RuleInfo {
    id: "power-collision",
    about: ABOUT,
    words: words::WORDS,
    parameters: PARAMETERS,
    choices: &[],
    metric_parameters: &[],
    tables: &[],
    size_advice: "use closed rolls",
    build,
};

fn build(values: &Values) -> Result<BuiltRule, ParameterError> {
    let rule = PowerCollision::new(values)?;
    let presentation = shown::presentation(rule.ours, rule.theirs);
    Ok(BuiltRule::new(rule, presentation))
}

/// The rule with its parameters.
#[derive(Clone, Debug)]
pub struct PowerCollision {
    /// Our combined Base Damage.
    ours: i64,
    theirs: i64,
    is_in_time: bool,
    offence: Option<Offence>,
    /// The dice of each side in the collision itself.
    dice: DiceExpression,
    bands: Bands,
}

/// The state of a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollisionState {
    /// The powers have been launched.
    Launched,
    /// The powers meet.
    Met,
}

impl PowerCollision {
    /// Returns the rule with these parameters.
    ///
    /// # Errors
    /// Returns an error if a side has no power, if only one Offensive Skill is given, if modifiers
    /// of offensive rolls are given without these rolls, or if the bands do not cover every
    /// difference once.
    pub fn new(values: &Values) -> Result<PowerCollision, ParameterError> {
        let in_time = values.whole("initiative") >= -LARGEST_DEFICIT;
        Ok(PowerCollision {
            ours: damage(values, "ours")?,
            theirs: damage(values, "theirs")?,
            is_in_time: in_time,
            // A side that is too late makes no offensive roll.
            offence: Offence::new(values)?.filter(|_| in_time),
            dice: DiceExpression::parse("2d6").expect("two dice"),
            bands: Bands::new(values)?,
        })
    }

    /// Returns the result of a collision, and the Base Damage that passes, ours and theirs.
    fn outcome(&self, difference: i64) -> (i64, i64, i64) {
        // A difference of 0 has no winner: both powers are cancelled, regardless of the first band.
        let effect = if difference == 0 {
            Effect::Cancel
        } else {
            self.bands.effect(difference.abs())
        };
        match (effect, difference > 0) {
            (Effect::Cancel, _) => (CANCEL, 0, 0),
            (Effect::Halved, true) => (OURS_HALVED, self.ours / 2, 0),
            (Effect::Whole, true) => (OURS_WHOLE, self.ours, 0),
            (Effect::Halved, false) => (THEIRS_HALVED, 0, self.theirs / 2),
            (Effect::Whole, false) => (THEIRS_WHOLE, 0, self.theirs),
        }
    }

    fn finish(result: i64, ours: i64, theirs: i64, ask: &mut impl Ask) -> Step<CollisionState> {
        ask.observe_whole(RESULT, result);
        ask.observe_whole(OUR_DAMAGE, ours);
        ask.observe_whole(THEIR_DAMAGE, theirs);
        Step::Done
    }
}

/// Returns the Base Damage of a side. Several powers combine like skill bonuses.
fn damage(values: &Values, key: &str) -> Result<i64, ParameterError> {
    match values.get(key) {
        Some(ParameterValue::List(none)) if none.is_empty() => Err(ParameterError::new(
            key,
            "this side has no power",
            "give at least one Base Damage",
        )),
        Some(ParameterValue::List(several)) => Ok(stacking::stack(
            several.iter().map(ParameterValue::as_whole).collect(),
        )),
        _ => Ok(values.whole(key)),
    }
}

impl Rule for PowerCollision {
    type State = CollisionState;

    fn metrics(&self) -> Vec<Metric> {
        oddsmith_model::rule::metric::engine_metrics(&shown::metrics())
    }

    fn start(&self, _: &Parts) -> CollisionState {
        CollisionState::Launched
    }

    #[inline]
    fn step<A: Ask>(
        &self,
        state: &mut CollisionState,
        ask: &mut A,
    ) -> Result<Step<CollisionState>, RuleError> {
        if *state == CollisionState::Launched {
            if self.is_in_time
                && self
                    .offence
                    .as_ref()
                    .is_none_or(|offence| offence.roll_reaches(ask))
            {
                *state = CollisionState::Met;
                return Ok(Step::Continue);
            }
            // A power that was not met continues unchanged. The shot at it had no other target.
            return Ok(Self::finish(NO_COLLISION, 0, self.theirs, ask));
        }
        let difference = self.ours + ask.total(&self.dice) - self.theirs - ask.total(&self.dice);
        ask.observe_whole(DIFFERENCE, difference);
        let (result, ours, theirs) = self.outcome(difference);
        Ok(Self::finish(result, ours, theirs, ask))
    }
}
