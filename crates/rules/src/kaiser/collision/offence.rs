//! The offensive rolls, which decide whether two powers meet.
//!
//! Published text 004: "You make an Offensive Roll and the result must be within 5 points of the
//! opposing roll, or surpass it." Advantage, open rolls and fumbles apply only to these rolls of a
//! collision.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::{DiceExpression, Die};

use crate::kaiser::stacking;
use oddsmith_model::rule::values::{ParameterError, Values};

/// The maximal deficit in initiative and in the offensive roll for which a collision occurs.
pub(super) const LARGEST_DEFICIT: i64 = 5;

/// The total of two dice that show a double one.
const DOUBLE_ONE: i64 = 2;
/// The total of two dice that show a double six.
const DOUBLE_SIX: i64 = 12;
/// The value of the dice in a fumble.
const FUMBLE: i64 = 0;

/// The parameters for extra dice, ours and theirs, of which the highest or the lowest two count.
pub(super) const EXTRA_DICE: [&str; 4] = [
    "our_advantage",
    "our_disadvantage",
    "their_advantage",
    "their_disadvantage",
];

/// The offensive rolls of both sides.
#[derive(Clone, Debug)]
pub(super) struct Offence {
    /// Our Offensive Skill minus theirs, with bonuses.
    skill_lead: i64,
    ours: DiceExpression,
    theirs: DiceExpression,
    is_open: bool,
}

impl Offence {
    /// Reads both Offensive Skills and the modifiers of their rolls. Returns `None` if no skill is
    /// given.
    ///
    /// # Errors
    /// Returns an error if only one skill is given, or if modifiers are given without skills.
    pub(super) fn new(values: &Values) -> Result<Option<Offence>, ParameterError> {
        let skill = |key| values.whole_if(key).map(|value| (key, value));
        match (skill("our_offence"), skill("their_offence")) {
            (Some((_, ours)), Some((_, theirs))) => Ok(Some(Offence {
                skill_lead: ours + stacking::modifier(values) - theirs,
                ours: dice(values.whole("our_advantage") - values.whole("our_disadvantage")),
                theirs: dice(values.whole("their_advantage") - values.whole("their_disadvantage")),
                is_open: values.flag("open_rolls"),
            })),
            (None, None) => validate_no_roll_changes(values).map(|()| None),
            (Some((given, _)), None) => Err(missing_skill_error(given, "their_offence")),
            (None, Some((given, _))) => Err(missing_skill_error(given, "our_offence")),
        }
    }

    /// Returns whether our roll is at most 5 below theirs, or exceeds it.
    pub(super) fn roll_reaches(&self, ask: &mut impl Ask) -> bool {
        let theirs = self.roll(&self.theirs, ask);
        self.roll(&self.ours, ask) + self.skill_lead + LARGEST_DEFICIT >= theirs
    }

    fn roll(&self, dice: &DiceExpression, ask: &mut impl Ask) -> i64 {
        match ask.total(dice) {
            DOUBLE_SIX if self.is_open => DOUBLE_SIX + i64::from(ask.open_roll(Die::D6)),
            DOUBLE_ONE if self.is_open => FUMBLE,
            sum => sum,
        }
    }
}

/// Returns two dice with extra dice, of which the highest two count, or the lowest two if
/// `advantage` is negative. Advantage and disadvantage cancel.
fn dice(advantage: i64) -> DiceExpression {
    let keep_mode = if advantage < 0 { "kl" } else { "kh" };
    DiceExpression::parse(&format!("{}d6{keep_mode}2", 2 + advantage.abs())).expect("a few dice")
}

fn validate_no_roll_changes(values: &Values) -> Result<(), ParameterError> {
    let extra = EXTRA_DICE.into_iter().find(|key| values.whole(key) > 0);
    let open = values.flag("open_rolls").then_some("open_rolls");
    match stacking::first_given_key(values).or(extra).or(open) {
        None => Ok(()),
        Some(key) => Err(ParameterError::new(
            key,
            format!(
                "`{key}` changes nothing: it belongs to the offensive rolls, and none are made"
            ),
            "give our_offence and their_offence too; the rolls of the collision itself are always plain 2d6",
        )),
    }
}

fn missing_skill_error(given: &str, missing: &str) -> ParameterError {
    let problem = format!("`{given}` has no opposing roll");
    ParameterError::new(
        given,
        problem,
        format!("give {missing} too, or neither to skip the rolls"),
    )
}
