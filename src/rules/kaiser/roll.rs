//! Two six-sided dice with advantage or disadvantage, and the open roll that a double six starts.

use crate::chance::Chance;
use crate::chance::dice::{Dice, Die, Pool};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::chance::Weights;
use crate::rule::parameter::{Parameter, ParameterType};

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
    Parameter::new(key, ParameterType::Whole { from: 0, to: MOST_EXTRA }, "0", meaning)
}

/// 2d6, of more dice the two highest or lowest: the law of the sum, 2 to 12.
#[derive(Clone, Debug)]
pub struct Roll {
    sums: Weights,
    open: bool,
}

impl Roll {
    /// `advantage` extra dice of which the highest two are kept, `disadvantage` of which the lowest
    /// two: they cancel. An `open` roll adds a die to a double six, again on each six, and counts a
    /// double one as nothing.
    pub fn new(advantage: u32, disadvantage: u32, open: bool) -> Roll {
        let dice = Dice::new(Die::D6, KEPT + advantage.abs_diff(disadvantage));
        let kept = |pool: &Pool| match advantage >= disadvantage {
            true => pool.sum_of_highest(KEPT as usize),
            false => pool.sum_of_lowest(KEPT as usize),
        };
        let mut sums = vec![Mass::ZERO; (MOST - LEAST + 1) as usize];
        for (pool, &mass) in dice.pools().iter().zip(dice.weights().masses()) {
            sums[(kept(pool) - KEPT) as usize] += mass;
        }
        Roll { sums: sums.into_iter().collect(), open }
    }

    /// What the dice count. An open roll stops at `enough`: what more it might count changes nothing.
    #[inline]
    pub fn up_to(&self, enough: i64, chance: &mut impl Chance) -> i64 {
        let mut sum = LEAST + chance.pick(&self.sums) as i64;
        match (self.open, sum) {
            (true, LEAST) => FUMBLE,
            (true, MOST) => {
                while sum < enough {
                    let face = chance.roll(Die::D6);
                    sum += i64::from(face);
                    if face < Die::D6.sides() {
                        break;
                    }
                }
                sum
            }
            _ => sum,
        }
    }

    /// What the dice count, to the end of an open roll.
    #[inline]
    pub fn roll(&self, chance: &mut impl Chance) -> i64 {
        self.up_to(i64::MAX, chance)
    }
}
