//! White cubes: how they are spent on a Wing's dice.

/// How a Wing spends its cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spend {
    Greedy,
    Avert,
    Never,
}

impl Spend {
    pub(super) fn from_name(word: &str) -> Spend {
        match word {
            "greedy" => Spend::Greedy,
            "avert" => Spend::Avert,
            _ => Spend::Never,
        }
    }
}

/// What cubes can do, for all Wings alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cubes {
    /// A natural 1 cannot be raised and never succeeds.
    pub(super) ones_always_fail: bool,
    /// The highest that a die can be raised to.
    pub(super) highest: u32,
}

/// What the dice of a Wing need to succeed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DiceAim {
    /// By the face of a die: the pips by which cubes have to raise it, 0 where it succeeds as it
    /// is.
    all_needs: Needs,
    /// The same, as far as cubes are spent: of the highest die, and of those after it.
    highest_needs: Needs,
    other_needs: Needs,
    /// The pips that a die could need at most.
    most_pips: u32,
}

/// 0 is a die that there is not; a power of two, so that no face is past it.
type Needs = [u16; 32];

/// More pips than there are cubes.
const NEVER: u16 = 1000;

/// A Wing's roll once its cubes are spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roll {
    pub(super) successes: u32,
    pub(super) cubes_left: u32,
}

impl Cubes {
    /// What the dice of a Wing aim at that spends its cubes so.
    pub(super) fn aim(&self, quality: u32, spend: Spend) -> DiceAim {
        let lowest = if self.ones_always_fail { 2 } else { 1 };
        let can_be_raised = |face: u32| lowest <= face && quality <= self.highest;
        let mut needs = [NEVER; 32];
        for (face, need) in (0..).zip(&mut needs).skip(1) {
            if face >= quality.max(lowest) {
                *need = 0;
            } else if can_be_raised(face) {
                *need = (quality - face) as u16;
            }
        }
        let spent =
            |is_spent: bool| needs.map(|need| if need == 0 || is_spent { need } else { NEVER });
        let most_pips = needs[1..]
            .iter()
            .filter(|&&need| need < NEVER)
            .max()
            .map_or(0, |&most| most.into());
        // Where the highest die fails, all do.
        DiceAim {
            all_needs: needs,
            highest_needs: spent(spend != Spend::Never),
            other_needs: spent(spend == Spend::Greedy),
            most_pips,
        }
    }
}

fn needed_pips(needs: &Needs, face: u32) -> u32 {
    needs[face as usize % needs.len()].into()
}

impl DiceAim {
    pub(super) fn succeeds(&self, face: u32) -> bool {
        needed_pips(&self.all_needs, face) == 0
    }

    /// The pips by which a die that failed can be raised so that it succeeds; 0 where it cannot, or
    /// need not.
    pub(super) fn pips(&self, face: u32) -> u32 {
        match needed_pips(&self.all_needs, face) {
            pips if pips < NEVER.into() => pips,
            _ => 0,
        }
    }

    /// Spends cubes on dice that have been seen, highest face first, 0 being a die that there is
    /// not.
    // Chance decides on every die: nothing here branches on one.
    #[inline]
    pub(super) fn spend_cubes(&self, [highest, middle, lowest]: [u32; 3], cubes: u32) -> Roll {
        let highest = needed_pips(&self.highest_needs, highest);
        let middle = highest + needed_pips(&self.other_needs, middle);
        let lowest = middle + needed_pips(&self.other_needs, lowest);
        // The pips that all dice so far need: where the cubes do not suffice, they do for none
        // after it.
        let mut roll = Roll {
            successes: 0,
            cubes_left: cubes,
        };
        for pips in [highest, middle, lowest] {
            let is_success = pips <= cubes;
            roll.successes += u32::from(is_success);
            roll.cubes_left = if is_success {
                cubes - pips
            } else {
                roll.cubes_left
            };
        }
        roll
    }

    /// How cubes are laid on dice that have not been rolled: for the most successes on average,
    /// with as few cubes as that takes and as evenly as it allows.
    pub(super) fn lay_cubes(&self, dice: usize, cubes: u32, sides: u32) -> [u32; 3] {
        let faces = |pips: u32| {
            (1..=sides)
                .filter(|&face| needed_pips(&self.all_needs, face) <= pips)
                .count()
        };
        let most = |die: usize| {
            if die < dice {
                self.most_pips.min(cubes)
            } else {
                0
            }
        };
        let shares = (0..=most(0)).flat_map(|a| (0..=a.min(most(1))).map(move |b| [a, b]));
        let shares = shares.flat_map(|[a, b]| (0..=b.min(most(2))).map(move |c| [a, b, c]));
        let affordable = shares.filter(|share| share.iter().sum::<u32>() <= cubes);
        let worth = |share: &[u32; 3]| {
            let expected: usize = share[..dice].iter().map(|&pips| faces(pips)).sum();
            let uneven: u32 = share.iter().map(|pips| pips * pips).sum();
            (
                expected,
                std::cmp::Reverse(share.iter().sum::<u32>()),
                std::cmp::Reverse(uneven),
            )
        };
        affordable.max_by_key(worth).unwrap_or_default()
    }

    /// A roll of dice on which cubes were laid before.
    pub(super) fn roll_with_declared_cubes(
        &self,
        faces: &[u32],
        cubes: u32,
        laid: [u32; 3],
    ) -> Roll {
        let successes = faces
            .iter()
            .zip(laid)
            .filter(|&(&face, pips)| needed_pips(&self.all_needs, face) <= pips)
            .count() as u32;
        Roll {
            successes,
            cubes_left: cubes - laid.iter().sum::<u32>(),
        }
    }

    /// Pledges the cubes, if any are spent at all: each raises the first die that still needs a
    /// pip. What no die needs is gone with the rest.
    pub(super) fn roll_with_pledged_cubes(&self, faces: &[u32], cubes: u32, spend: Spend) -> Roll {
        // More than all dice together could need is not pledged.
        let could_need = if spend == Spend::Never {
            0
        } else {
            self.most_pips * faces.len() as u32
        };
        let mut left = cubes.min(could_need);
        let (cubes_left, mut successes) = (cubes - left, 0);
        for &face in faces {
            let needed = self.pips(face);
            let pips = needed.min(left);
            left -= pips;
            successes += u32::from(self.succeeds(face) || needed > 0 && pips == needed);
        }
        Roll {
            successes,
            cubes_left,
        }
    }
}
