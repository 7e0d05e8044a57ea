//! The terms of a dice expression: numbers, and dice of which all or some count.

/// The maximal number of dice if only some are kept.
pub(super) const MAX_SORTED: u64 = 20;

/// The number of dice that are rolled together if all count. Changing it changes the trials of a
/// seed.
const DICE_PER_ROLL: usize = 12;

/// A term of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceTerm {
    /// A number.
    Number(i64),
    /// A sum of dice.
    Dice {
        /// The number of dice rolled.
        n: u64,
        /// The number of faces of each die.
        sides: u64,
        /// The dice that count.
        keep: KeptDice,
    },
}

/// The dice that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeptDice {
    /// All of them.
    All,
    /// This number of the highest dice.
    Highest(u64),
    /// This number of the lowest dice.
    Lowest(u64),
}

impl DiceTerm {
    /// Returns the number of dice that the term rolls.
    pub fn dice(self) -> u64 {
        match self {
            DiceTerm::Number(_) => 0,
            DiceTerm::Dice { n, .. } => n,
        }
    }

    /// Returns how many of its dice count, and their number of sides.
    fn counted_dice(self) -> (u64, u64) {
        match self {
            DiceTerm::Number(_) => (0, 1),
            DiceTerm::Dice {
                n,
                sides,
                keep: KeptDice::All,
            } => (n, sides),
            DiceTerm::Dice {
                sides,
                keep: KeptDice::Highest(kept) | KeptDice::Lowest(kept),
                ..
            } => (kept, sides),
        }
    }

    /// Returns the least and the greatest value of the term with this sign.
    pub(super) fn range(self, sign: i64) -> (i64, i64) {
        let (least, most) = match (self, self.counted_dice()) {
            (DiceTerm::Number(number), _) => (number, number),
            (_, (counted, sides)) => (counted as i64, (counted * sides) as i64),
        };
        if sign > 0 {
            (least, most)
        } else {
            (-most, -least)
        }
    }

    /// Returns the number of values from the least to the greatest.
    pub fn values(self) -> u64 {
        let (counted, sides) = self.counted_dice();
        counted * (sides - 1) + 1
    }

    /// Rolls the dice and returns the total. `roll` receives the number of sides and writes the
    /// faces. If only some dice are kept, there are at most 20 dice.
    #[inline]
    pub(super) fn roll_total(self, mut roll: impl FnMut(u32, &mut [u32])) -> i64 {
        let (n, sides, keep) = match self {
            DiceTerm::Number(number) => return number,
            DiceTerm::Dice { n, sides, keep } => (n as usize, sides as u32, keep),
        };
        let sum = |faces: &[u32]| faces.iter().map(|&face| i64::from(face)).sum::<i64>();
        let mut faces = [0; MAX_SORTED as usize];
        if keep == KeptDice::All {
            let (mut left, mut total) = (n, 0);
            while left > 0 {
                let some = &mut faces[..left.min(DICE_PER_ROLL)];
                roll(sides, some);
                total += sum(some);
                left -= some.len();
            }
            return total;
        }
        let faces = &mut faces[..n];
        roll(sides, faces);
        faces.sort_unstable();
        match keep {
            KeptDice::All => sum(faces),
            KeptDice::Highest(kept) => sum(&faces[n - kept as usize..]),
            KeptDice::Lowest(kept) => sum(&faces[..kept as usize]),
        }
    }
}
