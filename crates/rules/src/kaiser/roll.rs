//! Two six-sided dice with advantage or disadvantage, and the open roll after a double six.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Die;

use oddsmith_model::rule::parameter::{Parameter, ParameterType};

/// The maximal number of extra dice.
const MAX_EXTRA: i64 = 10;

/// The number of dice that count.
const KEPT_DICE: u32 = 2;
const MIN_SUM: i64 = KEPT_DICE as i64;
const GREATEST_SUM: i64 = 12;
/// The value of the dice in a fumble.
const FUMBLE: i64 = 0;

/// Returns a parameter for extra dice.
pub const fn extra_dice(key: &'static str, meaning: &'static str) -> Parameter {
    Parameter::new(
        key,
        ParameterType::Whole {
            from: 0,
            to: MAX_EXTRA,
        },
        "0",
        meaning,
    )
}

/// A roll of 2d6, or of more dice of which the two highest or the two lowest count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KaiserRoll {
    dice: u32,
    keeps_highest: bool,
    is_open: bool,
}

impl KaiserRoll {
    /// Two dice without modifiers.
    pub const PLAIN: KaiserRoll = KaiserRoll {
        dice: KEPT_DICE,
        keeps_highest: true,
        is_open: false,
    };

    /// Returns a roll with `advantage` extra dice, of which the highest two count, or
    /// `disadvantage` extra dice, of which the lowest two count. They cancel. An `open` roll adds a
    /// die to a double six, again for each further six, and counts a double one as 0.
    pub fn new(advantage: u32, disadvantage: u32, open: bool) -> KaiserRoll {
        KaiserRoll {
            dice: KEPT_DICE + advantage.abs_diff(disadvantage),
            keeps_highest: advantage >= disadvantage,
            is_open: open,
        }
    }

    /// Rolls the dice.
    #[inline]
    pub fn roll(&self, ask: &mut impl Ask) -> i64 {
        let pool = ask.pool(Die::D6, self.dice);
        let kept = if self.keeps_highest {
            pool.sum_of_highest(2)
        } else {
            pool.sum_of_lowest(2)
        };
        match i64::from(kept) {
            MIN_SUM if self.is_open => FUMBLE,
            GREATEST_SUM if self.is_open => GREATEST_SUM + i64::from(ask.open_roll(Die::D6)),
            sum => sum,
        }
    }

    /// Rolls the dice, and returns the total if it is less than `sought`. An open roll stops as
    /// soon as this is decided.
    #[inline]
    pub fn roll_below(&self, sought: i64, ask: &mut impl Ask) -> Option<i64> {
        let pool = ask.pool(Die::D6, self.dice);
        let kept = if self.keeps_highest {
            pool.sum_of_highest(2)
        } else {
            pool.sum_of_lowest(2)
        };
        let sum = match i64::from(kept) {
            MIN_SUM if self.is_open => FUMBLE,
            GREATEST_SUM if self.is_open && GREATEST_SUM < sought => {
                GREATEST_SUM + i64::from(ask.open_roll(Die::D6))
            }
            sum => sum,
        };
        (sum < sought).then_some(sum)
    }
}
