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

/// The rules for cubes, which apply to all Wings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cubes {
    /// A natural 1 cannot be raised and never succeeds.
    pub(super) ones_always_fail: bool,
    /// The highest face to which a die can be raised.
    pub(super) highest: u32,
}

/// The numbers of pips that the dice of a Wing need to succeed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PipTable {
    /// For each face, the number of pips by which cubes have to raise it, or 0 if it succeeds.
    all_needs: Needs,
    /// The same numbers for dice on which cubes are spent: of the highest die, and of the others.
    highest_needs: Needs,
    other_needs: Needs,
    /// The maximal number of pips that a die may need.
    most_pips: u32,
}

/// The needs by face, where 0 is a missing die. The length is a power of two, so that no index is
/// out of bounds.
type Needs = [u16; 32];

/// A number of pips that exceeds the number of cubes.
const NEVER: u16 = 1000;

/// The roll of a Wing after its cubes are spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roll {
    pub(super) successes: u32,
    pub(super) cubes_left: u32,
}

impl Cubes {
    /// Returns the pips that the dice of a Wing need, with this quality and use of cubes.
    pub(super) fn pip_table(&self, quality: u32, spend: Spend) -> PipTable {
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
        // If the highest die fails, all dice fail.
        PipTable {
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

impl PipTable {
    pub(super) fn succeeds(&self, face: u32) -> bool {
        needed_pips(&self.all_needs, face) == 0
    }

    /// Returns the number of pips that a failed die needs to succeed, or 0 if it cannot be raised
    /// or need not be.
    pub(super) fn pips(&self, face: u32) -> u32 {
        match needed_pips(&self.all_needs, face) {
            pips if pips < NEVER.into() => pips,
            _ => 0,
        }
    }

    /// Spends cubes on dice that have been seen, from the highest face down. A face of 0 is a
    /// missing die.
    // All dice are random, so the code does not branch on them.
    #[inline]
    pub(super) fn spend_cubes(&self, [highest, middle, lowest]: [u32; 3], cubes: u32) -> Roll {
        let highest = needed_pips(&self.highest_needs, highest);
        let middle = highest + needed_pips(&self.other_needs, middle);
        let lowest = middle + needed_pips(&self.other_needs, lowest);
        // The sums of the pips that the dice so far need. If the cubes do not suffice for one die,
        // they do not suffice for any later one.
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

    /// Distributes cubes on dice before the roll, for the most successes on average, then the
    /// fewest cubes, then the most even distribution.
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

    /// Rolls dice on which cubes were laid before.
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

    /// Pledges the cubes, if any are spent. Each cube raises the first die that still needs a pip,
    /// and unneeded cubes are lost.
    pub(super) fn roll_with_pledged_cubes(&self, faces: &[u32], cubes: u32, spend: Spend) -> Roll {
        // No more cubes are pledged than all dice together could need.
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
