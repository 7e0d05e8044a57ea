//! What a dice expression adds or takes off: a number, or dice of which all or some count.

/// Dice of which some can be kept.
pub(super) const MOST_SORTED: u64 = 20;

/// Dice of which all count that are rolled together. Part of what a seed means.
const DICE_PER_ROLL: usize = 12;

/// What an expression adds or takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceTerm {
    /// A number.
    Number(i64),
    /// The sum of dice.
    Dice {
        /// How many are rolled.
        n: u64,
        /// Faces of each.
        sides: u64,
        /// Which of them count.
        keep: KeptDice,
    },
}

/// Which of the dice count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeptDice {
    /// All of them.
    All,
    /// So many of the highest.
    Highest(u64),
    /// So many of the lowest.
    Lowest(u64),
}

impl DiceTerm {
    /// How many dice it rolls.
    pub fn dice(self) -> u64 {
        match self {
            DiceTerm::Number(_) => 0,
            DiceTerm::Dice { n, .. } => n,
        }
    }

    /// How many of its dice count, and their sides.
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

    /// The least and the greatest that it adds with this sign.
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

    /// How many values it has, from the least to the greatest.
    pub fn values(self) -> u64 {
        let (counted, sides) = self.counted_dice();
        counted * (sides - 1) + 1
    }

    /// What it comes to where `roll` fills in the faces of dice of so many sides; where some are
    /// kept, of 20 dice at the most.
    #[inline]
    pub(super) fn roll_total(self, mut roll: impl FnMut(u32, &mut [u32])) -> i64 {
        let (n, sides, keep) = match self {
            DiceTerm::Number(number) => return number,
            DiceTerm::Dice { n, sides, keep } => (n as usize, sides as u32, keep),
        };
        let sum = |faces: &[u32]| faces.iter().map(|&face| i64::from(face)).sum::<i64>();
        let mut faces = [0; MOST_SORTED as usize];
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
