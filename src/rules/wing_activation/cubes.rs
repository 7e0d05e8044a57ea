//! White cubes: how they are spent on a Wing's dice.

/// How a Wing spends its cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spend {
    Greedy,
    Avert,
    Never,
}

impl Spend {
    pub(super) fn named(word: &str) -> Spend {
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
    /// Cubes are pledged before the dice are seen.
    pub(super) before_roll: bool,
}

/// A Wing's roll once its cubes are spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roll {
    pub(super) successes: u32,
    pub(super) cubes_left: u32,
}

impl Cubes {
    /// The lowest face that cubes can raise, or that can succeed: 0 is a die that there is not.
    fn lowest(&self) -> u32 {
        if self.ones_always_fail { 2 } else { 1 }
    }

    pub(super) fn succeeds(&self, face: u32, quality: u32) -> bool {
        face >= quality.max(self.lowest())
    }

    pub(super) fn can_be_raised(&self, face: u32, quality: u32) -> bool {
        (1..=self.most_pips(quality)).contains(&quality.saturating_sub(face))
    }

    /// The most pips by which a die can be raised so that it succeeds.
    fn most_pips(&self, quality: u32) -> u32 {
        if quality <= self.highest { quality.saturating_sub(self.lowest()) } else { 0 }
    }

    /// Spends cubes on dice that have been seen, lowest face first, 0 being a die that there is not.
    // Chance decides on every die: nothing here branches on one.
    #[inline]
    pub(super) fn spent(&self, faces: [u32; 3], quality: u32, cubes: u32, spend: Spend) -> Roll {
        let succeeded: u32 = faces.map(|face| u32::from(self.succeeds(face, quality))).iter().sum();
        let mut roll = Roll { successes: succeeded, cubes_left: cubes };
        let spends = match spend {
            Spend::Greedy => true,
            Spend::Avert => succeeded == 0,
            Spend::Never => false,
        };
        let mut most = if spends { self.most_pips(quality) } else { 0 };
        let most_after_one = if spend == Spend::Greedy { most } else { 0 };
        // Failures from the one that needs the fewest pips on: where the cubes do not suffice, they do for none after it.
        for face in faces.into_iter().rev() {
            // Of a die that needs none this wraps: more than any number of pips.
            let pips = quality.wrapping_sub(face);
            let is_raised = pips.wrapping_sub(1) < most.min(roll.cubes_left);
            let all_or_none = u32::from(is_raised).wrapping_neg();
            most = (most_after_one & all_or_none) | (most & !all_or_none);
            roll.cubes_left -= pips & all_or_none;
            roll.successes += u32::from(is_raised);
        }
        roll
    }

    /// Pledges all cubes, if any are spent at all: each raises the first die that still needs a pip. What no die needs
    /// is gone with the rest.
    pub(super) fn pledged(&self, faces: &[u32], quality: u32, cubes: u32, spend: Spend) -> Roll {
        let (mut left, cubes_left) = if spend == Spend::Never { (0, cubes) } else { (cubes, 0) };
        let mut successes = 0;
        for &face in faces {
            let needed = if self.can_be_raised(face, quality) { quality - face } else { 0 };
            let pips = needed.min(left);
            left -= pips;
            successes += u32::from(face >= self.lowest() && self.succeeds(face + pips, quality));
        }
        Roll { successes, cubes_left }
    }
}
