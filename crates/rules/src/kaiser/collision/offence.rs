//! The offensive rolls that decide whether two powers meet at all.
//!
//! Published text 004: "You make an Offensive Roll and the result must be within 5 points of the
//! opposing roll, or surpass it." Advantage, open rolls and fumbles belong to these rolls, and to
//! no others of a collision.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::{DiceExpression, Die};

use crate::kaiser::stacking;
use oddsmith_model::rule::values::{ParameterError, Values};

/// How far behind initiative and offensive roll may be for a collision to come about.
pub(super) const LARGEST_DEFICIT: i64 = 5;

/// A double one and a double six of the two dice that count.
const DOUBLE_ONE: i64 = 2;
const DOUBLE_SIX: i64 = 12;
/// What the dice of a fumble count.
const FUMBLE: i64 = 0;

/// Extra dice, ours and theirs, of which the highest or the lowest two count.
pub(super) const EXTRA_DICE: [&str; 4] = [
    "our_advantage",
    "our_disadvantage",
    "their_advantage",
    "their_disadvantage",
];

/// Both sides' offensive rolls.
#[derive(Clone, Debug)]
pub(super) struct Offence {
    /// Our Offensive Skill, bonuses included, less theirs.
    skill_lead: i64,
    ours: DiceExpression,
    theirs: DiceExpression,
    is_open: bool,
}

impl Offence {
    /// Reads both Offensive Skills and what changes their rolls; nothing where neither skill is
    /// given.
    ///
    /// # Errors
    /// When one skill is given without the other, or neither and yet something that changes their
    /// rolls.
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

    /// Whether our roll comes within 5 of theirs, or surpasses it.
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

/// Two dice, and so many more of which the highest two count, below 0 the lowest two: advantage and
/// disadvantage cancel.
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
