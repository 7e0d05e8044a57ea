//! Two six-sided dice with advantage or disadvantage, and the open roll that a double six starts.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Die;

use oddsmith_model::rule::parameter::{Parameter, ParameterType};

/// The most extra dice.
const MOST_EXTRA: i64 = 10;

/// Dice that count.
const KEPT: u32 = 2;
const LEAST: i64 = KEPT as i64;
const MOST: i64 = 12;
/// What a fumble's dice count.
const FUMBLE: i64 = 0;

/// A parameter that gives extra dice.
pub const fn extra_dice(key: &'static str, meaning: &'static str) -> Parameter {
    Parameter::new(
        key,
        ParameterType::Whole {
            from: 0,
            to: MOST_EXTRA,
        },
        "0",
        meaning,
    )
}

/// 2d6, of more dice the two highest or the two lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KaiserRoll {
    dice: u32,
    keeps_highest: bool,
    open: bool,
}

impl KaiserRoll {
    /// Two dice and nothing else.
    pub const PLAIN: KaiserRoll = KaiserRoll {
        dice: KEPT,
        keeps_highest: true,
        open: false,
    };

    /// `advantage` extra dice of which the highest two are kept, `disadvantage` of which the lowest
    /// two: they cancel. An `open` roll adds a die to a double six, again on each six, and counts a
    /// double one as nothing.
    pub fn new(advantage: u32, disadvantage: u32, open: bool) -> KaiserRoll {
        KaiserRoll {
            dice: KEPT + advantage.abs_diff(disadvantage),
            keeps_highest: advantage >= disadvantage,
            open,
        }
    }

    /// What the dice count.
    #[inline]
    pub fn roll(&self, ask: &mut impl Ask) -> i64 {
        let pool = ask.pool(Die::D6, self.dice);
        let kept = if self.keeps_highest {
            pool.sum_of_highest(2)
        } else {
            pool.sum_of_lowest(2)
        };
        match i64::from(kept) {
            LEAST if self.open => FUMBLE,
            MOST if self.open => MOST + i64::from(ask.open_roll(Die::D6)),
            sum => sum,
        }
    }

    /// What the dice count, if that is less than this. An open roll goes no further than it must.
    #[inline]
    pub fn below(&self, sought: i64, ask: &mut impl Ask) -> Option<i64> {
        let pool = ask.pool(Die::D6, self.dice);
        let kept = if self.keeps_highest {
            pool.sum_of_highest(2)
        } else {
            pool.sum_of_lowest(2)
        };
        let sum = match i64::from(kept) {
            LEAST if self.open => FUMBLE,
            MOST if self.open && MOST < sought => MOST + i64::from(ask.open_roll(Die::D6)),
            sum => sum,
        };
        (sum < sought).then_some(sum)
    }
}
